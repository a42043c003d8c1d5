// The table of the Applicator vocabulary (Core section 10). then, else: read by if; minContains, maxContains:
// by contains.
#include "lockstep/oracle/schema/applicator.h"

#include <array>

namespace lockstep::oracle {
namespace {

constexpr Stage kStage = Stage::applicator;

constexpr std::array<Rule, 15> kRules = {{
    {"allOf", kApplicator, ValueShape::schema_array, kStage, judge_all_of},
    {"anyOf", kApplicator, ValueShape::schema_array, kStage, judge_any_of},
    {"oneOf", kApplicator, ValueShape::schema_array, kStage, judge_one_of},
    {"not", kApplicator, ValueShape::schema, kStage, judge_not},
    {"if", kApplicator, ValueShape::schema, kStage, judge_if, Draft::draft7},
    {"then", kApplicator, ValueShape::schema, kStage, nullptr, Draft::draft7},
    {"else", kApplicator, ValueShape::schema, kStage, nullptr, Draft::draft7},
    {"dependentSchemas", kApplicator, ValueShape::schema_map, kStage, judge_dependent_schemas,
     Draft::draft2019},
    {"prefixItems", kApplicator, ValueShape::schema_array, kStage, judge_prefix_items, Draft::draft2020},
    {"items", kApplicator, ValueShape::schema, kStage, judge_items, Draft::draft2020},
    {"contains", kApplicator, ValueShape::schema, kStage, judge_contains, Draft::draft6},
    {"properties", kApplicator, ValueShape::schema_map, kStage, judge_properties},
    {"patternProperties", kApplicator, ValueShape::schema_map, kStage, judge_pattern_properties},
    {"additionalProperties", kApplicator, ValueShape::schema, kStage, judge_additional_properties},
    {"propertyNames", kApplicator, ValueShape::schema, kStage, judge_property_names, Draft::draft6},
}};

}  // namespace

std::span<const Rule> applicator_rules() { return kRules; }

}  // namespace lockstep::oracle

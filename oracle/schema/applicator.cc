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
    {"if", kApplicator, ValueShape::schema, kStage, judge_if},
    {"then", kApplicator, ValueShape::schema, kStage, nullptr},
    {"else", kApplicator, ValueShape::schema, kStage, nullptr},
    {"dependentSchemas", kApplicator, ValueShape::schema_map, kStage, judge_dependent_schemas},
    {"prefixItems", kApplicator, ValueShape::schema_array, kStage, judge_prefix_items},
    {"items", kApplicator, ValueShape::schema, kStage, judge_items},
    {"contains", kApplicator, ValueShape::schema, kStage, judge_contains},
    {"properties", kApplicator, ValueShape::schema_map, kStage, judge_properties},
    {"patternProperties", kApplicator, ValueShape::schema_map, kStage, judge_pattern_properties},
    {"additionalProperties", kApplicator, ValueShape::schema, kStage, judge_additional_properties},
    {"propertyNames", kApplicator, ValueShape::schema, kStage, judge_property_names},
}};

}  // namespace

std::span<const Rule> applicator_rules() { return kRules; }

}  // namespace lockstep::oracle

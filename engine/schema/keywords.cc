#include "lockstep/engine/schema/keywords.h"

#include <algorithm>
#include <array>

namespace lockstep::engine {
namespace {

// A keyword in the drafts from `first` to `last`, which is of these vocabularies; of the core, where it is of
// none.
struct Row {
  std::string_view name;
  Draft first, last;
  Shape shape;
  Role role;
  Vocabularies vocabularies;
};

constexpr Draft k4 = Draft::draft4, k6 = Draft::draft6, k7 = Draft::draft7, k2019 = Draft::draft2019_09,
                k2020 = Draft::draft2020_12;
constexpr Vocabularies kFormat = kFormatAnnotationVocabulary | kFormatAssertionVocabulary;

// By name, searched by halves; a name has a row for each shape or role.
constexpr std::array<Row, 77> kRows = {{
    {"$anchor", k2019, k2019, Shape::anchor_with_colons, Role::structural, kCoreVocabulary},
    {"$anchor", k2020, k2020, Shape::anchor, Role::structural, kCoreVocabulary},
    {"$comment", k7, k2020, Shape::string, Role::annotation, kCoreVocabulary},
    {"$defs", k2019, k2020, Shape::schema_map, Role::structural, kCoreVocabulary},
    {"$dynamicAnchor", k2020, k2020, Shape::anchor, Role::structural, kCoreVocabulary},
    {"$dynamicRef", k2020, k2020, Shape::string, Role::enforced, kCoreVocabulary},
    {"$id", k6, k7, Shape::string, Role::structural, kCoreVocabulary},
    {"$id", k2019, k2020, Shape::identifier, Role::structural, kCoreVocabulary},
    {"$recursiveAnchor", k2019, k2019, Shape::boolean, Role::structural, kCoreVocabulary},
    {"$recursiveAnchor", k2020, k2020, Shape::anchor, Role::retired, kCoreVocabulary},
    {"$recursiveRef", k2019, k2019, Shape::string, Role::enforced, kCoreVocabulary},
    {"$recursiveRef", k2020, k2020, Shape::string, Role::retired, kCoreVocabulary},
    {"$ref", k4, k2020, Shape::string, Role::enforced, kCoreVocabulary},
    {"$schema", k4, k2020, Shape::string, Role::structural, kCoreVocabulary},
    {"$vocabulary", k2019, k2020, Shape::boolean_map, Role::annotation, kCoreVocabulary},
    {"additionalItems", k4, k4, Shape::schema_or_boolean, Role::enforced, kApplicatorVocabulary},
    {"additionalItems", k6, k2019, Shape::schema, Role::enforced, kApplicatorVocabulary},
    {"additionalProperties", k4, k4, Shape::schema_or_boolean, Role::enforced, kApplicatorVocabulary},
    {"additionalProperties", k6, k2020, Shape::schema, Role::enforced, kApplicatorVocabulary},
    {"allOf", k4, k2020, Shape::schema_array, Role::enforced, kApplicatorVocabulary},
    {"anyOf", k4, k2020, Shape::schema_array, Role::enforced, kApplicatorVocabulary},
    {"const", k6, k2020, Shape::any, Role::enforced, kValidationVocabulary},
    {"contains", k6, k2020, Shape::schema, Role::enforced, kApplicatorVocabulary},
    {"contentEncoding", k7, k2020, Shape::string, Role::annotation, kContentVocabulary},
    {"contentMediaType", k7, k2020, Shape::string, Role::annotation, kContentVocabulary},
    {"contentSchema", k2019, k2020, Shape::schema, Role::annotation, kContentVocabulary},
    {"default", k4, k2020, Shape::any, Role::annotation, kMetaDataVocabulary},
    {"definitions", k4, k7, Shape::schema_map, Role::structural, kCoreVocabulary},
    {"definitions", k2019, k2020, Shape::schema_map, Role::annotation, kCoreVocabulary},
    {"dependencies", k4, k4, Shape::schema_or_names_map, Role::enforced, kCoreVocabulary},
    {"dependencies", k6, k7, Shape::schema_or_strings_map, Role::enforced, kCoreVocabulary},
    {"dependencies", k2019, k2020, Shape::schema_or_strings_map, Role::annotation, kCoreVocabulary},
    {"dependentRequired", k2019, k2020, Shape::strings_map, Role::enforced, kValidationVocabulary},
    {"dependentSchemas", k2019, k2020, Shape::schema_map, Role::enforced, kApplicatorVocabulary},
    {"deprecated", k2019, k2020, Shape::boolean, Role::annotation, kMetaDataVocabulary},
    {"description", k4, k2020, Shape::string, Role::annotation, kMetaDataVocabulary},
    {"else", k7, k2020, Shape::schema, Role::enforced, kApplicatorVocabulary},
    {"enum", k4, k4, Shape::different_values, Role::enforced, kValidationVocabulary},
    {"enum", k6, k2020, Shape::array, Role::enforced, kValidationVocabulary},
    {"examples", k6, k2020, Shape::array, Role::annotation, kMetaDataVocabulary},
    {"exclusiveMaximum", k4, k4, Shape::boolean, Role::enforced, kValidationVocabulary},
    {"exclusiveMaximum", k6, k2020, Shape::number, Role::enforced, kValidationVocabulary},
    {"exclusiveMinimum", k4, k4, Shape::boolean, Role::enforced, kValidationVocabulary},
    {"exclusiveMinimum", k6, k2020, Shape::number, Role::enforced, kValidationVocabulary},
    {"format", k4, k2020, Shape::string, Role::annotation, kFormat},
    {"id", k4, k4, Shape::string, Role::structural, kCoreVocabulary},
    {"if", k7, k2020, Shape::schema, Role::enforced, kApplicatorVocabulary},
    {"items", k4, k2019, Shape::schema_or_array, Role::enforced, kApplicatorVocabulary},
    {"items", k2020, k2020, Shape::schema, Role::enforced, kApplicatorVocabulary},
    {"maxContains", k2019, k2020, Shape::count, Role::enforced, kValidationVocabulary},
    {"maxItems", k4, k2020, Shape::count, Role::enforced, kValidationVocabulary},
    {"maxLength", k4, k2020, Shape::count, Role::enforced, kValidationVocabulary},
    {"maxProperties", k4, k2020, Shape::count, Role::enforced, kValidationVocabulary},
    {"maximum", k4, k2020, Shape::number, Role::enforced, kValidationVocabulary},
    {"minContains", k2019, k2020, Shape::count, Role::enforced, kValidationVocabulary},
    {"minItems", k4, k2020, Shape::count, Role::enforced, kValidationVocabulary},
    {"minLength", k4, k2020, Shape::count, Role::enforced, kValidationVocabulary},
    {"minProperties", k4, k2020, Shape::count, Role::enforced, kValidationVocabulary},
    {"minimum", k4, k2020, Shape::number, Role::enforced, kValidationVocabulary},
    {"multipleOf", k4, k2020, Shape::positive_number, Role::enforced, kValidationVocabulary},
    {"not", k4, k2020, Shape::schema, Role::enforced, kApplicatorVocabulary},
    {"oneOf", k4, k2020, Shape::schema_array, Role::enforced, kApplicatorVocabulary},
    {"pattern", k4, k2020, Shape::string, Role::enforced, kValidationVocabulary},
    {"patternProperties", k4, k2020, Shape::schema_map, Role::enforced, kApplicatorVocabulary},
    {"prefixItems", k2020, k2020, Shape::schema_array, Role::enforced, kApplicatorVocabulary},
    {"properties", k4, k2020, Shape::schema_map, Role::enforced, kApplicatorVocabulary},
    {"propertyNames", k6, k2020, Shape::schema, Role::enforced, kApplicatorVocabulary},
    {"readOnly", k7, k2020, Shape::boolean, Role::annotation, kMetaDataVocabulary},
    {"required", k4, k4, Shape::names, Role::enforced, kValidationVocabulary},
    {"required", k6, k2020, Shape::unique_strings, Role::enforced, kValidationVocabulary},
    {"then", k7, k2020, Shape::schema, Role::enforced, kApplicatorVocabulary},
    {"title", k4, k2020, Shape::string, Role::annotation, kMetaDataVocabulary},
    {"type", k4, k2020, Shape::type, Role::enforced, kValidationVocabulary},
    {"unevaluatedItems", k2019, k2020, Shape::schema, Role::enforced, kUnevaluatedVocabulary},
    {"unevaluatedProperties", k2019, k2020, Shape::schema, Role::enforced, kUnevaluatedVocabulary},
    {"uniqueItems", k4, k2020, Shape::boolean, Role::enforced, kValidationVocabulary},
    {"writeOnly", k7, k2020, Shape::boolean, Role::annotation, kMetaDataVocabulary},
}};

}  // namespace

std::optional<Keyword> keyword_named(std::string_view name, const Dialect& dialect) {
  auto row = std::lower_bound(kRows.begin(), kRows.end(), name,
                              [](const Row& one, std::string_view wanted) { return one.name < wanted; });
  for (; row != kRows.end() && row->name == name; ++row) {
    if (dialect.draft < row->first || dialect.draft > row->last) continue;
    if ((dialect.vocabularies & row->vocabularies) == 0) return std::nullopt;
    return Keyword{row->name, row->shape, row->role};
  }
  return std::nullopt;
}

}  // namespace lockstep::engine

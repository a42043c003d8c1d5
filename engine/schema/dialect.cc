#include "lockstep/engine/schema/dialect.h"

#include <array>
#include <utility>

namespace lockstep::engine {

std::string without_empty_fragment(std::string_view uri) {
  if (uri.ends_with('#')) uri.remove_suffix(1);
  return std::string(uri);
}

std::optional<Draft> draft_named(std::string_view uri) {
  static constexpr std::array<std::pair<std::string_view, Draft>, 5> kNames = {
      {{"json-schema.org/draft-04/schema", Draft::draft4},
       {"json-schema.org/draft-06/schema", Draft::draft6},
       {"json-schema.org/draft-07/schema", Draft::draft7},
       {"json-schema.org/draft/2019-09/schema", Draft::draft2019_09},
       {"json-schema.org/draft/2020-12/schema", Draft::draft2020_12}}};
  for (const std::string_view scheme : {"http://", "https://"}) {
    if (!uri.starts_with(scheme)) continue;
    const std::string rest = without_empty_fragment(uri.substr(scheme.size()));
    for (const auto& [name, draft] : kNames) {
      if (rest == name) return draft;
    }
  }
  return std::nullopt;
}

std::optional<Vocabularies> vocabulary_named(std::string_view uri, Draft draft) {
  struct Name {
    std::string_view name;
    Vocabularies bits;
  };
  static constexpr std::array<Name, 8> k202012 = {{{"core", kCoreVocabulary},
                                                   {"applicator", kApplicatorVocabulary},
                                                   {"unevaluated", kUnevaluatedVocabulary},
                                                   {"validation", kValidationVocabulary},
                                                   {"meta-data", kMetaDataVocabulary},
                                                   {"format-annotation", kFormatAnnotationVocabulary},
                                                   {"format-assertion", kFormatAssertionVocabulary},
                                                   {"content", kContentVocabulary}}};
  // Its applicators have those that 2020-12 made a vocabulary of their own. What its formats do the policy
  // says.
  static constexpr std::array<Name, 6> k201909 = {
      {{"core", kCoreVocabulary},
       {"applicator", kApplicatorVocabulary | kUnevaluatedVocabulary},
       {"validation", kValidationVocabulary},
       {"meta-data", kMetaDataVocabulary},
       {"format", kFormatAnnotationVocabulary},
       {"content", kContentVocabulary}}};
  const bool newest = draft == Draft::draft2020_12;
  const std::string_view stem = newest ? "https://json-schema.org/draft/2020-12/vocab/"
                                       : "https://json-schema.org/draft/2019-09/vocab/";
  if (!uri.starts_with(stem)) return std::nullopt;
  const auto in = [name = uri.substr(stem.size())](const auto& names) -> std::optional<Vocabularies> {
    for (const Name& one : names) {
      if (one.name == name) return one.bits;
    }
    return std::nullopt;
  };
  return newest ? in(k202012) : in(k201909);
}

}  // namespace lockstep::engine

// The drafts of JSON Schema and their dialects: which one a `$schema` names, which keywords it has.
// Meaning: conformance/spec/drafts.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lockstep::engine {

// In the order of time.
enum class Draft : std::uint8_t { draft4, draft6, draft7, draft2019_09, draft2020_12 };

// Bits: the vocabularies (Core section 8.1.2) that `$vocabulary` of a metaschema names, from 2019-09 on.
using Vocabularies = std::uint8_t;
inline constexpr Vocabularies kCoreVocabulary = 1;
inline constexpr Vocabularies kApplicatorVocabulary = 2;
inline constexpr Vocabularies kUnevaluatedVocabulary = 4;
inline constexpr Vocabularies kValidationVocabulary = 8;
inline constexpr Vocabularies kMetaDataVocabulary = 16;
inline constexpr Vocabularies kFormatAnnotationVocabulary = 32;
inline constexpr Vocabularies kFormatAssertionVocabulary = 64;
inline constexpr Vocabularies kContentVocabulary = 128;
// Those of a draft's own dialect.
inline constexpr Vocabularies kDialectVocabularies = 0xFF & ~kFormatAssertionVocabulary;

struct Dialect {
  Draft draft = Draft::draft2020_12;
  Vocabularies vocabularies = kDialectVocabularies;
};

// By the URI of its metaschema: http or https, with or without an empty fragment.
std::optional<Draft> draft_named(std::string_view uri);
// nullopt: none of the draft, which is 2019-09 or later.
std::optional<Vocabularies> vocabulary_named(std::string_view uri, Draft draft);

// Up to draft 7 a reference is a reference and nothing else.
constexpr bool ref_stands_alone(Draft draft) { return draft <= Draft::draft7; }
constexpr std::string_view id_keyword(Draft draft) { return draft == Draft::draft4 ? "id" : "$id"; }

std::string without_empty_fragment(std::string_view uri);

}  // namespace lockstep::engine

#include "lockstep/conformance/generate/vocabulary_generator.h"

#include <algorithm>
#include <array>
#include <utility>

#include "lockstep/engine/base/check.h"
#include "lockstep/engine/vocabulary/anomalies.h"
#include "lockstep/engine/vocabulary/builder.h"

namespace lockstep::conformance {
namespace {

using Kind = engine::TokenKind;

struct Piece {
  std::string bytes;
  Kind kind = Kind::normal;
  bool stop = false;
};

const std::vector<std::string>& json_pieces() {
  static const std::vector<std::string> kPieces = {
      "{\"", "\":",  "\": ", "\",\"", "\"}", "},{", "[{", "]}", "\"]",   "],", "[]",   "{}",      ", ", ":\"",
      "tr",  "true", "ue",   "fal",   "lse", "nul", "l,", "00", "12",    ".5", "e+",   "-1",      "0,", "1]",
      "  ",  "\n ",  "\\u",  "\\n",   "u00", "00e", "\\", "ab", "a\":1", "b",  "name", "\xc3\xa9"};
  return kPieces;
}

const std::vector<std::string>& characters() {
  static const std::vector<std::string> kCharacters = {"\xc3\xa9", "\xe2\x82\xac", "\xef\xbf\xbf",
                                                       "\xf0\x9f\x98\x80", "\xf4\x8f\xbf\xbf"};
  return kCharacters;
}

std::string random_bytes(Choices& choices, std::size_t most) {
  std::string bytes(choices.between(1, most), '\0');
  for (char& byte : bytes) byte = static_cast<char>(choices.below(256));
  return bytes;
}

// The end of one character, the start of another, or both with something between.
std::string split_character(Choices& choices) {
  const std::string& first = choices.pick(characters());
  const std::string& second = choices.pick(characters());
  const std::size_t from = choices.between(1, first.size() - 1);
  const std::size_t to = choices.between(1, second.size() - 1);
  switch (choices.below(3)) {
    case 0:
      return first.substr(from);
    case 1:
      return second.substr(0, to);
    default:
      return first.substr(from) + (choices.chance(50) ? "\",\"" : "") + second.substr(0, to);
  }
}

std::string joined(Choices& choices) {
  std::string bytes;
  for (std::size_t n = choices.between(2, 4); n > 0; --n) bytes += choices.pick(json_pieces());
  return bytes;
}

Piece piece(Choices& choices, const std::vector<Piece>& before, const VocabularyShape& shape) {
  switch (choices.weighted({30, 14, 12, 10, 10, 4, 6, 6, 4, 4})) {
    case 0:
      return {choices.pick(json_pieces())};
    case 1:
      return {joined(choices)};
    case 2:
      return {split_character(choices)};
    case 3:
      return {random_bytes(choices, 4)};
    case 4:  // equal bytes under another id, and perhaps another kind
      return {choices.pick(before).bytes};
    case 5:
      return {""};
    case 6:
      return {choices.pick(json_pieces()), Kind::control};
    case 7:
      return {choices.pick(json_pieces()), Kind::special};
    case 8:
      return {choices.chance(50) ? choices.pick(json_pieces()) : "", Kind::unused};
    default: {
      const char filler = choices.chance(50) ? 'a' : ' ';
      return {"\"" + std::string(choices.between(1, shape.longest), filler)};
    }
  }
}

std::vector<Piece> pieces(Choices& choices, const VocabularyShape& shape) {
  std::vector<Piece> all;
  const bool gaps = !shape.every_byte && choices.chance(25);
  const bool fallback = choices.chance(50);
  for (std::size_t byte = 0; byte < 256; ++byte) {
    if (gaps && choices.chance(10)) continue;
    all.push_back({std::string(1, static_cast<char>(byte)),
                   fallback && choices.chance(80) ? Kind::byte : Kind::normal});
  }
  if (all.empty()) all.push_back({"["});
  for (std::size_t n = choices.below(shape.pieces + 1); n > 0; --n) all.push_back(piece(choices, all, shape));
  for (std::size_t n = choices.weighted({1, 6, 3}); n > 0; --n) {
    all.push_back(
        {choices.chance(50) ? "<end>" : "]", choices.chance(80) ? Kind::control : Kind::special, true});
  }
  return all;
}

}  // namespace

engine::Vocabulary generate_vocabulary(Choices& choices, const VocabularyShape& shape) {
  std::vector<Piece> all = pieces(choices, shape);
  for (std::size_t left = all.size(); left > 1; --left) std::swap(all[left - 1], all[choices.below(left)]);
  engine::VocabularyOptions options;
  options.allow_missing_bytes = true;
  options.logit_width = static_cast<std::uint32_t>(all.size() + (choices.chance(70) ? choices.below(90) : 0));
  for (engine::TokenId id = 0; id < all.size(); ++id) {
    if (all[id].stop) options.stop_ids.push_back(id);
  }
  engine::VocabularyBuilder builder("generated", options);
  for (engine::TokenId id = 0; id < all.size(); ++id)
    LOCKSTEP_CHECK(!builder.add(id, all[id].bytes, all[id].kind));
  engine::Result<engine::Vocabulary> made = builder.finish();
  LOCKSTEP_CHECK(made.ok());
  return std::move(made).value();
}

const std::vector<std::string>& vocabulary_features() {
  static const std::vector<std::string> kFeatures = {
      "byte",         "control", "special", "unused",  "empty",         "duplicate",   "not_utf8",
      "missing_byte", "long",    "padding", "no_stop", "several_stops", "text_marker", "word_edge"};
  return kFeatures;
}

std::vector<std::string> features_of(const engine::Vocabulary& vocabulary) {
  const engine::Anomalies odd = engine::find_anomalies(vocabulary);
  const auto of = [&](Kind kind) { return odd.by_kind[static_cast<std::size_t>(kind)] > 0; };
  bool text_marker = false;  // a marker whose name is text of a JSON document
  for (engine::TokenId id = 0; id < vocabulary.size(); ++id) {
    const Kind kind = vocabulary.kind(id);
    const bool marker = kind == Kind::control || kind == Kind::special;
    const std::string_view name = vocabulary.bytes(id);
    text_marker = text_marker || (marker && !name.empty() && (name[0] == '{' || name[0] == ']'));
  }
  const std::array<bool, 14> has = {of(Kind::byte),
                                    of(Kind::control),
                                    of(Kind::special),
                                    of(Kind::unused),
                                    odd.empty > 0,
                                    odd.duplicates > 0,
                                    odd.not_utf8 > 128,
                                    odd.missing_bytes > 0,
                                    !odd.longest.empty() && vocabulary.bytes(odd.longest[0]).size() > 100,
                                    vocabulary.logit_width() > vocabulary.size(),
                                    vocabulary.stop_ids().empty(),
                                    vocabulary.stop_ids().size() > 1,
                                    text_marker,
                                    vocabulary.logit_width() % 32 == 0};
  std::vector<std::string> features;
  for (std::size_t i = 0; i < has.size(); ++i) {
    if (has[i]) features.push_back(vocabulary_features()[i]);
  }
  return features;
}

}  // namespace lockstep::conformance

#include "lockstep/conformance/vocabulary/encoder.h"

#include <fmt/core.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <utility>

#include "lockstep/conformance/vocabulary/encoder_parts.h"
#include "lockstep/conformance/vocabulary/vocabulary_pins.h"
#include "lockstep/engine/vocabulary/piece.h"
#include "lockstep/oracle/format/normalize.h"

namespace lockstep::conformance {

using engine::Error;
using engine::Result;
using engine::TokenId;
using engine::Vocabulary;

struct Encoder::Parts : EncoderParts {
  Parts(EncoderParts parts, Vocabulary words)
      : EncoderParts(std::move(parts)), vocabulary(std::move(words)) {}
  Vocabulary vocabulary;
};

namespace {

// openai/gpt-2, src/encoder.py: Encoder.pat. The others: openai/tiktoken, tiktoken_ext/openai_public.py, the
// pat_str of each encoding.
constexpr const char* kGpt2 = R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)";
constexpr const char* kCl100k =
    R"('(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+)"
    R"(|\s++$|\s*[\r\n]|\s+(?!\S)|\s)";
constexpr const char* kO200k =
    R"([^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+)"
    R"((?i:'s|'t|'re|'ve|'m|'ll|'d)?)"
    R"(|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*)"
    R"((?i:'s|'t|'re|'ve|'m|'ll|'d)?)"
    R"(|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+)";

const std::map<std::string, const char*>& patterns_by_rank() {
  static const std::map<std::string, const char*> kPatterns = {
      {"gpt-2", kGpt2}, {"cl100k", kCl100k}, {"o200k", kO200k}};
  return kPatterns;
}

std::string read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {(std::istreambuf_iterator<char>(in)), {}};
}

EncoderParts parts_of_bytes(const Vocabulary& vocabulary) {
  EncoderParts parts;
  for (unsigned byte = 0; byte < 256; ++byte)
    parts.bytes[byte] = vocabulary.byte_token(static_cast<std::uint8_t>(byte)).value();
  return parts;
}

Result<EncoderParts> parts_of_sentencepiece(const std::string& file, const Vocabulary& vocabulary) {
  const auto ranks = ranks_of_gguf(file, vocabulary.size());
  if (!ranks) return ranks.error();
  EncoderParts parts = parts_by_rank(vocabulary, *ranks, true);
  parts.metaspace = true;
  return parts;
}

Result<EncoderParts> parts_of(const VocabularyPin& pin, const std::string& deps,
                              const Vocabulary& vocabulary) {
  if (pin.file.empty()) return parts_of_bytes(vocabulary);
  const auto pattern = patterns_by_rank().find(pin.name);
  if (pattern != patterns_by_rank().end()) {
    Result<PreTokenizer> pieces = PreTokenizer::make(pattern->second);
    if (!pieces) return pieces.error();
    EncoderParts parts = parts_by_rank(vocabulary, ranks_by_id(vocabulary), false);
    parts.pieces = std::move(pieces).value();
    return parts;
  }
  const std::string file = read_file(deps + "/" + pin.file);
  if (file.empty()) return Error{"file_unreadable", deps + "/" + pin.file, {}, ""};
  if (pin.name == "llama-2") return parts_of_sentencepiece(file, vocabulary);
  if (pin.file.ends_with(".json")) return parts_of_tokenizer_json(file);
  return Error{"tokens_canonical", "the encoder of " + pin.name + " is not here", {}, ""};
}

// Of the character that begins with this byte; the text is UTF-8.
std::size_t character_size(char lead) {
  const auto byte = static_cast<unsigned char>(lead);
  return byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
}

std::u32string code_points(std::string_view text) {
  std::u32string points;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t size = character_size(text[at]);
    char32_t point = static_cast<unsigned char>(text[at]);
    if (size > 1) point &= 0xFFU >> (size + 1);
    for (std::size_t i = 1; i < size; ++i)
      point = point << 6U | (static_cast<unsigned char>(text[at + i]) & 0x3FU);
    points += point;
    at += size;
  }
  return points;
}

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

void encode_piece(const EncoderParts& parts, std::string_view piece, std::vector<TokenId>& out) {
  if (const auto whole = parts.whole.find(std::string(piece)); whole != parts.whole.end())
    return out.push_back(whole->second);
  std::vector<TokenId> tokens;
  for (std::size_t at = 0; at < piece.size();) {
    const std::size_t size = parts.by_character ? character_size(piece[at]) : 1;
    const auto known = parts.by_character ? parts.characters.find(std::string(piece.substr(at, size)))
                                          : parts.characters.end();
    if (known != parts.characters.end()) {
      tokens.push_back(known->second);
    } else {
      for (const char byte : piece.substr(at, size))
        tokens.push_back(parts.bytes[static_cast<unsigned char>(byte)]);
    }
    at += size;
  }
  parts.merges.apply(tokens);
  out.insert(out.end(), tokens.begin(), tokens.end());
}

// Text without added tokens. False, with the fault, at a limit.
bool encode_plain(const EncoderParts& parts, std::string_view text, std::vector<TokenId>& out, Error& fault) {
  if (text.empty()) return true;
  if (!parts.pieces) {
    encode_piece(parts, text, out);
    return true;
  }
  const auto pieces = parts.pieces->split(text);
  if (!pieces) {
    fault = pieces.error();
    return false;
  }
  for (const std::string_view piece : *pieces) encode_piece(parts, piece, out);
  return true;
}

// The added token that begins the text, the longest; nullptr where there is none.
const std::pair<std::string, TokenId>* added_at(const EncoderParts& parts, std::string_view text) {
  const auto& bucket = parts.added[static_cast<unsigned char>(text.front())];
  const auto found = std::find_if(bucket.begin(), bucket.end(),
                                  [&](const auto& token) { return text.starts_with(token.first); });
  return found == bucket.end() ? nullptr : &*found;
}

}  // namespace

Result<Encoder> Encoder::open(const std::string& name, const std::string& deps,
                              const Vocabulary& vocabulary) {
  for (const VocabularyPin& pin : vocabulary_pins()) {
    if (pin.name != name || pin.identity != vocabulary.identity()) continue;
    Result<EncoderParts> parts = parts_of(pin, deps, vocabulary);
    if (!parts) return parts.error();
    return Encoder(std::make_shared<const Parts>(std::move(parts).value(), vocabulary));
  }
  return Error{"tokens_canonical",
               name + " is none of " + pinned_vocabulary_names() + ", whose encoders are here",
               {},
               ""};
}

Result<std::vector<TokenId>> Encoder::encode(std::string_view text) const {
  const Parts& parts = *parts_;
  if (!engine::is_valid_utf8(text)) return Error{"not_utf8", "no tokenizer encodes what is no UTF-8", {}, ""};
  if (parts.pieces && !is_ascii(text) && PreTokenizer::has_unassigned(text)) {
    return Error{"unassigned_character",
                 "it has a character that Unicode " + PreTokenizer::unicode_version() + " does not assign",
                 {},
                 ""};
  }
  const Error changed{"text_changed", "the tokenizer would write another text", {}, ""};
  if (parts.metaspace && text.find(engine::kMetaspace) != std::string_view::npos) return changed;
  if (parts.composes && !is_ascii(text)) {
    const std::u32string points = code_points(text);
    if (oracle::to_nfc(points) != points) return changed;
  }
  std::vector<TokenId> tokens;
  Error fault;
  std::size_t begin = 0;
  for (std::size_t at = 0; at < text.size();) {
    const auto* added = added_at(parts, text.substr(at));
    if (added == nullptr) {
      ++at;
      continue;
    }
    if (!encode_plain(parts, text.substr(begin, at - begin), tokens, fault)) return fault;
    tokens.push_back(added->second);
    at += added->first.size();
    begin = at;
  }
  if (!encode_plain(parts, text.substr(begin), tokens, fault)) return fault;
  std::string spelled;
  for (const TokenId id : tokens) {
    if (!parts.vocabulary.is_text(id)) return changed;
    spelled += parts.vocabulary.bytes(id);
  }
  if (spelled != text) return changed;
  return tokens;
}

}  // namespace lockstep::conformance

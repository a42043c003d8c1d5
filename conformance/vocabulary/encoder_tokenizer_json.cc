// The encoder that a tokenizer.json describes. Every field that could change an encoding is looked at; one
// with another value than those known here makes the file refused.
#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "lockstep/conformance/vocabulary/encoder_parts.h"
#include "lockstep/engine/vocabulary/piece.h"

namespace lockstep::conformance {
namespace {

using engine::Error;
using engine::Result;
using engine::TokenId;
using nlohmann::json;

using Ids = std::unordered_map<std::string_view, TokenId>;

// Thrown and caught in this file alone.
struct NotUnderstood {
  std::string what;
};

void demand(bool holds, const std::string& what) {
  if (!holds) throw NotUnderstood{what};
}

bool absent(const json& object, const char* key, const json& nothing = nullptr) {
  const auto found = object.find(key);
  return found == object.end() || found->is_null() || *found == nothing;
}

Ids ids_of(const json& model) {
  Ids ids;
  for (const auto& [piece, id] : model.at("vocab").items()) ids.emplace(piece, id.get<TokenId>());
  return ids;
}

TokenId id_of(const Ids& ids, const std::string& piece) {
  const auto found = ids.find(piece);
  demand(found != ids.end(), fmt::format("merges name a piece that is no token: {}", piece));
  return found->second;
}

void read_merges(const json& model, const Ids& ids, MergeTable& merges) {
  const json& list = model.at("merges");
  merges.reserve(list.size());
  std::uint32_t rank = 0;
  for (const json& merge : list) {
    std::string left;
    std::string right;
    if (merge.is_string()) {
      const auto& text = merge.get_ref<const std::string&>();
      const std::size_t space = text.find(' ');
      demand(space != std::string::npos && text.find(' ', space + 1) == std::string::npos, "merges");
      left = text.substr(0, space);
      right = text.substr(space + 1);
    } else {
      demand(merge.is_array() && merge.size() == 2, "merges");
      left = merge[0].get<std::string>();
      right = merge[1].get<std::string>();
    }
    demand(merges.add(id_of(ids, left), id_of(ids, right), rank++, id_of(ids, left + right)),
           "a pair is merged twice");
  }
}

void read_model(const json& model, const Ids& ids, EncoderParts& parts) {
  demand(model.at("type") == "BPE", "model.type");
  demand(absent(model, "dropout"), "model.dropout");
  demand(absent(model, "continuing_subword_prefix", ""), "model.continuing_subword_prefix");
  demand(absent(model, "end_of_word_suffix", ""), "model.end_of_word_suffix");
  read_merges(model, ids, parts.merges);
}

// SentencePiece's way: spaces as U+2581, one piece, bytes where a character is no token.
void read_characters(const json& root, const Ids& ids, EncoderParts& parts) {
  const json replace = {{"type", "Replace"}, {"pattern", {{"String", " "}}}, {"content", engine::kMetaspace}};
  demand(root.at("normalizer") == replace, "normalizer");
  // Splits at spaces, of which the normalizer has left none.
  const json split = {{"type", "Split"},
                      {"pattern", {{"String", " "}}},
                      {"behavior", "MergedWithPrevious"},
                      {"invert", false}};
  demand(root.at("pre_tokenizer") == split, "pre_tokenizer");
  demand(absent(root.at("model"), "ignore_merges", false), "model.ignore_merges");
  parts.by_character = true;
  parts.metaspace = true;
  for (const auto& [piece, id] : ids) {
    if (piece.size() <= 4)  // a character at most
      parts.characters.emplace(engine::replace_all(piece, engine::kMetaspace, " "), id);
  }
  for (unsigned byte = 0; byte < 256; ++byte) parts.bytes[byte] = id_of(ids, fmt::format("<0x{:02X}>", byte));
}

void read_byte_level(const json& root, const Ids& ids, EncoderParts& parts) {
  const json& normalizer = root.at("normalizer");
  parts.composes = normalizer == json{{"type", "NFC"}};
  demand(parts.composes || normalizer.is_null(), "normalizer");
  const json& pre = root.at("pre_tokenizer");
  demand(pre.at("type") == "Sequence" && pre.at("pretokenizers").size() == 2, "pre_tokenizer");
  const json& split = pre.at("pretokenizers")[0];
  const json& bytes = pre.at("pretokenizers")[1];
  demand(split.at("type") == "Split" && split.at("behavior") == "Isolated" && split.at("invert") == false,
         "pre_tokenizer.Split");
  demand(bytes.at("type") == "ByteLevel" && bytes.at("add_prefix_space") == false &&
             bytes.at("use_regex") == false,
         "pre_tokenizer.ByteLevel");
  Result<PreTokenizer> pieces = PreTokenizer::make(split.at("pattern").at("Regex").get<std::string>());
  demand(pieces.ok(), "pre_tokenizer.Split.pattern");
  parts.pieces = std::move(pieces).value();
  const bool whole = root.at("model").value("ignore_merges", false);
  std::size_t singles = 0;
  for (const auto& [piece, id] : ids) {
    const std::optional<std::string> spelled = engine::decode_byte_level(piece);
    demand(spelled.has_value(), "a piece outside the byte-level alphabet");
    if (whole) parts.whole.emplace(*spelled, id);
    if (spelled->size() != 1) continue;
    parts.bytes[static_cast<unsigned char>(spelled->front())] = id;
    ++singles;
  }
  demand(singles == 256, "not every byte is a piece");
}

void read_added(const json& root, EncoderParts& parts) {
  for (const json& token : root.at("added_tokens")) {
    if (token.at("special") == true) continue;
    for (const char* flag : {"single_word", "lstrip", "rstrip", "normalized"})
      demand(token.at(flag) == false, fmt::format("added_tokens.{}", flag));
    const auto content = token.at("content").get<std::string>();
    demand(!content.empty(), "added_tokens.content");
    parts.added[static_cast<unsigned char>(content.front())].emplace_back(content,
                                                                          token.at("id").get<TokenId>());
  }
  for (auto& bucket : parts.added) {
    std::stable_sort(bucket.begin(), bucket.end(),
                     [](const auto& a, const auto& b) { return a.first.size() > b.first.size(); });
  }
}

}  // namespace

Result<EncoderParts> parts_of_tokenizer_json(const std::string& text) {
  const auto refused = [](const std::string& what) {
    return Error{
        "tokens_canonical", "this tokenizer.json has a step that is not understood: " + what, {}, ""};
  };
  try {
    const json root = json::parse(text);
    const json& model = root.at("model");
    const Ids ids = ids_of(model);
    EncoderParts parts;
    read_model(model, ids, parts);
    if (model.value("byte_fallback", false)) {
      read_characters(root, ids, parts);
    } else {
      read_byte_level(root, ids, parts);
    }
    read_added(root, parts);
    return parts;
  } catch (const NotUnderstood& fault) {
    return refused(fault.what);
  } catch (const json::exception& fault) {
    return refused(fault.what());
  }
}

}  // namespace lockstep::conformance

#include "lockstep/conformance/cases/case_vocabulary.h"

#include <fmt/core.h>

#include <nlohmann/json.hpp>
#include <utility>

namespace lockstep::conformance {
namespace {

using engine::TokenId;
using Json = nlohmann::ordered_json;

// U+2581, and the byte-level alphabet's space and line end.
constexpr const char* kLowBlock = "\xE2\x96\x81";
constexpr const char* kLevelSpace = "\xC4\xA0";
constexpr const char* kLevelLine = "\xC4\x8A";

engine::VocabularyOptions lenient() {
  engine::VocabularyOptions options;
  options.allow_missing_bytes = true;
  return options;
}

// A model of these pieces, ids in their order.
std::string tokenizer_json(const Json& decoder, const std::vector<std::string>& pieces, bool fallback) {
  Json vocabulary = Json::object();
  for (const std::string& piece : pieces) vocabulary[piece] = vocabulary.size();
  Json file = {{"version", "1.0"},
               {"added_tokens", Json::array()},
               {"decoder", decoder},
               {"model",
                {{"type", "BPE"},
                 {"unk_token", nullptr},
                 {"byte_fallback", fallback},
                 {"vocab", std::move(vocabulary)},
                 {"merges", Json::array()}}}};
  return file.dump();
}

Json decoder_of(const std::string& style) {
  if (style == "byte_level")
    return {{"type", "ByteLevel"}, {"add_prefix_space", false}, {"trim_offsets", false}, {"use_regex", true}};
  return {{"type", "Sequence"},
          {"decoders",
           {{{"type", "Replace"}, {"pattern", {{"String", kLowBlock}}}, {"content", " "}},
            {{"type", "ByteFallback"}},
            {{"type", "Fuse"}}}}};
}

// What a row's decoder leaves out of its steps.
void complete(Json& step) {
  const auto set = [&](const char* name, Json value) {
    if (!step.contains(name)) step[name] = std::move(value);
  };
  if (!step.is_object() || !step.contains("type") || !step["type"].is_string()) return;
  const std::string type = step["type"].get<std::string>();
  if (type == "Sequence" && step.contains("decoders")) {
    for (Json& inner : step["decoders"]) complete(inner);
  } else if (type == "Replace") {
    set("pattern", {{"String", kLowBlock}});
    set("content", " ");
  } else if (type == "Strip") {
    set("content", " ");
    set("start", 1);
    set("stop", 0);
  } else if (type == "ByteLevel") {
    set("add_prefix_space", false);
    set("trim_offsets", false);
    set("use_regex", true);
  } else if (type == "Metaspace") {
    set("replacement", kLowBlock);
    set("split", true);
  }
}

std::string hex(std::string_view bytes) {
  std::string out;
  for (const char byte : bytes) out += fmt::format("{:02x}", static_cast<unsigned char>(byte));
  return out;
}

void judge_pieces(CaseSubject& subject, const PiecesInput& input, CaseResult& out) {
  for (std::size_t i = 0; i < input.pieces.size(); ++i) {
    ++out.result.fed;
    const auto read = subject.read_vocabulary(
        tokenizer_json(decoder_of(input.style), {input.pieces[i]}, input.style == "sentencepiece"),
        lenient());
    if (!read.ok()) {
      blame(out, Verdict::inconsistent,
            fmt::format("piece {} does not load: {}: {}", input.pieces[i], read.error().code,
                        read.error().message));
    } else if (read->size() != 1 || read->bytes(0) != input.bytes[i] || !read->is_text(0)) {
      blame(out, Verdict::inconsistent,
            fmt::format("piece {} spells {}, not {}", input.pieces[i], hex(read->bytes(0)),
                        hex(input.bytes[i])));
    }
  }
}

void judge_decoder(CaseSubject& subject, const DecoderInput& input, CaseResult& out) {
  ++out.result.fed;
  Json decoder = Json::parse(input.decoder, nullptr, false);
  complete(decoder);
  const bool level = input.style == "byte_level";
  const bool may_fail = !level && input.style != "sentencepiece";
  const bool fallback = input.decoder.find("ByteFallback") != std::string::npos;
  // A decoder without a step for U+2581 leaves it as it is.
  const bool spaces = level || input.decoder.find("Replace") != std::string::npos ||
                      input.decoder.find("Metaspace") != std::string::npos;
  const std::string space = level ? kLevelSpace : kLowBlock;
  std::vector<std::pair<std::string, std::string>> pieces = {{"ab", "ab"}};
  if (spaces) pieces.insert(pieces.end(), {{space + "a", " a"}, {"b" + space, "b "}});
  if (!spaces) pieces.emplace_back(space + "a", space + "a");
  if (level) pieces.emplace_back(kLevelLine, "\n");
  if (fallback) pieces.emplace_back("<0x0A>", "\n");
  // Raw: a piece spells its own bytes.
  if (may_fail) pieces = {{space + "a", space + "a"}, {"<0x0A>", "<0x0A>"}};
  std::vector<std::string> names;
  for (const auto& [piece, bytes] : pieces) names.push_back(piece);
  const auto read = subject.read_vocabulary(tokenizer_json(decoder, names, fallback), lenient());
  if (!read.ok() && may_fail) return;
  if (!read.ok()) {
    out.refused_by = "decoder";
    blame(out, Verdict::refused,
          fmt::format("decoder {}: {}: {}", input.decoder, read.error().code, read.error().message));
    return;
  }
  for (TokenId id = 0; id < pieces.size(); ++id) {
    if (id < read->size() && read->bytes(id) == pieces[id].second) continue;
    blame(out, Verdict::inconsistent,
          fmt::format("decoder {}: piece {} does not spell {}", input.decoder, pieces[id].first,
                      hex(pieces[id].second)));
  }
}

std::string base64(std::string_view bytes) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t three = 0;
    for (std::size_t k = 0; k < 3; ++k)
      three = three << 8U | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0U);
    for (std::size_t k = 0; k < 4; ++k)
      out += i + k > bytes.size() ? '=' : kDigits[three >> (18U - 6U * k) & 63U];
  }
  return out;
}

// Under the language of the one text.
void judge_token(CaseSubject& subject, const engine::Vocabulary& vocabulary,
                 const std::vector<std::string>& tokens, TokenId id, CaseResult& out) {
  CaseLanguage language;
  language.kind = CaseLanguage::Kind::choice;
  language.choices = {tokens[id]};
  const CaseStart started = subject.start(language, vocabulary);
  if (!started.session) {
    blame(out, Verdict::inconsistent, fmt::format("the language of token {} does not compile", id));
    return;
  }
  const std::vector<std::uint32_t> mask = started.session->mask();
  for (TokenId other = 0; other < tokens.size(); ++other) {
    ++out.result.fed;
    const bool allowed = bit_of(mask, other);
    const bool right = !tokens[other].empty() && tokens[id].starts_with(tokens[other]);
    if (allowed != right)
      blame(out, right ? Verdict::mask_too_narrow : Verdict::mask_too_wide,
            fmt::format("token {} at the start of the text of token {}", other, id));
  }
  if (!tokens[id].empty() && (!started.session->accept(id) || !started.session->can_stop()))
    blame(out, Verdict::over_reject, fmt::format("token {} does not complete its own text", id));
}

void judge_tokens(CaseSubject& subject, const TokensInput& input, CaseResult& out) {
  std::string file;
  for (std::size_t id = 0; id < input.tokens.size(); ++id)
    file += fmt::format("{} {}\n", base64(input.tokens[id]), id);
  const auto read = subject.read_vocabulary(file, lenient());
  if (!read.ok()) {
    blame(out, Verdict::inconsistent,
          fmt::format("the tokens do not load: {}: {}", read.error().code, read.error().message));
    return;
  }
  for (TokenId id = 0; id < input.tokens.size(); ++id) {
    ++out.result.fed;
    if (id >= read->size() || read->bytes(id) != input.tokens[id]) {
      blame(out, Verdict::inconsistent, fmt::format("token {} has other bytes", id));
      return;
    }
  }
  for (TokenId id = 0; id < input.tokens.size(); ++id) judge_token(subject, *read, input.tokens, id, out);
}

}  // namespace

void judge_vocabulary(CaseSubject& subject, const TokenizerInput& input, CaseResult& out) {
  out.got = "read";
  if (const auto* pieces = std::get_if<PiecesInput>(&input)) judge_pieces(subject, *pieces, out);
  if (const auto* tokens = std::get_if<TokensInput>(&input)) judge_tokens(subject, *tokens, out);
  if (const auto* decoders = std::get_if<std::vector<DecoderInput>>(&input)) {
    for (const DecoderInput& decoder : *decoders) judge_decoder(subject, decoder, out);
  }
}

}  // namespace lockstep::conformance

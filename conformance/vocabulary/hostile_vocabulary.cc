#include "lockstep/conformance/vocabulary/hostile_vocabulary.h"

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "lockstep/conformance/generate/choices.h"
#include "lockstep/engine/vocabulary/builder.h"

namespace lockstep::conformance {
namespace {

using engine::TokenKind;

constexpr std::size_t kLong = 100'000;  // bytes
constexpr std::size_t kCuts = 1600;
constexpr std::size_t kGlued = 400;
constexpr std::size_t kIllFormed = 200;
constexpr std::size_t kRepeated = 240;
constexpr std::size_t kEmpty = 5;
constexpr std::uint32_t kPadding = 77;  // bits past the last id

// What is cut: every kind of JSON token, escape and length of character.
const std::vector<std::string>& texts() {
  static const std::vector<std::string> kTexts = {
      R"({"name":"J\u00fcrgen \ud83d\ude00","tags":["a","b\n","\\"],"n":-1.5e+10,"ok":true})",
      R"([{"":null},{"a":{"b":[[],{}]}},false,0,-0,1E-7,12391239123,"\"","\/","\b\f\r\t"])",
      "{\"\xc3\xa9t\xc3\xa9\":\"\xe4\xb8\xad\xe6\x96\x87 "
      "\xf0\x9f\x98\x80\xf0\x9f\x91\x8d\",\"\xe2\x80\xa8\":\"\x7f\"}",
      " {\n  \"key\" : [ 1 , 2.50 , 3e5 ] ,\r\n\t\"additional\" : \"The quick brown fox jumps over the lazy "
      "dog\"\n} ",
      R"("abcabcabc0123456789aaaaaaaa","foo":"bar","x1":0.25,"type":"object","$ref":"#")"};
  return kTexts;
}

const std::vector<std::string>& pieces() {
  static const std::vector<std::string> kPieces = {"\"",
                                                   "\",\"",
                                                   "\":\"",
                                                   "\":",
                                                   "{\"",
                                                   "\"}",
                                                   "}]",
                                                   "],",
                                                   "[",
                                                   "]",
                                                   "{",
                                                   "}",
                                                   ",",
                                                   ":",
                                                   "\\",
                                                   "\\\"",
                                                   "\\u",
                                                   "\\ud83d",
                                                   "\\ude00",
                                                   "\\u00",
                                                   "e",
                                                   "E+",
                                                   "-",
                                                   ".",
                                                   "0",
                                                   "1",
                                                   "00",
                                                   " ",
                                                   "\n",
                                                   "\t",
                                                   "true",
                                                   "nul",
                                                   "l",
                                                   "fals",
                                                   "a",
                                                   "foo",
                                                   "\xc3",
                                                   "\xa9",
                                                   "\xf0\x9f",
                                                   "\x98\x80",
                                                   "\xe4\xb8",
                                                   "\xad",
                                                   "\xf0\x9f\x98\x80",
                                                   "\x7f",
                                                   "\x01"};
  return kPieces;
}

std::string repeated(std::string_view piece, std::size_t bytes) {
  std::string text;
  while (text.size() + piece.size() <= bytes) text += piece;
  return text;
}

// Two share all but their last byte; one ends inside a character, one inside an escape, two close a string.
std::vector<std::string> long_texts() {
  const std::string smile = "\xf0\x9f\x98\x80";
  std::string torn = repeated(smile, kLong);
  torn.pop_back();
  return {repeated("a", kLong),
          repeated("a", kLong - 1) + "\"",
          repeated("a", kLong / 2),
          "\"" + repeated("ab", kLong / 4) + "\"",
          torn,
          repeated("[", kLong / 4),
          repeated("]", kLong / 4),
          repeated("{\"a\":", kLong / 4),
          repeated("1", kLong / 4),
          repeated(" ", kLong / 4),
          repeated("\\\\", kLong / 4),
          repeated("\\u00e9", kLong / 4) + "\\u0"};
}

class Maker {
 public:
  explicit Maker(std::uint64_t seed) : choices_(seeded_bytes(seed)) {}

  std::vector<std::pair<std::string, TokenKind>> make() {
    for (unsigned byte = 0; byte < 256; ++byte) add(std::string(1, static_cast<char>(byte)), TokenKind::byte);
    for (std::size_t i = 0; i < kCuts; ++i) add(cut());
    for (std::size_t i = 0; i < kGlued; ++i) add(glued());
    for (std::size_t i = 0; i < kIllFormed; ++i) add(ill_formed());
    for (const std::string& text : long_texts()) add(text);
    for (std::size_t i = 0; i < kRepeated; ++i) add(std::string(tokens_[below(tokens_.size())].first));
    for (std::size_t i = 0; i < kEmpty; ++i) add("");
    for (const char* name : {"\"", "{}", "true", "1", "", "<|stop|>", "<|stop|>", "]"})
      add(name, TokenKind::control);
    for (const char* name : {"<unk>", "a", "\"a\""}) add(name, TokenKind::special);
    for (const char* name : {"", "null", ","}) add(name, TokenKind::unused);
    for (std::size_t left = tokens_.size(); left > 1; --left)
      std::swap(tokens_[left - 1], tokens_[below(left)]);
    return std::move(tokens_);
  }

 private:
  void add(std::string bytes, TokenKind kind = TokenKind::normal) {
    tokens_.emplace_back(std::move(bytes), kind);
  }

  std::size_t below(std::size_t n) { return (choices_.below(256) * 65536 + choices_.below(65536)) % n; }

  std::string cut() {
    const std::string& text = choices_.pick(texts());
    const std::size_t begin = below(text.size());
    return text.substr(begin, 1 + below(choices_.chance(85) ? 8 : 40));
  }

  std::string glued() {
    std::string text;
    for (std::size_t n = choices_.between(2, 6); n > 0; --n) text += choices_.pick(pieces());
    return text;
  }

  // Continuation bytes alone, overlong forms, surrogates, beyond U+10FFFF, leads without the rest.
  std::string ill_formed() {
    static const std::vector<std::string> kBad = {
        "\x80",         "\xbf\xbf",     "\xc0\x80",         "\xc1\xbf",
        "\xe0\x80\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xf0\x80\x80\x80",
        "\xf8",         "\xff",         "\xfe\xff",         "\xef\xbb\xbf"};
    std::string text = choices_.chance(40) ? choices_.pick(pieces()) : "";
    text += choices_.pick(kBad);
    for (std::size_t n = choices_.below(3); n > 0; --n)
      text += static_cast<char>(choices_.between(0x80, 0xff));
    return choices_.chance(40) ? text + choices_.pick(pieces()) : text;
  }

  Choices choices_;
  std::vector<std::pair<std::string, TokenKind>> tokens_;
};

[[noreturn]] void broken(const engine::Error& error) {
  std::fprintf(stderr, "hostile_vocabulary: %s: %s\n", error.code.c_str(), error.message.c_str());
  std::abort();
}

}  // namespace

engine::Vocabulary hostile_vocabulary(std::uint64_t seed) {
  const auto tokens = Maker(seed).make();
  engine::VocabularyOptions options;
  options.limits.max_token_bytes = kLong;
  options.logit_width = static_cast<std::uint32_t>(tokens.size()) + kPadding;
  for (std::size_t id = 0; id < tokens.size(); ++id) {
    if (tokens[id].second == TokenKind::control && tokens[id].first == "<|stop|>")
      options.stop_ids.push_back(static_cast<engine::TokenId>(id));
  }
  engine::VocabularyBuilder builder("hostile", options);
  for (std::size_t id = 0; id < tokens.size(); ++id) {
    if (const auto error = builder.add(static_cast<engine::TokenId>(id), tokens[id].first, tokens[id].second))
      broken(*error);
  }
  engine::Result<engine::Vocabulary> made = builder.finish();
  if (!made) broken(made.error());
  return std::move(made).value();
}

std::optional<std::uint64_t> hostile_seed(std::string_view name) {
  if (name == "hostile") return 1;
  constexpr std::string_view kPrefix = "hostile:";
  if (!name.starts_with(kPrefix)) return std::nullopt;
  name.remove_prefix(kPrefix.size());
  std::uint64_t seed = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), seed);
  if (error != std::errc() || end != name.data() + name.size()) return std::nullopt;
  return seed;
}

}  // namespace lockstep::conformance

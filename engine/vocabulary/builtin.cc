#include "lockstep/engine/vocabulary/builtin.h"

#include <string>
#include <string_view>

#include "lockstep/engine/base/check.h"
#include "lockstep/engine/vocabulary/builder.h"

namespace lockstep::engine {
namespace {

constexpr std::string_view kPieces[] = {
    // Brackets, quotes, separators, and how they meet.
    "{\"", "\":", "\": ", "\":\"", "\": \"", "\",\"", "\", \"", "\"}", "\"]", "[\"", "{}", "[]", "[[", "]]",
    "{{", "}}", "}]", "[{", "},{", "}, {", "],[", "], [", "\"},{\"", "\":{", "\":{\"", "\":[", "\":[{", ":[",
    ":{", ",\"", ", \"", ", ", ": ", "\"\"", "\"\",", ":\"", "\n}", "}\n", "}}\n", ",\n", "{\n", "[\n", "]\n",
    // White space.
    "  ", "    ", "        ", "\n  ", "\n    ", "\n\n", "\r\n", "\t\t", " \"", " {", " [",
    // Words.
    "true", "false", "null", "tr", "rue", "fal", "se", "nu", "ll", " true", " false", " null", "true,",
    "false}", ":true", ":false", ":null", "null]", "alse",
    // Numbers.
    "000", "123", "999", "1.", "0.", ".0", ".5", "-1", "-0", "e+", "e-", "E+", "1e", "1,", "0}", "0]", "2, ",
    "2024", "-12", "e10",
    // Escapes.
    "\\\"", "\\\\", "\\/", "\\n", "\\t", "\\r", "\\b", "\\f", "\\u", "\\u00", "\\ud8", "\\udc", "\\u0020",
    "\\\\\\\"", "\"\\", "\\uD83D", "\\uDE00",
    // Text.
    "name", "type", "id", "value", "name\":", "the", " the", "ing", "er", "st", "at", "$ref", "://", "http",
    ".com", "-01", "T00:00", ":00Z", "--", "__", "abc", "ABC", "foo", "bar", "baz", " a",
    // UTF-8: whole characters, parts of characters, a character with a quote behind it.
    "\xC3\xA9", "\xC3\xA9\"", "\xE2\x82\xAC", "\xE2\x80", "\xE2\x82", "\xE4\xBD\xA0\xE5\xA5\xBD", "\xE5\xA5",
    "\xF0\x9F\x98\x80", "\xF0\x9F", "\xF0\x9F\x98", "\x98\x80", "\x82\xAC", "\xAC\"", "\xCC\x81", "e\xCC\x81",
    "\xC2\xA0", "\xEF\xBF\xBD", "\xD0\xB8", "\xD7\xA9\xD7"};

Vocabulary make() {
  VocabularyOptions options;
  options.stop_names = {"<|stop|>", "<|turn|>"};
  options.logit_width = 640;
  VocabularyBuilder builder("builtin", options);
  TokenId next = 0;
  const auto add = [&](std::string_view bytes, TokenKind kind) {
    LOCKSTEP_CHECK(!builder.add(next, bytes, kind).has_value());
    ++next;
  };
  for (int byte = 0; byte < 256; ++byte) {
    const char c = static_cast<char>(byte);
    add({&c, 1}, TokenKind::byte);
  }
  for (const std::string_view piece : kPieces) {
    add(piece, TokenKind::normal);
  }
  for (int number = 0; number < 100; ++number) {  // pairs of digits: "00" ... "99"
    const char pair[] = {static_cast<char>('0' + number / 10), static_cast<char>('0' + number % 10)};
    add({pair, 2}, TokenKind::normal);
  }
  for (const char* marker : {"<|pad|>", "<|stop|>", "<|turn|>"}) add(marker, TokenKind::control);
  return builder.finish().value();
}

}  // namespace

const Vocabulary& builtin_vocabulary() {
  static const Vocabulary vocabulary = make();
  return vocabulary;
}

}  // namespace lockstep::engine

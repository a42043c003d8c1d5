#include "lockstep/engine/mask/random_language.h"

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <iterator>
#include <utility>
#include <vector>

#include "lockstep/engine/base/check.h"
#include "lockstep/engine/vocabulary/builder.h"

namespace lockstep::engine::test_languages {
namespace {

constexpr const char* kNames[] = {"a", "b", "ab", "\xC3\xA9", "\\u0001", "", "c\\\"d", "\xF0\x9F\x98\x80"};
constexpr const char* kScalars[] = {
    R"({"type":"string"})",
    R"({"type":"string","minLength":1,"maxLength":3})",
    R"({"type":"string","minLength":2})",
    R"({"type":"string","minLength":4,"maxLength":9})",
    R"({"anyOf":[{"minLength":6},{"maxLength":2},{"const":"aab"}],"type":"string"})",
    R"({"anyOf":[{"enum":["ab","\u0001a"]},{"type":"string","minLength":7,"maxLength":7}]})",
    R"({"type":"string","pattern":"^a+b?$"})",
    R"({"type":"string","pattern":"b[^a]","maxLength":5})",
    R"({"type":"string","pattern":"^(?!ab).*\u00e9$|(?<=c)\"","minLength":2})",
    R"({"anyOf":[{"pattern":"^\\p{L}*$","maxLength":4},{"enum":["a1","b","red"]}],"type":"string"})",
    R"({"allOf":[{"pattern":"[0-9]"},{"pattern":"^[^b]*$"}],"type":["string","null"]})",
    R"({"type":"integer"})",
    R"({"type":"integer","minimum":-3,"exclusiveMaximum":120})",
    R"({"type":"number","exclusiveMinimum":-0.25,"maximum":12.5})",
    R"({"type":"number"})",
    R"({"type":["null","boolean"]})",
    R"({"type":["string","integer","null"],"maxLength":2})",
    R"({"enum":["red","rose","r\u00e9d",1,1.5,null,true,[1,"x"],{"a":1}]})",
    R"({"const":"\ud83d\ude00 \"quoted\"\n"})",
    R"({"const":{"a":[1,2],"b":null}})",
    R"({"enum":[10,100,1e3,-7]})",
};
constexpr const char* kPieces[] = {
    "\"",   "\"",       "\"",       "{",        "}",    "[",    "]",        ",",    ":",    "a",       "b",
    "ab",   "c",        "\\",       "\\\"",     "\\u",  "00",   "e9",       "E9",   "d83d", "\\ude00", "\xC3",
    "\xA9", "\xC3\xA9", "\xF0\x9F", "\x98\x80", "\xF0", "\xFF", "1",        "2",    "0",    "-",       ".",
    ".5",   "e",        "E+",       "e1",       " ",    "\n",   "\t ",      "true", "tr",   "ue",      "null",
    "nul",  "l",        "false",    "red",      "ro",   "se",   "\xED\xA0", "\n\n"};

}  // namespace

std::uint32_t seed_or(std::uint32_t fixed) {
  const char* given = std::getenv("LOCKSTEP_SEED");
  const auto seed = given != nullptr ? static_cast<std::uint32_t>(std::strtoul(given, nullptr, 10)) : fixed;
  std::cout << "seed " << seed << "\n";
  return seed;
}

std::string RandomLanguages::schema() {
  // The definitions are what a reference can reach; "#" closes the loop through the root.
  std::string out = R"({"$defs":{"x":)" + subschema(2) + R"(,"y":)" + subschema(1) + "},";
  const std::string body = below(3) == 0 ? array(3) : object(3);
  return out + body.substr(1);
}

std::string RandomLanguages::subschema(int depth) {
  if (depth <= 0) return scalar();
  switch (below(9)) {
    case 0:
      return "true";
    case 1:
      return object(depth - 1);
    case 2:
      return array(depth - 1);
    case 3:
      return R"({"anyOf":)" + list(depth - 1) + "}";
    case 4:
      return R"({"allOf":)" + list(depth - 1) + "}";
    case 5:
      return R"({"$ref":"#/$defs/x"})";
    case 6:
      return R"({"$ref":"#"})";
    case 7:
      return R"({"$ref":"#/$defs/y"})";
    default:
      return scalar();
  }
}

std::string RandomLanguages::scalar() { return any_of(kScalars, std::size(kScalars)); }

std::string RandomLanguages::list(int depth) {
  std::string out = "[";
  const std::size_t count = 1 + below(3);
  for (std::size_t i = 0; i < count; ++i) out += (i == 0 ? "" : ",") + subschema(depth);
  return out + "]";
}

std::string RandomLanguages::object(int depth) {
  const std::size_t first = below(std::size(kNames));
  const std::size_t count = below(4);
  std::string properties;
  std::string required;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string name = std::string("\"") + kNames[(first + i) % std::size(kNames)] + "\"";
    properties += (i == 0 ? "" : ",") + name + ":" + subschema(depth - 1);
    if (below(2) == 0) required += (required.empty() ? "" : ",") + name;
  }
  std::string out = R"({"type":"object","properties":{)" + properties + R"(},"required":[)" + required + "]";
  switch (below(3)) {
    case 0:
      out += R"(,"additionalProperties":false)";
      break;
    case 1:
      out += R"(,"additionalProperties":)" + subschema(depth - 1);
      break;
    default:
      break;
  }
  return out + names(depth) + "}";
}

// What makes one name, or the number of names, matter to what comes behind it.
std::string RandomLanguages::names(int depth) {
  switch (below(14)) {
    case 0:
      return R"(,"propertyNames":{"maxLength":)" + std::to_string(below(3)) + "}";
    case 1:
      return R"(,"propertyNames":{"pattern":"^[ab]*$"})";
    case 2:
      return R"(,"patternProperties":{"^a":)" + subschema(depth - 1) + "}";
    case 3:
      return R"(,"maxProperties":)" + std::to_string(1 + below(3));
    case 4:
      return R"(,"minProperties":)" + std::to_string(1 + below(3));
    case 5:
      return R"(,"dependentRequired":{"a":["c","ab"]})";
    case 6:
      return R"(,"unevaluatedProperties":)" + subschema(depth - 1);
    case 7:
      return R"(,"not":{"required":["b"]})";
    case 8:
      return R"(,"if":{"properties":{"a":{"type":"string"}},"required":["a"]},"then":{"required":["ab"]})";
    default:
      return "";
  }
}

std::string RandomLanguages::array(int depth) {
  std::string out = R"({"type":"array")";
  if (below(2) == 0) out += R"(,"prefixItems":)" + list(depth - 1);
  if (below(3) != 0) out += R"(,"items":)" + subschema(depth - 1);
  if (below(3) == 0) out += R"(,"minItems":)" + std::to_string(below(3));
  if (below(3) == 0) out += R"(,"maxItems":)" + std::to_string(2 + below(3));
  if (below(4) == 0) out += R"(,"uniqueItems":true)";
  return out + "}";
}

Policy RandomLanguages::policy() {
  Policy policy;
  policy.whitespace = static_cast<Whitespace>(below(4));
  policy.outer_whitespace = static_cast<OuterWhitespace>(below(2));
  policy.key_order = static_cast<KeyOrder>(below(2));
  policy.numbers = static_cast<Numbers>(below(3));
  if (below(2) == 0) policy.number_bytes = static_cast<std::uint32_t>(5 + below(36));
  policy.escapes = static_cast<Escapes>(below(2));
  return policy;
}

// The end of a name and what comes behind it, up to the next name.
std::string RandomLanguages::across_names() {
  static constexpr const char* kBegun[] = {"1", "\"", "\"a\"", "true", "nu",   "null", "[",
                                           "{", "{}", "[1",    "-",    "\"\"", "[]"};
  std::string text = below(4) == 0 ? "" : any_of(kNames, std::size(kNames));
  text += "\":" + any_of(kBegun, std::size(kBegun));
  if (below(2) == 0) return text;
  text += below(2) == 0 ? "}" : ",\"" + any_of(kNames, std::size(kNames));
  return below(2) == 0 ? text : text + "\":" + any_of(kBegun, std::size(kBegun));
}

Vocabulary RandomLanguages::vocabulary(std::size_t longest) {
  std::vector<std::pair<std::string, TokenKind>> tokens;
  for (unsigned byte = 0; byte < 256; ++byte)
    tokens.emplace_back(std::string(1, static_cast<char>(byte)), TokenKind::byte);
  for (std::size_t i = 0; i < 120; ++i) {
    std::string text;
    for (std::size_t parts = 1 + below(4); parts > 0; --parts) text += any_of(kPieces, std::size(kPieces));
    tokens.emplace_back(std::move(text), TokenKind::normal);
  }
  for (std::size_t i = 0; i < 80; ++i) tokens.emplace_back(across_names(), TokenKind::normal);
  tokens.emplace_back("", TokenKind::normal);
  tokens.emplace_back(tokens[256 + below(120)].first, TokenKind::normal);
  tokens.emplace_back("{", TokenKind::control);
  tokens.emplace_back("\"", TokenKind::special);
  tokens.emplace_back("", TokenKind::unused);
  if (longest > 0) {
    tokens.emplace_back(std::string(longest, '['), TokenKind::normal);
    tokens.emplace_back(std::string(longest, 'a'), TokenKind::normal);
  }
  const std::size_t stops = 1 + below(3);
  for (std::size_t i = 0; i < stops; ++i)
    tokens.emplace_back("<|stop" + std::to_string(i) + "|>", TokenKind::control);
  // Ids in random order: a mask must not lean on bytes being first.
  for (std::size_t i = tokens.size(); i > 1; --i) std::swap(tokens[i - 1], tokens[below(i)]);

  VocabularyOptions options;
  options.logit_width = static_cast<std::uint32_t>(tokens.size() + below(70));
  options.limits.max_token_bytes = std::size_t{1} << 20U;
  for (std::size_t id = 0; id < tokens.size(); ++id) {
    if (tokens[id].first.starts_with("<|stop")) options.stop_ids.push_back(static_cast<TokenId>(id));
  }
  VocabularyBuilder builder("random", options);
  for (std::size_t id = 0; id < tokens.size(); ++id) {
    const auto error = builder.add(static_cast<TokenId>(id), tokens[id].first, tokens[id].second);
    LOCKSTEP_CHECK(!error.has_value());
  }
  return builder.finish().value();
}

}  // namespace lockstep::engine::test_languages

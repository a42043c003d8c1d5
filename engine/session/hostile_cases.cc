#include "lockstep/engine/session/hostile_cases.h"

#include <algorithm>
#include <functional>

#include "lockstep/engine/vocabulary/builder.h"

namespace lockstep::engine::hostile {
namespace {

std::string repeated(std::size_t count, const std::string& text) {
  std::string out;
  out.reserve(count * text.size());
  for (std::size_t i = 0; i < count; ++i) out += text;
  return out;
}

// one(0), one(1), ... with commas between.
std::string listed(std::size_t count, const std::function<std::string(std::string)>& one) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i) out += (i == 0 ? "" : ",") + one(std::to_string(i));
  return out;
}

std::string quoted(const std::string& text) { return "\"" + text + "\""; }

std::string name_of(const std::string& i) { return quoted("name" + i); }

// A code point of the ideographs.
std::string ideograph(std::size_t i) {
  const std::size_t c = 0x4E00 + i;
  return {static_cast<char>(0xE0 | c >> 12U), static_cast<char>(0x80 | (c >> 6U & 0x3FU)),
          static_cast<char>(0x80 | (c & 0x3FU))};
}

void add_texts(std::vector<Case>& cases, double scale) {
  const auto n = [scale](std::size_t most) {
    return static_cast<std::size_t>(static_cast<double>(most) * scale);
  };
  const std::size_t bytes = n(15'000'000);
  cases.push_back({"a long string", R"({"title":")" + repeated(bytes, "a") + "\"}"});
  cases.push_back({"a long string of escapes", R"({"title":")" + repeated(bytes / 6, "\\u00e9") + "\"}"});
  cases.push_back({"white space", "{" + repeated(bytes, " ") + "}"});
  cases.push_back({"a long number", R"({"const":1)" + repeated(bytes, "0") + "}"});
  for (Case& one : cases) one.units = bytes / 1024;
  const std::size_t values = n(1'400'000);
  cases.push_back({"many values", R"({"examples":[)" + listed(values, [](auto i) { return i; }) + "]}"});
  cases.back().units = values;
  const std::size_t names = n(500'000);
  cases.push_back({"unknown keywords", "{" + listed(names, [](auto i) { return name_of(i) + ":0"; }) + "}"});
  cases.back().units = names;
  const std::size_t huge = n(900'000);
  cases.push_back({"names alike at the start",
                   "{" + listed(15, [&](auto i) { return quoted(repeated(huge, "x") + i) + ":0"; }) + "}"});
  cases.back().units = huge / 1024;
}

void add_lists(std::vector<Case>& cases, double scale) {
  const auto n = [scale](std::size_t most) {
    return static_cast<std::size_t>(static_cast<double>(most) * scale);
  };
  const std::size_t count = n(100'000);
  const std::size_t few = n(6'000);
  const auto add = [&](const char* name, std::string schema, const Policy& policy = Policy::spec()) {
    cases.push_back({name, std::move(schema), {}, policy, count});
  };
  add("enum of strings", R"({"enum":[)" + listed(count, name_of) + "]}");
  add("enum of numbers", R"({"enum":[)" + listed(count, [](auto i) { return i + ".5e-3"; }) + "]}");
  add("enum of arrays", R"({"enum":[)" + listed(few, [](auto i) { return "[" + i + "]"; }) + "]}");
  add("enum of objects",
      R"({"enum":[)" + listed(few, [](auto i) { return "{" + name_of(i) + ":0}"; }) + "]}");
  add("properties",
      R"({"properties":{)" + listed(n(30'000), [](auto i) { return name_of(i) + ":{}"; }) + "}}");
  cases.back().units = n(30'000);
  add("properties in their order",
      R"({"properties":{)" + listed(n(30'000), [](auto i) { return name_of(i) + R"(:{"type":"null"})"; }) +
          "}}",
      Policy::canonical());
  cases.back().units = n(30'000);
  add("required", R"({"type":"object","required":[)" + listed(few, name_of) + "]}");
  cases.back().units = few;
  add("dependentRequired", R"({"dependentRequired":{"a":[)" + listed(few, name_of) + "]}}");
  cases.back().units = few;
  add("references", R"({"$ref":"#/$defs/name0","$defs":{)" +
                        listed(n(20'000),
                               [](auto i) {
                                 return name_of(i) + R"(:{"$ref":"#/$defs/name)" +
                                        std::to_string(std::stoul(i) + 1) + "\"}";
                               }) +
                        R"(,"name)" + std::to_string(n(20'000)) + R"(":{"type":"null"}}})");
  cases.back().units = n(20'000);
  add("nothing satisfies it", R"({"allOf":[{"type":"null"},)" + listed(n(20'000), [](auto i) {
                                return R"({"minimum":)" + i + "}";
                              }) + R"(,{"const":1}]})");
  cases.back().units = n(20'000);
  add("many items", R"({"type":"array","minItems":)" + std::to_string(n(300'000)) + "}");
  cases.back().units = n(300'000);
  add("a long witness", R"({"type":"string","minLength":)" + std::to_string(n(4'000'000)) + "}");
  cases.back().units = n(4'000'000);
}

void add_patterns(std::vector<Case>& cases, double scale) {
  const auto n = [scale](std::size_t most) {
    return static_cast<std::size_t>(static_cast<double>(most) * scale);
  };
  const auto add = [&](const char* name, const std::string& pattern, std::size_t units) {
    cases.push_back({name, R"({"type":"string","pattern":")" + pattern + "\"}", {}, Policy::spec(), units});
  };
  std::string words;
  std::string characters;
  for (std::size_t i = 0; i < n(8'000); ++i) words += (i == 0 ? "" : "|") + ("w" + std::to_string(i * 7919));
  for (std::size_t i = 0; i < n(8'000); ++i) characters += (i == 0 ? "" : "|") + ideograph(i);
  add("a pattern of words", "^(?:" + words + ")$", n(8'000));
  add("a pattern of characters", "^(?:" + characters + ")x$", n(8'000));
  add("a pattern written out", "^(?:a{0,250}b?){0," + std::to_string(n(250)) + "}c$", n(60'000));
  add("a pattern of Unicode classes",
      "^" + repeated(n(3'000), R"((?:\\p{L}|\\p{Script=Greek}|[^\\p{N}\\p{P}]))") + "$", n(9'000));
  add("a pattern of look-aheads",
      "^(?!(?:" + words.substr(0, words.find('|', words.size() / 4)) + ")$)(?=.{3}).*$", n(2'000));
  add(
      "named groups",
      repeated(1, "") +
          [&] {
            std::string all;
            for (std::size_t i = 0; i < n(3'000); ++i) all += "(?<n" + std::to_string(i) + ">a)";
            return all;
          }(),
      n(3'000));
  const std::size_t tail = std::max<std::size_t>(4, n(18));
  const std::string contrary = R"({"type":"string","allOf":[{"pattern":"^[ab]*a[ab]{)" +
                               std::to_string(tail) + R"(}$"},{"pattern":"^[ab]*b[ab]{)" +
                               std::to_string(tail) + "}$\"}]}";
  cases.push_back({"patterns in contradiction", contrary, {}, Policy::spec(), std::size_t{1} << tail});
  std::string names;
  for (std::size_t i = 0; i < std::max<std::size_t>(3, n(9)); ++i)
    names += (i == 0 ? "\"" : ",\"") + ("^.{" + std::to_string(i) + "}a[ab]{6}") + R"(":{"minimum":)" +
             std::to_string(i) + "}";
  cases.push_back({"patterns of names", R"({"minProperties":1,"patternProperties":{)" + names + "}}"});
}

void add_structures(std::vector<Case>& cases, double scale) {
  const auto n = [scale](std::size_t most) {
    return static_cast<std::size_t>(static_cast<double>(most) * scale);
  };
  const auto add = [&](const char* name, std::string schema) { cases.push_back({name, std::move(schema)}); };
  const std::size_t deep = std::max<std::size_t>(20, n(160));
  add("nested arrays",
      repeated(deep, R"({"type":"array","minItems":1,"items":)") + "{}" + repeated(deep, "}"));
  add("nested conditions", repeated(deep, R"({"anyOf":[{"type":"null"},{"required":["a"]}],"not":)") +
                               R"({"type":"string"})" + repeated(deep, "}"));
  const std::size_t branches = std::max<std::size_t>(3, n(40));
  add("branches of objects",
      R"({"type":"object","required":["k","l"],"anyOf":[)" + listed(branches, [](auto i) {
        return R"({"properties":{"k":{"minimum":)" + i + R"(},"l":{"maxLength":)" + i + "}}}";
      }) + "]}");
  add("exactly one of", R"({"type":"object","oneOf":[)" + listed(branches, [](auto i) {
                          return R"({"required":[)" + name_of(i) + R"(],"properties":{)" + name_of(i) +
                                 R"(:{"type":"integer"},"other":{"maximum":)" + i + "}}}";
                        }) + "]}");
  add("unevaluated", R"({"unevaluatedProperties":false,"anyOf":[)" + listed(branches, [](auto i) {
                       return R"({"required":[)" + name_of(i) + R"(],"properties":{)" + name_of(i) + ":{}}}";
                     }) + "]}");
  add("items under many conditions",
      R"({"type":"array","minItems":)" + std::to_string(branches) + R"(,"allOf":[)" +
          listed(branches, [](auto i) { return R"({"contains":{"const":)" + i + R"(},"minContains":2})"; }) +
          "]}");
}

}  // namespace

std::vector<Case> compiles(double scale) {
  std::vector<Case> cases;
  add_texts(cases, scale);
  add_lists(cases, scale);
  add_patterns(cases, scale);
  add_structures(cases, scale);
  return cases;
}

std::vector<Case> masks(double scale) {
  const auto n = [scale](std::size_t most) {
    return static_cast<std::size_t>(static_cast<double>(most) * scale);
  };
  std::vector<Case> cases;
  const auto add = [&](const char* name, std::string schema, std::string text) {
    cases.push_back({name, std::move(schema), std::move(text)});
  };
  add("any JSON", "true", "");
  add("an open name", R"({"type":"object"})", "{\"");
  std::string used = "{";
  for (std::size_t i = 0; i < n(3'000); ++i) used += name_of(std::to_string(i)) + ":0,";
  add("a name after many", R"({"type":"object"})", used + "\"");
  add("one of many names",
      R"({"properties":{)" + listed(n(3'000), [](auto i) { return name_of(i) + ":{}"; }) +
          R"(},"additionalProperties":false})",
      "{");
  add("one of many strings", R"({"enum":[)" + listed(n(50'000), name_of) + "]}", "");
  add("one of many numbers", R"({"enum":[)" + listed(n(50'000), [](auto i) { return "1" + i; }) + "]}", "1");
  add("a number of many digits", R"({"type":"number","minimum":1)" + repeated(n(50'000), "3") + "}",
      "1" + repeated(n(20'000), "3"));
  add("a bounded string", R"({"type":"string","maxLength":100000})", "\"");
  add("a pattern that blows up", R"({"type":"string","pattern":"^[ab]*a[ab]{12}$"})", "\"abab");
  add("a pattern of any character", R"({"type":"string","pattern":"^.*x.{14}$"})", "\"ab");
  add("a pattern and a length", R"({"type":"string","pattern":"(?:ab|ba|\\p{L}\\d){3}","maxLength":2000})",
      "\"ab");
  add("a name that patterns tell apart",
      R"({"patternProperties":{"^.*x.{8}$":{},"^[a-m]+$":{},"\\d{3}":{}},"propertyNames":{"maxLength":40}})",
      "{\"a");
  add("white space", R"({"type":"array"})", "[");
  return cases;
}

Vocabulary long_tokens(std::size_t longest) {
  VocabularyOptions options;
  options.limits.max_token_bytes = longest + 16;
  VocabularyBuilder builder("hostile", options);
  TokenId id = 0;
  const auto add = [&](const std::string& bytes, TokenKind kind = TokenKind::normal) {
    (void)builder.add(id++, bytes, kind);
  };
  for (unsigned byte = 0; byte < 256; ++byte) add(std::string(1, static_cast<char>(byte)), TokenKind::byte);
  for (const char* unit : {"a", "1", " ", "[", "ab", "\\u0061", "\xC3\xA9", "0", "[[1],", "\":"}) {
    const std::string text(unit);
    add(repeated(longest / text.size(), text));
    add("\"" + repeated(longest / text.size(), text));
    add("{\"" + repeated(longest / text.size(), text));
    add("1" + repeated(longest / text.size(), text));
  }
  add("<end>", TokenKind::control);
  builder.suggest_stop(id - 1);
  return builder.finish().value();
}

}  // namespace lockstep::engine::hostile

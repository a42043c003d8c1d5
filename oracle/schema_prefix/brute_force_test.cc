// Small closed languages in full: for every viable prefix all 256 next bytes and the stop bit, in both
// directions, against a list of all texts that was made without any notion of a prefix. The lists hold whole
// languages: the schemas admit nothing outside of the universe that the texts come from (checked: a viable
// byte that no text has is a failure).
#include <gtest/gtest.h>

#include <cstdio>

#include "lockstep/oracle/schema_prefix/prefix_testing.h"
#include "lockstep/oracle/schema_prefix/universe.h"

namespace lockstep::oracle {
namespace {

OraclePolicy tight() {
  OraclePolicy policy = OraclePolicy::canonical();
  policy.key_order = KeyOrderRule::any;
  policy.format = FormatRule::annotate;
  return policy;
}

struct Tally {
  std::size_t languages = 0;
  std::size_t prefixes = 0;
  std::size_t compared = 0;
  std::size_t viable = 0;
};

void compare(const std::string& schema, const OraclePolicy& policy, const std::set<std::string>& language,
             Tally& tally) {
  const PrefixOracle oracle = oracle_for(schema, policy);
  const std::set<std::string> prefixes = prefixes_of(language);
  EXPECT_EQ(word_of(oracle.viable("")), language.empty() ? "no" : "yes") << schema;
  std::size_t wrong = 0;
  for (const std::string& prefix : prefixes) {
    const NextBytes next = oracle.next_bytes(prefix);
    std::string longer = prefix + ' ';
    for (std::size_t byte = 0; byte < 256; ++byte) {
      longer.back() = static_cast<char>(static_cast<unsigned char>(byte));
      const bool expected = prefixes.contains(longer);
      tally.viable += expected ? 1 : 0;
      if (next.bytes.at(byte).truth == (expected ? Truth::yes : Truth::no)) continue;
      if (++wrong < 5)
        ADD_FAILURE() << schema << ": " << shown(longer) << " is " << word_of(next.bytes.at(byte));
    }
    if (next.stop.truth != (language.contains(prefix) ? Truth::yes : Truth::no) && ++wrong < 5) {
      ADD_FAILURE() << schema << ": stop after " << shown(prefix) << " is " << word_of(next.stop);
    }
    tally.compared += 257;
  }
  ++tally.languages;
  tally.prefixes += prefixes.size();
}

const Filter kAll = [](const std::string&) { return true; };

void print(const char* what, const Tally& tally) {
  std::printf("%s: %zu languages, %zu prefixes, %zu bytes and stop bits compared, %zu viable\n", what,
              tally.languages, tally.prefixes, tally.compared, tally.viable);
}

UniverseShape small() {
  UniverseShape shape;
  shape.scalars = {"null", "true", "false", "0",    "1",     "2",     "3",
                   "5",    "10",   "-1",    "\"\"", "\"a\"", "\"b\"", "\"ab\""};
  shape.names = {"\"a\"", "\"b\"", "\"ab\""};
  return shape;
}

// Scalars are closed by these definitions: one number range, strings from a list.
const std::string kDefs =
    R"("$defs":{"s":{"enum":["","a","ab"]},"i":{"type":"integer","minimum":-1,"maximum":3},"b":{"type":"boolean"},)"
    R"("n":{"type":"null"},"never":false,"any":{"anyOf":[{"$ref":"#/$defs/s"},{"$ref":"#/$defs/i"},{"$ref":"#/$defs/b"}]}})";

const char* const kSchemas[] = {
    // scalars
    R"("$ref":"#/$defs/any")",
    R"("$ref":"#/$defs/never")",
    R"("type":["boolean","null"])",
    R"("type":"string","maxLength":0)",
    R"("const":"ab","minLength":2)",
    R"("const":"ab","minLength":3)",
    R"("enum":["a","b","ab",1,2,[1],{"a":1},{"b":1,"a":null},null])",
    R"("enum":["a","b","ab",1,2,[1],{"a":1},null],"type":["string","array"],"maxLength":1)",
    R"("type":"integer","exclusiveMinimum":-1.5,"exclusiveMaximum":3)",
    R"("allOf":[{"type":"integer","minimum":-1},{"type":["number","string"],"maximum":0.5},{"enum":[0,-1,1,"a"]}])",
    R"("anyOf":[{"$ref":"#/$defs/s","minLength":2},{"$ref":"#/$defs/i","exclusiveMinimum":2}])",
    R"("type":"number","minimum":2,"maximum":2)",
    // arrays
    R"("type":"array","maxItems":2,"items":{"$ref":"#/$defs/i"})",
    R"("type":"array","minItems":2,"items":false)",
    R"("type":"array","minItems":1,"maxItems":2,"prefixItems":[{"$ref":"#/$defs/s"}],"items":{"$ref":"#/$defs/b"})",
    R"("type":"array","minItems":2,"maxItems":2,"prefixItems":[{"$ref":"#/$defs/any"},false])",
    R"("type":"array","prefixItems":[{"$ref":"#/$defs/any"},false,true])",
    R"("type":"array","prefixItems":[{"const":1},{"const":2}],"items":false)",
    R"("type":"array","items":{"$ref":"#/$defs/n"},"anyOf":[{"maxItems":0},{"minItems":2,"maxItems":2}])",
    R"("type":"array","anyOf":[{"prefixItems":[{"const":1},{"const":2}],"items":false},{"prefixItems":[{"const":2},{"const":1}],"items":false,"minItems":2}])",
    R"("type":"array","maxItems":1,"items":{"allOf":[{"$ref":"#/$defs/any"},{"type":["string","boolean"]}]})",
    // objects
    R"("type":"object","properties":{"a":{"$ref":"#/$defs/i"},"b":{"$ref":"#/$defs/b"}},"additionalProperties":false)",
    R"("type":"object","properties":{"a":{"$ref":"#/$defs/i"},"ab":{"$ref":"#/$defs/s"}},"additionalProperties":false,"required":["ab"])",
    R"("type":"object","properties":{"a":false},"required":["a"])",
    R"("type":"object","properties":{"a":false,"b":{"const":1}},"additionalProperties":false)",
    R"("type":"object","properties":{"a":{"const":1}},"required":["a","b"],"additionalProperties":false)",
    R"("type":"object","properties":{"a":{"const":1},"b":{"const":1},"ab":{"const":1}},"additionalProperties":false,"minProperties":2,"maxProperties":2)",
    R"("type":"object","properties":{"a":{"const":1},"b":false,"ab":{"const":1}},"additionalProperties":false,"minProperties":2,"required":["ab"])",
    R"("type":"object","properties":{"a":{"const":1},"b":{"const":2}},"additionalProperties":false,"maxProperties":1)",
    R"("type":"object","properties":{"a":{"const":1},"b":{"const":2}},"additionalProperties":false,"maxProperties":1,"required":["b"])",
    R"("type":"object","properties":{"a":{"enum":[1,2]},"b":{"$ref":"#/$defs/b"}},"additionalProperties":false,"anyOf":[{"properties":{"a":{"const":1}},"required":["a"]},{"required":["b"],"maxProperties":1}])",
    R"("allOf":[{"type":"object","properties":{"a":{"$ref":"#/$defs/i"},"b":true},"additionalProperties":false},{"properties":{"a":{"minimum":2},"b":{"type":"null"}},"additionalProperties":false}])",
    R"("allOf":[{"type":"object","properties":{"a":true,"b":true},"additionalProperties":false},{"properties":{"a":{"const":1}},"additionalProperties":{"const":2}}])",
    R"("type":"object","properties":{"a":{"const":1},"b":{"const":2}},"additionalProperties":false,"allOf":[{"required":["a"]},{"anyOf":[{"required":["b"]},{"properties":{"b":false}}]}])",
    R"("anyOf":[{"type":"object","properties":{"a":{"const":1}},"additionalProperties":false},{"type":"object","properties":{"b":{"const":2},"a":{"const":2}},"additionalProperties":false,"required":["a","b"]},{"type":"array","maxItems":0}])",
    // keywords that are not exact by structure, over few values
    R"("type":"array","maxItems":2,"items":{"$ref":"#/$defs/i"},"uniqueItems":true)",
    R"("allOf":[{"$ref":"#/$defs/any"}],"not":{"type":"integer"})",
    R"("type":"integer","minimum":-1,"maximum":10,"multipleOf":5)",
    R"("type":"object","properties":{"a":{"$ref":"#/$defs/i"},"b":{"$ref":"#/$defs/b"}},"additionalProperties":false,"if":{"required":["a"]},"then":{"required":["b"]},"else":{"maxProperties":0})",
    R"("oneOf":[{"$ref":"#/$defs/i"},{"enum":[1,2,"a"]}])",
    R"("type":"array","maxItems":2,"items":{"$ref":"#/$defs/b"},"contains":{"const":true},"minItems":1)",
    R"("type":"object","properties":{"a":{"const":1},"b":{"const":2}},"additionalProperties":false,"dependentRequired":{"a":["b"]},"minProperties":1)",
};

TEST(BruteForce, EveryKeyword) {
  const Texts texts = universe(small());
  Tally tally;
  for (const char* schema : kSchemas) {
    const std::string text = std::string("{") + schema + "," + kDefs + "}";
    compare(text, tight(), language_of(text, texts, false, kAll), tally);
  }
  print("every keyword", tally);
  EXPECT_GE(tally.languages, 40U);
  EXPECT_GE(tally.compared, 300'000U);
}

TEST(BruteForce, NestedAndRecursive) {
  UniverseShape shape;
  shape.scalars = {"null", "1", "\"a\""};
  shape.names = {"\"a\"", "\"n\""};
  shape.items = 1;
  shape.depth = 2;
  const Texts texts = universe(shape);
  Tally tally;
  for (
      const std::string schema : {
          // A list that ends: `n` is the rest, two deep as the universe is.
          R"({"properties":{"a":{"const":1},"n":{"properties":{"a":{"const":1},"n":{"const":null}},"required":["n"],
              "additionalProperties":false,"type":"object"}},"required":["a"],"additionalProperties":false,"type":"object"})",
          // No finite value: the recursion never ends.
          R"({"type":"object","properties":{"n":{"$ref":"#"}},"required":["n"]})",
          R"({"type":"array","items":{"$ref":"#"},"minItems":1})",
          R"({"$ref":"#/$defs/a","$defs":{"a":{"type":"array","minItems":1,"items":{"$ref":"#/$defs/o"}},
              "o":{"type":"object","required":["a"],"properties":{"a":{"$ref":"#/$defs/a"}}}}})",
          // Only the other branch ends.
          R"({"anyOf":[{"type":"array","minItems":1,"items":{"type":"array","minItems":1,"items":{"$ref":"#/$defs/x"}}},
              {"const":"a"}],"$defs":{"x":{"type":"array","minItems":1,"items":{"$ref":"#/$defs/x"}}}})",
          // Conjunctions through members and items.
          R"({"type":"object","allOf":[{"properties":{"a":{"type":"array","maxItems":1}},"additionalProperties":false},
              {"properties":{"a":{"items":{"enum":[1,"a"]}}}}]})",
          R"({"type":"object","additionalProperties":false,"properties":{"a":{"anyOf":[{"const":1},{"type":"array","maxItems":1,
              "items":{"type":"null"}}]},"n":{"type":"object","properties":{"a":{"const":"a"}},"additionalProperties":false}}})",
          R"({"$id":"http://x/y","type":"array","maxItems":1,"items":{"$ref":"z"},"$defs":{"z":{"$id":"z","anyOf":[
              {"$ref":"#here"},{"type":"null"}],"$defs":{"h":{"$anchor":"here","type":"array","maxItems":1,"items":{"const":1}}}}}})",
      }) {
    compare(schema, tight(), language_of(schema, texts, false, kAll), tally);
  }
  print("nested", tally);
  EXPECT_EQ(tally.languages, 8U);
  EXPECT_GE(tally.compared, 30'000U);
}

TEST(BruteForce, DeclaredOrder) {
  OraclePolicy policy = OraclePolicy::canonical();
  policy.format = FormatRule::annotate;
  UniverseShape shape = small();
  shape.scalars = {"1"};
  shape.members = 3;
  const Texts texts = universe(shape);
  // The place of each name in the text must follow the list.
  const auto in_order = [](const std::vector<std::string>& names) {
    return [names](const std::string& text) {
      std::size_t last = 0;
      for (const std::string& name : names) {
        const std::size_t at = text.find("\"" + name + "\"");
        if (at == std::string::npos) continue;
        if (at < last) return false;
        last = at;
      }
      return true;
    };
  };
  const std::string one = R"({"const":1})";
  Tally tally;
  const auto judge = [&](const std::string& schema, const std::vector<std::string>& names) {
    compare(schema, policy, language_of(schema, texts, false, in_order(names)), tally);
  };
  judge(
      R"({"type":"object","properties":{"b":{"const":1},"a":{"const":1},"ab":{"const":1}},"additionalProperties":false})",
      {"b", "a", "ab"});
  judge(
      R"({"type":"object","properties":{"ab":{"const":1},"a":{"const":1},"b":{"const":1}},"additionalProperties":false,
        "required":["a"]})",
      {"ab", "a", "b"});
  judge(
      R"({"type":"object","anyOf":[{"properties":{"b":{"const":2}},"required":["b"]},{"properties":{"a":{"const":1}}}],
        "properties":{"ab":{"const":1},"a":{"const":1},"b":{"const":1}},"additionalProperties":false,"minProperties":2})",
      {"b", "a", "ab"});
  judge(R"({"enum":[{"a":1,"b":1},{"b":1,"ab":1},{"ab":1}],"properties":{"b":true,"a":true}})",
        {"b", "a", "ab"});
  judge(
      R"({"$ref":"#/$defs/x","properties":{"a":{"const":1}},"$defs":{"x":{"type":"object","properties":{"ab":{"const":1}},
        "maxProperties":2}},"allOf":[{"properties":{"a":true,"ab":true},"additionalProperties":false}]})",
      {"ab", "a"});
  print("declared order", tally);
  EXPECT_EQ(tally.languages, 5U);
  EXPECT_GE(tally.compared, 20'000U);
}

TEST(BruteForce, WhiteSpaceOfOneBlank) {
  OraclePolicy policy = tight();
  policy.whitespace = WhitespaceRule::single;
  UniverseShape shape = small();
  shape.behind = " ";
  const Texts texts = universe(shape);
  Tally tally;
  for (const std::size_t i : {0U, 6U, 12U, 14U, 21U, 22U, 30U}) {
    const std::string schema = std::string("{") + kSchemas[i] + "," + kDefs + "}";
    compare(schema, policy, language_of(schema, texts, false, kAll), tally);
  }
  print("one blank", tally);
  EXPECT_GE(tally.compared, 50'000U);
}

TEST(BruteForce, EverySpellingOfStrings) {
  OraclePolicy policy = tight();
  policy.escapes = EscapeRule::json;
  UniverseShape shape;
  shape.members = 1;
  shape.items = 1;
  for (const std::u32string_view text :
       {U"", U"a", U"\u00e9", U"/", U"\"", U"\n", U"\U0001F600", U"\u20ac", U"j\u0001"}) {
    for (const std::string& spelled : string_spellings(text)) {
      shape.scalars.push_back(spelled);
      shape.names.push_back(spelled);
    }
  }
  const Texts strings = shape.scalars;
  Tally tally;
  const auto judge = [&](const std::string& schema, const Texts& texts) {
    compare(schema, policy, language_of(schema, texts, false, kAll), tally);
  };
  judge(R"({"enum":["","a","\u00e9","/","\"","\n"]})", strings);
  judge(R"({"enum":["\ud83d\ude00","\u20ac","j\u0001"]})", strings);
  judge(R"({"enum":["a","\u00e9","/","\"","\u20ac"],"minLength":1,"maxLength":1})", strings);
  UniverseShape objects = shape;
  objects.scalars = {"1"};
  judge(
      R"({"type":"object","properties":{"a":{"const":1},"\u00e9":{"const":1},"/":{"const":1}},"additionalProperties":false,
        "maxProperties":1})",
      universe(objects));
  objects.members = 2;
  objects.names = string_spellings(U"a");
  for (const std::string& name : string_spellings(U"b")) objects.names.push_back(name);
  judge(R"({"type":"object","properties":{"a":{"const":1},"b":{"const":1}},"additionalProperties":false})",
        universe(objects));
  print("strings", tally);
  EXPECT_EQ(tally.languages, 5U);
  EXPECT_GE(tally.compared, 90'000U);
}

TEST(BruteForce, EverySpellingOfNumbers) {
  OraclePolicy policy = tight();
  policy.numbers = NumberRule::json;
  policy.number_bytes = 3;
  OraclePolicy plain = policy;
  plain.numbers = NumberRule::plain;
  UniverseShape shape;
  shape.scalars = number_spellings(3);
  shape.items = 1;
  shape.members = 0;
  const Texts texts = universe(shape);
  Tally tally;
  for (const std::string schema : {
           R"({"type":"number","minimum":0.5,"exclusiveMaximum":20})",
           R"({"type":"integer","maximum":15})",
           R"({"type":"number","minimum":1e5})",
           R"({"type":"number","exclusiveMinimum":-0.05,"exclusiveMaximum":0})",
           R"({"enum":[0,10,1.5,-2]})",
           R"({"type":"array","maxItems":1,"items":{"type":"integer","exclusiveMinimum":90}})",
           R"({"const":[100]})",
           R"({"anyOf":[{"type":"integer","minimum":5},{"type":"number","minimum":200,"maximum":210.5}]})",
           R"({"type":"number","exclusiveMinimum":1.2,"exclusiveMaximum":1.3})",
           R"({"type":"integer","minimum":1,"exclusiveMaximum":1})",
       }) {
    compare(schema, policy, language_of(schema, texts, false, kAll), tally);
    compare(schema, plain, language_of(schema, texts, true, kAll), tally);
  }
  print("numbers", tally);
  EXPECT_EQ(tally.languages, 20U);
  EXPECT_GE(tally.compared, 300'000U);
}

}  // namespace
}  // namespace lockstep::oracle

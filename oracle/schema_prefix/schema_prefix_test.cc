// Named behaviours: dead ends, conjunctions, recursion, references, and what is said of keywords that are not
// exact.
#include "lockstep/oracle/schema_prefix/schema_prefix.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdio>
#include <fstream>
#include <thread>

#include "lockstep/oracle/json_text/digits.h"
#include "lockstep/oracle/schema_prefix/prefix_testing.h"

namespace lockstep::oracle {
namespace {

std::string viable(std::string_view schema, std::string_view prefix, const OraclePolicy& policy = {},
                   const PrefixLimits& limits = {}) {
  return word_of(oracle_for(schema, policy).viable(prefix, limits));
}

std::string complete(std::string_view schema, std::string_view text, const OraclePolicy& policy = {}) {
  return word_of(oracle_for(schema, policy).complete(text));
}

TEST(SchemaPrefix, ADeadEndIsDeadWhereItBegins) {
  EXPECT_EQ(viable(R"({"type":"array","minItems":2,"items":false})", "["), "no");
  EXPECT_EQ(viable(R"({"type":"array","minItems":2,"items":false})", ""), "no");
  EXPECT_EQ(viable(R"({"properties":{"a":false},"required":["a"]})", "{"), "no");
  EXPECT_EQ(viable(R"({"properties":{"a":false},"required":["a"]})", "["), "yes") << "only objects are asked";
  EXPECT_EQ(viable(R"({"prefixItems":[true,false]})", "[1,"), "no");
  EXPECT_EQ(viable(R"({"maxProperties":1,"required":["a"]})", R"({"b)"), "no");
  EXPECT_EQ(viable(R"({"maxProperties":1,"required":["ab"]})", R"({"a)"), "yes");
  EXPECT_EQ(viable(R"({"additionalProperties":false,"properties":{"a":true}})", R"({"a":1,)"), "no");
  EXPECT_EQ(viable("false", ""), "no");
  EXPECT_EQ(viable("false", " "), "no");
}

TEST(SchemaPrefix, SizesBeyondAllTextsAreStillNumbers) {
  EXPECT_EQ(viable(R"({"minItems":1e30,"maxItems":1e31})", "[1"), "yes");
  EXPECT_EQ(viable(R"({"minItems":1e31,"maxItems":1e30})", "["), "no");
  EXPECT_EQ(viable(R"({"minLength":1e400})", R"("a)"), "yes");
  EXPECT_EQ(viable(R"({"minProperties":5,"additionalProperties":false,"properties":{"a":true}})", "{"), "no");
}

TEST(SchemaPrefix, AConjunctionHoldsNameByName) {
  const char* schema = R"({"type":"object","allOf":[{"properties":{"a":{"type":"integer","minimum":5}}},
      {"properties":{"a":{"maximum":5}},"additionalProperties":{"type":"string"}}]})";
  EXPECT_EQ(viable(schema, R"({"a":5)", OraclePolicy::model()), "yes");
  EXPECT_EQ(viable(schema, R"({"a":6)", OraclePolicy::model()), "no");
  EXPECT_EQ(viable(schema, R"({"b":1)"), "no");
  EXPECT_EQ(viable(schema, R"({"b":"x","a)"), "yes");
}

// Arrays of one item each, ever longer: few values, but as many items as their square.
TEST(SchemaPrefix, ValuesWithinValuesCountToo) {
  const char* schema =
      R"({"uniqueItems":true,"items":{"items":{"const":[]},"if":{"type":"boolean"},"else":{"$ref":"#"}},
      "not":{"prefixItems":[{}],"items":{"type":"integer"},"contains":{}}})";
  const auto peak = [] {  // of this process's memory, in KiB
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
      if (line.starts_with("VmHWM:")) return std::stol(line.substr(6));
    }
    return 0L;
  };
  const long before = peak();
  ASSERT_GT(before, 0);
  PrefixLimits limits;
  limits.values = 10'000;  // of the 100,000 that are usual
  EXPECT_EQ(viable(schema, "[", {}, limits), "yes");
  EXPECT_LT(peak() - before, 128L << 10);
}

TEST(SchemaPrefix, RecursionEndsOrNothingIsThere) {
  EXPECT_EQ(viable(R"({"type":"array","items":{"$ref":"#"},"minItems":1})", ""), "no");
  EXPECT_EQ(viable(R"({"type":"array","items":{"$ref":"#"}})", "[[[[],[["), "yes");
  const char* tree =
      R"({"$defs":{"t":{"type":"object","properties":{"l":{"anyOf":[{"$ref":"#/$defs/t"},{"type":"null"}]}},
      "required":["l"],"additionalProperties":false}},"$ref":"#/$defs/t"})";
  EXPECT_EQ(viable(tree, R"({"l":{"l":{"l":nu)"), "yes");
  EXPECT_EQ(viable(tree, R"({"l":{"l":{}})"), "no");
  EXPECT_EQ(complete(tree, R"({"l":{"l":null}})"), "yes");
}

TEST(SchemaPrefix, AReferenceMayGoToAnAnchorAnIdAndTheRegistry) {
  const Registry registry = {{"http://x/other", R"({"$defs":{"n":{"$anchor":"n","const":7}}})"}};
  const Outcome<PrefixOracle> made = PrefixOracle::make(
      R"({"$id":"http://x/root","items":{"$ref":"other#n"}})", registry, {}, OraclePolicy::model());
  ASSERT_TRUE(made);
  EXPECT_EQ(word_of(made.value().viable("[7,")), "yes");
  EXPECT_EQ(word_of(made.value().viable("[8")), "no");
  const Outcome<PrefixOracle> none = PrefixOracle::make(R"({"$ref":"other"})", {}, {}, {});
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code, "bad_reference");
}

TEST(SchemaPrefix, AListedValueIsExactBesideAnyKeyword) {
  const char* schema =
      R"({"enum":["abc","xyz",[1,2],{"a":1}],"pattern":"^x","not":{"type":"array"},"uniqueItems":true})";
  EXPECT_EQ(viable(schema, R"("a)"), "no");
  EXPECT_EQ(viable(schema, R"("xy)"), "yes");
  EXPECT_EQ(viable(schema, "["), "no");
  EXPECT_EQ(viable(schema, R"({"a":1)"), "yes");
}

TEST(SchemaPrefix, AKeywordThatIsNotExactIsYesByAWitnessNoByTheRestOrUnknown) {
  EXPECT_EQ(viable(R"({"type":"string","pattern":"^a","maxLength":3})", R"("a)"), "yes");
  EXPECT_EQ(viable(R"({"type":"string","pattern":"^a","maxLength":3})", R"("abcd)"), "no");
  EXPECT_EQ(viable(R"({"type":"string","pattern":"^a"})", R"("b)"), "no");
  const char* back = R"({"type":"string","pattern":"^(q{3}z)c\\1$"})";
  EXPECT_EQ(viable(back, R"("qqqzc)"), "yes");
  EXPECT_EQ(viable(back, R"("qqqzcqqqz)"), "yes");
  EXPECT_EQ(viable(back, R"("qqqzcx)"), "no");
  EXPECT_EQ(viable(R"({"pattern":"^(?<c>.)\\k<c>$"})", R"("x)"), "yes");
  EXPECT_EQ(viable(R"({"pattern":"^(?<c>.)\\k<c>$"})", R"("xy)"), "no");
  EXPECT_EQ(viable(R"({"not":{"pattern":"^(a*)b\\1$"},"type":"string","maxLength":2})", R"("a)"), "yes");
  const char* hidden = R"x({"type":"string","pattern":"^([a-z]{4}z)(?!\\1)"})x";
  EXPECT_EQ(viable(hidden, R"("qrst)"), "unknown: keyword: pattern") << "no candidate is a witness";
  EXPECT_EQ(viable(R"({"type":"string","pattern":"^a"})", R"("b")"), "no") << "a closed value is checked";
  EXPECT_EQ(viable(R"({"properties":{"s":{"pattern":"^a"},"n":{"type":"null"}}})", R"({"n":1)"), "no");
  EXPECT_EQ(viable(R"({"properties":{"s":{"pattern":"^a"},"n":{"type":"null"}}})", R"({"s":"ab","n":n)"),
            "yes");
}

TEST(SchemaPrefix, AOneOfOfDisjointSchemasIsExact) {
  const PrefixOracle oracle = oracle_for(R"({"oneOf":[
      {"type":"object","properties":{"k":{"const":"a"},"v":{"type":"string"}},"required":["k"],"additionalProperties":false},
      {"type":"object","properties":{"k":{"const":"b"},"w":{"$ref":"#"}},"required":["k","w"],"additionalProperties":false},
      {"type":"array","items":{"$ref":"#"}}]})",
                                         OraclePolicy::canonical());
  std::size_t viable_bytes = 0;
  for (const std::string text : {R"({"k":"a","v":"any text at all"})", R"([[],{"k":"b","w":{"k":"a"}}])"}) {
    for (std::size_t length = 0; length <= text.size(); ++length) {
      const NextBytes next = oracle.next_bytes(text.substr(0, length));
      for (const Answer& answer : next.bytes) {
        ASSERT_FALSE(answer.is_unknown()) << text.substr(0, length) << " " << answer.reason;
        viable_bytes += answer.is_yes() ? 1 : 0;
      }
    }
    EXPECT_TRUE(oracle.complete(text).is_yes()) << text;
  }
  EXPECT_GE(viable_bytes, 1'000U);
  EXPECT_TRUE(oracle.viable(R"({"k":"a","w)").is_no());
  EXPECT_TRUE(oracle.viable(R"({"k":"b"})").is_no());
  const char* overlap = R"({"oneOf":[{"type":"string","minLength":2},{"type":"string","maxLength":2}]})";
  EXPECT_EQ(complete(overlap, R"("ab")"), "no");
  EXPECT_EQ(complete(overlap, R"("a")"), "yes");
  const char* last_two =
      R"({"oneOf":[{"type":"null"},{"type":"string","maxLength":3},{"type":"string","minLength":3,"maxLength":3}]})";
  EXPECT_EQ(viable(last_two, R"("ab)"), "yes");
  EXPECT_EQ(viable(last_two, R"("abc)"), "no") << "both hold for \"abc\"";
}

TEST(SchemaPrefix, AWitnessIsInTheDeclaredOrder) {
  const char* schema =
      R"({"type":"object","properties":{"a":{"const":1},"b":{"const":1}},"dependentRequired":{"b":["a"]}})";
  EXPECT_EQ(viable(schema, R"({"b":1,)"), "yes");
  EXPECT_EQ(viable(schema, R"({"b":1,)", OraclePolicy::canonical()), "no");
  EXPECT_EQ(viable(schema, R"({"a":1,)", OraclePolicy::canonical()), "yes");
}

TEST(SchemaPrefix, ADynamicReferenceGoesWhereTheScopeSays) {
  const char* one = R"({"$dynamicAnchor":"n","type":"array","items":{"$dynamicRef":"#n"}})";
  EXPECT_EQ(viable(one, "[[],[["), "yes");
  EXPECT_EQ(viable(one, "[[],1"), "no");
  const char* two =
      R"({"$id":"http://x/a","$dynamicAnchor":"n","$ref":"b","type":"array","$defs":{"b":{"$id":"b",
      "$dynamicAnchor":"n","items":{"$dynamicRef":"#n"}}}})";
  EXPECT_EQ(viable(two, "[[]"), "yes");
  EXPECT_EQ(viable(two, "[[],["), "yes");
  EXPECT_EQ(viable(two, "[1"), "no") << "the outermost resource wants arrays";
  EXPECT_EQ(viable(two, "[[1"), "no");
  EXPECT_EQ(complete(two, "[[]]"), "yes");
  EXPECT_EQ(complete(two, "[1]"), "no") << "the outermost resource wants arrays";
  EXPECT_EQ(viable(two, "[}"), "no");
}

TEST(SchemaPrefix, FewValuesAreEnumerated) {
  const char* schema =
      R"({"type":"array","minItems":2,"maxItems":3,"uniqueItems":true,"items":{"type":"integer","minimum":1,"maximum":2}})";
  EXPECT_EQ(viable(schema, "[1,2", OraclePolicy::model()), "yes");
  EXPECT_EQ(viable(schema, "[1,1", OraclePolicy::model()), "no");
  EXPECT_EQ(viable(schema, "[1,2,", OraclePolicy::model()), "no");
  // Few values for a member are not few objects where any name may have it.
  const char* open =
      R"({"type":"object","additionalProperties":{"const":1},"minProperties":1,"not":{"required":["a"]}})";
  EXPECT_EQ(viable(open, R"({"b)"), "yes");
  EXPECT_EQ(viable(open, R"({"q":1)"), "yes");
  PrefixLimits none;
  none.values = 3;
  none.witnesses = 0;
  EXPECT_EQ(viable(schema, "[1,1", OraclePolicy::model(), none), "no");
  const char* circle =
      R"({"type":"array","maxItems":1,"items":{"$ref":"#/$defs/c"},"$defs":{"c":{"allOf":[{"$ref":"#/$defs/c"}]}}})";
  EXPECT_EQ(viable(circle, "[1", OraclePolicy::model(), none), "unknown: keyword: below");
}

TEST(SchemaPrefix, PlainLooksAtTheSpellingOfANumber) {
  const OraclePolicy model = OraclePolicy::model();
  EXPECT_EQ(complete(R"({"not":{"type":"integer"}})", "1.0", model), "yes");
  EXPECT_EQ(complete(R"({"not":{"type":"integer"}})", "1", model), "no");
  EXPECT_EQ(complete(R"({"not":{"const":{"a":[1,1.5]}}})", R"({"a":[1.0,1.5]})", model), "yes");
  EXPECT_EQ(viable(R"({"const":{"a":[10,1.5]}})", R"({"a":[1e1)", model), "no");
  EXPECT_EQ(viable(R"({"const":{"a":[10,1.5]}})", R"({"a":[10,0.15e)", model), "yes");
  EXPECT_EQ(viable(R"({"const":{"a":[10,1.5]}})", R"({"a":[1e1)"), "yes");
  EXPECT_EQ(viable(R"({"const":1e50})", "", model), "no") << "an integer word of 51 bytes";
}

TEST(SchemaPrefix, HostileTextsAreAnswered) {
  const std::string deep(100'000, '[');
  EXPECT_EQ(viable("true", deep), "unknown: depth: 400 open brackets");
  EXPECT_EQ(viable("true", std::string(400, '[')), "yes");
  EXPECT_EQ(complete("true", deep), "unknown: depth: 400 open brackets");
  EXPECT_EQ(viable("true", "1" + std::string(20'000, '0')), "yes");
  EXPECT_EQ(viable("true", std::string(20'000, ' ')), "yes");
  const std::string zeros(20'000, '0');
  EXPECT_EQ(viable(R"({"exclusiveMinimum":1,"exclusiveMaximum":1.0000001})", "1" + zeros), "yes");
  EXPECT_EQ(viable(R"({"exclusiveMinimum":1,"exclusiveMaximum":1.0000001})", "2" + zeros), "no");
  EXPECT_EQ(viable(R"({"type":"integer","maximum":5})", "0." + zeros + "1"), "yes");
  EXPECT_EQ(viable(R"({"type":"integer","minimum":2,"maximum":5})", "0." + zeros + "12"), "no");
  EXPECT_EQ(viable("true", "1." + zeros, OraclePolicy::canonical()), "yes");
  EXPECT_EQ(viable(R"({"minimum":2})", "1." + zeros, OraclePolicy::canonical()), "yes");
  EXPECT_EQ(viable(R"({"const":1})", "1." + zeros, OraclePolicy::canonical()), "no");
  // A schema that comes back to itself in place decides nothing; the branch beside it may.
  const char* circle = R"({"anyOf":[{"$ref":"#"},{"type":"null"}]})";
  EXPECT_EQ(viable(circle, "nu"), "yes");
  EXPECT_EQ(viable(circle, "tr"), "unknown: infinite_recursion: ");
}

TEST(SchemaPrefix, NextBytesMeanOneQuestionEach) {
  const PrefixOracle oracle =
      oracle_for(R"({"properties":{"a":{"type":"integer","maximum":12}},"additionalProperties":false})",
                 OraclePolicy::model());
  for (const std::string prefix : {"", "{", "{\"", "{\"a\":1", "{\"a\":12", "{\"a\":1}", "[tr", "\"\\ud8"}) {
    const NextBytes next = oracle.next_bytes(prefix);
    for (std::size_t byte = 0; byte < 256; ++byte) {
      const Answer one = oracle.viable(prefix + static_cast<char>(static_cast<unsigned char>(byte)));
      ASSERT_EQ(next.bytes.at(byte).truth, one.truth) << prefix << " " << byte;
    }
    ASSERT_EQ(next.stop.truth, oracle.complete(prefix).truth) << prefix;
  }
}

TEST(SchemaPrefix, ManyThreadsMayAsk) {
  const PrefixOracle oracle =
      oracle_for(R"({"type":"array","items":{"anyOf":[{"type":"null"},{"$ref":"#"}]}})", {});
  std::vector<std::thread> threads;
  std::array<int, 4> wrong = {};
  for (std::size_t i = 0; i < wrong.size(); ++i) {
    threads.emplace_back([&oracle, &wrong, i] {
      for (int round = 0; round < 200; ++round) {
        if (!oracle.viable("[null,[[n").is_yes() || !oracle.viable("[null,[[1").is_no()) ++wrong.at(i);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, (std::array<int, 4>{}));
}

// Each object may differ in several ways from what it must not be, and so may the one inside it: a number of
// ways to the power of the depth, of which few ask for something different.
TEST(SchemaPrefix, WorkDoesNotMultiplyWithTheDepth) {
  const PrefixOracle oracle = oracle_for(
      R"json({"type":["object","null"],"patternProperties":{"^(?!f)":{"$ref":"#","minimum":12}},
              "not":{"enum":[{"x1":null},{"a":12},{"0":-2.5},{"m~n":"b"}]}})json",
      {});
  const auto steps_at = [&oracle](std::size_t depth) {
    std::string text;
    for (std::size_t i = 0; i < depth; ++i) text += i % 2 == 0 ? R"({"a":)" : R"({"b":)";
    EXPECT_EQ(word_of(oracle.viable(text)), "yes");  // what is asked of members that may follow is kept
    const std::uint64_t before = digit_steps();
    EXPECT_EQ(word_of(oracle.viable(text + "n")), "yes");
    EXPECT_EQ(word_of(oracle.viable(text + "1")), "no");
    EXPECT_EQ(word_of(oracle.viable(text + "{")), "yes");
    return digit_steps() - before;
  };
  std::uint64_t half = steps_at(2);
  EXPECT_GE(half, 100U);
  for (const std::size_t depth : {4U, 8U, 16U}) {
    const std::uint64_t steps = steps_at(depth);
    std::printf("depth %zu: %llu digit steps\n", depth, static_cast<unsigned long long>(steps));
    ASSERT_LE(steps, 4 * half);
    half = steps;
  }
}

}  // namespace
}  // namespace lockstep::oracle

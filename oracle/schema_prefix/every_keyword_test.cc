// Random schemas of every keyword over a small closed universe of values: which bytes may follow, in both
// directions, against the list of all texts that Schema::check takes. Nothing may be wrong; what is unknown
// is counted, by keyword.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>

#include "lockstep/oracle/schema_prefix/declared_order.h"
#include "lockstep/oracle/schema_prefix/prefix_testing.h"
#include "lockstep/oracle/schema_prefix/schema_maker.h"
#include "lockstep/oracle/schema_prefix/universe.h"

namespace lockstep::oracle {
namespace {

struct Tally {
  std::size_t schemas = 0, empty = 0, prefixes = 0, compared = 0, viable = 0, unknown = 0;
  std::map<std::string, std::pair<std::size_t, std::size_t>> by_keyword;  // compared, unknown
};

// Asked about: every byte that a text of the universe has, and some that none has.
std::set<char> bytes_of(const Texts& texts) {
  std::set<char> out = {' ', '!', 'c', '\\', '9', 'x', '\x7f', '\xc3', '+', '\n'};
  for (const std::string& text : texts) out.insert(text.begin(), text.end());
  return out;
}

struct Setting {
  OraclePolicy policy;
  std::string universe;  // as a schema
  Texts texts;           // all of them
  bool plain = false;
  bool declared = false;  // members stand in the declared order
  std::size_t schemas = 0;
  std::size_t prefixes = 0;  // of each
};

// The order is DeclaredOrder's own word here; policy_cases_test.cc and brute_force_test.cc judge it.
Filter order_of(const Setting& run, const std::shared_ptr<const Schema>& schema) {
  if (!run.declared) return [](const std::string&) { return true; };
  return [schema](const std::string& text) {
    DeclaredOrder orders(schema->impl(), 1'000'000);
    const Outcome<JsonValue> value = parse_json(text);
    return orders.holds({schema->impl().root}, value.value());
  };
}

void judge(const Setting& run, SchemaMaker& maker, const std::string& schema, Tally& tally) {
  const Outcome<Schema> loaded = Schema::load(schema, {});
  ASSERT_TRUE(loaded) << schema << loaded.error().message;
  const std::set<std::string> language = language_of(
      schema, run.texts, run.plain, order_of(run, std::make_shared<const Schema>(loaded.value())));
  const std::set<std::string> prefixes = prefixes_of(language);
  const PrefixOracle oracle = oracle_for(schema, run.policy);
  ++tally.schemas;
  std::size_t compared = 0;
  std::size_t unknown = 0;
  const auto compare = [&](const Answer& answer, bool expected, const std::string& text) {
    ++compared;
    tally.viable += expected ? 1 : 0;
    if (answer.is_unknown()) {
      ++unknown;
    } else {
      EXPECT_EQ(answer.is_yes(), expected) << schema << "\n" << shown(text);
    }
  };
  compare(oracle.viable(""), !language.empty(), "");
  if (language.empty()) ++tally.empty;
  const std::set<char> bytes = bytes_of(run.texts);
  const std::vector<std::string> all(prefixes.begin(), prefixes.end());
  for (std::size_t i = 0; i < run.prefixes && i < all.size(); ++i) {
    const std::string& prefix = all.size() <= run.prefixes ? all[i] : all[maker.below(all.size())];
    ++tally.prefixes;
    compare(oracle.complete(prefix), language.contains(prefix), prefix + " (stop)");
    for (const char byte : bytes) {
      const std::string longer = prefix + byte;
      compare(oracle.viable(longer), prefixes.contains(longer), longer);
    }
  }
  tally.compared += compared;
  tally.unknown += unknown;
  for (const std::string& keyword : SchemaMaker::keywords()) {
    // The universe is in every schema.
    if (schema.find("\"" + keyword + "\":", 11 + run.universe.size()) == std::string::npos) continue;
    tally.by_keyword[keyword].first += compared;
    tally.by_keyword[keyword].second += unknown;
  }
}

void print(std::uint64_t seed, const Tally& tally) {
  std::printf("seed %llu: %zu schemas (%zu empty), %zu prefixes, %zu compared, %zu viable, %zu unknown\n",
              static_cast<unsigned long long>(seed), tally.schemas, tally.empty, tally.prefixes,
              tally.compared, tally.viable, tally.unknown);
  for (const auto& [keyword, counts] : tally.by_keyword) {
    std::printf("  %-24s %9zu compared %7zu unknown\n", keyword.c_str(), counts.first, counts.second);
  }
}

void judge_all(const Setting& run, std::uint64_t default_seed, Tally& tally) {
  const char* given = std::getenv("LOCKSTEP_SEED");
  const std::uint64_t seed = given == nullptr ? default_seed : std::strtoull(given, nullptr, 10);
  const char* count = std::getenv("LOCKSTEP_SCHEMAS");
  const std::size_t schemas = count == nullptr ? run.schemas : std::strtoull(count, nullptr, 10);
  SchemaMaker maker(seed);
  for (std::size_t i = 0; i < schemas; ++i) {
    judge(run, maker, maker.document(run.universe), tally);
    if (::testing::Test::HasFailure()) break;
  }
  print(seed, tally);
}

OraclePolicy tight() {
  OraclePolicy policy = OraclePolicy::canonical();
  policy.key_order = KeyOrderRule::any;
  policy.format = FormatRule::annotate;
  return policy;
}

std::string universe_of(const std::string& numbers) {
  return R"({"anyOf":[{"$ref":"#/$defs/universe/$defs/scalar"},{"type":"array","maxItems":2,)"
         R"("items":{"$ref":"#/$defs/universe/$defs/scalar"}},{"type":"object","propertyNames":{"pattern":"^[ab]$"},)"
         R"("additionalProperties":{"$ref":"#/$defs/universe/$defs/scalar"}}],)"
         R"("$defs":{"scalar":{"anyOf":[{"type":["null","boolean"]},)" +
         numbers + R"(,{"type":"string","pattern":"^[ab]*$","maxLength":2,"not":{"pattern":"aa|bb"}}]}}})";
}

const std::string kHalves =
    R"({"type":"number","multipleOf":0.5,"minimum":-1,"maximum":1,"not":{"const":-0.5}})";

UniverseShape shape_of(const Texts& numbers) {
  UniverseShape shape;
  shape.scalars = {"null", "true", "false", "\"\"", "\"a\"", "\"b\"", "\"ab\"", "\"ba\""};
  shape.scalars.insert(shape.scalars.end(), numbers.begin(), numbers.end());
  shape.names = {"\"a\"", "\"b\""};
  return shape;
}

TEST(EveryKeyword, RandomSchemasOverASmallUniverse) {
  Setting run;
  run.policy = tight();
  run.texts = universe(shape_of({"-1", "0", "0.5", "1"}));
  run.universe = universe_of(kHalves);
  run.schemas = 400;
  run.prefixes = 24;
  Tally tally;
  judge_all(run, 11, tally);
  EXPECT_GE(tally.compared, 200'000U);
  EXPECT_GE(tally.viable, 7'000U);
  EXPECT_LE(tally.unknown * 500, tally.compared);
}

// Under `plain` the spelling of an integer counts, in `type`, `enum` and `const`, and in what denies them.
TEST(EveryKeyword, WherePlainNumbersAreSpelledInMoreThanOneWay) {
  Setting run;
  run.policy = tight();
  run.policy.numbers = NumberRule::plain;
  run.policy.number_bytes = 3;
  run.plain = true;
  run.texts = universe(shape_of({"1", "1.0", "1e0", "1E0", "0.5"}));
  run.universe = universe_of(R"({"type":"number","multipleOf":0.5,"minimum":0.5,"maximum":1})");
  run.schemas = 200;
  run.prefixes = 24;
  Tally tally;
  judge_all(run, 12, tally);
  EXPECT_GE(tally.compared, 100'000U);
  EXPECT_GE(tally.viable, 3'000U);
  EXPECT_LE(tally.unknown * 200, tally.compared);
}

TEST(EveryKeyword, WhereMembersStandInTheDeclaredOrder) {
  Setting run;
  run.policy = tight();
  run.policy.key_order = KeyOrderRule::declared;
  run.declared = true;
  run.texts = universe(shape_of({"0", "1"}));
  run.universe = universe_of(R"({"type":"integer","minimum":0,"maximum":1})");
  run.schemas = 200;
  run.prefixes = 24;
  Tally tally;
  judge_all(run, 13, tally);
  EXPECT_GE(tally.compared, 100'000U);
  EXPECT_GE(tally.viable, 3'000U);
  EXPECT_LE(tally.unknown * 500, tally.compared);
}

// What random schemas rarely come to: what denials, marks and dynamic scopes say.
const char* const kHandMade[] = {
    R"("if":{"properties":{"a":true},"required":["a"]},"unevaluatedProperties":false)",
    R"("if":{"properties":{"a":{"type":"number"}}},"then":{"properties":{"b":true}},"unevaluatedProperties":{"const":0})",
    R"("type":"object","not":{"if":{"required":["a"],"properties":{"a":true}},"unevaluatedProperties":false})",
    R"("type":"object","not":{"dependentRequired":{"a":["b"]}})",
    R"("type":"object","not":{"dependentRequired":{"a":["b"],"b":["a"]}})",
    R"("type":"object","not":{"dependentSchemas":{"a":{"properties":{"b":{"const":1}},"required":["b"]}}})",
    R"("dependentSchemas":{"a":{"properties":{"a":true,"b":true}}},"unevaluatedProperties":{"type":"null"})",
    R"("type":"object","not":{"anyOf":[{"properties":{"a":true},"required":["a"]},{"properties":{"b":{"type":"number"}}}],"unevaluatedProperties":false})",
    R"("anyOf":[{"properties":{"a":{"type":"number"}}},{"properties":{"b":{"type":"number"}},"required":["b"]}],"unevaluatedProperties":{"type":"string"})",
    R"("oneOf":[{"properties":{"a":{"type":"number"}},"required":["a"]},{"properties":{"b":{"type":"number"}},"required":["b"]}],"unevaluatedProperties":{"type":"string"})",
    R"("allOf":[{"oneOf":[{"patternProperties":{"a":{"minimum":0}}},{"additionalProperties":{"type":"null"}}]}],"unevaluatedProperties":{"const":"a"})",
    R"("not":{"not":{"properties":{"a":true}}},"unevaluatedProperties":{"const":"a"})",
    R"("contains":{"type":"string"},"unevaluatedItems":{"const":1})",
    R"("contains":{"type":"string"},"minContains":0,"prefixItems":[{"type":"null"}],"unevaluatedItems":false)",
    R"("type":"array","not":{"contains":{"type":"string"},"unevaluatedItems":{"const":1}})",
    R"("anyOf":[{"prefixItems":[true,{"type":"number"}]},{"prefixItems":[{"type":"string"}]}],"unevaluatedItems":{"type":"null"})",
    R"("type":"array","not":{"contains":{"type":"number"},"minContains":1,"maxContains":1})",
    R"("type":"array","contains":{"type":"number"},"minContains":1,"not":{"contains":{"minimum":1,"type":"number"},"minContains":2})",
    R"("type":"array","not":{"uniqueItems":true})",
    R"("type":"array","not":{"uniqueItems":true},"items":{"type":["string","number"]},"contains":{"const":"a"})",
    R"("type":"array","uniqueItems":true,"minItems":2,"items":{"enum":["a",1,null]})",
    R"("type":"array","uniqueItems":true,"minItems":2,"items":{"type":"boolean"})",
    R"("type":"array","uniqueItems":true,"minItems":2,"contains":{"type":"boolean"},"minContains":2)",
    R"("type":"array","not":{"items":{"type":"number"},"prefixItems":[true]})",
    R"("type":"array","not":{"prefixItems":[{"type":"number"},{"type":"null"}]})",
    R"("type":"object","not":{"propertyNames":{"pattern":"a"}},"maxProperties":1)",
    R"("type":"object","not":{"patternProperties":{"a":{"type":"number"},"b":{"type":"string"}}})",
    R"("type":"object","not":{"properties":{"a":true},"additionalProperties":{"type":"null"}})",
    R"("type":"object","not":{"minProperties":1,"maxProperties":1})",
    R"("not":{"enum":[[1],["a",1],{"a":1},{"a":0,"b":"a"},0.5,"a",null,[]]})",
    R"("type":["array","object"],"not":{"anyOf":[{"const":{}},{"const":["a"]},{"const":{"b":1}}]})",
    R"("patternProperties":{"^a":{"type":"number"}},"propertyNames":{"maxLength":1},"minProperties":2,"additionalProperties":{"type":"string"})",
    R"("minProperties":2,"patternProperties":{"b":false},"type":"object")",
    R"("$ref":"http://x/s2")",
    R"("$ref":"http://x/t2")",
    R"("not":{"$ref":"http://x/s2"})",
    R"("properties":{"a":{"$ref":"http://x/s2"},"b":{"$ref":"http://x/t2"}})",
    R"("type":"object","maxProperties":0,"not":{"dependentRequired":{"a":["b"]}})",
    R"("type":"array","prefixItems":[{"type":"number"},{"type":"string"}],"not":{"uniqueItems":true})",
    R"("type":"object","allOf":[{"not":{"patternProperties":{"^a":{"type":"number"}}}},{"not":{"patternProperties":{"a$":{"not":{"type":"number"}}}}}])",
    R"("type":"object","allOf":[{"not":{"patternProperties":{"^a":{"type":"number"}}}},{"not":{"patternProperties":{"a$":{"type":"string"}}}}])",
    R"("properties":{"a":false},"dependentSchemas":{"a":{"properties":{"b":true}}},"unevaluatedProperties":{"type":"null"})",
    R"("type":"number","not":{"multipleOf":1},"minimum":-1)",
    R"("type":["number","string"],"not":{"type":"integer"},"minLength":1)",
    R"("oneOf":[{"multipleOf":1},{"minimum":0.5},{"const":"a"}])",
    R"("oneOf":[{"required":["a"]},{"required":["b"]}],"type":"object")",
    R"("type":"object","not":{"oneOf":[{"required":["a"]},{"required":["b"]}]})",
};

TEST(EveryKeyword, HandMadeSchemasOfDenialsMarksAndScopes) {
  const std::string resources =
      R"("s2":{"$id":"http://x/s2","$dynamicAnchor":"n","type":["array","object","integer"],"$ref":"t2"},)"
      R"("t2":{"$id":"http://x/t2","$dynamicAnchor":"n","properties":{"a":{"$dynamicRef":"#n"}},"items":{"$dynamicRef":"#n"}})";
  for (const bool plain : {false, true}) {
    Setting run;
    run.policy = tight();
    run.plain = plain;
    if (plain) run.policy.numbers = NumberRule::plain;
    if (plain) run.policy.number_bytes = 3;
    run.texts =
        universe(shape_of(plain ? Texts{"1", "1.0", "1e0", "1E0", "0.5"} : Texts{"-1", "0", "0.5", "1"}));
    run.universe =
        universe_of(plain ? R"({"type":"number","multipleOf":0.5,"minimum":0.5,"maximum":1})" : kHalves);
    run.prefixes = 150;
    SchemaMaker maker(14);
    Tally tally;
    for (const char* schema : kHandMade) {
      judge(run, maker,
            R"({"$id":"http://x/r","$defs":{"universe":)" + run.universe + "," + resources +
                R"(},"allOf":[{"$ref":"#/$defs/universe"},{)" + schema + "}]}",
            tally);
    }
    print(14, tally);
    EXPECT_GE(tally.schemas, 47U);
    EXPECT_GE(tally.compared, 150'000U);
    EXPECT_GE(tally.viable, 5'000U);
    EXPECT_LE(tally.unknown * 100, tally.compared);
  }
}

}  // namespace
}  // namespace lockstep::oracle

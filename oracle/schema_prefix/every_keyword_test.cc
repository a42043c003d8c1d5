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
  std::printf("seed %llu: %zu schemas (%zu empty), %zu prefixes, %zu compared, %zu viable, %zu unknown\n",
              static_cast<unsigned long long>(seed), tally.schemas, tally.empty, tally.prefixes,
              tally.compared, tally.viable, tally.unknown);
  for (const auto& [keyword, counts] : tally.by_keyword) {
    std::printf("  %-24s %9zu compared %7zu unknown\n", keyword.c_str(), counts.first, counts.second);
  }
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

}  // namespace
}  // namespace lockstep::oracle

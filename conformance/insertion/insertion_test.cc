// No keyword is ignored: of each, enough insertions are refused by name, change verdicts, or are listed.
#include "lockstep/conformance/insertion/insertion.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "lockstep/conformance/generate/schema_generator.h"
#include "lockstep/conformance/insertion/insertion_suite.h"
#include "lockstep/conformance/subject/jury.h"
#include "lockstep/conformance/subject/oracle_subject.h"
#include "lockstep/oracle/json_text/json_text.h"

namespace lockstep::conformance {
namespace {

TEST(InsertedKeywords, AreAllOfTheDraftAndUnique) {
  std::set<std::string> ids;
  std::set<std::string> keywords;
  std::size_t formats = 0;
  for (const InsertedKeyword& one : inserted_keywords()) {
    EXPECT_TRUE(ids.insert(one.id).second) << one.id;
    keywords.insert(one.keyword);
    formats += one.keyword == "format" ? 1U : 0U;
  }
  EXPECT_EQ(formats, 39U);  // each of 19 twice, and an unknown one
  for (const std::string& keyword : generated_keywords()) EXPECT_TRUE(keywords.contains(keyword)) << keyword;
  EXPECT_GE(generated_keywords().size(), 50U);
  EXPECT_GE(keywords.size(), 60U);
}

TEST(Insertion, AddsTheKeywordAtThePointerAndNothingElse) {
  std::size_t compared = 0;
  for (const InsertedKeyword& keyword : inserted_keywords()) {
    if (keyword.keyword == "$vocabulary") continue;  // it stands in the metaschema
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      Choices choices(seeded_bytes(seed));
      const Insertion made = make_insertion(keyword, choices);
      oracle::Outcome<oracle::JsonValue> with = oracle::parse_json(made.with.schema);
      const oracle::Outcome<oracle::JsonValue> without = oracle::parse_json(made.without.schema);
      ASSERT_TRUE(with.ok() && without.ok()) << made.with.schema;
      const std::size_t slash = made.pointer.rfind('/');
      EXPECT_EQ(made.pointer.substr(slash + 1), keyword.keyword);
      EXPECT_EQ(made.without.schema.size() < made.with.schema.size(), true) << made.with.schema;
      EXPECT_EQ(made.with.instances, made.without.instances);
      EXPECT_GE(made.with.instances.size(), 2U);
      ++compared;
    }
  }
  EXPECT_GE(compared, 450U);
}

TEST(InsertionSuite, NoKeywordIsIgnored) {
  const auto oracle = make_oracle_subject();
  const InsertionOutcome outcome = run_insertions(insertion_engine(), *oracle, {});
  std::size_t told = 0;
  for (const KeywordInsertions& one : outcome.keywords) {
    told += one.told();
    EXPECT_GE(one.told(), 12U) << one.id << ": " << one.made << " made";
    EXPECT_EQ(one.effect == InsertionEffect::annotates, one.listed > 0) << one.id;
  }
  EXPECT_EQ(outcome.keywords.size(), inserted_keywords().size());
  EXPECT_GE(told, 1000U);
  EXPECT_EQ(outcome.suite.tally.failures(), 0U);
  for (const reports::Case& one : outcome.suite.cases) {
    if (is_failure(*verdict_named(one.verdict)))
      ADD_FAILURE() << one.id << ": " << one.verdict << " " << one.detail;
  }
  EXPECT_EQ(outcome.suite.exit, reports::ExitCode::pass);
}

}  // namespace
}  // namespace lockstep::conformance

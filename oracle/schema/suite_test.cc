// The official suite for 2020-12: every required case right, every optional one right or listed with its
// reason.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "lockstep/oracle/schema/schema_check.h"
#include "lockstep/oracle/schema/suite_reader.h"

namespace lockstep::oracle {
namespace {

// 2020-12 has no keyword `dependencies` (split into dependentRequired and dependentSchemas): it is an unknown
// keyword here, and listed as one in the remarks. The suite calls the older meaning optional.
constexpr const char* kNoDependencies = "dependencies is no keyword of 2020-12";
constexpr const char* kOtherDraft = "the reference leads to a 2019-09 document, which is refused by name";

// The optional tests that are not right, "file: group: test" with the reason. One that is listed and right
// fails.
const std::map<std::string, std::string> kExpected = {
    {"cross-draft.json: refs to historic drafts are processed as historic drafts: first item not a string is "
     "valid",
     kOtherDraft},
    {"dependencies-compatibility.json: single dependency: missing dependency", kNoDependencies},
    {"dependencies-compatibility.json: multiple dependents required: missing dependency", kNoDependencies},
    {"dependencies-compatibility.json: multiple dependents required: missing other dependency",
     kNoDependencies},
    {"dependencies-compatibility.json: multiple dependents required: missing both dependencies",
     kNoDependencies},
    {"dependencies-compatibility.json: dependencies with escaped characters: CRLF missing dependent",
     kNoDependencies},
    {"dependencies-compatibility.json: dependencies with escaped characters: quoted quotes missing dependent",
     kNoDependencies},
    {"dependencies-compatibility.json: single schema dependency: wrong type", kNoDependencies},
    {"dependencies-compatibility.json: single schema dependency: wrong type other", kNoDependencies},
    {"dependencies-compatibility.json: single schema dependency: wrong type both", kNoDependencies},
    {"dependencies-compatibility.json: boolean subschemas: object with property having schema false is "
     "invalid",
     kNoDependencies},
    {"dependencies-compatibility.json: boolean subschemas: object with both properties is invalid",
     kNoDependencies},
    {"dependencies-compatibility.json: schema dependencies with escaped characters: quoted quote",
     kNoDependencies},
    {"dependencies-compatibility.json: schema dependencies with escaped characters: quoted tab invalid under "
     "dependent schema",
     kNoDependencies},
    {"dependencies-compatibility.json: schema dependencies with escaped characters: quoted quote invalid "
     "under "
     "dependent schema",
     kNoDependencies},
};

struct Tally {
  std::size_t right = 0;
  std::size_t wrong = 0;
  std::size_t unknown = 0;
  std::set<std::string> not_right;  // "file: group: test"
  std::string report;

  std::size_t total() const { return right + wrong + unknown; }
};

void note(Tally& tally, const SuiteGroup& group, const std::string& test, const std::string& what) {
  const std::string name = group.file + ": " + group.description + ": " + test;
  tally.not_right.insert(name);
  tally.report += name + ": " + what + "\n";
}

void judge(const SuiteGroup& group, bool assert_formats, Tally& tally) {
  SchemaOptions options;
  options.assert_formats = assert_formats;
  const Outcome<Schema> schema = Schema::load(group.schema, suite_registry(), options);
  for (const SuiteTest& test : group.tests) {
    if (!schema) {
      ++tally.unknown;
      note(tally, group, test.description, schema.error().code + ": " + schema.error().message);
      continue;
    }
    const Outcome<JsonValue> instance = parse_json(test.instance);
    const Answer answer = instance ? schema.value().check(instance.value()) : Answer::no();
    if (answer.is_unknown()) {
      ++tally.unknown;
      note(tally, group, test.description, answer.reason);
    } else if (answer.is_yes() != test.valid) {
      ++tally.wrong;
      note(tally, group, test.description, test.valid ? "valid, not accepted" : "invalid, accepted");
    } else {
      ++tally.right;
    }
  }
}

TEST(OfficialSuite, EveryRequiredCaseIsRight) {
  Tally tally;
  for (const SuiteGroup& group : read_suite("")) judge(group, false, tally);
  EXPECT_EQ(tally.right, 1257U) << tally.report;
  EXPECT_EQ(tally.wrong, 0U);
  EXPECT_EQ(tally.unknown, 0U);
}

TEST(OfficialSuite, EveryOptionalCaseIsRightOrListed) {
  Tally tally;
  for (const SuiteGroup& group : read_suite("optional")) judge(group, false, tally);
  for (const SuiteGroup& group : read_suite("optional/format")) judge(group, true, tally);
  EXPECT_EQ(tally.total(), 649U);
  std::set<std::string> expected;
  for (const auto& [name, reason] : kExpected) {
    EXPECT_FALSE(reason.empty()) << name;
    expected.insert("optional/" + name);
  }
  EXPECT_EQ(tally.not_right, expected) << tally.report;
  EXPECT_EQ(tally.unknown, 1U);
  EXPECT_EQ(tally.wrong, 14U);
  EXPECT_EQ(tally.right, 634U);
}

// Whatever limit bites, and wherever: the answer is the right one or unknown. A broken rule of three-valued
// logic, for annotations too, would turn a missing part into a yes or a no.
TEST(OfficialSuite, LimitsMakeAnswersUnknownButNeverWrong) {
  std::vector<CheckLimits> tight;
  for (const std::size_t depth : {1, 2, 3, 4, 5, 6, 8}) tight.push_back({.depth = depth});
  for (std::size_t steps = 1; steps <= 24; ++steps) tight.push_back({.steps = steps});
  for (const std::size_t steps : {0, 1, 3}) tight.push_back({.pattern_steps = steps});
  std::size_t known = 0;
  std::size_t unknown = 0;
  for (const SuiteGroup& group : read_suite("")) {
    const Outcome<Schema> schema = Schema::load(group.schema, suite_registry());
    ASSERT_TRUE(schema.ok()) << group.description;
    for (const SuiteTest& test : group.tests) {
      const Outcome<JsonValue> instance = parse_json(test.instance);
      ASSERT_TRUE(instance.ok()) << test.description;
      for (const CheckLimits& limits : tight) {
        const Answer answer = schema.value().check(instance.value(), limits);
        ++(answer.is_unknown() ? unknown : known);
        EXPECT_TRUE(answer.is_unknown() || answer.is_yes() == test.valid)
            << group.file << ": " << group.description << ": " << test.description << ": depth "
            << limits.depth << ", steps " << limits.steps << ", pattern steps " << limits.pattern_steps;
      }
    }
  }
  EXPECT_EQ(known + unknown, 1257U * 34U);
  EXPECT_GT(unknown, 3000U);
  EXPECT_GT(known, 25000U);
}

}  // namespace
}  // namespace lockstep::oracle

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

// Since 2019-09 `dependencies` (split into dependentRequired and dependentSchemas) decides nothing and is
// listed. The suite calls the older meaning optional.
constexpr const char* kNoDependencies = "dependencies decides nothing since 2019-09";

// The optional tests that are not right, "file: group: test" with the reason. One that is listed and right
// fails.
const std::map<std::string, std::string> kExpected = {
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

void judge(const SuiteGroup& group, bool assert_formats, Tally& tally,
           const std::string& dialect = SchemaOptions().default_dialect) {
  SchemaOptions options;
  options.assert_formats = assert_formats;
  options.default_dialect = dialect;
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
  for (const SuiteGroup& group : read_suite("draft2020-12", "")) judge(group, false, tally);
  EXPECT_EQ(tally.right, 1257U) << tally.report;
  EXPECT_EQ(tally.wrong, 0U);
  EXPECT_EQ(tally.unknown, 0U);
}

TEST(OfficialSuite, EveryOptionalCaseIsRightOrListed) {
  Tally tally;
  for (const SuiteGroup& group : read_suite("draft2020-12", "optional")) judge(group, false, tally);
  for (const SuiteGroup& group : read_suite("draft2020-12", "optional/format")) judge(group, true, tally);
  EXPECT_EQ(tally.total(), 649U);
  std::set<std::string> expected;
  for (const auto& [name, reason] : kExpected) {
    EXPECT_FALSE(reason.empty()) << name;
    expected.insert("optional/" + name);
  }
  EXPECT_EQ(tally.not_right, expected) << tally.report;
  EXPECT_EQ(tally.unknown, 0U);
  EXPECT_EQ(tally.wrong, 14U);
  EXPECT_EQ(tally.right, 635U);
}

constexpr const char* kAnnotation = "contentMediaType and contentEncoding are annotations (drafts.md 2)";
const std::map<std::string, std::string> kContent = {
    {"content.json: validation of string-encoded content based on media type: an invalid JSON document",
     kAnnotation},
    {"content.json: validation of binary string-encoding: an invalid base64 string (% is not a valid "
     "character)",
     kAnnotation},
    {"content.json: validation of binary-encoded media type documents: a validly-encoded invalid JSON "
     "document",
     kAnnotation},
    {"content.json: validation of binary-encoded media type documents: an invalid base64 string that is "
     "valid JSON",
     kAnnotation},
};

struct OlderDraft {
  std::string folder;
  std::string dialect;
  std::size_t required = 0;
  std::size_t optional = 0;
  std::size_t formats = 0;
  std::map<std::string, std::string> not_right;  // of the optional ones, with the reason
};

class OlderSuite : public testing::TestWithParam<OlderDraft> {};

TEST_P(OlderSuite, EveryRequiredCaseIsRight) {
  Tally tally;
  for (const SuiteGroup& group : read_suite(GetParam().folder, ""))
    judge(group, false, tally, GetParam().dialect);
  EXPECT_EQ(tally.right, GetParam().required) << tally.report;
  EXPECT_EQ(tally.total(), GetParam().required);
}

TEST_P(OlderSuite, EveryOptionalCaseIsRightOrListed) {
  Tally tally;
  for (const SuiteGroup& group : read_suite(GetParam().folder, "optional"))
    judge(group, false, tally, GetParam().dialect);
  EXPECT_EQ(tally.total(), GetParam().optional);
  for (const SuiteGroup& group : read_suite(GetParam().folder, "optional/format"))
    judge(group, true, tally, GetParam().dialect);
  EXPECT_EQ(tally.total(), GetParam().optional + GetParam().formats);
  std::set<std::string> expected;
  for (const auto& [name, reason] : GetParam().not_right) {
    EXPECT_FALSE(reason.empty()) << name;
    expected.insert("optional/" + name);
  }
  EXPECT_EQ(tally.not_right, expected) << tally.report;
}

INSTANTIATE_TEST_SUITE_P(
    Drafts, OlderSuite,
    testing::Values(OlderDraft{"draft4", "http://json-schema.org/draft-04/schema#", 610, 100, 153, {}},
                    OlderDraft{"draft6", "http://json-schema.org/draft-06/schema#", 829, 106, 214, {}},
                    OlderDraft{"draft7", "http://json-schema.org/draft-07/schema#", 913, 118, 434, kContent},
                    OlderDraft{"draft2019-09", "https://json-schema.org/draft/2019-09/schema", 1227, 154, 483,
                               kExpected}),
    [](const testing::TestParamInfo<OlderDraft>& one) {
      std::string name = one.param.folder;
      std::erase(name, '-');
      return name;
    });

// Whatever limit bites, and wherever: the answer is the right one or unknown. A broken rule of three-valued
// logic, for annotations too, would turn a missing part into a yes or a no.
TEST(OfficialSuite, LimitsMakeAnswersUnknownButNeverWrong) {
  std::vector<CheckLimits> tight;
  for (const std::size_t depth : {1, 2, 3, 4, 5, 6, 8}) tight.push_back({.depth = depth});
  for (std::size_t steps = 1; steps <= 24; ++steps) tight.push_back({.steps = steps});
  for (const std::size_t steps : {0, 1, 3}) tight.push_back({.pattern_steps = steps});
  std::size_t known = 0;
  std::size_t unknown = 0;
  for (const SuiteGroup& group : read_suite("draft2020-12", "")) {
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

// Generated schemas in the words of older drafts: engine and oracle say the same of every text, and the words
// are those of the draft.
#include "lockstep/conformance/generate/older_draft.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <map>

#include "lockstep/conformance/generate/generated_case.h"
#include "lockstep/conformance/judge/compare.h"
#include "lockstep/conformance/subject/engine_subject.h"
#include "lockstep/conformance/subject/oracle_subject.h"
#include "lockstep/conformance/suite/json_schema_suite.h"
#include "lockstep/conformance/walk/truth.h"

namespace lockstep::conformance {
namespace {

std::string written(const std::string& schema, std::string_view draft) {
  return write_tree(older_draft_of(read_tree(schema).value(), draft));
}

TEST(OlderDraft, WordsAreThoseOfTheDraft) {
  const std::string lists = R"({"prefixItems":[{"prefixItems":[true]}],"items":false})";
  EXPECT_EQ(written(lists, "2020-12"), lists);
  EXPECT_EQ(written(lists, "2019-09"), R"({"items":[{"items":[true]}],"additionalItems":false})");
  EXPECT_EQ(written(lists, "4"), R"({"items":[{"items":[{}]}],"additionalItems":false})");
  EXPECT_EQ(written(R"({"exclusiveMinimum":1,"const":2,"$id":"a","not":false,"required":[]})", "4"),
            R"({"minimum":1,"exclusiveMinimum":true,"enum":[2],"id":"a","not":{"not":{}}})");
  EXPECT_EQ(written(R"({"$defs":{"a":{"$anchor":"n"}},"$ref":"#/$defs/a","dependentRequired":{"a":["b"]},
                        "dependentSchemas":{"c":{"const":{"items":[1]}}}})",
                    "7"),
            R"({"definitions":{"a":{"$id":"#n"}},"$ref":"#/definitions/a","dependencies":{"a":["b"],)"
            R"("c":{"const":{"items":[1]}}}})");
}

class InOlderDrafts : public testing::TestWithParam<const char*> {};

TEST_P(InOlderDrafts, EngineAndOracleAgree) {
  const char* set_seed = std::getenv("LOCKSTEP_SEED");
  const char* set_count = std::getenv("LOCKSTEP_SCHEMAS");
  const std::uint64_t seed = set_seed != nullptr ? std::strtoull(set_seed, nullptr, 10) : 1;
  const std::size_t schemas = set_count != nullptr ? std::strtoull(set_count, nullptr, 10) : 250;
  std::cout << "seed " << seed << ", draft " << GetParam() << "\n";
  const auto engine = make_engine_subject();
  const auto oracle = make_oracle_subject();
  Tally tally;
  std::map<std::string, std::size_t> outcomes;  // of the oracle
  std::size_t unreached = 0;                    // references of definitions that lead nowhere
  for (std::size_t index = 0; index < schemas; ++index) {
    const GeneratedCase made = generate_case(seed, index);
    ValidateRequest request;
    // One in five as it stands: what the draft does not know must decide nothing.
    request.schema = index % 5 == 0 ? made.schema : written(made.schema, GetParam());
    request.dialect = dialect_of(GetParam());
    request.instances = made.instances;
    const ValidateReply truth = oracle->validate(request);
    const ValidateReply reply = engine->validate(request);
    ++outcomes[std::string(name(truth.compile.outcome))];
    // The engine reads what evaluation can come to, the oracle everything.
    if (truth.compile.code == "bad_reference" && reply.compile.outcome == Compile::ok &&
        (truth.compile.pointer.starts_with("/definitions/") ||
         truth.compile.pointer.starts_with("/$defs/"))) {
      ++unreached;
      continue;
    }
    EXPECT_EQ(truth.compile.outcome == Compile::malformed, reply.compile.outcome == Compile::malformed)
        << request.schema << "\n oracle " << truth.compile.message << "\n engine " << reply.compile.message;
    if (truth.compile.outcome != Compile::ok) continue;
    for (std::size_t i = 0; i < request.instances.size(); ++i) {
      const Judgement judged = compare(truth, reply, i);
      tally.add(judged.verdict);
      EXPECT_TRUE(judged.verdict == Verdict::agree || judged.verdict == Verdict::refused ||
                  judged.verdict == Verdict::unknown)
          << request.schema << "\n"
          << request.instances[i] << "\n"
          << judged.detail;
    }
  }
  std::cout << tally[Verdict::agree] << " agree, " << tally[Verdict::refused] << " refused, "
            << tally[Verdict::unknown] << " unknown\n";
  for (const auto& [outcome, count] : outcomes) std::cout << "  " << outcome << " " << count << "\n";
  EXPECT_LE(unreached * 50, schemas);
  EXPECT_GE(outcomes["ok"] * 2, schemas);
  EXPECT_GE(tally[Verdict::agree], 5 * schemas);
}

INSTANTIATE_TEST_SUITE_P(Drafts, InOlderDrafts, testing::Values("4", "6", "7", "2019-09"),
                         [](const testing::TestParamInfo<const char*>& one) {
                           std::string name = one.param;
                           std::erase(name, '-');
                           return "draft" + name;
                         });

}  // namespace
}  // namespace lockstep::conformance

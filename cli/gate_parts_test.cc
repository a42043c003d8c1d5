// The gate must not believe a part that did nothing, died, or contradicts itself.
#include "lockstep/cli/gate_parts.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "lockstep/reports/record.h"

namespace lockstep::cli {
namespace {

using testing::HasSubstr;

class GatePartsTest : public testing::Test {
 protected:
  void SetUp() override {
    path_ = testing::TempDir() + "lockstep_gate_parts_" +
            testing::UnitTest::GetInstance()->current_test_info()->name() + ".jsonl";
    write(2, true);
    good_.exit = 0;
    good_.out =
        "text\n"
        R"({"exit":0,"cases":2,"audited":1,"not_tested":{"x":"y"}})"
        "\n";
    part_.name = "suite";
    part_.at_least = 2;
    part_.budget_seconds = 9;
  }
  void TearDown() override { std::filesystem::remove(path_); }

  void write(int cases, bool whole) {
    std::string error;
    auto writer = reports::RecordWriter::create(path_, {}, error);
    ASSERT_NE(writer, nullptr) << error;
    for (int i = 0; i < cases; ++i) writer->add({.id = std::to_string(i), .verdict = "agree"});
    if (whole) {
      ASSERT_TRUE(writer->finish({{"x", 1}}));
    }
  }

  std::string problem(const ChildRun& run, bool limited = false) {
    const PartResult result = read_part(part_, run, path_, limited);
    EXPECT_EQ(result.exit == ExitCode::self_check_failed, !result.problem.empty() || run.exit == 4);
    return result.problem;
  }

  std::string path_;
  GatePart part_;
  ChildRun good_;
};

TEST_F(GatePartsTest, BelievesAWholeRun) {
  good_.seconds = 3.5;
  const PartResult result = read_part(part_, good_, path_, false);
  EXPECT_EQ(result.problem, "");
  EXPECT_EQ(result.exit, ExitCode::pass);
  EXPECT_EQ(result.cases.size(), 2U);
  EXPECT_EQ(result.audited, 1U);
  EXPECT_EQ(result.not_tested, (std::map<std::string, std::string>{{"x", "y"}}));
  EXPECT_EQ(result.seconds, 3.5);
  EXPECT_EQ(result.budget_seconds, 9);
}

TEST_F(GatePartsTest, AFailureOfThePartIsItsOwnExitCode) {
  good_.exit = 1;
  good_.out = R"({"exit":1,"cases":2})"
              "\n";
  good_.out = "first\nwhy\n" + good_.out;
  const PartResult result = read_part(part_, good_, path_, false);
  EXPECT_EQ(result.problem, "");
  EXPECT_EQ(result.exit, ExitCode::conformance_failure);
  EXPECT_EQ(result.words, (std::vector<std::string>{"first", "why"}));
}

TEST_F(GatePartsTest, DisbelievesEverythingElse) {
  ChildRun dead;
  dead.problem = "signal 11 (Segmentation fault)";
  EXPECT_THAT(problem(dead), HasSubstr("signal 11"));
  ChildRun odd = good_;
  odd.exit = 7;
  EXPECT_THAT(problem(odd), HasSubstr("exit 7 means nothing"));
  odd = good_;
  odd.exit = 1;
  EXPECT_THAT(problem(odd), HasSubstr("another exit code"));
  for (const char* out :
       {"", "\n", "text\n", "{\"exit\":0,\"cases\":2}", "[]\n", "{\"exit\":0,\"cases\":2}\nmore\n"}) {
    odd = good_;
    odd.out = out;
    EXPECT_THAT(problem(odd), HasSubstr("without a summary object")) << out;
  }
  odd = good_;
  odd.out = R"({"exit":0,"cases":3})"
            "\n";
  EXPECT_THAT(problem(odd), HasSubstr("cases are not those of the report"));
  odd.out = R"({"exit":0})"
            "\n";
  EXPECT_THAT(problem(odd), HasSubstr("cases are not those of the report"));
}

TEST_F(GatePartsTest, APartThatRanTooLittleFailsItsSelfCheck) {
  part_.at_least = 3;
  EXPECT_THAT(problem(good_), HasSubstr("ran 2 cases, must run at least 3"));
  EXPECT_EQ(problem(good_, true), "");
  write(0, true);
  good_.out = R"({"exit":0,"cases":0})"
              "\n";
  EXPECT_THAT(problem(good_, true), HasSubstr("ran 0 cases, must run at least 1"));
}

TEST_F(GatePartsTest, AnAuditThatAuditedNothingFailsItsSelfCheck) {
  part_.audits = true;
  EXPECT_EQ(problem(good_), "");
  for (const char* out : {R"({"exit":0,"cases":2,"audited":0})", R"({"exit":0,"cases":2})"}) {
    good_.out = std::string(out) + "\n";
    EXPECT_EQ(problem(good_), "nothing was audited");
  }
}

TEST_F(GatePartsTest, APartThatFedNoOtherSpellingFailsItsSelfCheck) {
  part_.varies = true;
  for (const char* variants : {"", ",\"variants\":0"}) {
    good_.out = fmt::format("{{\"exit\":0,\"cases\":2{}}}\n", variants);
    EXPECT_EQ(problem(good_), "no other spelling was fed");
  }
  good_.out = "{\"exit\":0,\"cases\":2,\"variants\":5}\n";
  EXPECT_EQ(problem(good_), "");
  EXPECT_EQ(read_part(part_, good_, path_, false).variants, 5U);
}

TEST_F(GatePartsTest, AReportWithoutFooterOrNoReportFailsItsSelfCheck) {
  write(2, false);
  EXPECT_THAT(problem(good_), HasSubstr("no_footer"));
  std::filesystem::remove(path_);
  EXPECT_THAT(problem(good_), HasSubstr("cannot_open"));
}

TEST_F(GatePartsTest, EveryPartDemandsCasesAndHasABudget) {
  const std::vector<GatePart> parts = gate_parts("oracle");
  ASSERT_GE(parts.size(), 3U);
  for (const GatePart& part : parts) {
    EXPECT_GE(part.at_least, 1U) << part.name;
    EXPECT_GT(part.budget_seconds, 0) << part.name;
    EXPECT_NE(part.arguments.empty(), part.own == nullptr) << part.name;
  }
}

TEST(GateVocabularyTest, APartWhoseVocabularyIsMissingIsLeftOutWithTheReason) {
  std::size_t needy = 0;
  for (const GatePart& part : gate_parts("oracle")) {
    EXPECT_EQ(why_left_out(part, LOCKSTEP_DEPS_DIR), "") << part.name;
    const std::string why = why_left_out(part, "/no/such/folder");
    EXPECT_EQ(why.empty(), part.vocabulary.empty()) << part.name;
    if (part.vocabulary.empty()) continue;
    ++needy;
    EXPECT_NE(why.find("llama-3 is not installed"), std::string::npos) << why;
  }
  EXPECT_EQ(needy, 1U);
}

TEST(GateVocabularyTest, TheBuiltInVocabularyIsCheckedAndAMissingOneIsTold) {
  std::istringstream in;
  std::ostringstream out;
  Context context{.in = in, .out = out, .err = out};
  context.deps = "/nonexistent";
  const PartResult result =
      run_own_part({.name = "vocabulary", .at_least = 1, .own = check_vocabularies}, context, false);
  EXPECT_EQ(result.exit, ExitCode::pass) << testing::PrintToString(result.words);
  ASSERT_EQ(result.cases.size(), 1U);
  EXPECT_EQ(result.cases[0].id, "builtin");
  EXPECT_EQ(result.cases[0].verdict, "agree");
  EXPECT_GE(result.not_tested.size(), 6U);
}

TEST(GateVocabularyTest, APartOfItsOwnMustHaveCasesToo) {
  std::istringstream in;
  std::ostringstream out;
  Context context{.in = in, .out = out, .err = out};
  const PartResult result = run_own_part({.name = "x", .own = [](Context&, PartResult&) {}}, context, true);
  EXPECT_EQ(result.exit, ExitCode::self_check_failed);
  EXPECT_EQ(result.problem, "ran 0 cases, must run at least 1");
}

class ChildRunTest : public testing::Test {
 protected:
  ChildRun run(const std::string& script, std::chrono::seconds limit = std::chrono::seconds(60)) {
    context_.program = "/bin/sh";
    return run_child(context_, {"-c", script}, limit, [this] { ++ticks_; });
  }
  std::istringstream in_;
  std::ostringstream out_;
  std::ostringstream err_;
  Context context_{.in = in_, .out = out_, .err = err_};
  std::atomic<bool> stop_{false};
  int ticks_ = 0;
};

TEST_F(ChildRunTest, HandsBackExitCodeAndOutput) {
  const ChildRun ran = run("echo out; echo err >&2; exit 6");
  EXPECT_EQ(ran.exit, 6);
  EXPECT_EQ(ran.out, "out\n");
  EXPECT_EQ(ran.err, "err\n");
  EXPECT_EQ(ran.problem, "");
  EXPECT_GT(ticks_, 0);
}

TEST_F(ChildRunTest, TellsADeathAHangAndAMissingProgramApart) {
  const ChildRun dead = run("kill -SEGV $$");
  EXPECT_EQ(dead.exit, -1);
  EXPECT_THAT(dead.problem, HasSubstr("signal 11"));
  const ChildRun hung = run("sleep 100", std::chrono::seconds(0));
  EXPECT_EQ(hung.exit, -1);
  EXPECT_THAT(hung.problem, HasSubstr("no end within its time"));
  context_.program = "/nonexistent";
  const ChildRun none = run_child(context_, {}, std::chrono::seconds(1), [] {});
  EXPECT_EQ(none.exit, -1);
  EXPECT_FALSE(none.problem.empty());
}

TEST_F(ChildRunTest, AskedToStopItAsksTheChildAndWaitsForIt) {
  context_.stop = &stop_;
  stop_ = true;
  const ChildRun ran = run("trap 'exit 5' INT; while :; do sleep 0.01; done");
  EXPECT_EQ(ran.exit == 5 || ran.problem.find("signal 2") != std::string::npos, true)
      << ran.exit << ran.problem;
}

TEST(GateParts, ACommandIsGatedByItsMasks) {
  const std::string command = "./their/engine --fast";
  EXPECT_TRUE(is_command(command));
  EXPECT_FALSE(is_command("python-jsonschema"));
  std::size_t walks = 0;
  std::size_t hostile = 0;
  for (const GatePart& part : gate_parts(command)) {
    if (part.arguments.empty()) continue;
    const bool theirs =
        std::find(part.arguments.begin(), part.arguments.end(), command) != part.arguments.end();
    EXPECT_EQ(theirs, part.arguments[0] != "selftest") << part.name;
    if (!theirs) continue;
    EXPECT_EQ(part.arguments.back(), command);
    walks += part.arguments[0] == "walk" ? 1U : 0U;
    hostile += part.arguments[0] == "adversarial" ? 1U : 0U;
  }
  EXPECT_GE(walks, 3U);
  EXPECT_EQ(hostile, 1U);
}

}  // namespace
}  // namespace lockstep::cli

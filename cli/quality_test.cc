// lockstep quality run: exit codes, the artefacts of a run, and that it goes on after any death to the same
// bytes.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "lockstep/cli/test_program.h"
#include "lockstep/quality/run/wrong_engines.h"

namespace lockstep::cli {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::HasSubstr;

constexpr const char* kSmoke = LOCKSTEP_SOURCE_DIR "/quality/plans/smoke.json";

std::string bytes_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

// All but the footer, whose seconds are a time.
std::string body_of(const std::string& record) {
  return record.substr(0, record.rfind("{\"type\":\"footer\""));
}

class QualityTest : public testing::Test {
 protected:
  void SetUp() override { fs::create_directories(folder_); }
  void TearDown() override { fs::remove_all(folder_); }

  fs::path report(const std::string& name = "q") const { return folder_ / (name + ".jsonl"); }
  fs::path evidence(const std::string& name = "q") const { return folder_ / (name + ".evidence.jsonl"); }
  fs::path result(const std::string& name = "q") const { return folder_ / (name + ".result.json"); }

  Ran quality(std::vector<std::string> more, const std::string& name = "q") const {
    std::vector<std::string> arguments = {"quality", "run", "--json", "--report", report(name).string()};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(arguments);
  }
  static json summary(const Ran& ran) {
    const std::vector<std::string> lines = lines_of(ran.out);
    return lines.empty() ? json() : json::parse(lines.back(), nullptr, false);
  }

  const fs::path folder_ = fs::path(testing::TempDir()) / fmt::format("lockstep_quality_{}", ::getpid());
};

TEST_F(QualityTest, RunsAPlanToItsReportEvidenceAndResult) {
  const Ran ran = quality({"--plan", kSmoke, "--limit", "28"});
  EXPECT_EQ(ran.exit, 0) << ran.out << ran.err;
  const json object = summary(ran);
  EXPECT_EQ(object.at("command"), "quality");
  EXPECT_EQ(object.at("cases"), 28) << "four items in seven conditions";
  EXPECT_GT(object.at("self_checks"), 5000);
  EXPECT_EQ(object.at("self_checks_failed"), 0);
  EXPECT_EQ(object.at("statuses").size(), 4U);
  EXPECT_TRUE(object.at("not_tested").contains("arm E"));
  EXPECT_TRUE(object.at("not_tested").contains("the rest of the plan"));
  EXPECT_THAT(ran.out, HasSubstr("Not tested:\n"));
  EXPECT_LT(ran.out.find("Not tested"), ran.out.find("Statuses"));
  EXPECT_THAT(ran.out, HasSubstr("D against B, item by item"));
  EXPECT_EQ(lines_of(bytes_of(evidence())).size(), 28U);
  const json written = json::parse(bytes_of(result()));
  const std::string hash = written.at("plan").at("sha256");
  EXPECT_THAT(ran.err, HasSubstr("plan smoke " + hash)) << "told before the run";
  EXPECT_EQ(json::parse(lines_of(bytes_of(report())).front()).at("pins").at("plan"), hash);
  EXPECT_EQ(written.at("convicting").size(), 0U);
  const Ran rendered = run({"report", "render", report().string()});
  EXPECT_THAT(rendered.out, HasSubstr("self-checks of steps: "));
}

TEST_F(QualityTest, EqualRunsGiveEqualBytes) {
  ASSERT_EQ(quality({"--plan", kSmoke, "--limit", "14"}).exit, 0);
  const std::string record = body_of(bytes_of(report()));
  const std::string steps = bytes_of(evidence());
  const std::string end = bytes_of(result());
  ASSERT_EQ(quality({"--plan", kSmoke, "--limit", "14"}).exit, 0);
  EXPECT_EQ(body_of(bytes_of(report())), record);
  EXPECT_EQ(bytes_of(evidence()), steps);
  EXPECT_EQ(bytes_of(result()), end);
}

// Killed after any case, between evidence and record, in the middle of a line.
TEST_F(QualityTest, GoesOnAfterDeathToTheSameBytes) {
  ASSERT_EQ(quality({"--plan", kSmoke, "--limit", "10"}).exit, 0);
  const std::string record = bytes_of(report());
  const std::string steps = bytes_of(evidence());
  const std::string end = bytes_of(result());
  const std::vector<std::string> lines = lines_of(record);
  ASSERT_EQ(lines.size(), 12U);
  std::size_t deaths = 0;
  for (const std::size_t kept : {0U, 1U, 4U, 8U, 10U}) {
    for (const std::size_t torn : {0U, 20U}) {
      std::string head = lines[0] + "\n";
      for (std::size_t i = 1; i <= kept; ++i) head += lines[i] + "\n";
      std::ofstream(report(), std::ios::binary | std::ios::trunc) << head << lines[kept + 1].substr(0, torn);
      // The evidence is written first: it holds the line after those of the record, whole or torn.
      const std::vector<std::string> evidence_lines = lines_of(steps);
      std::string evidence_head;
      for (std::size_t i = 0; i < kept; ++i) evidence_head += evidence_lines[i] + "\n";
      if (kept < evidence_lines.size())
        evidence_head += evidence_lines[kept].substr(0, torn == 0 ? 100 : SIZE_MAX);
      std::ofstream(evidence(), std::ios::binary | std::ios::trunc) << evidence_head;
      fs::remove(result());
      const Ran resumed = quality({"--plan", kSmoke, "--limit", "10", "--resume"});
      ASSERT_EQ(resumed.exit, 0) << kept << " " << torn << ": " << resumed.err;
      EXPECT_EQ(body_of(bytes_of(report())), body_of(record)) << kept << " " << torn;
      EXPECT_EQ(bytes_of(evidence()), steps) << kept << " " << torn;
      EXPECT_EQ(bytes_of(result()), end) << kept << " " << torn;
      ++deaths;
    }
  }
  EXPECT_EQ(deaths, 10U);
}

TEST_F(QualityTest, EvidenceThatWasChangedIsNotGoneOnWith) {
  ASSERT_EQ(quality({"--plan", kSmoke, "--limit", "7"}).exit, 0);
  const std::vector<std::string> lines = lines_of(bytes_of(report()));
  std::ofstream(report(), std::ios::trunc) << lines[0] << "\n" << lines[1] << "\n";
  std::string steps = bytes_of(evidence());
  steps.replace(steps.find("\"kl\":"), 5, "\"kL\":");
  std::ofstream(evidence(), std::ios::binary | std::ios::trunc) << steps;
  const Ran ran = quality({"--plan", kSmoke, "--limit", "7", "--resume"});
  EXPECT_EQ(ran.exit, 2);
  EXPECT_THAT(ran.err, HasSubstr("error[evidence_differs]"));
}

TEST_F(QualityTest, AWrongEngineEndsWithItsNameAndItsVerdict) {
  const Ran ran = quality({"--plan", kSmoke, "--wrong", "longest_token_only"});
  EXPECT_EQ(ran.exit, 1) << ran.out << ran.err;
  EXPECT_GE(summary(ran).at("verdicts").at("mask_overconstrained"), 1);
  EXPECT_THAT(ran.out, HasSubstr("planted:longest_token_only"));
  EXPECT_THAT(ran.out, HasSubstr("Planted: longest_token_only: "));
  EXPECT_THAT(ran.out, HasSubstr(" Convicted by "));
  EXPECT_THAT(ran.out, HasSubstr("mask_overconstrained at step "));
  EXPECT_THAT(ran.out, HasSubstr(": the mask has no bit for token "));
  EXPECT_GE(json::parse(bytes_of(result())).at("convicting").size(), 1U);
}

TEST_F(QualityTest, APlanThatMustNotRunIsAUsageError) {
  EXPECT_EQ(quality({"--plan", (folder_ / "none.json").string()}).exit, 2);
  json plan = json::parse(bytes_of(kSmoke));
  plan["conditions"] = {"A", "E"};
  plan["arms"] = LOCKSTEP_SOURCE_DIR "/quality/plans/arms.json";
  plan["model"]["file"] = LOCKSTEP_SOURCE_DIR "/quality/model/text/replies.txt";
  std::ofstream(folder_ / "plan.json") << plan.dump();
  const Ran ran = quality({"--plan", (folder_ / "plan.json").string()});
  EXPECT_EQ(ran.exit, 2);
  EXPECT_THAT(ran.err, HasSubstr("error[unknown_condition]: E is named as not built"));
  EXPECT_FALSE(fs::exists(report())) << "nothing has run";
  EXPECT_EQ(quality({"--wrong", "no such"}).exit, 2);
}

}  // namespace
}  // namespace lockstep::cli

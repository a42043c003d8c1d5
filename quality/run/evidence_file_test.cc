// The evidence goes on after any death.
#include "lockstep/quality/run/evidence_file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

namespace lockstep::quality {
namespace {

CaseOutcome outcome(const std::string& item) {
  CaseOutcome one;
  one.item = item;
  one.condition = "B";
  one.verdict = "agree";
  one.status = Status::completed_not_json;
  one.generation.output = "\xFF{";
  one.generation.steps.resize(2);
  one.generation.steps[0].evidence.u = 0.1;
  one.checks.asked = 30;
  return one;
}

class EvidenceFileTest : public testing::Test {
 protected:
  void TearDown() override { std::filesystem::remove(path_); }
  std::string bytes() const {
    std::ifstream file(path_, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
  }
  std::vector<std::string> write(std::size_t cases) {
    auto file = std::move(EvidenceFile::create(path_)).value();
    std::vector<std::string> digests;
    for (std::size_t i = 0; i < cases; ++i) digests.push_back(file->add(outcome(std::to_string(i))));
    return digests;
  }
  const std::string path_ = testing::TempDir() + "lockstep_evidence_" + std::to_string(::getpid()) + ".jsonl";
};

TEST_F(EvidenceFileTest, HoldsWhatTheVerdictRestsOn) {
  write(2);
  const auto lines = read_evidence(path_);
  ASSERT_TRUE(lines.ok());
  ASSERT_EQ(lines->size(), 2U);
  const nlohmann::json& line = (*lines)[1];
  EXPECT_EQ(line["id"], "1/B/0");
  EXPECT_EQ(line["output"], "ff7b");
  EXPECT_EQ(line["steps"].size(), 2U);
  EXPECT_EQ(line["steps"][0]["u"], 0.1);
  EXPECT_FALSE(line["steps"][1].contains("u")) << "nothing was drawn";
}

// Cut at every byte: what the record knows of stays, the rest is written again, and the file is the same.
TEST_F(EvidenceFileTest, ResumesAfterDeathAtAnyByte) {
  const std::vector<std::string> digests = write(3);
  const std::string whole = bytes();
  const std::size_t first_line = whole.find('\n') + 1;
  std::size_t cuts = 0;
  for (std::size_t cut = first_line; cut <= whole.size(); cut += 7) {
    std::ofstream(path_, std::ios::binary | std::ios::trunc) << whole.substr(0, cut);
    auto file = EvidenceFile::resume(path_, {digests[0]});  // the record has one case
    ASSERT_TRUE(file.ok()) << cut;
    EXPECT_EQ((*file)->add(outcome("1")), digests[1]);
    EXPECT_EQ((*file)->add(outcome("2")), digests[2]);
    file = std::unique_ptr<EvidenceFile>();
    ASSERT_EQ(bytes(), whole) << cut;
    ++cuts;
  }
  EXPECT_GT(cuts, 100U);
}

TEST_F(EvidenceFileTest, RefusesEvidenceThatIsNotTheRecorded) {
  const std::vector<std::string> digests = write(2);
  const std::string whole = bytes();
  std::string changed = whole;
  changed[10] = changed[10] == 'x' ? 'y' : 'x';
  std::ofstream(path_, std::ios::binary | std::ios::trunc) << changed;
  EXPECT_EQ(EvidenceFile::resume(path_, {digests[0]}).error().code, "evidence_differs");
  std::ofstream(path_, std::ios::binary | std::ios::trunc) << whole.substr(0, whole.find('\n'));
  EXPECT_EQ(EvidenceFile::resume(path_, {digests[0]}).error().code, "evidence_differs") << "the line is torn";
  EXPECT_EQ(EvidenceFile::resume("/nowhere/at/all.jsonl", digests).error().code, "evidence_differs");
  EXPECT_EQ(EvidenceFile::create("/proc/nothing").error().code, "cannot_write");
}

TEST_F(EvidenceFileTest, ATornLineIsNoLine) {
  write(2);
  const std::string whole = bytes();
  std::ofstream(path_, std::ios::binary | std::ios::trunc) << whole.substr(0, whole.size() - 1);
  EXPECT_EQ(read_evidence(path_).error().code, "bad_line");
  EXPECT_EQ(read_evidence(path_ + ".none").error().code, "cannot_read");
}

}  // namespace
}  // namespace lockstep::quality

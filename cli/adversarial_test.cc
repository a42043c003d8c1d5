// lockstep adversarial: verdicts to exit codes, planted faults named, shards, resuming, mistakes of the
// caller.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "lockstep/cli/test_program.h"
#include "lockstep/reports/record.h"

namespace lockstep::cli {
namespace {

using nlohmann::json;
using testing::HasSubstr;
namespace fs = std::filesystem;

class AdversarialCommand : public testing::Test {
 protected:
  AdversarialCommand()
      : folder_(fs::path(testing::TempDir()) / fmt::format("lockstep_adversarial_{}", ::getpid())) {
    fs::create_directories(folder_);
  }
  ~AdversarialCommand() override { fs::remove_all(folder_); }

  Ran adversarial(const std::vector<std::string>& more) {
    std::vector<std::string> arguments = {"adversarial", "--json", "--report", report()};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(arguments);
  }
  std::string report() const { return (folder_ / "report.jsonl").string(); }
  static json summary(const Ran& ran) {
    const std::size_t last = ran.out.rfind('\n', ran.out.size() - 2);
    return json::parse(ran.out.substr(last == std::string::npos ? 0 : last + 1), nullptr, false);
  }

  fs::path folder_;
};

const std::vector<std::string> kSome = {
    "--case", "text/two-texts",      "--case", "schema/names-twice", "--case", "session/stop-before-the-end",
    "--case", "vocabulary/no-tokens"};

TEST_F(AdversarialCommand, TheEnginePassesAndTheReportHasEveryCase) {
  const Ran ran = adversarial(kSome);
  EXPECT_EQ(ran.exit, 0) << ran.out << ran.err;
  EXPECT_EQ(summary(ran).at("verdicts"), json({{"agree", 4}}));
  reports::ReadError error;
  const auto record = reports::read_record(report(), error);
  ASSERT_TRUE(record) << error.message;
  ASSERT_EQ(record->cases.size(), 4U);
  EXPECT_EQ(record->cases[0].got, "malformed json_duplicate_name");
  EXPECT_EQ(record->cases[0].keywords, std::vector<std::string>{"DuplicateName"});
}

TEST_F(AdversarialCommand, APlantedFaultEndsWithOneAndIsNamed) {
  const Ran ran = adversarial({"--planted", "undoes_too_much", "--kind", "session"});
  EXPECT_EQ(ran.exit, 1) << ran.out << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("inconsistent: session/rollback-beyond-the-start: step 0"));
  EXPECT_THAT(ran.out, HasSubstr("convicted: undoes_too_much: "));
}

TEST_F(AdversarialCommand, ACommandIsAskedAndWhatItFailsIsToldApart) {
  const Ran ran = adversarial(
      {"--subject", std::string("'") + LOCKSTEP_PROGRAM + "' subject", "--case", "text/two-texts"});
  EXPECT_EQ(ran.exit, 0) << ran.out << ran.err;
  const Ran gone = adversarial({"--subject", "/no/such/program --really", "--case", "text/two-texts"});
  EXPECT_EQ(gone.exit, 3) << gone.err;
  const Ran slow = adversarial(
      {"--planted", "stands_still", "--seconds", "2", "--case", "schema/pattern-nested-quantifiers"});
  EXPECT_EQ(slow.exit, 1);
  EXPECT_EQ(summary(slow).at("verdicts"), json({{"hang", 1}}));
}

TEST_F(AdversarialCommand, ShardsShareTheCasesAndARunGoesOn) {
  std::set<std::string> ids;
  for (const char* shard : {"1/2", "2/2"}) {
    std::vector<std::string> arguments = kSome;
    arguments.insert(arguments.end(), {"--shard", shard});
    EXPECT_EQ(adversarial(arguments).exit, 0);
    reports::ReadError error;
    const auto record = reports::read_record(report(), error);
    ASSERT_TRUE(record);
    EXPECT_EQ(record->cases.size(), 2U);
    for (const reports::Case& one : record->cases) ids.insert(one.id);
  }
  EXPECT_EQ(ids.size(), 4U);
  const Ran whole = adversarial(kSome);
  std::ifstream in(report());
  std::string lines;
  std::string line;
  for (int i = 0; i < 3 && std::getline(in, line); ++i) lines += line + "\n";
  std::ofstream(report()) << lines;
  std::vector<std::string> arguments = kSome;
  arguments.emplace_back("--resume");
  const Ran resumed = adversarial(arguments);
  EXPECT_EQ(resumed.exit, 0) << resumed.err;
  EXPECT_EQ(summary(resumed).at("cases"), summary(whole).at("cases"));
}

TEST_F(AdversarialCommand, MistakesOfTheCaller) {
  EXPECT_EQ(adversarial({"--case", "text/no-such"}).exit, 2);
  EXPECT_EQ(adversarial({"--cases", "/no/such/folder"}).exit, 2);
  EXPECT_EQ(adversarial({"--planted", "no_such_fault"}).exit, 2);
  EXPECT_EQ(adversarial({"--subject", "nobody"}).exit, 2);
  const fs::path cases = folder_ / "cases";
  fs::copy(LOCKSTEP_SOURCE_DIR "/adversarial", cases, fs::copy_options::recursive);
  std::ofstream(cases / "text.json") << R"({"kind":"text","about":"x","count":2,"cases":[]})";
  const Ran wrong = adversarial({"--cases", cases.string()});
  EXPECT_EQ(wrong.exit, 4);
  EXPECT_THAT(wrong.err, HasSubstr("text.json: invalid"));
}

}  // namespace
}  // namespace lockstep::cli

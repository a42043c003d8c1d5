// What is read out of a fuzzer's output, and a campaign over a program that behaves like a fuzzer.
#include "lockstep/fuzz/campaign.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace lockstep::fuzz {
namespace {

using conformance::Verdict;
using testing::HasSubstr;
namespace fs = std::filesystem;

TEST(Campaign, ReadsTheLastNumbers) {
  CampaignResult result;
  read_statistics(
      "#2\tINITED cov: 10 ft: 12 corp: 1/1b\n#99 NEW    cov: 345 ft: 678 corp: 90/1Kb lim: 4\n"
      "stat::number_of_executed_units: 123456\nstat::peak_rss_mb: 40\n",
      result);
  EXPECT_EQ(result.executions, 123456U);
  EXPECT_EQ(result.coverage, 345U);
  EXPECT_EQ(result.features, 678U);
  EXPECT_EQ(result.corpus, 90U);
  CampaignResult nothing;
  read_statistics("no numbers", nothing);
  EXPECT_EQ(nothing.executions, 0U);
}

TEST(Campaign, ReadsAFindingOfItsTargetOnly) {
  CampaignResult result;
  EXPECT_TRUE(read_finding(
      "x\nfinding: mask: mask_too_wide\nthe bit of 3\nschema: true\ninput in hexadecimal: 00\nrest", "mask",
      result));
  EXPECT_EQ(result.found, Verdict::mask_too_wide);
  EXPECT_EQ(result.detail, "the bit of 3\nschema: true");
  CampaignResult none;
  EXPECT_FALSE(read_finding("finding: mask: mask_too_wide\n", "json_text", none));
  EXPECT_FALSE(read_finding("a finding: mask: mask_too_wide\n", "mask", none));
  EXPECT_FALSE(read_finding("finding: mask: no_verdict\n", "mask", none));
  EXPECT_FALSE(none.found);
}

class FakeFuzzer : public testing::Test {
 protected:
  FakeFuzzer() : folder_(fs::path(testing::TempDir()) / ("lockstep_campaign_" + std::to_string(::getpid()))) {
    fs::create_directories(folder_);
  }
  ~FakeFuzzer() override { fs::remove_all(folder_); }

  // A shell script in the fuzzer's place; $artefacts is its -artifact_prefix=.
  CampaignResult run(const std::string& script) {
    const fs::path binary = folder_ / "fuzzer";
    std::ofstream(binary) << "#!/bin/sh\nfor word in \"$@\"; do case \"$word\" in -artifact_prefix=*) "
                             "artefacts=${word#*=};; -exact_artifact_path=*) small=${word#*=};; esac; done\n"
                          << script << '\n';
    fs::permissions(binary, fs::perms::owner_all);
    CampaignSettings settings;
    settings.binary = binary;
    settings.folder = LOCKSTEP_SOURCE_DIR "/fuzz";
    settings.scratch = folder_ / "scratch";
    settings.seconds = 1;
    settings.minimise_seconds = 1;
    return run_campaign(*target_named("json_text"), settings);
  }

  fs::path folder_;
};

const std::string kStatistics = "echo 'stat::number_of_executed_units: 7' >&2; ";

TEST_F(FakeFuzzer, ThatFindsNothingIsCounted) {
  const CampaignResult result = run(kStatistics + "exit 0");
  EXPECT_EQ(result.problem, "");
  EXPECT_FALSE(result.found);
  EXPECT_EQ(result.executions, 7U);
}

TEST_F(FakeFuzzer, ThatDoesNothingIsAProblem) {
  EXPECT_THAT(run("exit 0").problem, HasSubstr("nothing was executed"));
  EXPECT_FALSE(run(kStatistics + "exit 1").problem.empty());
}

TEST_F(FakeFuzzer, AFindingIsMadeSmallAndToldAgain) {
  const CampaignResult result = run(kStatistics + R"(
if [ -n "$artefacts" ]; then printf 'long input' > "$artefacts/crash-1"; exit 77; fi
if [ -n "$small" ]; then printf 'in' > "$small"; exit 1; fi
echo 'finding: json_text: over_accept' >&2; echo 'engine: ok' >&2; echo 'input in hexadecimal: 00' >&2; exit 77)");
  EXPECT_EQ(result.found, Verdict::over_accept);
  EXPECT_EQ(result.input, "in");
  EXPECT_EQ(result.detail, "engine: ok");
}

TEST_F(FakeFuzzer, CrashAndHangAreToldApartByTheArtefact) {
  const std::string artefact = R"(if [ -n "$artefacts" ]; then printf x > "$artefacts/)";
  EXPECT_EQ(run(artefact + "crash-1\"; fi; exit 77").found, Verdict::crash);
  EXPECT_EQ(run(artefact + "timeout-1\"; fi; exit 70").found, Verdict::hang);
  EXPECT_EQ(run(artefact + "oom-1\"; fi; exit 71").found, Verdict::crash);
}

TEST_F(FakeFuzzer, IsGivenSeedsAndDictionary) {
  const CampaignResult result =
      run(R"(case "$*" in *-dict=*/fuzz/dictionaries/json_text.dict*/fuzz/seeds/json_text*) )" +
          kStatistics.substr(0, kStatistics.size() - 2) + ";; esac");
  EXPECT_EQ(result.executions, 7U);
}

}  // namespace
}  // namespace lockstep::fuzz

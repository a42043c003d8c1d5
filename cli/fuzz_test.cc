// lockstep fuzz: the replay and its planted faults, mistakes of the caller. Campaigns are tested in fuzz/.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "lockstep/cli/test_program.h"

namespace lockstep::cli {
namespace {

using nlohmann::json;
using testing::HasSubstr;

Ran fuzz(const std::vector<std::string>& more) {
  const std::string report =
      (std::filesystem::path(testing::TempDir()) / fmt::format("lockstep_fuzz_{}.jsonl", ::getpid()))
          .string();
  std::vector<std::string> arguments = {"fuzz", "--json", "--report", report};
  arguments.insert(arguments.end(), more.begin(), more.end());
  const Ran ran = run(arguments);
  std::filesystem::remove(report);
  return ran;
}

json summary(const Ran& ran) {
  const std::size_t last = ran.out.rfind('\n', ran.out.size() - 2);
  return json::parse(ran.out.substr(last == std::string::npos ? 0 : last + 1), nullptr, false);
}

TEST(FuzzCommand, ReplaysEveryKeptInputWithoutAFinding) {
  const Ran ran = fuzz({"--replay"});
  EXPECT_EQ(ran.exit, 0) << ran.out << ran.err;
  EXPECT_GE(summary(ran).at("cases"), 190);
  EXPECT_EQ(summary(ran).at("verdicts").size(), 1U);
  EXPECT_TRUE(summary(ran).at("not_tested").contains("new inputs"));
}

TEST(FuzzCommand, PlantedFaultsEndWithOneAndAreNamed) {
  const Ran reader = fuzz({"--replay", "--planted", "takes_lone_surrogates"});
  EXPECT_EQ(reader.exit, 1) << reader.out;
  EXPECT_THAT(reader.out, HasSubstr("json_text/seeds/surrogate-high-alone: over_accept"));
  EXPECT_THAT(reader.out, HasSubstr("convicted: takes_lone_surrogates: takes escapes"));
  const Ran mask = fuzz({"--replay", "--planted", "stop_bit_lost"});
  EXPECT_EQ(mask.exit, 1) << mask.out;
  EXPECT_THAT(mask.out, HasSubstr("mask_too_narrow: the bit of"));
  EXPECT_THAT(mask.out, HasSubstr("convicted: stop_bit_lost: "));
}

// A script in the fuzzer's place, that finds what is planted and nothing else.
TEST(FuzzCommand, ACampaignThatFindsThePlantedFaultEndsWithOneAndNamesIt) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(testing::TempDir()) / fmt::format("lockstep_fuzz_build_{}", ::getpid());
  fs::create_directories(folder / "fuzz");
  const fs::path binary = folder / "fuzz" / "fuzz_json_text";
  std::ofstream(binary) << R"(#!/bin/sh
echo 'stat::number_of_executed_units: 7' >&2
[ -z "$LOCKSTEP_FUZZ_PLANTED" ] && exit 0
for word in "$@"; do case "$word" in -artifact_prefix=*) printf 'long input' > "${word#*=}/crash-1";; esac; done
for word in "$@"; do case "$word" in -exact_artifact_path=*) printf 'in' > "${word#*=}";; esac; done
echo 'finding: json_text: over_accept' >&2; echo 'engine: ok' >&2; echo 'input in hexadecimal: 00' >&2; exit 77
)";
  fs::permissions(binary, fs::perms::owner_all);
  std::vector<std::string> arguments = {"--seconds", "1",
                                        "--target",  "json_text",
                                        "--build",   folder.string(),
                                        "--scratch", (folder / "scratch").string(),
                                        "--no-build"};
  const Ran healthy = fuzz(arguments);
  EXPECT_EQ(healthy.exit, 0) << healthy.out << healthy.err;
  EXPECT_THAT(healthy.out, HasSubstr("json_text: agree: 7 executions"));
  arguments.insert(arguments.end(), {"--planted", "takes_lone_surrogates"});
  const Ran planted = fuzz(arguments);
  EXPECT_EQ(planted.exit, 1) << planted.out << planted.err;
  EXPECT_THAT(planted.out, HasSubstr("json_text: over_accept: engine: ok"));
  EXPECT_THAT(planted.out, HasSubstr("convicted: takes_lone_surrogates: takes escapes"));
  fs::remove_all(folder);
}

TEST(FuzzCommand, MistakesOfTheCaller) {
  EXPECT_EQ(fuzz({}).exit, 2);
  EXPECT_EQ(fuzz({"--replay", "--seconds", "1"}).exit, 2);
  EXPECT_EQ(fuzz({"--replay", "--target", "no_such_target"}).exit, 2);
  EXPECT_EQ(fuzz({"--replay", "--target", "mask", "--planted", "takes_lone_surrogates"}).exit, 2);
  EXPECT_EQ(fuzz({"--seconds", "1", "--no-build", "--build", "/no/such/folder", "--scratch",
                  (std::filesystem::path(testing::TempDir()) / "lockstep_fuzz_scratch").string()})
                .exit,
            4);
}

}  // namespace
}  // namespace lockstep::cli

// lockstep fuzz: the replay and its planted faults, mistakes of the caller. Campaigns are tested in fuzz/.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
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
  const Ran mask = fuzz({"--replay", "--planted", "stop_bit_lost"});
  EXPECT_EQ(mask.exit, 1) << mask.out;
  EXPECT_THAT(mask.out, HasSubstr("mask_too_narrow: the bit of"));
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

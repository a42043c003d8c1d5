// lockstep selftest on a few faults; the whole of it is a test of its own below.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "lockstep/cli/test_program.h"
#include "lockstep/conformance/planted/wrong_subject.h"

namespace lockstep::cli {
namespace {

using nlohmann::json;
using testing::HasSubstr;

json summary(const Ran& ran) {
  const std::size_t last = ran.out.rfind('\n', ran.out.size() - 2);
  return json::parse(ran.out.substr(last == std::string::npos ? 0 : last + 1), nullptr, false);
}

Ran selftest(std::vector<std::string> more) {
  const std::string report =
      (std::filesystem::path(testing::TempDir()) / fmt::format("lockstep_selftest_{}.jsonl", ::getpid()))
          .string();
  std::vector<std::string> arguments = {"selftest", "--json", "--report", report};
  arguments.insert(arguments.end(), more.begin(), more.end());
  const Ran ran = run(arguments);
  std::filesystem::remove(report);
  return ran;
}

TEST(SelftestCommand, ConvictsEveryPlantedFaultWithoutTheValidators) {
  const Ran ran = selftest({"--without", "sourcemeta", "--without", "hyperjump"});
  EXPECT_EQ(ran.exit, 0) << ran.out << ran.err;
  const json object = summary(ran);
  const std::size_t faults = conformance::planted_faults().size();
  EXPECT_EQ(object.at("cases"), faults);
  EXPECT_EQ(object.at("verdicts"), json({{"convicted", faults}}));
  EXPECT_EQ(object.at("not_tested").size(), 2U);
  EXPECT_THAT(ran.out, HasSubstr("healthy oracle: convicted on 0"));
}

TEST(SelftestCommand, TheAuditConvictsToo) {
  const Ran ran = selftest({"--fault", "required_only_if_declared", "--fault", "pattern_anchored"});
  EXPECT_EQ(ran.exit, 0) << ran.out << ran.err;
  EXPECT_EQ(summary(ran).at("cases"), 2);
  EXPECT_GE(summary(ran).at("audited"), 1500);
}

TEST(SelftestCommand, MistakesOfTheCaller) {
  EXPECT_EQ(selftest({"--fault", "no_such_fault"}).exit, 2);
  EXPECT_EQ(selftest({"--limit", "0"}).exit, 2);
}

}  // namespace
}  // namespace lockstep::cli

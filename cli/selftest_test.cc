// lockstep selftest: the whole of it, and what it says of a part.
#include "lockstep/conformance/planted/selftest.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "lockstep/adversarial/planted/hostile_faults.h"
#include "lockstep/cli/selftest_hostile.h"
#include "lockstep/cli/test_program.h"

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

// Engines of both folders stand in one report.
TEST(SelftestCommand, NamesOfPlantedEnginesAreUnique) {
  std::set<std::string> names;
  std::size_t count = 0;
  const auto add = [&](const std::string& name) {
    EXPECT_TRUE(names.insert(name).second) << name;
    ++count;
  };
  for (const auto& fault : conformance::mask_faults()) add(fault.name);
  for (const auto& fault : conformance::process_faults()) add(fault.name);
  for (const auto& fault : adversarial::hostile_faults()) add(fault.name);
  for (const auto& one : fuzz_faults()) add(one.fault->name);
  EXPECT_GE(count, 60U);
}

TEST(SelftestCommand, ConvictsEveryPlantedFaultByItsCheck) {
  const Ran ran = selftest({});
  EXPECT_EQ(ran.exit, 0) << ran.out << ran.err;
  const json object = summary(ran);
  const std::size_t faults = conformance::planted_faults().size() + conformance::mask_faults().size() +
                             conformance::process_faults().size() + conformance::common_modes().size() +
                             adversarial::hostile_faults().size() + fuzz_faults().size();
  EXPECT_GE(faults, 200U);
  EXPECT_EQ(object.at("cases"), faults);
  EXPECT_EQ(object.at("verdicts"), json({{"convicted", faults}}));
  EXPECT_FALSE(object.contains("not_tested"));
  EXPECT_GE(object.at("audited"), 2000);
  EXPECT_THAT(ran.out, HasSubstr("healthy oracle and engine: convicted on 0"));
  EXPECT_THAT(ran.out, HasSubstr("engine against oracle is blind to"));
  for (const auto& checks : {conformance::all_checks(), hostile_checks()}) {
    for (const conformance::Check& check : checks)
      EXPECT_THAT(ran.out, HasSubstr(fmt::format("\n{:13} ", check.name)));
  }
}

// A check of hostile input that convicts nothing is told, as every other one.
TEST(SelftestCommand, AnIdleCheckOfHostileInputIsNamed) {
  std::istringstream in;
  std::ostringstream out;
  std::ostringstream err;
  const Context context{.in = in, .out = out, .err = err};
  conformance::Selftest result;
  EXPECT_FALSE(try_hostile_faults({{}, fuzz_faults()}, true, context, result));
  EXPECT_EQ(result.trials.size(), fuzz_faults().size());
  EXPECT_GE(result.trials.size(), 4U);
  for (const conformance::Trial& trial : result.trials) EXPECT_TRUE(trial.convicted()) << trial.problem;
  EXPECT_EQ(result.idle, std::vector<std::string>{"adversarial"});
  EXPECT_FALSE(result.sound());
  conformance::Selftest part;
  EXPECT_FALSE(try_hostile_faults({}, false, context, part));
  EXPECT_TRUE(part.sound());
}

TEST(SelftestCommand, GoesOnWithoutTheValidatorsAndSaysWhatThatLeavesOpen) {
  const Ran ran = selftest(
      {"--without", "sourcemeta", "--without", "hyperjump", "--fault", "validator/pattern_anchored"});
  EXPECT_EQ(ran.exit, 0) << ran.out << ran.err;
  EXPECT_EQ(summary(ran).at("cases"), 1);
  EXPECT_EQ(summary(ran).at("not_tested").size(), 3U);
}

TEST(SelftestCommand, OneNameMayBeAValidatorAndAPair) {
  const std::vector<std::string> without = {"--without", "sourcemeta", "--without", "hyperjump"};
  std::vector<std::string> arguments = without;
  arguments.insert(arguments.end(), {"--fault", "last_name_wins"});
  const Ran both = selftest(arguments);
  EXPECT_EQ(both.exit, 0) << both.out;
  EXPECT_EQ(summary(both).at("cases"), 2);
  arguments.back() = "pair/last_name_wins";
  const Ran one = selftest(arguments);
  EXPECT_EQ(summary(one).at("cases"), 1);
  EXPECT_THAT(one.out, HasSubstr("pair/last_name_wins"));
  EXPECT_THAT(one.out, HasSubstr("over_accept"));
}

TEST(SelftestCommand, AFaultThatDoesNothingEscapesAndIsNamed) {
  const Ran ran = selftest(
      {"--without", "sourcemeta", "--without", "hyperjump", "--fault", "const_by_text", "--harmless"});
  EXPECT_EQ(ran.exit, 1) << ran.out << ran.err;
  EXPECT_EQ(summary(ran).at("verdicts"), json({{"convicted", 1}, {"escaped", 1}}));
  EXPECT_THAT(ran.out, HasSubstr("escaped: validator/harmless: no check found anything"));
}

TEST(SelftestCommand, MistakesOfTheCaller) {
  EXPECT_EQ(selftest({"--fault", "no_such_fault"}).exit, 2);
  EXPECT_EQ(selftest({"--limit", "0"}).exit, 2);
}

}  // namespace
}  // namespace lockstep::cli

// The targets that every build replays, as processes: a finding ends them with 1 and is named.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "lockstep/conformance/external/process.h"
#include "lockstep/conformance/judge/verdict.h"
#include "lockstep/fuzz/check.h"

namespace lockstep::fuzz {
namespace {

using conformance::ProcessEnd;
using testing::HasSubstr;

conformance::ProcessResult replayed(const std::string& target, const std::string& planted,
                                    const std::string& at_least) {
  const std::string folder = LOCKSTEP_SOURCE_DIR "/fuzz";
  std::vector<std::string> argv = {"/usr/bin/env"};
  if (!planted.empty()) argv.push_back("LOCKSTEP_FUZZ_PLANTED=" + planted);
  argv.insert(argv.end(), {std::string(LOCKSTEP_REPLAYS) + "/fuzz_" + target, "--at-least", at_least,
                           folder + "/seeds/" + target});
  return conformance::run_process({argv, folder, 0}, "", {.time = std::chrono::minutes(4)});
}

TEST(FuzzReplay, APlantedFaultEndsWithOneAndIsNamed) {
  std::size_t tried = 0;
  for (const auto& [name, fault] :
       {std::pair("json_text", "takes_lone_surrogates"), std::pair("json_text", "refuses_depth"),
        std::pair("schema_compile", "takes_duplicate_names"),
        std::pair("schema_compile", "forgets_its_input"), std::pair("mask", "stop_bit_lost")}) {
    const conformance::ProcessResult ran = replayed(name, fault, "1");
    EXPECT_EQ(ran.end, ProcessEnd::exited) << fault << ran.message;
    EXPECT_EQ(ran.code, 1) << fault << ran.err;
    const TargetFault* planted = planted_fault(*target_named(name), fault);
    ASSERT_NE(planted, nullptr) << fault;
    EXPECT_THAT(ran.err, HasSubstr(fmt::format("planted: {}\nfinding: {}: {}\n", fault, name,
                                               conformance::name(planted->verdict))));
    ++tried;
  }
  EXPECT_EQ(tried, 5U);
}

TEST(FuzzReplay, NothingIsPlantedAndNothingIsFound) {
  for (const Target& target : targets()) {
    const conformance::ProcessResult ran = replayed(target.name, "", "40");
    EXPECT_EQ(ran.code, 0) << target.name << ran.err;
    EXPECT_THAT(ran.out, HasSubstr(" inputs, at least 40"));
    EXPECT_EQ(replayed(target.name, "", "100000").code, 1) << target.name;
  }
}

}  // namespace
}  // namespace lockstep::fuzz

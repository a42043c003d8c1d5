// The checks themselves: the healthy engine passes on drawn bytes of many kinds, and each planted fault is
// found in the kept inputs.
#include "lockstep/fuzz/check.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "lockstep/conformance/generate/choices.h"
#include "lockstep/fuzz/inputs.h"

namespace lockstep::fuzz {
namespace {

const std::filesystem::path kFolder = LOCKSTEP_SOURCE_DIR "/fuzz";

// Bytes out of the pieces of JSON, so that some are texts.
std::string drawn_text(std::uint64_t seed) {
  static const std::vector<std::string> kPieces = {
      "{",  "}",    "[",    "]", ":",       ",",       "\"",       "\"a\"",        "1", "-", ".5",
      "e9", "true", "null", " ", "\\u0041", "\\ud83d", "\xC3\xA9", "\xED\xA0\x80", "\\"};
  conformance::Choices choices(conformance::seeded_bytes(seed));
  std::string text;
  for (std::size_t i = choices.below(8) + 1; i > 0; --i) text += choices.pick(kPieces);
  return text;
}

std::string drawn_decisions(std::uint64_t seed, std::size_t size) {
  const conformance::NextByte next = conformance::seeded_bytes(seed);
  std::string bytes(1, '\0');
  for (std::size_t i = 0; i < size; ++i) bytes += static_cast<char>(next());
  return bytes;
}

TEST(FuzzCheck, TheReadersAgreeOnDrawnTexts) {
  std::map<std::string, std::size_t> kinds;
  for (std::uint64_t seed = 0; seed < 20'000; ++seed) {
    const std::string text = drawn_text(seed);
    const CheckResult result = check_json_text(text, "");
    EXPECT_FALSE(result.finding) << "seed " << seed << ": " << text << ": " << result.finding->detail;
    ++kinds[result.kind];
  }
  EXPECT_GE(kinds["valid"], 500U);
  EXPECT_GE(kinds["invalid"], 10'000U);
}

TEST(FuzzCheck, TheReadersAgreeOnAnyBytes) {
  EXPECT_TRUE(rc::check([](const std::vector<std::uint8_t>& bytes) {
    const CheckResult result =
        check_json_text({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, "");
    RC_ASSERT(!result.finding);
  }));
}

TEST(FuzzCheck, SchemasCompileTwiceTheSame) {
  std::map<std::string, std::size_t> kinds;
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    const CheckResult result = check_schema_compile(drawn_decisions(seed, 400), "");
    EXPECT_FALSE(result.finding) << "seed " << seed << ": " << result.finding->detail;
    ++kinds[result.kind];
  }
  EXPECT_GE(kinds["ok"] + kinds["empty"], 10U);
  EXPECT_EQ(kinds["malformed"], 0U);
}

TEST(FuzzCheck, MasksAreThoseOfTheTokenFilter) {
  std::size_t compared = 0;
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    const CheckResult result = check_mask(drawn_decisions(seed, 500), "");
    EXPECT_FALSE(result.finding) << "seed " << seed << ": " << result.finding->detail;
    compared += result.compared;
  }
  EXPECT_GE(compared, 5'000U);
}

TEST(FuzzCheck, KeptInputsHaveNoFindingAndReachEveryKind) {
  std::map<std::string, std::set<std::string>> kinds;
  std::map<std::string, std::size_t> compared;
  for (const Target& target : targets()) {
    for (const InputFile& input : input_files(kFolder, target.name)) {
      const CheckResult result = target.check(input.bytes, "");
      EXPECT_FALSE(result.finding) << input.id << ": " << result.finding->detail;
      kinds[target.name].insert(result.kind);
      compared[target.name] += result.compared;
    }
  }
  EXPECT_EQ(kinds["json_text"], (std::set<std::string>{"valid", "invalid"}));
  for (const char* kind : {"ok", "empty", "refused", "malformed"})
    EXPECT_TRUE(kinds["schema_compile"].contains(kind)) << kind;
  EXPECT_TRUE(kinds["mask"].contains("ok"));
  EXPECT_GE(compared["json_text"], 100U);
  EXPECT_GE(compared["mask"], 20'000U);
}

// Those that end or stop the process are for the fuzzer alone; of the masks one is enough.
TEST(FuzzCheck, PlantedFaultsAreFoundInTheKeptInputs) {
  const std::map<std::string, std::set<std::string>> faults = {
      {"json_text", {"refuses_depth", "takes_lone_surrogates"}},
      {"schema_compile", {"forgets_its_input", "takes_duplicate_names"}},
      {"mask", {"stop_bit_lost"}}};
  std::size_t found = 0;
  for (const auto& [name, names] : faults) {
    const Target* target = target_named(name);
    ASSERT_NE(target, nullptr);
    for (const std::string& fault : names) {
      const TargetFault* planted = planted_fault(*target, fault);
      ASSERT_NE(planted, nullptr) << fault;
      std::size_t inputs = 0;
      for (const InputFile& input : input_files(kFolder, name)) {
        const CheckResult result = target->check(input.bytes, fault);
        if (!result.finding) continue;
        EXPECT_EQ(result.finding->verdict, planted->verdict) << fault << ": " << input.id;
        ++inputs;
      }
      EXPECT_GE(inputs, 1U) << name << " " << fault;
      found += inputs > 0 ? 1U : 0U;
    }
  }
  EXPECT_EQ(found, 5U);
}

TEST(FuzzInputs, EveryRegressionHasItsNoteAndEveryNoteItsFile) {
  for (const std::string& complaint : lint_regressions(kFolder)) ADD_FAILURE() << complaint;
  const std::filesystem::path folder =
      std::filesystem::path(testing::TempDir()) / "lockstep_fuzz_regressions";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder / "regressions" / "mask");
  std::ofstream(folder / "regressions" / "mask" / "crash-1") << "x";
  std::ofstream(folder / "regressions" / "notes.json") << R"({"mask/gone": "why", "json_text/gone": ""})";
  EXPECT_EQ(lint_regressions(folder).size(), 4U);
  std::filesystem::remove(folder / "regressions" / "notes.json");
  EXPECT_EQ(lint_regressions(folder).size(), 1U);
}

}  // namespace
}  // namespace lockstep::fuzz

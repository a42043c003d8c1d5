// `check --batch` says of every case of the official suite what `conform` says: the suite as batch lines,
// every answer compared, for both halves.
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "lockstep/cli/test_program.h"
#include "lockstep/conformance/subject/subjects.h"
#include "lockstep/conformance/suite/pinned_suite.h"
#include "lockstep/conformance/suite/run_suite.h"
#include "lockstep/engine/vocabulary/piece.h"

namespace lockstep::cli {
namespace {

using nlohmann::json;

const conformance::PinnedSuite& pinned() {
  static const conformance::PinnedSuite kPinned = [] {
    conformance::Fault fault;
    auto loaded = conformance::load_pinned_suite(LOCKSTEP_SOURCE_DIR, LOCKSTEP_DEPS_DIR, "2020-12", fault);
    EXPECT_TRUE(loaded.has_value()) << fault.message;
    return loaded ? std::move(*loaded) : conformance::PinnedSuite{};
  }();
  return kPinned;
}

json text_of(const std::string& bytes) {
  if (engine::is_valid_utf8(bytes)) return bytes;
  std::string hex;
  for (const char c : bytes) {
    constexpr const char* kDigits = "0123456789abcdef";
    hex += kDigits[static_cast<unsigned char>(c) >> 4U];
    hex += kDigits[static_cast<unsigned char>(c) & 15U];
  }
  return {{"hex", hex}};
}

// One line a schema, its number as id.
std::string lines_of(const conformance::Suite& suite, const std::string& tokens) {
  std::string lines;
  for (std::size_t i = 0; i < suite.groups.size(); ++i) {
    const conformance::SuiteGroup& group = suite.groups[i];
    json line = {{"id", i}, {"schema", group.schema}, {"draft", suite.draft}};
    line["format"] = group.assert_formats ? "assert" : "annotate";
    if (!tokens.empty()) line["tokens"] = tokens;
    for (const conformance::SuiteTest& test : group.tests)
      line["instances"].push_back(text_of(test.instance));
    lines += line.dump() + "\n";
  }
  return lines;
}

// In the words of conform's `got`.
std::string said_by(const json& line) {
  const auto compile = line["compile"].get<std::string>();
  if (compile != "ok" && compile != "empty") return compile;
  if (line["accepted"].is_null()) return line["code"].get<std::string>();
  return line["accepted"].get<bool>() ? "valid" : "invalid";
}

std::map<std::string, std::string> by_batch(const std::string& subject, const std::string& tokens) {
  const Ran ran = run({"check", "--subject", subject, "--batch", "-", "--registry",
                       std::string(LOCKSTEP_DEPS_DIR) + "/suite/remotes=http://localhost:1234"},
                      lines_of(pinned().suite, tokens));
  EXPECT_TRUE(ran.err.empty()) << ran.err.substr(0, 500);
  std::map<std::string, std::string> said;
  std::istringstream out(ran.out);
  for (std::string text; std::getline(out, text);) {
    const json line = json::parse(text);
    const conformance::SuiteGroup& group = pinned().suite.groups.at(line["id"].get<std::size_t>());
    said[group.tests.at(line["index"].get<std::size_t>()).id] = said_by(line);
  }
  return said;
}

std::vector<reports::Case> by_conform(const std::string& name) {
  conformance::SuiteRun run;
  run.selection.optional = true;
  run.registry = pinned().registry;
  std::string error;
  const auto subject = conformance::all_subjects().make(name, {.deps = LOCKSTEP_DEPS_DIR}, error);
  EXPECT_NE(subject, nullptr) << error;
  return conformance::run_suite(*subject, pinned().suite, run).cases;
}

class SuiteBatch : public ::testing::TestWithParam<std::string> {};

TEST_P(SuiteBatch, SaysOfEveryCaseWhatConformSays) {
  const auto said = by_batch(GetParam(), "");
  std::map<std::string, std::size_t> counts;
  for (const reports::Case& one : by_conform(GetParam())) {
    ASSERT_TRUE(said.contains(one.id)) << one.id;
    EXPECT_EQ(said.at(one.id), one.got) << one.id;
    ++counts[one.got];
  }
  EXPECT_EQ(said.size(), 1906U);
  EXPECT_GE(counts["valid"], 250U);
  EXPECT_GE(counts["invalid"], 250U);
}

INSTANTIATE_TEST_SUITE_P(Subject, SuiteBatch, ::testing::Values("oracle", "engine"),
                         [](const auto& parameter) { return parameter.param; });

TEST(SuiteBatchTokens, TheEngineSaysTheSameByTokens) {
  const auto bytes = by_batch("engine", "");
  EXPECT_EQ(by_batch("engine", "canonical"), bytes);
  EXPECT_EQ(by_batch("engine", "random"), bytes);
  EXPECT_EQ(bytes.size(), 1906U);
}

}  // namespace
}  // namespace lockstep::cli

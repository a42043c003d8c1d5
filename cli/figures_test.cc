// The README's figures: out of a whole gate only, and a drifted page is convicted.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "lockstep/cli/gate_parts.h"
#include "lockstep/cli/test_program.h"
#include "lockstep/conformance/vocabulary/vocabulary_pins.h"
#include "lockstep/reports/record.h"

namespace lockstep::cli {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

class FiguresTest : public testing::Test {
 protected:
  void SetUp() override {
    base_ = testing::TempDir() + "lockstep_figures_" +
            testing::UnitTest::GetInstance()->current_test_info()->name();
    write_gate({});
  }
  void TearDown() override {
    for (const char* end : {".jsonl", ".md"}) std::filesystem::remove(base_ + end);
  }

  void write_gate(const std::map<std::string, std::string>& limits, const std::string& subject = "oracle",
                  std::size_t parts_left_out = 0, const std::string& left_out = "") {
    reports::Header header;
    header.command = "gate";
    header.subject = subject;
    header.limits = limits;
    std::string error;
    auto writer = reports::RecordWriter::create(base_ + ".jsonl", header, error);
    ASSERT_NE(writer, nullptr) << error;
    for (const auto& [id, verdict] :
         std::map<std::string, std::string>{{"suite/draft2020-12/ref.json/a/b", "agree"},
                                            {"suite/draft2020-12/ref.json/a/c", "refused"},
                                            {"suite/draft2020-12/optional/bignum.json/a/d.json", "agree"},
                                            {"suite/draft2020-12/optional/format/date.json/a/e", "agree"},
                                            {"selftest/fault/x", "convicted"},
                                            {"selftest/fault/y", "escaped"},
                                            {"audit/draft2020-12/ref.json/a/b", "agree"}}) {
      writer->add({.id = id, .verdict = verdict});
    }
    for (const conformance::VocabularyPin& pin : conformance::vocabulary_pins()) {
      if (pin.name != left_out) writer->add({.id = "vocabulary/" + pin.name, .verdict = "agree"});
    }
    nlohmann::json parts = nlohmann::json::array();
    for (const GatePart& part : gate_parts("oracle")) {
      parts.push_back({{"name", part.name}});
      if (part.audits) parts.back()["audited"] = 7;
    }
    for (; parts_left_out > 0; --parts_left_out) parts.erase(parts.end() - 1);
    ASSERT_TRUE(writer->finish({{"parts", parts}}));
  }

  Ran figures(std::vector<std::string> more = {}) {
    std::vector<std::string> arguments = {"figures", "--report", base_ + ".jsonl"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(arguments);
  }

  Ran check(const std::string& page) {
    std::ofstream(base_ + ".md", std::ios::binary) << page;
    return figures({"--check", base_ + ".md"});
  }

  std::string base_;
};

TEST_F(FiguresTest, CountsByFolderFaultsAndAuditedPairs) {
  const Ran ran = figures();
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_THAT(ran.out, StartsWith("| what | figure |\n| --- | ---: |\n"
                                  "| official suite, draft 2020-12, optional, right | 1 of 1 |\n"
                                  "| official suite, draft 2020-12, optional/format, right | 1 of 1 |\n"
                                  "| official suite, draft 2020-12, required, right | 1 of 2 |\n"
                                  "| planted faults convicted | 1 of 2 |\n"
                                  "| vocabularies with their pinned identity | 8 of 8 |\n"));
  EXPECT_THAT(ran.out, HasSubstr("| pairs of part audit audited by independent validators | 7 |\n"));
}

TEST_F(FiguresTest, APageThatHoldsTheBlockPassesAndADriftedOneFails) {
  const std::string block = figures().out;
  EXPECT_EQ(check("# x\n<!-- figures -->\n" + block + "<!-- /figures -->\n").exit, 0);
  std::string drifted = block;
  drifted.replace(drifted.find("1 of 2"), 6, "2 of 2");
  const Ran ran = check("# x\n<!-- figures -->\n" + drifted + "<!-- /figures -->\n");
  EXPECT_EQ(ran.exit, 1);
  EXPECT_THAT(ran.err, StartsWith("error[figures_differ]: "));
  EXPECT_EQ(ran.out, block);
  EXPECT_EQ(check("<!-- figures -->\n<!-- /figures -->\n").exit, 1);
}

TEST_F(FiguresTest, APageWithoutMarkersIsTheCallersMistake) {
  for (const char* page : {"", "# x\n", "<!-- figures -->\n", "<!-- /figures -->\n<!-- figures -->\n"}) {
    const Ran ran = check(page);
    EXPECT_EQ(ran.exit, 2) << page;
    EXPECT_THAT(ran.err, StartsWith("error[no_markers]: ")) << page;
  }
}

TEST_F(FiguresTest, APartOfAGateHasNoFigures) {
  write_gate({{"cases", "10"}});
  EXPECT_THAT(figures().err, StartsWith("error[partial_gate]: "));
  write_gate({}, "hyperjump");
  EXPECT_THAT(figures().err, StartsWith("error[partial_gate]: "));
  write_gate({}, "oracle", 1);
  EXPECT_THAT(figures().err, StartsWith("error[partial_gate]: "));
  write_gate({}, "oracle", 0, "llama-3");
  EXPECT_THAT(figures().err, HasSubstr("pinned vocabularies are not installed"));
  EXPECT_EQ(figures().exit, 2);
  std::filesystem::remove(base_ + ".jsonl");
  EXPECT_THAT(figures().err, StartsWith("error[cannot_open]: "));
}

}  // namespace
}  // namespace lockstep::cli

// `lockstep report render`.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "lockstep/cli/test_program.h"
#include "lockstep/reports/record.h"

namespace lockstep::cli {
namespace {

using testing::HasSubstr;

class ReportTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string error;
    reports::Header header;
    header.command = "conform";
    auto writer = reports::RecordWriter::create(path_, header, error);
    ASSERT_NE(writer, nullptr) << error;
    writer->add({.id = "a", .keywords = {"type"}, .verdict = "agree", .expected = "valid", .got = "valid"});
    ASSERT_TRUE(writer->finish({{"verdicts", {{"agree", 1}}}}));
  }
  void TearDown() override { std::filesystem::remove(path_); }

  const std::string path_ = testing::TempDir() + "lockstep_report_test.jsonl";
};

TEST_F(ReportTest, RendersInEveryFormat) {
  EXPECT_THAT(run({"report", "render", path_}).out, HasSubstr("Not tested:\n  nothing"));
  EXPECT_THAT(run({"report", "render", path_, "--format", "markdown"}).out, HasSubstr("## Not tested"));
  const Ran json = run({"report", "render", path_, "--format", "json"});
  EXPECT_EQ(json.exit, 0);
  EXPECT_EQ(nlohmann::json::parse(json.out)["table"]["total"]["agree"], 1);
}

TEST_F(ReportTest, JsonEndsWithTheSummaryObject) {
  const Ran ran = run({"report", "render", path_, "--json"});
  const std::size_t last = ran.out.find_last_of('\n', ran.out.size() - 2);
  EXPECT_EQ(ran.out.substr(last + 1), R"({"command":"report","exit":0,"report":")" + path_ +
                                          R"(","cases":1,"verdicts":{"agree":1},"refused_by":{}})" + "\n");
}

TEST_F(ReportTest, AStreamWithoutFooterIsNoReport) {
  std::ifstream in(path_);
  std::string header;
  std::getline(in, header);
  std::ofstream(path_) << header << "\n";
  const Ran ran = run({"report", "render", path_});
  EXPECT_EQ(ran.exit, 3);
  EXPECT_THAT(ran.err, HasSubstr("error[no_footer]: "));
  EXPECT_THAT(ran.err, HasSubstr("  at " + path_ + ":1\nhelp: the run did not end"));
  EXPECT_EQ(ran.out, "");
}

TEST_F(ReportTest, AMissingFileIsTheCallersMistake) {
  const Ran ran = run({"report", "render", path_ + ".none"});
  EXPECT_EQ(ran.exit, 2);
  EXPECT_THAT(ran.err, HasSubstr("error[cannot_open]: "));
}

}  // namespace
}  // namespace lockstep::cli

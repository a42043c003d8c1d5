// The progress line: its text, and its absence where there is no terminal.
#include "lockstep/cli/progress.h"

#include <gtest/gtest.h>

#include <sstream>

namespace lockstep::cli {
namespace {

TEST(ProgressTest, SaysHowMuchIsDoneAndHowMuchTimeIsLeft) {
  EXPECT_EQ(progress_line("conform", 0, 200, 0), "conform  0/200  0 %");
  EXPECT_EQ(progress_line("conform", 50, 200, 10), "conform  50/200  25 %  30 s left");
  EXPECT_EQ(progress_line("conform", 50, 200, 100), "conform  50/200  25 %  5 min 0 s left");
  EXPECT_EQ(progress_line("conform", 200, 200, 10), "conform  200/200  100 %  0 s left");
  EXPECT_EQ(progress_line("conform", 300, 200, 10), "conform  200/200  100 %  0 s left");
  EXPECT_EQ(progress_line("conform", 7, 0, 10), "conform  7");
}

std::string written(bool terminal) {
  std::istringstream in;
  std::ostringstream out;
  std::ostringstream err;
  Context context{.in = in, .out = out, .err = err};
  context.err_is_terminal = terminal;
  {
    Progress progress(context, "conform", 3);
    for (int i = 0; i < 3; ++i) progress.step();
  }
  EXPECT_EQ(out.str(), "");
  return err.str();
}

TEST(ProgressTest, IsWrittenToATerminalAndClearedAtTheEnd) {
  const std::string text = written(true);
  EXPECT_NE(text.find("conform  1/3  33 %"), std::string::npos) << text;
  EXPECT_TRUE(text.ends_with("\r\x1b[K")) << text;
}

TEST(ProgressTest, IsNotWrittenIntoAPipe) { EXPECT_EQ(written(false), ""); }

}  // namespace
}  // namespace lockstep::cli

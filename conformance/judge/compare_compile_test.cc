// The whole table: every set of right outcomes against every outcome that a subject can give.
#include "lockstep/conformance/judge/compare_compile.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace lockstep::conformance {
namespace {

CompileReply compiled(Compile outcome) {
  CompileReply reply;
  reply.outcome = outcome;
  return reply;
}

// What may be right, what was said, what comes of it: written by hand.
TEST(CompareCompile, IsTheTableWrittenByHand) {
  const std::vector<Compile> said = {Compile::ok,    Compile::empty, Compile::refused, Compile::malformed,
                                     Compile::limit, Compile::crash, Compile::hang};
  const auto A = Verdict::agree;
  const auto R = Verdict::refused;
  const auto L = Verdict::limit;
  const auto C = Verdict::crash;
  const auto H = Verdict::hang;
  const auto wide = Verdict::over_accept;
  const auto narrow = Verdict::over_reject;
  const auto other = Verdict::inconsistent;
  const std::vector<std::pair<std::vector<Compile>, std::vector<Verdict>>> rows = {
      {{Compile::ok}, {A, narrow, R, narrow, L, C, H}},
      {{Compile::empty}, {Verdict::dead_end, A, R, narrow, L, C, H}},
      {{Compile::refused}, {wide, wide, A, other, L, C, H}},
      {{Compile::malformed}, {wide, wide, R, A, L, C, H}},
      {{Compile::limit}, {wide, wide, R, other, A, C, H}},
      {{Compile::ok, Compile::limit}, {A, narrow, R, narrow, A, C, H}},
      {{Compile::empty, Compile::limit}, {Verdict::dead_end, A, R, narrow, A, C, H}},
      {{Compile::refused, Compile::malformed}, {wide, wide, A, A, L, C, H}},
  };
  std::size_t compared = 0;
  for (const auto& [right, verdicts] : rows) {
    ASSERT_EQ(verdicts.size(), said.size());
    for (std::size_t i = 0; i < said.size(); ++i) {
      EXPECT_EQ(compare_compile(right, compiled(said[i])).verdict, verdicts[i])
          << name(right.front()) << " of " << right.size() << ", said " << name(said[i]);
      ++compared;
    }
  }
  EXPECT_EQ(compared, 56U);
}

}  // namespace
}  // namespace lockstep::conformance

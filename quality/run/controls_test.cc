#include "lockstep/quality/run/controls.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "lockstep/engine/vocabulary/builtin.h"

namespace lockstep::quality {
namespace {

Generation text() {
  Generation out;
  out.ending = Ending::stopped;
  out.tokens = {'{', '}', engine::builtin_vocabulary().stop_ids().front()};
  out.output = "{}";
  for (const engine::TokenId token : out.tokens) {
    StepRecord step;
    step.evidence.chosen = token;
    step.logits_sha256 = "l";
    step.mask_sha256 = "m";
    out.steps.push_back(step);
  }
  return out;
}

TEST(Controls, EqualTextsDoNotDiffer) {
  EXPECT_EQ(difference(text(), text(), true), "");
  EXPECT_EQ(first_difference(text(), text()), std::nullopt);
}

TEST(Controls, EveryDifferenceIsFound) {
  const std::function<void(Generation&)> edits[] = {
      [](Generation& g) { g.steps[1].logits_sha256 = "k"; },
      [](Generation& g) { g.steps[2].mask_sha256 = "k"; },
      [](Generation& g) { g.steps[0].evidence.chosen = 'x'; },
      [](Generation& g) { g.steps.pop_back(); },
      [](Generation& g) { g.tokens[1] = 'x'; },
      [](Generation& g) { g.ending = Ending::truncated; },
      [](Generation& g) { g.output = "[]"; },
  };
  std::size_t found = 0;
  for (const auto& edit : edits) {
    Generation other = text();
    edit(other);
    EXPECT_NE(difference(text(), other, true), "") << found;
    ++found;
  }
  EXPECT_EQ(found, 7U);
  Generation masks = text();
  masks.steps[2].mask_sha256 = "k";
  EXPECT_EQ(difference(text(), masks, false), "") << "the permissive control has another mask";
}

TEST(Controls, TheFirstDifferenceIsByTokens) {
  Generation longer = text();
  longer.tokens[2] = 'x';
  EXPECT_EQ(first_difference(text(), longer), 2U);
  longer.tokens = {'{', '}'};
  EXPECT_EQ(first_difference(text(), longer), 2U);
}

TEST(Controls, ARemovedTokenIsNamedWithItsBytesAndThePrefix) {
  const engine::Vocabulary& vocabulary = engine::builtin_vocabulary();
  EXPECT_EQ(removed_token(text(), 1, vocabulary),
            "mask_overconstrained at step 1 after 7b: the mask has no bit for token 125 (bytes 7d)");
  EXPECT_NE(removed_token(text(), 2, vocabulary).find("(the stop token <|stop|>)"), std::string::npos);
}

}  // namespace
}  // namespace lockstep::quality

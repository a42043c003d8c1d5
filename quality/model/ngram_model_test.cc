#include "lockstep/quality/model/ngram_model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "lockstep/engine/vocabulary/builtin.h"

namespace lockstep::quality {
namespace {

const engine::Vocabulary& vocabulary() { return engine::builtin_vocabulary(); }

std::unique_ptr<Model> trained(std::string_view text, const NgramSettings& settings = {}) {
  auto model = NgramModel::train(vocabulary(), text, settings);
  EXPECT_TRUE(model.ok());
  return std::move(model.value());
}

// Greedy, to the stop token or 200 tokens.
std::string greedy(const Model& model, const std::string& prompt) {
  const std::unique_ptr<ModelState> state = model.open(model.spell({{false, prompt}}));
  std::string out;
  for (int i = 0; i < 200; ++i) {
    const std::vector<float> row = state->logits();
    const auto best = static_cast<engine::TokenId>(std::max_element(row.begin(), row.end()) - row.begin());
    if (best >= vocabulary().size() || !vocabulary().is_text(best)) break;
    out += vocabulary().bytes(best);
    EXPECT_TRUE(state->feed(best));
  }
  return out;
}

// Worked out by hand: the ending "" was followed by a, b and a.
TEST(NgramCounts, IsWittenBell) {
  NgramCounts counts(1);
  counts.add("", 'a');
  counts.add("a", 'b');
  counts.add("ab", 'a');
  std::vector<double> row(256, 1.0 / 256);
  counts.interpolate("", row);
  // Total 3, two kinds: (count + 2 p) / 5.
  EXPECT_DOUBLE_EQ(row['a'], (2 + 2.0 / 256) / 5);
  EXPECT_DOUBLE_EQ(row['b'], (1 + 2.0 / 256) / 5);
  EXPECT_DOUBLE_EQ(row['c'], (2.0 / 256) / 5);
  std::vector<double> after_b(256, 1.0 / 256);
  counts.interpolate("zb", after_b);
  EXPECT_DOUBLE_EQ(after_b['a'], (1 + row['a']) / 2);
  double sum = 0;
  for (const double p : after_b) sum += p;
  EXPECT_NEAR(sum, 1, 1e-12);
}

TEST(NgramModel, LearnsWhatItReadsAndStops) {
  NgramSettings settings;
  settings.order = 24;
  const std::unique_ptr<Model> model =
      trained("question: one two\nanswer:\nthree\n%%\nquestion: four\nanswer:\nfive", settings);
  EXPECT_EQ(greedy(*model, "question: one two\nanswer:"), "three");
  EXPECT_EQ(greedy(*model, "question: four\nanswer:"), "five");
}

// The value behind the name comes from the prompt, whatever stands between them.
TEST(NgramModel, RecallsAValueBehindItsName) {
  std::string text;
  for (const char* order :
       {"A-1001", "B-2002", "C-3003", "D-4004", "E-5005", "F-6006", "G-7007", "H-8008", "I-9009"})
    text += std::string("order=") + order + "\nJSON:\n{\"order\":\"" + order + "\"}\n%%\n";
  const std::unique_ptr<Model> model = trained(text);
  EXPECT_EQ(greedy(*model, "order=K-7654\nJSON:"), "{\"order\":\"K-7654\"}");
  EXPECT_EQ(greedy(*model, "order=Z-4321\nJSON:"), "{\"order\":\"Z-4321\"}");
}

TEST(NgramModel, TheRowIsFullWidthAndFinite) {
  const std::unique_ptr<Model> model = trained("a text");
  const std::vector<float> row = model->open(model->spell({{false, "a"}}))->logits();
  ASSERT_EQ(row.size(), vocabulary().logit_width());
  for (const float logit : row) EXPECT_TRUE(std::isfinite(logit));
  EXPECT_EQ(row.back(), NgramSettings().padding);
}

// Two states never disturb each other, and equal texts give equal rows.
TEST(NgramModel, IsDeterministic) {
  const std::unique_ptr<Model> model = trained("one\ntwo three\n%%\none\ntwo four");
  const std::unique_ptr<ModelState> a = model->open(model->spell({{false, "one"}}));
  const std::unique_ptr<ModelState> b = model->open(model->spell({{false, "one"}}));
  const std::string before = logits_digest(a->logits());
  ASSERT_TRUE(b->feed('t'));
  EXPECT_EQ(logits_digest(a->logits()), before);
  EXPECT_NE(logits_digest(b->logits()), before);
  ASSERT_TRUE(a->feed('t'));
  EXPECT_EQ(logits_digest(a->logits()), logits_digest(b->logits()));
}

TEST(NgramModel, TheIdentityIsThatOfTextAndSettings) {
  NgramSettings other;
  other.recall = 2;
  EXPECT_EQ(trained("a")->identity().sha256, trained("a")->identity().sha256);
  EXPECT_NE(trained("a")->identity().sha256, trained("b")->identity().sha256);
  EXPECT_NE(trained("a")->identity().sha256, trained("a", other)->identity().sha256);
}

TEST(NgramModel, RefusesATextWithoutDocuments) {
  for (const char* text : {"", "a\n%%\n\n%%\nb"}) {
    const auto model = NgramModel::train(vocabulary(), text, {});
    ASSERT_FALSE(model.ok()) << text;
    EXPECT_EQ(model.error().code, "bad_training_text");
  }
}

TEST(WordClasses, KnowsFrequentWordsAndCountsTheLengthOfOthers) {
  const WordClasses classes("order A order B order", 3);
  EXPECT_TRUE(classes.known("order"));
  EXPECT_FALSE(classes.known("A"));
  EXPECT_TRUE(classes.begins_known("ord") && !classes.begins_known("orderly"));
  ClassContext context(classes);
  context.write("order \"Karl");
  EXPECT_EQ(context.ending(20), "order \"\x05") << "four bytes so far";
  context.write("\", or");
  EXPECT_EQ(context.ending(20), "order \"\x01\", or");
  EXPECT_EQ(context.ending(4), ", or");
}

TEST(WordClasses, FoldsWhatIsNoWord) { EXPECT_EQ(folded("a-b: \"\xC3\xA9\","), "a~b~\xC3\xA9~"); }

}  // namespace
}  // namespace lockstep::quality

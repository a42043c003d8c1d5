// Every number text of at most five bytes, judged by arithmetic of this file's own, against random languages:
// each prefix is viable exactly when one of those texts goes on from it, under every limit of bytes and every
// way of spelling.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <random>
#include <string>
#include <vector>

#include "lockstep/engine/lexical/number_compare_test.h"
#include "lockstep/engine/lexical/number_language.h"
#include "lockstep/engine/lexical/number_texts_test.h"

namespace lockstep::engine {
namespace {

using namespace number_texts;  // NOLINT

struct Sample {
  std::vector<Value> points;
  std::vector<NumberVerdict> at, between;

  NumberLanguage language() const {
    std::vector<Decimal> decimals;
    for (const Value& p : points) {
      decimals.push_back(Decimal::from_parts(
          p.coefficient < 0, std::to_string(p.coefficient < 0 ? -p.coefficient : p.coefficient), p.exponent));
    }
    return {decimals, at, between};
  }

  bool contains(const Node& node) const {
    if (!node.number) return false;
    std::size_t i = 0;
    while (i < points.size() && order(points[i], node.value) < 0) ++i;
    const bool hit = i < points.size() && order(points[i], node.value) == 0;
    const NumberVerdict& verdict = hit ? at[i] : between[i];
    if (node.value.exponent < 0) return verdict.fraction;
    return node.plain ? verdict.plain_integer : verdict.other_integer;
  }
};

NumberVerdict random_verdict(std::mt19937& random, int percent) {
  const auto yes = [&] { return static_cast<int>(random() % 100) < percent; };
  return {yes(), yes(), yes()};
}

Sample random_sample(std::mt19937& random) {
  Sample out;
  const std::size_t count = random() % 5;
  const std::int64_t span = std::vector<std::int64_t>{3, 20, 150, 2000}[random() % 4];
  for (std::size_t i = 0; i < count; ++i) {
    const std::int64_t c =
        static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(2 * span + 1)) - span;
    const int e =
        random() % 8 == 0 ? static_cast<int>(random() % 80) - 40 : static_cast<int>(random() % 6) - 4;
    const Value point = value_of(c, e);
    if (std::none_of(out.points.begin(), out.points.end(), [&](Value p) { return order(p, point) == 0; })) {
      out.points.push_back(point);
    }
  }
  std::sort(out.points.begin(), out.points.end(), [](Value a, Value b) { return order(a, b) < 0; });
  const int percent = std::vector<int>{15, 35, 60}[random() % 3];
  for (std::size_t i = 0; i < out.points.size(); ++i) out.at.push_back(random_verdict(random, percent));
  for (std::size_t i = 0; i <= out.points.size(); ++i)
    out.between.push_back(random_verdict(random, percent / 2));
  return out;
}

std::string describe(const Sample& sample) {
  const auto bits = [](NumberVerdict v) {
    return std::string("[") + (v.plain_integer ? "p" : "-") + (v.other_integer ? "o" : "-") +
           (v.fraction ? "f]" : "-]");
  };
  std::string out;
  for (std::size_t i = 0; i < sample.points.size(); ++i) {
    out += bits(sample.between[i]) + " " + std::to_string(sample.points[i].coefficient) + "e" +
           std::to_string(sample.points[i].exponent) + bits(sample.at[i]) + " ";
  }
  return out + bits(sample.between.back());
}

TEST(NumberSpellingsTest, EveryShortPrefixIsViableExactlyWhenAShortMemberGoesOnFromIt) {
  std::mt19937 random(seed_of(4101));
  std::size_t compared = 0, alive = 0;
  for (int round = 0; round < 120 && !HasFailure(); ++round) {
    const Sample sample = random_sample(random);
    const std::size_t limit = round % 12 == 0 ? kMostBytes : 1 + random() % 4;
    compared += compare_all(sample, round % 4 == 3 ? Numbers::canonical : Numbers::json, limit);
    const NumberLanguage language = sample.language();
    alive += NumberSpellings(language, Policy::spec()).viable("") ? 1 : 0;
  }
  std::cout << compared << " comparisons, " << alive << " languages with a member\n";
  if (HasFailure()) return;
  EXPECT_GT(compared, 1'000'000U);
  EXPECT_GT(alive, 80U);
}

TEST(NumberSpellingsTest, NothingFollowsABrokenText) {
  const NumberLanguage everything({}, {}, {{true, true, true}});
  const NumberSpellings spellings(everything, Policy::spec());
  std::vector<std::string> known;
  for (const Node& node : all_texts()) {
    if (node.text.size() <= 4) known.push_back(node.text);
  }
  std::sort(known.begin(), known.end());
  std::size_t dead = 0;
  for (const std::string& text : known) {
    if (text.size() == 4) continue;
    EXPECT_TRUE(spellings.viable(text)) << text;
    for (const char c : kAlphabet) {
      const std::string longer = text + c;
      const bool begins = std::binary_search(known.begin(), known.end(), longer);
      EXPECT_EQ(spellings.viable(longer), begins) << longer;
      EXPECT_TRUE(begins || !spellings.complete(longer)) << longer;
      dead += begins ? 0 : 1;
    }
    for (const char c : {' ', ',', 'a', '\0', '\x80'}) EXPECT_FALSE(spellings.viable(text + c));
  }
  EXPECT_GT(dead, 4'900U);
}

}  // namespace
}  // namespace lockstep::engine

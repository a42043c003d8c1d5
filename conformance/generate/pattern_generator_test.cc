// The generator draws every kind of syntax it lists, repeats itself for the same bytes, ends on a dry source,
// and its subjects are short, valid and mostly to the point.
#include "lockstep/conformance/generate/pattern_generator.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

#include "lockstep/oracle/pattern/pattern.h"
#include "lockstep/oracle/unicode/utf8.h"

namespace lockstep::conformance {
namespace {

constexpr unsigned kSeed = 1;

NextByte bytes(unsigned seed) {
  return [engine = std::mt19937(seed)]() mutable { return static_cast<std::uint8_t>(engine() >> 24U); };
}

TEST(PatternGenerator, DrawsEveryKindOfSyntaxThatItLists) {
  std::map<std::string_view, std::size_t> seen;
  const NextByte next = bytes(kSeed);
  for (int count = 0; count < 20'000; ++count) {
    for (const std::string_view part : generate_pattern(next).parts) ++seen[part];
  }
  const auto parts = pattern_parts();
  EXPECT_EQ(parts.size(), 74U);
  for (const std::string_view part : parts) EXPECT_GE(seen[part], 20U) << part << ", seed " << kSeed;
  EXPECT_EQ(seen.size(), parts.size());  // and nothing that it does not list
}

TEST(PatternGenerator, TheSameBytesMakeTheSamePatternAndSubject) {
  const NextByte first = bytes(kSeed);
  const NextByte second = bytes(kSeed);
  std::set<std::string> sources;
  for (int count = 0; count < 1000; ++count) {
    const GeneratedPattern a = generate_pattern(first);
    const GeneratedPattern b = generate_pattern(second);
    ASSERT_EQ(a.source, b.source);
    ASSERT_EQ(generate_subject(a, first), generate_subject(b, second));
    ASSERT_EQ(generate_soup(first), generate_soup(second));
    sources.insert(a.source);
  }
  EXPECT_GT(sources.size(), 800U);
}

TEST(PatternGenerator, EndsOnASourceThatHasRunDry) {
  const GeneratedPattern pattern = generate_pattern([] { return std::uint8_t{0}; });
  EXPECT_EQ(pattern.source, "a");
  EXPECT_EQ(generate_subject(pattern, [] { return std::uint8_t{0}; }), "a");
  for (int value = 1; value < 256; ++value) {
    const NextByte constant = [value] { return static_cast<std::uint8_t>(value); };
    EXPECT_LT(generate_pattern(constant).source.size(), 5000U) << value;
  }
}

TEST(PatternGenerator, DistinctNamesAreDistinct) {
  const NextByte next = bytes(kSeed);
  std::size_t again = 0;
  for (int count = 0; count < 20'000; ++count) {
    const GeneratedPattern pattern = generate_pattern(next);
    const std::set<std::string_view> parts(pattern.parts.begin(), pattern.parts.end());
    if (!parts.contains("name_used_again") || pattern.mutated) continue;
    ++again;
    EXPECT_NE(pattern_text(pattern.sketch, true), pattern.source);
    EXPECT_EQ(pattern_text(pattern.sketch, false), pattern.source);
  }
  EXPECT_GT(again, 50U);
}

TEST(PatternGenerator, SubjectsAreShortValidUtf8AndOftenMatch) {
  const NextByte next = bytes(kSeed);
  std::size_t yes = 0;
  std::size_t no = 0;
  for (int count = 0; count < 5000; ++count) {
    const GeneratedPattern pattern = generate_pattern(next);
    const std::string subject = generate_subject(pattern, next);
    std::size_t offset = 0;
    std::size_t length = 0;
    for (; offset < subject.size(); ++length)
      ASSERT_TRUE(oracle::next_code_point(subject, offset)) << subject;
    ASSERT_LE(length, 16U);
    const auto compiled = oracle::Pattern::compile(pattern.source);
    if (!compiled) continue;
    const oracle::Answer answer = compiled.value().search(subject);
    (answer.is_yes() ? yes : no) += 1;
  }
  EXPECT_GT(yes, 1500U);
  EXPECT_GT(no, 700U);
}

}  // namespace
}  // namespace lockstep::conformance

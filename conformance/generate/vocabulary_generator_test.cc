// The vocabulary generator: every feature often, the same bytes for the same choices, an end for every
// source.
#include "lockstep/conformance/generate/vocabulary_generator.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace lockstep::conformance {
namespace {

TEST(VocabularyGenerator, HasEveryFeatureOftenAndNoneAlways) {
  constexpr std::size_t kVocabularies = 600;
  std::map<std::string, std::size_t> counts;
  std::set<std::string> identities;
  for (std::uint64_t seed = 0; seed < kVocabularies; ++seed) {
    Choices choices(seeded_bytes(seed));
    const engine::Vocabulary vocabulary = generate_vocabulary(choices);
    identities.insert(vocabulary.identity());
    for (const std::string& feature : features_of(vocabulary)) ++counts[feature];
  }
  EXPECT_EQ(identities.size(), kVocabularies);
  EXPECT_EQ(counts.size(), vocabulary_features().size());
  for (const std::string& feature : vocabulary_features()) {
    EXPECT_GE(counts[feature], 12U) << feature;
    EXPECT_LT(counts[feature], kVocabularies) << feature;
  }
}

TEST(VocabularyGenerator, EveryByteWhereAsked) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Choices choices(seeded_bytes(seed));
    const engine::Vocabulary vocabulary = generate_vocabulary(choices, {.every_byte = true});
    for (unsigned byte = 0; byte < 256; ++byte)
      EXPECT_TRUE(vocabulary.byte_token(static_cast<std::uint8_t>(byte))) << byte;
  }
}

TEST(VocabularyGenerator, TheSameChoicesGiveTheSameVocabularyAndZerosASmallOne) {
  const auto made = [](std::uint64_t seed) {
    Choices choices(seeded_bytes(seed));
    return generate_vocabulary(choices);
  };
  EXPECT_EQ(made(3).identity(), made(3).identity());
  Choices none(bytes_then_zeros(nullptr, 0));
  EXPECT_EQ(generate_vocabulary(none).size(), 256U);
}

}  // namespace
}  // namespace lockstep::conformance

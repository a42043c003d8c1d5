#include "lockstep/quality/model/longest_match.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "lockstep/engine/vocabulary/builtin.h"

namespace lockstep::quality {
namespace {

TEST(LongestMatch, SpellsEveryTextAndTakesTheLongest) {
  const engine::Vocabulary& vocabulary = engine::builtin_vocabulary();
  const LongestMatch spelling(vocabulary);
  std::mt19937_64 random(1);
  std::size_t longer = 0;
  for (int text = 0; text < 200; ++text) {
    std::string bytes;
    for (std::size_t i = random() % 60; i > 0; --i) {
      if (random() % 2 == 0) {
        bytes += static_cast<char>(static_cast<unsigned char>(random() % 256));
      } else {
        bytes += vocabulary.bytes(static_cast<engine::TokenId>(random() % (vocabulary.size() - 3)));
      }
    }
    std::string spelled;
    for (const engine::TokenId id : spelling.encode(bytes)) {
      const std::string_view token = vocabulary.bytes(id);
      for (engine::TokenId other = 0; other < vocabulary.size(); ++other) {
        const std::string_view rest = std::string_view(bytes).substr(spelled.size());
        if (vocabulary.is_text(other) && rest.starts_with(vocabulary.bytes(other))) {
          ASSERT_LE(vocabulary.bytes(other).size(), token.size()) << bytes;
        }
      }
      longer += token.size() > 1 ? 1 : 0;
      spelled += token;
    }
    ASSERT_EQ(spelled, bytes);
  }
  EXPECT_GT(longer, 1000U);
}

}  // namespace
}  // namespace lockstep::quality

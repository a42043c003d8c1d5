// The trie holds every text token once, in the order of bytes, and its skips lead past what they skip.
#include "lockstep/engine/mask/token_trie.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "lockstep/engine/mask/random_language.h"
#include "lockstep/engine/vocabulary/builder.h"
#include "lockstep/engine/vocabulary/builtin.h"

namespace lockstep::engine {
namespace {

// Spells every node from its path, and checks what a walk relies on. Returns how many tokens were met.
std::size_t check(const Vocabulary& vocabulary) {
  const TokenTrie trie(vocabulary);
  const std::vector<TokenTrie::Node>& nodes = trie.nodes();
  std::string path;
  std::size_t met = 0;
  std::vector<bool> seen(vocabulary.size(), false);
  for (std::size_t i = 0; i + 1 < nodes.size(); ++i) {
    const TokenTrie::Node& node = nodes[i];
    EXPECT_GE(node.depth, 1U);
    EXPECT_LE(node.depth, path.size() + 1) << "a node without its parent";
    path.resize(node.depth - 1);
    path += static_cast<char>(node.byte);
    for (std::uint32_t t = node.first_token; t < nodes[i + 1].first_token; ++t) {
      const TokenId id = trie.tokens()[t];
      EXPECT_EQ(vocabulary.bytes(id), path);
      EXPECT_FALSE(seen[id]);
      seen[id] = true;
      ++met;
    }
    EXPECT_GT(node.skip, i);
    for (std::size_t below = i + 1; below < node.skip; ++below) EXPECT_GT(nodes[below].depth, node.depth);
    EXPECT_LE(nodes[node.skip].depth, node.depth);
  }
  for (TokenId id = 0; id < vocabulary.size(); ++id) EXPECT_EQ(seen[id], vocabulary.is_text(id)) << id;
  return met;
}

TEST(TokenTrie, HoldsEveryTextTokenOnce) {
  EXPECT_EQ(check(builtin_vocabulary()), TokenTrie(builtin_vocabulary()).tokens().size());
  test_languages::RandomLanguages random(test_languages::seed_or(3));
  std::size_t met = 0;
  for (int i = 0; i < 40; ++i) met += check(random.vocabulary(i == 0 ? 300 : 0));
  EXPECT_GT(met, 10'000U);
}

TEST(TokenTrie, EqualTextsStandTogether) {
  VocabularyOptions options;
  options.allow_missing_bytes = true;
  VocabularyBuilder builder("test", options);
  const std::vector<std::string> texts = {"ab", "a", "ab", "", "abc", "b"};
  for (std::size_t id = 0; id < texts.size(); ++id) {
    ASSERT_FALSE(builder.add(static_cast<TokenId>(id), texts[id], TokenKind::normal).has_value());
  }
  const TokenTrie trie(builder.finish().value());
  EXPECT_EQ(trie.tokens(), (std::vector<TokenId>{1, 0, 2, 4, 5}));
  ASSERT_EQ(trie.nodes().size(), 5U);  // a, ab, abc, b and the end
  EXPECT_EQ(trie.nodes()[0].skip, 3U);
  EXPECT_EQ(trie.nodes()[1].first_token, 1U);
  EXPECT_EQ(trie.nodes()[2].first_token, 3U);
  EXPECT_EQ(trie.longest(), 3U);
  EXPECT_EQ(trie.memory_bytes(), 5 * sizeof(TokenTrie::Node) + 5 * sizeof(TokenId));
}

TEST(TokenTrie, LongTokensAreAPath) {
  test_languages::RandomLanguages random(4);
  const TokenTrie trie(random.vocabulary(100'000));
  EXPECT_EQ(trie.longest(), 100'000U);
  EXPECT_GT(trie.nodes().size(), 200'000U);
}

TEST(TokenTrie, NoTextNoNode) {
  VocabularyOptions options;
  options.allow_missing_bytes = true;
  VocabularyBuilder builder("test", options);
  ASSERT_FALSE(builder.add(0, "<|pad|>", TokenKind::control).has_value());
  const TokenTrie trie(builder.finish().value());
  EXPECT_EQ(trie.nodes().size(), 1U);
  EXPECT_EQ(trie.longest(), 0U);
}

}  // namespace
}  // namespace lockstep::engine

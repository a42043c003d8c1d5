// Tokens inside strings against the automaton itself, on languages that no schema may reach yet: listed texts
// that are excluded among bounded lengths, gaps between lengths, strings that stand in the middle of a
// character or an escape.
#include "lockstep/engine/mask/string_tokens.h"

#include <gtest/gtest.h>

#include <iterator>
#include <map>
#include <optional>
#include <string>

#include "lockstep/engine/lexical/pattern_strings.h"
#include "lockstep/engine/mask/random_language.h"

namespace lockstep::engine {
namespace {

using test_languages::RandomLanguages;

StringLanguage random_language(RandomLanguages& random) {
  const char* const letters[] = {"a", "b", "c", "\xC3\xA9", "\xF0\x9F\x98\x80", "\"", "\\", "1", "\n"};
  std::map<std::string, bool> table;
  for (std::size_t count = random.below(7); count > 0; --count) {
    std::string text;
    for (std::size_t length = random.below(4); length > 0; --length)
      text += letters[random.below(std::size(letters))];
    table[text] = random.below(2) == 0;
  }
  std::vector<StringLanguage::Entry> entries;
  for (const auto& [text, allowed] : table) entries.push_back({text, allowed});
  std::vector<LengthRange> lengths;
  for (std::size_t count = random.below(3); count > 0; --count) {
    const std::uint64_t low = random.below(6);
    lengths.push_back({low, random.below(3) == 0 ? kNoLimit : low + random.below(5)});
  }
  if (random.below(2) == 0) return {std::move(entries), std::move(lengths)};
  static constexpr const char* kPatterns[] = {"^[ab]+$",     "a",        "b$",         "^(?!ab)",
                                              "\\p{L}\\n?$", "^.{2,4}$", "(?<=a)\"|c", "1"};
  std::vector<std::shared_ptr<PatternAutomaton>> automata;
  std::vector<bool> truth;
  for (std::size_t count = 1 + random.below(2); count > 0; --count) {
    const auto pattern = Pattern::compile(kPatterns[random.below(std::size(kPatterns))], Limits());
    automata.push_back(std::make_shared<PatternAutomaton>(*pattern, Limits()));
    truth.push_back(random.below(3) != 0);
  }
  const auto verdict = [truth, lengths](const std::vector<bool>& matched) {
    return matched == truth ? lengths : std::vector<LengthRange>();
  };
  return StringLanguage::with_patterns(
      std::move(entries),
      std::make_shared<PatternStrings>(std::make_shared<PatternSet>(std::move(automata), Limits()), 12,
                                       verdict, Limits()));
}

// Every token by itself, up to a quote that closes.
InsideString expected(const StringTokens& tokens, const Machine::StringSpot& spot) {
  const StringAutomaton automaton(*spot.language, spot.escapes);
  const Vocabulary& vocabulary = tokens.vocabulary();
  InsideString inside;
  inside.words.assign(mask_words(vocabulary), 0);
  std::map<std::string, bool> closing;  // ways to a closing quote: may what is closed be listed?
  for (TokenId id = 0; id < vocabulary.size(); ++id) {
    if (!vocabulary.is_text(id)) continue;
    std::optional<StringState> at = spot.state;
    std::string way;
    for (const char c : vocabulary.bytes(id)) {
      way += c;
      const bool closes = c == '"' && automaton.can_close(*at);
      if (closes) closing[way] = at->low < at->high;
      at = closes ? std::nullopt : automaton.step(*at, static_cast<std::uint8_t>(c));
      if (!at) break;
    }
    if (at) inside.words[id / 32] |= 1U << (id % 32);
  }
  std::string path;
  const auto& nodes = tokens.trie().nodes();
  for (std::uint32_t i = 0; i + 1 < nodes.size(); ++i) {
    path.resize(nodes[i].depth - 1);
    path += static_cast<char>(nodes[i].byte);
    const auto found = closing.find(path);
    if (found != closing.end()) (found->second ? inside.closing : inside.unlisted).push_back(i);
  }
  return inside;
}

TEST(StringTokens, AreWhatTheAutomatonSays) {
  RandomLanguages random(test_languages::seed_or(51));
  std::size_t compared = 0;
  std::size_t listed = 0;
  std::size_t unfinished = 0;
  std::size_t told_apart = 0;  // by patterns
  std::size_t closed_listed = 0, closed_unlisted = 0;
  for (int round = 0; round < 400 && !HasFailure(); ++round) {
    StringTokens tokens(random.vocabulary());
    const StringLanguage language = random_language(random);
    const Escapes escapes = random.below(2) == 0 ? Escapes::json : Escapes::minimal;
    const StringAutomaton automaton(language, escapes);
    std::optional<StringState> at = automaton.start();
    Meter meter;
    for (int step = 0; at && step < 12; ++step) {
      const Machine::StringSpot spot{&language, escapes, *at};
      const InsideString want = expected(tokens, spot);
      const auto inside = tokens.inside(spot, meter);
      ASSERT_EQ(inside->words, want.words) << "round " << round << " step " << step;
      ASSERT_EQ(inside->closing, want.closing) << "round " << round << " step " << step;
      ASSERT_EQ(inside->unlisted, want.unlisted) << "round " << round << " step " << step;
      closed_listed += want.closing.size();
      closed_unlisted += want.unlisted.size();
      ++compared;
      listed += at->low < at->high ? 1 : 0;
      unfinished += at->phase != 0 ? 1 : 0;
      told_apart += language.lengths_only(at->text.pattern) == nullptr ? 1 : 0;
      std::vector<StringState> next;
      for (unsigned byte = 0; byte < 256; ++byte) {
        // Listed texts are followed more often than chance would.
        const auto after = automaton.step(*at, static_cast<std::uint8_t>(byte));
        if (!after) continue;
        next.insert(next.end(), after->low < after->high ? 20 : 1, *after);
      }
      if (next.empty()) break;
      at = next[random.below(next.size())];
    }
  }
  EXPECT_GT(compared, 1'500U);
  EXPECT_GT(listed, 300U);
  EXPECT_GT(unfinished, 100U);
  EXPECT_GT(told_apart, 300U);
  EXPECT_GT(closed_listed, 150U);
  EXPECT_GT(closed_unlisted, 5'000U);
}

TEST(StringTokens, OneForEachVocabulary) {
  RandomLanguages random(52);
  const Vocabulary first = random.vocabulary();
  const auto tokens = string_tokens_of(first);
  EXPECT_EQ(string_tokens_of(first), tokens);
  for (int others = 0; others < 4; ++others) EXPECT_NE(string_tokens_of(random.vocabulary()), tokens);
  EXPECT_NE(string_tokens_of(first), tokens);  // let go by the table, still whole in our hands
  EXPECT_EQ(tokens->vocabulary().identity(), first.identity());
  EXPECT_EQ(tokens->memory_bytes(),
            tokens->trie().memory_bytes() + tokens->quotes_behind_escapes().size() * sizeof(std::uint32_t));
}

}  // namespace
}  // namespace lockstep::engine

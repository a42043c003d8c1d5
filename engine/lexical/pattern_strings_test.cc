#include "lockstep/engine/lexical/pattern_strings.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <iostream>
#include <random>
#include <set>

#include "lockstep/engine/lexical/code_points.h"
#include "lockstep/engine/lexical/string_automaton.h"

namespace lockstep::engine {
namespace {

std::shared_ptr<PatternSet> set_of(const std::vector<std::string>& sources) {
  std::vector<std::shared_ptr<PatternAutomaton>> automata;
  for (const std::string& source : sources) {
    automata.push_back(std::make_shared<PatternAutomaton>(*Pattern::compile(source, Limits()), Limits()));
  }
  return std::make_shared<PatternSet>(std::move(automata), Limits());
}

// Strings that match all patterns and have one of the lengths.
StringLanguage matching(const std::vector<std::string>& sources, std::vector<LengthRange> lengths = {{}},
                        std::vector<StringLanguage::Entry> table = {}) {
  std::uint64_t settled = 0;
  for (const LengthRange& range : lengths) {
    settled = std::max({settled, range.low, range.high == kNoLimit ? 0 : range.high + 1});
  }
  const auto verdict = [lengths](const std::vector<bool>& matched) {
    const bool all = std::find(matched.begin(), matched.end(), false) == matched.end();
    return all ? lengths : std::vector<LengthRange>();
  };
  return StringLanguage::with_patterns(
      std::move(table), std::make_shared<PatternStrings>(set_of(sources), settled, verdict, Limits()));
}

// How many bytes are taken, and whether the closing quote may follow.
std::pair<std::size_t, bool> run(const StringLanguage& language, std::string_view body) {
  const StringAutomaton automaton(language, Escapes::json);
  std::optional<StringState> state = automaton.start();
  if (!state) return {0, false};
  for (std::size_t at = 0; at < body.size(); ++at) {
    const auto next = automaton.step(*state, static_cast<std::uint8_t>(body[at]));
    if (!next) return {at, false};
    state = next;
  }
  return {body.size(), automaton.can_close(*state)};
}

struct Death {
  std::vector<std::string> patterns;
  std::vector<LengthRange> lengths;
  const char* body;
  std::size_t taken;  // bytes; the whole body where it does not die
  bool complete;
};

TEST(PatternStrings, ATextDiesAtTheByteAfterWhichNothingIsLeft) {
  const std::vector<Death> deaths = {
      {{"^ab$"}, {{}}, "ab", 2, true},
      {{"^ab$"}, {{}}, "abc", 2, false},
      {{"^ab$"}, {{}}, "ac", 1, false},
      {{"^ab$"}, {{}}, "\\u0061\\u0062", 12, true},
      {{"^ab$"}, {{}}, "\\u0061\\u0063", 11, false},
      {{"^ab$"}, {{}}, "\\n", 1, false},
      {{"b"}, {{}}, "aaaa", 4, false},
      {{"b"}, {{0, 3}}, "aaa", 2, false},
      {{"^\\p{Lu}+$"}, {{}}, "\xC3\x89", 2, true},
      {{"^\\p{Lu}+$"}, {{}}, "\xC3\xA9", 1, false},
      {{"^\\p{Lu}+$"}, {{}}, "\\u00C9", 6, true},
      {{"^\\p{Lu}+$"}, {{}}, "\\u00e", 4, false},
      {{"^\\p{Emoji}$"}, {{}}, "\xF0\x9F\x98\x80", 4, true},
      {{"^\\p{Emoji}$"}, {{}}, "\\ud83d\\ude00", 12, true},
      {{"^\\p{Emoji}$"}, {{}}, "\\ud83d\\udeff", 11, false},
      {{"^\\-|^..$"}, {{}}, "\xF0\x9F\x98\x80", 4, true},  // two code units
      {{"^\\-|^..$"}, {{}}, "\xF0\x9F\x98\x80.", 4, false},
      {{"^[ab]*$", "^[bc]*$"}, {{2, kNoLimit}}, "bb", 2, true},
      {{"^[ab]*$", "^[bc]*$"}, {{2, kNoLimit}}, "ba", 1, false},
      {{"^(?:abc)*$"}, {{4, 5}}, "", 0, false},
      {{"^(?:abc)*$"}, {{4, 6}}, "abcabc", 6, true},
      {{"^(?:abc)+$"}, {{0, 5}}, "abca", 3, false},
      {{"^(?:abc|d)*$"}, {{5, 5}}, "abcdd", 5, true},
      {{"^(?:abc|d)*$"}, {{4, 4}}, "dda", 2, false},
      {{"^(?!.*foo).*$"}, {{}}, "xfo", 3, true},
      {{"^(?!.*foo).*$"}, {{}}, "xfoo", 3, false},
      {{"^a{2,4}$"}, {{3, 3}}, "aaaa", 3, false},
      {{"^[^\"\\\\]$"}, {{}}, "\\\"", 1, false},
      {{"^\\/$"}, {{}}, "\\/", 2, true},
      {{"$^"}, {{1, kNoLimit}}, "", 0, false},
      {{"[]"}, {{}}, "", 0, false},
  };
  for (const Death& death : deaths) {
    const StringLanguage language = matching(death.patterns, death.lengths);
    EXPECT_EQ(run(language, death.body), (std::pair(death.taken, death.complete)))
        << death.patterns[0] << " on " << death.body;
  }
  EXPECT_TRUE(matching({"^(?:abc)*$"}, {{4, 5}}).empty());
  EXPECT_TRUE(matching({"a", "^[^a]*$"}).empty());
  EXPECT_TRUE(matching({"^$"}, {{1, kNoLimit}}).empty());
  EXPECT_FALSE(matching({"^(?:ab)*$"}, {{100'000, 100'001}}).empty());
}

TEST(PatternStrings, ListedTextsOverruleThePatterns) {
  const StringLanguage holes = matching({"^[ab]$"}, {{}}, {{"a", false}, {"xyz", true}, {"c", false}});
  EXPECT_EQ(holes.table().size(), 2U);  // "c" is not allowed anyway
  EXPECT_EQ(run(holes, "b"), (std::pair<std::size_t, bool>(1, true)));
  EXPECT_EQ(run(holes, "a"), (std::pair<std::size_t, bool>(0, false)));
  EXPECT_EQ(run(holes, "xyz"), (std::pair<std::size_t, bool>(3, true)));
  EXPECT_EQ(run(holes, "xya"), (std::pair<std::size_t, bool>(2, false)));
  EXPECT_TRUE(matching({"^[ab]$"}, {{}}, {{"a", false}, {"b", false}}).empty());
  EXPECT_FALSE(matching({"^[ab]{1,2}$"}, {{}}, {{"a", false}, {"b", false}}).empty());
  const std::string longer(100'000, 'a');
  EXPECT_FALSE(matching({"^a*$"}, {{}}, {{longer, false}}).empty());
}

std::string random_pattern(const std::function<unsigned(unsigned)>& below, int depth) {
  static constexpr const char* kAtoms[] = {"a",        "b", "[ab]", "[^a]", ".",   "\\w",
                                           "\xC3\xA9", "^", "$",    "\\b",  "\\B", "c"};
  static constexpr const char* kLooks[] = {"(?=", "(?!", "(?<=", "(?<!", "(?:", "("};
  static constexpr const char* kQuantifiers[] = {"*", "+", "?", "{2}", "{1,2}", "{0,3}?", ""};
  std::string out;
  for (unsigned terms = 1 + below(3); terms > 0; --terms) {
    const unsigned kind = below(8);
    if (kind == 0) out += "|";
    if (kind <= 2 && depth > 0) {
      const unsigned look = below(6);
      out += kLooks[look] + random_pattern(below, depth - 1) + ")";
      if (look >= 4) out += kQuantifiers[below(7)];
    } else {
      const unsigned atom = below(12);
      out += kAtoms[atom];
      if (atom < 7) out += kQuantifiers[below(7)];
    }
  }
  return out;
}

// Over an alphabet that holds a member of every class that these patterns tell apart, all texts up to six
// characters; a text of the product's is viable beyond that only if the language says so itself, so lengths
// are bounded. Every answer is then decided by enumeration.
TEST(PatternStrings, ViabilityAgreesWithEnumeration) {
  const std::uint32_t seed = 20261130;
  std::cout << "seed " << seed << "\n";
  std::mt19937 random(seed);
  const auto below = [&random](unsigned n) { return static_cast<unsigned>(random() % n); };
  const std::vector<std::string> alphabet = {"a", "b", "c", "\xC3\xA9", "-", "\\n"};
  std::size_t compared = 0;
  std::size_t viable = 0;
  for (int round = 0; round < 400; ++round) {
    std::vector<std::string> sources;
    std::vector<bool> truth;
    for (unsigned k = 1 + below(2); k > 0; --k) {
      sources.push_back(random_pattern(below, 2));
      truth.push_back(below(3) != 0);
    }
    bool valid = true;
    for (const std::string& source : sources) valid = valid && Pattern::compile(source, Limits()).ok();
    ASSERT_TRUE(valid) << sources[0];
    const std::uint64_t low = below(3);
    const std::uint64_t high = low + below(4 - static_cast<unsigned>(low));
    const auto verdict = [&](const std::vector<bool>& matched) {
      return matched == truth ? std::vector<LengthRange>{{low, high}} : std::vector<LengthRange>();
    };
    const StringLanguage language = StringLanguage::with_patterns(
        {}, std::make_shared<PatternStrings>(set_of(sources), high + 1, verdict, Limits()));
    std::vector<std::shared_ptr<PatternAutomaton>> alone;
    for (const std::string& source : sources)
      alone.push_back(std::make_shared<PatternAutomaton>(*Pattern::compile(source, Limits()), Limits()));
    // Texts by number of characters; viable: it or a longer one is a member.
    const std::function<bool(const std::string&, const std::string&, std::uint64_t)> walk =
        [&](const std::string& body, const std::string& text, std::uint64_t length) {
          bool member = length >= low;
          for (std::size_t i = 0; i < alone.size(); ++i)
            member = member && alone[i]->matches(text) == truth[i];
          bool some = member;
          if (length < high) {
            for (const std::string& c : alphabet) {
              some = walk(body + c, text + (c == "\\n" ? "\n" : c), length + 1) || some;
            }
          }
          const auto [taken, complete] = run(language, body);
          EXPECT_EQ(complete, member) << sources[0] << " on " << body;
          EXPECT_EQ(taken == body.size() && (!body.empty() || !language.empty()), some)
              << sources[0] << " on " << body;
          ++compared;
          viable += some ? 1 : 0;
          return some;
        };
    walk("", "", 0);
    if (HasFailure()) break;
  }
  std::cout << compared << " texts, " << viable << " viable\n";
  EXPECT_GE(compared, 20'000U);
  EXPECT_GE(viable, 5'000U);
}

TEST(PatternStrings, MembersAreDistinctAndAllWhereTheyAreFew) {
  using Texts = std::vector<std::string>;
  EXPECT_EQ(matching({"^[ab]{1,2}$"}).members(10).size(), 6U);
  EXPECT_EQ(matching({"^[ab]{1,2}$"}, {{}}, {{"a", false}, {"zz", true}}).members(10).size(), 6U);
  EXPECT_EQ(matching({"^(?:abc)*$"}, {{2, 7}}).members(10), (Texts{"abc", "abcabc"}));
  EXPECT_EQ(matching({"^a*$"}, {{}}, {{"a", false}}).members(3), (Texts{"", "aa", "aaa"}));
  EXPECT_EQ(matching({"[]"}).members(3), Texts{});
  EXPECT_EQ(StringLanguage({{"x", true}, {"", true}}, {}).members(3), (Texts{"", "x"}));
  EXPECT_EQ(StringLanguage({{"a", false}}, {{1, 1}}).members(2), (Texts{"b", "c"}));
  EXPECT_EQ(StringLanguage({}, {{1'000, 1'000}}).members(40).size(), 40U);
  for (const StringLanguage& language :
       {matching({"b"}), matching({"^\\p{Lu}"}, {{3, kNoLimit}}), StringLanguage({{"b", false}}, {{}}),
        matching({"^(?!name\\d)", "^.{2,}$"}, {{}}, {{"ab", false}})}) {
    const Texts some = language.members(2'000);
    EXPECT_EQ(some.size(), 2'000U);
    EXPECT_EQ(std::set<std::string>(some.begin(), some.end()).size(), 2'000U);
    for (const std::string& text : some) EXPECT_TRUE(language.contains(text)) << text;
  }
}

// A yes is certain: there are so many members.
TEST(PatternStrings, ManyMembersAreSeenWithoutCounting) {
  const std::uint64_t many = 1'000'000'000'000;
  std::size_t surely = 0;
  for (const StringLanguage& language :
       {StringLanguage({{"b", false}}, {{}}), StringLanguage({}, {{0, 1}, {5, 5}}), matching({"b"}),
        matching({"^a"}), matching({"^name_"}, {{0, 8}}), matching({"^(?!x)"}, {{4, 4}}),
        matching({"^(?!a$)"})}) {
    EXPECT_TRUE(language.has_surely(many)) << surely;
    EXPECT_EQ(language.members(1'000).size(), 1'000U) << surely;
    ++surely;
  }
  EXPECT_EQ(surely, 7U);
  for (const StringLanguage& language :
       {StringLanguage({{"a", true}}, {}), StringLanguage({}, {{0, 2}}), matching({"^a$"}), matching({"[]"}),
        matching({"^[a-z]$"}), matching({"^name_"}, {{0, 7}}), matching({"^name_"}, {{0, 4}})})
    EXPECT_FALSE(language.has_surely(many));
  EXPECT_FALSE(StringLanguage({}, {{}}).has_surely(kNoLimit));
}

// The numbers of a schema can ask for more than can be written: whoever opened a budget is told.
TEST(PatternStrings, WritingMembersIsCharged) {
  const auto stopped = [](std::uint64_t operations, std::vector<LengthRange> lengths, std::size_t most) {
    Meter meter;
    const StringLanguage language({}, std::move(lengths), &meter);
    const Meter::Budget budget(meter, operations, "limit_of_the_test");
    try {
      EXPECT_EQ(language.members(most).size(), most);
    } catch (const Meter::Stop& stop) {
      EXPECT_EQ(stop.limit, "limit_of_the_test");
      return true;
    }
    return false;
  };
  EXPECT_TRUE(stopped(100'000, {{1'000'000'000'000, kNoLimit}}, 1));
  EXPECT_TRUE(stopped(100'000, {{1, 1}}, 1'000'000));
  EXPECT_TRUE(stopped(100'000, {{}}, std::size_t{1} << 40U));
  EXPECT_FALSE(stopped(100'000, {{50'000, 50'000}}, 1));
  EXPECT_FALSE(stopped(100'000, {{1, 1}}, 1'000));
}

// From every reachable state the completion leads to a member.
TEST(PatternStrings, EveryStateCanBeFinished) {
  const std::uint32_t seed = 20261201;
  std::cout << "seed " << seed << "\n";
  std::mt19937 random(seed);
  const auto below = [&random](unsigned n) { return static_cast<unsigned>(random() % n); };
  std::size_t finished = 0;
  for (int round = 0; round < 600; ++round) {
    std::vector<std::string> sources = {random_pattern(below, 2)};
    if (below(3) == 0) sources.push_back(random_pattern(below, 1));
    std::vector<StringLanguage::Entry> table;
    if (below(2) == 0)
      table = {{"a", below(2) == 0}, {"ab", false}, {"", below(2) == 0}, {"\xC3\xA9\xC3\xA9", true}};
    const std::uint64_t low = below(6);
    const StringLanguage language =
        matching(sources, {{low, below(2) == 0 ? kNoLimit : low + below(4)}}, std::move(table));
    const StringAutomaton automaton(language, below(3) == 0 ? Escapes::minimal : Escapes::json);
    for (int walk = 0; walk < 4 && automaton.start(); ++walk) {
      std::optional<StringState> state = automaton.start();
      std::string body;
      for (int n = 0; n < 10; ++n) {
        StringState at = *state;
        const std::string tail = automaton.finish(at);
        for (const char byte : tail) {
          const auto next = automaton.step(at, static_cast<std::uint8_t>(byte));
          ASSERT_TRUE(next) << sources[0] << " after " << body << " + " << tail;
          at = *next;
        }
        ASSERT_TRUE(automaton.can_close(at)) << sources[0] << " after " << body << " + " << tail;
        EXPECT_TRUE(language.contains(decoded_body(body + tail))) << sources[0] << ": " << body << tail;
        ++finished;
        static constexpr std::string_view kBytes = "abc-\xC3\xA9\\\"nu0061d83 \xF0\x9F\x98";
        const char byte =
            below(2) == 0 && !tail.empty() ? tail[0] : kBytes[below(static_cast<unsigned>(kBytes.size()))];
        if (const auto next = automaton.step(*state, static_cast<std::uint8_t>(byte))) {
          state = next;
          body += byte;
        }
      }
    }
  }
  std::cout << finished << " completions\n";
  EXPECT_GE(finished, 8'000U);
}

}  // namespace
}  // namespace lockstep::engine

#include "lockstep/engine/lexical/string_automaton.h"

#include <gtest/gtest.h>

#include <iostream>
#include <random>
#include <set>

#include "lockstep/engine/json/parser.h"
#include "lockstep/engine/lexical/code_points.h"

namespace lockstep::engine {
namespace {

using Entry = StringLanguage::Entry;

std::optional<StringState> run(const StringAutomaton& automaton, std::string_view bytes) {
  std::optional<StringState> state = automaton.start();
  for (const char byte : bytes) {
    if (!state) return state;
    state = automaton.step(*state, static_cast<std::uint8_t>(byte));
  }
  return state;
}

bool accepts(const StringAutomaton& automaton, std::string_view body) {
  const std::optional<StringState> state = run(automaton, body);
  return state && automaton.can_close(*state);
}

// What the JSON reader, which shares no code with the automaton, makes of a body between quotes.
std::optional<std::string> decoded(std::string_view body) {
  const auto document = json::parse("\"" + std::string(body) + "\"");
  if (!document.ok()) return std::nullopt;
  return std::string(document->root().string());
}

std::string hex4(std::uint32_t unit, bool upper) {
  char text[8];
  std::snprintf(text, sizeof text, upper ? "%04X" : "%04x", unit);
  return text;
}

// Every spelling of one code point, save that hexadecimal digits are all upper or all lower case.
std::vector<std::string> spellings(std::uint32_t c, Escapes escapes) {
  std::vector<std::string> out;
  const std::string raw = utf8_of(c);
  if (c >= 0x20 && c != '"' && c != '\\') out.push_back(raw);
  static constexpr std::string_view kLetters = "\"\\bfnrt/";
  static constexpr std::string_view kMeanings = "\"\\\b\f\n\r\t/";
  const std::size_t place = c < 0x80 ? kMeanings.find(static_cast<char>(c)) : std::string_view::npos;
  const bool has_short = place != std::string_view::npos && c != '/';
  if (has_short || (place != std::string_view::npos && escapes == Escapes::json)) {
    out.push_back(std::string("\\") + kLetters[place]);
  }
  if (escapes == Escapes::minimal) {
    if (c < 0x20 && !has_short) out.push_back("\\u" + hex4(c, false));
    return out;
  }
  for (const bool upper : {false, true}) {
    if (c < 0x10000) {
      out.push_back("\\u" + hex4(c, upper));
    } else {
      out.push_back("\\u" + hex4(0xD800 + ((c - 0x10000) >> 10U), upper) + "\\u" +
                    hex4(0xDC00 + (c & 0x3FFU), upper));
    }
  }
  return out;
}

std::vector<std::string> all_spellings(std::string_view text, Escapes escapes) {
  std::vector<std::string> out = {""};
  for (std::size_t at = 0; at < text.size();) {
    const CodePointAt next = code_point_at(text, at);
    std::vector<std::string> longer;
    for (const std::string& head : out) {
      for (const std::string& tail : spellings(next.value, escapes)) longer.push_back(head + tail);
    }
    out = std::move(longer);
    at += next.size;
  }
  return out;
}

// In a finite language the prefixes of all spellings are known, so that every byte after every prefix can be
// compared in both directions. Mixed-case digits are the only spellings left out: those bytes are not
// compared.
TEST(StringAutomaton, FiniteLanguagesAgreeWithEnumerationByteForByte) {
  const std::vector<std::vector<std::string>> languages = {{""},
                                                           {"a"},
                                                           {"a", "ab", "b\xC3\xA9"},
                                                           {"\xE2\x82\xAC", "\xE2\x82\xAD"},
                                                           {"\xF0\x9F\x98\x80", "\xF0\x9F\x98\x81"},
                                                           {"\"", "\\", "/"},
                                                           {"\n", "\x01", "\x1F", "\x7F"},
                                                           {"\xED\x9F\xBF", "\xEE\x80\x80"},
                                                           {"\xF4\x8F\xBF\xBF"},
                                                           {"\xC2\x80", "\xDF\xBF", "\xE0\xA0\x80"},
                                                           {std::string(1, '\0'), "\xF0\x90\x80\x80"}};
  std::size_t compared = 0;
  for (const Escapes escapes : {Escapes::json, Escapes::minimal}) {
    for (const auto& texts : languages) {
      std::vector<Entry> table;
      std::set<std::string> prefixes;
      std::set<std::string> complete;
      for (const std::string& text : texts) {
        table.push_back({text, true});
        for (const std::string& body : all_spellings(text, escapes)) {
          complete.insert(body);
          for (std::size_t n = 0; n <= body.size(); ++n) prefixes.insert(body.substr(0, n));
        }
      }
      const StringLanguage language(table, {});
      const StringAutomaton automaton(language, escapes);
      for (const std::string& prefix : prefixes) {
        const auto state = run(automaton, prefix);
        ASSERT_TRUE(state) << prefix;
        EXPECT_EQ(automaton.can_close(*state), complete.contains(prefix)) << prefix;
        EXPECT_TRUE(accepts(automaton, prefix + automaton.finish(*state))) << prefix;
        const bool in_hex = prefix.find("\\u") != std::string::npos && escapes == Escapes::json;
        for (unsigned byte = 0; byte < 256; ++byte) {
          if (byte == '"' || (in_hex && std::isxdigit(static_cast<int>(byte)) != 0)) continue;
          const std::string longer = prefix + static_cast<char>(byte);
          EXPECT_EQ(automaton.step(*state, static_cast<std::uint8_t>(byte)).has_value(),
                    prefixes.contains(longer))
              << longer;
          ++compared;
        }
      }
    }
  }
  EXPECT_GT(compared, 20'000U);
}

// Any language, any bytes: what is taken can be finished into a text that reader and language accept; what
// the reader and the language accept is taken, byte by byte.
TEST(StringAutomaton, RandomLanguagesAreNeitherTooWideNorTooNarrow) {
  const std::uint32_t seed = 20261130;
  std::cout << "seed " << seed << "\n";
  std::mt19937 random(seed);
  const auto below = [&random](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
  const std::vector<std::uint32_t> alphabet = {'a',  'b',    '"',     '\\',     '\n', 0x1F,
                                               0xE9, 0x20AC, 0x1F600, 0x10FFFF, '/'};
  std::size_t finished = 0;
  std::size_t accepted = 0;
  for (int round = 0; round < 3000; ++round) {
    const auto text_of = [&](std::uint32_t most) {
      std::string text;
      for (std::uint32_t n = below(most + 1); n > 0; --n) {
        text += utf8_of(alphabet[below(static_cast<std::uint32_t>(alphabet.size()))]);
      }
      return text;
    };
    std::vector<Entry> table;
    std::set<std::string> used;
    for (std::uint32_t n = below(5); n > 0; --n) {
      if (const std::string text = text_of(3); used.insert(text).second)
        table.push_back({text, below(2) == 0});
    }
    std::vector<LengthRange> ranges;
    for (std::uint32_t n = below(3); n > 0; --n) {
      const std::uint64_t low = below(4);
      ranges.push_back({low, below(3) == 0 ? kNoLimit : low + below(3)});
    }
    const StringLanguage language(table, ranges);
    const Escapes escapes = below(2) == 0 ? Escapes::json : Escapes::minimal;
    const StringAutomaton automaton(language, escapes);
    EXPECT_EQ(automaton.start().has_value(), !language.empty());
    for (int walk = 0; walk < 8 && automaton.start(); ++walk) {
      std::string body;
      std::optional<StringState> state = automaton.start();
      for (int n = 0; n < 12; ++n) {
        const std::string tail = automaton.finish(*state);
        const std::optional<std::string> text = decoded(body + tail);
        ASSERT_TRUE(text) << body << " + " << tail;
        EXPECT_TRUE(language.contains(*text)) << body << " + " << tail;
        ++finished;
        const std::string next = below(2) == 0 && !tail.empty()
                                     ? tail.substr(0, 1)
                                     : std::string(1, static_cast<char>(below(256)));
        if (next == "\"") continue;
        if (const auto after = automaton.step(*state, static_cast<std::uint8_t>(next[0]))) {
          state = after;
          body += next;
        }
      }
    }
    for (int member = 0; member < 8; ++member) {
      const std::string text = text_of(4);
      std::string body;
      for (std::size_t at = 0; at < text.size();) {
        const CodePointAt next = code_point_at(text, at);
        const auto choices = spellings(next.value, escapes);
        body += choices[below(static_cast<std::uint32_t>(choices.size()))];
        at += next.size;
      }
      EXPECT_EQ(accepts(automaton, body), language.contains(text)) << body;
      accepted += language.contains(text) ? 1 : 0;
    }
  }
  EXPECT_GT(finished, 50'000U);
  EXPECT_GT(accepted, 2'000U);
}

TEST(StringAutomaton, TheLastHoleBlocksTheLastByte) {
  // Every string of one code point that is spelled \u000? is a hole but one.
  std::vector<Entry> table;
  for (char c = 0; c < 15; ++c) table.push_back({std::string(1, c), false});
  const StringLanguage language(table, {{1, 1}});
  const StringAutomaton automaton(language, Escapes::json);
  EXPECT_TRUE(accepts(automaton, "\\u000f"));
  EXPECT_FALSE(run(automaton, "\\u000e"));
  table.push_back({std::string(1, 15), false});
  const StringLanguage none(table, {{1, 1}});
  EXPECT_FALSE(run(StringAutomaton(none, Escapes::json), "\\u000"));
  EXPECT_TRUE(run(StringAutomaton(none, Escapes::json), "\\u00"));
}

TEST(StringAutomaton, LoneSurrogatesAndIllFormedBytesDie) {
  const StringLanguage language({}, {{0, kNoLimit}});
  const StringAutomaton automaton(language, Escapes::json);
  for (const char* body :
       {"\\udc", "\\ud83d\\u0", "\\ud83dx", "\\ud83d\\n", "\xC0", "\xC1", "\xE0\x80", "\xED\xA0", "\xF0\x8F",
        "\xF4\x90", "\xF5", "\x80", "\xC3(", "\x1F", "\\x", "\\u00g"}) {
    EXPECT_FALSE(run(automaton, body)) << body;
  }
  EXPECT_TRUE(run(automaton, "\\ud83d\\udc"));
  EXPECT_TRUE(run(automaton, "\\uD"));
  EXPECT_FALSE(run(StringAutomaton(language, Escapes::minimal), "\\uD"));
  EXPECT_FALSE(run(StringAutomaton(language, Escapes::minimal), "\\u001F"));
  EXPECT_TRUE(run(StringAutomaton(language, Escapes::minimal), "\\u001f"));
}

TEST(StringAutomaton, EqualFuturesAreEqualStates) {
  const StringLanguage language({}, {{3, kNoLimit}});
  const StringAutomaton automaton(language, Escapes::json);
  EXPECT_EQ(run(automaton, "abcd"), run(automaton, "xyz\\u0041 and more"));
  EXPECT_FALSE(run(automaton, "ab") == run(automaton, "abc"));
}

}  // namespace
}  // namespace lockstep::engine

// Bare texts against a plain reading: what may come, where texts die, that every state can be finished.
#include "lockstep/engine/machine/text_machine.h"

#include <gtest/gtest.h>

#include "lockstep/engine/machine/machine_texts_test.h"

namespace lockstep::engine {
namespace {

std::variant<std::unique_ptr<Machine>, CompileFault> regex(const std::string& source,
                                                           const Limits& limits = {}) {
  return TextMachine::create({BareTexts::Kind::regex, source, {}}, limits);
}

std::variant<std::unique_ptr<Machine>, CompileFault> choice(std::vector<std::string> texts) {
  return TextMachine::create({BareTexts::Kind::choice, "", std::move(texts)}, {});
}

Machine& machine_of(std::variant<std::unique_ptr<Machine>, CompileFault>& made) {
  EXPECT_EQ(made.index(), 0U);
  return *std::get<std::unique_ptr<Machine>>(made);
}

TEST(TextMachine, NothingIsEscaped) {
  auto made = regex("\"\\\\\\n\\u0000[^]");
  Machine& machine = machine_of(made);
  EXPECT_TRUE(accepts(machine, std::string_view("\"\\\n\0\"", 5)));
  EXPECT_TRUE(accepts(machine, std::string_view("\"\\\n\0\n", 5)));
  EXPECT_EQ(taken(machine, "\"\\n"), 2U);
}

TEST(TextMachine, EveryUtf8RuleHoldsInBareTexts) {
  auto made = regex("[^]*");
  Machine& machine = machine_of(made);
  EXPECT_TRUE(accepts(machine, "\xF4\x8F\xBF\xBF"));
  EXPECT_EQ(taken(machine, "a\xC0\x80"), 1U);     // overlong
  EXPECT_EQ(taken(machine, "\xED\xA0\x80"), 1U);  // a surrogate
  EXPECT_EQ(taken(machine, "\xF4\x90\x80"), 1U);  // above U+10FFFF
  EXPECT_FALSE(accepts(machine, "a\xE2\x82"));    // unfinished
  EXPECT_EQ(taken(machine, "a\xE2\x82z"), 3U);
}

TEST(TextMachine, FinishEndsEveryPrefixOfEveryTextItTakes) {
  const std::vector<std::string> sources = {"(?=.*\\d)(?=.*[A-Z])[\\x20-\\x7e]{8,}",
                                            "[0-9]{4}-(?:0[1-9]|1[0-2])",
                                            "(?:é|😀)+\"",
                                            "a{3}|a{7}",
                                            "\\p{Lu}[^a]*(?<!z)$",
                                            "[^]{2}"};
  std::size_t finished = 0;
  for (const std::string& source : sources) {
    auto made = regex(source);
    Machine& machine = machine_of(made);
    std::string text = machine.finish(machine.start());
    ASSERT_TRUE(accepts(machine, text)) << source;
    StateId state = machine.start();
    std::string begun;
    for (const char byte : text) {
      state = machine.step(state, static_cast<std::uint8_t>(byte));
      begun += byte;
      for (unsigned other = 0; other < 256; ++other) {
        const StateId next = machine.step(state, static_cast<std::uint8_t>(other));
        if (next == kDeadState) continue;
        EXPECT_TRUE(accepts(machine, begun + static_cast<char>(other) + machine.finish(next)))
            << source << " " << begun << " " << other;
        ++finished;
      }
    }
  }
  EXPECT_GE(finished, 1000U);
}

TEST(TextMachine, ChoiceEndsWhereATextEndsAndGoesOnWhereAnotherDoes) {
  auto made = choice({"yes", "yes!", "no", "\xC3\xA9", "\xC3\xA8"});
  Machine& machine = machine_of(made);
  for (const char* text : {"yes", "yes!", "no", "\xC3\xA9", "\xC3\xA8"})
    EXPECT_TRUE(accepts(machine, text)) << text;
  for (const char* text : {"", "y", "n", "\xC3", "yes!!"}) EXPECT_FALSE(accepts(machine, text)) << text;
  EXPECT_EQ(taken(machine, "\xC3\xAA"), 1U);
}

TEST(TextMachine, FaultsHaveTheirOutcomeCodeAndPlace) {
  struct Row {
    std::string source;
    CompileStatus status;
    std::string code;
  };
  for (const Row& row : std::vector<Row>{{"a)|(b", CompileStatus::malformed, "pattern_syntax"},
                                         {"\xFF", CompileStatus::malformed, "invalid_utf8"},
                                         {"(a)\\1", CompileStatus::refused, "back_reference"},
                                         {"a^", CompileStatus::empty, "empty"},
                                         {"[]", CompileStatus::empty, "empty"}}) {
    const auto made = regex(row.source);
    const CompileFault* fault = std::get_if<CompileFault>(&made);
    ASSERT_NE(fault, nullptr) << row.source;
    EXPECT_EQ(fault->status, row.status) << row.source;
    EXPECT_EQ(fault->error.code, row.code) << row.source;
  }
  const auto none = choice({});
  EXPECT_EQ(std::get<CompileFault>(none).status, CompileStatus::empty);
  const auto bad = choice({"a", "\xED\xA0\x80"});
  EXPECT_EQ(std::get<CompileFault>(bad).error.code, "invalid_utf8");
  Limits limits;
  limits.pattern_states = 10;
  const auto large = regex("(?:a|b)*a(?:a|b){8}c", limits);
  EXPECT_EQ(std::get<CompileFault>(large).status, CompileStatus::limit);
}

TEST(TextMachine, ExplainNamesTheRegex) {
  const BareTexts texts{BareTexts::Kind::regex, "ab+", {}};
  const auto explained = explain_text(texts, {}, "a", "c");
  const Explanation& what = std::get<Explanation>(explained);
  EXPECT_FALSE(what.allowed);
  EXPECT_EQ(what.refused, std::uint8_t{'c'});
  EXPECT_TRUE(what.could_come.at('b'));
  ASSERT_EQ(what.reasons.size(), 1U);
  EXPECT_EQ(what.reasons[0].parts.at(0).keyword, "regex");
  EXPECT_NE(what.reasons[0].parts.at(0).message.find("ab+"), std::string::npos);
  EXPECT_TRUE(std::get<Explanation>(explain_text(texts, {}, "ab", "")).allowed);
  EXPECT_EQ(std::get<Error>(explain_text(texts, {}, "ax", "")).code, "text_not_viable");
}

}  // namespace
}  // namespace lockstep::engine

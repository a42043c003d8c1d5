// Masks: the walk with its memo against every token by itself, bit for bit; padding, markers, budget,
// cancellation.
#include "lockstep/engine/mask/mask.h"

#include <gtest/gtest.h>

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "lockstep/engine/mask/random_language.h"
#include "lockstep/engine/vocabulary/builder.h"
#include "lockstep/engine/vocabulary/builtin.h"

namespace lockstep::engine {
namespace {

using test_languages::RandomLanguages;

std::unique_ptr<Machine> machine_of(const std::string& text, const Policy& policy) {
  auto read = read_schema(text, {}, {}, {}, nullptr);
  if (std::holds_alternative<CompileFault>(read)) return nullptr;
  auto made =
      Machine::create(std::make_shared<const Schema>(std::move(std::get<Schema>(read))), policy, {}, nullptr);
  if (auto* machine = std::get_if<std::unique_ptr<Machine>>(&made)) return std::move(*machine);
  return nullptr;
}

bool bit(const MaskWords& words, std::size_t id) { return (words[id / 32] >> (id % 32) & 1U) != 0; }

MaskMemo memo_of(const Vocabulary& vocabulary, std::size_t most_bytes = 1U << 20U) {
  return {std::make_shared<StringTokens>(vocabulary), most_bytes};
}

// Bits that no text can set are clear, and stop ids show the stop bit.
void check_markers(const MaskWords& words, const Vocabulary& vocabulary, bool can_stop) {
  ASSERT_EQ(words.size(), (vocabulary.logit_width() + 31) / 32);
  for (std::size_t id = 0; id < words.size() * 32; ++id) {
    if (id >= vocabulary.size()) {
      EXPECT_FALSE(bit(words, id)) << "padding " << id;
    } else if (vocabulary.is_stop(static_cast<TokenId>(id))) {
      EXPECT_EQ(bit(words, id), can_stop) << "stop " << id;
    } else if (!vocabulary.is_text(static_cast<TokenId>(id))) {
      EXPECT_FALSE(bit(words, id)) << "marker " << id;
    }
  }
}

// One random walk, by tokens that the mask allows. Returns the masks compared.
std::size_t walk(RandomLanguages& random, Machine& machine, const Vocabulary& vocabulary, MaskMemo& memo,
                 int steps) {
  std::size_t compared = 0;
  StateId state = machine.start();
  std::string text;
  for (int step = 0; step < steps; ++step) {
    const auto slow = mask_by_tokens(machine, state, vocabulary);
    const auto fast = memo.mask(machine, state);
    ++compared;
    if (*slow != *fast) {
      std::string different;
      for (TokenId id = 0; id < vocabulary.size(); ++id) {
        if (bit(*slow, id) != bit(*fast, id))
          different += (bit(*fast, id) ? " too wide: " : " too narrow: ") + std::string(vocabulary.bytes(id));
      }
      ADD_FAILURE() << "after " << text << different;
      return compared;
    }
    check_markers(*fast, vocabulary, machine.can_stop(state));
    std::vector<TokenId> allowed;
    for (TokenId id = 0; id < vocabulary.size(); ++id) {
      if (bit(*fast, id) && !vocabulary.is_stop(id)) allowed.push_back(id);
    }
    EXPECT_TRUE(!allowed.empty() || machine.can_stop(state)) << "dead end after " << text;
    if (allowed.empty()) break;
    // Half of the steps go where the text ends soonest, so that structure is met as often as the inside of
    // strings.
    const std::string rest = machine.finish(state);
    const std::string_view bytes = random.below(2) == 0 || rest.empty()
                                       ? vocabulary.bytes(allowed[random.below(allowed.size())])
                                       : std::string_view(rest).substr(0, 1);
    for (const char byte : bytes) state = machine.step(state, static_cast<std::uint8_t>(byte));
    if (text.size() < 1000) text += bytes;
  }
  return compared;
}

TEST(Mask, TheWalkIsEveryTokenByItself) {
  RandomLanguages random(test_languages::seed_or(21));
  std::size_t compared = 0;
  int languages = 0;
  for (int tries = 0; tries < 400 && languages < 120; ++tries) {
    const std::string schema = random.schema();
    const auto machine = machine_of(schema, random.policy());
    if (machine == nullptr) continue;
    ++languages;
    SCOPED_TRACE(schema);
    const Vocabulary vocabulary = random.vocabulary(languages % 40 == 0 ? 2'000 : 0);
    MaskMemo memo = memo_of(vocabulary);
    for (int walks = 0; walks < 3; ++walks) compared += walk(random, *machine, vocabulary, memo, 25);
    ASSERT_FALSE(testing::Test::HasFailure());
  }
  EXPECT_EQ(languages, 120);
  EXPECT_GT(compared, 4'000U);
}

Vocabulary vocabulary_of(const std::vector<std::string>& texts) {
  VocabularyOptions options;
  options.stop_ids = {static_cast<TokenId>(texts.size())};
  options.allow_missing_bytes = true;
  VocabularyBuilder builder("texts", options);
  for (std::size_t id = 0; id < texts.size(); ++id)
    EXPECT_FALSE(builder.add(static_cast<TokenId>(id), texts[id], TokenKind::normal).has_value());
  EXPECT_FALSE(builder.add(static_cast<TokenId>(texts.size()), "<stop>", TokenKind::control).has_value());
  return builder.finish().value();
}

// What may come behind a quote that closes is found once for strings alike. These are not.
TEST(Mask, WhatIsClosedMattersBehindTheQuote) {
  struct Case {
    const char* schema;
    std::vector<std::string> texts;  // one after the other, by one memo
    std::vector<std::string> tokens;
  };
  const std::vector<Case> cases = {
      // Of two strings of one schema, by what stands before them.
      {R"({"type":"object","additionalProperties":{"type":"string"},"required":["a"]})",
       {R"({"a":"x)", R"({"b":"x)"},
       {"\"}", "x\"}", "\","}},
      // Of names: one that is declared, plainly spelled and by an escape.
      {R"({"type":"object","properties":{"ab":{"type":"string"}},"additionalProperties":{"type":["integer","string"]}})",
       {R"({"x)", R"({"a)", R"({"ab)", R"({")"},
       {"\":1", "b\":1", "ab\":1", "\\u0062\":1", "bc\":1", "\\u0063\":1"}},
      // The name of an item that must differ from one before it.
      {R"({"type":"array","uniqueItems":true,"items":{"type":"object","maxProperties":1}})",
       {R"([{"b":1},{"x)", R"([{"ab":1},{"a)", R"([{"ab":1},{")"},
       {"b\":1}", "ab\":1}", "\":1}", "c\":1}"}},
      // The next name: one that is used, one that is used by the token itself.
      {R"({"type":"object"})",
       {R"({"a":1,"b)", R"({"x)"},
       {"\":1,\"a\":", "\":1,\"b\":", "\":1,\"bc\":", "c\":1,\"bc\":", "\":1,\"x\":", "y\":1,\"xy\":"}},
  };
  std::size_t compared = 0;
  for (const Case& one : cases) {
    const auto machine = machine_of(one.schema, Policy::spec());
    ASSERT_NE(machine, nullptr) << one.schema;
    const Vocabulary vocabulary = vocabulary_of(one.tokens);
    MaskMemo memo = memo_of(vocabulary);
    std::set<MaskWords> met;
    for (const std::string& text : one.texts) {
      const Reading at = read(*machine, machine->start(), text);
      ASSERT_EQ(at.taken, text.size()) << text;
      const MaskWords fast = *memo.mask(*machine, at.state);
      EXPECT_EQ(fast, *mask_by_tokens(*machine, at.state, vocabulary)) << one.schema << " " << text;
      met.insert(fast);
      ++compared;
    }
    EXPECT_GT(met.size(), 1U) << one.schema;
  }
  EXPECT_EQ(compared, 11U);
}

TEST(Mask, ALongTokenIsFollowedToItsEnd) {
  RandomLanguages random(5);
  const Vocabulary vocabulary = random.vocabulary(100'000);
  for (const auto& [schema, most] : {std::pair{"true", 1}, {R"({"type":"string","maxLength":99999})", 0}}) {
    const auto machine = machine_of(schema, Policy::spec());
    MaskMemo memo = memo_of(vocabulary);
    const StateId inside = machine->step(machine->start(), '"');
    const auto fast = memo.mask(*machine, inside);
    EXPECT_EQ(*fast, *mask_by_tokens(*machine, inside, vocabulary));
    for (TokenId id = 0; id < vocabulary.size(); ++id) {
      if (vocabulary.bytes(id).size() != 100'000 || vocabulary.bytes(id)[0] != 'a') continue;
      EXPECT_EQ(bit(*fast, id), most == 1);
    }
  }
}

TEST(Mask, AFullMemoStillAnswers) {
  const Vocabulary& vocabulary = builtin_vocabulary();
  const auto machine = machine_of("true", Policy::spec());
  MaskMemo none = memo_of(vocabulary, 0);
  const auto first = none.mask(*machine, machine->start());
  const auto again = none.mask(*machine, machine->start());
  EXPECT_EQ(*first, *again);
  EXPECT_EQ(none.built(), 2U);
  EXPECT_EQ(none.hits(), 0U);
  EXPECT_EQ(none.bytes(), 0U);
  MaskMemo some = memo_of(vocabulary);
  EXPECT_EQ(*some.mask(*machine, machine->start()), *first);
  EXPECT_EQ(some.mask(*machine, machine->start()), some.mask(*machine, machine->start()));
  EXPECT_EQ(some.built(), 1U);
  EXPECT_EQ(some.hits(), 2U);
  EXPECT_EQ(some.bytes(), first->size() * sizeof(std::uint32_t));
}

TEST(Mask, EqualMasksAreKeptOnce) {
  const auto machine =
      machine_of(R"({"type":"array","items":{"const":1},"maxItems":9})", Policy::canonical());
  MaskMemo memo = memo_of(builtin_vocabulary());
  StateId state = machine->start();
  std::vector<std::shared_ptr<const MaskWords>> after_comma;
  for (const char byte : std::string("[1,1,1,1")) {
    state = machine->step(state, static_cast<std::uint8_t>(byte));
    ASSERT_NE(state, kDeadState);
    if (byte == ',') after_comma.push_back(memo.mask(*machine, state));
  }
  ASSERT_EQ(after_comma.size(), 3U);
  EXPECT_EQ(after_comma[0], after_comma[1]);
  EXPECT_EQ(after_comma[0], after_comma[2]);
}

TEST(Mask, CancelledMasksLeaveNothing) {
  const auto machine = machine_of("true", Policy::spec());
  RandomLanguages random(6);
  const Vocabulary vocabulary = random.vocabulary(5'000);
  MaskMemo memo = memo_of(vocabulary);
  Cancellation cancellation;
  cancellation.cancel();
  machine->set_cancellation(&cancellation);
  EXPECT_EQ(mask_by_tokens(*machine, machine->start(), vocabulary), nullptr);
  EXPECT_EQ(machine->interrupted(), "cancelled");
  machine->resume();
  EXPECT_EQ(memo.mask(*machine, machine->start()), nullptr);
  EXPECT_EQ(machine->interrupted(), "cancelled");
  EXPECT_EQ(memo.built(), 0U);
  machine->resume();
  machine->set_cancellation(nullptr);
  EXPECT_NE(memo.mask(*machine, machine->start()), nullptr);
}

}  // namespace
}  // namespace lockstep::engine

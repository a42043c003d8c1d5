// Memory ends in a typed error or a new growth, never in a wrong mask; and masks take none that stays.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

#include "lockstep/engine/session/session.h"
#include "lockstep/engine/vocabulary/builder.h"
#include "lockstep/engine/vocabulary/builtin.h"

namespace lockstep::engine {
namespace {

// Of a schema that compiles.
Constraint compiled(const std::string& schema, const Limits& limits = {},
                    const Policy& policy = Policy::spec()) {
  auto made = compile_schema(schema, {}, {}, policy, limits);
  return std::get<Constraint>(std::move(made));
}

std::string member(std::size_t n) { return (n == 0 ? "" : ",") + ("\"name" + std::to_string(n)) + "\":1"; }

// A growth that other sessions filled is left behind; the text goes on as if nothing had been.
TEST(Memory, AFullGrowthIsLeftBehind) {
  Limits limits;
  limits.constraint_bytes = std::size_t{200} << 10U;
  const Constraint constraint = compiled(R"({"type":"object"})", limits);
  const Constraint free = compiled(R"({"type":"object"})");
  const Vocabulary vocabulary = builtin_vocabulary();
  std::vector<Session> sessions;
  std::size_t compared = 0;
  for (int n = 0; n < 12; ++n) {
    Session& session = sessions.emplace_back(constraint, vocabulary);
    Session beside(free, vocabulary);
    ASSERT_TRUE(session.accept_bytes("{\"own" + std::to_string(n) + "\":0").ok());
    ASSERT_TRUE(beside.accept_bytes("{\"own" + std::to_string(n) + "\":0").ok());
    for (std::size_t m = 1; m < 60; ++m) {
      ASSERT_TRUE(session.accept_bytes(member(m)).ok());
      ASSERT_TRUE(beside.accept_bytes(member(m)).ok());
      std::vector<std::uint32_t> mask(session.mask_words());
      std::vector<std::uint32_t> truth(session.mask_words());
      const Result<bool> filled = session.mask(mask);
      ASSERT_TRUE(filled.ok()) << filled.error().code << " " << m << " " << constraint.counters().bytes;
      ASSERT_TRUE(beside.mask(truth).ok());
      EXPECT_EQ(mask, truth);
      ++compared;
    }
    // Back into what another growth read, and forth.
    ASSERT_TRUE(session.rollback(30).ok());
    EXPECT_EQ(session.accept_bytes(",\"name3\"").error().code, "byte_not_allowed");
    EXPECT_TRUE(session.accept_bytes(",\"name55\":[]}").ok());
    EXPECT_TRUE(session.can_stop());
  }
  EXPECT_GT(constraint.counters().restarts, 1U);
  EXPECT_EQ(free.counters().restarts, 0U);
  EXPECT_EQ(compared, 12U * 59U);
  // Those that were left behind still stand where they stood.
  for (Session& session : sessions) {
    ASSERT_TRUE(session.rollback(1).ok());
    EXPECT_TRUE(session.accept_bytes("}").ok());
  }
}

// A session that comes back finds its growth left behind and the one after it nearly full: it needs a third.
TEST(Memory, AGrowthThatOthersFilledMeanwhileIsLeftBehindToo) {
  Limits limits;
  limits.constraint_bytes = std::size_t{400} << 10U;
  const Constraint constraint = compiled(R"({"type":"object"})", limits);
  Session early(constraint, builtin_vocabulary());
  ASSERT_TRUE(early.accept_bytes("{\"").ok());
  Session busy(constraint, builtin_vocabulary());
  // Short texts: what was written before stays in the growth and is no part of the next.
  for (std::size_t text = 0;
       constraint.counters().restarts < 1 || constraint.counters().bytes < limits.constraint_bytes / 4 * 3;
       ++text) {
    ASSERT_LT(text, 10'000U);
    busy.reset();
    ASSERT_TRUE(busy.accept_bytes("{\"text" + std::to_string(text) + "\":1").ok());
  }
  ASSERT_EQ(constraint.counters().restarts, 1U);
  const std::string name(1'500, 'n');
  const Result<bool> taken = early.accept_bytes(name);
  ASSERT_TRUE(taken.ok()) << taken.error().code << ": " << taken.error().message;
  EXPECT_EQ(constraint.counters().restarts, 2U);
  std::vector<std::uint32_t> mask(early.mask_words());
  EXPECT_TRUE(early.mask(mask).ok());
  EXPECT_TRUE(early.accept_bytes("\":1}").ok());
  EXPECT_TRUE(early.can_stop());
}

// A text that is itself too large has a typed error, stays where it is, and can still be ended.
void fills(const Limits& limits, const std::string& code) {
  Session session(compiled(R"({"type":"object"})", limits), builtin_vocabulary());
  ASSERT_TRUE(session.accept_bytes("{").ok());
  std::string failed;
  std::size_t members = 0;
  for (; members < 100'000 && failed.empty(); ++members) {
    const Result<bool> taken = session.accept_bytes(member(members));
    if (!taken.ok()) failed = taken.error().code;
  }
  EXPECT_EQ(failed, code);
  EXPECT_GT(members, 50U);
  std::vector<std::uint32_t> mask(session.mask_words());
  const std::vector<bool> allowed = session.allowed_bytes();
  EXPECT_TRUE(allowed['}']);
  EXPECT_TRUE(allowed[',']);
  EXPECT_FALSE(allowed['x']);
  EXPECT_FALSE(session.can_stop());
  EXPECT_EQ(session.finish(), "}");
  ASSERT_TRUE(session.rollback(20).ok());
  EXPECT_TRUE(session.accept_bytes(member(100'000)).ok());
  EXPECT_TRUE(session.mask(mask).ok());
  EXPECT_TRUE(session.accept_bytes("}").ok());
  EXPECT_TRUE(session.can_stop());
}

TEST(Memory, ATextBeyondMemoryHasATypedError) {
  Limits bytes;
  bytes.constraint_bytes = std::size_t{300} << 10U;
  fills(bytes, "limit_constraint_bytes");
  Limits states;
  states.states = 2'000;
  fills(states, "limit_states");
}

TEST(Memory, MasksLeaveNoStatesBehind) {
  const Constraint constraint = compiled(R"({"type":"object"})");
  for (const MaskPath path : {MaskPath::memo, MaskPath::tokens}) {
    Session session(constraint, builtin_vocabulary(), path);
    std::vector<std::uint32_t> mask(session.mask_words());
    std::size_t compared = 0;
    for (const char* text : {"{", "\"a", "b\"", ":", "[1", "2,", "\"x", "\"],"}) {
      ASSERT_TRUE(session.accept_bytes(text).ok());
      const std::uint64_t before = constraint.counters().states;
      ASSERT_TRUE(session.mask(mask).ok());
      EXPECT_EQ(constraint.counters().states, before) << text;
      ++compared;
    }
    EXPECT_EQ(compared, 8U);
  }
}

// Tokens that end values and begin others, in two vocabularies: a mask by the second one is not remembered.
Vocabulary with_long_tokens(bool reversed) {
  std::vector<std::string> texts = {"1,",
                                    ",2",
                                    "12",
                                    "3,4",
                                    "],[",
                                    "[1,2],",
                                    ",[3",
                                    "\"a\",",
                                    ",\"b",
                                    "{\"a\":1},",
                                    ",{\"a\":[2],\"b\":",
                                    "{}",
                                    "[]",
                                    ",null",
                                    "true,false",
                                    ":7,",
                                    "c\":{\"d\":5}",
                                    ",0.5",
                                    "1e2,10",
                                    "\":1,\"",
                                    "e\":2}",
                                    "5,6,7,8,9"};
  if (reversed) std::reverse(texts.begin(), texts.end());
  VocabularyBuilder builder("test", {});
  for (TokenId byte = 0; byte < 256; ++byte)
    EXPECT_FALSE(builder.add(byte, std::string(1, static_cast<char>(byte)), TokenKind::byte));
  for (const std::string& text : texts)
    EXPECT_FALSE(builder.add(static_cast<TokenId>(256 + (&text - texts.data())), text, TokenKind::normal));
  return builder.finish().value();
}

struct TextOfASchema {
  const char* schema;
  std::vector<std::string> pieces;
};
const std::vector<TextOfASchema>& texts_with_values() {
  static const std::vector<TextOfASchema> all = {
      {R"({"type":"array","uniqueItems":true})",
       {"[",  "1",       "2",  ",",       "\"a", "b\"",       ",[",        "1,2]",  ",[1", ",",
        "3]", ",{\"a\"", ":1", ",\"b\":", "2}",  ",{\"a\":1", ",\"b\":3}", ",null", ",0.", "5"}},
      {R"({"uniqueItems":true,"type":"array","items":{"enum":[1,2,3,4,5,6,7,8,9,"a",null]},"minItems":5})",
       {"[", "1,", "2", ",\"a\"", ",5", ",", "4,7"}},
      {R"({"uniqueItems":true,"type":"array","items":{"type":"array","items":{"enum":[1,2]},"maxItems":2}})",
       {"[", "[1", "],", "[1,2", "],[", "2,1],", "[]", ",[2", "]"}},
      {R"({"type":"array","not":{"uniqueItems":true},"items":{"type":["integer","array"]}})",
       {"[", "1,2", ",3", ",[4", ",5]", ",[4,", "5]"}},
      {R"({"type":"array","uniqueItems":true,"contains":{"multipleOf":3},"minContains":2,"maxContains":3})",
       {"[", "3", ",4,", "9", ",5,", "12,", "13"}},
      {R"({"type":"array","items":{"uniqueItems":true,"prefixItems":[true,{"const":1}],"minItems":2}})",
       {"[[", "2,1", "],[", "3,1,", "2]", ",[4,"}},
      {R"({"type":"object","propertyNames":{"maxLength":2},"additionalProperties":{"uniqueItems":true}})",
       {"{\"", "a\":[", "1,2", "],\"b", "\":3", ",\"ab\":[1", ",3]"}},
  };
  return all;
}

// What tokens of a mask would have written is given back, and with it what was found out about their values.
// What was found out about the schema stays: so a mask is made once before.
TEST(Memory, MasksLeaveNoValuesBehind) {
  const std::vector<Vocabulary> vocabularies = {with_long_tokens(false), with_long_tokens(true)};
  std::size_t compared = 0;
  for (const MaskPath path : {MaskPath::memo, MaskPath::tokens}) {
    for (const auto& [schema, pieces] : texts_with_values()) {
      for (const Policy& policy : {Policy::spec(), Policy::model(), Policy::canonical()}) {
        const Constraint constraint = compiled(schema, {}, policy);
        Session first(constraint, vocabularies[0], path);
        Session second(constraint, vocabularies[1], path);
        std::vector<std::uint32_t> mask(first.mask_words());
        std::string text;
        for (const std::string& piece : pieces) {
          text += piece;
          ASSERT_TRUE(first.accept_bytes(piece).ok()) << schema << " " << text;
          ASSERT_TRUE(second.accept_bytes(piece).ok()) << schema << " " << text;
          ASSERT_TRUE(first.mask(mask).ok());
          const std::uint64_t before = constraint.counters().bytes;
          ASSERT_TRUE(second.mask(mask).ok());
          ASSERT_EQ(second.allowed_bytes().size(), 256U);
          EXPECT_FALSE(second.accept_bytes("\x01").ok());
          EXPECT_EQ(constraint.counters().bytes, before) << schema << " " << text;
          ++compared;
        }
      }
    }
  }
  EXPECT_GT(compared, 300U);
}

// A long array with a mask after every item grows by what it grows by without masks.
TEST(Memory, ALongArrayOfDistinctItemsTakesNoMoreWithMasks) {
  const Vocabulary vocabulary = with_long_tokens(false);
  for (const MaskPath path : {MaskPath::memo, MaskPath::tokens}) {
    const auto grown = [&](bool masks) {
      const Constraint constraint = compiled(R"({"type":"array","uniqueItems":true})");
      Session session(constraint, vocabulary, path);
      std::vector<std::uint32_t> mask(session.mask_words());
      EXPECT_TRUE(session.accept_bytes("[100").ok());
      std::uint64_t half = 0;
      for (int item = 101; item < 180; ++item) {
        if (item == 140) half = constraint.counters().bytes;
        EXPECT_TRUE(session.accept_bytes("," + std::to_string(item)).ok());
        if (masks) {
          EXPECT_TRUE(session.mask(mask).ok());
        }
      }
      return constraint.counters().bytes - half;
    };
    const std::uint64_t without = grown(false);
    const std::uint64_t with = grown(true);
    EXPECT_GT(without, 40U * 100U);
    EXPECT_EQ(with, without);
    std::cout << without << " bytes without masks, " << with << " with\n";
  }
}

}  // namespace
}  // namespace lockstep::engine

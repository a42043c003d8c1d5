#include "lockstep/engine/decode/decoding.h"

#include <gtest/gtest.h>

#include <string>

#include "lockstep/engine/vocabulary/builtin.h"

namespace lockstep::engine {
namespace {

TokenId byte(char c) { return static_cast<TokenId>(static_cast<unsigned char>(c)); }

const auto kTakes = [](TokenId) { return true; };

struct Snapshot {
  std::vector<TokenId> tokens;
  std::string bytes;
  TokenCounts counts;
  Utf8State utf8;
  bool stopped;
  explicit Snapshot(const Decoding& d)
      : tokens(d.tokens()), bytes(d.bytes()), counts(d.counts()), utf8(d.utf8()), stopped(d.stopped()) {}
  bool operator==(const Snapshot&) const = default;
};

TEST(Decoding, AdvancesEverythingTogether) {
  Decoding text(builtin_vocabulary());
  for (const char c : std::string("aba\xC3")) ASSERT_TRUE(text.advance(byte(c), kTakes).ok());
  EXPECT_EQ(text.bytes(), "aba\xC3");
  EXPECT_EQ(text.counts().at(byte('a')), 2U);
  EXPECT_EQ(text.tokens().size(), 4U);
  EXPECT_FALSE(text.utf8().complete());
  ASSERT_TRUE(text.advance(byte('\xA9'), kTakes).ok());
  EXPECT_TRUE(text.utf8().complete());
}

TEST(Decoding, WhatTheParserRefusesChangesNothing) {
  const Vocabulary& vocabulary = builtin_vocabulary();
  Decoding text(vocabulary);
  ASSERT_TRUE(text.advance(byte('a'), kTakes).ok());
  const Snapshot before(text);
  int asked = 0;
  const auto refuses = [&](TokenId) {
    ++asked;
    return false;
  };
  EXPECT_EQ(text.advance(byte('b'), refuses).error().code, "token_refused");
  EXPECT_EQ(asked, 1);
  EXPECT_EQ(text.advance(vocabulary.size(), refuses).error().code, "token_out_of_range");
  EXPECT_EQ(text.advance(vocabulary.size() - 3, refuses).error().code, "token_is_not_text");  // <|pad|>
  EXPECT_EQ(asked, 1) << "the parser is not asked for what cannot be text";
  EXPECT_EQ(Snapshot(text), before);
}

TEST(Decoding, NothingComesAfterAStop) {
  const Vocabulary& vocabulary = builtin_vocabulary();
  Decoding text(vocabulary);
  ASSERT_TRUE(text.advance(byte('a'), kTakes).ok());
  ASSERT_TRUE(text.advance(vocabulary.stop_ids().front(), kTakes).ok());
  EXPECT_TRUE(text.stopped());
  EXPECT_EQ(text.bytes(), "a") << "a stop token is no text";
  const Snapshot before(text);
  EXPECT_EQ(text.advance(byte('a'), kTakes).error().code, "after_stop");
  EXPECT_EQ(Snapshot(text), before);
}

}  // namespace
}  // namespace lockstep::engine

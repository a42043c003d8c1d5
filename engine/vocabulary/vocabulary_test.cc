// The contract: builder checks, identity, anomalies, the built-in vocabulary.
#include "lockstep/engine/vocabulary/vocabulary.h"

#include <gtest/gtest.h>

#include <array>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "lockstep/engine/base/sha256.h"
#include "lockstep/engine/vocabulary/anomalies.h"
#include "lockstep/engine/vocabulary/builder.h"
#include "lockstep/engine/vocabulary/builtin.h"

namespace lockstep::engine {
namespace {

VocabularyOptions loose() {
  VocabularyOptions options;
  options.allow_missing_bytes = true;
  return options;
}

VocabularyBuilder with_bytes(const VocabularyOptions& options) {
  VocabularyBuilder builder("test", options);
  for (int byte = 0; byte < 256; ++byte) {
    const char c = static_cast<char>(byte);
    EXPECT_FALSE(builder.add(static_cast<TokenId>(byte), {&c, 1}, TokenKind::byte).has_value());
  }
  return builder;
}

TEST(Vocabulary, HoldsBytesAndKindsByIdInAnyOrderOfAdding) {
  VocabularyBuilder builder("test", loose());
  EXPECT_FALSE(builder.add(2, "", TokenKind::normal));
  EXPECT_FALSE(builder.add(0, std::string("\0\xFF", 2), TokenKind::normal));
  EXPECT_FALSE(builder.add(1, "<end>", TokenKind::control));
  const Vocabulary vocabulary = builder.finish().value();
  ASSERT_EQ(vocabulary.size(), 3U);
  EXPECT_EQ(vocabulary.bytes(0), std::string_view("\0\xFF", 2));
  EXPECT_EQ(vocabulary.bytes(1), "<end>");
  EXPECT_EQ(vocabulary.bytes(2), "");
  EXPECT_EQ(vocabulary.kind(1), TokenKind::control);
  EXPECT_TRUE(vocabulary.is_text(0));
  EXPECT_FALSE(vocabulary.is_text(1));
  EXPECT_FALSE(vocabulary.is_text(2));
  EXPECT_EQ(vocabulary.logit_width(), 3U);
  EXPECT_TRUE(vocabulary.stop_ids().empty());
}

TEST(VocabularyDeathTest, AnIdBeyondTheVocabularyEndsTheProcess) {
  EXPECT_DEATH(static_cast<void>(builtin_vocabulary().bytes(builtin_vocabulary().size())), "check failed");
}

TEST(Vocabulary, IdentityIsTheDocumentedHash) {
  VocabularyOptions options = loose();
  options.stop_ids = {1};
  options.logit_width = 300;
  VocabularyBuilder builder("test", options);
  EXPECT_FALSE(builder.add(0, "ab", TokenKind::normal));
  EXPECT_FALSE(builder.add(1, "<e>", TokenKind::control));
  const std::string hashed = std::string("lockstep-vocabulary-1\n") + std::string("\x02\0\0\0", 4) +
                             std::string("\x2C\x01\0\0", 4) + std::string("\x01\0\0\0", 4) +
                             std::string("\x01\0\0\0", 4) + std::string("\0\x02\0\0\0", 5) + "ab" +
                             std::string("\x02\x03\0\0\0", 5) + "<e>";
  EXPECT_EQ(builder.finish()->identity(), sha256_hex(hashed));
}

TEST(Vocabulary, IdentityDependsOnEveryPartOfTheContract) {
  std::set<std::string> seen;
  const auto make = [&](const char* bytes, TokenKind kind, std::vector<TokenId> stops, std::uint32_t width) {
    VocabularyOptions options = loose();
    options.stop_ids = std::move(stops);
    options.logit_width = width;
    VocabularyBuilder builder("test", options);
    EXPECT_FALSE(builder.add(0, bytes, kind));
    EXPECT_FALSE(builder.add(1, "<e>", TokenKind::control));
    EXPECT_FALSE(builder.add(2, "<f>", TokenKind::control));
    seen.insert(builder.finish()->identity());
  };
  make("a", TokenKind::normal, {1}, 3);
  make("b", TokenKind::normal, {1}, 3);
  make("a", TokenKind::byte, {1}, 3);
  make("a", TokenKind::normal, {2}, 3);
  make("a", TokenKind::normal, {1, 2}, 3);
  make("a", TokenKind::normal, {}, 3);
  make("a", TokenKind::normal, {1}, 4);
  EXPECT_EQ(seen.size(), 7U);
}

TEST(Vocabulary, BuilderRefusesBadTokens) {
  VocabularyOptions options = loose();
  options.limits.max_tokens = 10;
  options.limits.max_token_bytes = 4;
  options.limits.max_total_bytes = 6;
  VocabularyBuilder builder("test", options);
  EXPECT_FALSE(builder.add(9, "abcd", TokenKind::normal));
  EXPECT_EQ(builder.add(9, "x", TokenKind::normal)->code, "duplicate_id");
  EXPECT_EQ(builder.add(10, "x", TokenKind::normal)->code, "too_many_tokens");
  EXPECT_EQ(builder.add(0, "abcde", TokenKind::normal)->code, "oversized_token");
  EXPECT_EQ(builder.add(0, "abc", TokenKind::normal)->code, "oversized_vocabulary");
  EXPECT_EQ(builder.add(0, "ab", TokenKind::byte)->code, "bad_byte_token");
  EXPECT_FALSE(builder.add(0, "ab", TokenKind::normal));
}

TEST(Vocabulary, MissingBytesAreNamed) {
  VocabularyBuilder builder("test", VocabularyOptions());
  TokenId id = 0;
  for (int byte = 0; byte < 0xF5; ++byte) {  // bytes that no UTF-8 text holds may be missing
    if (byte == 0xC0 || byte == 0xC1 || byte == 0x80 || (byte >= 0x10 && byte <= 0x12)) continue;
    const char c = static_cast<char>(byte);
    EXPECT_FALSE(builder.add(id++, {&c, 1}, byte % 2 == 0 ? TokenKind::byte : TokenKind::normal));
  }
  EXPECT_FALSE(builder.add(id++, "\x80", TokenKind::control));  // not text, so it does not count
  const Result<Vocabulary> result = builder.finish();
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, "missing_byte_coverage");
  EXPECT_EQ(result.error().message, "no token spells exactly these bytes: 0x10-0x12, 0x80");
  for (const char byte : {'\x10', '\x11', '\x12', '\x80'}) {
    EXPECT_FALSE(builder.add(id++, {&byte, 1}, TokenKind::normal));
  }
  EXPECT_TRUE(builder.finish().ok());
}

TEST(Vocabulary, HolesAreRefusedUnlessAllowed) {
  VocabularyOptions options = loose();
  for (const Holes holes : {Holes::refuse, Holes::unused}) {
    options.holes = holes;
    VocabularyBuilder builder("test", options);
    EXPECT_FALSE(builder.add(0, "a", TokenKind::normal));
    EXPECT_FALSE(builder.add(3, "b", TokenKind::normal));
    const Result<Vocabulary> result = builder.finish();
    ASSERT_EQ(result.ok(), holes == Holes::unused);
    if (!result) {
      EXPECT_EQ(result.error().code, "id_hole");
      EXPECT_NE(result.error().message.find("id 1,"), std::string::npos) << result.error().message;
    } else {
      EXPECT_EQ(result->kind(1), TokenKind::unused);
      EXPECT_EQ(result->kind(2), TokenKind::unused);
      EXPECT_EQ(result->bytes(2), "");
    }
  }
  EXPECT_EQ(VocabularyBuilder("test", options).finish().error().code, "empty_vocabulary");
}

TEST(Vocabulary, StopsByIdAndName) {
  VocabularyOptions options;
  options.stop_ids = {257, 256, 257};
  options.stop_names = {"<e>"};
  VocabularyBuilder builder = with_bytes(options);
  EXPECT_FALSE(builder.add(256, "<e>", TokenKind::normal));  // text of the same name: the marker wins
  EXPECT_FALSE(builder.add(257, "<f>", TokenKind::control));
  EXPECT_FALSE(builder.add(258, "<e>", TokenKind::control));
  builder.suggest_stop(3);  // the caller's word replaces the file's
  const Vocabulary vocabulary = builder.finish().value();
  EXPECT_EQ(vocabulary.stop_ids(), (std::vector<TokenId>{256, 257, 258}));
  EXPECT_TRUE(vocabulary.is_stop(257));
  EXPECT_FALSE(vocabulary.is_stop(0));
  EXPECT_EQ(vocabulary.kind(256), TokenKind::control);  // an end is not text at the same time
}

TEST(Vocabulary, BadStopsAreRefused) {
  const auto code_with = [](auto change) {
    VocabularyOptions options;
    change(options);
    VocabularyBuilder builder = with_bytes(options);
    EXPECT_FALSE(builder.add(256, "<e>", TokenKind::control));
    EXPECT_FALSE(builder.add(257, "<u>", TokenKind::unused));
    const Result<Vocabulary> result = builder.finish();
    return result ? std::string("ok") : result.error().code;
  };
  EXPECT_EQ(code_with([](auto& o) { o.stop_ids = {256}; }), "ok");
  EXPECT_EQ(code_with([](auto& o) { o.stop_ids = {258}; }), "unknown_stop");
  EXPECT_EQ(code_with([](auto& o) { o.stop_names = {"<x>"}; }), "unknown_stop");
  EXPECT_EQ(code_with([](auto& o) { o.stop_names = {"<u>"}; }), "unknown_stop");
  EXPECT_EQ(code_with([](auto& o) { o.stop_ids = {65}; }), "bad_stop");
  EXPECT_EQ(code_with([](auto& o) { o.stop_ids = {257}; }), "bad_stop");
  EXPECT_EQ(code_with([](auto& o) { o.logit_width = 255; }), "logit_width_too_small");
  EXPECT_EQ(code_with([](auto& o) { o.logit_width = 256, o.stop_ids = {256}; }), "logit_width_too_small");
  EXPECT_EQ(code_with([](auto& o) { o.logit_width = 4'194'305; }), "logit_width_too_large");
}

// Gemma 3 1B: 262,145 ids in the tokenizer, the last an image token, and a model with 262,144 outputs.
TEST(Vocabulary, MarkersBeyondTheLogitWidthAreLeftOut) {
  VocabularyOptions options;
  options.logit_width = 257;
  options.stop_ids = {256};
  VocabularyBuilder builder = with_bytes(options);
  EXPECT_FALSE(builder.add(256, "<e>", TokenKind::control));
  EXPECT_FALSE(builder.add(257, "<image>", TokenKind::control));
  EXPECT_FALSE(builder.add(258, "", TokenKind::unused));
  const Vocabulary vocabulary = builder.finish().value();
  EXPECT_EQ(vocabulary.size(), 257U);
  EXPECT_EQ(vocabulary.logit_width(), 257U);
  EXPECT_EQ(vocabulary.stop_ids(), (std::vector<TokenId>{256}));
}

TEST(Vocabulary, ManyThreadsMayReadOne) {
  std::vector<std::thread> threads;
  std::array<std::size_t, 4> sums{};
  for (std::size_t& sum : sums) {
    threads.emplace_back([&sum] {
      const Vocabulary vocabulary = builtin_vocabulary();  // a copy of the handle, made by each thread
      for (TokenId id = 0; id < vocabulary.size(); ++id) sum += vocabulary.bytes(id).size();
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::size_t sum : sums) EXPECT_EQ(sum, sums[0]);
  EXPECT_GE(sums[0], 514U);
}

TEST(Vocabulary, ByteTokensAreTheSmallestTextIds) {
  VocabularyBuilder builder = with_bytes({});
  EXPECT_FALSE(builder.add(256, "A", TokenKind::normal));
  const Vocabulary vocabulary = builder.finish().value();
  for (int byte = 0; byte < 256; ++byte) {
    EXPECT_EQ(vocabulary.byte_token(static_cast<std::uint8_t>(byte)), static_cast<TokenId>(byte));
  }
}

TEST(Vocabulary, AnomaliesAreCounted) {
  VocabularyBuilder builder = with_bytes({});
  EXPECT_FALSE(builder.add(256, "A", TokenKind::normal));
  EXPECT_FALSE(builder.add(257, "", TokenKind::normal));
  EXPECT_FALSE(builder.add(258, "A", TokenKind::normal));
  EXPECT_FALSE(builder.add(259, "longest", TokenKind::normal));
  EXPECT_FALSE(builder.add(260, "A", TokenKind::control));
  EXPECT_FALSE(builder.add(261, "\xE2\x82", TokenKind::normal));
  const Anomalies found = find_anomalies(builder.finish().value(), 2);
  EXPECT_EQ(found.by_kind, (std::array<std::size_t, 5>{5, 256, 1, 0, 0}));
  EXPECT_EQ(found.duplicates, 2U);
  ASSERT_EQ(found.duplicate_examples.size(), 2U);
  EXPECT_EQ(found.duplicate_examples[1].id, 258U);
  EXPECT_EQ(found.duplicate_examples[1].first, 65U);
  EXPECT_EQ(found.empty, 1U);
  EXPECT_EQ(found.empty_examples, (std::vector<TokenId>{257}));
  EXPECT_EQ(found.not_utf8, 129U);
  EXPECT_EQ(found.not_utf8_examples, (std::vector<TokenId>{128, 129}));
  EXPECT_EQ(found.missing_bytes, 0U);
  EXPECT_EQ(found.longest, (std::vector<TokenId>{259, 261}));
}

TEST(Vocabulary, TheBuiltinOneIsPinned) {
  const Vocabulary& vocabulary = builtin_vocabulary();
  const Anomalies found = find_anomalies(vocabulary);
  EXPECT_EQ(found.by_kind[1], 256U);
  EXPECT_EQ(found.duplicates, 0U);
  EXPECT_EQ(found.empty, 0U);
  EXPECT_EQ(vocabulary.stop_ids().size(), 2U);
  EXPECT_EQ(vocabulary.logit_width(), 640U);
  EXPECT_EQ(vocabulary.identity(), "478e72652e04e9e6289b6e586c1d82911fbc17541b33e420f7e259b2f255b327");
}

}  // namespace
}  // namespace lockstep::engine

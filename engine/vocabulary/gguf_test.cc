#include "lockstep/engine/vocabulary/gguf.h"

#include <gtest/gtest.h>

#include "lockstep/engine/vocabulary/test_files.h"
#include "lockstep/engine/vocabulary/tokenizer_json.h"

namespace lockstep::engine {
namespace {

using test_files::GgufWriter;
using test_files::spm_gguf;
using test_files::spm_pieces;
using test_files::u32_bytes;
using test_files::u64_bytes;

TEST(Gguf, SentencePiece) {
  const Result<Vocabulary> result =
      read_gguf(spm_gguf(spm_pieces({{"▁the", 1}, {"▁▁", 4}, {"[PAD]", 5}, {"<0x41>", 1}})));
  ASSERT_TRUE(result.ok()) << result.error().message;
  ASSERT_EQ(result->size(), 263U);
  EXPECT_EQ(result->kind(0), TokenKind::special);
  EXPECT_EQ(result->kind(1), TokenKind::control);
  for (TokenId id = 3; id < 259; ++id) {
    EXPECT_EQ(result->kind(id), TokenKind::byte);
    EXPECT_EQ(result->bytes(id), std::string(1, static_cast<char>(id - 3)));
  }
  EXPECT_EQ(result->bytes(259), " the");
  EXPECT_EQ(result->bytes(260), "\xE2\x96\x81\xE2\x96\x81");  // user defined: literal, as llama.cpp has it
  EXPECT_EQ(result->kind(261), TokenKind::unused);
  EXPECT_EQ(result->bytes(262), "<0x41>");  // the type decides, not the spelling
  EXPECT_EQ(result->stop_ids(), (std::vector<TokenId>{2}));
  EXPECT_EQ(result->format(), "gguf");
}

TEST(Gguf, ByteLevel) {
  const Result<Vocabulary> result = read_gguf(test_files::byte_level_gguf({"Ġthe"}));
  ASSERT_TRUE(result.ok()) << result.error().message;
  EXPECT_EQ(result->size(), 257U);
  EXPECT_EQ(result->bytes(0), std::string_view("\0", 1));
  EXPECT_EQ(result->bytes(256), " the");
  EXPECT_EQ(read_gguf(test_files::byte_level_gguf({"a b"})).error().code, "unmappable_piece");
}

TEST(Gguf, TheSameContractHasTheSameIdentityInAnotherFormat) {
  const auto gguf = read_gguf(test_files::byte_level_gguf({"Ġthe"}));
  const auto json =
      read_tokenizer_json(test_files::byte_level_json(test_files::byte_level_vocab() + R"(,"Ġthe":256)", ""));
  ASSERT_TRUE(gguf.ok() && json.ok());
  EXPECT_EQ(gguf->identity(), json->identity());
}

TEST(Gguf, StopsAndWidthFromTheFile) {
  const std::string text = GgufWriter()
                               .text("tokenizer.ggml.model", "gpt2")
                               .texts("tokenizer.ggml.tokens", {"a", "<e>", "<f>", "<g>"})
                               .i32s("tokenizer.ggml.token_type", {1, 3, 3, 3})
                               .u32("tokenizer.ggml.eos_token_id", 2)
                               .u32("tokenizer.ggml.eot_token_id", 1)
                               .u32("tokenizer.ggml.eom_token_id", 3)
                               .u32("qwen.vocab_size", 64)
                               .text("general.architecture", "qwen")
                               .finish(2);
  VocabularyOptions options;
  options.allow_missing_bytes = true;
  const Result<Vocabulary> result = read_gguf(text, options);
  ASSERT_TRUE(result.ok()) << result.error().message;
  EXPECT_EQ(result->stop_ids(), (std::vector<TokenId>{1, 2, 3}));
  EXPECT_EQ(result->logit_width(), 64U);
  options.stop_ids = {3};
  EXPECT_EQ(read_gguf(text, options)->stop_ids(), (std::vector<TokenId>{3}));
}

std::string code_of(const std::string& bytes) {
  const Result<Vocabulary> result = read_gguf(bytes);
  return result ? "ok" : result.error().code;
}

TEST(Gguf, BadHeaders) {
  EXPECT_EQ(code_of(""), "truncated_file");
  EXPECT_EQ(code_of("GGUG" + std::string(20, '\0')), "bad_gguf");
  EXPECT_EQ(code_of(GgufWriter().finish(1)), "unsupported_gguf");
  EXPECT_EQ(code_of(GgufWriter().finish(4)), "unsupported_gguf");
  const Result<Vocabulary> big = read_gguf(GgufWriter().finish(0x03000000));
  EXPECT_EQ(big.error().code, "unsupported_gguf");
  EXPECT_NE(big.error().message.find("big endian"), std::string::npos);
  EXPECT_EQ(code_of(GgufWriter().finish()), "missing_key");
}

TEST(Gguf, LengthsThatLie) {
  const std::string head = "GGUF" + u32_bytes(3) + u64_bytes(0);
  for (const std::uint64_t lie : {std::uint64_t{1} << 63U, ~std::uint64_t{0}, std::uint64_t{1} << 40U}) {
    EXPECT_EQ(code_of(head + u64_bytes(lie)), "oversized_file");
    EXPECT_EQ(code_of(head + u64_bytes(1) + u64_bytes(lie)), "truncated_file");
    const std::string key = u64_bytes(1) + "k";
    EXPECT_EQ(code_of(head + u64_bytes(1) + key + u32_bytes(8) + u64_bytes(lie)), "truncated_file");
    for (std::uint32_t element = 0; element <= 12; ++element) {
      const std::string array = key + u32_bytes(9) + u32_bytes(element) + u64_bytes(lie) + "abc";
      EXPECT_EQ(code_of(head + u64_bytes(1) + array), element == 9 ? "bad_gguf" : "truncated_file")
          << element;
    }
    EXPECT_EQ(code_of(GgufWriter().raw("k", 9, u32_bytes(8) + u64_bytes(1) + u64_bytes(lie)).finish()),
              "truncated_file");
  }
  EXPECT_EQ(code_of(GgufWriter().raw("k", 13, "").finish()), "bad_gguf");
  EXPECT_EQ(code_of(GgufWriter().raw("k", 9, u32_bytes(77) + u64_bytes(0)).finish()), "bad_gguf");
  // A prefix of a larger file may ask for more, but not without end.
  const std::string long_text = head + u64_bytes(1) + u64_bytes(1) + "k" + u32_bytes(8) + u64_bytes(1000);
  EXPECT_EQ(read_gguf(long_text, {}, false).error().code, "prefix_too_short");
  EXPECT_EQ(read_gguf(head + u64_bytes(1) + u64_bytes(~std::uint64_t{0}), {}, false).error().code,
            "oversized_file");
}

TEST(Gguf, BadKeys) {
  const auto file = [](auto change) {
    GgufWriter writer;
    writer.text("tokenizer.ggml.model", "gpt2").texts("tokenizer.ggml.tokens", {"a"});
    change(writer);
    return code_of(writer.finish());
  };
  EXPECT_EQ(file([](GgufWriter& w) { w.texts("tokenizer.ggml.tokens", {"b"}); }), "duplicate_key");
  EXPECT_EQ(file([](GgufWriter& w) { w.i32s("tokenizer.ggml.token_type", {1, 1}); }), "missing_key");
  EXPECT_EQ(file([](GgufWriter& w) { w.i32s("tokenizer.ggml.token_type", {7}); }), "bad_token_type");
  EXPECT_EQ(file([](GgufWriter& w) { w.i32s("tokenizer.ggml.token_type", {6}); }), "unmappable_piece");
  EXPECT_EQ(file([](GgufWriter& w) { w.texts("tokenizer.ggml.token_type", {"1"}); }), "bad_key_type");
  EXPECT_EQ(file([](GgufWriter& w) { w.text("tokenizer.ggml.eos_token_id", "0"); }), "bad_key_type");
  EXPECT_EQ(file([](GgufWriter& w) { w.raw("tokenizer.ggml.eos_token_id", 5, u32_bytes(~0U)); }),
            "bad_number");
  EXPECT_EQ(file([](GgufWriter& w) { w.u32("tokenizer.ggml.eos_token_id", 1); }), "unknown_stop");
  EXPECT_EQ(file([](GgufWriter& w) { w.u32("tokenizer.ggml.pre", 1); }), "bad_key_type");
  EXPECT_EQ(file([](GgufWriter&) {}), "missing_byte_coverage");
  EXPECT_EQ(code_of(GgufWriter().text("tokenizer.ggml.model", "bert").finish()), "unsupported_tokenizer");
  EXPECT_EQ(code_of(GgufWriter().text("tokenizer.ggml.model", "gpt2").finish()), "missing_key");
  EXPECT_EQ(
      code_of(
          GgufWriter().text("tokenizer.ggml.model", "llama").texts("tokenizer.ggml.tokens", {"a"}).finish()),
      "missing_key");  // without types, "<0x41>" could be text or a byte
}

TEST(Gguf, TwoTokensOfOneByteAreLegalAndAMissingByteIsNot) {
  auto pieces = spm_pieces({});
  pieces[3 + 0x80].piece = "<0x81>";
  const Result<Vocabulary> result = read_gguf(spm_gguf(pieces));
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, "missing_byte_coverage");
  EXPECT_NE(result.error().message.find("0x80"), std::string::npos);
  EXPECT_TRUE(read_gguf(spm_gguf(spm_pieces({{"<0x81>", 6}}))).ok());
}

TEST(Gguf, LimitsNameTheirError) {
  const std::string text = spm_gguf(spm_pieces({}));
  VocabularyOptions options;
  options.limits.max_gguf_entries = 5;
  EXPECT_TRUE(read_gguf(text, options).ok());
  options.limits.max_gguf_entries = 4;
  EXPECT_EQ(read_gguf(text, options).error().code, "oversized_file");
  options = {};
  options.limits.max_tokens = 258;
  EXPECT_EQ(read_gguf(text, options).error().code, "too_many_tokens");
  options = {};
  options.specials = {{300, "x"}};
  EXPECT_EQ(read_gguf(text, options).error().code, "bad_option");
}

}  // namespace
}  // namespace lockstep::engine

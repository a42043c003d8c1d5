#include "lockstep/engine/vocabulary/tokenizer_json.h"

#include <gtest/gtest.h>

#include "lockstep/engine/vocabulary/test_files.h"

namespace lockstep::engine {
namespace {

using test_files::byte_level_json;
using test_files::byte_level_vocab;
using test_files::fallback_json;
using test_files::kGemmaDecoder;

std::string added(std::uint32_t id, const std::string& content, bool special) {
  return R"({"id":)" + std::to_string(id) + R"(,"content":)" + test_files::quoted(content) +
         R"(,"special":)" + (special ? "true}" : "false}");
}

TEST(TokenizerJson, ByteLevel) {
  const Result<Vocabulary> result =
      read_tokenizer_json(byte_level_json(byte_level_vocab() + R"(,"Ġthe":256,"âĤ":257)",
                                          added(258, "<|end|>", true) + "," + added(259, "<think>", false)));
  ASSERT_TRUE(result.ok()) << result.error().message;
  ASSERT_EQ(result->size(), 260U);
  for (TokenId id = 0; id < 256; ++id) EXPECT_EQ(result->bytes(id), std::string(1, static_cast<char>(id)));
  EXPECT_EQ(result->bytes(256), " the");
  EXPECT_EQ(result->bytes(257), "\xE2\x82");
  EXPECT_EQ(result->kind(257), TokenKind::normal);
  EXPECT_EQ(result->kind(258), TokenKind::control);
  EXPECT_EQ(result->bytes(258), "<|end|>");
  EXPECT_EQ(result->kind(259), TokenKind::normal);
  EXPECT_EQ(result->bytes(259), "<think>");
}

TEST(TokenizerJson, AddedTextUnderByteLevelIsLiteral) {
  const Result<Vocabulary> result = read_tokenizer_json(byte_level_json(
      byte_level_vocab(), added(256, "õx", false) + "," + added(257, "a b\xE2\x96\x81", false)));
  ASSERT_TRUE(result.ok()) << result.error().message;
  EXPECT_EQ(result->bytes(256), "\xC3\xB5x");
  EXPECT_EQ(result->bytes(257), "a b\xE2\x96\x81");
}

TEST(TokenizerJson, ByteFallbackAndMetaspace) {
  const Result<Vocabulary> result = read_tokenizer_json(
      fallback_json({"▁the", "a", "\n\n", "▁▁", "<x>"},
                    added(261, "\n\n", false) + "," + added(262, "▁▁", false) + "," + added(263, "<x>", true),
                    kGemmaDecoder));
  ASSERT_TRUE(result.ok()) << result.error().message;
  ASSERT_EQ(result->size(), 264U);
  EXPECT_EQ(result->kind(0), TokenKind::special);
  EXPECT_EQ(result->kind(1), TokenKind::control);
  for (TokenId id = 3; id < 259; ++id) {
    EXPECT_EQ(result->kind(id), TokenKind::byte);
    EXPECT_EQ(result->bytes(id), std::string(1, static_cast<char>(id - 3)));
  }
  EXPECT_EQ(result->bytes(259), " the");
  EXPECT_EQ(result->bytes(260), "a");
  EXPECT_EQ(result->bytes(261), "\n\n");
  EXPECT_EQ(result->kind(261), TokenKind::normal);
  EXPECT_EQ(result->bytes(262), "  ");  // the decoder's Replace applies to added tokens too
  EXPECT_EQ(result->kind(263), TokenKind::control);
}

std::string code_with_decoder(const std::string& decoder) {
  const Result<Vocabulary> result = read_tokenizer_json(fallback_json({"▁a"}, "", decoder));
  return result ? "'" + std::string(result->bytes(259)) + "'" : result.error().code;
}

TEST(TokenizerJson, DecodersAreExactOrRefused) {
  const std::string fallback = R"({"type":"ByteFallback"})";
  const std::string fuse = R"({"type":"Fuse"})";
  const auto sequence = [](const std::string& parts) {
    return R"({"type":"Sequence","decoders":[)" + parts + "]}";
  };
  const std::string strip_start = R"({"type":"Strip","content":" ","start":1,"stop":0})";
  const std::string strip_stop = R"({"type":"Strip","content":" ","start":0,"stop":1})";
  const std::string replace = R"({"type":"Replace","pattern":{"String":"▁"},"content":" "})";
  const std::string regex = R"({"type":"Replace","pattern":{"Regex":"▁"},"content":" "})";
  const std::string metaspace = R"({"type":"Metaspace","replacement":"▁","prepend_scheme":"first"})";
  EXPECT_EQ(code_with_decoder(sequence(replace + "," + fallback + "," + fuse + "," + strip_start)), "' a'");
  EXPECT_EQ(code_with_decoder(sequence(metaspace + "," + fallback)), "' a'");
  EXPECT_EQ(code_with_decoder(sequence(replace + "," + strip_start + "," + fallback)), "'a'");
  EXPECT_EQ(code_with_decoder(sequence(sequence(replace) + "," + fallback)), "' a'");
  EXPECT_EQ(code_with_decoder(sequence(fallback)),
            "'\xE2\x96\x81"
            "a'");
  EXPECT_EQ(code_with_decoder(sequence(regex + "," + fallback)), "unsupported_tokenizer");
  EXPECT_EQ(code_with_decoder(sequence(fallback + "," + replace)), "unsupported_tokenizer");
  EXPECT_EQ(code_with_decoder(sequence(fuse + "," + fallback)), "unsupported_tokenizer");
  EXPECT_EQ(code_with_decoder(sequence(fallback + "," + fuse + "," + strip_stop)), "unsupported_tokenizer");
  EXPECT_EQ(code_with_decoder(sequence(fallback + "," + strip_start)), "unsupported_tokenizer");
  EXPECT_EQ(code_with_decoder(sequence(replace + R"(,{"type":"ByteLevel"})")), "unsupported_tokenizer");
  EXPECT_EQ(code_with_decoder(R"({"type":"WordPiece"})"), "unsupported_tokenizer");
  EXPECT_EQ(code_with_decoder("null"), "unsupported_tokenizer");
  EXPECT_EQ(code_with_decoder(R"({"type":"Sequence"})"), "bad_tokenizer");
  EXPECT_EQ(code_with_decoder("7"), "bad_tokenizer");
  EXPECT_EQ(code_with_decoder(replace), "missing_byte_coverage");  // <0x0A> is then six characters of text
}

TEST(TokenizerJson, Unigram) {
  std::string vocab = R"(["<unk>",0])";
  for (int byte = 0; byte < 256; ++byte) {
    char piece[16];
    std::snprintf(piece, sizeof piece, ",[\"<0x%02X>\",0]", static_cast<unsigned>(byte));
    vocab += piece;
  }
  const auto file = [&](const std::string& last, const std::string& unknown) {
    return R"({"decoder":{"type":"Sequence","decoders":[{"type":"Metaspace","replacement":"▁"},{"type":"ByteFallback"}]},)"
           R"("model":{"type":"Unigram","unk_id":)" +
           unknown + R"(,"vocab":[)" + vocab + last + "]}}";
  };
  const Result<Vocabulary> result = read_tokenizer_json(file(R"(,["▁x",-1.5])", "0"));
  ASSERT_TRUE(result.ok()) << result.error().message;
  EXPECT_EQ(result->size(), 258U);
  EXPECT_EQ(result->kind(0), TokenKind::special);
  EXPECT_EQ(result->bytes(257), " x");
  EXPECT_EQ(read_tokenizer_json(file(R"(,["▁x"])", "0")).error().code, "bad_tokenizer");
  EXPECT_EQ(read_tokenizer_json(file(R"(,"▁x")", "0")).error().code, "bad_tokenizer");
  EXPECT_EQ(read_tokenizer_json(file("", "999")).error().code, "bad_number");
}

struct BadFile {
  std::string text;
  std::string code;
  std::string pointer;
};

TEST(TokenizerJson, BadFilesAreRefusedWithTheirPlace) {
  const std::string vocab = byte_level_vocab();
  const BadFile files[] = {
      {byte_level_json(vocab + R"(,"ab":255)", ""), "duplicate_id", "/model/vocab/ab"},
      {byte_level_json(vocab, added(65, "<e>", true)), "duplicate_id", "/model/vocab/A"},
      {byte_level_json(vocab, added(256, "<e>", true) + "," + added(256, "<f>", true)), "duplicate_id",
       "/added_tokens/1"},
      {byte_level_json(vocab, added(256, "A", false)), "added_token_mismatch", "/added_tokens/0"},
      {byte_level_json(vocab + R"(,"a b":256)", ""), "unmappable_piece", "/model/vocab/a b"},
      {byte_level_json(vocab + R"(,"ab":-1)", ""), "bad_number", "/model/vocab/ab"},
      {byte_level_json(vocab + R"(,"ab":2.5e2)", ""), "bad_number", "/model/vocab/ab"},
      {byte_level_json(vocab + R"(,"ab":"256")", ""), "bad_number", "/model/vocab/ab"},
      {byte_level_json(vocab + R"(,"ab":4294967295)", ""), "bad_number", "/model/vocab/ab"},
      {byte_level_json(vocab + R"(,"ab":4294967294)", ""), "too_many_tokens", "/model/vocab/ab"},
      {byte_level_json(vocab, R"({"id":256,"content":"x"})"), "bad_tokenizer", "/added_tokens/0"},
      {byte_level_json(vocab, "3"), "bad_tokenizer", "/added_tokens/0"},
      {fallback_json({}, added(259, "<0x1Z>", false), kGemmaDecoder), "unmappable_piece", "/added_tokens/2"},
      {byte_level_json(vocab + R"(,"ab":257)", ""), "id_hole", ""},
      {byte_level_json(vocab + R"(,"A":256)", ""), "bad_json", ""},
      {"[]", "bad_tokenizer", ""},
      {R"({"decoder":{"type":"ByteLevel"}})", "bad_tokenizer", ""},
      {R"({"model":{"type":"WordPiece","vocab":{}},"decoder":{"type":"ByteLevel"}})", "unsupported_tokenizer",
       "/model"},
      {R"({"model":{"type":"BPE","vocab":[]},"decoder":{"type":"ByteLevel"}})", "bad_tokenizer",
       "/model/vocab"},
      {R"({"model":{"type":"BPE","vocab":{},"end_of_word_suffix":"</w>"},"decoder":{"type":"ByteLevel"}})",
       "unsupported_tokenizer", "/model/end_of_word_suffix"},
      {R"({"model":{"type":"BPE","vocab":{}},"decoder":{"type":"ByteLevel"}})", "empty_vocabulary", ""},
      {byte_level_json(vocab, "") + "x", "bad_json", ""}};
  for (const BadFile& file : files) {
    const Result<Vocabulary> result = read_tokenizer_json(file.text);
    ASSERT_FALSE(result.ok()) << file.code << " " << file.pointer;
    EXPECT_EQ(result.error().code, file.code) << result.error().message;
    EXPECT_EQ(result.error().pointer, file.pointer) << file.code;
  }
}

TEST(TokenizerJson, MissingByte) {
  std::string vocab = byte_level_vocab();
  const std::string piece = test_files::quoted(test_files::byte_level(0x80));
  vocab.replace(vocab.find(piece), piece.size(), "\"cd\"");
  const Result<Vocabulary> result = read_tokenizer_json(byte_level_json(vocab, ""));
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, "missing_byte_coverage");
  EXPECT_NE(result.error().message.find("0x80"), std::string::npos);
}

TEST(TokenizerJson, StopsAndWidthFromCompanions) {
  const std::string text =
      byte_level_json(byte_level_vocab(), added(256, "<e>", true) + "," + added(257, "<f>", true));
  VocabularyOptions options;
  const auto read = [&] { return read_tokenizer_json(text, options); };
  EXPECT_TRUE(read()->stop_ids().empty());
  options.companions = {{"tokenizer_config.json", R"({"eos_token":"<e>"})"}};
  EXPECT_EQ(read()->stop_ids(), (std::vector<TokenId>{256}));
  options.companions.push_back({"config.json", R"({"vocab_size":300,"eos_token_id":null})"});
  EXPECT_EQ(read()->logit_width(), 300U);
  options.companions.push_back({"generation_config.json", R"({"eos_token_id":[257]})"});
  EXPECT_EQ(read()->stop_ids(), (std::vector<TokenId>{257}));  // ids speak louder than names
  options.companions = {{"a", R"({"eos_token":{"content":"<f>"},"text_config":{"vocab_size":512}})"}};
  EXPECT_EQ(read()->stop_ids(), (std::vector<TokenId>{257}));
  EXPECT_EQ(read()->logit_width(), 512U);
  options.stop_names = {"<e>"};
  options.logit_width = 258;
  EXPECT_EQ(read()->stop_ids(), (std::vector<TokenId>{256}));
  EXPECT_EQ(read()->logit_width(), 258U);
  for (const char* bad : {"[]", "{", R"({"eos_token":5})", R"({"eos_token_id":"x"})",
                          R"({"eos_token_id":[-1]})", R"({"vocab_size":"many"})"}) {
    options.companions = {{"bad.json", bad}};
    const Result<Vocabulary> result = read();
    ASSERT_FALSE(result.ok()) << bad;
    EXPECT_EQ(result.error().code, "bad_companion") << bad;
    EXPECT_EQ(result.error().message.substr(0, 8), "bad.json") << bad;
  }
  options = {};
  options.specials = {{300, "x"}};
  EXPECT_EQ(read().error().code, "bad_option");
}

}  // namespace
}  // namespace lockstep::engine

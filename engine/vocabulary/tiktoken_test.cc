#include "lockstep/engine/vocabulary/tiktoken.h"

#include <gtest/gtest.h>

#include "lockstep/engine/vocabulary/test_files.h"

namespace lockstep::engine {
namespace {

using test_files::all_bytes;
using test_files::base64;
using test_files::tiktoken;

TEST(Tiktoken, ReadsEveryLine) {
  const Result<Vocabulary> result = read_tiktoken(tiktoken(all_bytes({" the", "\xE2\x82", "the"})));
  ASSERT_TRUE(result.ok()) << result.error().message;
  ASSERT_EQ(result->size(), 259U);
  for (TokenId id = 0; id < 256; ++id) EXPECT_EQ(result->bytes(id), std::string(1, static_cast<char>(id)));
  EXPECT_EQ(result->bytes(256), " the");
  EXPECT_EQ(result->bytes(257), "\xE2\x82");
  EXPECT_EQ(result->kind(257), TokenKind::normal);
  EXPECT_EQ(result->format(), "tiktoken");
}

TEST(Tiktoken, TheOrderOfLinesDoesNotMatter) {
  auto tokens = all_bytes({"ab"});
  const std::string identity = read_tiktoken(tiktoken(tokens))->identity();
  std::swap(tokens[0], tokens[200]);
  EXPECT_EQ(read_tiktoken(tiktoken(tokens) + "\n\n")->identity(), identity);  // empty lines are skipped
}

TEST(Tiktoken, SpecialTokensComeFromTheCaller) {
  VocabularyOptions options;
  options.specials = {{258, "<|end|>"}, {256, "<|pad|>"}};
  options.stop_names = {"<|end|>"};
  EXPECT_EQ(read_tiktoken(tiktoken(all_bytes({})), options).error().code, "id_hole");
  options.holes = Holes::unused;
  const Result<Vocabulary> result = read_tiktoken(tiktoken(all_bytes({})), options);
  ASSERT_TRUE(result.ok()) << result.error().message;
  EXPECT_EQ(result->kind(256), TokenKind::control);
  EXPECT_EQ(result->kind(257), TokenKind::unused);
  EXPECT_EQ(result->bytes(258), "<|end|>");
  EXPECT_EQ(result->stop_ids(), (std::vector<TokenId>{258}));
  options.specials = {{255, "<|end|>"}};
  EXPECT_EQ(read_tiktoken(tiktoken(all_bytes({})), options).error().code, "duplicate_id");
}

struct BadFile {
  std::string text;
  std::string code;
  std::size_t offset;
};

TEST(Tiktoken, BadFilesAreRefusedWithTheirPlace) {
  const std::string good = tiktoken(all_bytes({}));
  const std::string line = base64("ab");
  const std::size_t end = good.size();
  const BadFile files[] = {{good + line + " 256", "truncated_file", end + 8},
                           {good.substr(0, end - 1), "truncated_file", end - 1},
                           {"", "truncated_file", 0},
                           {good + line + " 255\n", "duplicate_id", end},
                           {good + line + "\n", "bad_line", end},
                           {good + " 256\n", "bad_line", end},
                           {good + "YW= 256\n", "bad_base64", end},
                           {good + "Y*I= 256\n", "bad_base64", end},
                           {good + line + " \n", "bad_number", end},
                           {good + line + " 256\r\n", "bad_number", end},
                           {good + line + " -1\n", "bad_number", end},
                           {good + line + " 2.5\n", "bad_number", end},
                           {good + line + " 4294967296\n", "bad_number", end},
                           {good + line + " 4294967295\n", "too_many_tokens", end}};
  for (const BadFile& file : files) {
    const Result<Vocabulary> result = read_tiktoken(file.text);
    ASSERT_FALSE(result.ok()) << file.code;
    EXPECT_EQ(result.error().code, file.code);
    EXPECT_EQ(result.error().offset, file.offset) << file.code;
  }
  EXPECT_NE(read_tiktoken(good + line + " 255\n").error().message.find("line 257"), std::string::npos);
}

TEST(Tiktoken, MissingByteAndHole) {
  auto tokens = all_bytes({"ab"});
  tokens[0x80].second = "cd";
  const Result<Vocabulary> missing = read_tiktoken(tiktoken(tokens));
  ASSERT_FALSE(missing.ok());
  EXPECT_EQ(missing.error().code, "missing_byte_coverage");
  EXPECT_NE(missing.error().message.find("0x80"), std::string::npos);
  tokens.erase(tokens.begin() + 0x80);
  EXPECT_EQ(read_tiktoken(tiktoken(tokens)).error().code, "id_hole");
}

TEST(Tiktoken, TheSizeLimitIsExact) {
  const std::string text = tiktoken(all_bytes({}));
  VocabularyOptions options;
  options.limits.max_file_bytes = text.size();
  EXPECT_TRUE(read_tiktoken(text, options).ok());
  options.limits.max_file_bytes = text.size() - 1;
  EXPECT_EQ(read_tiktoken(text, options).error().code, "oversized_file");
}

}  // namespace
}  // namespace lockstep::engine

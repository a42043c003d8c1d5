#include "lockstep/engine/vocabulary/load.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "lockstep/engine/vocabulary/test_files.h"

namespace lockstep::engine {
namespace {

using namespace test_files;  // NOLINT(google-build-using-namespace)

class LoadVocabulary : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto* info = ::testing::UnitTest::GetInstance()->current_test_info();
    folder_ = ::testing::TempDir() + "lockstep_load_test_" + info->name() + "/";
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string write(const std::string& name, const std::string& bytes) const {
    std::ofstream(folder_ + name, std::ios::binary) << bytes;
    return folder_ + name;
  }

  std::string folder_;
};

TEST_F(LoadVocabulary, RecognisesTheContentWhateverTheName) {
  EXPECT_EQ(load_vocabulary(write("a.json", tiktoken(all_bytes({}))))->format(), "tiktoken");
  EXPECT_EQ(load_vocabulary(write("b.gguf", "\n " + byte_level_json(byte_level_vocab(), "")))->format(),
            "tokenizer.json");
  EXPECT_EQ(load_vocabulary(write("c.tiktoken", spm_gguf(spm_pieces({}))))->format(), "gguf");
}

TEST_F(LoadVocabulary, RefusesEverythingElse) {
  EXPECT_EQ(load_vocabulary(folder_ + "none").error().code, "file_unreadable");
  EXPECT_EQ(load_vocabulary(write("empty", "")).error().code, "truncated_file");
  for (const char* text : {"\x0A\x05<unk>", "hello world\n", "[]", "   ", "GGU", "YWI=\n", "YWI 5\n"}) {
    EXPECT_EQ(load_vocabulary(write("other", text)).error().code, "unknown_format") << text;
  }
}

TEST_F(LoadVocabulary, FindsTheCompanionsBesideATokenizer) {
  const std::string path =
      write("tokenizer.json",
            byte_level_json(
                byte_level_vocab(),
                R"({"id":256,"content":"<e>","special":true},{"id":257,"content":"<f>","special":true})"));
  EXPECT_TRUE(load_vocabulary(path)->stop_ids().empty());
  write("tokenizer_config.json", R"({"eos_token":"<e>"})");
  EXPECT_EQ(load_vocabulary(path)->stop_ids(), (std::vector<TokenId>{256}));
  write("generation_config.json", R"({"eos_token_id":[256,257]})");
  write("config.json", R"({"vocab_size":320})");
  EXPECT_EQ(load_vocabulary(path)->stop_ids(), (std::vector<TokenId>{256, 257}));
  EXPECT_EQ(load_vocabulary(path)->logit_width(), 320U);
  VocabularyOptions options;
  options.companions = {{"mine", "{}"}};
  EXPECT_EQ(load_vocabulary(path, options)->logit_width(), 258U);
  write("config.json", "{");
  EXPECT_EQ(load_vocabulary(path).error().code, "bad_companion");
}

// The tensors behind the metadata are many gigabytes in real files: a sparse file of 64 GiB must load at
// once.
TEST_F(LoadVocabulary, DoesNotReadTheTensorsOfAModel) {
  const std::string path = write("model.gguf", spm_gguf(spm_pieces({})));
  std::error_code failed;
  std::filesystem::resize_file(path, std::uintmax_t{64} << 30U, failed);
  ASSERT_FALSE(failed) << failed.message();
  EXPECT_TRUE(load_vocabulary(path).ok());
}

// Metadata longer than the first read of 16 MiB.
TEST_F(LoadVocabulary, ReadsLongMetadataInSteps) {
  GgufWriter writer;
  for (const char* key : {"a", "b", "c"}) writer.text(key, std::string(std::size_t{14} << 20U, 'x'));
  std::vector<std::string> texts;
  for (unsigned byte = 0; byte < 256; ++byte) texts.push_back(byte_level(static_cast<unsigned char>(byte)));
  const std::string bytes =
      writer.text("tokenizer.ggml.model", "gpt2").texts("tokenizer.ggml.tokens", texts).finish();
  const std::string path = write("model.gguf", bytes + std::string(std::size_t{50} << 20U, '\0'));
  EXPECT_TRUE(load_vocabulary(path).ok());
  VocabularyOptions options;
  options.limits.max_file_bytes = std::size_t{32} << 20U;
  EXPECT_EQ(load_vocabulary(path, options).error().code, "oversized_file");
  EXPECT_EQ(load_vocabulary(write("cut.gguf", bytes.substr(0, bytes.size() - 1))).error().code,
            "truncated_file");
}

TEST_F(LoadVocabulary, TextFilesOverTheLimitAreRefused) {
  VocabularyOptions options;
  options.limits.max_file_bytes = 1000;
  EXPECT_EQ(load_vocabulary(write("a", tiktoken(all_bytes({}))), options).error().code, "oversized_file");
  EXPECT_EQ(load_vocabulary(write("b", byte_level_json(byte_level_vocab(), "")), options).error().code,
            "oversized_file");
}

}  // namespace
}  // namespace lockstep::engine

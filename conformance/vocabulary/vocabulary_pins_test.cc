// Names, files and the ways they fail. The bytes are proved in conformance/second_source/vocabulary.
#include "lockstep/conformance/vocabulary/vocabulary_pins.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>

namespace lockstep::conformance {
namespace {

using engine::TokenId;
using engine::TokenKind;

const std::string kDeps = LOCKSTEP_DEPS_DIR;

struct Expected {
  std::uint32_t size;
  std::uint32_t width;
  std::vector<TokenId> stops;
};

TEST(VocabularyPins, EveryNameOpensWithItsPinnedIdentity) {
  const std::map<std::string, Expected> expected = {
      {"builtin", {514, 640, {512, 513}}},     {"llama-3", {128256, 128256, {128001, 128009}}},
      {"llama-2", {32000, 32000, {2}}},        {"o200k", {200019, 200019, {199999}}},
      {"cl100k", {100277, 100277, {100257}}},  {"qwen-3", {151669, 151936, {151643, 151645}}},
      {"gemma-3", {262145, 262208, {1, 106}}}, {"gpt-2", {50257, 50257, {50256}}}};
  ASSERT_EQ(vocabulary_pins().size(), expected.size());
  for (const VocabularyPin& pin : vocabulary_pins()) {
    const auto vocabulary = open_vocabulary(pin.name, kDeps);
    ASSERT_TRUE(vocabulary.ok()) << vocabulary.error().message;
    const Expected& wanted = expected.at(pin.name);
    EXPECT_EQ(vocabulary->size(), wanted.size) << pin.name;
    EXPECT_EQ(vocabulary->logit_width(), wanted.width) << pin.name;
    EXPECT_EQ(vocabulary->stop_ids(), wanted.stops) << pin.name;
    EXPECT_EQ(vocabulary->identity(), pin.identity) << pin.name;
    for (const TokenId id : vocabulary->stop_ids())
      EXPECT_EQ(vocabulary->kind(id), TokenKind::control) << pin.name;
  }
}

TEST(VocabularyPins, HolesOfOpenAisEncodingsAreUnused) {
  const auto o200k = open_vocabulary("o200k", kDeps);
  ASSERT_TRUE(o200k.ok());
  for (TokenId id = 199998; id < 200019; ++id) {
    const bool special = id == 199999 || id == 200018;
    EXPECT_EQ(o200k->kind(id), special ? TokenKind::control : TokenKind::unused) << id;
  }
}

TEST(VocabularyPins, TwoFilesOfOneVocabularyAreTheSameContract) {
  engine::VocabularyOptions options;
  options.stop_names = {"<|end_of_text|>", "<|eot_id|>"};
  const auto gguf = open_vocabulary(kDeps + "/gguf/llama-bpe.gguf", kDeps, options);
  const auto json = open_vocabulary("llama-3", kDeps);
  ASSERT_TRUE(gguf.ok() && json.ok());
  EXPECT_EQ(gguf->format(), "gguf");
  EXPECT_EQ(json->format(), "tokenizer.json");
  EXPECT_EQ(gguf->identity(), json->identity());
}

TEST(VocabularyPins, ErrorsNameTheWayOut) {
  const auto unknown = open_vocabulary("llama-7", kDeps);
  ASSERT_FALSE(unknown.ok());
  EXPECT_EQ(unknown.error().code, "unknown_vocabulary");
  for (const char* part : {"llama-7", "llama-3", "gpt-2", "./run setup --all"}) {
    EXPECT_NE(unknown.error().message.find(part), std::string::npos) << unknown.error().message;
  }
  const auto missing = open_vocabulary("qwen-3", "/no/such/folder");
  ASSERT_FALSE(missing.ok());
  EXPECT_EQ(missing.error().code, "vocabulary_not_installed");
  EXPECT_NE(missing.error().message.find("./run setup --all"), std::string::npos);
  EXPECT_TRUE(open_vocabulary("builtin", "/no/such/folder").ok());
  engine::VocabularyOptions options;
  options.logit_width = 60000;
  EXPECT_EQ(open_vocabulary("gpt-2", kDeps, options).error().code, "bad_option");
  EXPECT_EQ(open_vocabulary(kDeps + "/gguf/gpt-2.gguf", kDeps, options)->logit_width(), 60000U);
}

TEST(VocabularyPins, AChangedFileIsRefused) {
  const std::string deps = ::testing::TempDir() + "lockstep_pins_test";
  std::filesystem::remove_all(deps);
  std::filesystem::create_directories(deps + "/gguf");
  std::ifstream in(kDeps + "/gguf/gpt-2.gguf", std::ios::binary);
  std::string bytes((std::istreambuf_iterator<char>(in)), {});
  const std::size_t at = bytes.find("hello");
  ASSERT_NE(at, std::string::npos);
  bytes[at] = 'j';
  std::ofstream(deps + "/gguf/gpt-2.gguf", std::ios::binary) << bytes;
  EXPECT_EQ(open_vocabulary("gpt-2", deps).error().code, "vocabulary_changed");
  std::filesystem::remove_all(deps);
}

}  // namespace
}  // namespace lockstep::conformance

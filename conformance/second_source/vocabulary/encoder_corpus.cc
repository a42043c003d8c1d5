#include "encoder_corpus.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "lockstep/conformance/generate/generated_case.h"
#include "lockstep/conformance/second_source/text/text_maker.h"
#include "lockstep/conformance/suite/pinned_suite.h"
#include "lockstep/engine/vocabulary/piece.h"

namespace lockstep::conformance::second_source {
namespace {

using Random = std::mt19937_64;

class Corpus {
 public:
  explicit Corpus(std::uint64_t seed) : random_(seed) {}

  void add(const std::string& text) {
    if (text.empty() || !engine::is_valid_utf8(text) || !seen_.insert(text).second) return;
    texts_.push_back(text);
  }

  void add_suites() {
    for (const char* draft : {"2020-12", "7"}) {
      Fault fault;
      const auto pinned = load_pinned_suite(LOCKSTEP_SOURCE_DIR, LOCKSTEP_DEPS_DIR, draft, fault);
      ASSERT_TRUE(pinned.has_value()) << fault.message;
      for (const SuiteGroup& group : pinned->suite.groups) {
        add(group.schema);
        for (const SuiteTest& test : group.tests) add(test.instance);
      }
    }
  }

  void add_json(std::size_t count) {
    TextMaker maker(random_());
    for (std::size_t i = 0; i < count; ++i) add(maker.text());
    for (std::uint64_t i = 0; i < count / 10; ++i) {
      const GeneratedCase one = generate_case(random_(), i);
      add(one.schema);
      for (const std::string& instance : one.instances) add(instance);
    }
  }

  // A few characters near each other, as words of one script have, between others.
  void add_blocks(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      const char32_t block = random_point();
      std::string text;
      for (std::size_t left = 1 + random_() % 24; left > 0; --left) {
        const std::uint64_t kind = random_() % 10;
        text += kind < 6   ? utf8_of(near(block))
                : kind < 8 ? utf8_of(static_cast<char32_t>(0x20 + random_() % 0x5F))
                           : piece();
      }
      add(text);
    }
  }

  void add_points(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      std::string text;
      for (std::size_t left = 1 + random_() % 12; left > 0; --left) text += utf8_of(random_point());
      add(text);
    }
  }

  void add_pieces(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      std::string text;
      for (std::size_t left = 1 + random_() % 16; left > 0; --left) text += piece();
      add(text);
    }
  }

  void add_long() {
    for (const char* unit : {"a", " ", "\n", "ab", "1", "\xE4\xB8\xAD", "{\"a\": ", "=-", " a"}) {
      std::string text;
      while (text.size() < 5000) text += unit;
      add(text);
      add(text + "x");
    }
  }

  std::vector<std::string> texts() { return std::move(texts_); }

 private:
  char32_t random_point() {
    const std::uint64_t kind = random_() % 8;
    const char32_t bound = kind < 3 ? 0x800 : kind < 6 ? 0x10000 : kind < 7 ? 0x20000 : 0x110000;
    const auto point = static_cast<char32_t>(random_() % bound);
    return point >= 0xD800 && point < 0xE000 ? point - 0xD800 : point;
  }

  char32_t near(char32_t block) {
    const char32_t point = (block & ~char32_t{0x3F}) | static_cast<char32_t>(random_() % 0x40);
    return point >= 0xD800 && point < 0xE000 ? U'x' : point;
  }

  std::string piece() {
    static const std::vector<std::string> kPieces = {"'s",
                                                     "'S",
                                                     "'\u017F",
                                                     "'ll",
                                                     "'LL",
                                                     "'lL",
                                                     "'re",
                                                     "'Ve",
                                                     "'m",
                                                     "'d",
                                                     "'",
                                                     "\u2019s",
                                                     " ",
                                                     "  ",
                                                     "   ",
                                                     "        ",
                                                     "\n",
                                                     "\n\n",
                                                     "\n\n\n\n",
                                                     "\r\n",
                                                     "\r",
                                                     "\t",
                                                     "\t\t",
                                                     "\v",
                                                     "\f",
                                                     "\u00A0",
                                                     "\u0085",
                                                     "\uFEFF",
                                                     "\u3000",
                                                     "\u200B",
                                                     "\u2028",
                                                     "\u180E",
                                                     "1",
                                                     "12",
                                                     "123",
                                                     "1234",
                                                     "2.50e-10",
                                                     "\u0663\u0664",
                                                     "\u00BD",
                                                     "\u2167",
                                                     "a",
                                                     "the",
                                                     " The",
                                                     "HTTPServer",
                                                     "camelCase",
                                                     "\u00E9",
                                                     "e\u0301",
                                                     "\u0130",
                                                     "\u01C5",
                                                     "\u02B0",
                                                     "\u4E2D\u6587",
                                                     "\uAC00",
                                                     "\u0E01\u0E33",
                                                     "\U0001F600",
                                                     "\U0001F469\u200D\U0001F4BB",
                                                     "\U0001D538",
                                                     "/",
                                                     "//",
                                                     "/\n",
                                                     "{",
                                                     "\"",
                                                     "\":",
                                                     "\",\"",
                                                     "}]",
                                                     "\\u00e9",
                                                     "\\n",
                                                     "!",
                                                     "...",
                                                     "_",
                                                     "-",
                                                     "=====",
                                                     "<|endoftext|>",
                                                     "<|eot_id|>",
                                                     "<|im_end|>",
                                                     "<tool_call>",
                                                     "</tool_call>",
                                                     "<unused0>",
                                                     "<unused12>",
                                                     "<table>",
                                                     "<mask>",
                                                     "[multimodal]",
                                                     "<h1>",
                                                     "<s>",
                                                     "<unk>",
                                                     "<0x0A>",
                                                     "\u2581",
                                                     "\u2581\u2581",
                                                     "\u0120",
                                                     "\u010A",
                                                     std::string("\0", 1),
                                                     "\x01",
                                                     "\x7F",
                                                     "\uFFFD",
                                                     "\uFFFE",
                                                     "\U0001FAE8"};
    return kPieces[random_() % kPieces.size()];
  }

  Random random_;
  std::set<std::string> seen_;
  std::vector<std::string> texts_;
};

}  // namespace

std::string utf8_of(char32_t point) {
  const auto tail = [&](unsigned shift) { return static_cast<char>(0x80U | ((point >> shift) & 0x3FU)); };
  if (point < 0x80) return {static_cast<char>(point)};
  if (point < 0x800) return {static_cast<char>(0xC0U | point >> 6U), tail(0)};
  if (point < 0x10000) return {static_cast<char>(0xE0U | point >> 12U), tail(6), tail(0)};
  return {static_cast<char>(0xF0U | point >> 18U), tail(12), tail(6), tail(0)};
}

std::vector<std::string> encoder_corpus(std::uint64_t seed) {
  Corpus corpus(seed);
  corpus.add_suites();
  corpus.add_json(4000);
  corpus.add_blocks(5000);
  corpus.add_points(3000);
  corpus.add_pieces(6000);
  corpus.add_long();
  return corpus.texts();
}

}  // namespace lockstep::conformance::second_source

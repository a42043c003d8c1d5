// Strings that end anywhere, against their completions found by trying.
#include "lockstep/oracle/schema_prefix/partial_string.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <functional>
#include <vector>

#include "lockstep/oracle/json_text/json_string.h"
#include "lockstep/oracle/schema_prefix/prefix_testing.h"

namespace lockstep::oracle {
namespace {

bool begins_string(const std::string& content, EscapeRule rule) {
  std::size_t at = 1;
  PartialString out;
  return read_partial_string("\"" + content, at, rule, out);
}

// Is there a string that begins so? By the whole-string reader, with up to `more` bytes of the alphabet
// behind.
bool completes(const std::string& content, const std::vector<std::string>& alphabet, std::size_t more) {
  const std::string text = "\"" + content + "\"";
  std::size_t at = 0;
  std::string decoded;
  if (!read_string(text, at, decoded) && at == text.size()) return true;
  if (more == 0) return false;
  for (const std::string& next : alphabet) {
    if (completes(content + next, alphabet, more - 1)) return true;
  }
  return false;
}

TEST(PartialString, EveryBeginningOfAUtf8Sequence) {
  // Every second byte that a boundary of RFC 3629 needs, and any continuation behind.
  const std::vector<std::string> behind = {"\x80", "\x90", "\xA0", "\xBF"};
  std::size_t compared = 0;
  std::size_t viable = 0;
  const auto judge = [&](const std::string& content) {
    const bool expected = completes(content, behind, 3);
    ASSERT_EQ(begins_string(content, EscapeRule::json), expected) << shown(content);
    ASSERT_EQ(begins_string(content, EscapeRule::minimal), expected) << shown(content);
    ++compared;
    viable += expected ? 1 : 0;
  };
  const auto skips = [](unsigned byte) { return byte == '"' || byte == '\\'; };
  for (unsigned a = 0; a < 256; ++a) {
    if (skips(a)) continue;
    judge({static_cast<char>(a)});
    for (unsigned b = 0; b < 256; ++b) {
      if (!skips(b)) judge({static_cast<char>(a), static_cast<char>(b)});
    }
  }
  for (const unsigned a : {0xE0U, 0xE1U, 0xEDU, 0xEFU, 0xF0U, 0xF1U, 0xF4U, 0xF5U}) {
    for (const unsigned b : {0x7FU, 0x80U, 0x8FU, 0x90U, 0x9FU, 0xA0U, 0xBFU, 0xC0U}) {
      for (unsigned c = 0; c < 256; ++c) {
        if (!skips(c)) judge({static_cast<char>(a), static_cast<char>(b), static_cast<char>(c)});
      }
    }
  }
  std::printf("%zu sequences, %zu viable\n", compared, viable);
  EXPECT_GE(compared, 80'000U);
  EXPECT_GE(viable, 5'000U);
}

// The character that has begun is exactly one of those that the completions decode to.
TEST(PartialString, ABegunCharacterIsOneOfItsCompletions) {
  std::size_t compared = 0;
  const std::string hex = "0123456789abcdef";
  std::function<void(const std::string&, std::size_t)> judge = [&](const std::string& digits,
                                                                   std::size_t more) {
    std::size_t at = 1;
    PartialString begun;
    const bool viable = read_partial_string("\"\\u" + digits, at, EscapeRule::json, begun);
    for (unsigned unit = 0; unit < 0x10000; unit += 0x7F) {
      std::string four;
      for (const unsigned shift : {12U, 8U, 4U, 0U}) four.push_back(hex[(unit >> shift) & 15U]);
      const bool is_high = unit >= 0xD800 && unit < 0xDC00;
      const std::string text = "\"\\u" + four + (is_high ? "\\udc37" : "") + "\"";
      std::size_t end = 0;
      std::string decoded;
      const bool good = !read_string(text, end, decoded);
      if (!good || !four.starts_with(digits)) {
        if (good && viable && digits.size() < 4) {
          ASSERT_FALSE(begun.may_become(decoded)) << digits << " " << four;
        }
        continue;
      }
      ASSERT_TRUE(viable && begun.may_become(decoded)) << digits << " " << four;
      ++compared;
    }
    if (more == 0) return;
    for (const char c : hex) judge(digits + c, more - 1);
  };
  judge("", 2);
  EXPECT_GE(compared, 1'000U);
}

TEST(PartialString, MinimalEscapesAreThoseOfTheNorm) {
  for (const char* good :
       {"\\", "\\u", "\\u0", "\\u00", "\\u000", "\\u001", "\\u001f", "\\u000b", "\\n", "\\\"", "/"}) {
    EXPECT_TRUE(begins_string(good, EscapeRule::minimal)) << good;
  }
  for (const char* bad :
       {"\\/", "\\u1", "\\u01", "\\u002", "\\u000a", "\\u000A", "\\u001F", "\\ud", "\\a", "\\u000d"}) {
    EXPECT_FALSE(begins_string(bad, EscapeRule::minimal)) << bad;
  }
}

}  // namespace
}  // namespace lockstep::oracle

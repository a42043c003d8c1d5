#include "lockstep/oracle/json_text/utf8.h"

#include <gtest/gtest.h>

namespace lockstep::oracle {
namespace {

TEST(Utf8, RoundTripsEveryScalarValue) {
  std::size_t count = 0;
  for (char32_t c = 0; c <= 0x10FFFF; ++c) {
    if (c >= 0xD800 && c <= 0xDFFF) continue;
    std::string text;
    append_utf8(c, text);
    const Utf8Read read = read_utf8(text, 0);
    ASSERT_EQ(read.status, Utf8Status::ok) << static_cast<unsigned long>(c);
    ASSERT_EQ(read.code_point, c);
    ASSERT_EQ(read.length, text.size());
    ASSERT_EQ(count_code_points(text), 1U);
    ++count;
  }
  EXPECT_EQ(count, 0x110000U - 0x800U);
}

// Every sequence of up to three bytes, against the ranges of scalar values: no second spelling, no surrogate.
TEST(Utf8, AcceptsNoSequenceButTheShortestOne) {
  std::size_t accepted = 0;
  for (unsigned n = 0; n < 1U << 24U; ++n) {
    const char bytes[3] = {static_cast<char>(n >> 16U), static_cast<char>(n >> 8U), static_cast<char>(n)};
    const std::string_view text(bytes, 3);
    const Utf8Read read = read_utf8(text, 0);
    if (read.status != Utf8Status::ok || read.length != 3) continue;
    ++accepted;
    std::string again;
    append_utf8(read.code_point, again);
    ASSERT_EQ(again, text);
  }
  EXPECT_EQ(accepted, 0x10000U - 0x800U - 0x800U);  // U+0800 to U+FFFF without surrogates
}

TEST(Utf8, NamesTheFirstWrongByte) {
  struct Case {
    std::string_view bytes;
    Utf8Status status;
    std::size_t length;
  };
  const Case cases[] = {
      {"\x80", Utf8Status::ill_formed, 0},         {"\xC0\x80", Utf8Status::ill_formed, 0},
      {"\xC1\xBF", Utf8Status::ill_formed, 0},     {"\xC2", Utf8Status::truncated, 1},
      {"\xC2\x7F", Utf8Status::ill_formed, 1},     {"\xE0\x9F\x80", Utf8Status::ill_formed, 1},
      {"\xED\xA0\x80", Utf8Status::ill_formed, 1}, {"\xE1\x80", Utf8Status::truncated, 2},
      {"\xE1\x80\xC0", Utf8Status::ill_formed, 2}, {"\xF0\x8F\xBF\xBF", Utf8Status::ill_formed, 1},
      {"\xF4\x90", Utf8Status::ill_formed, 1},     {"\xF4\x8F\xBF", Utf8Status::truncated, 3},
      {"\xF5\x80", Utf8Status::ill_formed, 0},     {"\xFF", Utf8Status::ill_formed, 0},
      {"\xF4\x8F\xBF\xBF", Utf8Status::ok, 4},
  };
  for (const Case& c : cases) {
    const Utf8Read read = read_utf8(c.bytes, 0);
    EXPECT_EQ(read.status, c.status) << testing::PrintToString(c.bytes);
    EXPECT_EQ(read.length, c.length) << testing::PrintToString(c.bytes);
  }
}

TEST(Utf8, CountsCodePointsNotBytesOrGraphemes) {
  EXPECT_EQ(count_code_points(""), 0U);
  EXPECT_EQ(count_code_points("a\xCC\x81\xF0\x9F\x98\x80"), 3U);
}

}  // namespace
}  // namespace lockstep::oracle

#include "lockstep/engine/base/utf8_state.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>

namespace lockstep::engine {
namespace {

void put(std::string& out, std::uint32_t byte) { out += static_cast<char>(static_cast<unsigned char>(byte)); }

// By the definition, not by the table: shortest form, no surrogate, at most U+10FFFF.
std::string encoded(std::uint32_t point) {
  std::string out;
  if (point < 0x80) {
    put(out, point);
  } else if (point < 0x800) {
    put(out, 0xC0 | (point >> 6U));
    put(out, 0x80 | (point & 0x3FU));
  } else if (point < 0x10000) {
    put(out, 0xE0 | (point >> 12U));
    put(out, 0x80 | ((point >> 6U) & 0x3FU));
    put(out, 0x80 | (point & 0x3FU));
  } else {
    put(out, 0xF0 | (point >> 18U));
    put(out, 0x80 | ((point >> 12U) & 0x3FU));
    put(out, 0x80 | ((point >> 6U) & 0x3FU));
    put(out, 0x80 | (point & 0x3FU));
  }
  return out;
}

TEST(Utf8State, EveryCodePointByItsShortestForm) {
  std::size_t good = 0;
  std::size_t refused = 0;
  for (std::uint32_t point = 0; point <= 0x13FFFF; ++point) {
    const std::string bytes = encoded(point);
    const bool is_scalar = point <= 0x10FFFF && (point < 0xD800 || point > 0xDFFF);
    Utf8State state;
    for (std::size_t i = 0; i + 1 < bytes.size() && is_scalar; ++i) {
      state.take(bytes.substr(i, 1));
      ASSERT_FALSE(state.complete() || state.ill_formed()) << point;
    }
    if (is_scalar) {
      state.take(bytes.substr(bytes.size() - 1));
    } else {
      state.take(bytes);
    }
    ASSERT_EQ(state.complete(), is_scalar) << point;
    ASSERT_EQ(state.ill_formed(), !is_scalar) << point;
    ++(is_scalar ? good : refused);
  }
  EXPECT_EQ(good, 0x110000U - 0x800U);
  EXPECT_EQ(refused, 0x30000U + 0x800U);
}

TEST(Utf8State, OverlongAndStrayBytesAreIllFormedForEver) {
  for (const std::string bytes :
       {"\xC0\x80", "\xC1\xBF", "\xE0\x80\x80", "\xE0\x9F\xBF", "\xF0\x80\x80\x80", "\xF0\x8F\xBF\xBF",
        "\x80", "\xBF", "\xC3\x28", "\xE2\x82\x28", "\xFF", "\xF5\x80"}) {
    Utf8State state;
    state.take(bytes);
    EXPECT_TRUE(state.ill_formed()) << bytes;
    state.take("a");
    EXPECT_TRUE(state.ill_formed() && !state.complete());
  }
}

}  // namespace
}  // namespace lockstep::engine

// The bootstring algorithm as RFC 3492 section 6 writes it.
#include "lockstep/oracle/format/punycode.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "lockstep/oracle/format/text.h"

namespace lockstep::oracle {
namespace {

// Section 5. All arithmetic is in 64 bits: with at most 1000 characters nothing below overflows before it
// exceeds kLargest, which is checked.
constexpr std::uint64_t kBase = 36;
constexpr std::uint64_t kTMin = 1;
constexpr std::uint64_t kTMax = 26;
constexpr std::uint64_t kSkew = 38;
constexpr std::uint64_t kDamp = 700;
constexpr std::uint64_t kInitialBias = 72;
constexpr std::uint64_t kInitialN = 128;
constexpr std::uint64_t kLargest = 0xFFFFFFFF;
constexpr std::size_t kLongest = 1000;

// Section 6.1.
std::uint64_t adapt(std::uint64_t delta, std::uint64_t points, bool first) {
  delta = first ? delta / kDamp : delta / 2;
  delta += delta / points;
  std::uint64_t k = 0;
  while (delta > ((kBase - kTMin) * kTMax) / 2) {
    delta /= kBase - kTMin;
    k += kBase;
  }
  return k + ((kBase - kTMin + 1) * delta) / (delta + kSkew);
}

std::uint64_t threshold(std::uint64_t k, std::uint64_t bias) {
  return k <= bias + kTMin ? kTMin : std::min(k - bias, kTMax);
}

std::optional<std::uint64_t> digit_value(char32_t c) {
  if (c >= U'a' && c <= U'z') return c - U'a';
  if (c >= U'A' && c <= U'Z') return c - U'A';
  if (is_digit(c)) return c - U'0' + 26;
  return std::nullopt;
}

char32_t digit_character(std::uint64_t value) {
  return static_cast<char32_t>(value < 26 ? U'a' + value : U'0' + (value - 26));
}

// A generalized variable-length integer (section 3.3), added to `i`; takes its digits off the front.
std::optional<std::uint64_t> take_delta(std::u32string_view& text, std::uint64_t i, std::uint64_t bias) {
  std::uint64_t weight = 1;
  for (std::uint64_t k = kBase;; k += kBase) {
    if (text.empty()) return std::nullopt;
    const std::optional<std::uint64_t> digit = digit_value(text.front());
    if (!digit) return std::nullopt;
    text.remove_prefix(1);
    i += *digit * weight;
    if (i > kLargest) return std::nullopt;
    const std::uint64_t t = threshold(k, bias);
    if (*digit < t) return i;
    weight *= kBase - t;
    if (weight > kLargest) return std::nullopt;
  }
}

}  // namespace

std::optional<std::u32string> punycode_decode(std::u32string_view text) {
  if (text.size() > kLongest) return std::nullopt;
  const std::size_t delimiter = text.rfind(U'-');
  const std::size_t basic = delimiter == std::u32string_view::npos ? 0 : delimiter;
  std::u32string out(text.substr(0, basic));
  if (std::any_of(out.begin(), out.end(), [](char32_t c) { return c >= kInitialN; })) return std::nullopt;
  if (basic > 0) text.remove_prefix(basic + 1);
  std::uint64_t n = kInitialN;
  std::uint64_t i = 0;
  std::uint64_t bias = kInitialBias;
  bool first = true;
  while (!text.empty()) {
    const std::optional<std::uint64_t> next = take_delta(text, i, bias);
    if (!next) return std::nullopt;
    const std::uint64_t points = out.size() + 1;
    bias = adapt(*next - i, points, first);
    first = false;
    n += *next / points;
    if (n > 0x10FFFF || (n >= 0xD800 && n <= 0xDFFF)) return std::nullopt;
    i = *next % points;
    out.push_back(static_cast<char32_t>(n));
    std::rotate(out.begin() + static_cast<std::ptrdiff_t>(i), out.end() - 1, out.end());
    ++i;
  }
  return out;
}

std::optional<std::u32string> punycode_encode(std::u32string_view text) {
  if (text.size() > kLongest) return std::nullopt;
  std::u32string out;
  for (const char32_t c : text) {
    if (c < kInitialN) out.push_back(c);
  }
  const std::uint64_t basic = out.size();
  if (basic > 0) out.push_back(U'-');
  std::uint64_t n = kInitialN;
  std::uint64_t delta = 0;
  std::uint64_t bias = kInitialBias;
  std::uint64_t handled = basic;
  while (handled < text.size()) {
    std::uint64_t next = kLargest;
    for (const char32_t c : text) {
      if (c >= n) next = std::min<std::uint64_t>(next, c);
    }
    delta += (next - n) * (handled + 1);
    n = next;
    for (const char32_t c : text) {
      if (c < n) ++delta;
      if (c != n) continue;
      std::uint64_t q = delta;
      for (std::uint64_t k = kBase;; k += kBase) {
        const std::uint64_t t = threshold(k, bias);
        if (q < t) break;
        out.push_back(digit_character(t + (q - t) % (kBase - t)));
        q = (q - t) / (kBase - t);
      }
      out.push_back(digit_character(q));
      bias = adapt(delta, handled + 1, handled == basic);
      delta = 0;
      ++handled;
    }
    ++delta;
    ++n;
  }
  return out;
}

}  // namespace lockstep::oracle

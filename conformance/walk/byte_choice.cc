#include "lockstep/conformance/walk/byte_choice.h"

#include <array>
#include <string_view>

namespace lockstep::conformance {
namespace {

constexpr std::size_t kClasses = 9;
using Weights = std::array<std::size_t, kClasses>;
constexpr Weights kLeave = {30, 24, 12, 8, 8, 8, 8, 2, 4};
constexpr Weights kDwell = {12, 6, 12, 10, 10, 12, 16, 1, 6};

std::size_t class_of(std::uint8_t byte) {
  const char c = static_cast<char>(byte);
  const auto one_of = [&](std::string_view set) { return set.find(c) != std::string_view::npos; };
  if (byte >= 0x80) return 6;
  if (one_of("{}[],:")) return 0;
  if (c == '"') return 1;
  if (c >= '0' && c <= '9') return 2;
  if (one_of("-+.eE")) return 3;
  if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) return 4;
  if (c == '\\') return 5;
  return one_of(" \t\r\n") ? 7 : 8;
}

}  // namespace

std::optional<std::uint8_t> choose_byte(const std::vector<bool>& allowed, Choices& choices, bool dwell) {
  std::array<std::vector<std::uint8_t>, kClasses> by_class;
  for (unsigned byte = 0; byte < allowed.size(); ++byte) {
    if (!allowed[byte]) continue;
    by_class[class_of(static_cast<std::uint8_t>(byte))].push_back(static_cast<std::uint8_t>(byte));
  }
  // A string begins at a quote: staying out of it is no dwelling.
  const bool inside = allowed['a'] || allowed['\\'];
  const Weights& by = dwell && (inside || !allowed['"']) ? kDwell : kLeave;
  std::vector<std::size_t> weights(kClasses, 0);
  std::size_t sum = 0;
  for (std::size_t i = 0; i < kClasses; ++i) sum += weights[i] = by_class[i].empty() ? 0 : by[i];
  if (sum == 0) return std::nullopt;
  return choices.pick(by_class[choices.weighted(weights)]);
}

bool only_white_space(const std::vector<bool>& allowed) {
  for (unsigned byte = 0; byte < allowed.size(); ++byte) {
    if (allowed[byte] && class_of(static_cast<std::uint8_t>(byte)) != 7) return false;
  }
  return true;
}

}  // namespace lockstep::conformance

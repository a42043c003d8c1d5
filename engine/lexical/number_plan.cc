#include "lockstep/engine/lexical/number_plan.h"

#include <utility>

namespace lockstep::engine {

std::string Plan::text() const {
  std::string added = digits.head;
  const std::int64_t last = digits.last == '\0' ? 0 : 1;
  added.append(static_cast<std::size_t>(digits.size - last) - added.size(), '0');
  if (last != 0) added.push_back(digits.last);
  added.append(static_cast<std::size_t>(digits_size - digits.size), '0');
  if (point) added.insert(static_cast<std::size_t>(*point), 1, '.');
  std::string out = start + std::string(static_cast<std::size_t>(zeros), '0') + added;
  if (exponent) out += "e" + std::to_string(*exponent);
  return out;
}

std::int64_t exponent_bytes(std::int64_t exponent) {
  std::int64_t bytes = exponent < 0 ? 3 : 2;
  for (; exponent > 9 || exponent < -9; exponent /= 10) ++bytes;
  return bytes;
}

void BestPlan::offer_text(std::string text) {
  const std::int64_t size = static_cast<std::int64_t>(text.size());
  if (size >= best_.size) return;
  best_ = Plan{};
  best_.size = size;
  best_.start = std::move(text);
}

void BestPlan::offer(std::string_view start, std::int64_t zeros, const Extension& digits,
                     std::int64_t digits_size, std::optional<std::int64_t> point,
                     std::optional<std::int64_t> exponent) {
  const std::int64_t size = static_cast<std::int64_t>(start.size()) + zeros + digits_size + (point ? 1 : 0) +
                            (exponent ? exponent_bytes(*exponent) : 0);
  if (size >= best_.size) return;
  best_ = Plan{size, std::string(start), zeros, digits, digits_size, point, exponent};
}

}  // namespace lockstep::engine

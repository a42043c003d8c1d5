#include "lockstep/engine/lexical/far_number.h"

#include <utility>

#include "lockstep/engine/base/check.h"

namespace lockstep::engine {
namespace {

constexpr std::size_t kLow = 17;
constexpr std::int64_t kLowEnd = 100'000'000'000'000'000;  // 10^kLow

// digits + 1 or digits - 1, which is not below 0; "" is 0.
std::string next_to(std::string digits, bool above) {
  const char wraps = above ? '9' : '0';
  std::size_t at = digits.size();
  while (at > 0 && digits[at - 1] == wraps) digits[--at] = above ? '0' : '9';
  if (at > 0) {
    digits[at - 1] = static_cast<char>(digits[at - 1] + (above ? 1 : -1));
  } else if (above) {
    digits.insert(digits.begin(), '1');
  }
  digits.erase(0, digits.find_first_not_of('0'));
  return digits;
}

std::string padded(std::int64_t low) {
  const std::string text = std::to_string(low);
  return std::string(kLow - text.size(), '0') + text;
}

}  // namespace

FarNumber::FarNumber(bool negative, std::string digits, std::string_view exponent)
    : negative_(negative), digits_(std::move(digits)), below_(exponent.front() == '-') {
  if (below_) exponent.remove_prefix(1);
  LOCKSTEP_CHECK(!digits_.empty() && exponent.size() >= std::to_string(kNearest).size());
  const std::size_t high = exponent.size() - std::min(exponent.size(), kLow);
  high_ = exponent.substr(0, high);
  low_ = std::stoll(std::string(exponent.substr(high)));
  above_ = next_to(high_, true);
  if (!high_.empty()) under_ = next_to(high_, false);
}

FarNumber::Exponent FarNumber::exponent(std::int64_t shift) const {
  const std::int64_t low = low_ + (below_ ? -shift : shift);
  if (low >= kLowEnd) return {above_, low - kLowEnd};
  if (low >= 0) return {high_, low};
  LOCKSTEP_CHECK(!high_.empty());
  return {under_, low + kLowEnd};
}

std::int64_t FarNumber::Exponent::size() const {
  return static_cast<std::int64_t>(high.empty() ? std::to_string(low).size() : high.size() + kLow);
}

char FarNumber::Exponent::digit(std::int64_t at) const {
  const auto place = static_cast<std::size_t>(at);
  if (place < high.size()) return high[place];
  return (high.empty() ? std::to_string(low) : padded(low))[place - high.size()];
}

std::string FarNumber::Exponent::text() const {
  return high.empty() ? std::to_string(low) : std::string(high) + padded(low);
}

std::optional<FarNumber::Spot> FarNumber::step_digit(const Spot& spot, const NumberPrefix& before, char byte,
                                                     bool canonical) const {
  if (before.has_exponent()) {
    if (before.stage == NumberStage::exponent && below_) return std::nullopt;
    if (spot.matched == 0 && byte == '0') return canonical ? std::nullopt : std::optional(spot);
    const Exponent wanted = exponent(spot.shift);
    if (spot.matched >= wanted.size() || wanted.digit(spot.matched) != byte) return std::nullopt;
    return Spot{spot.shift, spot.matched + 1};
  }
  if (before.stage == NumberStage::nothing && negative_) return std::nullopt;
  const auto written = static_cast<std::size_t>(before.digits.size);
  if (written == 0 && byte == '0') return canonical ? std::nullopt : std::optional(spot);
  if (byte != (written < digits_.size() ? digits_[written] : '0')) return std::nullopt;
  const bool second_before_point = written > 0 && before.stage == NumberStage::integer;
  if (canonical && (written >= digits_.size() || second_before_point)) return std::nullopt;
  return spot;
}

std::optional<FarNumber::Spot> FarNumber::step(const Spot& spot, const NumberPrefix& before, char byte,
                                               Numbers numbers) const {
  const bool canonical = numbers == Numbers::canonical;
  const auto written = static_cast<std::size_t>(before.digits.size);
  const auto only_if = [&](bool may) { return may ? std::optional(spot) : std::nullopt; };
  if (byte >= '0' && byte <= '9') return step_digit(spot, before, byte, canonical);
  if (byte == '-') return only_if(before.has_exponent() ? below_ : negative_);
  if (byte == '+') return only_if(!below_ && !canonical);
  if (byte == '.') return only_if(!canonical || digits_.size() > 1);
  if (written < digits_.size() || (canonical && byte == 'E')) return std::nullopt;
  return Spot{before.fraction_digits - static_cast<std::int64_t>(written - digits_.size()), 0};
}

bool FarNumber::complete(const Spot& spot, const NumberPrefix& prefix) const {
  return prefix.stage == NumberStage::exponent_digit && spot.matched == exponent(spot.shift).size();
}

FarNumber::Mantissa FarNumber::mantissa(const NumberPrefix& prefix, bool canonical) const {
  const auto written = static_cast<std::size_t>(prefix.digits.size);
  const std::string_view left = std::string_view(digits_).substr(std::min(written, digits_.size()));
  Mantissa rest;
  const bool behind = prefix.stage == NumberStage::point || prefix.stage == NumberStage::fraction;
  if (behind) {
    rest.behind_point = prefix.stage == NumberStage::point && left.empty() ? "0" : left;
  } else if (prefix.stage == NumberStage::zero) {
    rest.point = true;
    rest.behind_point = left;
  } else if (canonical) {
    rest.before_point = left.substr(0, written == 0 ? 1 : 0);
    rest.behind_point = left.substr(rest.before_point.size());
    rest.point = !rest.behind_point.empty();
  } else {
    rest.before_point = left;
  }
  const std::size_t all = written + rest.before_point.size() + rest.behind_point.size();
  rest.shift = prefix.fraction_digits + static_cast<std::int64_t>(rest.behind_point.size()) -
               static_cast<std::int64_t>(all - digits_.size());
  return rest;
}

std::string FarNumber::finish(const Spot& spot, const NumberPrefix& prefix, Numbers numbers) const {
  if (prefix.has_exponent()) {
    const std::string sign = prefix.stage == NumberStage::exponent && below_ ? "-" : "";
    return sign + exponent(spot.shift).text().substr(static_cast<std::size_t>(spot.matched));
  }
  const Mantissa rest = mantissa(prefix, numbers == Numbers::canonical);
  std::string text = prefix.stage == NumberStage::nothing && negative_ ? "-" : "";
  text.append(rest.before_point).append(rest.point ? "." : "").append(rest.behind_point);
  return text + (below_ ? "e-" : "e") + exponent(rest.shift).text();
}

std::int64_t FarNumber::finish_bytes(const Spot& spot, const NumberPrefix& prefix, Numbers numbers) const {
  if (prefix.has_exponent()) {
    const std::int64_t sign = prefix.stage == NumberStage::exponent && below_ ? 1 : 0;
    return sign + exponent(spot.shift).size() - spot.matched;
  }
  const Mantissa rest = mantissa(prefix, numbers == Numbers::canonical);
  const std::size_t signs =
      (prefix.stage == NumberStage::nothing && negative_ ? 1U : 0U) + (below_ ? 2U : 1U);
  return static_cast<std::int64_t>(signs + rest.before_point.size() + (rest.point ? 1U : 0U) +
                                   rest.behind_point.size()) +
         exponent(rest.shift).size();
}

}  // namespace lockstep::engine

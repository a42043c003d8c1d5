#include "lockstep/oracle/json_text/digits.h"

#include <algorithm>
#include <vector>

namespace lockstep::oracle {
namespace {

thread_local std::uint64_t steps = 0;

int digit_from_right(std::string_view digits, std::size_t place) {
  return place < digits.size() ? digits[digits.size() - 1 - place] - '0' : 0;
}

bool is_negative(std::string_view integer) { return !integer.empty() && integer.front() == '-'; }

// The digits of an integer as a natural number.
std::string_view magnitude(std::string_view integer) {
  if (is_negative(integer)) return integer.substr(1);
  return integer == "0" ? std::string_view() : integer;
}

std::string integer_from(bool negative, std::string_view natural_digits) {
  if (natural_digits.empty()) return "0";
  return (negative ? "-" : "") + std::string(natural_digits);
}

// The remainder of a long division while it runs: as many digits as the divisor and one, most significant
// first.
class Remainder {
 public:
  explicit Remainder(std::string_view divisor)
      : divisor_(divisor.size() + 1, 0), digits_(divisor.size() + 1, 0) {
    std::transform(divisor.begin(), divisor.end(), divisor_.begin() + 1, [](char c) { return c - '0'; });
  }

  // As many digits as the divisor has, less one, are a remainder as they stand. Gives the digits that are
  // left.
  std::string_view start(std::string_view digits) {
    const std::size_t head = std::min(digits.size(), divisor_.size() - 2);
    std::transform(digits.begin(), digits.begin() + static_cast<std::ptrdiff_t>(head),
                   digits_.end() - static_cast<std::ptrdiff_t>(head), [](char c) { return c - '0'; });
    steps += head;
    return digits.substr(head);
  }

  // Brings the next digit down, then takes the divisor away as often as it goes.
  // The digit of the quotient.
  int bring_down(int digit) {
    std::rotate(digits_.begin(), digits_.begin() + 1,
                digits_.end());  // the first digit is 0: remainder < divisor
    digits_.back() = digit;
    steps += digits_.size();
    int times = 0;
    for (; digits_ >= divisor_; ++times) subtract();
    return times;
  }

  std::string digits() const {
    std::string out;
    for (const int digit : digits_) out.push_back(static_cast<char>('0' + digit));
    return natural(out);
  }

  bool is_zero() const {
    return std::all_of(digits_.begin(), digits_.end(), [](int digit) { return digit == 0; });
  }

 private:
  void subtract() {
    steps += digits_.size();
    int borrow = 0;
    for (std::size_t i = digits_.size(); i-- > 0;) {
      digits_[i] -= divisor_[i] + borrow;
      borrow = digits_[i] < 0 ? 1 : 0;
      digits_[i] += 10 * borrow;
    }
  }

  std::vector<int> divisor_;
  std::vector<int> digits_;
};

}  // namespace

std::uint64_t digit_steps() { return steps; }

std::string natural(std::string_view digits) {
  steps += digits.size();
  return std::string(digits.substr(std::min(digits.find_first_not_of('0'), digits.size())));
}

std::strong_ordering compare_natural(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return a.size() <=> b.size();
  steps += a.size();
  return a.compare(b) <=> 0;
}

std::string add_natural(std::string_view a, std::string_view b) {
  steps += std::max(a.size(), b.size());
  std::string sum;
  int carry = 0;
  for (std::size_t place = 0; place < std::max(a.size(), b.size()) || carry != 0; ++place) {
    const int total = digit_from_right(a, place) + digit_from_right(b, place) + carry;
    sum.push_back(static_cast<char>('0' + total % 10));
    carry = total / 10;
  }
  std::reverse(sum.begin(), sum.end());
  return sum;
}

std::string subtract_natural(std::string_view a, std::string_view b) {
  steps += a.size();
  std::string difference;
  int borrow = 0;
  for (std::size_t place = 0; place < a.size(); ++place) {
    const int digit = digit_from_right(a, place) - digit_from_right(b, place) - borrow;
    borrow = digit < 0 ? 1 : 0;
    difference.push_back(static_cast<char>('0' + digit + 10 * borrow));
  }
  std::reverse(difference.begin(), difference.end());
  return natural(difference);
}

bool divides(std::string_view b, std::string_view a, std::size_t zeros) {
  Remainder remainder(b);
  for (const char c : remainder.start(a)) remainder.bring_down(c - '0');
  for (std::size_t i = 0; i < zeros; ++i) remainder.bring_down(0);
  return remainder.is_zero();
}

std::string remainder_of(std::string_view a, std::string_view b) {
  Remainder remainder(b);
  for (const char c : remainder.start(a)) remainder.bring_down(c - '0');
  return remainder.digits();
}

std::string quotient_of(std::string_view a, std::string_view b) {
  Remainder remainder(b);
  std::string out;
  for (const char c : remainder.start(a))
    out.push_back(static_cast<char>('0' + remainder.bring_down(c - '0')));
  return natural(out);
}

std::string multiply_natural(std::string_view a, std::string_view b) {
  steps += a.size() * b.size();
  std::vector<int> places(a.size() + b.size(), 0);  // the last place first
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t k = 0; k < b.size(); ++k) {
      places[i + k] += digit_from_right(a, i) * digit_from_right(b, k);
      places[i + k + 1] += places[i + k] / 10;
      places[i + k] %= 10;
    }
  }
  std::string out;
  for (std::size_t i = places.size(); i > 0; --i) out.push_back(static_cast<char>('0' + places[i - 1]));
  return natural(out);
}

std::string parse_integer(std::string_view text) {
  const bool negative = is_negative(text);
  if (negative || (!text.empty() && text.front() == '+')) text.remove_prefix(1);
  return integer_from(negative, natural(text));
}

std::string integer_of(std::size_t value) { return std::to_string(value); }

std::string negate_integer(std::string_view a) { return integer_from(!is_negative(a), magnitude(a)); }

std::string add_integer(std::string_view a, std::string_view b) {
  if (is_negative(a) == is_negative(b)) {
    return integer_from(is_negative(a), add_natural(magnitude(a), magnitude(b)));
  }
  // Unlike signs: the greater magnitude lends its sign.
  if (compare_natural(magnitude(a), magnitude(b)) < 0) std::swap(a, b);
  return integer_from(is_negative(a), subtract_natural(magnitude(a), magnitude(b)));
}

std::strong_ordering compare_integer(std::string_view a, std::string_view b) {
  if (is_negative(a) != is_negative(b)) {
    return is_negative(a) ? std::strong_ordering::less : std::strong_ordering::greater;
  }
  return is_negative(a) ? compare_natural(magnitude(b), magnitude(a))
                        : compare_natural(magnitude(a), magnitude(b));
}

}  // namespace lockstep::oracle

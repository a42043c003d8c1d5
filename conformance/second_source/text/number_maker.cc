#include "number_maker.h"

namespace lockstep::conformance::second_source {

std::string NumberMaker::digits(std::uint64_t count) {
  std::string out(1, static_cast<char>('1' + below(9)));
  while (out.size() < count) out.push_back(static_cast<char>('0' + below(10)));
  return out;
}

NumberMaker::Number NumberMaker::number(long long base) {
  Number number;
  number.negative = below(2) == 0;
  number.digits = below(20) == 0 ? "0" : digits(1 + below(below(4) == 0 ? 60 : 6));
  const std::uint64_t range = below(3) == 0 ? 351 : 4;
  number.exponent = (below(2) == 0 ? base : 0) + static_cast<long long>(below(2 * range - 1)) -
                    static_cast<long long>(range - 1);
  return number;
}

std::string NumberMaker::spell_exponent(long long exponent) {
  if (exponent == 0 && below(4) != 0) return "";
  std::string text = below(2) == 0 ? "e" : "E";
  if (exponent < 0 || (exponent == 0 && below(2) == 0)) {
    text += "-";
  } else if (below(2) == 0) {
    text += "+";
  }
  text += std::string(below(4) == 0 ? below(3) : 0, '0');
  return text + std::to_string(exponent < 0 ? -exponent : exponent);
}

// One of the many spellings of the value: superfluous zeros, the point anywhere, the exponent to match.
std::string NumberMaker::spell(Number number) {
  std::string text = number.digits;
  long long exponent = number.exponent;
  if (exponent > 0 && exponent < 30 && below(2) == 0) {
    text += std::string(static_cast<std::size_t>(exponent), '0');
    exponent = 0;
  }
  if (below(4) == 0) {
    const std::uint64_t zeros = below(5);
    text += std::string(zeros, '0');
    exponent -= static_cast<long long>(zeros);
  }
  std::uint64_t fraction = below(3) == 0 ? below(text.size() + 4) : 0;
  if (exponent < 0 && exponent > -60 && below(2) == 0) fraction = static_cast<std::uint64_t>(-exponent);
  if (fraction > 0) {
    if (text.size() <= fraction) text.insert(0, fraction + 1 - text.size(), '0');
    text.insert(text.size() - fraction, ".");
    exponent += static_cast<long long>(fraction);
  }
  // No superfluous zero in front, as in 00.5: RFC 8259 does not allow it.
  while (text.size() > 1 && text[0] == '0' && text[1] != '.') text.erase(0, 1);
  return (number.negative ? "-" : "") + text + spell_exponent(exponent);
}

// n 10^e and a product of it, or a neighbour of the product.
std::pair<NumberMaker::Number, NumberMaker::Number> NumberMaker::multiple(long long base) {
  Number b = number(base);
  const std::uint64_t n = 1 + below(below(2) == 0 ? 1000 : 1000000000);
  b.digits = std::to_string(n);
  Number a = b;
  std::uint64_t product = n * (1 + below(below(2) == 0 ? 100 : 1000000000));
  if (below(2) == 0) product += below(2) == 0 ? 1 : n - 1;
  a.digits = std::to_string(product);
  a.exponent += static_cast<long long>(below(4));
  a.negative = below(2) == 0;
  return {a, b};
}

// n and n (10^k + 1), which is n written twice; or the same with one digit changed.
std::pair<NumberMaker::Number, NumberMaker::Number> NumberMaker::long_multiple(long long base) {
  Number b = number(base);
  b.digits = digits(1 + below(29));
  Number a = b;
  a.digits = b.digits + b.digits;
  if (below(2) == 0) a.digits[below(a.digits.size() - 1) + 1] = static_cast<char>('0' + below(10));
  return {a, b};
}

// k 10^g and 2^i 5^j, with g about as large as i and j.
std::pair<NumberMaker::Number, NumberMaker::Number> NumberMaker::twos_and_fives(long long base) {
  Number b = number(base);
  std::uint64_t n = 1 + 2 * below(3);
  const std::uint64_t powers = below(22);
  const std::uint64_t prime = below(2) == 0 ? 2 : 5;
  for (std::uint64_t i = 0; i < powers; ++i) n *= prime;
  b.digits = std::to_string(n);
  Number a = b;
  a.digits = std::to_string(1 + below(30));
  a.exponent = b.exponent + static_cast<long long>(powers) + static_cast<long long>(below(5)) - 3;
  return {a, b};
}

std::pair<std::string, std::string> NumberMaker::pair(long long exponent_base) {
  std::pair<Number, Number> numbers;
  switch (below(7)) {
    case 0:
      numbers = {number(exponent_base), number(exponent_base)};
      break;
    case 1:
      numbers.first = numbers.second = number(exponent_base);
      break;
    case 2:
      numbers = multiple(exponent_base);
      break;
    case 3:
      numbers = long_multiple(exponent_base);
      break;
    case 4:
      numbers = twos_and_fives(exponent_base);
      break;
    case 5:  // around 2^53 and 2^63
      numbers.first = numbers.second = {below(8) == 0, "", 0};
      for (Number* number : {&numbers.first, &numbers.second}) {
        const std::uint64_t power = below(2) == 0 ? 9007199254740992U : 9223372036854775808U;
        number->digits = std::to_string(power - 3 + below(6));
      }
      break;
    default:  // neighbours: one has another last digit, or one digit more
      numbers.first = numbers.second = number(exponent_base);
      if (below(2) == 0 || numbers.second.digits == "0") {
        numbers.second.digits.back() = static_cast<char>('1' + below(9));
      } else {
        numbers.second.digits += std::string(below(30), '0') + "1";
        numbers.second.exponent -=
            static_cast<long long>(numbers.second.digits.size() - numbers.first.digits.size());
      }
  }
  if (below(2) == 0) std::swap(numbers.first, numbers.second);
  return {spell(numbers.first), spell(numbers.second)};
}

}  // namespace lockstep::conformance::second_source

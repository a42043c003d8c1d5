#include "decimal_answers.h"

#include <cmath>
#include <cstdlib>
#include <sstream>

#include "lockstep/oracle/json_text/decimal.h"

namespace lockstep::conformance::second_source {
namespace {

template <typename Order>
std::string line(Order order, bool equal, const std::string& multiple, bool integer,
                 const std::string& count) {
  std::ostringstream out;
  out << (order < 0   ? -1
          : order > 0 ? 1
                      : 0)
      << ' ' << equal << ' ' << multiple << ' ' << integer << ' ' << count;
  return out.str();
}

}  // namespace

std::string oracle_answer(const std::pair<std::string, std::string>& numbers) {
  const oracle::Decimal a = oracle::parse_decimal(numbers.first);
  const oracle::Decimal b = oracle::parse_decimal(numbers.second);
  std::string multiple = "-";
  if (!b.is_zero()) {
    const oracle::Answer answer = oracle::is_multiple_of(a, b);
    multiple = answer.is_unknown() ? "?" : answer.is_yes() ? "1" : "0";
  }
  const auto count = oracle::to_count(a);
  return line(oracle::compare(a, b), a == b, multiple, a.is_integer(), count ? std::to_string(*count) : "-");
}

std::string binary64_answer(const std::pair<std::string, std::string>& numbers) {
  const double a = std::strtod(numbers.first.c_str(), nullptr);
  const double b = std::strtod(numbers.second.c_str(), nullptr);
  const bool integer = std::floor(a) == a;
  const std::string multiple = b == 0 ? "-" : std::fmod(a, b) == 0 ? "1" : "0";
  const bool is_count = integer && a >= 0 && a < 9.2e18;
  return line(a <=> b, a == b, multiple, integer,
              is_count ? std::to_string(static_cast<unsigned long long>(a)) : "-");
}

}  // namespace lockstep::conformance::second_source

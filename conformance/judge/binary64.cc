// Rounding by the C library, whose strtod and printf are exact.
#include "lockstep/conformance/judge/binary64.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "lockstep/oracle/json_text/decimal.h"

namespace lockstep::conformance {
namespace {

constexpr int kExactDigits = 1100;  // more than any binary64 has

struct Span {
  std::size_t begin;
  std::size_t end;
};

void number_spans(const oracle::JsonValue& value, std::vector<Span>& spans) {
  if (value.kind == oracle::JsonKind::number) spans.push_back({value.begin, value.end});
  for (const oracle::JsonValue& item : value.items) number_spans(item, spans);
  for (const oracle::JsonMember& member : value.members) number_spans(member.value, spans);
}

}  // namespace

std::optional<std::string> rounded_number(std::string_view number) {
  const double value = std::strtod(std::string(number).c_str(), nullptr);
  if (!std::isfinite(value)) return std::nullopt;
  std::string text(kExactDigits + 32, '\0');
  const int size = std::snprintf(text.data(), text.size(), "%.*e", kExactDigits, value);
  text.resize(static_cast<std::size_t>(size));
  const std::size_t exponent = text.find('e');
  std::size_t last = text.find_last_not_of('0', exponent - 1);
  if (text[last] == '.') ++last;  // a fraction needs one digit
  text.erase(last + 1, exponent - last - 1);
  return text;
}

bool is_any_number(std::string_view) { return true; }

bool is_plain_fraction(std::string_view number) {
  constexpr std::size_t kDigits = 17;
  const bool plain =
      number.find('.') != std::string_view::npos && number.find_first_of("eE") == std::string_view::npos;
  return plain && oracle::parse_decimal(number).digits.size() <= kDigits;
}

std::optional<Rounded> round_numbers(std::string_view text, NumberFilter filter) {
  const auto tree = oracle::parse_json(text);
  if (!tree) return std::nullopt;
  std::vector<Span> spans;
  number_spans(tree.value(), spans);
  Rounded rounded;
  std::size_t done = 0;
  for (const Span& span : spans) {
    const std::string_view number = text.substr(span.begin, span.end - span.begin);
    if (!filter(number)) continue;
    const auto nearest = rounded_number(number);
    rounded.overflow = rounded.overflow || !nearest;
    rounded.text += text.substr(done, span.begin - done);
    done = span.end;
    const bool exact = !nearest || oracle::parse_decimal(number) == oracle::parse_decimal(*nearest);
    rounded.changed = rounded.changed || !exact;
    rounded.text += exact ? std::string(number) : *nearest;
  }
  rounded.text += text.substr(done);
  return rounded;
}

void collect_numbers(const oracle::JsonValue& value, std::string_view member,
                     std::vector<std::string>& numbers) {
  if (member.empty() && value.kind == oracle::JsonKind::number) numbers.push_back(value.text);
  for (const oracle::JsonValue& item : value.items) collect_numbers(item, member, numbers);
  for (const oracle::JsonMember& one : value.members) {
    if (one.name == member && one.value.kind == oracle::JsonKind::number) numbers.push_back(one.value.text);
    collect_numbers(one.value, member, numbers);
  }
}

}  // namespace lockstep::conformance

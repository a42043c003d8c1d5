#include <utility>

#include "lockstep/engine/base/check.h"
#include "lockstep/engine/lexical/number_language.h"
#include "lockstep/engine/lexical/number_search.h"

namespace lockstep::engine {
namespace {

constexpr NumberVerdict kEveryKind{true, true, true};
constexpr NumberVerdict kWords{true, false, false};

}  // namespace

NumberSpellings::NumberSpellings(const NumberLanguage& language, const Policy& policy)
    : language_(language),
      numbers_(policy.numbers),
      counts_bytes_(policy.number_bytes.has_value()),
      most_bytes_(counts_bytes_ ? std::int64_t{*policy.number_bytes} : kNoPlan - 1) {
  const std::optional<NumberVerdict> all = language.uniform();
  if (all && (*all == kEveryKind || *all == kWords) && numbers_ != Numbers::canonical) uniform_ = all;
}

// Beside the byte, brings what has no more influence into one form.
bool NumberSpellings::take(NumberPrefix& prefix, char byte) const {
  bool significant = false;
  if (!prefix.take(byte, significant)) return false;
  if (counts_bytes_) ++prefix.bytes;
  if (significant && !uniform_) prefix.digits = language_.appended(prefix.digits, byte);
  if (numbers_ == Numbers::canonical) return true;
  prefix.capital = prefix.exponent_padded = false;
  if (prefix.exponent_sign == '+' && prefix.exponent_begun) prefix.exponent_sign = '\0';
  prefix.integer_digits = 0;
  if (!uniform_) return true;
  prefix.negative = false;
  prefix.fraction_digits = prefix.exponent = 0;
  prefix.exponent_sign = '\0';
  return true;
}

std::optional<NumberPrefix> NumberSpellings::read(std::string_view text) const {
  NumberPrefix out;
  for (const char byte : text) {
    pass(language_.meter());
    if (!take(out, byte)) return std::nullopt;
  }
  return out;
}

Plan NumberSpellings::plan(const NumberPrefix& prefix, std::int64_t enough) const {
  if (!uniform_) return best_plan(language_, numbers_, prefix, enough, room(prefix));
  BestPlan best(enough, room(prefix));
  const bool words_only = *uniform_ == kWords;
  const bool word = prefix.stage <= NumberStage::minus || prefix.is_integer_word();
  if (!words_only || word) best.offer_text(prefix.is_number() ? "" : "0");
  return best.plan();
}

bool NumberSpellings::viable(const NumberPrefix& prefix) const {
  return room(prefix) >= 0 && plan(prefix, room(prefix)).size <= room(prefix);
}

std::optional<NumberPrefix> NumberSpellings::start() const {
  return viable(NumberPrefix()) ? std::optional(NumberPrefix()) : std::nullopt;
}

std::optional<NumberPrefix> NumberSpellings::taken(const NumberPrefix& prefix, char byte) const {
  NumberPrefix next = prefix;
  return take(next, byte) ? std::optional(std::move(next)) : std::nullopt;
}

std::optional<NumberPrefix> NumberSpellings::step(const NumberPrefix& prefix, char byte) const {
  std::optional<NumberPrefix> next = taken(prefix, byte);
  return next && viable(*next) ? std::move(next) : std::nullopt;
}

bool NumberSpellings::complete(const NumberPrefix& number) const {
  if (room(number) < 0 || !number.is_number()) return false;
  if (uniform_) return uniform_->other_integer || number.is_integer_word();
  if (numbers_ == Numbers::canonical && !is_canonical(number)) return false;
  return language_.contains(number);
}

std::optional<std::int64_t> NumberSpellings::finish_bytes(const NumberPrefix& prefix) const {
  const Plan best = plan(prefix, 0);
  if (best.size > room(prefix)) return std::nullopt;
  return best.size;
}

std::string NumberSpellings::finish(const NumberPrefix& prefix) const {
  const Plan best = plan(prefix, 0);
  LOCKSTEP_CHECK(best.size <= room(prefix));
  return best.text();
}

bool NumberSpellings::viable(std::string_view prefix) const {
  const std::optional<NumberPrefix> number = read(prefix);
  return number && viable(*number);
}

bool NumberSpellings::complete(std::string_view text) const {
  const std::optional<NumberPrefix> number = read(text);
  return number && complete(*number);
}

std::optional<std::int64_t> NumberSpellings::finish_bytes(std::string_view prefix) const {
  const std::optional<NumberPrefix> number = read(prefix);
  if (!number) return std::nullopt;
  return finish_bytes(*number);
}

std::string NumberSpellings::finish(std::string_view prefix) const {
  const std::optional<NumberPrefix> number = read(prefix);
  LOCKSTEP_CHECK(number.has_value());
  return finish(*number);
}

}  // namespace lockstep::engine

// The numbers of a slot: what its NumberLanguage counts, and exceptions whose exponent is beyond that, which
// are told by the digits of their spellings.
#include <algorithm>
#include <utility>

#include "lockstep/engine/base/check.h"
#include "lockstep/engine/machine/satisfy.h"

namespace lockstep::engine {
namespace {

constexpr std::string_view kNumberBytes = "0123456789.eE+-";
// Of so few bytes that may still come all continuations of a number are tried.
constexpr std::int64_t kFewBytes = 3;

}  // namespace

// nullopt: as an exception it is judged like any number so far away.
std::optional<Satisfiability::FarException> Satisfiability::far_exception(ValueId value, Function own,
                                                                          const SlotData& data) {
  pass_bytes(&meter_, 16 * values_.text(value).size());
  const Scalars::Bits bits = scalars_.of_number(data.obligations, values_.decimal_or_far(value), false);
  const auto holds = [&](Function goal) {
    return booleans_.evaluate(goal, [&](Variable v) { return bits[v]; });
  };
  if (holds(own) == holds(data.goal)) return std::nullopt;
  return FarException{value, holds(own), values_.far_number(value)};
}

// The far exceptions that it can still become, as far as their digits go.
std::vector<Satisfiability::FarAhead> Satisfiability::far_ahead(Slot slot, const HalfNumber& number) {
  if (!has_exceptions(slot)) return {};
  std::vector<FarAhead> ahead;
  auto spot = number.far.begin();
  const bool begun = number.prefix.stage != NumberStage::nothing;
  for (const FarException& one : listed(slot).far) {
    if (!begun) {
      ahead.push_back({&one, {}});
    } else if (spot != number.far.end() && spot->first == one.value) {
      ahead.push_back({&one, spot++->second});
    }
  }
  return ahead;
}

// One that is allowed and that `room` is enough for.
const Satisfiability::FarAhead* Satisfiability::reachable(const std::vector<FarAhead>& ahead,
                                                          std::int64_t room, const NumberPrefix& prefix) {
  const auto found = std::find_if(ahead.begin(), ahead.end(), [&](const FarAhead& one) {
    return one.far->allowed && one.far->number.finish_bytes(one.spot, prefix, policy_.numbers) <= room;
  });
  return found == ahead.end() ? nullptr : &*found;
}

// By another way than to the digits of a far exception?
bool Satisfiability::plainly_viable(Slot slot, const HalfNumber& number) {
  const NumberSpellings spellings(numbers(slot), policy_);
  if (!spellings.viable(number.prefix)) return false;
  // A far number has an exponent that can be written longer, where there is room.
  if (number.far.empty() || spellings.room(number.prefix) > kFewBytes) return true;
  return few_more(slot, number).has_value();
}

bool Satisfiability::number_viable(Slot slot, const HalfNumber& number) {
  if (plainly_viable(slot, number)) return true;
  const std::int64_t room = NumberSpellings(numbers(slot), policy_).room(number.prefix);
  return reachable(far_ahead(slot, number), room, number.prefix) != nullptr;
}

std::optional<HalfNumber> Satisfiability::number_step(Slot slot, const HalfNumber& number, char byte) {
  const NumberSpellings spellings(numbers(slot), policy_);
  const std::vector<FarAhead> ahead = far_ahead(slot, number);
  if (ahead.empty()) {
    std::optional<NumberPrefix> longer = spellings.step(number.prefix, byte);
    return longer ? std::optional(HalfNumber{std::move(*longer), {}}) : std::nullopt;
  }
  std::optional<NumberPrefix> longer = spellings.taken(number.prefix, byte);
  if (!longer) return std::nullopt;
  HalfNumber next{std::move(*longer), {}};
  for (const FarAhead& one : ahead) {
    if (const auto spot = one.far->number.step(one.spot, number.prefix, byte, policy_.numbers))
      next.far.emplace_back(one.far->value, *spot);
  }
  return number_viable(slot, next) ? std::optional(std::move(next)) : std::nullopt;
}

bool Satisfiability::number_complete(Slot slot, const HalfNumber& number) {
  for (const FarAhead& one : far_ahead(slot, number)) {
    if (one.far->number.complete(one.spot, number.prefix)) return one.far->allowed;
  }
  return NumberSpellings(numbers(slot), policy_).complete(number.prefix);
}

// What completes it, of numbers that few bytes can follow.
std::optional<std::string> Satisfiability::few_more(Slot slot, const HalfNumber& number) {
  if (number_complete(slot, number)) return std::string();
  for (const char byte : kNumberBytes) {
    const std::optional<HalfNumber> longer = number_step(slot, number, byte);
    if (!longer) continue;
    if (const auto rest = few_more(slot, *longer)) return byte + *rest;
  }
  return std::nullopt;
}

std::string Satisfiability::number_finish(Slot slot, const HalfNumber& number) {
  const NumberSpellings spellings(numbers(slot), policy_);
  if (!plainly_viable(slot, number)) {
    const std::vector<FarAhead> ahead = far_ahead(slot, number);
    const FarAhead* one = reachable(ahead, spellings.room(number.prefix), number.prefix);
    LOCKSTEP_CHECK(one != nullptr);
    return one->far->number.finish(one->spot, number.prefix, policy_.numbers);
  }
  if (!number.far.empty() && spellings.room(number.prefix) <= kFewBytes) return *few_more(slot, number);
  std::string rest = spellings.finish(number.prefix);
  HalfNumber at = number;
  for (const char byte : rest) {
    std::optional<HalfNumber> longer = number_step(slot, at, byte);
    LOCKSTEP_CHECK(longer.has_value());
    at = std::move(*longer);
  }
  // Far numbers that must not come are passed by longer exponents.
  for (char digit = '0'; !number_complete(slot, at); digit = '0') {
    std::optional<HalfNumber> longer;
    while (!(longer = number_step(slot, at, digit))) {
      LOCKSTEP_CHECK(digit != '9');
      ++digit;
    }
    at = std::move(*longer);
    rest += digit;
  }
  return rest;
}

}  // namespace lockstep::engine

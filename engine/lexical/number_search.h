// The shortest way to complete a half-written number: one search for each way of spelling. Internal to this
// folder.
//
// All share one plan. What is to be reached is a target: a point, or an open cell of one sign, with the kinds
// of spelling that it allows. What digits can do is a block at each place of the first digit
// (number_block.h); of the places, which have no end, only the few matter where the price of a completion can
// turn: the ends of the cell, where digits reach place 0, and where an exponent gets close to 0.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lockstep/engine/lexical/congruence.h"
#include "lockstep/engine/lexical/number_language.h"
#include "lockstep/engine/lexical/number_plan.h"
#include "lockstep/engine/lexical/number_prefix.h"

namespace lockstep::engine {

inline constexpr std::int64_t kMostPlainDigits = 32;  // conformance/spec/policy.md 4.4

// Sizes of one sign other than 0. Refers to the language's points.
struct NumberTarget {
  bool is_point = false;
  Magnitude point;
  OpenCell cell;
  const Congruence* congruence = nullptr;  // of a cell: these of its numbers only
  NumberVerdict verdict;
  Meter* meter = nullptr;
  bool integers() const { return verdict.plain_integer || verdict.other_integer; }

  // Places of the first digit that may matter: all between `from` and `to`, the ends of a cell and those
  // where the digits written reach place 0; of these the ones where some member begins. Ascending, each once.
  std::vector<std::int64_t> leads(const Significand& written, std::int64_t from, std::int64_t to) const;

  // As extend_to_integer and extend_to_fraction, for a point and a congruence too. More than `at_most` digits
  // are of no use.
  std::optional<Extension> extend(bool integer, const Significand& written, std::int64_t lead,
                                  std::int64_t at_least, std::int64_t at_most) const;
};

// Every target of one sign that allows something, from small to large, until `visit` returns false.
template <typename Visit>
void visit_targets(const NumberLanguage& language, bool negative, const Visit& visit) {
  const std::vector<Decimal>& points = language.points();
  const std::size_t zero = language.zero();
  const std::size_t count = negative ? zero : points.size() - 1 - zero;
  for (std::size_t i = 0; i <= count; ++i) {
    pass(language.meter(), 4);
    NumberTarget target;
    target.meter = language.meter();
    const std::size_t cell = negative ? zero - i : zero + i + 1;
    const std::size_t low = negative ? zero - i : zero + i;
    const std::size_t high = negative ? low - 1 : low + 1;
    target.verdict = language.between()[cell];
    target.cell.low = language.magnitude_of(low);
    target.cell.bounded = i < count;
    if (i < count) target.cell.high = language.magnitude_of(high);
    if (target.verdict.any() && !visit(target)) return;
    for (const NumberClass& one : language.classes(cell)) {
      target.congruence = one.congruence.get();
      target.verdict = one.verdict;
      if (!visit(target)) return;
    }
    target.congruence = nullptr;
    if (i == count || !language.at_point()[high].any()) continue;
    target.is_point = true;
    target.point = language.magnitude_of(high);
    target.verdict = language.at_point()[high];
    if (!visit(target)) return;
  }
}

// How a number goes on that is begun: the digits from the first that is not 0. Where none is written yet
// there is a shape for each.
struct NumberShape {
  std::string start;  // bytes to write first
  bool negative = false;
  bool behind = false;  // the point is written (or in `start`)
  bool bare = false;    // ... and no digit behind it
  char unplaced =
      '\0';  // the first digit, if it is still to be written, behind `start` and any number of zeros
  std::int64_t lead =
      0;  // place of the first digit if the exponent is 0, no digit is added and no zero put before it
  Significand written;  // with that digit

  // The digits to write, with the first one if it is unplaced.
  Extension to_write(const Extension& extension) const;
};
std::vector<NumberShape> shapes(const NumberLanguage& language, const NumberPrefix& prefix);

// The shortest completion of `prefix`, or any of at most `enough` bytes; none, or perhaps if it has more than
// `most`: size kNoPlan.
Plan best_plan(const NumberLanguage& language, Numbers numbers, const NumberPrefix& prefix,
               std::int64_t enough, std::int64_t most);

void offer_free(const NumberTarget& target, const NumberShape& shape, BestPlan& best);
void offer_canonical(const NumberTarget& target, const NumberShape& shape, BestPlan& best);
// For a prefix with "e" or "E", its digits not all 0.
void offer_exponents(const NumberTarget& target, const NumberPrefix& prefix, bool canonical, BestPlan& best);

// In canonical spelling: must a number of `digits` significant digits, the first at place `lead`, have an
// exponent?
bool needs_exponent(std::int64_t lead, std::int64_t digits);
// Is a number the canonical spelling of its value?
bool is_canonical(const NumberPrefix& number);

}  // namespace lockstep::engine

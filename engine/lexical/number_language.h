// Sets of numbers as the machine asks for them, and the viability of a half-written number.
//
// The number line is cut at finitely many points. Each point and each open interval between neighbours is a
// cell, and in each cell three kinds of spelling have a verdict of their own: an integral value spelled
// plainly
// (-?(0|[1-9][0-9]*)), an integral value spelled otherwise (1.0, 1e2), a value that is no integer. That is
// all that type, bounds, enum and const can tell apart under any policy of conformance/spec/policy.md. Where
// there are divisors (multipleOf), so can each of the classes of numbers that the divisors tell apart.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/engine/base/meter.h"
#include "lockstep/engine/lexical/decimal.h"
#include "lockstep/engine/lexical/divisors.h"
#include "lockstep/engine/lexical/number_plan.h"
#include "lockstep/engine/lexical/number_prefix.h"
#include "lockstep/engine/policy/policy.h"

namespace lockstep::engine {

class Congruence;

struct NumberVerdict {
  bool plain_integer = false;
  bool other_integer = false;
  bool fraction = false;
  bool any() const { return plain_integer || other_integer || fraction; }
  bool operator==(const NumberVerdict&) const = default;
};

// The verdicts of one cell, for each class of divisors->classes(true) and of divisors->classes(false).
struct CellVerdicts {
  std::vector<NumberVerdict> integers;
  std::vector<NumberVerdict> fractions;
};

// Of a cell, the numbers that are multiples of certain divisors and not of certain others: integers only, or
// fractions only.
struct NumberClass {
  std::vector<std::size_t> of, not_of;
  bool integral = false;
  NumberVerdict verdict;
  std::shared_ptr<const Congruence> congruence;  // says the same

  bool holds(const Divisors::Bits& bits) const;
  bool operator==(const NumberClass& other) const;
};

// Thread rules: immutable after construction.
class NumberLanguage {
 public:
  // May points and divisors that separate nothing be dropped?
  enum class Keep : bool { what_separates, all };

  // `points` strictly ascending; at_point has one verdict a point, between has points.size() + 1: below the
  // first point, between neighbours, above the last. Verdicts about a kind that a point has not are of no
  // account. Work, now and in later calls, is passed to the meter.
  NumberLanguage(std::vector<Decimal> points, std::vector<NumberVerdict> at_point,
                 std::vector<NumberVerdict> between, Meter* meter = nullptr);
  // `between`: by class. The verdicts of the points have the divisors in them.
  NumberLanguage(std::vector<Decimal> points, std::vector<NumberVerdict> at_point,
                 const std::vector<CellVerdicts>& between, std::shared_ptr<const Divisors> divisors,
                 Keep keep = Keep::what_separates, Meter* meter = nullptr);

  // `number` is complete.
  bool contains(const NumberPrefix& number) const;
  // What schemas can tell of a complete number.
  struct Place {
    std::size_t place = 0;  // 2 i + 1 at point i, 2 i before it
    bool integral = false;
    bool word = false;  // spelled as an integer word
    Divisors::Bits multiples;
  };
  Place place_of(const NumberPrefix& number) const;

  // Not always the ones given: 0 is always a point, others that separate nothing are dropped where that may
  // be, and what is of no account in a verdict is false.
  const std::vector<Decimal>& points() const { return points_; }
  const std::vector<NumberVerdict>& at_point() const { return at_point_; }
  const std::vector<NumberVerdict>& between() const { return between_; }
  std::size_t zero() const { return zero_; }  // where 0 stands among the points
  // Of the cell at this place in between(), what its verdict there does not say.
  const std::vector<NumberClass>& classes(std::size_t cell) const { return classes_[cell]; }
  const Divisors* divisors() const { return divisors_.get(); }  // nullptr: no class asks for them
  // The verdict of every number, if all have the same and nothing else is kept.
  std::optional<NumberVerdict> uniform() const;
  bool operator==(const NumberLanguage& other) const;
  std::size_t memory_bytes() const;
  Meter* meter() const { return meter_; }

  // A point without its sign, not zero.
  Magnitude magnitude_of(std::size_t point) const;
  // Digits written, the first of them not 0, with one more.
  Significand appended(const Significand& written, char digit) const;

 private:
  Meter* meter_;
  using Classes = std::vector<NumberClass>;
  void build(const std::vector<Decimal>& points, const std::vector<NumberVerdict>& at_point,
             const std::vector<NumberVerdict>& between, const std::vector<Classes>& classes);
  void add(const Decimal& point, NumberVerdict at, NumberVerdict above, const Classes& classes_above);
  NumberVerdict verdict_of(std::size_t cell, bool integral, const Divisors::Bits& multiples) const;
  NumberVerdict verdict_of(std::size_t cell, const Decimal& value) const;
  void rank_points();
  std::strong_ordering compare_to(const NumberPrefix& number, std::size_t point) const;

  std::vector<Decimal> points_;
  std::vector<NumberVerdict> at_point_;
  std::vector<NumberVerdict> between_;
  std::vector<Classes> classes_;  // beside between_
  std::shared_ptr<const Divisors> divisors_;
  std::size_t zero_ = 0;
  Keep keep_ = Keep::what_separates;
  std::vector<std::uint32_t> ranks_;         // of each point's digits, among those of all
  std::vector<std::uint32_t> representant_;  // of each rank, some point
};

// The spellings of a language under a policy (fields numbers and number_bytes). Holds a reference: the
// language must outlive it. Cheap to construct. Thread rules: const calls from any thread. Exact: every
// answer is decided by arithmetic, none by search. Cost of a call: the points and cells with an allowed kind,
// each with its digits, and those of the divisors; the length of the number does not count.
class NumberSpellings {
 public:
  NumberSpellings(const NumberLanguage& language, const Policy& policy);

  // Is there any member?
  std::optional<NumberPrefix> start() const;
  // nullopt: no spelling of a member goes on so. Equal prefixes have equal futures.
  std::optional<NumberPrefix> step(const NumberPrefix& prefix, char byte) const;
  // The same as far as the grammar goes, whatever the language says: is it viable()?
  std::optional<NumberPrefix> taken(const NumberPrefix& prefix, char byte) const;
  bool viable(const NumberPrefix& prefix) const;
  // How many bytes may still come.
  std::int64_t room(const NumberPrefix& prefix) const { return most_bytes_ - prefix.bytes; }
  // Is it itself the admitted spelling of a member?
  bool complete(const NumberPrefix& number) const;
  // Some shortest continuation that completes a viable prefix. For witnesses.
  std::string finish(const NumberPrefix& prefix) const;
  // How many bytes `finish` gives; nullopt: the prefix is not viable. Ask first where the policy has no
  // number_bytes: a plain spelling of 1e1000000000 has a thousand million digits.
  std::optional<std::int64_t> finish_bytes(const NumberPrefix& prefix) const;

  // The same of a text, read from its beginning.
  bool viable(std::string_view prefix) const;
  bool complete(std::string_view text) const;
  std::string finish(std::string_view prefix) const;
  std::optional<std::int64_t> finish_bytes(std::string_view prefix) const;

 private:
  // Whatever may follow: only what the grammar says.
  std::optional<NumberPrefix> read(std::string_view text) const;
  bool take(NumberPrefix& prefix, char byte) const;
  Plan plan(const NumberPrefix& prefix, std::int64_t enough) const;

  const NumberLanguage& language_;
  std::optional<NumberVerdict> uniform_;  // where digits tell nothing
  Numbers numbers_;
  bool counts_bytes_;
  std::int64_t most_bytes_;
};

}  // namespace lockstep::engine

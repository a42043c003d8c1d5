// Numbers by the shape of their spelling: c, n more digits, and the unit 10^s that point and exponent give
// the last of them. For each n the units go on for ever in both directions; those that can make a difference
// are few. Thread rules: an object is never written after it was made.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "lockstep/oracle/schema_prefix/number_set.h"

namespace lockstep::oracle {

struct Shape {
  long more = 0;              // n
  long unit = 0;              // s
  bool no_last_zero = false;  // the last digit is not 0
};

struct UnitRange {
  long first = 0;
  long last = 0;
};

class Shapes {
 public:
  // The set lies at and above 0, with a low bound and with the integrality in its step, and has at most nine
  // not_steps.
  explicit Shapes(const NumberSet& set);

  // Is one of c 00..0 to c 99..9 (n more digits), times 10^s, in the set? c is natural.
  bool hit(const std::string& c, const Shape& shape) const;

  // Units such that, whatever unit hits, one of these hits too that is as near to `centre` or nearer, on the
  // same side; of those inside `centre` all that hit. More than needed do no harm.
  std::set<long> units(const std::string& c, long more, const UnitRange& centre) const;

 private:
  // A divisor at every unit: of its multiples those that are multiples of 10^s.
  class Divisor {
   public:
    explicit Divisor(const Decimal& value);
    Decimal at(long unit) const;
    long exponent() const { return exponent_; }
    long size() const { return static_cast<long>(rests_.front().size()); }
    // From this unit on at(s) / 10^s is the same.
    long settled() const { return exponent_ + static_cast<long>(rests_.size()) - 1; }

   private:
    std::vector<std::string> rests_;
    long exponent_;
  };

  NumberSet set_;
  std::optional<Divisor> step_;
  std::vector<Divisor> not_steps_;
};

}  // namespace lockstep::oracle

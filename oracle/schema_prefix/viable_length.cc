#include "lockstep/oracle/schema_prefix/viable_length.h"

#include <algorithm>

namespace lockstep::oracle {
namespace {

class Bisection {
 public:
  Bisection(const PrefixOracle& oracle, std::string_view text, const PrefixLimits& limits)
      : oracle_(oracle), text_(text), limits_(limits), first_no_(text.size() + 1) {}

  // What begins a beginning of a text of the language begins that text, so the answers are yes up to some
  // length, and then no. The last length up to which they are seen to be yes, or, where unknown counts as
  // yes, seen not to be no. Length 0 is not asked.
  std::size_t last(bool unknown_too) {
    std::size_t good = 0;
    std::size_t bad = first_no_;
    while (bad - good > 1) {
      const std::size_t middle = good + (bad - good) / 2;
      const Answer answer = oracle_.viable(text_.substr(0, middle), limits_);
      if (answer.is_unknown()) reason_ = answer.reason;
      if (answer.is_no()) first_no_ = std::min(first_no_, middle);
      (answer.is_yes() || (unknown_too && answer.is_unknown()) ? good : bad) = middle;
    }
    return good;
  }

  const std::string& reason() const { return reason_; }

 private:
  const PrefixOracle& oracle_;
  std::string_view text_;
  const PrefixLimits& limits_;
  std::size_t first_no_;  // the shortest beginning seen to be none, all longer ones are none either
  std::string reason_;
};

}  // namespace

ViableLength viable_length(const PrefixOracle& oracle, std::string_view text, const PrefixLimits& limits) {
  Bisection bisection(oracle, text, limits);
  ViableLength out;
  out.length = bisection.last(false);
  out.most = out.length;
  if (bisection.reason().empty()) return out;
  out.most = bisection.last(true);
  if (out.most > out.length) out.reason = bisection.reason();
  return out;
}

}  // namespace lockstep::oracle

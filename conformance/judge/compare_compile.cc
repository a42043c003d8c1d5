#include "lockstep/conformance/judge/compare_compile.h"

#include <algorithm>

namespace lockstep::conformance {

Judgement compare_compile(const std::vector<Compile>& right, const CompileReply& compile) {
  const auto is_right = [&](Compile outcome) {
    return std::find(right.begin(), right.end(), outcome) != right.end();
  };
  if (is_right(compile.outcome)) return {Verdict::agree, {}};
  const bool compiles = is_right(Compile::ok) || is_right(Compile::empty);
  // What became of the schema, as compare() tells it of an instance that was not judged.
  const Judgement plain = compare(Expected::unknown, compile, nullptr);
  if (compile.outcome == Compile::ok && is_right(Compile::empty))
    return {Verdict::dead_end, "took a schema that nothing satisfies"};
  if (compile.outcome == Compile::ok) return {Verdict::over_accept, "took what it had to turn down"};
  if (compile.outcome == Compile::empty && compiles)
    return {Verdict::over_reject, "called empty what has texts: " + compile.message};
  if (compile.outcome == Compile::empty)
    return {Verdict::over_accept, "found a meaning in what it had to turn down: " + compile.message};
  // What had to be turned down was, in another way: a wrong answer about why, and no language is wrong by it.
  if (compile.outcome == Compile::malformed && !compiles)
    return {Verdict::inconsistent, "turned down for another reason: " + plain.detail};
  return plain;
}

}  // namespace lockstep::conformance

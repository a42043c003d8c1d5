// The line that the oracle, and for contrast binary64, answers for a pair of numbers; decimals.py prints the
// same form.
#pragma once

#include <string>
#include <utility>

namespace lockstep::conformance::second_source {

// "order equal multiple integer count": order is -1, 0 or 1; equal, multiple (of the first by the second) and
// integer (the first) are 0 or 1, multiple is - for a zero divisor and ? for unknown; count is that of the
// first, or -.
std::string oracle_answer(const std::pair<std::string, std::string>& numbers);

// The same questions answered as most validators do, by floating point.
std::string binary64_answer(const std::pair<std::string, std::string>& numbers);

}  // namespace lockstep::conformance::second_source

// What must hold for any subject, whatever its grammar: checks that need no oracle.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/conformance/generate/choices.h"
#include "lockstep/conformance/judge/verdict.h"
#include "lockstep/conformance/walk/byte_path.h"
#include "lockstep/conformance/walk/walk_subject.h"

namespace lockstep::conformance {

struct Finding {
  Verdict verdict = Verdict::agree;
  std::string check;                     // next_byte, stop_bit, token_filter, finish, or a law's name
  std::string detail;                    // for a person
  std::optional<std::uint32_t> token{};  // that the detail is about
};

// Comparisons made, by law. A law that never compared anything has proved nothing.
using LawCounts = std::map<std::string, std::size_t>;

// The names, as in LawCounts and Finding::check.
const std::vector<std::string>& law_names();

// At `prefix`, where the mask is `mask`; `start` is a session at the empty prefix, `here` one at `prefix`.
// determinism  asked twice, the same
// byte_path    each token's bit is what its bytes say, taken one by one
// clear_bits   no bit of a control, special, unused or empty token, none beyond the vocabulary
// refusal      a token with a clear bit is not taken, and changes nothing
// fork         what a fork does shows neither in the original nor in another fork, and the other way round
// split        the prefix in other pieces of bytes leads to the same place
// retokenise   the prefix in random tokens of the vocabulary leads to the same place
// token_split  a token that is two others is allowed iff the first is and the second is after it
// forced       each forced byte is the only way on, and after the last one there is a choice or an end
// accept       a token with its bit is taken
// stop         a stop token is taken iff the stop bit is set, and nothing is after it
// rollback     steps undone, some or all, lead to where a fresh session with the same bytes is
void check_laws(const BytePath& byte_path, WalkSession& start, WalkSession& here, const std::string& prefix,
                const std::vector<std::uint32_t>& mask, Choices& choices, std::vector<Finding>& found,
                LawCounts& counts);

// What a session answers at a prefix.
struct Seen {
  std::string prefix;
  std::vector<std::uint32_t> mask;
  std::vector<bool> allowed;
  bool stop = false;
  std::string forced;

  bool operator==(const Seen&) const = default;
};
Seen look(WalkSession& session, std::string prefix);

// cold: what was seen under one start of a schema is what another start of it answers, which has met nothing
// yet; in another order, so that what the one had in its caches the other has not. `law` names the difference
// between the two in findings and counts.
void check_cold(WalkSession& cold, std::vector<Seen> seen, Choices& choices, std::string_view law,
                std::vector<Finding>& found, LawCounts& counts);

// Bytes as text, those beyond ASCII and controls as \xHH.
std::string shown_bytes(std::string_view bytes);

}  // namespace lockstep::conformance

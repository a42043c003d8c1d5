// Verdicts, worst first: the outcomes of comparing a subject with the truth.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace lockstep::conformance {

// The order is the badness: a smaller value is worse. A refusal is honest; a wrong answer is not.
enum class Verdict {
  over_accept,      // the subject accepted what the truth rejects
  dead_end,         // nothing can follow, and the text is not complete
  over_reject,      // the subject rejected what the truth accepts
  mask_too_wide,    // a mask bit is set that no valid text needs
  mask_too_narrow,  // a mask bit is clear that a valid text needs
  inconsistent,     // the subject contradicts itself
  crash,            // the subject's process died
  hang,             // the subject did not answer in time
  limit,            // the subject ran into a limit of its own and said so
  split_vote,       // independent validators disagree with the truth or with each other
  unknown,          // nobody could tell
  refused,          // the subject declined, by name
  agree,
};

inline constexpr std::size_t kVerdictCount = 13;

std::string_view name(Verdict verdict);
std::optional<Verdict> verdict_named(std::string_view name);
std::array<Verdict, kVerdictCount> all_verdicts();

// over_accept to split_vote: a run with such a verdict outside its expectation list exits 1.
constexpr bool is_failure(Verdict verdict) { return verdict <= Verdict::split_vote; }

}  // namespace lockstep::conformance

// The one function that turns a subject's answer and the truth into a verdict, and the counts of a run.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>

#include "lockstep/conformance/judge/verdict.h"
#include "lockstep/conformance/subject/subject.h"
#include "lockstep/reports/summary.h"

namespace lockstep::conformance {

// What is known to be right for one instance: from a suite, or from the oracle.
enum class Expected { valid, invalid, unknown };

struct Judgement {
  Verdict verdict = Verdict::unknown;
  std::string detail;  // for a person: what the subject said, why it is unknown, which keyword was refused
};

// `instance` is absent when the schema did not compile. A schema that the subject calls malformed or beyond a
// limit is never agreement, whatever was expected: the suites hold valid schemas only.
Judgement compare(Expected expected, const CompileReply& compile, const InstanceReply* instance);

// The same where the truth is an answer too, and the schema may be none: what both sides call malformed is
// agreement, and a schema that only the truth calls so was taken wrongly.
Judgement compare(const ValidateReply& truth, const ValidateReply& reply, std::size_t index);

// The reply to one instance; null where there is none.
const InstanceReply* reply_at(const ValidateReply& reply, std::size_t index);
// What a reply says of it: valid, invalid, or unknown for anything that is no opinion.
Expected opinion(const ValidateReply& reply, std::size_t index);

class Tally {
 public:
  void add(Verdict verdict) { ++counts_[static_cast<std::size_t>(verdict)]; }
  std::size_t operator[](Verdict verdict) const { return counts_[static_cast<std::size_t>(verdict)]; }
  std::size_t total() const;
  std::size_t compared() const;  // all but unknown and refused: where a real comparison took place
  std::size_t failures() const;

 private:
  std::array<std::size_t, kVerdictCount> counts_{};
};

// Of a run without an expectation list: failed where anything failed, unresolved where it was cut short or
// compared nothing.
reports::ExitCode exit_of(const Tally& tally, bool cancelled);

}  // namespace lockstep::conformance

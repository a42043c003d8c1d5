#include "lockstep/conformance/judge/compare.h"

#include <numeric>

namespace lockstep::conformance {
namespace {

std::string compile_detail(const CompileReply& compile) {
  std::string detail = "schema " + std::string(name(compile.outcome));
  if (!compile.code.empty()) detail += " (" + compile.code + ")";
  if (!compile.keyword.empty()) detail += " keyword " + compile.keyword;
  if (!compile.pointer.empty()) detail += " at " + compile.pointer;
  if (!compile.message.empty()) detail += ": " + compile.message;
  return detail;
}

// The schema did not compile, so there is nothing to say about the instance.
Verdict of_failed_compile(Compile outcome) {
  switch (outcome) {
    case Compile::refused:
      return Verdict::refused;
    case Compile::malformed:
      return Verdict::over_reject;  // a valid schema was rejected, and every document with it
    case Compile::limit:
      return Verdict::limit;
    case Compile::crash:
      return Verdict::crash;
    case Compile::hang:
      return Verdict::hang;
    case Compile::ok:
    case Compile::empty:
      break;
  }
  return Verdict::inconsistent;
}

Judgement of_instance(Expected expected, const CompileReply& compile, const InstanceReply& instance) {
  const auto because = [&](std::string_view what) {
    return instance.reason.empty() ? std::string(what) : std::string(what) + ": " + instance.reason;
  };
  switch (instance.validity) {
    case Validity::crash:
      return {Verdict::crash, because("crashed on the instance")};
    case Validity::hang:
      return {Verdict::hang, because("no answer in time")};
    case Validity::error:
      return {Verdict::inconsistent, because("took the schema, then gave an error for the instance")};
    case Validity::unknown:
      return {Verdict::unknown, because("the subject cannot tell")};
    case Validity::valid:
      if (compile.outcome == Compile::empty) {
        return {Verdict::inconsistent, "called the schema empty, then called an instance valid"};
      }
      if (expected == Expected::unknown) return {Verdict::unknown, "the truth is not known; said valid"};
      if (expected == Expected::invalid) return {Verdict::over_accept, "said valid, expected invalid"};
      return {Verdict::agree, {}};
    case Validity::invalid:
      if (expected == Expected::unknown) return {Verdict::unknown, "the truth is not known; said invalid"};
      if (expected == Expected::valid) return {Verdict::over_reject, because("said invalid, expected valid")};
      return {Verdict::agree, {}};
  }
  return {Verdict::inconsistent, "answered with a value that is none"};
}

}  // namespace

Judgement compare(Expected expected, const CompileReply& compile, const InstanceReply* instance) {
  const bool compiled = compile.outcome == Compile::ok || compile.outcome == Compile::empty;
  if (!compiled && instance == nullptr) {
    return {of_failed_compile(compile.outcome), compile_detail(compile)};
  }
  if (!compiled) return {Verdict::inconsistent, compile_detail(compile) + ", yet it judged an instance"};
  if (instance == nullptr)
    return {Verdict::inconsistent, "took the schema, then gave no reply for the instance"};
  return of_instance(expected, compile, *instance);
}

Judgement compare(const ValidateReply& truth, const ValidateReply& reply, std::size_t index) {
  const bool answered = reply.compile.outcome == Compile::ok || reply.compile.outcome == Compile::empty;
  if (truth.compile.outcome == Compile::malformed) {
    if (reply.compile.outcome == Compile::malformed && reply.instances.empty()) return {Verdict::agree, {}};
    if (answered) return {Verdict::over_accept, "took a schema that is malformed"};
  }
  return compare(opinion(truth, index), reply.compile, reply_at(reply, index));
}

const InstanceReply* reply_at(const ValidateReply& reply, std::size_t index) {
  return index < reply.instances.size() ? &reply.instances[index] : nullptr;
}

Expected opinion(const ValidateReply& reply, std::size_t index) {
  const InstanceReply* instance = reply_at(reply, index);
  if (instance == nullptr) return Expected::unknown;
  if (instance->validity == Validity::valid) return Expected::valid;
  return instance->validity == Validity::invalid ? Expected::invalid : Expected::unknown;
}

std::size_t Tally::total() const { return std::accumulate(counts_.begin(), counts_.end(), std::size_t{0}); }

std::size_t Tally::compared() const {
  return total() - (*this)[Verdict::unknown] - (*this)[Verdict::refused];
}

std::size_t Tally::failures() const {
  std::size_t sum = 0;
  for (const Verdict verdict : all_verdicts()) {
    if (is_failure(verdict)) sum += (*this)[verdict];
  }
  return sum;
}

reports::ExitCode exit_of(const Tally& tally, bool cancelled) {
  if (tally.failures() > 0) return reports::ExitCode::conformance_failure;
  const bool nothing = cancelled || tally.compared() == 0;
  return nothing ? reports::ExitCode::unresolved : reports::ExitCode::pass;
}

}  // namespace lockstep::conformance

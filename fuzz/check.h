// What a fuzz target asks about one input, whatever brings the bytes: libFuzzer, the replay of files, a
// seeded test.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/conformance/judge/verdict.h"

namespace lockstep::fuzz {

struct Finding {
  conformance::Verdict verdict = conformance::Verdict::inconsistent;
  std::string detail;  // what to paste into a report
};

struct CheckResult {
  std::optional<Finding> finding;
  std::string kind;          // what came of the input: valid, invalid, ok, refused, limit, ...
  std::size_t compared = 0;  // answers of the two sides compared
};

// A fault that a target's check can be given, to see that it finds it.
struct TargetFault {
  std::string name;
  std::string sentence;  // what such an engine does
  conformance::Verdict verdict = conformance::Verdict::inconsistent;
};

// `planted` is the name of one of the target's planted faults, or empty. Deterministic. A crash ends the
// process.
struct Target {
  std::string name;      // json_text: the binary is fuzz_json_text, the seeds are seeds/json_text/
  std::string sentence;  // for --help
  CheckResult (*check)(std::string_view bytes, std::string_view planted);
  std::vector<TargetFault> planted;
  std::size_t longest = 4096;  // -max_len
};

const std::vector<Target>& targets();
const Target* target_named(std::string_view name);
// Null: the target has no such fault.
const TargetFault* planted_fault(const Target& target, std::string_view name);

// Engine's reader against the oracle's: the same verdict on every byte string, the same tree where both take
// it.
CheckResult check_json_text(std::string_view bytes, std::string_view planted);

// A first byte 0: the rest are decisions of the schema generator. Else the bytes are the schema. One of the
// five outcomes, twice the same with the same identity, and what the oracle's reader calls no JSON is
// malformed.
CheckResult check_schema_compile(std::string_view bytes, std::string_view planted);

// A first byte 0: the rest are decisions: a schema, a small vocabulary, tokens. Else the first line is the
// schema and the rest the text. At the first places of the text, and at its end, every bit of the mask
// against the oracle's token filter.
CheckResult check_mask(std::string_view bytes, std::string_view planted);

// For a target: runs the check named so; a finding is printed, with the name of a planted fault, and ends the
// process by abort(). The fault is
// planted from the environment, LOCKSTEP_FUZZ_PLANTED, since libFuzzer owns the command line. Always 0:
// libFuzzer ignores any other value.
int run_target(std::string_view name, const unsigned char* bytes, std::size_t size);

}  // namespace lockstep::fuzz

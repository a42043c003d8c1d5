// The oracle behind the subject interface: whole documents, no masks.
#pragma once

#include <cstddef>
#include <memory>

#include "lockstep/conformance/subject/subject.h"
#include "lockstep/oracle/schema/schema_check.h"

namespace lockstep::conformance {

struct OracleSettings {
  std::size_t stack_bytes = std::size_t{512} << 20U;  // of the thread that each validate() runs on
  std::size_t json_depth = 4'000;  // deepest nesting of schema and instance; the reader's most
  oracle::CheckLimits check = {.depth = 30'000, .steps = 50'000'000, .pattern_steps = 10'000'000};
  bool locates = false;  // says of every text that is not valid where it dies, which may take seconds
};

// Compile errors: unsupported_dialect, unsupported_vocabulary, unknown_format and unsupported_keyword are
// refused (keywords `$schema`, `$vocabulary`, `format`, `nullable`), a text or a check beyond a limit is
// limit, everything else is malformed. InstanceReply::at is the length of an accepted text. Where the subject
// locates, it is of any other text how many of its bytes a valid text begins with (policy `spec`), or
// `at_unknown` says why that is not known; else the offset of the first byte that no JSON has there, absent
// where the text is JSON. Thread rules: one thread at a time.
std::unique_ptr<Subject> make_oracle_subject(const OracleSettings& settings = {});

// What the oracle said instead of a schema, in the harness's words.
CompileReply compile_reply(const oracle::Error& error);

}  // namespace lockstep::conformance

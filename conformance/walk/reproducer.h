// A disagreement of a walk made small: a schema and a prefix that can be pasted into a bug report, with the
// command that shows it again.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "lockstep/conformance/walk/schema_walk.h"

namespace lockstep::conformance {

struct Reproducer {
  std::string schema;
  std::string prefix;
  Finding finding;  // what is found there: the verdict and the check of the failure
};

// Takes bytes out of the prefix and parts out of the schema, and puts subschemas with the rest of the prefix
// in the place of both, as long as the same check finds the same verdict. What does not fail again comes back
// as it is. Cost: at most `budget` prefixes judged. Deterministic if the subject is.
Reproducer shrink_failure(WalkSubject& subject, const PrefixJudge& judge, const SchemaTask& task,
                          const WalkFailure& failure, std::size_t budget = 600);

// "lockstep walk --schema-text '...' --prefix '...' OPTIONS", to be pasted into a POSIX shell.
std::string command_of(const Reproducer& reproducer, const std::string& options);

// Bytes in printable ASCII: a backslash is \\, every byte that is not printable \xHH. And back: nullopt where
// a backslash begins neither.
std::string escaped_bytes(std::string_view bytes);
std::optional<std::string> unescaped_bytes(std::string_view text);

}  // namespace lockstep::conformance

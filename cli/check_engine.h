// What `check` adds where the built-in engine answers: why a text ended where it did.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "lockstep/cli/command.h"
#include "lockstep/cli/engine_options.h"
#include "lockstep/conformance/subject/engine_subject.h"

namespace lockstep::cli {

// Policy, vocabulary and `--format` of the command line; `format` is empty where it was not given.
std::variant<conformance::EngineSettings, CodedError> engine_settings(const EngineOptions& options,
                                                                      const std::string& format,
                                                                      const Context& context);

// After these bytes: the bytes and tokens that could come next, what judges them, and one way to the end.
// Prints nothing where the schema does not compile.
void print_point(const conformance::EngineSettings& settings, const conformance::ValidateRequest& request,
                 std::string_view taken, std::string_view refused, Context& context);

// The engine's remarks on the schema, one line each.
void print_engine_remarks(const conformance::EngineSettings& settings,
                          const conformance::ValidateRequest& request, const std::string& schema_name,
                          Context& context);

}  // namespace lockstep::cli

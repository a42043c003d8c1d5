// The formats that `format: assert` asserts (conformance/spec/policy.md sections 4.7 and 5), each as a set of
// strings.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lockstep/engine/base/result.h"
#include "lockstep/engine/lexical/pattern.h"

namespace lockstep::engine {

// A string is of the format iff every one of the patterns matches. Thread rules: immutable; copies share the
// patterns' programs.
struct StringFormat {
  std::string name;
  std::vector<Pattern> all_of;
};

// The nineteen names; any other decides nothing.
bool is_listed_format(std::string_view name);

// One of the nineteen. Errors: unsupported_keyword, with what stands against it. Cost: the first time in a
// process up to a millisecond, as grammars are compiled, which are of fixed size and outside all limits; then
// a lookup. Any number of threads.
Result<StringFormat> string_format(std::string_view name);

}  // namespace lockstep::engine

// The raw material: small sets, so that a keyword of the schema and a value of the instance meet often.
#pragma once

#include <string>
#include <vector>

namespace lockstep::conformance {

// An ECMA-262 pattern that is valid with the `u` flag, with strings on both sides of it.
struct PatternSample {
  std::string source;
  std::vector<std::string> matching;
  std::vector<std::string> other;
};

struct FormatSample {
  std::string name;
  std::vector<std::string> values;  // of that format
};

const std::vector<std::string>& pool_names();  // member names
// Names that readers and engines get wrong: the empty one, those that JSON must or may escape, beginnings and
// extensions of other names.
const std::vector<std::string>& awkward_names();
const std::vector<std::string>& pool_strings();   // UTF-8
const std::vector<std::string>& pool_numbers();   // small and friendly
const std::vector<std::string>& odd_numbers();    // beyond binary64, huge, tiny, strangely spelled
const std::vector<std::string>& pool_divisors();  // for multipleOf
const std::vector<PatternSample>& pool_patterns();
const std::vector<PatternSample>& name_patterns();  // for patternProperties
const std::vector<FormatSample>& pool_formats();

}  // namespace lockstep::conformance

// What the tests of the drafts share: how conformance/spec/drafts_cases.json names a draft, and its text.
#pragma once

#include <fstream>
#include <iterator>
#include <map>
#include <string>

namespace lockstep::oracle {

inline std::string dialect_of_draft(const std::string& draft) {
  static const std::map<std::string, std::string> kDialects = {
      {"4", "http://json-schema.org/draft-04/schema#"},
      {"6", "http://json-schema.org/draft-06/schema#"},
      {"7", "http://json-schema.org/draft-07/schema#"},
      {"2019-09", "https://json-schema.org/draft/2019-09/schema"},
      {"2020-12", "https://json-schema.org/draft/2020-12/schema"}};
  return kDialects.at(draft);
}

// Empty where the file cannot be read.
inline std::string drafts_cases_text() {
  std::ifstream in(LOCKSTEP_SOURCE_DIR "/conformance/spec/drafts_cases.json", std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace lockstep::oracle

// Other spellings of JSON texts, by Python's json.dumps in a child process.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "lockstep/conformance/external/json_lines_child.h"

namespace lockstep::conformance {

struct Spelling {
  std::string text;
  std::string how;  // "json.dumps(indent=2)", for a person
};

struct Spelled {
  std::vector<Spelling> spellings;
  std::string none;  // why there is none: not_utf8, not_json, number_changed, duplicate_name, lone_surrogate,
                     // depth, python_failed
};

// Thread rules: one thread at a time.
class PythonSpeller {
 public:
  // Null on failure, with a sentence in `error`. Takes the Python that `./run setup` made below `deps`.
  static std::unique_ptr<PythonSpeller> make(const std::filesystem::path& deps, std::string& error);

  // One entry a text. The value is the same in each, with its numbers. Deterministic.
  std::vector<Spelled> spell(const std::vector<std::string>& texts);

 private:
  PythonSpeller(Command command, std::vector<std::string> ways);
  JsonLinesChild child_;
  std::vector<std::string> ways_;
};

}  // namespace lockstep::conformance

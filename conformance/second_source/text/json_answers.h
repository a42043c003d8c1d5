// The line that the oracle answers for a JSON text, in the form that v8_json.mjs prints.
#pragma once

#include <string>

namespace lockstep::conformance::second_source {

struct JsonAnswer {
  std::string code;  // the oracle's error code; empty for an accepted text
  std::string dump;  // for an accepted text: what it means and how it reads, see v8_json.mjs
};

JsonAnswer oracle_reads(const std::string& text);

}  // namespace lockstep::conformance::second_source

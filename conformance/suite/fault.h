// Why a suite, a pin or an expectation list could not be used.
#pragma once

#include <string>

namespace lockstep::conformance {

struct Fault {
  std::string code;     // stable, snake_case
  std::string message;  // a sentence for a person
  std::string file;     // the file at fault, as the pin or the caller names it
};

}  // namespace lockstep::conformance

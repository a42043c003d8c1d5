// What the insertion suite asks: verdicts, and what a compile lists as without assertion.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "lockstep/conformance/subject/subject.h"

namespace lockstep::conformance {

struct InsertionReply {
  ValidateReply reply;
  std::vector<std::pair<std::string, std::string>>
      listed;  // pointer and name of keywords that assert nothing
};

using AskInsertion = std::function<InsertionReply(const ValidateRequest&)>;

// The built-in engine, driven through its masks, policy `spec`.
AskInsertion insertion_engine();

// An engine that does not know the keyword: it neither enforces it nor lists it.
AskInsertion ignoring(AskInsertion healthy, std::string keyword);

}  // namespace lockstep::conformance

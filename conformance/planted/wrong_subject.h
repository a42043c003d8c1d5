// Validators that are wrong on purpose: the oracle, shown something other than what was asked. The oracle
// itself has no switch for faults, so nothing of this can leak into it.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/conformance/subject/subject.h"
#include "lockstep/oracle/json_text/json_text.h"

namespace lockstep::conformance {

// One fault. Any of the three rewritings may be absent. They are pure functions of what they are given.
struct PlantedFault {
  std::string name;
  std::string sentence;  // what such a validator believes
  // Edits both trees. Called once for each instance that is JSON. The schema may depend on the instance.
  std::function<void(oracle::JsonValue& schema, oracle::JsonValue& instance)> trees;
  std::function<void(std::string& instance)> text;        // edits the instance's bytes, before they are read
  std::function<void(ValidateRequest& request)> request;  // edits options or registry
};

// Every fault, sorted by name. Names are unique.
const std::vector<PlantedFault>& planted_faults();
// Null where none is called so.
const PlantedFault* planted_fault(std::string_view name);

// `fault` over `healthy`. Named "planted:<name>".
std::unique_ptr<Subject> make_wrong_subject(const PlantedFault& fault, std::unique_ptr<Subject> healthy);

// What the fault shows for one instance in place of what was asked.
struct Shown {
  std::string schema;
  std::string instance;
};
// One for each instance; empty where no thread for deep documents could be made. Options and registry apart.
std::vector<Shown> show_all(const PlantedFault& fault, const ValidateRequest& request);

// Would the fault show the healthy subject anything else than what is asked? Where not, its answer is the
// healthy one.
bool changes(const PlantedFault& fault, const ValidateRequest& request);

}  // namespace lockstep::conformance

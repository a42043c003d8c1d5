// What a run stood on: the machine, the compiler, the packages found. Goes into the header of its report.
#pragma once

#include <map>
#include <string>

namespace lockstep::reports {

struct Environment {
  std::map<std::string, std::string>
      pins;  // "npm:@hyperjump/json-schema" -> "1.18.0", "pip:jsonschema" -> "4.26.0"
  std::map<std::string, std::string>
      versions;  // "lockstep", "compiler", "cxx_standard", "apt:libfmt-dev", "node"
  std::map<std::string, std::string> machine;  // "os", "kernel", "architecture", "cpu", "cores", "memory_mib"
};

// `deps` is the folder that holds the fetched packages. What is absent is written down as "not installed"; a
// thing that cannot be found out as "unknown". Pure of the clock; equal on equal machines. Cost: two child
// processes, some 50 ms. Never fails.
Environment collect_environment(const std::string& deps, const std::string& lockstep_version);

}  // namespace lockstep::reports

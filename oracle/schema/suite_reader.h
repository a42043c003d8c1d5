// Reads the official JSON Schema Test Suite for tests of the oracle: schemas and instances as the bytes of
// the file.
#pragma once

#include <string>
#include <vector>

#include "lockstep/oracle/schema/schema_check.h"

namespace lockstep::oracle {

struct SuiteTest {
  std::string description;
  std::string instance;  // the bytes of the file
  bool valid = false;
};

struct SuiteGroup {
  std::string file;  // below the draft's folder, "optional/bignum.json"
  std::string description;
  std::string schema;  // the bytes of the file
  std::vector<SuiteTest> tests;
};

// The groups of every file directly in `folder` (below the suite's tests/<draft>, "" for the required
// ones), by file name. Throws std::runtime_error where the suite is missing or is not what it should be.
std::vector<SuiteGroup> read_suite(const std::string& draft, const std::string& folder);

// The suite's remotes as http://localhost:1234/<path>.
const Registry& suite_registry();

}  // namespace lockstep::oracle

// For tests: a subject on the official suite, with its list of expectations.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>

#include "lockstep/conformance/subject/subject.h"
#include "lockstep/conformance/suite/pinned_suite.h"
#include "lockstep/conformance/suite/run_suite.h"

namespace lockstep::conformance {

// `expected`: whose expectations. Empty, and a failure of the test, where suite or expectations cannot be
// read.
inline SuiteOutcome outcome_on_suite(Subject& subject, const std::string& expected, const std::string& draft,
                                     bool optional) {
  Fault fault;
  const std::optional<PinnedSuite> pinned =
      load_pinned_suite(LOCKSTEP_SOURCE_DIR, LOCKSTEP_DEPS_DIR, draft, fault);
  EXPECT_TRUE(pinned.has_value()) << fault.message;
  const std::optional<Expectations> expectations =
      read_expectations(expectation_file(LOCKSTEP_SOURCE_DIR, expected, draft), expected, draft, fault);
  EXPECT_TRUE(expectations.has_value()) << fault.message;
  if (!pinned || !expectations) return {};
  SuiteRun run;
  run.selection.optional = optional;
  run.registry = pinned->registry;
  run.expectations = *expectations;
  return run_suite(subject, pinned->suite, run);
}

// Of a parametrised test: "draft201909".
inline std::string test_name_of_draft(std::string draft) {
  std::erase(draft, '-');
  return "draft" + draft;
}

}  // namespace lockstep::conformance

// Everything that a command needs of the official suite, or the fault that stops it.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "lockstep/conformance/suite/json_schema_suite.h"
#include "lockstep/conformance/suite/pin.h"

namespace lockstep::conformance {

struct PinnedSuite {
  SuitePin pin;
  Suite suite;
  std::shared_ptr<const Registry> registry;
};

// read_pin of source/vendor/suite.sha256, find_suite, read_pinned, load_suite, suite_registry; their codes.
std::optional<PinnedSuite> load_pinned_suite(const std::filesystem::path& source,
                                             const std::filesystem::path& deps, std::string_view draft,
                                             Fault& fault);

// Where the expectation list of a subject and draft is, below the source folder.
std::filesystem::path expectation_file(const std::filesystem::path& source, std::string_view subject,
                                       std::string_view draft);

}  // namespace lockstep::conformance

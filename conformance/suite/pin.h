// The pinned bytes of the official suite and of the metaschemas. Files are read once, checked against their
// hashes, and only those very bytes are handed on, so that nothing can change between the check and the use.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "lockstep/conformance/suite/fault.h"

namespace lockstep::conformance {

// Path -> bytes, sorted. Paths are those of the pin: tests/..., remotes/..., metaschemas/...
using PinnedFiles = std::map<std::string, std::string, std::less<>>;

struct SuitePin {
  std::string archive;                                    // file name of the source archive
  std::string archive_sha256;                             // checked where it is fetched, repeated in reports
  std::string tree_sha256;                                // over the lines of the pin
  std::map<std::string, std::string, std::less<>> files;  // path -> SHA-256
};

// vendor/suite.sha256: comment lines `# archive NAME HASH` and `# tree HASH`, then lines as sha256sum writes
// them, sorted by path. Codes: pin_unreadable, pin_malformed, pin_inconsistent (the lines do not have the
// tree hash).
std::optional<SuitePin> read_pin(const std::filesystem::path& file, Fault& fault);

// Where the pinned folders are on this machine.
struct SuitePlaces {
  std::filesystem::path suite;        // holds tests/ and remotes/
  std::filesystem::path metaschemas;  // folder `schemas` of the package jsonschema_specifications
};

// Looks below the folder that `./run setup` filled. Code: suite_not_installed.
std::optional<SuitePlaces> find_suite(const std::filesystem::path& deps, Fault& fault);

// Codes, each naming the first such file in sorted order: suite_file_missing, suite_file_added,
// suite_file_changed, suite_file_unreadable. A run that gets a fault here must stop. Cost: reads about 3 MB.
std::optional<PinnedFiles> read_pinned(const SuitePin& pin, const SuitePlaces& places, Fault& fault);

}  // namespace lockstep::conformance

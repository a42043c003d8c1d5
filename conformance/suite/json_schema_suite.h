// The official JSON Schema Test Suite: its cases with the original bytes of every schema and instance.
// https://github.com/json-schema-org/JSON-Schema-Test-Suite, as the source archive of the pin carries it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/conformance/judge/compare.h"
#include "lockstep/conformance/subject/subject.h"
#include "lockstep/conformance/suite/fault.h"
#include "lockstep/conformance/suite/pin.h"

namespace lockstep::conformance {

struct SuiteTest {
  std::string id;        // draft/file/case description/test description; a repeated one ends in " (2)"
  std::string instance;  // bytes as they stand in the file
  Expected expected = Expected::unknown;
};

// One schema with its tests.
struct SuiteGroup {
  std::string file;                   // "ref.json", "optional/format/date.json"
  std::string schema;                 // bytes as they stand in the file
  std::vector<std::string> keywords;  // sorted: the file's, and those that the schema uses
  bool optional = false;
  bool assert_formats = false;  // files below optional/format/; everything else annotates
  std::vector<SuiteTest> tests;
};

struct Suite {
  std::string draft;                            // "2020-12"
  std::string dialect;                          // URI
  std::vector<SuiteGroup> groups;               // by file path, then in the file's order
  std::size_t count(bool with_optional) const;  // tests
};

// 2020-12, 2019-09, 7, 6, 4: as --draft takes them.
std::vector<std::string> suite_drafts();
// "" for a draft that is none of these.
std::string dialect_of(std::string_view draft);

// Codes: unknown_draft, suite_malformed (a file that is not as the suite's own schema says), suite_empty.
std::optional<Suite> load_suite(const PinnedFiles& files, std::string_view draft, Fault& fault);

// The documents that the suite's `$ref`s may reach: remotes/ at http://localhost:1234/, and every metaschema
// by its own identifier. Code: suite_malformed.
std::shared_ptr<const Registry> suite_registry(const PinnedFiles& files, Fault& fault);

}  // namespace lockstep::conformance

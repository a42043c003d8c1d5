// Schemas with instances in the form of MaskBench: a folder of *.jsonl, lines {id, schema, tests: [{valid,
// data}]}.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <variant>
#include <vector>

namespace lockstep::conformance {

struct BenchTest {
  std::string data;  // bytes as they stand in the file
  bool valid = false;
};

// Thread rules: a plain value.
struct BenchSchema {
  std::string id;                // "JsonSchemaStore/id of the line"
  std::string schema;            // bytes as they stand in the file
  std::vector<BenchTest> tests;  // may be none
};

struct BenchFault {
  std::string code;  // no_files, file_unreadable, bad_json, bad_line, duplicate_id
  std::string message;
  std::string file;
  std::size_t line = 0;
  std::string pointer;
};

// The files by name, the lines in their order. `features` and a test's `description` are read and mean
// nothing here; any other field is a fault, and the first one ends it. Cost: the text of the files, and of
// one line some ten times its size.
std::variant<std::vector<BenchSchema>, BenchFault> read_maskbench(const std::filesystem::path& folder);

}  // namespace lockstep::conformance

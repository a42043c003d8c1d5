#include "lockstep/conformance/maskbench/maskbench_file.h"

#include <fmt/core.h>

#include <algorithm>
#include <fstream>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

#include "lockstep/conformance/cases/row_fields.h"
#include "lockstep/oracle/json_text/json_text.h"

namespace lockstep::conformance {
namespace {

using oracle::JsonValue;

constexpr oracle::JsonLimits kLineLimits = {.bytes = std::size_t{64} << 20U, .depth = 2000};

std::string bytes_of(const std::string& line, const JsonValue& value) {
  return line.substr(value.begin, value.end - value.begin);
}

BenchTest read_test(const std::string& line, const JsonValue& value, const std::string& pointer) {
  RowFields fields(value, pointer);
  BenchTest test;
  test.valid = read_boolean(fields.need("valid"), fields.at("valid"));
  test.data = bytes_of(line, fields.need("data"));
  if (const JsonValue* words = fields.find("description"))
    (void)read_string(*words, fields.at("description"));
  fields.end();
  return test;
}

BenchSchema read_line(const std::string& line, const JsonValue& value) {
  RowFields fields(value, "");
  BenchSchema schema;
  schema.id = read_string(fields.need("id"), fields.at("id"));
  schema.schema = bytes_of(line, fields.need("schema"));
  for (const JsonValue& test : read_array(fields.need("tests"), fields.at("tests"))) {
    schema.tests.push_back(
        read_test(line, test, pointer_to(fields.at("tests"), std::to_string(schema.tests.size()))));
  }
  if (const JsonValue* features = fields.find("features")) (void)read_array(*features, fields.at("features"));
  fields.end();
  return schema;
}

// The schemas of one file, added to `all`.
std::optional<BenchFault> read_file(const std::filesystem::path& file, std::vector<BenchSchema>& all) {
  const std::string named = file.filename().string();
  std::ifstream in(file, std::ios::binary);
  if (!in) return BenchFault{"file_unreadable", "cannot be read", named, 0, ""};
  std::set<std::string> ids;
  std::size_t number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    const oracle::Outcome<JsonValue> value = oracle::parse_json(line, kLineLimits);
    if (!value)
      return BenchFault{"bad_json", fmt::format("{} at byte {}", value.error().code, value.error().offset),
                        named, number, ""};
    try {
      all.push_back(read_line(line, value.value()));
    } catch (const BadRow& bad) {
      return BenchFault{"bad_line", bad.message, named, number, bad.pointer};
    }
    if (!ids.insert(all.back().id).second)
      return BenchFault{"duplicate_id", fmt::format("'{}' stands there twice", all.back().id), named, number,
                        "/id"};
    all.back().id = file.stem().string() + "/" + all.back().id;
  }
  return std::nullopt;
}

}  // namespace

std::variant<std::vector<BenchSchema>, BenchFault> read_maskbench(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  std::error_code error;
  for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    if (entry->path().extension() == ".jsonl") files.push_back(entry->path());
  }
  std::sort(files.begin(), files.end());
  std::vector<BenchSchema> all;
  for (const std::filesystem::path& file : files) {
    if (auto fault = read_file(file, all)) return std::move(*fault);
  }
  if (error || all.empty())
    return BenchFault{"no_files", "the folder has no *.jsonl with schemas", folder.string(), 0, ""};
  return all;
}

}  // namespace lockstep::conformance

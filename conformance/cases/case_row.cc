#include "lockstep/conformance/cases/case_row.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "lockstep/conformance/cases/row_fields.h"
#include "lockstep/conformance/cases/row_inputs.h"
#include "lockstep/conformance/suite/json_schema_suite.h"

namespace lockstep::conformance {
namespace {

using oracle::JsonValue;

constexpr oracle::JsonLimits kRowLimits = {.bytes = std::size_t{64} << 20U, .depth = 2000};

constexpr std::array kRules = {CompileRule::must_compile, CompileRule::error, CompileRule::ok_or_error,
                               CompileRule::ok_or_limit, CompileRule::error_or_empty};

constexpr std::array<std::string_view, 8> kKinds = {"wrong_accept", "wrong_reject", "crash", "hang",
                                                    "blowup",       "tokenizer",    "api",   "spec_unclear"};

// A complete output: a text, or bytes in hexadecimal digits.
std::string complete_output(const JsonValue& value, const std::string& pointer) {
  if (value.kind != oracle::JsonKind::object || is_recipe(value)) return read_text(value, pointer);
  RowFields fields(value, pointer);
  std::string bytes = read_hex(fields.need("hex"), fields.at("hex"));
  fields.end();
  return bytes;
}

RejectedText rejected(const JsonValue& value, const std::string& pointer) {
  for (const char* name : {"dead_prefix", "dead_prefix_hex"}) {
    if (value.kind != oracle::JsonKind::object || value.find(name) == nullptr) continue;
    RowFields fields(value, pointer);
    const JsonValue& prefix = fields.need(name);
    fields.end();
    const bool text = std::string_view(name) == "dead_prefix";
    return {text ? read_text(prefix, fields.at(name)) : read_hex(prefix, fields.at(name)), true};
  }
  return {complete_output(value, pointer), false};
}

template <typename Text, typename Read>
std::vector<Text> list(RowFields& row, const char* name, bool needed, const Read& read) {
  std::vector<Text> texts;
  const JsonValue* found = needed ? &row.need(name) : row.find(name);
  if (found == nullptr) return texts;
  for (const JsonValue& item : read_array(*found, row.at(name)))
    texts.push_back(read(item, pointer_to(row.at(name), std::to_string(texts.size()))));
  return texts;
}

CompileRule compile_rule(RowFields& row) {
  const JsonValue* found = row.find("compile");
  if (found == nullptr) return CompileRule::must_compile;
  const std::string said = read_string(*found, row.at("compile"));
  for (const CompileRule rule : kRules) {
    if (rule != CompileRule::must_compile && said == name(rule)) return rule;
  }
  throw BadRow{row.at("compile"), fmt::format("no rule is called '{}'", said)};
}

void read_options(RowFields& row, CaseRow& out) {
  const JsonValue* found = row.find("options");
  if (found == nullptr) return;
  RowFields options(*found, row.at("options"));
  if (const JsonValue* format = options.find("format")) {
    const std::string said = read_string(*format, options.at("format"));
    if (said != "assert" && said != "annotate")
      throw BadRow{options.at("format"), "is neither assert nor annotate"};
    out.assert_formats = said == "assert";
  }
  if (const JsonValue* draft = options.find("draft")) {
    out.draft = read_string(*draft, options.at("draft"));
    if (dialect_of(out.draft).empty())
      throw BadRow{options.at("draft"), fmt::format("'{}' is no draft", out.draft)};
  }
  // Of the script that checked the lists; they change nothing here.
  for (const char* name : {"noajv", "format_by"}) {
    if (const JsonValue* other = options.find(name)) (void)read_string(*other, options.at(name));
  }
  options.end();
}

void read_words(RowFields& row) {
  for (const char* name : {"engine", "source", "expect", "note"})
    (void)read_string(row.need(name), row.at(name));
  if (const JsonValue* verified = row.find("verified")) (void)read_string(*verified, row.at("verified"));
  if (const JsonValue* seen = row.find("seen_in")) {
    for (const JsonValue& item : read_array(*seen, row.at("seen_in")))
      (void)read_string(item, row.at("seen_in"));
  }
}

CaseRow read_row(std::string_view text, const JsonValue& value) {
  RowFields row(value, "");
  CaseRow out;
  out.id = read_string(row.need("id"), row.at("id"));
  if (out.id.empty()) throw BadRow{row.at("id"), "is empty"};
  out.kind = read_string(row.need("kind"), row.at("kind"));
  if (std::find(kKinds.begin(), kKinds.end(), out.kind) == kKinds.end())
    throw BadRow{row.at("kind"), fmt::format("nothing is reported as '{}'", out.kind)};
  out.keyword = read_string(row.need("keyword"), row.at("keyword"));
  out.input_type = read_string(row.need("input_type"), row.at("input_type"));
  read_words(row);
  out.accept = list<std::string>(row, "accept", true, complete_output);
  out.accept_policy = list<std::string>(row, "accept_policy", false, complete_output);
  out.unclear = list<std::string>(row, "unclear", false, complete_output);
  out.reject = list<RejectedText>(row, "reject", true, rejected);
  out.compile = compile_rule(row);
  read_options(row, out);
  read_input(text, row.need("input"), row.at("input"), out);
  row.end();
  return out;
}

}  // namespace

std::string_view name(CompileRule rule) {
  switch (rule) {
    case CompileRule::must_compile:
      return "must_compile";
    case CompileRule::error:
      return "error";
    case CompileRule::ok_or_error:
      return "ok_or_error";
    case CompileRule::ok_or_limit:
      return "ok_or_limit";
    case CompileRule::error_or_empty:
      break;
  }
  return "error_or_empty";
}

std::variant<std::vector<CaseRow>, CaseFault> read_cases(std::string_view file) {
  std::vector<CaseRow> rows;
  std::set<std::string> ids;
  std::size_t number = 0;
  while (!file.empty()) {
    const std::string_view line = file.substr(0, file.find('\n'));
    file.remove_prefix(std::min(line.size() + 1, file.size()));
    ++number;
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    const oracle::Outcome<JsonValue> value = oracle::parse_json(line, kRowLimits);
    if (!value) {
      return CaseFault{"bad_json", fmt::format("{} at byte {}", value.error().code, value.error().offset),
                       number, ""};
    }
    try {
      rows.push_back(read_row(line, value.value()));
    } catch (const BadRow& bad) {
      return CaseFault{"bad_row", bad.message, number, bad.pointer};
    }
    rows.back().line = number;
    if (!ids.insert(rows.back().id).second)
      return CaseFault{"duplicate_id", fmt::format("'{}' stands there twice", rows.back().id), number, "/id"};
  }
  if (rows.empty()) return CaseFault{"empty_file", "no line has a row", 0, ""};
  return rows;
}

}  // namespace lockstep::conformance

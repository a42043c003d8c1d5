// Hostile cases as data: <kind>.json in a folder, checked against case_schema.json, with notes.json for what
// the flags mean. What a case asks stands in the README.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/conformance/subject/subject.h"
#include "lockstep/conformance/suite/fault.h"

namespace lockstep::adversarial {

enum class CaseKind : std::uint8_t { schema, text, vocabulary, session };
std::string_view name(CaseKind kind);
inline constexpr CaseKind kCaseKinds[] = {CaseKind::schema, CaseKind::text, CaseKind::vocabulary,
                                          CaseKind::session};

// Of a whole case, the start of the process included. The memory is the address space of the process.
struct CaseLimits {
  std::size_t seconds = 20;
  std::size_t mib = 1024;
};

// What the built-in engine says exactly where several answers are right, or where the reason matters.
struct EngineAnswer {
  conformance::Compile outcome = conformance::Compile::ok;
  std::string code;
};

struct HostileInstance {
  nlohmann::json text;
  bool valid = false;
};

// Texts are expanded by who needs them: one at a time. Thread rules: a plain value.
struct HostileCase {
  CaseKind kind = CaseKind::schema;
  std::string id;  // "schema/nested-deep"
  std::vector<std::string> flags;
  std::vector<conformance::Compile> expect;  // any of these is right; of a vocabulary: ok or refused
  std::optional<EngineAnswer> engine;
  nlohmann::json schema;
  std::string policy = "spec";
  std::vector<HostileInstance> instances;
  nlohmann::json vocabulary;         // null: one token for each byte and one that stops
  nlohmann::json steps;              // null: none
  std::optional<std::size_t> bytes;  // declared size of all expanded texts, with seed 1
  CaseLimits limits;
};

struct CaseFile {
  std::string name;  // "schema.json"
  nlohmann::json document;
};

struct CaseFolder {
  nlohmann::json schema;  // case_schema.json
  std::string schema_text;
  nlohmann::json notes;
  std::vector<CaseFile> files;
  std::vector<std::string> texts;  // of the files, as they stand on disk
};

// Codes: cases_unreadable, cases_malformed (no JSON). Says nothing about what is in them: lint() does.
std::optional<CaseFolder> read_folder(const std::filesystem::path& folder, conformance::Fault& fault);

// The cases in the order of the files. Needs a folder without complaints of lint().
std::vector<HostileCase> cases_of(const CaseFolder& folder);

// Bytes of everything that the case expands to; nullopt with `error` where a recipe cannot be expanded.
std::optional<std::size_t> expanded_bytes(const HostileCase& one, std::uint64_t seed, std::string& error);

}  // namespace lockstep::adversarial

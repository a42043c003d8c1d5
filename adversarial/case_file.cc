#include "lockstep/adversarial/case_file.h"

#include <fmt/core.h>

#include <utility>

#include "lockstep/adversarial/recipe.h"
#include "lockstep/engine/base/file.h"

namespace lockstep::adversarial {
namespace {

using conformance::Compile;
using conformance::Fault;
using nlohmann::json;

constexpr std::size_t kMostBytes = std::size_t{64} << 20U;

std::optional<std::string> read(const std::filesystem::path& path, Fault& fault) {
  engine::Result<std::string> text = engine::read_file(path.string(), kMostBytes);
  if (text.ok()) return std::move(text).value();
  fault = {"cases_unreadable", "a file of hostile cases cannot be read", path.string()};
  return std::nullopt;
}

std::optional<json> parsed(const std::string& text, const std::filesystem::path& path, Fault& fault) {
  json document = json::parse(text, nullptr, false);
  if (!document.is_discarded() && document.is_object()) return document;
  fault = {"cases_malformed", "a file of hostile cases is no JSON object", path.string()};
  return std::nullopt;
}

Compile outcome_named(const std::string& name) {
  for (const Compile outcome :
       {Compile::ok, Compile::empty, Compile::refused, Compile::malformed, Compile::limit}) {
    if (conformance::name(outcome) == name) return outcome;
  }
  return Compile::crash;  // the case schema has no other name
}

HostileCase case_of(CaseKind kind, const json& from) {
  HostileCase one;
  one.kind = kind;
  one.id = fmt::format("{}/{}", name(kind), from.at("id").get<std::string>());
  one.flags = from.at("flags").get<std::vector<std::string>>();
  for (const json& outcome : from.value("expect", json::array({"ok"})))
    one.expect.push_back(outcome_named(outcome.get<std::string>()));
  if (from.contains("engine")) {
    one.engine = EngineAnswer{outcome_named(from["engine"].at("outcome").get<std::string>()),
                              from["engine"].value("code", "")};
  }
  one.schema = from.value("schema", json("true"));
  one.policy = from.value("policy", "spec");
  for (const json& instance : from.value("instances", json::array()))
    one.instances.push_back({instance.at("text"), instance.at("valid").get<bool>()});
  one.vocabulary = from.value("vocabulary", json());
  one.steps = from.value("steps", json());
  if (from.contains("bytes")) one.bytes = from["bytes"].get<std::size_t>();
  if (from.contains("limits")) {
    one.limits.seconds = from["limits"].value("seconds", one.limits.seconds);
    one.limits.mib = from["limits"].value("mib", one.limits.mib);
  }
  return one;
}

bool add_size(const json& text, std::uint64_t seed, std::size_t& sum, std::string& error) {
  std::string expanded;
  if (!expand(text, seed, expanded, error)) return false;
  sum += expanded.size();
  return true;
}

}  // namespace

std::string_view name(CaseKind kind) {
  switch (kind) {
    case CaseKind::schema:
      return "schema";
    case CaseKind::text:
      return "text";
    case CaseKind::vocabulary:
      return "vocabulary";
    case CaseKind::session:
      break;
  }
  return "session";
}

std::optional<CaseFolder> read_folder(const std::filesystem::path& folder, Fault& fault) {
  CaseFolder out;
  const auto schema = read(folder / "case_schema.json", fault);
  const auto notes = schema ? read(folder / "notes.json", fault) : std::nullopt;
  if (!notes) return std::nullopt;
  const auto schema_json = parsed(*schema, folder / "case_schema.json", fault);
  const auto notes_json = schema_json ? parsed(*notes, folder / "notes.json", fault) : std::nullopt;
  if (!notes_json) return std::nullopt;
  out.schema_text = *schema;
  out.schema = *schema_json;
  out.notes = *notes_json;
  for (const CaseKind kind : kCaseKinds) {
    const std::filesystem::path path = folder / fmt::format("{}.json", name(kind));
    const auto text = read(path, fault);
    const auto document = text ? parsed(*text, path, fault) : std::nullopt;
    if (!document) return std::nullopt;
    out.texts.push_back(*text);
    out.files.push_back({path.filename().string(), *document});
  }
  return out;
}

std::vector<HostileCase> cases_of(const CaseFolder& folder) {
  std::vector<HostileCase> cases;
  for (std::size_t i = 0; i < folder.files.size(); ++i) {
    for (const json& one : folder.files[i].document.at("cases")) cases.push_back(case_of(kCaseKinds[i], one));
  }
  return cases;
}

std::optional<std::size_t> expanded_bytes(const HostileCase& one, std::uint64_t seed, std::string& error) {
  std::size_t sum = 0;
  if (!add_size(one.schema, seed, sum, error)) return std::nullopt;
  for (const HostileInstance& instance : one.instances) {
    if (!add_size(instance.text, seed, sum, error)) return std::nullopt;
  }
  return sum;
}

}  // namespace lockstep::adversarial

#include "lockstep/conformance/suite/expectations.h"

#include <fmt/core.h>

#include <fstream>
#include <nlohmann/json.hpp>

namespace lockstep::conformance {
namespace {

using Json = nlohmann::json;

std::string text_of(const Json& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

// "" when the entry was taken, else what is wrong with it.
std::string take_entry(const Json& entry, Expectations& list) {
  if (!entry.is_object() || entry.size() != 3)
    return "an entry has not exactly the fields id, verdict, reason";
  const std::string id = text_of(entry, "id");
  const std::string reason = text_of(entry, "reason");
  const std::optional<Verdict> verdict = verdict_named(text_of(entry, "verdict"));
  if (id.empty() || reason.empty()) return "an entry lacks its id or its reason";
  if (!verdict || !is_failure(*verdict)) return fmt::format("the verdict of '{}' is no failure", id);
  if (!list.entries.emplace(id, ExpectedFailure{*verdict, reason}).second) {
    return fmt::format("'{}' stands there twice", id);
  }
  return {};
}

}  // namespace

bool Expectations::lists(std::string_view id, Verdict verdict) const {
  const auto found = entries.find(id);
  return found != entries.end() && found->second.verdict == verdict;
}

std::vector<std::string> stale_entries(const Expectations& expectations, const std::set<std::string>& known,
                                       const std::map<std::string, Verdict>& ran) {
  std::vector<std::string> stale;
  for (const auto& [id, entry] : expectations.entries) {
    const auto found = ran.find(id);
    if (!known.contains(id) || (found != ran.end() && found->second != entry.verdict)) stale.push_back(id);
  }
  return stale;
}

reports::ExitCode exit_of_run(const std::vector<std::string>& unlisted, const std::vector<std::string>& stale,
                              bool unresolved) {
  using reports::ExitCode;
  if (!unlisted.empty()) return ExitCode::conformance_failure;
  if (!stale.empty()) return ExitCode::stale_expectation_list;
  return unresolved ? ExitCode::unresolved : ExitCode::pass;
}

std::optional<Expectations> read_expectations(const std::filesystem::path& file, std::string_view subject,
                                              std::string_view draft, Fault& fault) {
  const std::string named = file.filename().string();
  Expectations list;
  if (!std::filesystem::exists(file)) return list;
  std::ifstream in(file, std::ios::binary);
  const Json tree = Json::parse(in, nullptr, false);
  if (!tree.is_object() || tree.size() != 3 || !tree.contains("entries") || !tree.at("entries").is_array()) {
    fault = {"expectations_malformed", fmt::format("{} is not {{subject, draft, entries}}", named), named};
    return std::nullopt;
  }
  if (text_of(tree, "subject") != subject || text_of(tree, "draft") != draft) {
    fault = {"expectations_misplaced", fmt::format("{} is not about {} and draft {}", named, subject, draft),
             named};
    return std::nullopt;
  }
  for (const Json& entry : tree.at("entries")) {
    const std::string problem = take_entry(entry, list);
    if (!problem.empty()) {
      fault = {"expectations_malformed", fmt::format("{}: {}", named, problem), named};
      return std::nullopt;
    }
  }
  return list;
}

}  // namespace lockstep::conformance

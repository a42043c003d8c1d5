// The summary object and the exit codes.
#include "lockstep/reports/summary.h"

#include <array>
#include <nlohmann/json.hpp>

#include "lockstep/reports/record.h"

namespace lockstep::reports {
namespace {

int badness(ExitCode code) {
  switch (code) {
    case ExitCode::pass:
      return 0;
    case ExitCode::unresolved:
      return 1;
    case ExitCode::stale_expectation_list:
      return 2;
    case ExitCode::usage:
      return 3;
    case ExitCode::subject_error:
      return 4;
    case ExitCode::conformance_failure:
      return 5;
    case ExitCode::self_check_failed:
      return 6;
  }
  return 6;
}

void put(nlohmann::ordered_json& out, const char* name, const std::optional<std::size_t>& value) {
  if (value) out[name] = *value;
}

nlohmann::ordered_json to_json(const std::map<std::string, std::size_t>& counts) {
  nlohmann::ordered_json out = nlohmann::ordered_json::object();
  for (const auto& [name, count] : counts) out[name] = count;
  return out;
}

nlohmann::ordered_json to_json(const PartSummary& part) {
  nlohmann::ordered_json out = nlohmann::ordered_json::object();
  out["name"] = part.name;
  out["exit"] = static_cast<int>(part.exit);
  out["cases"] = part.cases;
  out["verdicts"] = to_json(part.verdicts);
  put(out, "audited", part.audited);
  return out;
}

nlohmann::ordered_json to_json(const CompileSummary& compiles) {
  nlohmann::ordered_json out = nlohmann::ordered_json::object();
  out["outcomes"] = to_json(compiles.outcomes);
  out["refused_schemas"] = to_json(compiles.refused_schemas);
  out["over_50_ms"] = compiles.slow;
  out["over_8_mib"] = compiles.large;
  out["slowest"] = compiles.slowest;
  out["slowest_ms"] = compiles.slowest_milliseconds;
  out["largest"] = compiles.largest;
  out["largest_bytes"] = compiles.largest_bytes;
  return out;
}

}  // namespace

std::string_view name(ExitCode code) {
  constexpr std::array<std::string_view, 7> kNames = {
      "pass",       "conformance_failure",   "usage", "subject_error", "self_check_failed",
      "unresolved", "stale_expectation_list"};
  return kNames.at(static_cast<std::size_t>(code));
}

ExitCode worse(ExitCode a, ExitCode b) { return badness(a) < badness(b) ? b : a; }

nlohmann::ordered_json to_json(const Summary& summary) {
  nlohmann::ordered_json out = nlohmann::ordered_json::object();
  out["command"] = summary.command;
  out["exit"] = static_cast<int>(summary.exit);
  out["report"] = summary.report;
  out["cases"] = summary.cases;
  put(out, "variants", summary.variants);
  out["verdicts"] = to_json(summary.verdicts);
  out["refused_by"] = to_json(summary.refused_by);
  put(out, "audited", summary.audited);
  put(out, "schemas", summary.schemas);
  if (summary.compiles) out["compiles"] = to_json(*summary.compiles);
  put(out, "prefixes", summary.prefixes);
  put(out, "bits", summary.bits);
  put(out, "unknown_bits", summary.unknown_bits);
  put(out, "masks", summary.masks);
  put(out, "dense_masks", summary.dense_masks);
  put(out, "full_masks", summary.full_masks);
  put(out, "full_in_strings", summary.full_in_strings);
  put(out, "differences", summary.differences);
  for (const auto& [keyword, under] : summary.by_keyword) {
    out["by_keyword"][keyword] = {{"prefixes", under.prefixes},     {"masks", under.masks},
                                  {"full_masks", under.full_masks}, {"asked", under.asked},
                                  {"unknown", under.unknown},       {"refused", under.refused}};
  }
  put(out, "self_checks", summary.self_checks);
  put(out, "self_checks_failed", summary.self_checks_failed);
  for (const auto& [arm, counts] : summary.statuses) out["statuses"][arm] = to_json(counts);
  for (const auto& [arm, numbers] : summary.intervention) {
    for (const auto& [name, value] : numbers) out["intervention"][arm][name] = value;
  }
  for (const PartSummary& part : summary.parts) out["parts"].push_back(to_json(part));
  if (!summary.not_tested.empty()) {
    out["not_tested"] = nlohmann::ordered_json::object();
    for (const auto& [what, why] : summary.not_tested) out["not_tested"][what] = why;
  }
  return out;
}

void count_cases(const std::vector<Case>& cases, Summary& summary) {
  summary.cases = cases.size();
  summary.verdicts.clear();
  summary.refused_by.clear();
  for (const Case& one : cases) {
    ++summary.verdicts[one.verdict];
    if (one.verdict == "refused") ++summary.refused_by[one.refused_by];
  }
}

}  // namespace lockstep::reports

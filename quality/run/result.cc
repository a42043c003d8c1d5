#include "lockstep/quality/run/result.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <system_error>

#include "lockstep/engine/decode/counter_random.h"
#include "lockstep/quality/run/intervention.h"
#include "lockstep/quality/run/item_run.h"

namespace lockstep::quality {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;
using Counts = std::map<std::string, std::size_t>;
using ByCondition = std::map<std::string, std::vector<json>>;

Status status_of(const json& line) {
  return status_named(line.at("status").get<std::string>()).value_or(Status::evaluator_error);
}

ByCondition by_condition(const std::vector<json>& lines) {
  ByCondition out;
  for (const json& line : lines) out[line.at("condition")].push_back(line);
  return out;
}

// The pair that the plan compares: that of its control of invasiveness; empty names where it has none.
std::pair<std::string, std::string> compared(const Prepared& prepared) {
  for (const std::string& name : prepared.plan.conditions) {
    const Control* control = prepared.manifest.control(name);
    if (control != nullptr && control->kind == ControlKind::invasiveness)
      return {control->of, control->against};
  }
  return {};
}

ordered_json arm_json(const std::vector<json>& lines) {
  Counts statuses;
  std::size_t denominator = 0;
  std::size_t usable_count = 0;
  std::size_t valid_count = 0;
  for (const json& line : lines) {
    const Status status = status_of(line);
    ++statuses[std::string(name(status))];
    denominator += counts(status) ? 1 : 0;
    usable_count += usable(status) ? 1 : 0;
    valid_count += valid(status) ? 1 : 0;
  }
  ordered_json out = {{"denominator", denominator}, {"usable", usable_count}, {"valid", valid_count}};
  for (const Status status : all_statuses()) {
    const auto found = statuses.find(std::string(name(status)));
    if (found != statuses.end()) out["statuses"][found->first] = found->second;
  }
  out["intervention"] = intervention_of(lines);
  return out;
}

ordered_json transition_json(const Transition& t) {
  return {{"of", t.of},         {"against", t.against},  {"both", t.both},       {"harm", t.harm},
          {"rescue", t.rescue}, {"gain", t.gain},        {"neither", t.neither}, {"laundered", t.laundered},
          {"causes", t.causes}, {"left_out", t.left_out}};
}

std::map<std::string, std::string> not_tested(const Prepared& prepared, const ResultFacts& facts,
                                              const std::vector<json>& lines) {
  std::map<std::string, std::string> out;
  for (const NotBuilt& one : prepared.manifest.not_built)
    out["arm " + one.name] = "not built: " + one.sentence;
  out["statistics"] = "no interval, test or power is computed: the counts describe this run alone";
  if (facts.partial) out["the rest of the plan"] = "left out by --limit or --shard";
  for (const Status status : {Status::evaluator_error, Status::gold_not_expressible}) {
    std::size_t count = 0;
    for (const json& line : lines) count += status_of(line) == status ? 1 : 0;
    if (count > 0) out[std::string(name(status))] = fmt::format("{} cases, in no denominator", count);
  }
  return out;
}

// By condition and reason: "O: not_applicable" -> cases. A report counts them from its cases.
Counts unknown_of(const std::vector<json>& lines) {
  Counts out;
  for (const json& line : lines) {
    if (line.at("verdict") != "unknown") continue;
    const std::string detail = line.at("detail");
    ++out[line.at("condition").get<std::string>() + ": " + detail.substr(0, detail.find(':'))];
  }
  return out;
}

struct Checked {
  std::size_t asked = 0;
  std::size_t failed = 0;
  std::string first{};
};

Checked checked(const std::vector<json>& lines) {
  Checked out;
  for (const json& line : lines) {
    out.asked += line.at("checks").get<std::size_t>();
    const std::size_t failed = line.at("checks_failed");
    if (failed > 0 && out.failed == 0)
      out.first = line.at("id").get<std::string>() + ": " + line.at("first_failure").get<std::string>();
    out.failed += failed;
  }
  return out;
}

}  // namespace

Transition transition_of(const std::vector<json>& lines, const std::string& of, const std::string& against) {
  Transition out{.of = of, .against = against};
  std::map<std::string, std::map<std::string, Status>> pairs;  // item and repeat -> arm -> status
  for (const json& line : lines) {
    const std::string key =
        fmt::format("{}/{}", line.at("item").get<std::string>(), line.at("repeat").get<int>());
    pairs[key].emplace(line.at("condition"), status_of(line));
  }
  for (const auto& [key, arms] : pairs) {
    if (!arms.contains(of) || !arms.contains(against)) continue;
    const Status a = arms.at(of);
    const Status b = arms.at(against);
    if (!counts(a) || !counts(b)) {
      ++out.left_out;
      continue;
    }
    if (!usable(a)) ++out.causes[std::string(name(a))];
    if (usable(a)) {
      ++(usable(b) ? out.both : out.harm);
    } else if (usable(b)) {
      ++(valid(a) ? out.gain : out.rescue);
    } else {
      ++out.neither;
      if (!valid(a) && valid(b)) ++out.laundered;
    }
  }
  return out;
}

ordered_json result_of(const Prepared& prepared, const ResultFacts& facts, const std::vector<json>& lines) {
  const engine::SamplerSettings& s = prepared.plan.sampler;
  ordered_json out = {
      {"format", "lockstep-quality-result-1"},
      {"plan", {{"name", prepared.plan.name}, {"sha256", prepared.sha256}, {"partial", facts.partial}}},
      {"subject", {{"name", facts.subject}, {"version", facts.subject_version}, {"wrong", facts.wrong}}},
      {"model",
       {{"name", prepared.model->identity().name},
        {"sha256", prepared.model->identity().sha256},
        {"tier", kExactTier},
        {"numeric", prepared.model->identity().numeric}}},
      {"vocabulary", prepared.vocabulary.identity()},
      {"policy", engine::canonical_text(prepared.policy)},
      {"sampler",
       {{"repetition_penalty", s.repetition_penalty},
        {"frequency_penalty", s.frequency_penalty},
        {"presence_penalty", s.presence_penalty},
        {"temperature", s.temperature},
        {"min_p", s.min_p},
        {"top_k", s.top_k},
        {"top_p", s.top_p}}},
      {"generator", {{"name", engine::kRandomName}, {"seed", std::to_string(prepared.plan.seed)}}},
      {"cases", lines.size()},
      {"unknown", unknown_of(lines)},
      {"not_tested", not_tested(prepared, facts, lines)}};
  const ByCondition conditions = by_condition(lines);
  out["arms"] = ordered_json::object();
  out["controls"] = ordered_json::object();
  for (const auto& [name, of_it] : conditions) {
    if (prepared.manifest.arm(name) != nullptr) {
      out["arms"][name] = arm_json(of_it);
      continue;
    }
    Counts verdicts;
    for (const json& line : of_it) ++verdicts[line.at("verdict")];
    out["controls"][name] = verdicts;
  }
  const auto [of, against] = compared(prepared);
  if (!of.empty()) out["transition"] = transition_json(transition_of(lines, of, against));
  const Checked checks = checked(lines);
  out["self_checks"] = {{"asked", checks.asked}, {"failed", checks.failed}, {"first_failure", checks.first}};
  out["convicting"] = ordered_json::array();
  for (const json& line : lines) {
    if (convicts(line.at("verdict"))) out["convicting"].push_back(line.at("id").get<std::string>());
  }
  return out;
}

reports::Summary summary_of(const Prepared& prepared, const ResultFacts& facts,
                            const std::vector<json>& lines) {
  reports::Summary out;
  out.command = "quality";
  out.cases = lines.size();
  out.not_tested = not_tested(prepared, facts, lines);
  const Checked checks = checked(lines);
  out.self_checks = checks.asked;
  out.self_checks_failed = checks.failed;
  for (const auto& [name, of_it] : by_condition(lines)) {
    if (prepared.manifest.arm(name) == nullptr) continue;
    out.intervention[name] = intervention_of(of_it);
    for (const json& line : of_it) ++out.statuses[name][line.at("status")];
  }
  for (const json& line : lines) {
    if (convicts(line.at("verdict")))
      out.exit = reports::worse(out.exit, reports::ExitCode::conformance_failure);
    if (line.at("verdict") == "refused") ++out.refused_by["constraint"];
  }
  // Nothing can be believed where a step contradicts itself, or where none was checked.
  if (checks.failed > 0 || (checks.asked == 0 && !lines.empty()))
    out.exit = reports::ExitCode::self_check_failed;
  return out;
}

bool write_result(const std::string& path, const ordered_json& result) {
  const std::string beside = path + ".part";
  {
    std::ofstream file(beside, std::ios::binary | std::ios::trunc);
    file << result.dump(2, ' ', false, ordered_json::error_handler_t::replace) << '\n';
    if (!file.flush()) return false;
  }
  std::error_code failure;
  std::filesystem::rename(beside, path, failure);
  return !failure;
}

}  // namespace lockstep::quality

#include "lockstep/quality/plan/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "lockstep/quality/plan/strict_json.h"

namespace lockstep::quality {
namespace {

using nlohmann::json;
using Fault = std::optional<engine::Error>;

constexpr const char* kCode = "bad_plan";
constexpr std::uint64_t kMostItems = 100'000;
constexpr std::uint64_t kMostTokens = 100'000;
constexpr std::uint64_t kMostRepeats = 1000;

std::uint64_t bounded(StrictObject& from, const char* name, std::uint64_t least, std::uint64_t most) {
  const std::uint64_t value = from.count(name);
  if (value < least || value > most) from.fault(fmt::format("{} is not from {} to {}", name, least, most));
  return value;
}

Fault read_model(const json& given, Plan& plan) {
  StrictObject from(given, "/model");
  const std::string kind = from.word("kind", {"ngram", "table"});
  plan.model = kind == "table" ? ModelKind::table : ModelKind::ngram;
  plan.model_file = from.text("file");
  NgramSettings& n = plan.ngram;
  if (from.has("order")) n.order = bounded(from, "order", 1, 64);
  if (from.has("known_word")) n.known_word = bounded(from, "known_word", 1, 1'000'000);
  if (from.has("seen")) n.seen = from.number("seen");
  if (from.has("recall")) n.recall = from.number("recall");
  if (from.has("recall_weight")) n.recall_weight = from.number("recall_weight");
  if (from.has("recall_order")) n.recall_order = bounded(from, "recall_order", 3, 64);
  if (from.has("padding")) n.padding = static_cast<float>(from.number("padding"));
  if (!(n.seen > 0) || !(n.recall >= 0) || !(n.recall_weight > 0))
    from.fault("has a weight that is not above 0");
  return from.finish(kCode);
}

Fault read_sampler(const json& given, Plan& plan) {
  StrictObject from(given, "/sampler");
  engine::SamplerSettings& s = plan.sampler;
  s.temperature = from.number("temperature");
  if (from.has("repetition_penalty")) s.repetition_penalty = from.number("repetition_penalty");
  if (from.has("frequency_penalty")) s.frequency_penalty = from.number("frequency_penalty");
  if (from.has("presence_penalty")) s.presence_penalty = from.number("presence_penalty");
  if (from.has("min_p")) s.min_p = from.number("min_p");
  if (from.has("top_k")) s.top_k = static_cast<std::int64_t>(bounded(from, "top_k", 0, 1U << 30U));
  if (from.has("top_p")) s.top_p = from.number("top_p");
  if (const std::optional<engine::Error> fault = engine::fault_of(s)) from.fault(fault->message);
  return from.finish(kCode);
}

Fault read_tasks(const json& given, Plan& plan) {
  std::set<std::string> kinds;
  for (std::size_t i = 0; i < given.size(); ++i) {
    StrictObject from(given[i], fmt::format("/tasks/{}", i));
    TaskPlan task;
    task.kind = from.word("kind", {"extraction"});
    task.items = bounded(from, "items", 1, kMostItems);
    task.examples = bounded(from, "examples", 0, 100);
    task.difficulty = bounded(from, "difficulty", 0, 3);
    if (!kinds.insert(task.kind).second) from.fault("is a kind that stands twice");
    if (Fault fault = from.finish(kCode)) return fault;
    plan.tasks.push_back(std::move(task));
  }
  if (!plan.tasks.empty()) return std::nullopt;
  return engine::Error{kCode, "there is no task", std::nullopt, "/tasks"};
}

void read_conditions(const json& given, StrictObject& top, Plan& plan) {
  for (const json& one : given) {
    if (!one.is_string()) {
      top.fault("conditions holds what is no name");
      return;
    }
    const std::string name = one;
    if (std::find(plan.conditions.begin(), plan.conditions.end(), name) != plan.conditions.end())
      top.fault("conditions names " + name + " twice");
    plan.conditions.push_back(name);
  }
  if (plan.conditions.empty()) top.fault("conditions is empty");
}

}  // namespace

engine::Result<Plan> read_plan(std::string_view text) {
  const engine::Result<json> parsed = parse_object(text);
  if (!parsed) return parsed.error();
  Plan plan;
  StrictObject top(*parsed, "");
  (void)top.word("format", {"lockstep-quality-plan-1"});
  plan.name = top.text("name");
  plan.seed = top.count("seed");
  plan.arms = top.text("arms");
  read_conditions(top.array("conditions"), top, plan);
  plan.vocabulary = top.text("vocabulary");
  plan.policy = top.word("policy", {"spec", "model", "canonical"});
  plan.max_new_tokens = bounded(top, "max_new_tokens", 1, kMostTokens);
  plan.repeats = static_cast<std::uint32_t>(bounded(top, "repeats", 1, kMostRepeats));
  const json& model = top.object("model");
  const json& sampler = top.object("sampler");
  const json& tasks = top.array("tasks");
  if (Fault fault = top.finish(kCode)) return *fault;
  if (Fault fault = read_model(model, plan)) return *fault;
  if (Fault fault = read_sampler(sampler, plan)) return *fault;
  if (Fault fault = read_tasks(tasks, plan)) return *fault;
  return plan;
}

}  // namespace lockstep::quality

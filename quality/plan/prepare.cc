#include "lockstep/quality/plan/prepare.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

#include "lockstep/conformance/vocabulary/vocabulary_pins.h"
#include "lockstep/engine/base/file.h"
#include "lockstep/engine/base/sha256.h"
#include "lockstep/quality/model/table_model.h"
#include "lockstep/quality/score/language.h"
#include "lockstep/quality/task/extraction.h"

namespace lockstep::quality {
namespace {

namespace fs = std::filesystem;
using Fault = std::optional<engine::Error>;

engine::Error error(const char* code, const std::string& message) {
  return {code, message, std::nullopt, ""};
}

engine::Result<std::string> read_file(const fs::path& path) {
  constexpr std::size_t kAnySize = std::size_t{1} << 40U;
  engine::Result<std::string> text = engine::read_file(path.string(), kAnySize);
  if (!text || text->empty()) return error("cannot_read", path.string() + " cannot be read, or is empty");
  return text;
}

engine::Result<std::unique_ptr<Model>> make_model(const Plan& plan, const engine::Vocabulary& vocabulary,
                                                  const std::string& text) {
  if (plan.model == ModelKind::table) return TableModel::read(vocabulary, text);
  return NgramModel::train(vocabulary, text, plan.ngram);
}

// Every condition is built, and every control has its arms.
Fault check_conditions(const Plan& plan, const ArmManifest& manifest) {
  const auto runs = [&](const std::string& name) {
    return std::find(plan.conditions.begin(), plan.conditions.end(), name) != plan.conditions.end();
  };
  for (const std::string& name : plan.conditions) {
    if (manifest.arm(name) != nullptr) continue;
    const Control* control = manifest.control(name);
    if (control == nullptr) {
      const bool named = std::any_of(manifest.not_built.begin(), manifest.not_built.end(),
                                     [&](const NotBuilt& one) { return one.name == name; });
      return error("unknown_condition",
                   name + (named ? " is named as not built" : " is neither arm nor control"));
    }
    if (!runs(control->of) || (!control->against.empty() && !runs(control->against)))
      return error("missing_condition", "the control " + name + " needs the arms that it compares");
  }
  return std::nullopt;
}

void make_items(Prepared& prepared) {
  for (const TaskPlan& task : prepared.plan.tasks) {
    std::vector<Item> items = extraction_items(task.kind, prepared.plan.seed, task.items, task.difficulty);
    std::move(items.begin(), items.end(), std::back_inserter(prepared.items));
    prepared.examples[task.kind] =
        extraction_items(task.kind + "-example", prepared.plan.seed, task.examples, task.difficulty);
  }
}

std::string plan_hash(const Prepared& prepared, const std::string& plan_text) {
  engine::Sha256 hash;
  hash.update("lockstep-quality-plan-1\n");
  for (const std::string& part :
       {engine::sha256_hex(plan_text), prepared.manifest.sha256, prepared.vocabulary.identity(),
        prepared.model->identity().name, prepared.model->identity().sha256,
        engine::canonical_text(prepared.policy)}) {
    hash.update_u64(part.size());
    hash.update(part);
  }
  for (const auto& [kind, examples] : prepared.examples) {
    for (const Item& example : examples) hash.update(digest_of(example));
  }
  for (const Item& item : prepared.items) {
    hash.update(digest_of(item));
    for (const Arm& arm : prepared.manifest.arms) hash.update(digest_of(prepared.prompt(arm, item)));
  }
  return hash.hex();
}

}  // namespace

std::string Prepared::kind_of(const std::string& item) const {
  const auto found =
      std::find_if(items.begin(), items.end(), [&](const Item& one) { return one.id == item; });
  return found == items.end() ? "" : found->kind;
}

Fault shared_prompt_fault(const std::vector<std::pair<Arm, Prompt>>& prompts) {
  for (const auto& [arm, prompt] : prompts) {
    for (const auto& [other, second] : prompts) {
      if (arm.prompt == other.prompt && digest_of(prompt) != digest_of(second))
        return error("prompt_differs", "the arms " + arm.name + " and " + other.name +
                                           " declare the same prompt and get other bytes");
    }
  }
  return std::nullopt;
}

Fault check_items(const Prepared& prepared) {
  Language language(prepared.policy);
  for (const Item& item : prepared.items) {
    std::vector<std::pair<Arm, Prompt>> prompts;
    for (const Arm& arm : prepared.manifest.arms) {
      Prompt prompt = prepared.prompt(arm, item);
      const std::string fault = prompt_fault(prompt, item, prepared.examples.at(item.kind));
      if (!fault.empty()) return error("bad_prompt", fault);
      const std::vector<engine::TokenId> tokens = prepared.model->spell(prompt);
      if (tokens.empty() || prepared.vocabulary.is_stop(tokens.back()))
        return error("bad_prompt", "the prompt of " + item.id + " is empty or ends with a stop token");
      prompts.emplace_back(arm, std::move(prompt));
    }
    if (Fault fault = shared_prompt_fault(prompts)) return fault;
    const oracle::Answer gold = language.contains(item.schema, item.gold);
    if (!gold.is_yes())
      return error("gold_not_expressible",
                   fmt::format("{}: the gold answer is not proved to be in the schema's language {}", item.id,
                               gold.is_unknown() ? "(" + gold.reason + ")" : "(it is not)"));
  }
  return std::nullopt;
}

engine::Result<Prepared> prepare(const std::string& path, const std::string& deps) {
  const fs::path folder = fs::path(path).parent_path();
  const engine::Result<std::string> plan_text = read_file(path);
  if (!plan_text) return plan_text.error();
  engine::Result<Plan> plan = read_plan(*plan_text);
  if (!plan) return plan.error();
  const engine::Result<std::string> arms_text = read_file(folder / plan->arms);
  if (!arms_text) return arms_text.error();
  engine::Result<ArmManifest> manifest = read_arms(*arms_text);
  if (!manifest) return manifest.error();
  if (Fault fault = check_conditions(*plan, *manifest)) return *fault;
  engine::Result<engine::Vocabulary> vocabulary = conformance::open_vocabulary(plan->vocabulary, deps);
  if (!vocabulary) return vocabulary.error();
  const engine::Result<std::string> model_text = read_file(folder / plan->model_file);
  if (!model_text) return model_text.error();
  engine::Result<std::unique_ptr<Model>> model = make_model(*plan, *vocabulary, *model_text);
  if (!model) return model.error();
  engine::Result<engine::Policy> policy = engine::policy_named(plan->policy);
  if (!policy) return policy.error();
  Prepared prepared{std::move(plan).value(),
                    std::move(manifest).value(),
                    *vocabulary,
                    *policy,
                    std::move(model).value(),
                    {},
                    {},
                    ""};
  make_items(prepared);
  if (Fault fault = check_items(prepared)) return *fault;
  prepared.sha256 = plan_hash(prepared, *plan_text);
  return prepared;
}

}  // namespace lockstep::quality

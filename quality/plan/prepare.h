// A plan made ready: files read, model trained, items made, everything that must hold before a run checked,
// and the hash of it all taken before the first token.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "lockstep/engine/base/result.h"
#include "lockstep/engine/policy/policy.h"
#include "lockstep/engine/vocabulary/vocabulary.h"
#include "lockstep/quality/model/model.h"
#include "lockstep/quality/plan/arms.h"
#include "lockstep/quality/plan/plan.h"
#include "lockstep/quality/task/item.h"

namespace lockstep::quality {

// Thread rules: immutable after prepare().
struct Prepared {
  Plan plan{};
  ArmManifest manifest{};
  engine::Vocabulary vocabulary;
  engine::Policy policy{};
  std::unique_ptr<Model> model{};
  std::vector<Item> items{};
  std::map<std::string, std::vector<Item>> examples{};  // by kind
  std::string sha256{};                                 // of the plan

  std::string kind_of(const std::string& item) const;  // empty: no such item
  Prompt prompt(const Arm& arm, const Item& item) const {
    return prompt_for(arm.prompt, item, examples.at(item.kind));
  }
};

// The plan's hash is over the plan's text, the arms' text, the identities of vocabulary and model, the
// policy, and every item, example and prompt. Error codes, all before anything has run: cannot_read;
// bad_json, bad_arms, bad_plan, bad_table, bad_training_text; those of open_vocabulary; unknown_condition
// (neither arm nor control, or named as not built), missing_condition (a control without its arms); and those
// of check_items.
engine::Result<Prepared> prepare(const std::string& path, const std::string& deps);

// What must hold of the items. Codes: prompt_differs (arms that declare the same prompt get different bytes),
// bad_prompt (ends with a reply or a stop token, or shows the item as an example), gold_not_expressible (the
// oracle does not find the gold answer in the schema's language under the policy).
std::optional<engine::Error> check_items(const Prepared& prepared);

// Error code prompt_differs, where prompts of arms that declare the same kind are not the same bytes.
std::optional<engine::Error> shared_prompt_fault(const std::vector<std::pair<Arm, Prompt>>& prompts);

}  // namespace lockstep::quality

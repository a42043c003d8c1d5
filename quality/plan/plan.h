// A plan: everything that decides a run, fixed before it begins.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/engine/base/result.h"
#include "lockstep/engine/decode/sampler.h"
#include "lockstep/quality/model/ngram_model.h"

namespace lockstep::quality {

enum class ModelKind : std::uint8_t { ngram, table };

// Thread rules: plain values.
struct TaskPlan {
  std::string kind{};  // "extraction"
  std::size_t items = 0;
  std::size_t examples = 0;  // shown in every prompt
  std::size_t difficulty = 0;
};

struct Plan {
  std::string name{};
  std::uint64_t seed = 0;
  std::string arms{};                     // file, beside the plan
  std::vector<std::string> conditions{};  // arms and controls, in the order in which they run
  ModelKind model = ModelKind::ngram;
  std::string model_file{};  // beside the plan: the training text, or the table
  NgramSettings ngram{};
  std::string vocabulary{};  // a pinned name
  std::string policy{};      // a preset
  engine::SamplerSettings sampler{};
  std::size_t max_new_tokens = 0;
  std::uint32_t repeats = 1;
  std::vector<TaskPlan> tasks{};
};

// Format: plans/plan.schema.json. Error codes: bad_json, bad_plan.
engine::Result<Plan> read_plan(std::string_view text);

}  // namespace lockstep::quality

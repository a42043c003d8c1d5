// The arms of an experiment and its controls, as data: what is asked, what is masked, what is scored.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/engine/base/result.h"
#include "lockstep/quality/score/scorer.h"
#include "lockstep/quality/task/prompt.h"

namespace lockstep::quality {

// From the first token on.
enum class MaskKind : std::uint8_t {
  none,
  json,    // any JSON value, under the plan's policy
  schema,  // the item's schema, under the plan's policy
};

// Thread rules: plain values.
struct Arm {
  std::string name{};  // "B"
  std::string sentence{};
  PromptKind prompt = PromptKind::schema;
  MaskKind mask = MaskKind::none;
  ScoredOn scored = ScoredOn::json;
};

enum class ControlKind : std::uint8_t {
  repeat,      // the arm again, everything made anew: must be the same, byte for byte
  permissive,  // the arm through the constrained code path with a mask that allows all that the policy allows
  invasiveness  // greedy: where the arm's output is a text of the schema, the arm `against` must write the
                // same
};

struct Control {
  std::string name{};
  std::string sentence{};
  ControlKind kind = ControlKind::repeat;
  std::string of{};
  std::string against{};  // invasiveness
};

struct NotBuilt {
  std::string name{};
  std::string sentence{};
};

struct ArmManifest {
  std::vector<Arm> arms{};
  std::vector<Control> controls{};
  std::vector<NotBuilt> not_built{};
  std::string sha256{};  // of the text

  const Arm* arm(std::string_view name) const;  // null: none
  const Control* control(std::string_view name) const;
};

// Format: plans/arms.schema.json. Error codes: bad_json, bad_arms.
engine::Result<ArmManifest> read_arms(std::string_view text);

}  // namespace lockstep::quality

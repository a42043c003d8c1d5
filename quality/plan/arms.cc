#include "lockstep/quality/plan/arms.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "lockstep/engine/base/sha256.h"
#include "lockstep/quality/plan/strict_json.h"

namespace lockstep::quality {
namespace {

using nlohmann::json;
using Fault = std::optional<engine::Error>;

constexpr const char* kCode = "bad_arms";

template <typename T>
const T* named(const std::vector<T>& all, std::string_view name) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const T& one) { return one.name == name; });
  return found == all.end() ? nullptr : &*found;
}

Fault read_arm(StrictObject& from, ArmManifest& out) {
  Arm arm;
  arm.name = from.text("name");
  arm.sentence = from.text("sentence");
  const std::string prompt = from.word("prompt", {"answer_line", "schema"});
  arm.prompt = prompt == "schema" ? PromptKind::schema : PromptKind::answer_line;
  const std::string mask = from.word("mask", {"none", "json", "schema"});
  arm.mask = mask == "none" ? MaskKind::none : mask == "json" ? MaskKind::json : MaskKind::schema;
  const std::string scored = from.word("scored", {"answer_line", "json"});
  arm.scored = scored == "json" ? ScoredOn::json : ScoredOn::answer_line;
  if (arm.mask != MaskKind::none && arm.scored != ScoredOn::json)
    from.fault("masks to JSON and scores an answer line");
  out.arms.push_back(std::move(arm));
  return from.finish(kCode);
}

Fault read_control(StrictObject& from, ArmManifest& out) {
  Control control;
  control.name = from.text("name");
  control.sentence = from.text("sentence");
  const std::string kind = from.word("kind", {"repeat", "permissive", "invasiveness"});
  control.kind = kind == "repeat"       ? ControlKind::repeat
                 : kind == "permissive" ? ControlKind::permissive
                                        : ControlKind::invasiveness;
  control.of = from.text("of");
  const Arm* of = out.arm(control.of);
  if (of == nullptr) from.fault("is of no arm: " + control.of);
  if (control.kind == ControlKind::permissive && of != nullptr && of->mask != MaskKind::none)
    from.fault("is permissive of an arm that has a mask");
  if (control.kind == ControlKind::invasiveness) {
    control.against = from.text("against");
    const Arm* against = out.arm(control.against);
    if (of == nullptr || against == nullptr || of->mask != MaskKind::none ||
        against->mask != MaskKind::schema || of->prompt != against->prompt)
      from.fault("must compare an arm without a mask with one of the same prompt that masks the schema");
  }
  out.controls.push_back(std::move(control));
  return from.finish(kCode);
}

Fault read_not_built(StrictObject& from, ArmManifest& out) {
  NotBuilt one;
  one.name = from.text("name");
  one.sentence = from.text("sentence");
  out.not_built.push_back(std::move(one));
  return from.finish(kCode);
}

template <typename Read>
Fault read_all(const json& list, const char* field, ArmManifest& out, const Read& read) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    StrictObject one(list[i], fmt::format("/{}/{}", field, i));
    if (Fault fault = read(one, out)) return fault;
  }
  return std::nullopt;
}

Fault unique_names(const ArmManifest& manifest) {
  std::set<std::string> names;
  const auto add = [&](const std::string& name) { return !name.empty() && names.insert(name).second; };
  bool good = !manifest.arms.empty();
  for (const Arm& one : manifest.arms) good = add(one.name) && good;
  for (const Control& one : manifest.controls) good = add(one.name) && good;
  for (const NotBuilt& one : manifest.not_built) good = add(one.name) && good;
  if (good) return std::nullopt;
  return engine::Error{kCode, "there is no arm, or a name is empty or stands twice", std::nullopt, ""};
}

}  // namespace

const Arm* ArmManifest::arm(std::string_view name) const { return named(arms, name); }
const Control* ArmManifest::control(std::string_view name) const { return named(controls, name); }

engine::Result<ArmManifest> read_arms(std::string_view text) {
  const engine::Result<json> parsed = parse_object(text);
  if (!parsed) return parsed.error();
  ArmManifest out;
  out.sha256 = engine::sha256_hex(text);
  StrictObject top(*parsed, "");
  (void)top.word("format", {"lockstep-quality-arms-1"});
  const json& arms = top.array("arms");
  const json& controls = top.array("controls");
  const json& not_built = top.array("not_built");
  if (Fault fault = top.finish(kCode)) return *fault;
  if (Fault fault = read_all(arms, "arms", out, read_arm)) return *fault;
  if (Fault fault = read_all(controls, "controls", out, read_control)) return *fault;
  if (Fault fault = read_all(not_built, "not_built", out, read_not_built)) return *fault;
  if (Fault fault = unique_names(out)) return *fault;
  return out;
}

}  // namespace lockstep::quality

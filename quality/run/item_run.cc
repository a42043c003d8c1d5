#include "lockstep/quality/run/item_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "lockstep/engine/base/check.h"
#include "lockstep/quality/run/controls.h"
#include "lockstep/quality/run/permissive.h"

namespace lockstep::quality {
namespace {

using conformance::Compile;

constexpr const char* kAnyJson = "true";

const std::string& schema_of(const Arm& arm, const Item& item) {
  static const std::string kAny = kAnyJson;
  return arm.mask == MaskKind::json ? kAny : item.schema;
}

std::string verdict_of(Compile compile) {
  switch (compile) {
    case Compile::ok:
      return {};
    case Compile::empty:  // the gold answer is in the language: it is not empty
      return "over_reject";
    case Compile::crash:
      return "crash";
    case Compile::hang:
      return "hang";
    case Compile::limit:
      return "limit";
    case Compile::refused:
    case Compile::malformed:
      break;
  }
  return "refused";
}

Status status_of(Ending ending) {
  switch (ending) {
    case Ending::truncated:
      return Status::truncated_length;
    case Ending::constraint_empty_set:
      return Status::constraint_empty_set;
    case Ending::sampling_failure:
      return Status::sampling_failure;
    case Ending::model_error:
      return Status::model_error;
    case Ending::engine_error:
      return Status::engine_error;
    case Ending::cancelled:
      return Status::cancelled;
    case Ending::stopped:
      break;
  }
  return Status::evaluator_error;
}

}  // namespace

std::string CaseOutcome::id() const { return fmt::format("{}/{}/{}", item, condition, repeat); }

bool convicts(const std::string& verdict) {
  static constexpr std::array<std::string_view, 8> kConvicting = {
      "over_accept",  "dead_end", "over_reject", "mask_overconstrained",
      "inconsistent", "crash",    "hang",        "limit"};
  return std::find(kConvicting.begin(), kConvicting.end(), verdict) != kConvicting.end();
}

ItemRun::Text ItemRun::make(const Arm& arm, const Making& making) {
  Text text;
  std::unique_ptr<conformance::WalkSession> session;
  if (making.permissive) {
    session = make_permissive_session(tools_.prepared.vocabulary);
  } else if (arm.mask != MaskKind::none) {
    conformance::WalkStart started = tools_.subject.start(schema_of(arm, item_));
    if (!started.session) {
      text.verdict = verdict_of(started.compile.outcome);
      text.status = text.verdict == "refused" ? Status::refused : Status::engine_error;
      text.why = started.compile.code + " " + started.compile.pointer + ": " + started.compile.message;
      return text;
    }
    session = std::move(started.session);
  }
  const std::vector<engine::TokenId> prompt =
      tools_.prepared.model->spell(tools_.prepared.prompt(arm, item_));
  engine::SamplerSettings sampler = tools_.prepared.plan.sampler;
  if (making.greedy) sampler = {.temperature = 0};
  text.generation =
      generate({*tools_.prepared.model, prompt, session.get(), tools_.forbidden, sampler,
                engine::DrawKey{tools_.prepared.plan.seed, engine::item_number(item_.id), repeat_, 0},
                tools_.prepared.plan.max_new_tokens, tools_.stop_requested, tools_.tamper});
  if (const auto trouble = tools_.subject.trouble(); trouble && session && !making.permissive) {
    text.verdict = std::string(conformance::name(trouble->verdict));
    text.status = Status::engine_error;
    text.why = trouble->message;
    return text;
  }
  judge(arm, text);
  return text;
}

// The status by the scorer; and where the arm has a mask, whether the mask kept what it promised.
void ItemRun::judge(const Arm& arm, Text& text) {
  const Generation& made = text.generation;
  if (made.ending != Ending::stopped) {
    text.status = status_of(made.ending);
    text.why = made.reason.empty() ? made.contradiction : made.reason;
    if (made.ending == Ending::engine_error) text.verdict = "inconsistent";
    if (made.ending == Ending::constraint_empty_set && arm.mask != MaskKind::none) text.verdict = "dead_end";
    return;
  }
  const Score score = tools_.scorer.score(item_, arm.scored, made.output);
  text.status = score.status;
  text.why = score.why;
  if (arm.mask == MaskKind::none) return;
  const oracle::Answer inside = tools_.language.contains(schema_of(arm, item_), made.output);
  if (inside.is_no()) {
    text.verdict = "over_accept";
    text.why = "the masked text is not in the language: " + hex_of(made.output);
  }
  if (inside.is_unknown()) {
    text.verdict = "unknown";
    text.why = inside.reason;
  }
}

const ItemRun::Text& ItemRun::text_of(const Arm& arm, bool greedy) {
  const bool is_greedy = greedy || tools_.prepared.plan.sampler == engine::SamplerSettings{.temperature = 0};
  const std::pair<std::string, bool> key(arm.name, is_greedy);
  auto found = texts_.find(key);
  if (found == texts_.end()) found = texts_.emplace(key, make(arm, {.greedy = greedy})).first;
  return found->second;
}

CaseOutcome ItemRun::outcome(const std::string& condition, const Arm& arm, const Text& text) const {
  CaseOutcome out;
  out.item = item_.id;
  out.condition = condition;
  out.repeat = repeat_;
  out.status = text.status;
  out.verdict = text.verdict;
  if (out.verdict.empty()) out.verdict = text.status == Status::evaluator_error ? "unknown" : "agree";
  out.detail = text.why;
  const Prompt prompt = tools_.prepared.prompt(arm, item_);
  out.prompt_sha256 = digest_of(prompt);
  out.prompt_tokens = tools_.prepared.model->spell(prompt).size();
  out.generation = text.generation;
  out.checks = text.generation.checks;
  return out;
}

CaseOutcome ItemRun::run_control(const Control& control) {
  const Arm& arm = *tools_.prepared.manifest.arm(control.of);
  const Text& first = text_of(arm, false);
  const bool permissive = control.kind == ControlKind::permissive;
  const Text again = make(arm, {.permissive = permissive});
  CaseOutcome out = outcome(control.name, arm, again);
  const std::string differs = difference(first.generation, again.generation, !permissive);
  out.verdict = "agree";
  out.detail.clear();
  if (!differs.empty() || first.status != again.status) {
    out.verdict = "inconsistent";
    out.detail = control.name + " is not " + arm.name + ": " + (differs.empty() ? "another status" : differs);
  }
  return out;
}

CaseOutcome ItemRun::invasiveness(const Control& control) {
  const Arm& free_arm = *tools_.prepared.manifest.arm(control.of);
  const Arm& masked_arm = *tools_.prepared.manifest.arm(control.against);
  const Text& free = text_of(free_arm, true);
  const Text& masked = text_of(masked_arm, true);
  CaseOutcome out = outcome(control.name, masked_arm, masked);
  out.checks = free.generation.checks;
  out.checks.add(masked.generation.checks);
  if (convicts(masked.verdict) || masked.verdict == "refused") return out;  // by itself
  out.detail.clear();
  if (free.generation.ending != Ending::stopped) {
    out.verdict = "unknown";
    out.detail = "not_applicable: " + control.of + " did not end by itself";
    return out;
  }
  const oracle::Answer inside = tools_.language.contains(item_.schema, free.generation.output);
  if (!inside.is_yes()) {
    out.verdict = "unknown";
    out.detail =
        inside.is_no() ? "not_applicable: " + control.of + "'s text is not of the schema" : inside.reason;
    return out;
  }
  out.verdict = "agree";
  if (const auto at = first_difference(free.generation, masked.generation)) {
    out.verdict = "mask_overconstrained";
    out.detail = *at < free.generation.tokens.size()
                     ? removed_token(free.generation, *at, tools_.prepared.vocabulary)
                     : "the masked text goes on where the other one has stopped";
  }
  return out;
}

std::optional<CaseOutcome> ItemRun::run(const std::string& condition) {
  CaseOutcome out;
  if (const Arm* arm = tools_.prepared.manifest.arm(condition)) {
    out = outcome(condition, *arm, text_of(*arm, false));
  } else {
    const Control* control = tools_.prepared.manifest.control(condition);
    LOCKSTEP_CHECK(control != nullptr);
    out = control->kind == ControlKind::invasiveness ? invasiveness(*control) : run_control(*control);
  }
  if (stopped()) return std::nullopt;
  return out;
}

}  // namespace lockstep::quality

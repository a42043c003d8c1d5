// One item in all arms and controls: each text is made once, each control made anew where it must be.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "lockstep/conformance/walk/walk_subject.h"
#include "lockstep/quality/plan/prepare.h"
#include "lockstep/quality/run/generation.h"
#include "lockstep/quality/score/language.h"
#include "lockstep/quality/score/scorer.h"

namespace lockstep::quality {

// What one condition gave. Thread rules: a plain value.
struct CaseOutcome {
  std::string item{};
  std::string condition{};  // arm or control
  std::uint32_t repeat = 0;
  // agree: nothing was broken that the case must obey. unknown: of a control, not applicable; or the oracle
  // gave up. refused, or a verdict that convicts.
  std::string verdict{};
  Status status = Status::evaluator_error;  // of the text; of a control that of the text it made last
  std::string detail{};
  std::string prompt_sha256{};
  std::size_t prompt_tokens = 0;
  Generation generation{};
  SelfCheckCounts checks{};  // of every text that the case made

  std::string id() const;  // "extraction-0003/D/0"
};

// Which verdicts convict the engine (or the harness): exit 1.
bool convicts(const std::string& verdict);

// Thread rules: one thread at a time.
class ItemRun {
 public:
  // All of them outlive the run.
  struct Tools {
    const Prepared& prepared;
    conformance::WalkSubject& subject;
    Scorer& scorer;
    Language& language;
    std::span<const std::uint32_t> forbidden;
    std::function<bool()> stop_requested{};
    Tamper tamper{};
  };
  ItemRun(const Tools& tools, const Item& item, std::uint32_t repeat)
      : tools_(tools), item_(item), repeat_(repeat) {}

  // Nullopt: stopped from outside; there is no case then.
  std::optional<CaseOutcome> run(const std::string& condition);

 private:
  // A text and what became of it.
  struct Text {
    Generation generation{};
    Status status = Status::evaluator_error;
    std::string why{};
    std::string verdict{};  // of the engine, where it is convicted or refuses; else empty
  };
  struct Making {
    bool greedy = false;
    bool permissive = false;
  };

  const Text& text_of(const Arm& arm, bool greedy);
  Text make(const Arm& arm, const Making& making);
  void judge(const Arm& arm, Text& text);
  CaseOutcome outcome(const std::string& condition, const Arm& arm, const Text& text) const;
  CaseOutcome run_control(const Control& control);
  CaseOutcome invasiveness(const Control& control);
  bool stopped() const { return tools_.stop_requested && tools_.stop_requested(); }

  Tools tools_;
  const Item& item_;
  std::uint32_t repeat_;
  std::map<std::pair<std::string, bool>, Text> texts_;  // arm, greedy
};

}  // namespace lockstep::quality

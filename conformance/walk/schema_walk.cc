#include "lockstep/conformance/walk/schema_walk.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "lockstep/conformance/generate/instance_generator.h"
#include "lockstep/conformance/judge/compare.h"
#include "lockstep/conformance/walk/agreed_texts.h"
#include "lockstep/conformance/walk/enforced_schemas.h"
#include "lockstep/conformance/walk/laws.h"
#include "lockstep/conformance/walk/prefix_choice.h"
#include "lockstep/conformance/walk/walk_schemas.h"

namespace lockstep::conformance {
namespace {

constexpr std::size_t kColdPrefixes = 6;      // of each schema
constexpr std::size_t kInstancesOfEmpty = 3;  // audited for a schema without any text

class SchemaWalk {
 public:
  SchemaWalk(WalkSubject& subject, const PrefixJudge& judge, const SchemaTask& task)
      : subject_(subject),
        judge_(judge),
        task_(task),
        schema_at_(walk_schema_at(task.seed, task.index)),
        base_(fmt::format("walk/{}/{}", task.seed, task.index)),
        texts_(schema_at_.text, voters(), task.policy) {}

  SchemaWalked walk() {
    const WalkStart started = subject_.start(schema_);
    const auto truth = oracle::PrefixOracle::make(schema_, {}, {}, task_.policy);
    if (!truth.ok()) {
      add(base_, Verdict::unknown, "", "the oracle does not read it: " + truth.error().code);
    } else if (started.compile.outcome == Compile::empty) {
      std::erase_if(keywords_, is_refused_keyword);
      judge_empty(truth.value());
    } else if (!started.session) {
      const Judgement judged = compare(Expected::unknown, started.compile, nullptr);
      const std::string which = is_failure(judged.verdict) ? "; schema " + schema_ : "";
      add(base_, judged.verdict, "", judged.detail + which, started.compile.keyword);
    } else {
      std::erase_if(keywords_, is_refused_keyword);
      judge_prefixes(truth.value(), *started.session);
    }
    return std::move(walked_);
  }

 private:
  // What a validator makes of a format is its own affair: second_source/format has packages for each.
  const Audit* voters() const {
    const auto& keywords = schema_at_.keywords;
    const bool about_formats = task_.policy.format == oracle::FormatRule::assertion &&
                               std::find(keywords.begin(), keywords.end(), "format") != keywords.end();
    return about_formats ? nullptr : task_.audit;
  }

  void judge_empty(const oracle::PrefixOracle& truth) {
    const oracle::Answer any = truth.viable("", task_.limits);
    if (any.is_unknown()) return add(base_, Verdict::unknown, "empty", any.reason);
    if (any.is_no()) {
      add(base_, Verdict::agree, "empty", "");
      return add_refused(truth, some_instances());
    }
    add(base_, Verdict::over_reject, "empty", "compiles to empty, and there is a text; schema " + schema_);
  }

  void judge_prefixes(const oracle::PrefixOracle& truth, WalkSession& start) {
    std::vector<std::string> refused;
    std::vector<ChosenPrefix> prefixes = choose_prefixes(start, made_, task_.prefixes, choices_, refused);
    if (dead("")) return;
    choose_masks(prefixes, task_.masks, task_.full_masks, task_.full_in_string, choices_);
    for (std::size_t i = 0; i < prefixes.size(); ++i) {
      if (task_.stop_requested && task_.stop_requested()) {
        walked_.cancelled = true;
        return;
      }
      judge_one(truth, start, prefixes[i], fmt::format("{}/{}", base_, i));
      if (dead_) return;
    }
    judge_cold();
    if (dead_) return;
    add_refused(truth, refused);
    if (start.overruns() > 0)
      add(base_ + "/limit", Verdict::limit, "", "a question was answered by a limit; schema " + schema_);
  }

  std::vector<std::string> some_instances() {
    std::vector<std::string> texts;
    for (std::size_t i = 0; texts_.wanted() && i < kInstancesOfEmpty; ++i)
      texts.push_back(write_tree(build_instance(made_, choices_)));
    return texts;
  }

  // No comparison of bytes: what is audited of the texts that neither takes.
  void add_refused(const oracle::PrefixOracle& truth, const std::vector<std::string>& texts) {
    if (!texts_.wanted()) return;
    const PrefixFacts facts = texts_.refused(truth, texts, task_.limits);
    if (facts.invalid_texts > 0) add(base_ + "/refused", Verdict::agree, to_text(facts), "");
  }

  void judge_one(const oracle::PrefixOracle& truth, WalkSession& start, const ChosenPrefix& chosen,
                 const std::string& id) {
    PrefixFacts facts;
    if (!chosen.broken.empty()) {
      return add_found(
          id, chosen.broken, facts,
          {chosen.limit.empty() ? Finding{Verdict::inconsistent, "accept", "an allowed byte was not accepted"}
                                : Finding{Verdict::limit, "limit", chosen.limit}});
    }
    const auto here = start.fork();
    for (std::size_t at = 0; at < chosen.bytes.size(); ++at) {
      if (here->accept_bytes(std::string_view(chosen.bytes).substr(at, 1))) continue;
      if (dead(chosen.bytes)) return;
      if (const std::string limit = here->limit_met(); !limit.empty())
        return add_found(id, chosen.bytes, facts, {Finding{Verdict::limit, "limit", limit}});
      return add_found(
          id, chosen.bytes, facts,
          {{Verdict::inconsistent, "replay", fmt::format("byte {}, taken before, is not taken again", at)}});
    }
    if (chosen.mask && seen_.size() < kColdPrefixes) {
      Seen seen = look(*here, chosen.bytes);
      if (!seen.mask.empty()) seen_.push_back(std::move(seen));  // else the judge below says why
    }
    const Depth depth = chosen.full ? Depth::full : chosen.mask ? Depth::mask : Depth::bytes;
    const auto found = judge_.judge(truth, start, *here, chosen.bytes, depth, choices_, facts);
    if (dead(chosen.bytes)) return;
    texts_.settle(facts);
    add_found(id, chosen.bytes, facts, found);
  }

  // Did the subject's process fail? Then that is the verdict, once, and what its sessions said is none.
  bool dead(const std::string& prefix) {
    const std::optional<Trouble> trouble = dead_ ? std::nullopt : subject_.trouble();
    if (trouble) {
      dead_ = true;
      PrefixFacts facts;
      ++facts.found[fmt::format("{} by process", name(trouble->verdict))];
      add(base_ + "/process", trouble->verdict, to_text(facts),
          fmt::format("process: {}; at \"{}\"; schema {}", trouble->message, shown_bytes(prefix), schema_));
    }
    return dead_;
  }

  // What was seen while the first start grew its caches, asked of one that has none.
  void judge_cold() {
    const WalkStart cold = subject_.start(schema_);
    std::vector<Finding> found;
    PrefixFacts facts;
    if (!cold.session) {
      found.push_back({Verdict::inconsistent, "cold", "the schema compiles once and not twice"});
    } else {
      check_cold(*cold.session, std::move(seen_), choices_, "cold", found, facts.laws);
      if (const std::string limit = cold.session->limit_met(); !limit.empty())
        found = {{Verdict::limit, "limit", limit}};
    }
    if (dead("")) return;
    add_found(base_ + "/cold", "", facts, found);
  }

  void add_found(const std::string& id, const std::string& prefix, PrefixFacts& facts,
                 const std::vector<Finding>& found) {
    if (found.empty()) return add(id, Verdict::agree, to_text(facts), "");
    if (facts.found.empty()) ++facts.found[fmt::format("{} by {}", name(found[0].verdict), found[0].check)];
    const auto worst = std::min_element(
        found.begin(), found.end(), [](const Finding& a, const Finding& b) { return a.verdict < b.verdict; });
    walked_.failures.push_back({walked_.cases.size(), schema_, prefix, *worst});
    add(id, worst->verdict, to_text(facts),
        fmt::format("{}: {}; at \"{}\"; schema {}", worst->check, worst->detail, shown_bytes(prefix),
                    schema_));
  }

  void add(const std::string& id, Verdict verdict, const std::string& got, const std::string& detail,
           const std::string& refused_by = "") {
    reports::Case one;
    one.id = id;
    one.keywords = keywords_;
    one.verdict = name(verdict);
    one.got = got;
    one.detail = detail;
    if (verdict == Verdict::refused) one.refused_by = refused_by.empty() ? "(unnamed)" : refused_by;
    walked_.cases.push_back(std::move(one));
  }

  WalkSubject& subject_;
  const PrefixJudge& judge_;
  const SchemaTask& task_;
  WalkSchema schema_at_;
  const std::string base_;
  const GeneratedSchema& made_ = schema_at_.made;
  const std::string& schema_ = schema_at_.text;
  std::vector<std::string>& keywords_ = schema_at_.keywords;
  Choices& choices_ = schema_at_.choices;
  AgreedTexts texts_;
  std::vector<Seen> seen_;  // for the cold start
  bool dead_ = false;       // the subject's process failed, and that was told
  SchemaWalked walked_;
};

}  // namespace

SchemaWalked walk_schema(WalkSubject& subject, const PrefixJudge& judge, const SchemaTask& task) {
  return SchemaWalk(subject, judge, task).walk();
}

}  // namespace lockstep::conformance

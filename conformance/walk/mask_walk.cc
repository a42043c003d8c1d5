#include "lockstep/conformance/walk/mask_walk.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "lockstep/conformance/generate/instance_generator.h"
#include "lockstep/conformance/judge/shrink.h"
#include "lockstep/conformance/walk/byte_choice.h"
#include "lockstep/conformance/walk/enforced_schemas.h"

namespace lockstep::conformance {
namespace {

constexpr std::size_t kShrinkBudget = 150;
constexpr std::size_t kLongest = 60;  // bytes of a walk
constexpr std::size_t kDensePercent = 2;
constexpr std::size_t kColdPrefixes = 6;  // of each schema

Choices choices_for(std::uint64_t seed, std::uint64_t index) {
  NextByte mixer = seeded_bytes(seed ^ (index * 0x94d049bb133111ebU));
  std::uint64_t start = 0;
  for (int i = 0; i < 8; ++i) start = start << 8U | mixer();
  return Choices(seeded_bytes(start));
}

// One in ten schemas keeps every keyword, so that refusals are counted.
GeneratedSchema schema_for(std::uint64_t index, Choices& choices) {
  if (index % 10 == 9) return generate_schema(choices);
  if (index % 2 == 1) return generate_enforced_schema(choices);
  GeneratedSchema schema = generate_schema(choices);
  keep_enforced(schema);
  return schema;
}

class MaskWalk {
 public:
  MaskWalk(WalkSubject& subject, const BytePath& byte_path, const MaskWalkRun& run)
      : subject_(subject), byte_path_(byte_path), run_(run), judge_(byte_path, run.limits) {}

  MaskWalkOutcome walk() {
    for (std::uint64_t index = 0; index < run_.schemas; ++index) {
      if (index % run_.shard_count != run_.shard_index - 1) continue;
      if (run_.stop_requested && run_.stop_requested()) {
        outcome_.cancelled = true;
        break;
      }
      walk_schema(index);
      if (run_.progress) run_.progress();
    }
    conclude();
    return std::move(outcome_);
  }

 private:
  void walk_schema(std::uint64_t index) {
    Choices choices = choices_for(run_.seed, index);
    const GeneratedSchema schema = schema_for(index, choices);
    keywords_.assign(schema.keywords.begin(), schema.keywords.end());
    schema_ = write_tree(schema.root);
    base_ = fmt::format("walk/{}/{}", run_.seed, index);
    ++outcome_.schemas;
    const WalkStart started = subject_.start(schema_);
    auto truth = oracle::PrefixOracle::make(schema_, {}, {}, run_.policy);
    if (!truth.ok())
      return add(base_, Verdict::unknown, "", "the oracle does not read it: " + truth.error().code);
    if (started.compile.outcome == Compile::empty) std::erase_if(keywords_, is_refused_keyword);
    if (started.compile.outcome == Compile::empty) return judge_empty(truth.value());
    if (!started.session) {
      const Judgement judged = compare(Expected::unknown, started.compile, nullptr);
      return add(base_, judged.verdict, started.compile.keyword, judged.detail);
    }
    ++outcome_.walked;
    dead_ = false;
    std::erase_if(keywords_, is_refused_keyword);
    full_left_ = outcome_.counts.full_masks < run_.full_masks ? std::size_t{8} : 0;
    for (std::size_t judged = 0, walks = 0; judged < run_.prefixes && walks < 4 * run_.prefixes && !dead("");
         ++walks) {
      if (choices.chance(50)) {
        walk_once(truth.value(), *started.session, judged, choices);
      } else {
        follow_instance(truth.value(), *started.session, schema, judged, choices);
      }
    }
    if (!dead("")) judge_cold(choices);
    if (started.session->overruns() > 0)
      add(base_ + "/limit", Verdict::limit, "", "a question was answered by a limit");
  }

  void judge_empty(const oracle::PrefixOracle& truth) {
    ++outcome_.empty;
    const oracle::Answer any = truth.viable("", run_.limits);
    if (any.is_unknown()) return add(base_, Verdict::unknown, "", any.reason);
    if (any.is_no()) return add(base_, Verdict::agree, "", "empty");
    add(base_, Verdict::over_reject, "", "compiles to empty, and there is a text; schema " + schema_);
  }

  // From the start, judging at about every other byte.
  void walk_once(const oracle::PrefixOracle& truth, WalkSession& start, std::size_t& judged,
                 Choices& choices) {
    const auto session = start.fork();
    const std::size_t length = choices.below(kLongest);
    const bool dwell = choices.chance(60);
    std::string prefix;
    for (std::size_t step = 0; judged < run_.prefixes; ++step) {
      const bool chosen = step == length || choices.chance(50);
      if (chosen && !(prefix.empty() && judged > 0))
        judge_here(truth, start, *session, prefix, judged, choices);
      const std::vector<bool> allowed = session->allowed_bytes();
      const std::optional<std::uint8_t> next = choose_byte(allowed, choices, dwell);
      if (step == length || !next || (only_white_space(allowed) && session->can_stop())) return;
      prefix += static_cast<char>(*next);
      if (!session->accept_bytes(std::string_view(prefix).substr(prefix.size() - 1))) {
        if (dead(prefix)) return;
        return add(fmt::format("{}/{}", base_, judged++), Verdict::inconsistent, "",
                   "an allowed byte was not accepted: " + shown_bytes(prefix));
      }
    }
  }

  // Along the text of an instance around the schema's edge, as far as it is taken: bounds, lengths and
  // branches that a random walk hardly meets. Always judged where it ends or dies.
  void follow_instance(const oracle::PrefixOracle& truth, WalkSession& start, const GeneratedSchema& schema,
                       std::size_t& judged, Choices& choices) {
    Tree tree = build_instance(schema, choices);
    if (choices.chance(40)) mutate_instance(tree, schema, choices);
    const std::string text = choices.chance(30) ? write_tree_spelled(tree, choices) : write_tree(tree);
    const auto session = start.fork();
    std::size_t taken = 0;
    while (taken < text.size() && session->accept_bytes(std::string_view(text).substr(taken, 1))) {
      ++taken;
      if (taken < text.size() && judged < run_.prefixes && choices.below(text.size()) < 3) {
        judge_here(truth, start, *session, text.substr(0, taken), judged, choices);
      }
    }
    if (judged < run_.prefixes) judge_here(truth, start, *session, text.substr(0, taken), judged, choices);
  }

  void judge_here(const oracle::PrefixOracle& truth, WalkSession& start, WalkSession& session,
                  const std::string& prefix, std::size_t& judged, Choices& choices) {
    if (dead(prefix)) return;
    const PrefixPlace place = place_of(prefix);
    ++outcome_.places[static_cast<std::size_t>(place)];
    const bool full = full_wanted(place);
    const auto here = session.fork();
    // Apart from the walk's own choices: what the laws draw does not change where the walk goes.
    Choices by_laws = choices_for(run_.seed + judged, choices.below(65536));
    const std::vector<Finding> found =
        judge_.judge(truth, start, *here, prefix, full, by_laws, outcome_.counts);
    if (dead(prefix)) return;
    const bool dense = outcome_.counts.set_bits * 100 > kDensePercent * byte_path_.vocabulary().size();
    outcome_.dense_masks += dense ? 1U : 0U;
    outcome_.full_in_strings += full && in_string(place) ? 1U : 0U;
    outcome_.full_dense += full && dense ? 1U : 0U;
    if (seen_.size() < kColdPrefixes) seen_.push_back(look(session, prefix));
    add_found(fmt::format("{}/{}", base_, judged++), prefix, found);
  }

  // Did the subject's process fail? Then that is the verdict, once, and what its sessions said is none.
  bool dead(const std::string& prefix) {
    const std::optional<Trouble> trouble = dead_ ? std::nullopt : subject_.trouble();
    if (trouble) {
      dead_ = true;
      ++outcome_.found_by[fmt::format("{} by process", name(trouble->verdict))];
      const std::string detail =
          fmt::format("process: {}; at \"{}\"; schema {}", trouble->message, shown_bytes(prefix), schema_);
      if (outcome_.reproducers.size() < run_.reproducers)
        outcome_.reproducers.push_back(base_ + "/process " + detail);
      add(base_ + "/process", trouble->verdict, "", detail);
    }
    return dead_;
  }

  // What was seen while the first start grew its caches, asked of one that has none.
  void judge_cold(Choices& choices) {
    const WalkStart cold = subject_.start(schema_);
    std::vector<Finding> found;
    if (!cold.session) {
      found.push_back({Verdict::inconsistent, "cold", "the schema compiles once and not twice"});
    } else {
      check_cold(*cold.session, std::exchange(seen_, {}), choices, "cold", found, outcome_.counts.laws);
    }
    if (dead("")) return;
    if (!found.empty()) add_found(base_ + "/cold", "", found);
  }

  // Half of them inside strings; a few per schema, so that many schemas have some.
  bool full_wanted(PrefixPlace place) {
    if (full_left_ == 0 || outcome_.counts.full_masks >= run_.full_masks) return false;
    const std::size_t half = run_.full_masks / 2;
    const std::size_t outside = outcome_.counts.full_masks - outcome_.full_in_strings;
    if (!in_string(place) && outside >= run_.full_masks - half) return false;
    if (!in_string(place) && full_left_ <= 4) return false;
    --full_left_;
    return true;
  }

  void add_found(const std::string& id, const std::string& prefix, const std::vector<Finding>& found) {
    if (found.empty()) return add(id, Verdict::agree, "", "");
    for (const Finding& one : found)
      ++outcome_.found_by[fmt::format("{} by {}", name(one.verdict), one.check)];
    const auto worst = std::min_element(
        found.begin(), found.end(), [](const Finding& a, const Finding& b) { return a.verdict < b.verdict; });
    const std::string at = fmt::format("{}: {}; at \"{}\"", worst->check, worst->detail, shown_bytes(prefix));
    if (outcome_.reproducers.size() < run_.reproducers) {
      outcome_.reproducers.push_back(fmt::format("{} {}\n  schema {}", id, at, small_schema(prefix, *worst)));
    }
    add(id, worst->verdict, "", at + "; schema " + schema_);
  }

  // The schema made small while the same check finds the same verdict at the same prefix.
  std::string small_schema(const std::string& prefix, const Finding& finding) {
    const auto fails = [&](const Pair& pair) {
      const auto truth = oracle::PrefixOracle::make(pair.schema, {}, {}, run_.policy);
      const WalkStart started = subject_.start(pair.schema);
      if (!truth.ok() || !started.session) return false;
      const auto here = started.session->fork();
      if (!prefix.empty() && !here->accept_bytes(prefix)) return false;
      PrefixCounts counts;
      Choices choices = choices_for(run_.seed, 0);
      const auto found = judge_.judge(truth.value(), *started.session, *here, prefix,
                                      finding.check == "token_filter", choices, counts);
      return std::any_of(found.begin(), found.end(), [&](const Finding& one) {
        return one.verdict == finding.verdict && one.check == finding.check;
      });
    };
    return shrink_pair({schema_, "0"}, fails, kShrinkBudget).schema;
  }

  void add(const std::string& id, Verdict verdict, const std::string& refused_by, const std::string& detail) {
    reports::Case one;
    one.id = id;
    one.keywords = keywords_;
    one.verdict = name(verdict);
    one.detail = detail;
    if (verdict == Verdict::refused) one.refused_by = refused_by.empty() ? "(unnamed)" : refused_by;
    outcome_.tally.add(verdict);
    outcome_.cases.push_back(std::move(one));
  }

  void conclude() {
    using reports::ExitCode;
    if (outcome_.schemas >= 50) outcome_.too_little = lacking();
    const bool nothing = outcome_.cancelled || outcome_.tally.compared() == 0;
    outcome_.exit = outcome_.tally.failures() > 0  ? ExitCode::conformance_failure
                    : !outcome_.too_little.empty() ? ExitCode::self_check_failed
                    : nothing                      ? ExitCode::unresolved
                                                   : ExitCode::pass;
  }

  std::string lacking() const {
    for (const PrefixPlace place : all_places()) {
      if (outcome_.places[static_cast<std::size_t>(place)] == 0)
        return fmt::format("no prefix ends in: {}", name(place));
    }
    const std::size_t masks = std::max<std::size_t>(outcome_.counts.masks, 1);
    if (outcome_.dense_masks * 100 < 10 * masks) return "fewer than 10 % of the masks are dense";
    if (run_.full_masks > 0 && outcome_.full_in_strings * 100 < 40 * outcome_.counts.full_masks)
      return "fewer than 40 % of the masks compared in full are inside strings";
    if (run_.full_masks > 0 && outcome_.full_dense == 0) return "no dense mask was compared in full";
    return {};
  }

  WalkSubject& subject_;
  const BytePath& byte_path_;
  const MaskWalkRun& run_;
  PrefixJudge judge_;
  MaskWalkOutcome outcome_;
  std::vector<std::string> keywords_;
  std::string schema_;
  std::string base_;
  bool dead_ = false;          // the subject's process failed in this schema, and that was told
  std::vector<Seen> seen_;     // of this schema, for the cold start
  std::size_t full_left_ = 0;  // masks of this schema that may be compared in full
};

}  // namespace

MaskWalkOutcome run_mask_walk(WalkSubject& subject, const BytePath& byte_path, const MaskWalkRun& run) {
  return MaskWalk(subject, byte_path, run).walk();
}

}  // namespace lockstep::conformance

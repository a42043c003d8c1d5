#include "lockstep/conformance/walk/witness.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <set>

#include "lockstep/conformance/generate/instance_generator.h"
#include "lockstep/conformance/judge/shrink.h"
#include "lockstep/conformance/walk/byte_choice.h"
#include "lockstep/conformance/walk/enforced_schemas.h"
#include "lockstep/conformance/walk/truth.h"

namespace lockstep::conformance {
namespace {

constexpr std::size_t kMostFailures = 20;
constexpr std::size_t kEmptyInstances = 60;  // tried against a schema that is said to have none

Choices choices_for(std::uint64_t seed, std::uint64_t index) {
  NextByte mixer = seeded_bytes(seed ^ (index * 0x9e3779b97f4a7c15U));
  std::uint64_t start = 0;
  for (int i = 0; i < 8; ++i) start = start << 8U | mixer();
  return Choices(seeded_bytes(start));
}

// Bytes taken before the session died; the text's length where it did not.
std::size_t feed(WalkSession& session, std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!session.accept_bytes(text.substr(i, 1))) return i;
  }
  return text.size();
}

bool accepts(WalkSession& start, std::string_view text) {
  const auto session = start.fork();
  return feed(*session, text) == text.size() && session->can_stop();
}

// One schema's walks and instances.
class SchemaWitness {
 public:
  SchemaWitness(WalkSubject& subject, const WitnessRun& run, WitnessOutcome& outcome, std::uint64_t index,
                std::string schema, const std::set<std::string>& keywords, Truth truth)
      : subject_(subject),
        run_(run),
        outcome_(outcome),
        index_(index),
        schema_(std::move(schema)),
        keywords_(keywords),
        truth_(std::move(truth)) {}

  void walk(WalkSession& start, Choices& choices) {
    for (std::size_t i = 0; i < run_.walks; ++i) walk_once(start, choices);
  }

  void judge_instances(WalkSession* start, const GeneratedSchema& schema, Choices& choices) {
    const std::size_t count = start != nullptr ? run_.instances : kEmptyInstances;
    for (std::size_t i = 0; i < count; ++i) {
      Tree tree = build_instance(schema, choices);
      for (std::size_t n = choices.weighted({50, 35, 15}); n > 0; --n) mutate_instance(tree, schema, choices);
      judge_spellings(start, std::move(tree), choices);
    }
    std::size_t respelled = 0;
    for (const std::string& text : std::set<std::string>(witnesses_)) {
      if (++respelled > 6) break;
      if (std::optional<Tree> tree = read_tree(text)) judge_spellings(start, std::move(*tree), choices);
    }
  }

 private:
  void judge_spellings(WalkSession* start, Tree tree, Choices& choices) {
    judge_text(start, write_tree(tree));
    shuffle_members(tree, choices);
    std::string spelled = write_tree_spelled(tree, choices);
    judge_text(start, spelled);
    if (spelled.empty() || !choices.chance(40)) return;
    // Damaged: most are no JSON any more.
    const std::size_t at = choices.below(spelled.size());
    static const std::string kBytes = "\"\\{}[],:019.-eEtfn \x80\xff\xf0";
    if (choices.chance(50)) {
      spelled.erase(at, 1);
    } else {
      spelled[at] = kBytes[choices.below(kBytes.size())];
    }
    judge_text(start, spelled);
  }

  void judge_text(WalkSession* start, const std::string& text) {
    const oracle::Answer answer = truth_.check(text);
    if (answer.is_unknown()) {
      ++outcome_.unknown[answer.reason.substr(0, answer.reason.find(':'))];
      tell(text, Expected::unknown, Verdict::unknown, answer.reason);
      return outcome_.tally.add(Verdict::unknown);
    }
    const bool taken = start != nullptr && accepts(*start, text);
    if (dead(text)) return;
    ++(answer.is_yes() ? outcome_.valid : outcome_.invalid);
    if (answer.is_no() && taken)
      return fail_text(Verdict::over_accept, text, "accepted, and the oracle says invalid");
    if (answer.is_yes() && !taken && run_.every_spelling) {
      return fail_text(Verdict::over_reject, text, "the oracle says valid, and it was not accepted");
    }
    // A text outside the policy's language is nothing to agree on.
    if (answer.is_yes() == taken) tell(text, expected_of(answer), Verdict::agree, "");
    outcome_.tally.add(Verdict::agree);
  }

  void walk_once(WalkSession& start, Choices& choices) {
    const auto session = start.fork();
    std::string prefix;
    for (std::size_t step = 0; step < run_.steps; ++step) {
      ++outcome_.steps;
      const std::vector<bool> allowed = session->allowed_bytes();
      const bool stop = session->can_stop();
      const std::optional<std::uint8_t> next = choose_byte(allowed, choices);
      if (!next && !stop)
        return fail_prefix(Verdict::dead_end, prefix, "no byte may follow, and the text is not complete");
      if (stop && !prove(prefix)) return;
      if (!prove_end(*session, prefix)) return;
      if (!next || (stop && only_white_space(allowed) && choices.chance(70))) return;
      for (std::size_t i = 0; i < run_.probes; ++i) {
        const std::uint8_t probe = *choose_byte(allowed, choices);
        if (probe == *next) continue;
        const auto fork = session->fork();
        const std::string longer = prefix + static_cast<char>(probe);
        if (!fork->accept_bytes(longer.substr(prefix.size()))) {
          return fail_prefix(Verdict::inconsistent, longer, "an allowed byte was not accepted");
        }
        if (!prove_end(*fork, longer)) return;
      }
      prefix += static_cast<char>(*next);
      if (!session->accept_bytes(std::string_view(prefix).substr(prefix.size() - 1))) {
        return fail_prefix(Verdict::inconsistent, prefix, "an allowed byte was not accepted");
      }
    }
    prove_end(*session, prefix);
  }

  // The completion from here leads to the stop bit, and the oracle takes the text.
  bool prove_end(WalkSession& session, const std::string& prefix) {
    const std::string rest = session.finish();
    const auto fork = session.fork();
    const bool fed = feed(*fork, rest) == rest.size();
    if (!fed || !fork->can_stop()) {
      const std::vector<bool> allowed = fork->allowed_bytes();
      const bool stuck = !fed || std::find(allowed.begin(), allowed.end(), true) == allowed.end();
      if (!stuck && !session.knows_the_end()) {
        ++outcome_.unknown["no completion found"];
        outcome_.tally.add(Verdict::unknown);
        return true;
      }
      fail_prefix(Verdict::dead_end, prefix, "its own completion does not complete the text: " + rest);
      return false;
    }
    return prove(prefix + rest);
  }

  bool prove(const std::string& text) {
    const oracle::Answer answer = truth_.check(text);
    if (answer.is_unknown()) {
      ++outcome_.unknown[answer.reason.substr(0, answer.reason.find(':'))];
      tell(text, Expected::unknown, Verdict::unknown, answer.reason);
      outcome_.tally.add(Verdict::unknown);
      return true;
    }
    if (answer.is_no()) {
      fail_text(Verdict::over_accept, text, "reached through set bits, and the oracle says invalid");
      return false;
    }
    if (witnesses_.insert(text).second) {
      ++outcome_.witnesses;
      tell(text, Expected::valid, Verdict::agree, "");
    }
    outcome_.tally.add(Verdict::agree);
    return true;
  }

  static Expected expected_of(const oracle::Answer& answer) {
    return answer.is_yes() ? Expected::valid : Expected::invalid;
  }

  void tell(const std::string& text, Expected truth, Verdict verdict, const std::string& detail) const {
    if (run_.judged) run_.judged({index_, schema_, keywords_, text, truth, verdict, detail, ""});
  }

  // Did the subject's process fail? Then that is the verdict, once, and what its sessions said is none.
  bool dead(const std::string& text) {
    const std::optional<Trouble> trouble = dead_ ? std::nullopt : subject_.trouble();
    if (trouble) {
      dead_ = true;
      tell(text, Expected::unknown, trouble->verdict, trouble->message);
      outcome_.tally.add(trouble->verdict);
      if (outcome_.failures.size() < kMostFailures)
        outcome_.failures.push_back({trouble->verdict, index_, schema_, text, trouble->message});
    }
    return dead_;
  }

  void fail_text(Verdict verdict, const std::string& text, const std::string& detail) {
    if (dead(text)) return;
    tell(text, verdict == Verdict::over_accept ? Expected::invalid : Expected::valid, verdict, detail);
    outcome_.tally.add(verdict);
    if (outcome_.failures.size() >= kMostFailures) return;
    const auto fails = [&](const Pair& pair) {
      std::string fault;
      std::optional<Truth> truth = Truth::load(pair.schema, fault, run_.assert_formats);
      if (!truth) return false;
      const oracle::Answer answer = truth->check(pair.instance);
      const WalkStart started = subject_.start(pair.schema);
      if (!started.session) return started.compile.outcome == Compile::empty && answer.is_yes();
      const bool taken = accepts(*started.session, pair.instance);
      return verdict == Verdict::over_accept ? answer.is_no() && taken : answer.is_yes() && !taken;
    };
    const Pair found{schema_, text};
    const Pair small = run_.shrink ? shrink_pair(found, fails) : found;
    outcome_.failures.push_back({verdict, index_, small.schema, small.instance, detail});
  }

  void fail_prefix(Verdict verdict, const std::string& prefix, const std::string& detail) {
    if (dead(prefix)) return;
    tell(prefix, Expected::unknown, verdict, detail);
    outcome_.tally.add(verdict);
    if (outcome_.failures.size() < kMostFailures)
      outcome_.failures.push_back({verdict, index_, schema_, prefix, detail});
  }

  WalkSubject& subject_;
  const WitnessRun& run_;
  WitnessOutcome& outcome_;
  std::uint64_t index_;
  std::string schema_;
  const std::set<std::string>& keywords_;
  Truth truth_;
  std::set<std::string> witnesses_;
  bool dead_ = false;  // the subject's process failed, and that was told
};

GeneratedSchema schema_for(std::uint64_t index, Choices& choices) {
  if (index % 2 == 1) return generate_enforced_schema(choices);
  GeneratedSchema schema = generate_schema(choices);
  keep_enforced(schema);
  return schema;
}

void run_schema(WalkSubject& subject, const WitnessRun& run, WitnessOutcome& outcome, std::uint64_t index) {
  Choices choices = choices_for(run.seed, index);
  const GeneratedSchema schema = schema_for(index, choices);
  std::string text = choices.chance(10) ? write_tree_spelled(schema.root, choices) : write_tree(schema.root);
  ++outcome.generated;
  // Of the whole schema.
  const auto end = [&](Verdict verdict, const std::string& detail, const std::string& refused_by) {
    outcome.tally.add(verdict);
    if (run.judged)
      run.judged({index, text, schema.keywords, "", Expected::unknown, verdict, detail, refused_by});
    if (is_failure(verdict)) outcome.failures.push_back({verdict, index, text, "", detail});
  };
  std::string fault;
  std::optional<Truth> truth = Truth::load(text, fault, run.assert_formats);
  if (!truth)  // the generator's fault or the oracle's: never silent
    return end(Verdict::over_reject, "the oracle does not read the schema: " + fault, "");
  const WalkStart started = subject.start(text);
  if (started.compile.outcome == Compile::refused) {
    const std::string by = started.compile.keyword.empty() ? "(unnamed)" : started.compile.keyword;
    ++outcome.refused_by[by];
    return end(Verdict::refused, started.compile.message, by);
  }
  SchemaWitness one(subject, run, outcome, index, text, schema.keywords, std::move(*truth));
  if (started.compile.outcome == Compile::empty) {
    ++outcome.empty;
    return one.judge_instances(nullptr, schema, choices);
  }
  if (!started.session) {
    const Judgement judged = compare(Expected::unknown, started.compile, nullptr);
    return end(judged.verdict, started.compile.code + " " + started.compile.message, "");
  }
  ++outcome.walked;
  one.walk(*started.session, choices);
  one.judge_instances(started.session.get(), schema, choices);
  if (started.session->overruns() > 0) end(Verdict::limit, "a question was answered by a limit", "");
}

}  // namespace

WitnessOutcome run_witness(WalkSubject& subject, const WitnessRun& run) {
  WitnessOutcome outcome;
  const std::size_t most = run.generated > 0 ? run.generated : 20 * run.schemas;
  for (std::uint64_t index = 0; outcome.walked < run.schemas && index < most; ++index) {
    if (index % run.shard_count != run.shard_index - 1) continue;
    if (run.stop_requested && run.stop_requested()) {
      outcome.cancelled = true;
      break;
    }
    run_schema(subject, run, outcome, index);
    if (run.progress) run.progress(outcome.walked);
  }
  return outcome;
}

std::string describe(const WitnessFailure& failure) {
  return fmt::format("{} (schema {} of the run): {}\n  schema {}\n  text   {}\n", name(failure.verdict),
                     failure.index, failure.detail, failure.schema, failure.text);
}

}  // namespace lockstep::conformance

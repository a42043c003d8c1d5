// Somebody else's engine over a pipe: the built-in one gives the same verdicts there, wrong ones are
// convicted, and a process that dies, hangs or talks nonsense is a verdict and not the end of the run.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "lockstep/conformance/walk/mask_walk.h"
#include "lockstep/conformance/walk/process_walk_subject.h"
#include "lockstep/conformance/walk/witness.h"
#include "lockstep/engine/vocabulary/builtin.h"

namespace lockstep::conformance {
namespace {

// Sanitizers reserve more address space than any limit.
constexpr std::size_t kMemory = LOCKSTEP_SANITIZED ? 0 : std::size_t{2} << 30U;

const std::string kEngine = std::string("'") + LOCKSTEP_PROGRAM + "' subject";

std::unique_ptr<ProcessWalkSubject> over_pipe(const std::string& command_line,
                                              std::chrono::milliseconds time = std::chrono::seconds{60}) {
  return make_process_walk_subject({shell_command(command_line, kMemory),
                                    {.time = time},
                                    engine::Policy::spec(),
                                    engine::builtin_vocabulary()});
}

std::unique_ptr<WalkSubject> built_in() {
  return make_engine_walk_subject(
      {engine::Policy::spec(), {}, engine::builtin_vocabulary(), engine::MaskPath::memo});
}

MaskWalkOutcome walked(WalkSubject& subject, std::size_t schemas) {
  static const BytePath kPath(engine::builtin_vocabulary());
  MaskWalkRun run;
  run.schemas = schemas;
  run.prefixes = 4;
  run.full_masks = 12;
  run.reproducers = 0;
  return run_mask_walk(subject, kPath, run);
}

// The cases as lines, without what only a process can fail to know: the harness searches its way to the end.
std::vector<std::string> told(const MaskWalkOutcome& outcome) {
  std::vector<std::string> lines;
  for (const reports::Case& one : outcome.cases) {
    std::optional<PrefixFacts> facts = facts_of(one.got);
    if (facts) facts->why.erase("no completion found");
    lines.push_back(one.id + " " + one.verdict + " " + (facts ? to_text(*facts) : one.got));
  }
  return lines;
}

TEST(ProcessWalk, TheBuiltInEngineGivesTheSameVerdictsOverThePipe) {
  const auto piped = over_pipe(kEngine);
  ASSERT_EQ(piped->open(), "");
  EXPECT_EQ(piped->name(), "engine");
  EXPECT_FALSE(piped->version().empty());
  const MaskWalkOutcome theirs = walked(*piped, 20);
  const MaskWalkOutcome ours = walked(*built_in(), 20);
  EXPECT_EQ(told(theirs), told(ours));
  EXPECT_EQ(theirs.figures.bits, ours.figures.bits);
  EXPECT_EQ(theirs.figures.laws, ours.figures.laws);
  EXPECT_EQ(theirs.figures.tokens, ours.figures.tokens);
  EXPECT_EQ(theirs.figures.distinct_masks, ours.figures.distinct_masks);
  EXPECT_EQ(theirs.tally.failures(), 0U);
  EXPECT_GE(theirs.figures.masks, 50U);
  EXPECT_EQ(piped->restarts(), 0U);
}

TEST(ProcessWalk, TheWitnessTierWorksOverThePipe) {
  const auto piped = over_pipe(kEngine);
  WitnessRun run;
  run.schemas = 6;
  run.walks = 1;
  run.steps = 6;
  run.instances = 4;
  const WitnessOutcome outcome = run_witness(*piped, run);
  for (const WitnessFailure& failure : outcome.failures) ADD_FAILURE() << describe(failure);
  EXPECT_EQ(outcome.tally.failures(), 0U);
  EXPECT_GE(outcome.witnesses, 10U);
  EXPECT_GE(outcome.valid, 10U);
  EXPECT_GE(outcome.invalid, 5U);
}

// Stands between the harness and the engine, and changes what crosses. {} is the change.
std::string between(const std::string& change) {
  return fmt::format(R"(python3 -c '
import json, os, subprocess, sys, time
engine = subprocess.Popen([sys.argv[1], "subject"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
count = 0
for line in sys.stdin:
    request = json.loads(line)
    engine.stdin.write(line); engine.stdin.flush()
    reply = json.loads(engine.stdout.readline())
    count += 1
{}
    print(json.dumps(reply)); sys.stdout.flush()
' '{}')",
                     change, LOCKSTEP_PROGRAM);
}

TEST(ProcessWalk, WrongEnginesAreConvictedOverThePipe) {
  struct Line {
    const char* change;
    const char* by;
  };
  const Line lines[] = {
      {"    if request[\"op\"] == \"mask\": reply[\"mask\"] = \"ff\" * (len(reply[\"mask\"]) // 2)",
       "inconsistent by clear_bits"},
      {"    if request[\"op\"] == \"stop\": reply[\"stop\"] = True", "over_accept by stop_bit"},
      {"    if request[\"op\"] == \"forced\": reply[\"forced\"] = \"\"", "inconsistent by forced"},
      {"    if request[\"op\"] == \"fork\": reply[\"session\"] = request[\"session\"]",
       "inconsistent by process"},  // closing the fork closed the session
      {"    if request[\"op\"] == \"mask\": reply[\"mask\"] = \"fe\" + reply[\"mask\"][2:]",
       "mask_too_wide by next_byte"},
  };
  for (const Line& line : lines) {
    const auto piped = over_pipe(between(line.change));
    const MaskWalkOutcome outcome = walked(*piped, 6);
    std::string all;
    for (const auto& [what, count] : outcome.found_by) all += fmt::format("{} {}, ", what, count);
    EXPECT_TRUE(outcome.found_by.contains(line.by)) << line.by << " is not among " << all;
    EXPECT_EQ(outcome.exit, reports::ExitCode::conformance_failure) << line.by;
  }
}

TEST(ProcessWalk, ADyingHangingOrRamblingProcessIsAVerdictAndTheRunGoesOn) {
  struct Line {
    const char* change;
    Verdict verdict;
  };
  const Line lines[] = {
      {"    if count == 20000: os.abort()", Verdict::crash},
      {"    if count == 20000: time.sleep(1000)", Verdict::hang},
      {"    if count == 20000: print(\"garbage\"); sys.stdout.flush(); continue", Verdict::inconsistent},
      {"    if count == 20000: reply = {\"id\": request[\"id\"], \"error\": \"oops\"}",
       Verdict::inconsistent},
      {"    if count % 20000 == 0: reply = {\"id\": request[\"id\"]}", Verdict::inconsistent},
  };
  for (const Line& line : lines) {
    const auto piped =
        over_pipe(between(line.change), std::chrono::seconds{line.verdict == Verdict::hang ? 5 : 60});
    const MaskWalkOutcome outcome = walked(*piped, 3);
    EXPECT_GE(outcome.tally[line.verdict], 1U) << line.change;
    EXPECT_GE(piped->restarts(), 1U) << line.change;
    EXPECT_GE(outcome.tally[Verdict::agree], 1U) << line.change;
    EXPECT_EQ(outcome.tally.failures(), outcome.tally[line.verdict]) << line.change;
    EXPECT_EQ(outcome.figures.schemas, 3U);
  }
}

TEST(ProcessWalk, WhatCannotBeJudgedSaysWhy) {
  EXPECT_NE(over_pipe("/no/such/engine")->open(), "");
  EXPECT_NE(over_pipe("true")->open(), "");
  EXPECT_NE(over_pipe("echo hello")->open(), "");
  const WalkStart started = over_pipe("/no/such/engine")->start("true");
  EXPECT_EQ(started.compile.outcome, Compile::crash);
  EXPECT_EQ(started.session, nullptr);
}

}  // namespace
}  // namespace lockstep::conformance

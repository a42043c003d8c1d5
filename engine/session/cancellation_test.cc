// A request to stop is heard soon and leaves everything as it was: stopped at any of its looks at the
// cancellation, a compile says so, and a session answers again as if nothing had been. How soon in time is
// measured in cancellation_bench.cc.
#include <gtest/gtest.h>

#include <iostream>
#include <random>
#include <string>

#include "lockstep/engine/mask/random_language.h"
#include "lockstep/engine/session/hostile_cases.h"
#include "lockstep/engine/session/session.h"
#include "lockstep/engine/vocabulary/builtin.h"

namespace lockstep::engine {
namespace {

constexpr std::uint64_t kManyLooks = std::uint64_t{1} << 40U;

std::variant<Constraint, CompileFault> compile(const hostile::Case& one, const Limits& limits,
                                               const Cancellation* cancellation) {
  return compile_schema(one.schema, {}, {}, one.policy, limits, cancellation);
}

std::string outcome_of(const std::variant<Constraint, CompileFault>& made) {
  const CompileFault* fault = std::get_if<CompileFault>(&made);
  return fault == nullptr ? std::get<Constraint>(made).identity() : fault->error.code + fault->error.pointer;
}

template <typename T>
std::string outcome_of(const Result<T>& result) {
  return result.ok() ? "ok" : result.error().code;
}

Limits often() {
  Limits limits;
  limits.between_looks = 1;
  return limits;
}

// Each thing that a loop meets is an operation at least, and between two looks are no more than so many.
TEST(Cancellation, NoLoopOfACompileIsLongWithoutALook) {
  std::size_t measured = 0;
  for (const hostile::Case& one : hostile::compiles(0.05)) {
    Limits limits;
    limits.between_looks = 64;
    Cancellation cancellation;
    cancellation.cancel_after(kManyLooks);
    const std::string outcome = outcome_of(compile(one, limits, &cancellation));
    EXPECT_NE(outcome, "cancelled") << one.name;
    const std::uint64_t looks = kManyLooks - cancellation.looks_left();
    EXPECT_GE(looks, one.units / limits.between_looks) << one.name << ": " << outcome;
    measured += one.units > 250 ? 1 : 0;
  }
  EXPECT_GE(measured, 20U);
}

TEST(Cancellation, ACompileStopsAtAnyLook) {
  const std::uint64_t seed = test_languages::seed_or(20261130);
  std::cout << "seed " << seed << "\n";
  std::mt19937_64 random(seed);
  std::size_t stopped = 0;
  for (const hostile::Case& one : hostile::compiles(0.002)) {
    Cancellation cancellation;
    cancellation.cancel_after(kManyLooks);
    const std::string whole = outcome_of(compile(one, often(), &cancellation));
    const std::uint64_t looks = kManyLooks - cancellation.looks_left();
    ASSERT_GT(looks, 0U) << one.name;
    for (int n = 0; n < 12; ++n) {
      Cancellation soon;
      soon.cancel_after(n < 2 ? static_cast<std::uint64_t>(n) % looks : random() % looks);
      const auto made = compile(one, often(), &soon);
      ASSERT_EQ(made.index(), 1U) << one.name;
      EXPECT_EQ(std::get<CompileFault>(made).status, CompileStatus::cancelled) << one.name;
      ++stopped;
    }
    EXPECT_EQ(outcome_of(compile(one, often(), nullptr)), whole) << one.name;
  }
  EXPECT_GE(stopped, 350U);
}

// Stops `work` at one look after another, from the first on with growing steps, until it comes through.
template <typename Work>
std::size_t stopped_before_done(const Work& work) {
  std::size_t stopped = 0;
  for (std::uint64_t look = 0;; look += 1 + look / 4) {
    Cancellation cancellation;
    cancellation.cancel_after(look);
    if (work(cancellation) != "cancelled") return stopped;
    ++stopped;
  }
}

// Beside a session that nobody interrupts one that is stopped again and again on its way.
struct Pair {
  Session calm;
  Session stopped;

  std::size_t mask() {
    std::vector<std::uint32_t> truth(calm.mask_words());
    std::vector<std::uint32_t> words(calm.mask_words());
    EXPECT_EQ(outcome_of(calm.mask(truth)), "ok");
    const std::size_t times = stopped_before_done(
        [&](const Cancellation& cancellation) { return outcome_of(stopped.mask(words, &cancellation)); });
    EXPECT_EQ(words, truth);
    EXPECT_EQ(stopped.can_stop(), calm.can_stop());
    return times;
  }
  std::size_t accept(std::string_view bytes) {
    const std::string truth = outcome_of(calm.accept_bytes(bytes));
    std::string outcome;
    const std::size_t times = stopped_before_done([&](const Cancellation& cancellation) {
      return outcome = outcome_of(stopped.accept_bytes(bytes, &cancellation));
    });
    EXPECT_EQ(outcome, truth);
    return times;
  }
  std::size_t finish() {
    std::string rest;
    const std::size_t times = stopped_before_done([&](const Cancellation& cancellation) {
      const Result<std::string> done = stopped.finish(cancellation);
      if (done.ok()) rest = *done;
      return outcome_of(done);
    });
    EXPECT_EQ(rest, calm.finish());
    Session end = calm.fork();
    EXPECT_TRUE(end.accept_bytes(rest).ok());
    EXPECT_TRUE(end.can_stop());
    return times;
  }
};

TEST(Cancellation, AStoppedMaskAcceptOrFinishLeavesNoTrace) {
  std::size_t stopped = 0;
  for (const Vocabulary& vocabulary : {builtin_vocabulary(), hostile::long_tokens(300)}) {
    for (const hostile::Case& one : hostile::masks(0.01)) {
      SCOPED_TRACE(one.name);
      const auto calm = compile(one, {}, nullptr);
      const auto stopping = compile(one, often(), nullptr);
      ASSERT_EQ(calm.index(), 0U) << outcome_of(calm);
      Pair pair{Session(std::get<Constraint>(calm), vocabulary),
                Session(std::get<Constraint>(stopping), vocabulary)};
      stopped += pair.accept(one.text) + pair.mask() + pair.finish() + pair.mask();
      ASSERT_FALSE(HasFailure());
    }
  }
  std::cout << stopped << " times stopped\n";
  EXPECT_GE(stopped, 600U);
}

// The same on walks through random languages.
TEST(Cancellation, AStoppedWalkGoesOnAsIfNothingHadBeen) {
  const std::uint64_t seed = test_languages::seed_or(77);
  std::cout << "seed " << seed << "\n";
  test_languages::RandomLanguages random(static_cast<std::uint32_t>(seed));
  std::size_t stopped = 0;
  std::size_t points = 0;
  for (int round = 0; round < 60; ++round) {
    const hostile::Case one{"", random.schema(), {}, random.policy()};
    const Vocabulary vocabulary = random.vocabulary();
    auto calm = compile(one, {}, nullptr);
    auto made = compile(one, often(), nullptr);
    ASSERT_EQ(calm.index(), made.index()) << one.schema;
    if (calm.index() == 1) continue;
    SCOPED_TRACE(one.schema + " " + canonical_text(one.policy));
    Pair pair{Session(std::get<Constraint>(calm), vocabulary),
              Session(std::get<Constraint>(made), vocabulary)};
    for (int step = 0; step < 12; ++step) {
      stopped += pair.mask() + pair.finish();
      ++points;
      const std::vector<bool> allowed = pair.calm.allowed_bytes();
      std::string bytes;
      for (unsigned byte = 0; byte < 256; ++byte) {
        if (allowed[byte]) bytes += static_cast<char>(byte);
      }
      if (bytes.empty()) break;
      const std::string rest = pair.calm.finish();
      const std::size_t any = random.below(bytes.size());
      const char byte = random.below(2) == 0 && !rest.empty() ? rest[0] : bytes[any];
      stopped += pair.accept(std::string_view(&byte, 1));
      ASSERT_FALSE(HasFailure());
    }
  }
  std::cout << points << " points, " << stopped << " times stopped\n";
  EXPECT_GE(points, 300U);
  EXPECT_GE(stopped, 3'000U);
}

}  // namespace
}  // namespace lockstep::engine

// Many threads on one constraint: the same masks as alone, no race. Run it under the preset `tsan` too.
#include <gtest/gtest.h>

#include <atomic>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "lockstep/engine/mask/random_language.h"
#include "lockstep/engine/session/session.h"
#include "lockstep/engine/vocabulary/builtin.h"

namespace lockstep::engine {
namespace {

using test_languages::RandomLanguages;
using Words = std::vector<std::uint32_t>;

constexpr int kThreads = 4;

struct Trace {
  std::vector<TokenId> tokens;
  std::vector<Words> masks;  // before each token, and after the last
};

Words mask_of(Session& session) {
  Words words(session.mask_words());
  EXPECT_TRUE(session.mask(words).ok());
  return words;
}

// A walk of its own for each seed: masks decide, the stop bit and forced bytes are asked along the way.
Trace wander(Session session, const Vocabulary& vocabulary, std::uint32_t seed) {
  RandomLanguages random(seed);
  Trace trace;
  for (int step = 0; step < 30; ++step) {
    trace.masks.push_back(mask_of(session));
    std::vector<TokenId> allowed;
    for (TokenId id = 0; id < vocabulary.size(); ++id) {
      if ((trace.masks.back()[id / 32] >> (id % 32) & 1U) != 0 && !vocabulary.is_stop(id))
        allowed.push_back(id);
    }
    if (allowed.empty()) return trace;
    session.can_stop();
    session.forced(8);
    const std::string rest = session.finish();
    TokenId token = allowed[random.below(allowed.size())];
    if (!rest.empty() && random.below(2) == 0)
      token = vocabulary.byte_token(static_cast<std::uint8_t>(rest[0])).value();
    EXPECT_TRUE(session.accept(token).ok());
    if (random.below(4) == 0) {
      EXPECT_TRUE(session.rollback(1).ok());
      EXPECT_TRUE(session.accept(token).ok());
    }
    trace.tokens.push_back(token);
  }
  trace.masks.push_back(mask_of(session));
  return trace;
}

// The trace again, by one thread on a constraint of its own.
std::size_t replay(const Trace& trace, Session session) {
  for (std::size_t i = 0; i < trace.masks.size(); ++i) {
    EXPECT_EQ(mask_of(session), trace.masks[i]) << "step " << i;
    EXPECT_TRUE(i == trace.tokens.size() || session.accept(trace.tokens[i]).ok());
  }
  return trace.masks.size();
}

std::optional<Constraint> compiled(const std::string& schema, const Policy& policy) {
  auto made = compile_schema(schema, {}, {}, policy);
  if (auto* constraint = std::get_if<Constraint>(&made)) return std::move(*constraint);
  return std::nullopt;
}

TEST(SessionThreads, MasksAreThoseOfOneThread) {
  const std::uint32_t seed = test_languages::seed_or(41);
  RandomLanguages random(seed);
  std::size_t compared = 0;
  for (int languages = 0; languages < 12;) {
    const std::string schema = random.schema();
    const Policy policy = random.policy();
    const std::optional<Constraint> shared = compiled(schema, policy);
    if (!shared) continue;
    ++languages;
    SCOPED_TRACE(schema);
    const std::vector<Vocabulary> vocabularies = {builtin_vocabulary(), random.vocabulary()};
    const std::vector<Session> begun = {Session(*shared, vocabularies[0]), Session(*shared, vocabularies[1])};
    std::vector<Trace> traces(kThreads);
    std::vector<std::thread> threads;
    for (unsigned t = 0; t < kThreads; ++t) {
      threads.emplace_back([&, t] {
        // Half of the threads fork one session, half make their own: both must be safe.
        const Vocabulary& vocabulary = vocabularies[t % 2];
        traces[t] = wander(t < 2 ? begun[t % 2].fork() : Session(*shared, vocabulary), vocabulary, seed + t);
      });
    }
    for (std::thread& thread : threads) thread.join();
    const Constraint alone = compiled(schema, policy).value();
    for (unsigned t = 0; t < kThreads; ++t)
      compared += replay(traces[t], Session(alone, vocabularies[t % 2]));
  }
  EXPECT_GT(compared, 400U);
}

TEST(SessionThreads, CancellingFromOutsideLeavesTheConstraintWhole) {
  const Constraint constraint = compiled("true", Policy::spec()).value();
  RandomLanguages random(7);
  const Vocabulary vocabulary = random.vocabulary(4'000);
  const Session begun(constraint, vocabulary);
  Cancellation cancellation;
  std::atomic<int> cancelled{0};
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      Session session = begun.fork();
      Words words(session.mask_words());
      ASSERT_TRUE(session.accept_bytes("{\"" + std::string(t, 'x')).ok());
      // A name that grows: each point's mask is one that nobody has built yet.
      for (int i = 0; i < 100; ++i) {
        const auto masked = session.mask(words, &cancellation);
        if (!masked.ok()) {
          EXPECT_EQ(masked.error().code, "cancelled");
          cancelled.fetch_add(1);
          return;
        }
        ASSERT_TRUE(session.accept_bytes("y").ok());
        if (i == 3) cancellation.cancel();
        constraint.counters();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(cancelled.load(), kThreads);
  Session after = begun.fork();
  EXPECT_EQ(mask_of(after), [&] {
    Session fresh(compiled("true", Policy::spec()).value(), vocabulary);
    return mask_of(fresh);
  }());
}

}  // namespace
}  // namespace lockstep::engine

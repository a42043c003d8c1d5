// How long after a request a compile, a mask, an accept or a finish gives up: at random moments, over hostile
// schemas, texts and tokens.
//
//   engine_session_cancellation_bench [--runs N] [--seed S] [--vocab FILE] [--only TEXT]
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <functional>
#include <optional>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "lockstep/engine/session/hostile_cases.h"
#include "lockstep/engine/session/session.h"
#include "lockstep/engine/vocabulary/builtin.h"
#include "lockstep/engine/vocabulary/load.h"

namespace lockstep::engine {
namespace {

using Clock = std::chrono::steady_clock;
constexpr double kTarget = 16;         // milliseconds
constexpr double kLongestWait = 1500;  // of a run before it is cancelled in any case

double since(Clock::time_point then) {
  return std::chrono::duration<double, std::milli>(Clock::now() - then).count();
}

// Makes ready, in this thread, what is then run in another.
using Work = std::function<std::string(const Cancellation&)>;  // its outcome
using Prepare = std::function<Work()>;

// In milliseconds: on the wall, and of the processor, which on a busy machine is less.
struct Latency {
  double wall = 0;
  double processor = 0;
};

struct Latencies {
  std::vector<Latency> all;
  double whole = 0;     // of a run that nobody stopped, or kLongestWait
  std::string outcome;  // of that
};

double processor_time(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

// Runs the work once; cancelled after `wait` milliseconds. The latency, where the request came in time.
std::optional<Latency> cancelled_after(const Work& work, double wait, Latencies* whole = nullptr) {
  Cancellation cancellation;
  std::atomic<bool> done{false};
  std::atomic<bool> may_end{false};
  Clock::time_point end;
  double processor_end = 0;
  std::string outcome;
  const Clock::time_point begin = Clock::now();
  std::thread worker([&] {
    outcome = work(cancellation);
    end = Clock::now();
    processor_end = processor_time(CLOCK_THREAD_CPUTIME_ID);
    done.store(true);
    while (!may_end.load()) std::this_thread::yield();  // its clock is asked for
  });
  while (since(begin) < wait && !done.load()) std::this_thread::sleep_for(std::chrono::microseconds(100));
  const bool in_time = !done.load();
  clockid_t clock = 0;
  pthread_getcpuclockid(worker.native_handle(), &clock);
  const double processor = processor_time(clock);
  const Clock::time_point request = Clock::now();
  cancellation.cancel();
  may_end.store(true);
  worker.join();
  if (whole != nullptr) {
    whole->whole = std::chrono::duration<double, std::milli>(end - begin).count();
    whole->outcome = outcome;
  }
  if (!in_time || end < request) return std::nullopt;
  return Latency{std::chrono::duration<double, std::milli>(end - request).count(), processor_end - processor};
}

class Bench {
 public:
  Bench(int runs, std::uint64_t seed, std::string only)
      : runs_(runs), random_(seed), only_(std::move(only)) {}

  void measure(const std::string& name, const Prepare& prepare) {
    if (name.find(only_) == std::string::npos) return;
    Latencies latencies;
    cancelled_after(prepare(), kLongestWait, &latencies);
    for (int run = 0; run < runs_; ++run) {
      const double most = std::min(latencies.whole, kLongestWait);
      const double wait = std::uniform_real_distribution<double>(0, most)(random_);
      if (const auto latency = cancelled_after(prepare(), wait)) latencies.all.push_back(*latency);
    }
    report(name, latencies);
  }

  int summary() const {
    std::printf(
        "%zu requests; largest latency %.2f ms (%s), of the processor %.2f ms; of %g ms or more: %zu, %zu\n",
        requests_, largest_.wall, worst_.c_str(), largest_.processor, kTarget, late_, late_of_processor_);
    return 0;
  }

 private:
  static double nth(std::vector<Latency>& all, double Latency::* which, double share) {
    if (all.empty()) return 0;
    std::sort(all.begin(), all.end(),
              [&](const Latency& a, const Latency& b) { return a.*which < b.*which; });
    return all[static_cast<std::size_t>(share * static_cast<double>(all.size() - 1))].*which;
  }

  void report(const std::string& name, Latencies& latencies) {
    std::vector<Latency>& all = latencies.all;
    const double most = nth(all, &Latency::wall, 1);
    const double most_of_processor = nth(all, &Latency::processor, 1);
    std::printf("%-44s %8.1f ms %-24s %3zu: median %7.3f max %7.3f, processor median %7.3f max %7.3f\n",
                name.c_str(), latencies.whole, latencies.outcome.c_str(), all.size(),
                nth(all, &Latency::wall, 0.5), most, nth(all, &Latency::processor, 0.5), most_of_processor);
    std::fflush(stdout);
    requests_ += all.size();
    for (const Latency& one : all) {
      late_ += one.wall >= kTarget ? 1 : 0;
      late_of_processor_ += one.processor >= kTarget ? 1 : 0;
    }
    largest_.processor = std::max(largest_.processor, most_of_processor);
    if (most <= largest_.wall) return;
    largest_.wall = most;
    worst_ = name;
  }

  int runs_;
  std::mt19937_64 random_;
  std::string only_;
  std::size_t requests_ = 0;
  std::size_t late_ = 0;
  std::size_t late_of_processor_ = 0;
  Latency largest_;
  std::string worst_;
};

std::variant<Constraint, CompileFault> compile(const hostile::Case& one, const Cancellation* cancellation) {
  return compile_schema(one.schema, {}, {}, one.policy, {}, cancellation);
}

template <typename T>
std::string outcome_of(const Result<T>& result) {
  return result.ok() ? "ok" : result.error().code;
}

// Cold each time: a constraint of its own.
std::optional<Session> session_of(const hostile::Case& one, const Vocabulary& vocabulary) {
  auto made = compile(one, nullptr);
  if (const CompileFault* fault = std::get_if<CompileFault>(&made)) {
    std::printf("%s: %s\n", one.name.c_str(), fault->error.code.c_str());
    return std::nullopt;
  }
  return Session(std::get<Constraint>(made), vocabulary);
}

void measure_session(Bench& bench, const hostile::Case& one, const Vocabulary& vocabulary,
                     const std::string& with) {
  using On = std::function<std::string(Session&, const Cancellation&)>;
  const auto prepared = [&](const On& work) -> Prepare {
    return [&one, &vocabulary, work]() -> Work {
      Session session = session_of(one, vocabulary).value();
      if (!session.accept_bytes(one.text).ok()) std::printf("%s: its text is not taken\n", one.name.c_str());
      return
          [session, work](const Cancellation& cancellation) mutable { return work(session, cancellation); };
    };
  };
  if (!session_of(one, vocabulary)) return;
  bench.measure("mask: " + one.name + with, prepared([](Session& session, const Cancellation& cancellation) {
                  std::vector<std::uint32_t> words(session.mask_words());
                  return outcome_of(session.mask(words, &cancellation));
                }));
  bench.measure("finish: " + one.name + with,
                prepared([](Session& session, const Cancellation& cancellation) {
                  return outcome_of(session.finish(cancellation));
                }));
}

void measure_text(Bench& bench, const hostile::Case& one, const Vocabulary& vocabulary) {
  bench.measure("accept: " + one.name, [&]() -> Work {
    Session session = session_of(one, vocabulary).value();
    return [session, &one](const Cancellation& cancellation) mutable {
      return outcome_of(session.accept_bytes(one.text, &cancellation));
    };
  });
}

int run(int argc, char** argv) {
  int runs = 12;
  std::uint64_t seed = std::random_device{}();
  std::string only;
  Vocabulary vocabulary = builtin_vocabulary();
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string option = argv[i];
    if (option == "--runs") runs = std::stoi(argv[i + 1]);
    if (option == "--seed") seed = std::stoull(argv[i + 1]);
    if (option == "--only") only = argv[i + 1];
    if (option != "--vocab") continue;
    Result<Vocabulary> loaded = load_vocabulary(argv[i + 1], {});
    if (!loaded.ok()) {
      std::fprintf(stderr, "%s: %s\n", argv[i + 1], loaded.error().message.c_str());
      return 2;
    }
    vocabulary = std::move(loaded).value();
  }
  std::printf("seed %llu, %d runs a case, %u tokens\n", static_cast<unsigned long long>(seed), runs,
              static_cast<unsigned>(vocabulary.size()));
  Bench bench(runs, seed, only);
  for (const hostile::Case& one : hostile::compiles(1)) {
    bench.measure("compile: " + one.name, [&]() -> Work {
      return [&one](const Cancellation& cancellation) -> std::string {
        const auto made = compile(one, &cancellation);
        const CompileFault* fault = std::get_if<CompileFault>(&made);
        return fault == nullptr ? "ok" : fault->error.code;
      };
    });
  }
  const Vocabulary hostile_vocabulary = hostile::long_tokens(100'000);
  for (const hostile::Case& one : hostile::masks(1)) {
    measure_session(bench, one, vocabulary, "");
    measure_session(bench, one, hostile_vocabulary, ", long tokens");
    if (one.text.size() > 10'000) measure_text(bench, one, vocabulary);
  }
  return bench.summary();
}

}  // namespace
}  // namespace lockstep::engine

int main(int argc, char** argv) { return lockstep::engine::run(argc, argv); }

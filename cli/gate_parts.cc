// Which parts the gate has, and the reading of their results.
#include "lockstep/cli/gate_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <utility>

#include "lockstep/conformance/vocabulary/vocabulary_pins.h"

namespace lockstep::cli {
namespace {

using nlohmann::json;

constexpr int kPipeFactor = 20;  // every question crosses to another process and back

// The last line of the child's output, which must be its summary object.
std::optional<json> last_object(const std::string& out) {
  if (out.empty() || out.back() != '\n') return std::nullopt;
  const std::size_t newline = out.find_last_of('\n', out.size() - 2);
  const std::size_t begin = out.size() < 2 || newline == std::string::npos ? 0 : newline + 1;
  json object = json::parse(out.begin() + static_cast<std::ptrdiff_t>(begin), out.end(), nullptr, false);
  if (object.is_discarded() || !object.is_object()) return std::nullopt;
  return object;
}

std::optional<std::size_t> count_at(const json& object, const char* name) {
  const auto found = object.find(name);
  if (found == object.end() || !found->is_number_unsigned()) return std::nullopt;
  return found->get<std::size_t>();
}

// The first lines of what a failing child said, for the problem.
std::string first_words(const std::string& text) {
  return text.substr(0, std::min<std::size_t>(text.size(), 300));
}

// The last lines of the output but for the summary, which is the very last.
std::vector<std::string> last_words(const std::string& out) {
  std::vector<std::string> lines;
  std::string line;
  for (const char c : out) {
    if (c == '\n') {
      lines.push_back(std::exchange(line, {}));
    } else {
      line += c;
    }
  }
  if (!lines.empty()) lines.pop_back();
  if (lines.size() > kWords) lines.erase(lines.begin(), lines.end() - static_cast<std::ptrdiff_t>(kWords));
  return lines;
}

std::string too_few(const GatePart& part, const PartResult& result, bool limited) {
  const std::size_t floor = limited ? 1 : part.at_least;
  if (result.cases.size() >= floor) return {};
  return fmt::format("ran {} cases, must run at least {}", result.cases.size(), floor);
}

// Empty where the result can be believed; fills it as far as it can be read.
std::string doubt(const GatePart& part, const ChildRun& run, const std::string& report_path, bool limited,
                  PartResult& result) {
  if (run.exit < 0) return fmt::format("{}: {}", run.problem, first_words(run.err));
  if (run.exit > static_cast<int>(ExitCode::stale_expectation_list))
    return fmt::format("exit {} means nothing", run.exit);
  result.exit = static_cast<ExitCode>(run.exit);
  const std::optional<json> summary = last_object(run.out);
  if (!summary) return fmt::format("exit {} without a summary object: {}", run.exit, first_words(run.err));
  if (count_at(*summary, "exit") != static_cast<std::size_t>(run.exit))
    return "the summary names another exit code";
  reports::ReadError error;
  std::optional<reports::Record> record = reports::read_record(report_path, error);
  if (!record) return fmt::format("the report cannot be believed: {}: {}", error.code, error.message);
  result.cases = std::move(record->cases);
  result.audited = count_at(*summary, "audited");
  result.variants = count_at(*summary, "variants");
  if (const auto found = summary->find("not_tested"); found != summary->end() && found->is_object()) {
    for (const auto& [what, why] : found->items())
      result.not_tested[what] = why.is_string() ? why.get<std::string>() : "";
  }
  if (count_at(*summary, "cases") != result.cases.size())
    return "the summary's cases are not those of the report";
  if (std::string few = too_few(part, result, limited); !few.empty()) return few;
  if (part.audits && result.audited.value_or(0) == 0) return "nothing was audited";
  if (part.varies && result.variants.value_or(0) == 0) return "no other spelling was fed";
  return {};
}

}  // namespace

bool is_command(const std::string& subject) { return subject.find_first_of(" /") != std::string::npos; }

std::vector<GatePart> gate_parts(const std::string& subject) {
  std::vector<GatePart> parts = {
      {.name = "suite",
       .arguments = {"conform", "--suite", "json-schema", "--draft", "2020-12", "--subject", subject,
                     "--optional"},
       .at_least = 1900,
       .budget_seconds = 60},
      // The built-in engine, whoever the subject is, with every instance in other spellings and tokens.
      {.name = "engine",
       .arguments = {"conform", "--suite", "json-schema", "--draft", "2020-12", "--subject", "engine",
                     "--optional", "--variants", "6"},
       .at_least = 1900,
       .varies = true,
       .budget_seconds = 60},
      {.name = "selftest", .arguments = {"selftest"}, .at_least = 200, .budget_seconds = 90},
      {.name = "audit",
       .arguments = {"conform", "--suite", "json-schema", "--draft", "2020-12", "--subject", subject,
                     "--optional", "--audit"},
       .at_least = 200,
       .audits = true,
       .budget_seconds = 120,
       .sample = 200},
      {.name = "generated",
       .arguments = {"conform", "--suite", "generated", "--subject", subject, "--audit"},
       .at_least = 3000,
       .audits = true,
       .budget_seconds = 120,
       .sample = 3000},
      // The texts that the engine writes itself: a tenth of them goes to the validators.
      {.name = "written",
       .arguments = {"conform", "--suite", "written", "--subject", "engine", "--audit", "--audit-one-in",
                     "10"},
       .at_least = 5000,
       .audits = true,
       .budget_seconds = 60,
       .sample = 200},
      // Every keyword put into schemas that lack it: refused by name, observable, or listed.
      {.name = "insertion",
       .arguments = {"conform", "--suite", "insertion", "--subject", "engine", "--audit", "--audit-one-in",
                     "10"},
       .at_least = 580,
       .audits = true,
       .budget_seconds = 60,
       .sample = 6},
      // Of a command its masks; of all others those of the built-in engine.
      {.name = "walk",
       .arguments = {"walk", "--schemas", "1200", "--prefixes", "16000", "--masks", "6000", "--full", "500",
                     "--audit", "--audit-one-in", "10"},
       .at_least = 16'000,
       .audits = true,
       .budget_seconds = 60,
       .sample = 16'000},
      {.name = "walk-model",
       .arguments = {"walk", "--policy", "model", "--schemas", "400", "--prefixes", "6000", "--masks", "3000",
                     "--full", "100", "--audit", "--audit-one-in", "10"},
       .at_least = 6'000,
       .audits = true,
       .budget_seconds = 40,
       .sample = 6'000},
      {.name = "walk-canonical",
       .arguments = {"walk", "--policy", "canonical", "--schemas", "400", "--prefixes", "6000", "--masks",
                     "3000", "--full", "100", "--audit", "--audit-one-in", "10"},
       .at_least = 6'000,
       .audits = true,
       .budget_seconds = 40,
       .sample = 6'000},
      {.name = "walk-llama-3",
       .arguments = {"walk", "--vocab", "llama-3", "--schemas", "40", "--prefixes", "4000", "--masks", "400",
                     "--full", "20", "--audit", "--audit-one-in", "10"},
       .at_least = 4'000,
       .audits = true,
       .budget_seconds = 40,
       .sample = 4'000,
       .vocabulary = "llama-3"},
      // 24 items in four arms and three controls.
      {.name = "quality",
       .arguments = {"quality", "run", "--subject", "engine"},
       .at_least = 168,
       .budget_seconds = 30},
      {.name = "adversarial", .arguments = {"adversarial"}, .at_least = 185, .budget_seconds = 60},
      {.name = "fuzz-replay", .arguments = {"fuzz", "--replay"}, .at_least = 190, .budget_seconds = 20},
      {.name = "vocabulary", .at_least = 1, .budget_seconds = 60, .own = check_vocabularies},
  };
  if (!is_command(subject)) return parts;
  std::erase_if(
      parts, [&](const GatePart& part) {  // those that ask for whole documents, or the built-in engine
        return std::any_of(part.arguments.begin(), part.arguments.end(), [&](const std::string& word) {
          return word == subject || word == "engine" || word == "fuzz";
        });
      });
  for (GatePart& part : parts) {
    if (part.arguments.empty() || part.arguments[0] == "selftest") continue;
    part.arguments.insert(part.arguments.end(), {"--subject", subject});
    if (part.arguments[0] == "walk") part.budget_seconds *= kPipeFactor;
  }
  return parts;
}

PartResult read_part(const GatePart& part, const ChildRun& run, const std::string& report_path,
                     bool limited) {
  PartResult result;
  result.name = part.name;
  result.seconds = run.seconds;
  result.budget_seconds = part.budget_seconds;
  result.problem = doubt(part, run, report_path, limited, result);
  if (!result.problem.empty()) result.exit = ExitCode::self_check_failed;
  if (result.exit != ExitCode::pass) result.words = last_words(run.out);
  return result;
}

PartResult run_own_part(const GatePart& part, Context& context, bool limited) {
  PartResult result;
  result.name = part.name;
  result.budget_seconds = part.budget_seconds;
  const auto begin = std::chrono::steady_clock::now();
  result.exit = ExitCode::pass;
  part.own(context, result);
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  result.problem = too_few(part, result, limited);
  if (!result.problem.empty()) result.exit = ExitCode::self_check_failed;
  return result;
}

std::string why_left_out(const GatePart& part, const std::string& deps) {
  if (part.vocabulary.empty()) return {};
  const engine::Result<engine::Vocabulary> opened = conformance::open_vocabulary(part.vocabulary, deps);
  if (opened || opened.error().code != "vocabulary_not_installed") return {};
  return fmt::format("vocabulary {} is not installed (./run setup --all)", part.vocabulary);
}

void check_vocabularies(Context& context, PartResult& result) {
  for (const conformance::VocabularyPin& pin : conformance::vocabulary_pins()) {
    const engine::Result<engine::Vocabulary> opened = conformance::open_vocabulary(pin.name, context.deps);
    if (!opened && opened.error().code == "vocabulary_not_installed") {
      result.not_tested["vocabulary " + pin.name] = "not installed (./run setup --all)";
      continue;
    }
    reports::Case one{
        .id = pin.name, .keywords = {"vocabulary"}, .verdict = "agree", .expected = pin.identity};
    one.got = opened ? opened->identity() : opened.error().code;
    if (one.got != one.expected) {
      one.verdict = "inconsistent";
      one.detail = opened ? "another identity than the pinned one" : opened.error().message;
      result.words.push_back(pin.name + ": " + one.detail);
      result.exit = ExitCode::conformance_failure;
    }
    result.cases.push_back(std::move(one));
  }
}

}  // namespace lockstep::cli

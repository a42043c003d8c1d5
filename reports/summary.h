// The summary object that ends every command's `--json` output and stands in the footer, and the exit codes.
#pragma once

#include <cstddef>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::reports {

enum class ExitCode {
  pass = 0,
  conformance_failure = 1,
  usage = 2,
  subject_error = 3,
  self_check_failed = 4,
  unresolved = 5,
  stale_expectation_list = 6,
};

std::string_view name(ExitCode code);  // "conformance_failure"

// Of several runs, the one to report: self_check_failed (nothing else can then be believed),
// conformance_failure, subject_error, usage, stale_expectation_list, unresolved, pass.
ExitCode worse(ExitCode a, ExitCode b);

// One part of a run that is made of parts (gate).
struct PartSummary {
  std::string name;
  ExitCode exit = ExitCode::pass;
  std::size_t cases = 0;
  std::map<std::string, std::size_t> verdicts;
  std::optional<std::size_t> audited;
};

// What a walk compared under one keyword.
struct KeywordCoverage {
  std::size_t prefixes = 0;    // at byte level
  std::size_t masks = 0;       // compared token by token
  std::size_t full_masks = 0;  // of these, by the oracle's token filter
  std::size_t asked = 0;       // bits and tokens that the oracle was asked for
  std::size_t unknown = 0;     // of these, those that it did not know
  std::size_t refused = 0;     // schemas that the subject refused for its sake
};

// What the compiles of a run cost (conform --suite maskbench). Times differ between runs.
struct CompileSummary {
  std::map<std::string, std::size_t> outcomes;         // ok, empty, refused, ... -> schemas
  std::map<std::string, std::size_t> refused_schemas;  // keyword -> schemas
  std::size_t slow = 0, large = 0;                     // over 50 ms, over 8 MiB
  std::string slowest, largest;                        // ids; empty where nothing was measured
  double slowest_milliseconds = 0;
  std::size_t largest_bytes = 0;
};

// Fields that do not apply stay empty and are left out of the object. Thread rules: a plain value.
struct Summary {
  std::string command;
  ExitCode exit = ExitCode::pass;
  std::string report;  // path, or empty
  std::size_t cases = 0;
  std::optional<std::size_t> variants;            // re-spellings of cases
  std::map<std::string, std::size_t> verdicts;    // must be the counts of the stream where there is one
  std::map<std::string, std::size_t> refused_by;  // keyword -> cases
  std::optional<std::size_t> audited;
  std::optional<std::size_t> schemas;  // walked
  std::optional<CompileSummary> compiles;
  std::optional<std::size_t> prefixes;      // judged at byte level
  std::optional<std::size_t> bits;          // next bytes and stop bits that the oracle decided
  std::optional<std::size_t> unknown_bits;  // those that it did not
  std::optional<std::size_t> masks;         // compared token by token
  std::optional<std::size_t> dense_masks;
  std::optional<std::size_t> full_masks;       // of `masks`, by the oracle's token filter
  std::optional<std::size_t> full_in_strings;  // of these, inside strings
  std::optional<std::size_t> differences;
  std::map<std::string, KeywordCoverage> by_keyword;
  std::optional<std::size_t> self_checks;         // identities asked of single steps (quality)
  std::optional<std::size_t> self_checks_failed;  // any makes the exit code self_check_failed
  std::map<std::string, std::map<std::string, std::size_t>> statuses;  // arm -> status -> cases (quality)
  std::map<std::string, std::map<std::string, double>> intervention;   // arm -> number -> value (quality)
  std::vector<PartSummary> parts;                                      // in the order of the run
  std::map<std::string, std::string> not_tested;  // what was skipped or not installed -> why
};

// Fields in the order above; `exit` is the number. `refused_by` is always there, `not_tested` and
// `by_keyword` only where they have entries.
nlohmann::ordered_json to_json(const Summary& summary);

struct Case;
// verdicts and refused_by of these cases; `cases` is their number.
void count_cases(const std::vector<Case>& cases, Summary& summary);

}  // namespace lockstep::reports

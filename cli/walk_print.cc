#include "lockstep/cli/walk_print.h"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <string>

#include "lockstep/conformance/generate/schema_generator.h"
#include "lockstep/reports/printable.h"

namespace lockstep::cli {
namespace {

using conformance::MaskWalkOutcome;
using conformance::PrefixPlace;
using conformance::Verdict;
using conformance::WalkFigures;

double percent(std::size_t part, std::size_t whole) {
  return 100.0 * static_cast<double>(part) / static_cast<double>(std::max<std::size_t>(whole, 1));
}

std::string floor_text(std::size_t floor) { return floor == 0 ? "" : fmt::format(" (floor {})", floor); }

void print_unknown(std::ostream& out, const WalkFigures& figures) {
  for (const auto& [reason, count] : figures.unknown)
    out << fmt::format("unknown, {}: {} bits\n", reason, count);
}

// Every keyword of the draft, compared or not; a keyword that has no line cannot be missed.
void print_coverage(std::ostream& out, const WalkFigures& figures, std::size_t floor) {
  out << fmt::format("  {:<22} {:>9} {:>9} {:>9} {:>10} {:>8} {:>8}\n", "keyword" + floor_text(floor),
                     "prefixes", "masks", "in full", "unknown", "", "refused");
  for (const std::string& keyword : conformance::generated_keywords()) {
    const auto found = figures.by_keyword.find(keyword);
    const conformance::KeywordCoverage under =
        found == figures.by_keyword.end() ? conformance::KeywordCoverage{} : found->second;
    out << fmt::format("  {:<22} {:>9} {:>9} {:>9} {:>10} {:>6.3f} % {:>8}\n", keyword, under.prefixes,
                       under.masks, under.full_masks, under.unknown, percent(under.unknown, under.asked),
                       under.refused);
  }
}

}  // namespace

void print_walk(std::ostream& out, const MaskWalkOutcome& outcome, const conformance::WalkFloors& floors,
                std::size_t vocabulary_size) {
  const WalkFigures& figures = outcome.figures;
  print_unknown(out, figures);
  print_coverage(out, figures, floors.per_keyword);
  out << fmt::format("schemas {}: walked {}{}, empty {}, refused {}\n", figures.schemas, figures.walked,
                     floor_text(floors.schemas), figures.empty, outcome.tally[Verdict::refused]);
  out << fmt::format("prefixes at byte level {}{}:", figures.prefixes, floor_text(floors.prefixes));
  for (const PrefixPlace place : conformance::all_places())
    out << fmt::format(" {} {}", name(place), figures.places[static_cast<std::size_t>(place)]);
  out << fmt::format("\nnext bytes and stop bits decided by the oracle {}, unknown {}\n", figures.bits,
                     figures.unknown_bits);
  out << fmt::format(
      "masks of {} tokens against the byte path {}{}: dense {} ({:.1f} %, floor {} %), distinct {}\n",
      vocabulary_size, figures.masks, floor_text(floors.masks), figures.dense_masks,
      percent(figures.dense_masks, figures.masks), floors.dense_percent, figures.distinct_masks);
  out << fmt::format(
      "masks in full by the oracle's token filter {}{}: in strings {} ({:.1f} %, floor {}), dense {}, tokens "
      "{}, unknown {}\n",
      figures.full_masks, floor_text(floors.full_masks), figures.full_in_strings,
      percent(figures.full_in_strings, figures.full_masks), (floors.full_masks + 1) / 2, figures.full_dense,
      figures.tokens, figures.unknown_tokens);
  if (figures.valid_texts + figures.invalid_texts > 0) {
    out << fmt::format("complete texts on which subject and oracle agree: {} valid, {} invalid\n",
                       figures.valid_texts, figures.invalid_texts);
  }
  out << "comparisons by law:";
  for (const auto& [law, count] : figures.laws) out << fmt::format(" {} {}", law, count);
  out << fmt::format("\ndifferences {}\n", outcome.tally.failures());
  for (const auto& [what, count] : outcome.found_by) out << fmt::format("found: {}: {}\n", what, count);
  for (const std::string& text : outcome.reproducers) {
    std::size_t begin = 0;
    for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', begin)) {
      out << reports::printable(text.substr(begin, end - begin)) << '\n';
      begin = end + 1;
    }
  }
  if (!outcome.too_little.empty())
    out << "self-check failed: " << reports::printable(outcome.too_little) << '\n';
}

reports::Summary walk_summary(const MaskWalkOutcome& outcome) {
  const WalkFigures& figures = outcome.figures;
  reports::Summary summary;
  summary.command = "walk";
  summary.exit = outcome.exit;
  reports::count_cases(outcome.cases, summary);
  summary.schemas = figures.walked;
  summary.prefixes = figures.prefixes;
  summary.bits = figures.bits;
  summary.unknown_bits = figures.unknown_bits;
  summary.masks = figures.masks;
  summary.dense_masks = figures.dense_masks;
  summary.full_masks = figures.full_masks;
  summary.full_in_strings = figures.full_in_strings;
  summary.differences = outcome.tally.failures();
  for (const auto& [keyword, under] : figures.by_keyword) {
    summary.by_keyword[keyword] = {under.prefixes, under.masks,   under.full_masks,
                                   under.asked,    under.unknown, under.refused};
  }
  const auto untested = [&](const std::string& what, std::size_t count, const char* unit) {
    if (count > 0) summary.not_tested[what] = fmt::format("{} {}", count, unit);
  };
  for (const auto& [reason, count] : figures.unknown)
    untested("unknown to the oracle, " + reason, count, "bits");
  for (const auto& [keyword, under] : figures.by_keyword) {
    if (under.prefixes == 0) untested("keyword " + keyword, under.refused, "schemas refused, none compared");
  }
  untested("masks at prefixes judged at byte level", figures.prefixes - figures.masks, "prefixes");
  untested("masks in full by the token filter", figures.masks - figures.full_masks,
           "masks were compared through their bytes only");
  return summary;
}

}  // namespace lockstep::cli

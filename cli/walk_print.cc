#include "lockstep/cli/walk_print.h"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <string>

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
  out << "unknown to the oracle by keyword of the schema, in bits asked for:\n";
  for (const auto& [keyword, counts] : figures.by_keyword) {
    const auto& [asked, unknown] = counts;
    out << fmt::format("  {:<22} {:>12} {:>10} {:>8.4f} %\n", keyword, asked, unknown,
                       percent(unknown, asked));
  }
}

}  // namespace

void print_walk(std::ostream& out, const MaskWalkOutcome& outcome, const conformance::WalkFloors& floors,
                std::size_t vocabulary_size) {
  const WalkFigures& figures = outcome.figures;
  print_unknown(out, figures);
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
      "masks in full by the oracle's token filter {}{}: in strings {}, dense {}, tokens {}, unknown {}\n",
      figures.full_masks, floor_text(floors.full_masks), figures.full_in_strings, figures.full_dense,
      figures.tokens, figures.unknown_tokens);
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
  summary.differences = outcome.tally.failures();
  for (const auto& [keyword, counts] : figures.by_keyword)
    summary.unknown_by_keyword[keyword] = {counts.first, counts.second};
  const auto untested = [&](const std::string& what, std::size_t count, const char* unit) {
    if (count > 0) summary.not_tested[what] = fmt::format("{} {}", count, unit);
  };
  for (const auto& [reason, count] : figures.unknown)
    untested("unknown to the oracle, " + reason, count, "bits");
  untested("masks at prefixes judged at byte level", figures.prefixes - figures.masks, "prefixes");
  untested("masks in full by the token filter", figures.masks - figures.full_masks,
           "masks were compared through their bytes only");
  return summary;
}

}  // namespace lockstep::cli

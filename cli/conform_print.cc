#include "lockstep/cli/conform_print.h"

#include <fmt/format.h>

#include <ostream>

#include "lockstep/conformance/judge/verdict.h"
#include "lockstep/reports/printable.h"

namespace lockstep::cli {
namespace {

constexpr std::size_t kShown = 50;

}  // namespace

void print_unknown(std::ostream& out, const std::vector<reports::Case>& cases) {
  std::size_t shown = 0;
  std::size_t unknown = 0;
  for (const reports::Case& one : cases) {
    if (one.verdict != conformance::name(conformance::Verdict::unknown)) continue;
    if (unknown++ == 0) out << "\nUnknown cases:\n";
    if (shown++ < kShown) {
      out << "  " << reports::printable(fmt::format("{}: {}", one.id, one.detail)) << '\n';
    }
  }
  if (unknown > kShown) out << fmt::format("  and {} more\n", unknown - kShown);
}

void print_list(std::ostream& out, const std::vector<std::string>& unlisted,
                const std::vector<std::string>& stale) {
  for (const std::string& id : unlisted)
    out << "not in the expectation list: " << reports::printable(id) << '\n';
  for (const std::string& id : stale)
    out << "stale in the expectation list: " << reports::printable(id) << '\n';
}

}  // namespace lockstep::cli

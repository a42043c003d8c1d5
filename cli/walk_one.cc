#include "lockstep/cli/walk_one.h"

#include <fmt/format.h>

#include <optional>
#include <ostream>
#include <vector>

#include "lockstep/cli/engine_options.h"
#include "lockstep/conformance/walk/prefix_judge.h"
#include "lockstep/conformance/walk/reproducer.h"
#include "lockstep/reports/printable.h"

namespace lockstep::cli {
namespace {

using namespace lockstep::conformance;  // NOLINT(google-build-using-namespace): this file is about nothing
                                        // else

// The subject's bytes beside the oracle's.
void print_sides(std::ostream& out, const oracle::NextBytes& right, WalkSession& here) {
  std::vector<bool> yes(256);
  std::vector<bool> unknown(256);
  bool any_unknown = false;
  for (std::size_t byte = 0; byte < 256; ++byte) {
    yes[byte] = right.bytes[byte].is_yes();
    unknown[byte] = right.bytes[byte].is_unknown();
    any_unknown = any_unknown || unknown[byte];
  }
  const auto stop = [](bool may) { return may ? "may stop" : "may not stop"; };
  out << fmt::format("engine: {}; {}\n", shown_bytes(here.allowed_bytes()), stop(here.can_stop()));
  out << fmt::format(
      "oracle: {}; {}\n", shown_bytes(yes),
      right.stop.is_unknown() ? "does not know whether it may stop" : stop(right.stop.is_yes()));
  if (any_unknown) out << fmt::format("oracle does not know: {}\n", shown_bytes(unknown));
}

// How many bytes of the prefix the session takes, one at a time.
std::size_t feed(WalkSession& session, const std::string& prefix) {
  std::size_t taken = 0;
  while (taken < prefix.size() && session.accept_bytes(std::string_view(prefix).substr(taken, 1))) ++taken;
  return taken;
}

}  // namespace

ExitCode walk_one(const OnePrefix& one, WalkSubject& subject, const BytePath& byte_path, Context& context) {
  reports::Summary summary;
  summary.command = "walk";
  summary.cases = 1;
  const auto truth = oracle::PrefixOracle::make(one.schema, {}, {}, one.policy);
  if (!truth.ok()) {
    return fail(context, ExitCode::usage,
                {truth.error().code, "the oracle does not read the schema", "--schema-text", ""});
  }
  const WalkStart started = subject.start(one.schema);
  if (!started.session) {
    return fail(context, ExitCode::unresolved,
                {std::string(name(started.compile.outcome)),
                 "the schema does not compile: " + started.compile.message, started.compile.pointer,
                 "'lockstep compile' says more"});
  }
  const auto here = started.session->fork();
  const std::size_t taken = feed(*here, one.prefix);
  const PrefixJudge judge(byte_path, {});
  print_sides(context.out, truth.value().next_bytes(one.prefix.substr(0, taken)), *here);
  Choices choices(seeded_bytes(context.common.seed.value_or(1)));
  PrefixFacts facts;
  const std::vector<Finding> found = judge.judge(truth.value(), *started.session, *here,
                                                 one.prefix.substr(0, taken), Depth::full, choices, facts);
  for (const Finding& finding : found) {
    ++summary.verdicts[std::string(name(finding.verdict))];
    context.out << reports::printable(
                       fmt::format("{} by {}: {}", name(finding.verdict), finding.check, finding.detail))
                << '\n';
  }
  summary.differences = found.size();
  summary.prefixes = 1;
  summary.bits = facts.bits;
  summary.unknown_bits = facts.unknown;
  summary.masks = 1;
  summary.full_masks = 1;
  for (const auto& [reason, count] : facts.why)
    summary.not_tested["unknown to the oracle, " + reason] = fmt::format("{} bits", count);
  const bool doubt = facts.unknown + facts.full->unknown > 0;
  summary.exit = !found.empty()              ? ExitCode::conformance_failure
                 : taken < one.prefix.size() ? ExitCode::usage
                 : doubt                     ? ExitCode::unresolved
                                             : ExitCode::pass;
  if (found.empty()) ++summary.verdicts[doubt ? "unknown" : "agree"];
  context.out << fmt::format("bits decided {}, tokens decided {}, unknown {}, differences {}\n", facts.bits,
                             facts.full->tokens, facts.unknown + facts.full->unknown, found.size());
  if (taken < one.prefix.size()) {
    print_error(context.err, {"prefix_not_taken",
                              fmt::format("the engine takes {} of {} bytes; judged where it stopped", taken,
                                          one.prefix.size()),
                              "--prefix", ""});
  }
  return finish(context, summary);
}

}  // namespace lockstep::cli

#include "lockstep/cli/audit_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "lockstep/conformance/judge/explanations.h"
#include "lockstep/conformance/subject/jury.h"
#include "lockstep/reports/printable.h"

namespace lockstep::cli {
namespace {

using namespace lockstep::conformance;  // NOLINT(google-build-using-namespace): this file is about nothing
                                        // else

constexpr std::size_t kShrunk = 20;  // splits that are made small and printed

void print_votes(std::ostream& out, const AuditResult& audit) {
  out << fmt::format("audited: {} of {} pairs, {} by every validator, {} with an unexplained split\n",
                     audit.audited, audit.offered, audit.audited_by_all, audit.split_triples);
  for (const VoterResult& voter : audit.voters) {
    out << fmt::format("  {} {}: agreed {}, split {}, explained {}, no vote {}\n", voter.name, voter.version,
                       voter[Ballot::agreed], voter[Ballot::split], voter[Ballot::explained],
                       voter[Ballot::abstained]);
    for (const auto& [rule, count] : voter.explained_by) {
      const auto& rules = explanation_rules();
      const auto found = std::find_if(rules.begin(), rules.end(),
                                      [&, name = rule](const auto& one) { return one.name == name; });
      out << fmt::format("    explained by {}: {} ({})\n", rule, count,
                         found == rules.end() ? "" : found->sentence);
    }
    for (const auto& [reason, count] : voter.abstained_by) {
      out << fmt::format("    no vote, {}: {}\n", reports::printable(reason), count);
    }
  }
}

void print_splits(std::ostream& out, const AuditResult& audit, Subject& truth, const Context& context) {
  std::vector<std::string> ignored;
  const auto voters = make_jurors({context.deps}, ignored);
  std::size_t shown = 0;
  for (const Split& split : audit.splits) {
    if (shown++ == kShrunk) break;
    for (const auto& voter : voters) {
      if (voter->name() != split.voter) continue;
      const Split small = shrink_split(split, truth, *voter);
      out << fmt::format(
          "split {}: {} says {}, the truth is {}\n  schema   {}\n  instance {}\n", split.label, split.voter,
          reports::printable(small.says), small.truth == Expected::valid ? "valid" : "invalid",
          reports::printable(small.request.schema), reports::printable(small.request.instances.front()));
    }
  }
  if (audit.splits.size() > kShrunk)
    out << fmt::format("and {} more splits\n", audit.splits.size() - kShrunk);
}

}  // namespace

void add_audit_options(Arguments& app, AuditChoice& choice) {
  app.flag("--audit", choice.audit, "Independent validators also vote where the subject agrees");
  app.option("--audit-one-in", choice.one_in,
             "Of texts that are generated or written, only one in so many, chosen by its bytes and the "
             "seed")
      .between(1, 1'000'000)
      .shows_default();
  app.option("--without", choice.without, "Leave this validator out of the vote").one_of(default_jurors());
}

std::optional<std::vector<std::unique_ptr<Subject>>> voters_of(const AuditChoice& choice,
                                                               const std::string& subject, Context& context,
                                                               std::vector<std::string>& absent) {
  std::vector<std::unique_ptr<Subject>> voters;
  if (!choice.audit) return voters;
  std::vector<std::string> missing;
  voters = make_jurors({context.deps}, missing);
  std::erase_if(voters, [&](const std::unique_ptr<Subject>& voter) {
    const bool left_out = voter->name() == subject || std::find(choice.without.begin(), choice.without.end(),
                                                                voter->name()) != choice.without.end();
    if (left_out) absent.push_back(voter->name() + " is left out");
    return left_out;
  });
  if (!missing.empty() && choice.without.empty()) {
    fail(context, ExitCode::usage,
         {"juror_missing", missing.front(), "--audit",
          "--without NAME goes on without a validator and says so"});
    return std::nullopt;
  }
  absent.insert(absent.end(), missing.begin(), missing.end());
  return voters;
}

void add_to_header(reports::Header& header, const AuditChoice& choice,
                   const std::vector<std::unique_ptr<Subject>>& voters) {
  if (choice.audit) header.limits["audit one in"] = std::to_string(choice.one_in);
  for (const auto& voter : voters) header.versions["voter " + voter->name()] = voter->version();
}

void add_to_summary(reports::Summary& summary, const AuditChoice& choice, const AuditResult& audit,
                    const std::vector<std::string>& absent) {
  if (!choice.audit) return;
  summary.audited = audit.audited;
  for (const std::string& why : absent)
    summary.not_tested["a vote"] += (summary.not_tested["a vote"].empty() ? "" : "; ") + why;
  bool unfit = false;
  for (const VoterResult& voter : audit.voters) {
    for (const auto& [reason, count] : voter.abstained_by) {
      summary.not_tested[fmt::format("vote of {}, {}", voter.name, reason)] = fmt::format("{} pairs", count);
    }
    unfit = unfit || voter.abstained_by.contains("smoke_test");
  }
  if (unfit || audit.audited == 0) summary.exit = ExitCode::self_check_failed;
}

void print_audit(std::ostream& out, const AuditResult& audit, Subject& truth, const Context& context) {
  print_votes(out, audit);
  print_splits(out, audit, truth, context);
}

}  // namespace lockstep::cli

// The audit of generated runs and walks: its options, the validators that vote, what they said.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lockstep/cli/command.h"
#include "lockstep/conformance/judge/audit.h"
#include "lockstep/conformance/subject/subject.h"
#include "lockstep/reports/summary.h"

namespace lockstep::cli {

struct AuditChoice {
  bool audit = false;
  std::size_t one_in = 1;            // texts: one in so many, chosen by its bytes and the seed
  std::vector<std::string> without;  // voters that are left out
};

// --audit, --audit-one-in, --without.
void add_audit_options(Arguments& app, AuditChoice& choice);

// The validators that shall vote, but for `subject`, which cannot vote on itself; none without an audit. Who
// was left out is told in `absent`. Nullopt after an error was printed: return ExitCode::usage then.
std::optional<std::vector<std::unique_ptr<conformance::Subject>>> voters_of(const AuditChoice& choice,
                                                                            const std::string& subject,
                                                                            Context& context,
                                                                            std::vector<std::string>& absent);

// Who votes, on how much.
void add_to_header(reports::Header& header, const AuditChoice& choice,
                   const std::vector<std::unique_ptr<conformance::Subject>>& voters);

// Counts, and self_check_failed where nothing was audited or a validator failed its smoke test.
void add_to_summary(reports::Summary& summary, const AuditChoice& choice,
                    const conformance::AuditResult& audit, const std::vector<std::string>& absent);

// The votes by validator, then the first splits, each as small as it gets, to be pasted. `truth` must be the
// oracle.
void print_audit(std::ostream& out, const conformance::AuditResult& audit, conformance::Subject& truth,
                 const Context& context);

}  // namespace lockstep::cli

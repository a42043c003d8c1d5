// What the suites of `conform` print below the rendered report.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "lockstep/reports/record.h"

namespace lockstep::cli {

// The render leaves out which cases are unknown, and why each is.
void print_unknown(std::ostream& out, const std::vector<reports::Case>& cases);

// Ids that an expectation list lacks, and entries that no longer happen.
void print_list(std::ostream& out, const std::vector<std::string>& unlisted,
                const std::vector<std::string>& stale);

}  // namespace lockstep::cli

// The per-keyword table: one column per verdict, never one percentage. A case counts under each of its
// keywords.
#pragma once

#include <cstddef>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "lockstep/reports/record.h"

namespace lockstep::reports {

// Columns: the verdicts of comparisons, worst first, then any other verdict of the cases by name; columns of
// comparisons are there even when they are zero. A stream none of whose verdicts is one of a comparison
// (selftest) has only its own. Rows: keywords by name; cases without keyword stand under "(none)". Thread
// rules: a plain value.
struct KeywordTable {
  std::vector<std::string> columns;
  std::map<std::string, std::map<std::string, std::size_t>> rows;  // keyword -> verdict -> cases
  std::map<std::string, std::size_t> total;                        // verdict -> cases, each case once
};

// Verdicts of comparisons, worst first (conformance/judge/verdict.h; a test of cli/ holds the two together).
const std::vector<std::string>& comparison_verdicts();

KeywordTable keyword_table(const std::vector<Case>& cases);

std::string to_text(const KeywordTable& table);  // aligned; long verdict names are broken after `_`
std::string to_markdown(const KeywordTable& table);
nlohmann::ordered_json to_json(const KeywordTable& table);

}  // namespace lockstep::reports

// A finished stream for people: what was not tested first, then the counts, the failing cases, the
// per-keyword table.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "lockstep/reports/record.h"

namespace lockstep::reports {

enum class Format { text, markdown, json };
std::optional<Format> format_named(std::string_view name);

// Ends with a newline. At most 50 failing cases are written out in text and Markdown, the number left out is
// said; JSON has all of them. Deterministic: no times.
std::string render(const Record& record, Format format);

// "not tested" as text: unknown by reason, refused by keyword, then the summary's not_tested; says so when
// all was.
std::string not_tested_text(const Record& record);

}  // namespace lockstep::reports

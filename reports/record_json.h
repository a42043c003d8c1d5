// The lines of a record stream as JSON: written in one fixed order of fields, read strictly. Private to
// reports/.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "lockstep/reports/record.h"

namespace lockstep::reports {

struct Footer {
  std::size_t cases = 0;
  std::map<std::string, std::size_t> counts;
  double seconds = 0;
};

using Line = std::variant<Header, Case, Footer>;

// One line without its newline. nullopt: a string is ill-formed UTF-8 where that is not allowed.
std::optional<std::string> header_line(const Header& header);
std::optional<std::string> case_line(const Case& one);
std::optional<std::string> footer_line(const Footer& footer, const nlohmann::json& summary);

// Exactly the fields of its type, each once, each of its type. `error` gets code and message, never a line
// number.
std::optional<Line> parse_line(std::string_view text, ReadError& error);

// True where the summary has no `verdicts`, or they are the counts (a verdict of no case may be left out).
bool agrees_with_summary(const std::map<std::string, std::size_t>& counts, const nlohmann::json& summary);

// Lower-case letters, digits and `_`, a letter first.
bool is_snake_case(std::string_view name);

}  // namespace lockstep::reports

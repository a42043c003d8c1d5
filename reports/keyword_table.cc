// The per-keyword table, for a terminal, as Markdown and as JSON.
#include "lockstep/reports/keyword_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "lockstep/reports/printable.h"

namespace lockstep::reports {
namespace {

constexpr const char* kNote =
    "A case counts under each of its keywords; the last row counts each case once.\n";
constexpr const char* kTotal = "all cases";

using Counts = std::map<std::string, std::size_t>;

std::size_t sum(const Counts& counts) {
  std::size_t out = 0;
  for (const auto& [verdict, count] : counts) out += count;
  return out;
}

std::size_t at(const Counts& counts, const std::string& verdict) {
  const auto found = counts.find(verdict);
  return found == counts.end() ? 0 : found->second;
}

// "mask_too_wide" -> "mask_", "too_", "wide".
std::vector<std::string> broken(const std::string& verdict) {
  std::vector<std::string> out(1);
  for (const char c : verdict) {
    out.back() += c;
    if (c == '_') out.emplace_back();
  }
  return out;
}

std::size_t widest(const std::vector<std::string>& lines) {
  std::size_t out = 0;
  for (const std::string& line : lines) out = std::max(out, line.size());
  return out;
}

// A keyword may be any text of somebody's schema; in a Markdown cell a bar would end the cell.
std::string cell(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '|') out += '\\';
    out += c;
  }
  return out;
}

}  // namespace

const std::vector<std::string>& comparison_verdicts() {
  static const std::vector<std::string> kVerdicts = {
      "over_accept", "dead_end", "over_reject", "mask_too_wide", "mask_too_narrow", "inconsistent", "crash",
      "hang",        "limit",    "split_vote",  "unknown",       "refused",         "agree"};
  return kVerdicts;
}

KeywordTable keyword_table(const std::vector<Case>& cases) {
  KeywordTable table;
  for (const Case& one : cases) {
    ++table.total[one.verdict];
    const std::set<std::string> keywords(one.keywords.begin(), one.keywords.end());
    if (keywords.empty()) ++table.rows["(none)"][one.verdict];
    for (const std::string& keyword : keywords) ++table.rows[keyword][one.verdict];
  }
  const std::vector<std::string>& known = comparison_verdicts();
  const bool compares = std::any_of(
      known.begin(), known.end(), [&](const std::string& verdict) { return table.total.contains(verdict); });
  if (compares || cases.empty()) table.columns = known;
  for (const auto& [verdict, count] : table.total) {
    if (std::find(known.begin(), known.end(), verdict) == known.end()) table.columns.push_back(verdict);
  }
  return table;
}

std::string to_text(const KeywordTable& table) {
  std::size_t name_width = std::string_view(kTotal).size();
  for (const auto& [keyword, counts] : table.rows)
    name_width = std::max(name_width, printable(keyword).size());
  const std::size_t cases_width = std::max<std::size_t>(5, fmt::formatted_size("{}", sum(table.total)));
  std::vector<std::vector<std::string>> heads;
  std::vector<std::size_t> widths;
  std::size_t height = 1;
  for (const std::string& column : table.columns) {
    heads.push_back(broken(column));
    height = std::max(height, heads.back().size());
    widths.push_back(std::max(widest(heads.back()), fmt::formatted_size("{}", at(table.total, column))));
  }
  std::string out;
  for (std::size_t line = 0; line < height; ++line) {
    const bool last = line + 1 == height;
    out += fmt::format("{:<{}}  {:>{}}", last ? "keyword" : "", name_width, last ? "cases" : "", cases_width);
    for (std::size_t i = 0; i < heads.size(); ++i) {
      const std::size_t skip = height - heads[i].size();
      out += fmt::format("  {:>{}}", line < skip ? "" : heads[i][line - skip], widths[i]);
    }
    out.erase(out.find_last_not_of(' ') + 1);
    out += '\n';
  }
  const auto row = [&](const std::string& name, const Counts& counts) {
    out += fmt::format("{:<{}}  {:>{}}", name, name_width, sum(counts), cases_width);
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      out += fmt::format("  {:>{}}", at(counts, table.columns[i]), widths[i]);
    }
    out += '\n';
  };
  for (const auto& [keyword, counts] : table.rows) row(printable(keyword), counts);
  row(kTotal, table.total);
  return out + kNote;
}

std::string to_markdown(const KeywordTable& table) {
  std::string out = "| keyword | cases |";
  std::string rule = "\n| --- | ---: |";
  for (const std::string& column : table.columns) {
    out += fmt::format(" {} |", column);
    rule += " ---: |";
  }
  out += rule + "\n";
  const auto row = [&](const std::string& name, const Counts& counts) {
    out += fmt::format("| {} | {} |", name, sum(counts));
    for (const std::string& column : table.columns) out += fmt::format(" {} |", at(counts, column));
    out += '\n';
  };
  for (const auto& [keyword, counts] : table.rows) row(fmt::format("`{}`", cell(printable(keyword))), counts);
  row(kTotal, table.total);
  return out + "\n" + kNote;
}

nlohmann::ordered_json to_json(const KeywordTable& table) {
  const auto row = [&](const Counts& counts) {
    nlohmann::ordered_json out = nlohmann::ordered_json::object();
    out["cases"] = sum(counts);
    for (const std::string& column : table.columns) out[column] = at(counts, column);
    return out;
  };
  nlohmann::ordered_json out = nlohmann::ordered_json::object();
  out["columns"] = table.columns;
  out["keywords"] = nlohmann::ordered_json::object();
  for (const auto& [keyword, counts] : table.rows) out["keywords"][keyword] = row(counts);
  out["total"] = row(table.total);
  return out;
}

}  // namespace lockstep::reports

// Renders a finished stream as text, Markdown or JSON.
#include "lockstep/reports/render.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "lockstep/reports/keyword_table.h"
#include "lockstep/reports/printable.h"
#include "lockstep/reports/quality_section.h"

namespace lockstep::reports {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;
using Counts = std::map<std::string, std::size_t>;

constexpr std::size_t kShown = 50;

struct NotTested {
  Counts unknown;                            // reason -> cases
  Counts refused;                            // keyword -> cases
  std::map<std::string, std::string> other;  // what was skipped or not installed -> why
};

// "pattern_budget: 10000000 steps" and its like are counted by what stands before the colon.
std::string reason_of(const Case& one) {
  const std::string reason = one.detail.substr(0, one.detail.find(':'));
  return reason.empty() ? "(no reason given)" : reason;
}

NotTested not_tested(const Record& record) {
  NotTested out;
  for (const Case& one : record.cases) {
    if (one.verdict == "unknown") ++out.unknown[reason_of(one)];
    if (one.verdict == "refused") ++out.refused[one.refused_by];
  }
  const json footer = json::parse(record.footer);
  const auto listed = footer["summary"].find("not_tested");
  if (listed != footer["summary"].end() && listed->is_object()) {
    for (const auto& [what, why] : listed->items())
      out.other[what] = why.is_string() ? why.get<std::string>() : why.dump();
  }
  return out;
}

std::vector<std::string> not_tested_lines(const Record& record) {
  const NotTested found = not_tested(record);
  std::vector<std::string> out;
  for (const auto& [reason, count] : found.unknown)
    out.push_back(fmt::format("unknown, {}: {}", reason, count));
  for (const auto& [keyword, count] : found.refused)
    out.push_back(fmt::format("refused, {}: {}", keyword, count));
  for (const auto& [what, why] : found.other) out.push_back(fmt::format("{}: {}", what, why));
  if (out.empty()) out.emplace_back("nothing: every case of this run was compared");
  return out;
}

// Every verdict but the good ones, the unlisted first; the order of the stream within each.
std::vector<const Case*> failing(const Record& record) {
  std::vector<const Case*> out;
  for (const bool listed : {false, true}) {
    for (const Case& one : record.cases) {
      const bool good = one.verdict == "agree" || one.verdict == "unknown" || one.verdict == "refused" ||
                        one.verdict == "convicted" || one.verdict == "not_applicable";
      if (!good && one.listed == listed) out.push_back(&one);
    }
  }
  return out;
}

// Of a quality run `got` is the status of the text, and nothing was expected of it.
std::string failing_line(const Case& one, bool quality) {
  if (quality) return fmt::format("{}: {} ({}): {}", one.verdict, one.id, one.got, one.detail);
  return fmt::format("{}{}: {} (expected {}, got {}){}{}", one.verdict, one.listed ? " (listed)" : "", one.id,
                     one.expected, one.got, one.detail.empty() ? "" : ": ", one.detail);
}

std::string render_json(const Record& record) {
  const NotTested found = not_tested(record);
  ordered_json out = ordered_json::object();
  out["command"] = record.header.command;
  out["subject"] = record.header.subject;
  out["subject_version"] = record.header.subject_version;
  out["not_tested"] = {{"unknown", found.unknown}, {"refused", found.refused}, {"other", found.other}};
  out["summary"] = ordered_json::parse(record.footer)["summary"];
  out["table"] = to_json(keyword_table(record.cases));
  if (is_quality(record)) out["quality"] = quality_json(record);
  out["failing"] = ordered_json::array();
  for (const Case* one : failing(record)) {
    out["failing"].push_back({{"id", one->id},
                              {"verdict", one->verdict},
                              {"listed", one->listed},
                              {"expected", one->expected},
                              {"got", one->got},
                              {"detail", one->detail}});
  }
  return out.dump(2) + "\n";
}

}  // namespace

std::optional<Format> format_named(std::string_view name) {
  if (name == "text") return Format::text;
  if (name == "markdown") return Format::markdown;
  if (name == "json") return Format::json;
  return std::nullopt;
}

std::string not_tested_text(const Record& record) {
  std::string out = "Not tested:\n";
  for (const std::string& line : not_tested_lines(record)) out += "  " + printable(line) + "\n";
  return out;
}

std::string render(const Record& record, Format format) {
  if (format == Format::json) return render_json(record);
  const bool markdown = format == Format::markdown;
  const std::string bullet = markdown ? "- " : "  ";
  const KeywordTable table = keyword_table(record.cases);
  const std::string title = fmt::format("lockstep {}: {} {}", record.header.command, record.header.subject,
                                        record.header.subject_version);
  std::string out = markdown ? "# " + title + "\n\n## Not tested\n\n" : title + "\n\nNot tested:\n";
  for (const std::string& line : not_tested_lines(record)) out += bullet + printable(line) + "\n";
  out += markdown ? "\n## Counts\n\n" : "\nCounts:\n";
  out += fmt::format("{}cases: {}\n", bullet, record.cases.size());
  for (const std::string& verdict : table.columns) {
    const auto count = table.total.find(verdict);
    out += fmt::format("{}{}: {}\n", bullet, verdict, count == table.total.end() ? 0 : count->second);
  }
  const std::vector<const Case*> failures = failing(record);
  if (!failures.empty()) {
    out += markdown ? "\n## Failing cases\n\n" : "\nFailing cases:\n";
    for (std::size_t i = 0; i < std::min(kShown, failures.size()); ++i) {
      out += bullet + printable(failing_line(*failures[i], is_quality(record))) + "\n";
    }
    if (failures.size() > kShown) out += fmt::format("{}and {} more\n", bullet, failures.size() - kShown);
  }
  if (is_quality(record)) return out + quality_section(record, markdown);
  out += markdown ? "\n## Keywords\n\n" : "\nKeywords:\n";
  return out + (markdown ? to_markdown(table) : to_text(table));
}

}  // namespace lockstep::reports

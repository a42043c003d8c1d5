// The tables of a quality run, counted from its cases; numbers of steps from the summary in the footer.
#include "lockstep/reports/quality_section.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <vector>

#include "lockstep/reports/printable.h"

namespace lockstep::reports {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;
using Counts = std::map<std::string, std::size_t>;
using Row = std::vector<std::string>;

constexpr const char* kUsable = "completed_valid_correct";
constexpr const char* kWrong = "completed_valid_wrong";

bool left_out(const std::string& status) {
  return status == "evaluator_error" || status == "gold_not_expressible";
}

struct Data {
  std::vector<std::string> arms;                                    // in the order of the summary
  std::map<std::string, Counts> statuses;                           // arm -> status -> cases
  std::map<std::string, Counts> controls;                           // control -> verdict -> cases
  std::map<std::string, std::map<std::string, std::string>> pairs;  // item and repeat -> arm -> status
  json summary;
};

// Arms are the conditions that the summary has statuses of.
Data data_of(const Record& record) {
  Data out;
  out.summary = json::parse(record.footer).value("summary", json::object());
  const json arms = out.summary.value("statuses", json::object());
  for (const auto& [arm, counts] : arms.items()) out.arms.push_back(arm);
  for (const Case& one : record.cases) {
    const std::string condition = one.keywords.empty() ? "" : one.keywords.front();
    if (!arms.contains(condition)) {
      ++out.controls[condition][one.verdict];
      continue;
    }
    ++out.statuses[condition][one.got];
    const std::size_t item = one.id.find('/');
    const std::size_t repeat = one.id.rfind('/');
    out.pairs[one.id.substr(0, item) + one.id.substr(repeat)][condition] = one.got;
  }
  return out;
}

std::string table(const std::vector<Row>& rows, bool markdown) {
  std::vector<std::size_t> widths(rows.front().size(), 0);
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string out;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    std::string line = markdown ? "|" : " ";
    for (std::size_t i = 0; i < rows[r].size(); ++i) {
      line += i == 0 ? fmt::format(" {:<{}}", rows[r][i], widths[i])
                     : fmt::format(" {:>{}}", rows[r][i], widths[i]);
      line += markdown ? " |" : " ";
    }
    out += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
    if (!markdown || r > 0) continue;
    out += "| --- |";
    for (std::size_t i = 1; i < rows[r].size(); ++i) out += " ---: |";
    out += "\n";
  }
  return out;
}

std::string heading(const std::string& title, bool markdown) {
  return markdown ? "\n## " + title + "\n\n" : "\n" + title + ":\n";
}

std::size_t count(const Counts& counts, const std::string& name) {
  const auto found = counts.find(name);
  return found == counts.end() ? 0 : found->second;
}

std::size_t denominator(const Counts& counts) {
  std::size_t sum = 0;
  for (const auto& [status, cases] : counts) sum += left_out(status) ? 0 : cases;
  return sum;
}

std::vector<Row> status_rows(const Data& data) {
  std::vector<Row> rows = {{"status"}};
  Counts all;
  for (const std::string& arm : data.arms) {
    rows[0].push_back(arm);
    for (const auto& [status, cases] : data.statuses.at(arm)) all[status] += cases;
  }
  // What leaves the denominators stands first.
  std::vector<std::string> order = {"evaluator_error", "gold_not_expressible"};
  for (const auto& [status, cases] : all) {
    if (!left_out(status)) order.push_back(status);
  }
  for (const std::string& status : order) {
    Row row = {status};
    for (const std::string& arm : data.arms)
      row.push_back(std::to_string(count(data.statuses.at(arm), status)));
    rows.push_back(std::move(row));
  }
  Row usable = {"usable, of those that count"};
  for (const std::string& arm : data.arms) {
    const Counts& counts = data.statuses.at(arm);
    usable.push_back(fmt::format("{}/{}", count(counts, kUsable), denominator(counts)));
  }
  rows.push_back(std::move(usable));
  return rows;
}

struct Pairs {
  std::size_t both = 0;
  std::size_t harm = 0;
  std::size_t rescue = 0;  // not valid before
  std::size_t gain = 0;    // valid and wrong before
  std::size_t neither = 0;
  std::size_t laundered = 0;
  Counts causes;
};

Pairs pairs_of(const Data& data, const std::string& of, const std::string& against) {
  Pairs out;
  for (const auto& [key, arms] : data.pairs) {
    const auto a = arms.find(of);
    const auto b = arms.find(against);
    if (a == arms.end() || b == arms.end() || left_out(a->second) || left_out(b->second)) continue;
    const bool before = a->second == kUsable;
    const bool after = b->second == kUsable;
    const bool was_valid = before || a->second == kWrong;
    if (!before) ++out.causes[a->second];
    if (before) {
      ++(after ? out.both : out.harm);
    } else if (after) {
      ++(was_valid ? out.gain : out.rescue);
    } else {
      ++out.neither;
      if (!was_valid && b->second == kWrong) ++out.laundered;
    }
  }
  return out;
}

std::string pairs_text(const Data& data, const std::string& of, const std::string& against, bool markdown) {
  const Pairs pairs = pairs_of(data, of, against);
  const std::string bullet = markdown ? "- " : "  ";
  std::string out = heading(fmt::format("{} against {}, item by item", against, of), markdown);
  out += table({{"", against + " usable", against + " not"},
                {of + " usable", std::to_string(pairs.both), std::to_string(pairs.harm)},
                {of + " not", std::to_string(pairs.rescue + pairs.gain), std::to_string(pairs.neither)}},
               markdown);
  if (markdown) out += "\n";
  for (const auto& [cause, cases] : pairs.causes)
    out += fmt::format("{}{} not usable, {}: {}\n", bullet, of, cause, cases);
  out += fmt::format("{}rescue ({} not valid, {} usable): {}\n", bullet, of, against, pairs.rescue);
  out += fmt::format("{}harm ({} usable, {} not): {}\n", bullet, of, against, pairs.harm);
  return out + fmt::format("{}laundered ({} not valid, {} valid and wrong): {}\n", bullet, of, against,
                           pairs.laundered);
}

std::vector<Row> intervention_rows(const Data& data) {
  static const Row kNames = {
      "steps",         "forced",           "infinite",     "top_blocked", "i_mean",    "i_mask_mean",
      "i_sample_mean", "i_unforced_mean",  "i_p50",        "i_p95",       "i_max",     "i_sum",
      "i_first_mean",  "i_structure_mean", "i_value_mean", "tax_mean",    "log_p_min", "log_p_value_min"};
  std::vector<Row> rows = {{"number"}};
  for (const std::string& arm : data.arms) rows[0].push_back(arm);
  for (const std::string& name : kNames) {
    Row row = {name};
    for (const std::string& arm : data.arms) {
      const json numbers = data.summary.value("intervention", json::object()).value(arm, json::object());
      const double value = numbers.value(name, 0.0);
      const bool whole = name == "steps" || name == "forced" || name == "infinite";
      const std::string shown = whole ? fmt::format("{:.0f}", value) : fmt::format("{:.4f}", value);
      row.push_back(numbers.contains(name) ? shown : "-");
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

bool has_pair(const Data& data) { return data.statuses.contains("B") && data.statuses.contains("D"); }

}  // namespace

bool is_quality(const Record& record) { return record.header.command == "quality"; }

std::string quality_section(const Record& record, bool markdown) {
  const Data data = data_of(record);
  const std::string bullet = markdown ? "- " : "  ";
  std::string out;
  if (!data.arms.empty()) {
    out += heading("Statuses", markdown) + table(status_rows(data), markdown);
    if (has_pair(data)) out += pairs_text(data, "B", "D", markdown);
  }
  out += heading("Controls", markdown);
  for (const auto& [control, verdicts] : data.controls) {
    std::string line;
    for (const auto& [verdict, cases] : verdicts)
      line += fmt::format("{}{} {}", line.empty() ? "" : ", ", cases, verdict);
    out += fmt::format("{}{}: {}\n", bullet, printable(control), line);
  }
  out += fmt::format("{}self-checks of steps: {} asked, {} failed\n", bullet,
                     data.summary.value("self_checks", std::size_t{0}),
                     data.summary.value("self_checks_failed", std::size_t{0}));
  if (!data.arms.empty())
    out += heading("Intervention, in nats", markdown) + table(intervention_rows(data), markdown);
  return out;
}

ordered_json quality_json(const Record& record) {
  const Data data = data_of(record);
  ordered_json out = {{"statuses", data.statuses}, {"controls", data.controls}};
  if (!has_pair(data)) return out;
  const Pairs pairs = pairs_of(data, "B", "D");
  out["transition"] = {{"of", "B"},
                       {"against", "D"},
                       {"both", pairs.both},
                       {"harm", pairs.harm},
                       {"rescue", pairs.rescue},
                       {"gain", pairs.gain},
                       {"neither", pairs.neither},
                       {"laundered", pairs.laundered},
                       {"causes", pairs.causes}};
  return out;
}

}  // namespace lockstep::reports

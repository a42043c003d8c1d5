// The strict reader of record streams.
#include <fmt/format.h>

#include <fstream>
#include <set>
#include <utility>

#include "lockstep/reports/record.h"
#include "lockstep/reports/record_scan.h"

namespace lockstep::reports {
namespace {

enum class LineEnd { newline, torn, end_of_file, too_long };

LineEnd read_line(std::istream& in, std::string& line) {
  line.clear();
  for (int c = in.get(); c != std::istream::traits_type::eof(); c = in.get()) {
    if (c == '\n') return LineEnd::newline;
    if (line.size() == kLongestLine) return LineEnd::too_long;
    line.push_back(static_cast<char>(c));
  }
  return line.empty() ? LineEnd::end_of_file : LineEnd::torn;
}

// Takes one whole line into the scan; false with `error` set where it may not stand there.
bool take(Line line, const std::string& text, std::set<std::string, std::less<>>& ids, Scan& scan,
          ReadError& error) {
  if (scan.footer) {
    error = {"bad_line", "a line follows the footer", 0};
  } else if (auto* header = std::get_if<Header>(&line)) {
    if (scan.header) {
      error = {"bad_line", "a second header", 0};
    } else {
      scan.header = std::move(*header);
    }
  } else if (!scan.header) {
    error = {"bad_line", "the first line is not a header", 0};
  } else if (auto* one = std::get_if<Case>(&line)) {
    if (ids.insert(one->id).second) {
      scan.cases.push_back(std::move(*one));
    } else {
      error = {"duplicate_case", "the case '" + one->id + "' stands twice", 0};
    }
  } else {
    scan.footer = std::get<Footer>(std::move(line));
    scan.footer_text = text;
  }
  return error.code.empty();
}

bool counts_add_up(const Scan& scan, ReadError& error) {
  std::map<std::string, std::size_t> counts;
  for (const Case& one : scan.cases) ++counts[one.verdict];
  if (scan.footer->cases != scan.cases.size()) {
    error = {
        "count_mismatch",
        fmt::format("the footer says {} cases, the stream has {}", scan.footer->cases, scan.cases.size()), 0};
  } else if (scan.footer->counts != counts) {
    error = {"count_mismatch", "the footer's counts by verdict are not those of the cases", 0};
  }
  return error.code.empty();
}

}  // namespace

bool scan_record(const std::string& path, bool torn_end_allowed, Scan& scan, ReadError& error) {
  error = {};
  std::ifstream in(path, std::ios::binary);
  if (!in) {
    error = {"cannot_open", "cannot read " + path, 0};
    return false;
  }
  std::set<std::string, std::less<>> ids;
  std::string text;
  for (std::size_t number = 1;; ++number) {
    const LineEnd end = read_line(in, text);
    if (end == LineEnd::end_of_file || (end == LineEnd::torn && torn_end_allowed)) break;
    if (end == LineEnd::torn) {
      error = {"no_footer", "the last line is torn: the run that wrote it did not end", number};
      return false;
    }
    if (end == LineEnd::too_long) {
      error = {"bad_line", fmt::format("the line is longer than {} bytes", kLongestLine), number};
      return false;
    }
    std::optional<Line> line = parse_line(text, error);
    if (!line || !take(std::move(*line), text, ids, scan, error)) {
      error.line = number;
      return false;
    }
    scan.whole_bytes += text.size() + 1;
  }
  if (in.bad()) {
    error = {"cannot_open", "cannot read " + path + " to its end", 0};
    return false;
  }
  return true;
}

std::optional<Record> read_record(const std::string& path, ReadError& error) {
  Scan scan;
  if (!scan_record(path, /*torn_end_allowed=*/false, scan, error)) return std::nullopt;
  if (!scan.header) {
    error = {"empty", path + " holds no line", 0};
    return std::nullopt;
  }
  const std::size_t last = scan.cases.size() + 2;
  if (!scan.footer) {
    error = {"no_footer", "the stream has no footer: the run that wrote it did not end", last - 1};
    return std::nullopt;
  }
  if (!counts_add_up(scan, error)) {
    error.line = last;
    return std::nullopt;
  }
  return Record{std::move(*scan.header), std::move(scan.cases), std::move(scan.footer_text)};
}

}  // namespace lockstep::reports

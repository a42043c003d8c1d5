// The writer of record streams: append-only, checked, flushed line by line.
#include "lockstep/reports/record.h"

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "lockstep/reports/record_json.h"
#include "lockstep/reports/record_scan.h"

namespace lockstep::reports {
namespace {

[[noreturn]] void caller_bug(const std::string& what) {
  std::fprintf(stderr, "lockstep: record stream: %s\n", what.c_str());
  std::abort();
}

}  // namespace

struct RecordWriter::State {
  std::string path;
  std::FILE* file = nullptr;
  std::set<std::string, std::less<>> ids;
  Footer footer;
  std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
  bool written = true;  // every line so far reached the file

  ~State() {
    if (file != nullptr) std::fclose(file);
  }
  void put(std::string line) {
    line += '\n';
    written =
        std::fwrite(line.data(), 1, line.size(), file) == line.size() && std::fflush(file) == 0 && written;
  }
  void count(const Case& one) {
    if (one.id.empty()) caller_bug("a case without id");
    if (!ids.insert(one.id).second) caller_bug("duplicate case id '" + one.id + "'");
    ++footer.cases;
    ++footer.counts[one.verdict];
  }
};

RecordWriter::RecordWriter(std::unique_ptr<State> state) : state_(std::move(state)) {}
RecordWriter::~RecordWriter() = default;

std::unique_ptr<RecordWriter> RecordWriter::create(const std::string& path, const Header& header,
                                                   std::string& error) {
  const std::optional<std::string> line = header_line(header);
  if (!line) {
    error = "the header holds ill-formed UTF-8";
    return nullptr;
  }
  auto state = std::make_unique<State>();
  state->path = path;
  const std::filesystem::path parent = std::filesystem::path(path).parent_path();
  std::error_code failure;
  if (!parent.empty()) std::filesystem::create_directories(parent, failure);
  state->file = std::fopen(path.c_str(), "wb");
  if (state->file == nullptr) {
    error = "cannot write " + path;
    return nullptr;
  }
  state->put(*line);
  if (!state->written) {
    error = "cannot write the header to " + path;
    return nullptr;
  }
  return std::unique_ptr<RecordWriter>(new RecordWriter(std::move(state)));
}

std::optional<Resumed> RecordWriter::resume(const std::string& path, const Header& header, ReadError& error) {
  error = {};
  const auto fresh = [&]() -> std::optional<Resumed> {
    Resumed resumed;
    std::string message;
    resumed.writer = create(path, header, message);
    if (resumed.writer == nullptr) {
      error = {"cannot_open", message, 0};
      return std::nullopt;
    }
    return resumed;
  };
  std::error_code failure;
  if (!std::filesystem::exists(path, failure)) return fresh();

  Scan scan;
  if (!scan_record(path, /*torn_end_allowed=*/true, scan, error)) return std::nullopt;
  if (!scan.header) return fresh();
  if (scan.footer) {
    error = {"finished", path + " has a footer: there is nothing to resume", 0};
    return std::nullopt;
  }
  if (header_line(*scan.header) != header_line(header)) {
    error = {"header_differs", path + " was begun by another run: its header is not the header of this one",
             1};
    return std::nullopt;
  }
  std::filesystem::resize_file(path, scan.whole_bytes, failure);
  auto state = std::make_unique<State>();
  state->path = path;
  if (!failure) state->file = std::fopen(path.c_str(), "ab");
  if (state->file == nullptr) {
    error = {"cannot_open", "cannot append to " + path, 0};
    return std::nullopt;
  }
  for (const Case& one : scan.cases) state->count(one);
  Resumed resumed;
  resumed.writer.reset(new RecordWriter(std::move(state)));
  resumed.cases = std::move(scan.cases);
  return resumed;
}

void RecordWriter::add(const Case& one) {
  if (!is_snake_case(one.verdict)) caller_bug("the verdict '" + one.verdict + "' is not snake_case");
  const std::optional<std::string> line = case_line(one);
  if (!line) caller_bug("a case holds ill-formed UTF-8");
  if (line->size() > kLongestLine)
    caller_bug("the case '" + one.id.substr(0, 200) + "' makes too long a line");
  state_->count(one);
  state_->put(*line);
}

bool RecordWriter::finish(const nlohmann::json& summary) {
  if (state_->file == nullptr) caller_bug("finish() was called twice");
  if (!summary.is_object()) caller_bug("the summary is not an object");
  if (!agrees_with_summary(state_->footer.counts, summary)) {
    caller_bug("the summary's verdicts are not the counts of the stream");
  }
  const auto seconds = std::chrono::steady_clock::now() - state_->begin;
  state_->footer.seconds =
      static_cast<double>(std::chrono::duration_cast<std::chrono::milliseconds>(seconds).count()) / 1000.0;
  const std::optional<std::string> line = footer_line(state_->footer, summary);
  if (!line) caller_bug("the summary holds ill-formed UTF-8");
  if (line->size() > kLongestLine) caller_bug("the summary makes too long a line");
  state_->put(*line);
  const bool closed = std::fclose(std::exchange(state_->file, nullptr)) == 0;
  return closed && state_->written;
}

const std::string& RecordWriter::path() const { return state_->path; }

const std::map<std::string, std::size_t>& RecordWriter::counts() const { return state_->footer.counts; }

bool RecordWriter::contains(const std::string& id) const { return state_->ids.contains(id); }

}  // namespace lockstep::reports

// The record stream: one JSON object a line, append-only. Line 1 is the header, then one line per case, then
// a footer that repeats the counts. A stream without footer is no report. Format: reports/record_schema.json.
#pragma once

#include <cstddef>
#include <cstdio>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace lockstep::reports {

// Everything that must be known to run it again. Times are in the footer only, so that equal runs give equal
// bodies. Strings of a stream are UTF-8; in Case::detail and Case::got an ill-formed byte is written as
// U+FFFD, anywhere else it is a bug of the caller.
struct Header {
  std::string command;                 // "conform"
  std::vector<std::string> arguments;  // as given, without --resume
  std::string subject;                 // name
  std::string subject_version;
  std::map<std::string, std::string> pins;      // what was fetched: name -> version or hash
  std::map<std::string, std::string> versions;  // compiler, libraries, lockstep itself
  std::map<std::string, std::string> machine;   // os, cpu, cores
  std::map<std::string, std::string> seeds;
  std::map<std::string, std::string> limits;
};

// One compared case. `id` is unique within the stream.
struct Case {
  std::string id{};  // "draft2020-12/ref.json/remote ref, containing refs itself/remote ref valid"
  std::vector<std::string> keywords{};  // for the per-keyword table
  std::string verdict{};
  std::string expected{};    // valid, invalid, unknown
  std::string got{};         // what the subject said
  std::string detail{};      // reason of unknown, refused, failure
  std::string refused_by{};  // keyword, for refused
  bool listed = false;       // stands in the expectation list

  friend bool operator==(const Case&, const Case&) = default;
};

struct ReadError {
  std::string code;  // no_footer, empty, bad_line, duplicate_case, count_mismatch, unknown_field,
                     // cannot_open; of resume() also: finished, header_differs
  std::string message;
  std::size_t line = 0;  // from 1; 0 where no line is at fault
};

struct Resumed;

// Writes a stream. Every line is flushed; a crash loses at most the line being written.
// Thread rules: one thread at a time. finish() must be called, else the stream has no footer and is refused.
class RecordWriter {
 public:
  // Creates parent folders; truncates. Null on failure, with `error` set.
  static std::unique_ptr<RecordWriter> create(const std::string& path, const Header& header,
                                              std::string& error);

  // Goes on with a stream that has no footer: a torn last line is cut off, the cases so far are returned and
  // their ids stay taken. Where there is no file, or not even a whole header, it begins a new one. Refused
  // with a code: a stream with a footer, a header that differs from `header` in any byte, any fault before
  // the last line.
  static std::optional<Resumed> resume(const std::string& path, const Header& header, ReadError& error);

  ~RecordWriter();
  RecordWriter(const RecordWriter&) = delete;
  RecordWriter& operator=(const RecordWriter&) = delete;

  // A bug of the caller ends the process: a duplicate or empty id, a verdict that is not snake_case,
  // ill-formed UTF-8.
  void add(const Case& one);

  // Footer: number of cases, counts by verdict, the summary object, seconds since create() or resume(). False
  // when any line of the stream could not be written. Where the summary has `verdicts`, they must be the
  // counts of the stream (else the process ends): a report never contradicts its own cases.
  bool finish(const nlohmann::json& summary);

  const std::map<std::string, std::size_t>& counts() const;  // verdict -> cases so far
  bool contains(const std::string& id) const;                // for a resumed run: already judged
  const std::string& path() const;

 private:
  struct State;
  explicit RecordWriter(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

struct Resumed {
  std::unique_ptr<RecordWriter> writer;
  std::vector<Case> cases;  // in stream order
};

struct Record {
  Header header;
  std::vector<Case> cases;
  std::string
      footer;  // its JSON text: {"type":"footer","cases":n,"counts":{...},"summary":{...},"seconds":x}
};

// Strict: unknown fields, repeated fields, duplicate ids, a missing footer, a line over kLongestLine bytes,
// anything after the footer or counts that do not add up are errors. Memory: the cases.
inline constexpr std::size_t kLongestLine = std::size_t{4} << 20U;
std::optional<Record> read_record(const std::string& path, ReadError& error);

}  // namespace lockstep::reports

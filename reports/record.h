// The record stream: one JSON object a line, append-only. Line 1 is the header, then one line per case, then a footer
// that repeats the counts. A stream without footer is no report. Format: reports/record_schema.json.
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

// Everything that must be known to run it again. Times are in the footer only, so that equal runs give equal bodies.
struct Header {
  std::string command;                          // "conform"
  std::vector<std::string> arguments;           // as given
  std::string subject;                          // name
  std::string subject_version;
  std::map<std::string, std::string> pins;      // what was fetched: name -> version or hash
  std::map<std::string, std::string> versions;  // compiler, libraries, lockstep itself
  std::map<std::string, std::string> machine;   // os, cpu, cores
  std::map<std::string, std::string> seeds;
  std::map<std::string, std::string> limits;
};

// One compared case. `id` is unique within the stream.
struct Case {
  std::string id;                       // "draft2020-12/ref.json/remote ref, containing refs itself/remote ref valid"
  std::vector<std::string> keywords;    // for the per-keyword table
  std::string verdict;
  std::string expected;                 // valid, invalid, unknown
  std::string got;                      // what the subject said
  std::string detail;                   // reason of unknown, refused, failure
  std::string refused_by;               // keyword, for refused
  bool listed = false;                  // stands in the expectation list
};

// Writes a stream. Every line is flushed; a crash loses at most the line being written.
// Thread rules: one thread at a time. finish() must be called, else the stream has no footer and is refused.
class RecordWriter {
 public:
  // Creates parent folders; truncates. Null on failure, with `error` set.
  static std::unique_ptr<RecordWriter> create(const std::string& path, const Header& header, std::string& error);
  ~RecordWriter();
  RecordWriter(const RecordWriter&) = delete;
  RecordWriter& operator=(const RecordWriter&) = delete;

  void add(const Case& one);                     // a duplicate id ends the process: a bug of the caller
  bool finish(const nlohmann::json& summary);    // footer: counts by verdict, the summary object, seconds
  const std::string& path() const;

 private:
  struct State;
  explicit RecordWriter(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

struct Record {
  Header header;
  std::vector<Case> cases;
  std::string footer;  // its JSON text
};

struct ReadError {
  std::string code;  // no_footer, empty, bad_line, duplicate_case, count_mismatch, unknown_field, cannot_open
  std::string message;
  std::size_t line = 0;
};

// Strict: unknown fields, duplicate ids, a missing footer or counts that do not add up are errors.
std::optional<Record> read_record(const std::string& path, ReadError& error);

}  // namespace lockstep::reports

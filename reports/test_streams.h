// Streams and files for the tests of this folder.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "lockstep/reports/record.h"

namespace lockstep::reports {

// A folder of its own, gone with the object.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "lockstep_reports_XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) std::abort();
    path_ = pattern;
  }
  ~TemporaryFolder() {
    std::error_code failure;
    std::filesystem::remove_all(path_, failure);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  std::string file(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

inline std::string read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

inline void write_file(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

inline Header some_header() {
  Header header;
  header.command = "conform";
  header.arguments = {"--subject", "oracle"};
  header.subject = "oracle";
  header.subject_version = "1";
  header.pins = {{"suite", "abc"}};
  header.versions = {{"compiler", "g++"}};
  header.machine = {{"os", "Debian"}};
  header.seeds = {{"run", "1"}};
  header.limits = {{"depth", "2000"}};
  return header;
}

inline Case some_case(const std::string& id, const std::string& verdict,
                      std::vector<std::string> keywords = {"type"}) {
  Case one;
  one.id = id;
  one.keywords = std::move(keywords);
  one.verdict = verdict;
  one.expected = "valid";
  one.got = verdict == "agree" ? "valid" : "invalid";
  return one;
}

}  // namespace lockstep::reports

// A private folder for one process's files, removed with all it holds.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace lockstep::conformance {

// Thread rules: one thread at a time.
class TempFolder {
 public:
  TempFolder();  // mode 0700, below the system's folder for temporary files; path() is empty when that failed
  ~TempFolder();
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

  // Writes or replaces a file; false when that failed.
  bool write(const std::string& name, std::string_view bytes) const;

 private:
  std::filesystem::path path_;
};

}  // namespace lockstep::conformance

// The files that a target is replayed over: seeds/<target>/ and regressions/<target>/.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace lockstep::fuzz {

struct InputFile {
  std::string id;  // "json_text/seeds/empty-object"
  std::string bytes;
};

// The whole of a file that is there: one that cannot be read must not pass for an empty input.
std::string bytes_of(const std::filesystem::path& path);

// Sorted by id. A folder that is not there has none.
std::vector<InputFile> input_files(const std::filesystem::path& folder, const std::string& target);

// regressions/notes.json says of every regression what it showed, and every note has its file: one sentence a
// fault.
std::vector<std::string> lint_regressions(const std::filesystem::path& folder);

}  // namespace lockstep::fuzz

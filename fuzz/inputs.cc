#include "lockstep/fuzz/inputs.h"

#include <fmt/core.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "lockstep/engine/base/check.h"
#include "lockstep/engine/base/file.h"
#include "lockstep/fuzz/check.h"

namespace lockstep::fuzz {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

constexpr std::size_t kMostBytes = std::size_t{64} << 20U;

void add_folder(const fs::path& folder, const std::string& prefix, std::vector<InputFile>& files) {
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(folder, none)) {
    if (!entry.is_regular_file()) continue;
    files.push_back({prefix + entry.path().filename().string(), bytes_of(entry.path())});
  }
}

}  // namespace

std::string bytes_of(const fs::path& path) {
  engine::Result<std::string> read = engine::read_file(path.string(), kMostBytes);
  LOCKSTEP_CHECK(read.ok());
  return std::move(read).value();
}

std::vector<InputFile> input_files(const fs::path& folder, const std::string& target) {
  std::vector<InputFile> files;
  for (const char* kind : {"seeds", "regressions"})
    add_folder(folder / kind / target, fmt::format("{}/{}/", target, kind), files);
  std::sort(files.begin(), files.end(), [](const InputFile& a, const InputFile& b) { return a.id < b.id; });
  return files;
}

std::vector<std::string> lint_regressions(const fs::path& folder) {
  std::vector<std::string> complaints;
  std::ifstream file(folder / "regressions" / "notes.json");
  const json notes = json::parse(file, nullptr, false);
  if (!notes.is_object()) return {"regressions/notes.json is no JSON object"};
  std::set<std::string> ids;
  for (const Target& target : targets()) {
    for (const InputFile& one : input_files(folder, target.name)) {
      const std::string mark = target.name + "/regressions/";
      if (one.id.starts_with(mark)) ids.insert(target.name + "/" + one.id.substr(mark.size()));
    }
  }
  for (const std::string& id : ids) {
    if (!notes.contains(id)) complaints.push_back(fmt::format("regressions/{} has no note", id));
  }
  for (const auto& [id, note] : notes.items()) {
    if (!ids.contains(id)) complaints.push_back(fmt::format("the note '{}' has no file", id));
    if (!note.is_string() || note.get<std::string>().empty())
      complaints.push_back(fmt::format("the note '{}' says nothing", id));
  }
  return complaints;
}

}  // namespace lockstep::fuzz

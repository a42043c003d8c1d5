#include "lockstep/conformance/suite/pin.h"

#include <fmt/core.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <system_error>
#include <vector>

#include "lockstep/engine/base/sha256.h"

namespace lockstep::conformance {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kHexLength = 64;
constexpr std::string_view kMetaschemas = "metaschemas/";

std::optional<std::string> read_bytes(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return std::nullopt;
  std::string bytes((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  if (in.bad()) return std::nullopt;
  return bytes;
}

bool is_hash(std::string_view text) {
  return text.size() == kHexLength && std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
         });
}

void read_comment(const std::string& line, SuitePin& pin) {
  std::istringstream words(line);
  std::string hash;
  std::string what;
  words >> hash >> what;
  if (what == "archive") words >> pin.archive >> pin.archive_sha256;
  if (what == "tree") words >> pin.tree_sha256;
}

// Adds every regular file below `folder`, as prefix + relative path.
bool list_files(const fs::path& folder, const std::string& prefix, std::map<std::string, fs::path>& found) {
  std::error_code error;
  fs::recursive_directory_iterator walk(folder, error);
  if (error) return false;
  for (; walk != fs::recursive_directory_iterator(); walk.increment(error)) {
    if (error) return false;
    if (walk->is_directory()) continue;
    found[prefix + walk->path().lexically_relative(folder).generic_string()] = walk->path();
  }
  return true;
}

}  // namespace

std::optional<SuitePin> read_pin(const fs::path& file, Fault& fault) {
  const std::string named = file.filename().string();
  const std::optional<std::string> text = read_bytes(file);
  if (!text) {
    fault = {"pin_unreadable", fmt::format("cannot read the suite's pin {}", file.string()), named};
    return std::nullopt;
  }
  SuitePin pin;
  std::string body;
  std::string last;
  std::istringstream lines(*text);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("#")) {
      read_comment(line, pin);
      continue;
    }
    const std::string hash = line.substr(0, kHexLength);
    const std::string path = line.size() > kHexLength + 2 ? line.substr(kHexLength + 2) : std::string();
    if (!is_hash(hash) || path.empty() || line.compare(kHexLength, 2, "  ") != 0 || path <= last) {
      fault = {"pin_malformed", fmt::format("'{}' is no line of a pin, or not in order", line), named};
      return std::nullopt;
    }
    last = path;
    body += line + "\n";
    pin.files[path] = hash;
  }
  if (pin.files.empty() || !is_hash(pin.archive_sha256) || !is_hash(pin.tree_sha256)) {
    fault = {"pin_malformed", "the pin lacks files, an archive line or a tree line", named};
    return std::nullopt;
  }
  if (engine::sha256_hex(body) != pin.tree_sha256) {
    fault = {"pin_inconsistent", "the lines of the pin do not have the tree hash that it states", named};
    return std::nullopt;
  }
  return pin;
}

std::optional<SuitePlaces> find_suite(const fs::path& deps, Fault& fault) {
  SuitePlaces places;
  places.suite = deps / "suite";
  std::error_code error;
  std::vector<fs::path> found;  // the virtual environment has one folder a Python version
  for (fs::directory_iterator walk(deps / "python" / "lib", error), end; !error && walk != end;
       walk.increment(error)) {
    const fs::path schemas = walk->path() / "site-packages" / "jsonschema_specifications" / "schemas";
    if (fs::is_directory(schemas, error)) found.push_back(schemas);
  }
  std::sort(found.begin(), found.end());
  if (!fs::is_directory(places.suite / "tests", error) ||
      !fs::is_directory(places.suite / "remotes", error) || found.empty()) {
    fault = {"suite_not_installed",
             fmt::format("the official suite or the metaschemas are not below {}: run './run setup'",
                         deps.string()),
             found.empty() ? "python/lib" : "suite"};
    return std::nullopt;
  }
  places.metaschemas = found.front();
  return places;
}

std::optional<PinnedFiles> read_pinned(const SuitePin& pin, const SuitePlaces& places, Fault& fault) {
  std::map<std::string, fs::path> found;
  const bool listed = list_files(places.suite / "tests", "tests/", found) &&
                      list_files(places.suite / "remotes", "remotes/", found) &&
                      list_files(places.metaschemas, std::string(kMetaschemas), found);
  if (!listed) {
    fault = {"suite_file_unreadable", "cannot list the suite's folders", places.suite.string()};
    return std::nullopt;
  }
  std::set<std::string> every;
  for (const auto& [path, hash] : pin.files) every.insert(path);
  for (const auto& [path, place] : found) every.insert(path);

  PinnedFiles files;
  for (const std::string& path : every) {
    const auto place = found.find(path);
    if (place == found.end()) {
      fault = {"suite_file_missing", fmt::format("{} is pinned but is not there", path), path};
      return std::nullopt;
    }
    const auto hash = pin.files.find(path);
    if (hash == pin.files.end()) {
      fault = {"suite_file_added", fmt::format("{} is there but is not pinned", path), path};
      return std::nullopt;
    }
    std::optional<std::string> bytes = read_bytes(place->second);
    if (!bytes) {
      fault = {"suite_file_unreadable", fmt::format("cannot read {}", path), path};
      return std::nullopt;
    }
    if (engine::sha256_hex(*bytes) != hash->second) {
      fault = {"suite_file_changed", fmt::format("{} is not the file that was pinned", path), path};
      return std::nullopt;
    }
    files.emplace(path, std::move(*bytes));
  }
  return files;
}

}  // namespace lockstep::conformance

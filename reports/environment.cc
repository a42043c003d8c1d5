// Collects the machine, the compiler and the installed packages.
#include "lockstep/reports/environment.h"

#include <sys/utsname.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string_view>

namespace lockstep::reports {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr const char* kAbsent = "not installed";
constexpr const char* kUnknown = "unknown";

// What the build and the harness take from the distribution.
constexpr std::array kAptPackages = {"cmake",
                                     "g++-12",
                                     "libcli11-dev",
                                     "libfmt-dev",
                                     "libgtest-dev",
                                     "librapidcheck-dev",
                                     "librandom123-dev",
                                     "libssl-dev",
                                     "ninja-build",
                                     "nlohmann-json3-dev"};

// Standard output of a fixed command line; what it printed counts even where it failed for one of its
// arguments.
std::string output_of(const std::string& command) {
  std::FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return {};
  std::string out;
  std::array<char, 4096> buffer{};
  for (std::size_t n = 0; (n = std::fread(buffer.data(), 1, buffer.size(), pipe)) > 0;)
    out.append(buffer.data(), n);
  pclose(pipe);
  return out;
}

std::string trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n\"");
  if (begin == std::string_view::npos) return {};
  return std::string(text.substr(begin, text.find_last_not_of(" \t\r\n\"") - begin + 1));
}

// The value after `key` and a separator in a file of such lines, the first one; "unknown" where there is
// none.
std::string field_of(const char* path, std::string_view key, char separator) {
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with(key)) continue;
    const std::size_t at = line.find(separator);
    if (at != std::string::npos) return trimmed(std::string_view(line).substr(at + 1));
  }
  return kUnknown;
}

std::optional<json> json_file(const fs::path& path) {
  std::ifstream in(path);
  if (!in) return std::nullopt;
  json value = json::parse(in, nullptr, false);
  if (value.is_discarded() || !value.is_object()) return std::nullopt;
  return value;
}

std::string string_at(const json& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_string() ? found->get<std::string>() : kUnknown;
}

// npm/<set>/package.json names what was asked for; the version is that of the folder really there.
void npm_pins(const fs::path& deps, std::map<std::string, std::string>& pins) {
  std::error_code failure;
  for (fs::directory_iterator set(deps / "npm", failure), end; !failure && set != end;
       set.increment(failure)) {
    const std::optional<json> asked = json_file(set->path() / "package.json");
    if (!asked || !asked->contains("dependencies")) continue;
    for (const auto& [package, version] : (*asked)["dependencies"].items()) {
      const std::optional<json> found = json_file(set->path() / "node_modules" / package / "package.json");
      pins["npm:" + package] = found ? string_at(*found, "version") : kAbsent;
    }
  }
}

// Folders "<name>-<version>.dist-info" of the Python environment.
void pip_pins(const fs::path& deps, std::map<std::string, std::string>& pins) {
  std::error_code failure;
  for (fs::directory_iterator lib(deps / "python" / "lib", failure), end; !failure && lib != end;
       lib.increment(failure)) {
    std::error_code inner;
    for (fs::directory_iterator one(lib->path() / "site-packages", inner); !inner && one != end;
         one.increment(inner)) {
      const std::string folder = one->path().filename().string();
      const std::size_t dash = folder.find('-');
      if (!folder.ends_with(".dist-info") || dash == std::string::npos) continue;
      const std::size_t version_end = folder.size() - std::string_view(".dist-info").size();
      pins["pip:" + folder.substr(0, dash)] = folder.substr(dash + 1, version_end - dash - 1);
    }
  }
}

void apt_versions(std::map<std::string, std::string>& versions) {
  std::string command = "dpkg-query -W -f='${Package} ${Version}\\n'";
  for (const char* package : kAptPackages) {
    versions[std::string("apt:") + package] = kAbsent;
    command += std::string(" ") + package;
  }
  const std::string found = output_of(command + " 2>/dev/null");
  for (std::size_t begin = 0; begin < found.size();) {
    const std::size_t end = std::min(found.find('\n', begin), found.size());
    const std::string line = found.substr(begin, end - begin);
    const std::size_t space = line.find(' ');
    if (space != std::string::npos && space + 1 < line.size()) {
      versions["apt:" + line.substr(0, space)] = line.substr(space + 1);
    }
    begin = end + 1;
  }
}

std::map<std::string, std::string> machine() {
  std::map<std::string, std::string> out;
  utsname system{};
  const bool named = uname(&system) == 0;
  out["kernel"] = named ? std::string(system.sysname) + " " + system.release : kUnknown;
  out["architecture"] = named ? system.machine : kUnknown;
  out["os"] = field_of("/etc/os-release", "PRETTY_NAME", '=');
  out["cpu"] = field_of("/proc/cpuinfo", "model name", ':');
  out["cores"] = std::to_string(sysconf(_SC_NPROCESSORS_ONLN));
  const long pages = sysconf(_SC_PHYS_PAGES);
  const long page = sysconf(_SC_PAGESIZE);
  out["memory_mib"] = pages > 0 && page > 0 ? std::to_string(pages / 1024 * page / 1024) : kUnknown;
  return out;
}

}  // namespace

Environment collect_environment(const std::string& deps, const std::string& lockstep_version) {
  Environment out;
  npm_pins(deps, out.pins);
  pip_pins(deps, out.pins);
  apt_versions(out.versions);
  out.versions["lockstep"] = lockstep_version;
#if defined(__clang__)
  out.versions["compiler"] = "clang " __VERSION__;
#else
  out.versions["compiler"] = "g++ " __VERSION__;
#endif
  out.versions["cxx_standard"] = std::to_string(__cplusplus);
  const std::string node = trimmed(output_of("node --version 2>/dev/null"));
  out.versions["node"] = node.empty() ? kAbsent : node;
  out.machine = machine();
  return out;
}

}  // namespace lockstep::reports

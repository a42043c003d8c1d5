// The plain main of the targets where there is no libFuzzer: every file of the folders named is one input. A
// finding aborts, as under libFuzzer, which here is exit code 1. usage: fuzz_NAME --at-least N FOLDER...
#include <fmt/core.h>

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "lockstep/fuzz/inputs.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

constexpr int kUsage = 2;

std::vector<std::filesystem::path> files_below(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  if (!std::filesystem::is_directory(folder)) return files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4 || std::string(argv[1]) != "--at-least") {
    fmt::print(stderr, "usage: {} --at-least N FOLDER...\n", argv[0]);
    return kUsage;
  }
  std::signal(SIGABRT, [](int) { std::_Exit(1); });
  const std::size_t at_least = std::strtoul(argv[2], nullptr, 10);
  std::size_t inputs = 0;
  for (int i = 3; i < argc; ++i) {
    for (const auto& path : files_below(argv[i])) {
      const std::string bytes = lockstep::fuzz::bytes_of(path);
      fmt::print("{}\n", path.string());
      std::fflush(stdout);
      (void)LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
      ++inputs;
    }
  }
  fmt::print("{} inputs, at least {}\n", inputs, at_least);
  return inputs >= at_least && inputs > 0 ? 0 : 1;
}

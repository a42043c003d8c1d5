#include "lockstep/conformance/second_source/vocabulary/node_script.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <cstdlib>

namespace lockstep::conformance::second_source {

std::string run_script(const std::string& script, const std::string& arguments) {
  const std::string folder = std::string(LOCKSTEP_SOURCE_DIR) + "/conformance/second_source/vocabulary/";
  const std::string command =
      "node '" + folder + script + "' '" + LOCKSTEP_DEPS_DIR + "/npm/vocabularies/node_modules' " + arguments;
  FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return "";
  std::string output;
  std::array<char, 65536> buffer;
  while (const std::size_t size = std::fread(buffer.data(), 1, buffer.size(), pipe))
    output.append(buffer.data(), size);
  const int status = pclose(pipe);
  EXPECT_EQ(status, 0) << command;
  return status == 0 ? output : "";
}

std::string from_hex(const std::string& hex) {
  std::string bytes;
  if (hex == "-") return bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
    bytes += static_cast<char>(std::strtoul(hex.substr(i, 2).c_str(), nullptr, 16));
  }
  return bytes;
}

std::string to_hex(const std::string& bytes) {
  constexpr const char* kDigits = "0123456789abcdef";
  std::string hex;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    hex += kDigits[byte >> 4U];
    hex += kDigits[byte & 15U];
  }
  return hex.empty() ? "-" : hex;
}

}  // namespace lockstep::conformance::second_source

#include "ask.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>

namespace lockstep::conformance::second_source {
namespace {

std::string quoted(const std::string& path) { return "'" + path + "'"; }

}  // namespace

std::vector<std::string> ask(const std::string& command, const std::vector<std::string>& lines) {
  const std::string base = testing::TempDir() + "lockstep_ask_" + std::to_string(getpid());
  const std::string in = base + ".in";
  const std::string out = base + ".out";
  {
    std::ofstream file(in, std::ios::binary);
    for (const std::string& line : lines) file << line << '\n';
    if (!file.flush()) ADD_FAILURE() << "cannot write " << in;
  }
  const std::string shell = command + " < " + quoted(in) + " > " + quoted(out);
  const int status = std::system(shell.c_str());
  EXPECT_EQ(status, 0) << shell;
  std::vector<std::string> answers;
  if (status == 0) {
    std::ifstream file(out, std::ios::binary);
    for (std::string line; std::getline(file, line);) answers.push_back(line);
  }
  std::remove(in.c_str());
  std::remove(out.c_str());
  return answers;
}

std::string script(const std::string& name) {
  return quoted(LOCKSTEP_SOURCE_DIR "/conformance/second_source/text/" + name);
}

std::uint64_t seed(std::uint64_t otherwise) {
  const char* given = std::getenv("LOCKSTEP_SEED");
  const std::uint64_t chosen = given != nullptr ? std::strtoull(given, nullptr, 10) : otherwise;
  std::printf("LOCKSTEP_SEED=%llu\n", static_cast<unsigned long long>(chosen));
  return chosen;
}

std::string to_hex(const std::string& bytes) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string hex;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    hex += {kDigits[byte >> 4U], kDigits[byte & 15U]};
  }
  return hex;
}

std::string from_hex(const std::string& hex) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
    bytes.push_back(static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16)));
  }
  return bytes;
}

}  // namespace lockstep::conformance::second_source

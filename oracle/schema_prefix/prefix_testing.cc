// Shared by the tests of this folder.
#include "lockstep/oracle/schema_prefix/prefix_testing.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace lockstep::oracle {

PrefixOracle oracle_for(std::string_view schema, const OraclePolicy& policy) {
  Outcome<PrefixOracle> made = PrefixOracle::make(schema, {}, {}, policy);
  if (!made) {
    std::fprintf(stderr, "%s: %s at %s: %s\n", std::string(schema).c_str(), made.error().code.c_str(),
                 made.error().pointer.c_str(), made.error().message.c_str());
    std::abort();
  }
  return made.value();
}

std::string word_of(const Answer& answer) {
  if (answer.is_unknown()) return "unknown: " + answer.reason;
  return answer.is_yes() ? "yes" : "no";
}

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    std::fprintf(stderr, "%s is missing\n", path.c_str());
    std::abort();
  }
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string shown(std::string_view bytes) {
  static constexpr char kHex[] = "0123456789abcdef";
  std::string out;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte < 0x7F) {
      out.push_back(c);
    } else {
      out += {'<', kHex[byte >> 4U], kHex[byte & 15U], '>'};
    }
  }
  return out;
}

}  // namespace lockstep::oracle

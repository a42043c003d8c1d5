// Answers a second source's questions, one a line on standard input, one a line on standard output.
//   check FORMAT HEX     is the string whose UTF-8 is HEX ("-": empty) of the format?  yes, no, unknown
//   property HEX         the derived IDNA property of a code point: PVALID, CONTEXTJ, CONTEXTO, DISALLOWED,
//   UNASSIGNED
#include <cstddef>
#include <iostream>
#include <string>

#include "lockstep/oracle/format/format.h"
#include "lockstep/oracle/format/idna.h"

namespace {

using lockstep::oracle::Answer;
using lockstep::oracle::IdnaProperty;

std::string from_hex(const std::string& hex) {
  std::string bytes;
  for (std::size_t at = 0; at + 1 < hex.size(); at += 2) {
    bytes.push_back(static_cast<char>(std::stoi(hex.substr(at, 2), nullptr, 16)));
  }
  return bytes;
}

const char* name_of(const Answer& answer) {
  if (answer.is_unknown()) return "unknown";
  return answer.is_yes() ? "yes" : "no";
}

const char* name_of(IdnaProperty property) {
  switch (property) {
    case IdnaProperty::pvalid:
      return "PVALID";
    case IdnaProperty::contextj:
      return "CONTEXTJ";
    case IdnaProperty::contexto:
      return "CONTEXTO";
    case IdnaProperty::disallowed:
      return "DISALLOWED";
    case IdnaProperty::unassigned:
      return "UNASSIGNED";
  }
  return "?";
}

}  // namespace

int main() {
  std::ios::sync_with_stdio(false);
  std::string what;
  while (std::cin >> what) {
    if (what == "check") {
      std::string format;
      std::string hex;
      std::cin >> format >> hex;
      if (!lockstep::oracle::is_known_format(format)) return 2;
      std::cout << name_of(lockstep::oracle::check_format(format, hex == "-" ? "" : from_hex(hex))) << '\n';
    } else if (what == "property") {
      std::string hex;
      std::cin >> hex;
      std::cout << name_of(
                       lockstep::oracle::idna_property(static_cast<char32_t>(std::stoul(hex, nullptr, 16))))
                << '\n';
    } else {
      return 2;
    }
  }
  return 0;
}

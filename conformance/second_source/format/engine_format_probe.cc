// The engine's answers to the questions that format_probe answers for the oracle: each format as a compiled
// constraint, each text byte by byte. Of a format that the engine refuses the answer is `refused`.
//   check FORMAT HEX     is the string whose UTF-8 is HEX ("-": empty) of the format?  yes, no, refused
#include <cstddef>
#include <iostream>
#include <map>
#include <string>
#include <variant>

#include "lockstep/engine/session/constraint.h"
#include "lockstep/engine/session/session.h"
#include "lockstep/engine/vocabulary/builtin.h"

namespace {

using lockstep::engine::Constraint;
using lockstep::engine::Session;

// As a JSON text.
std::string quoted_from_hex(const std::string& hex) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string text = "\"";
  for (std::size_t at = 0; at + 1 < hex.size(); at += 2) {
    const int byte = std::stoi(hex.substr(at, 2), nullptr, 16);
    if (byte < 0x20) {
      text += std::string("\\u00") + kDigits[byte / 16] + kDigits[byte % 16];
    } else {
      if (byte == '"' || byte == '\\') text += '\\';
      text += static_cast<char>(byte);
    }
  }
  return text + "\"";
}

Session* session_of(const std::string& format) {
  static std::map<std::string, std::variant<std::monostate, Session>> sessions;
  const auto [place, added] = sessions.try_emplace(format);
  if (added) {
    lockstep::engine::SchemaOptions options;
    options.assert_formats = true;
    auto compiled = lockstep::engine::compile_schema(R"({"type":"string","format":")" + format + "\"}", {},
                                                     options, lockstep::engine::Policy::spec());
    if (auto* constraint = std::get_if<Constraint>(&compiled))
      place->second.emplace<Session>(*constraint, lockstep::engine::builtin_vocabulary());
  }
  return std::get_if<Session>(&place->second);
}

}  // namespace

int main() {
  std::ios::sync_with_stdio(false);
  std::string what;
  std::string format;
  std::string hex;
  while (std::cin >> what >> format >> hex) {
    if (what != "check" || !lockstep::engine::is_listed_format(format)) return 2;
    Session* session = session_of(format);
    if (session == nullptr) {
      std::cout << "refused\n";
      continue;
    }
    session->reset();
    const bool taken = session->accept_bytes(quoted_from_hex(hex == "-" ? "" : hex)).ok();
    std::cout << (taken && session->can_stop() ? "yes\n" : "no\n");
  }
  return 0;
}

#include "lockstep/conformance/planted/json_write.h"

#include <fmt/core.h>

namespace lockstep::conformance {
namespace {

using oracle::JsonKind;
using oracle::JsonMember;
using oracle::JsonValue;

void write_string(const std::string& text, std::string& out) {
  out += '"';
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (static_cast<unsigned char>(c) < 0x20U) {
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(static_cast<unsigned char>(c)));
    } else {
      out += c;
    }
  }
  out += '"';
}

void write(const JsonValue& value, std::string& out) {
  switch (value.kind) {
    case JsonKind::null:
      out += "null";
      return;
    case JsonKind::boolean:
      out += value.boolean ? "true" : "false";
      return;
    case JsonKind::number:
      out += value.text;
      return;
    case JsonKind::string:
      write_string(value.text, out);
      return;
    case JsonKind::array:
      out += '[';
      for (const JsonValue& item : value.items) {
        if (&item != &value.items.front()) out += ',';
        write(item, out);
      }
      out += ']';
      return;
    case JsonKind::object:
      out += '{';
      for (const JsonMember& member : value.members) {
        if (&member != &value.members.front()) out += ',';
        write_string(member.name, out);
        out += ':';
        write(member.value, out);
      }
      out += '}';
      return;
  }
}

}  // namespace

std::string write_json(const JsonValue& value) {
  std::string out;
  write(value, out);
  return out;
}

}  // namespace lockstep::conformance

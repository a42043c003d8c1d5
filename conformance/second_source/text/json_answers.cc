#include "json_answers.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

#include "lockstep/oracle/json_text/json_text.h"
#include "lockstep/oracle/json_text/utf8.h"

namespace lockstep::conformance::second_source {
namespace {

using oracle::JsonKind;
using oracle::JsonMember;
using oracle::JsonValue;

std::string code_points(const std::string& text) {
  std::string out = "s";
  char hex[16];
  for (std::size_t at = 0; at < text.size();) {
    const oracle::Utf8Read read = oracle::read_utf8(text, at);
    if (read.status != oracle::Utf8Status::ok) return out + "!";  // no string of V8 is dumped so
    std::snprintf(hex, sizeof hex, "%x.", static_cast<unsigned>(read.code_point));
    out += hex;
    at += read.length;
  }
  return out;
}

std::string binary64(const std::string& text) {
  char hex[24];
  const auto bits = std::bit_cast<std::uint64_t>(std::strtod(text.c_str(), nullptr));
  std::snprintf(hex, sizeof hex, "d%016llx", static_cast<unsigned long long>(bits));
  return hex;
}

std::string tree(const JsonValue& value) {
  switch (value.kind) {
    case JsonKind::null:
      return "n";
    case JsonKind::boolean:
      return value.boolean ? "t" : "f";
    case JsonKind::number:
      return binary64(value.text);
    case JsonKind::string:
      return code_points(value.text);
    case JsonKind::array: {
      std::string out = "[";
      for (const JsonValue& item : value.items) out += tree(item) + ",";
      return out + "]";
    }
    case JsonKind::object: {
      std::vector<std::pair<std::string, std::string>> members;
      for (const JsonMember& member : value.members)
        members.emplace_back(code_points(member.name), tree(member.value));
      std::sort(members.begin(), members.end());
      std::string out = "{";
      for (const auto& [name, inner] : members) {
        out += name;
        out += ":" + inner + ",";
      }
      return out + "}";
    }
  }
  return "?";
}

// Names and scalars in source order, numbers by their exact text.
void tokens(const JsonValue& value, std::string& out) {
  if (value.kind == JsonKind::number) out += " #" + value.text;
  if (value.kind == JsonKind::string) out += " " + code_points(value.text);
  if (value.kind == JsonKind::null) out += " n";
  if (value.kind == JsonKind::boolean) out += value.boolean ? " t" : " f";
  for (const JsonValue& item : value.items) tokens(item, out);
  for (const JsonMember& member : value.members) {
    out += " " + code_points(member.name);
    tokens(member.value, out);
  }
}

}  // namespace

JsonAnswer oracle_reads(const std::string& text) {
  const oracle::Outcome<JsonValue> outcome = oracle::parse_json(text);
  if (!outcome.ok()) return {outcome.error().code, ""};
  std::string dump = tree(outcome.value());
  tokens(outcome.value(), dump);
  return {"", dump};
}

}  // namespace lockstep::conformance::second_source

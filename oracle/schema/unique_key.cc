// Keys of values: one unambiguous spelling each.
#include "lockstep/oracle/schema/unique_key.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "lockstep/oracle/json_text/decimal.h"

namespace lockstep::oracle {
namespace {

// The length first, so that no content can imitate the structure around it.
void append_text(std::string& out, std::string_view text) {
  out += std::to_string(text.size());
  out += ':';
  out += text;
}

void append_number(std::string& out, const std::string& text) {
  const Decimal value = parse_decimal(text);
  out += value.negative ? "n-" : "n+";
  append_text(out, value.digits);
  append_text(out, value.exponent);
}

void append(std::string& out, const JsonValue& value) {
  switch (value.kind) {
    case JsonKind::null:
      out += '0';
      return;
    case JsonKind::boolean:
      out += value.boolean ? 't' : 'f';
      return;
    case JsonKind::number:
      append_number(out, value.text);
      return;
    case JsonKind::string:
      out += 's';
      append_text(out, value.text);
      return;
    case JsonKind::array:
      out += '[';
      for (const JsonValue& item : value.items) append(out, item);
      out += ']';
      return;
    case JsonKind::object: {
      std::vector<const JsonMember*> members;
      for (const JsonMember& member : value.members) members.push_back(&member);
      std::sort(members.begin(), members.end(),
                [](const JsonMember* a, const JsonMember* b) { return a->name < b->name; });
      out += '{';
      for (const JsonMember* member : members) {
        append_text(out, member->name);
        append(out, member->value);
      }
      out += '}';
      return;
    }
  }
}

}  // namespace

std::string unique_key(const JsonValue& value) {
  std::string out;
  append(out, value);
  return out;
}

}  // namespace lockstep::oracle

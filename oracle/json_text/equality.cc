#include "lockstep/oracle/json_text/equality.h"

#include <algorithm>

#include "lockstep/oracle/json_text/decimal.h"

namespace lockstep::oracle {
namespace {

bool equal_arrays(const JsonValue& a, const JsonValue& b) {
  return std::equal(a.items.begin(), a.items.end(), b.items.begin(), b.items.end(), equal);
}

std::vector<const JsonMember*> members_by_name(const JsonValue& object) {
  std::vector<const JsonMember*> members;
  for (const JsonMember& member : object.members) members.push_back(&member);
  std::sort(members.begin(), members.end(), [](const auto* x, const auto* y) { return x->name < y->name; });
  return members;
}

bool equal_objects(const JsonValue& a, const JsonValue& b) {
  if (a.members.size() != b.members.size()) return false;
  const auto in_a = members_by_name(a);
  const auto in_b = members_by_name(b);
  return std::equal(in_a.begin(), in_a.end(), in_b.begin(), [](const auto* x, const auto* y) {
    return x->name == y->name && equal(x->value, y->value);
  });
}

}  // namespace

bool equal(const JsonValue& a, const JsonValue& b) {
  if (a.kind != b.kind) return false;
  switch (a.kind) {
    case JsonKind::null:
      return true;
    case JsonKind::boolean:
      return a.boolean == b.boolean;
    case JsonKind::number:
      return parse_decimal(a.text) == parse_decimal(b.text);
    case JsonKind::string:
      return a.text == b.text;
    case JsonKind::array:
      return equal_arrays(a, b);
    case JsonKind::object:
      return equal_objects(a, b);
  }
  return false;
}

}  // namespace lockstep::oracle

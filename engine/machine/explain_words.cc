// The sentences of explain: what a keyword asks, in words.
#include <algorithm>

#include "lockstep/engine/machine/explain.h"
#include "lockstep/engine/machine/place.h"

namespace lockstep::engine {
namespace {

constexpr std::size_t kMostListed = 6;
constexpr std::size_t kMostOfOne = 40;
constexpr std::int64_t kMostZeros = 30;

std::string listed(const std::vector<std::string>& all, const std::string& quote) {
  std::string out;
  for (std::size_t i = 0; i < all.size() && i < kMostListed; ++i) {
    const bool cut = all[i].size() > kMostOfOne;
    out += (i == 0 ? "" : ", ") + quote + all[i].substr(0, kMostOfOne) + (cut ? "..." : "") + quote;
  }
  return out + (all.size() > kMostListed ? ", ... (" + std::to_string(all.size()) + " in all)" : "");
}

std::string text_of(const Decimal& number) {
  std::string digits = number.digits().empty() ? "0" : number.digits();
  const std::int64_t exponent = number.exponent();
  if (exponent > kMostZeros || exponent < -kMostZeros) {
    digits += "e" + std::to_string(exponent);
  } else if (exponent >= 0) {
    digits.append(static_cast<std::size_t>(exponent), '0');
  } else {
    const auto places = static_cast<std::size_t>(-exponent);
    if (digits.size() <= places) digits.insert(0, places + 1 - digits.size(), '0');
    digits.insert(digits.size() - places, ".");
  }
  return (number.negative() ? "-" : "") + digits;
}

std::string types_of(std::uint8_t types) {
  std::vector<std::string> names;
  const std::pair<std::uint8_t, const char*> kNames[] = {
      {kNull, "null"},       {kBoolean, "boolean"},
      {kObject, "object"},   {kArray, "array"},
      {kString, "string"},   {kNumber, "number"},
      {kInteger, "integer"}, {kIntegerWord, "integer, without fraction and exponent"}};
  for (const auto& [bit, name] : kNames) {
    if ((types & bit) != 0) names.emplace_back(name);
  }
  return listed(names, "");
}

std::string required_of(const Node& node, std::string_view taken) {
  const TextPlace place = place_of(taken);
  std::vector<std::string> missing;
  for (const std::string& name : node.required) {
    if (!place.names.contains(name)) missing.push_back(name);
  }
  if (missing.empty() || !place.in_object) return "members are required: " + listed(node.required, "\"");
  return "a required member has not come: " + listed(missing, "\"");
}

// The subschema `false`: said by the keyword that leads to it.
std::string false_of(const Schema& schema, NodeId id, std::string_view taken) {
  for (const Node& node : schema.nodes) {
    if (node.additional_properties == id) {
      const TextPlace place = place_of(taken);
      std::vector<std::string> names;
      for (const auto& [name, child] : node.properties) {
        if (!place.in_object || !place.names.contains(name)) names.push_back(name);
      }
      if (names.empty()) return "no other member may come";
      return "no other members may come than " + listed(names, "\"");
    }
    if (node.items == id)
      return "no item may come after the first " + std::to_string(node.prefix_items.size());
    for (const auto& [name, child] : node.properties) {
      if (child == id) return "the member \"" + name + "\" may not come";
    }
  }
  return "the schema false admits nothing";
}

}  // namespace

std::string sentence_of(const Schema& schema, NodeId id, std::string_view keyword, std::string_view taken) {
  const Node& node = schema.nodes[id];
  if (keyword.empty()) return false_of(schema, id, taken);
  if (keyword == "type") return "this value may be: " + types_of(node.types);
  for (std::size_t list = 0; list < node.enums.size(); ++list) {
    if (node.enum_keywords[list] != keyword) continue;
    std::vector<std::string> values;
    for (const json::Value& value : node.enums[list]) values.emplace_back(value.raw());
    return (keyword == "const" ? "this value is " : "this value is one of: ") + listed(values, "");
  }
  if (keyword == "required") return required_of(node, taken);
  if (keyword == "minimum") return "a number here is at least " + text_of(*node.minimum);
  if (keyword == "maximum") return "a number here is at most " + text_of(*node.maximum);
  if (keyword == "exclusiveMinimum") return "a number here is above " + text_of(*node.exclusive_minimum);
  if (keyword == "exclusiveMaximum") return "a number here is below " + text_of(*node.exclusive_maximum);
  if (keyword == "multipleOf") return "a number here is a multiple of " + text_of(*node.multiple_of);
  if (keyword == "minLength")
    return "a string here has at least this many characters: " + std::to_string(*node.min_length);
  if (keyword == "maxLength")
    return "a string here has at most this many characters: " + std::to_string(*node.max_length);
  if (keyword == "minItems")
    return "an array here has at least this many items: " + std::to_string(*node.min_items);
  if (keyword == "maxItems")
    return "an array here has at most this many items: " + std::to_string(*node.max_items);
  if (keyword == "uniqueItems") {
    const auto pair = repeated_item(taken);
    return pair ? "the items of an array here differ: item " + std::to_string(pair->second) +
                      " is equal to item " + std::to_string(pair->first)
                : "the items of an array here differ, and this leads to one that was there before";
  }
  for (const auto& [reference, target] : {std::pair(std::string_view("$ref"), node.ref),
                                          std::pair(node.dynamic_ref_keyword, node.dynamic_ref)}) {
    if (keyword != reference || !target) continue;
    const Node& referred = schema.nodes[*target];
    return "the value satisfies #" + std::string(referred.pointer) +
           (referred.document == node.document ? "" : " of another document") + ", to which this refers";
  }
  return "the value satisfies this keyword";
}

}  // namespace lockstep::engine

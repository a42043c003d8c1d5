#include "lockstep/conformance/insertion/keyword_values.h"

#include <utility>

#include "lockstep/conformance/generate/pools.h"
#include "lockstep/conformance/generate/schema_generator.h"

namespace lockstep::conformance {
namespace {

using Value = std::function<Tree(Choices&)>;

const std::vector<std::string>& types() {
  static const std::vector<std::string> kTypes = {"object",  "array",   "string", "number",
                                                  "integer", "boolean", "null"};
  return kTypes;
}

Tree count(Choices& choices, std::size_t most) {
  return Tree::number(std::to_string(choices.below(most + 1)));
}

Tree name(Choices& choices) { return Tree::string(choices.pick(pool_names())); }

Tree names(Choices& choices) {
  Tree list = Tree::array({name(choices)});
  Tree second = name(choices);
  if (choices.chance(30) && !(second == list.items[0])) list.items.push_back(std::move(second));
  return list;
}

Tree branches(Choices& choices) {
  Tree list = Tree::array();
  for (std::size_t n = choices.between(1, 3); n > 0; --n) list.items.push_back(small_schema(choices));
  return list;
}

// One or two members: what `value` makes under names that `key` makes.
Tree map_of(Choices& choices, const std::function<std::string(Choices&)>& key, const Value& value) {
  Tree map = Tree::object();
  for (std::size_t n = choices.between(1, 2); n > 0; --n) {
    std::string at = key(choices);
    map.set(std::move(at), value(choices));
  }
  return map;
}

std::string any_name(Choices& choices) { return choices.pick(pool_names()); }
std::string any_name_pattern(Choices& choices) { return choices.pick(name_patterns()).source; }

Tree closing(Choices& choices) {
  if (choices.chance(40)) return Tree::of(false);
  return small_schema(choices);
}

Tree listed(Choices& choices) {
  Tree values = Tree::array();
  for (std::size_t n = choices.between(1, 3); n > 0; --n)
    values.items.push_back(generate_value(choices, choices.below(2), false));
  return values;
}

Tree bound(Choices& choices) { return Tree::number(choices.pick(pool_numbers())); }

Value counted(std::size_t most) {
  return [most](Choices& choices) { return count(choices, most); };
}

void need(Tree& schema, const char* keyword, Choices& choices) {
  if (schema.find(keyword) == nullptr) schema.set(keyword, small_schema(choices));
}

class List {
 public:
  void add(std::string keyword, std::string type, Value value,
           std::function<void(Tree&, Choices&)> neighbours = nullptr) {
    all_.push_back({keyword, keyword, InsertionEffect::asserts, std::move(type), std::move(value),
                    std::move(neighbours)});
  }
  void annotation(std::string keyword, Value value) {
    all_.push_back({keyword, keyword, InsertionEffect::annotates, "", std::move(value)});
  }
  void format(const std::string& format, bool asserted) {
    const Value value = [format](Choices&) { return Tree::string(format); };
    all_.push_back({(asserted ? "format asserted/" : "format/") + format, "format",
                    asserted ? InsertionEffect::asserts : InsertionEffect::annotates, "string", value,
                    nullptr, asserted});
  }
  std::vector<InsertedKeyword> take() { return std::move(all_); }

 private:
  std::vector<InsertedKeyword> all_;
};

void add_structural(List& list) {
  for (const char* keyword :
       {"$anchor", "$defs", "$dynamicAnchor", "$id", "$schema", "$vocabulary", "definitions"})
    list.add(keyword, "", nullptr);
  // Their targets stand in the base (insertion.cc).
  list.add("$ref", "", [](Choices&) { return Tree::string("#/$defs/inserted"); });
  list.add("$dynamicRef", "", [](Choices&) { return Tree::string("#inserted"); });
}

void add_applicators(List& list) {
  list.add("allOf", "", branches);
  list.add("anyOf", "", branches);
  list.add("oneOf", "", branches);
  list.add("not", "", small_schema);
  list.add("if", "", small_schema, [](Tree& schema, Choices& choices) {
    need(schema, choices.chance(50) ? "then" : "else", choices);
  });
  const auto with_if = [](Tree& schema, Choices& choices) { need(schema, "if", choices); };
  list.add("then", "", small_schema, with_if);
  list.add("else", "", small_schema, with_if);
  list.add("dependentSchemas", "object",
           [](Choices& choices) { return map_of(choices, any_name, small_schema); });
  list.add("properties", "object", [](Choices& choices) { return map_of(choices, any_name, small_schema); });
  list.add("patternProperties", "object",
           [](Choices& choices) { return map_of(choices, any_name_pattern, small_schema); });
  list.add("additionalProperties", "object", closing);
  list.add("unevaluatedProperties", "object", closing);
  list.add("propertyNames", "object", [](Choices& choices) -> Tree {
    if (choices.chance(20)) return Tree::of(false);
    if (choices.chance(50)) return Tree::object({{"maxLength", count(choices, 2)}});
    return Tree::object({{"pattern", Tree::string(any_name_pattern(choices))}});
  });
  list.add("prefixItems", "array", branches);
  list.add("items", "array", closing);
  list.add("unevaluatedItems", "array", closing);
  list.add("contains", "array", small_schema);
}

void add_assertions(List& list) {
  list.add("type", "", [](Choices& choices) {
    Tree first = Tree::string(choices.pick(types()));
    Tree second = Tree::string(choices.pick(types()));
    if (choices.chance(60) || second == first) return first;
    Tree both = Tree::array();
    both.items.push_back(std::move(first));
    both.items.push_back(std::move(second));
    return both;
  });
  list.add("enum", "", listed);
  list.add("const", "", [](Choices& choices) { return generate_value(choices, 1, false); });
  list.add("multipleOf", "number",
           [](Choices& choices) { return Tree::number(choices.pick(pool_divisors())); });
  for (const char* keyword : {"maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum"})
    list.add(keyword, "number", bound);
  list.add("maxLength", "string", counted(3));
  list.add("minLength", "string", counted(4));
  list.add("pattern", "string",
           [](Choices& choices) { return Tree::string(choices.pick(pool_patterns()).source); });
  list.add("maxItems", "array", counted(2));
  list.add("minItems", "array", counted(3));
  list.add("uniqueItems", "array", [](Choices&) { return Tree::of(true); });
  const auto with_contains = [](Tree& schema, Choices& choices) { need(schema, "contains", choices); };
  list.add("minContains", "array", counted(3), with_contains);
  list.add("maxContains", "array", counted(2), with_contains);
  list.add("maxProperties", "object", counted(2));
  list.add("minProperties", "object", counted(3));
  list.add("required", "object", names);
  list.add("dependentRequired", "object", [](Choices& choices) { return map_of(choices, any_name, names); });
}

// The control group. The last ones are no keywords of this draft any more, or never were.
void add_annotations(List& list) {
  const Value text = [](Choices& choices) { return Tree::string(choices.pick(pool_strings())); };
  const Value boolean = [](Choices& choices) { return Tree::of(choices.chance(50)); };
  const Value any = [](Choices& choices) { return generate_value(choices, 1, true); };
  for (const char* keyword : {"title", "description", "$comment", "contentEncoding", "contentMediaType"})
    list.annotation(keyword, text);
  for (const char* keyword : {"deprecated", "readOnly", "writeOnly"}) list.annotation(keyword, boolean);
  list.annotation("default", any);
  list.annotation("examples", listed);
  list.annotation("contentSchema", small_schema);
  list.annotation("x-unknown", any);
  list.annotation("additionalItems", closing);
  list.annotation("dependencies", [](Choices& choices) { return map_of(choices, any_name, names); });
  list.annotation("$recursiveRef", [](Choices&) { return Tree::string("#"); });
}

}  // namespace

Tree small_schema(Choices& choices) {
  switch (choices.below(8)) {
    case 1: {
      Tree value = generate_value(choices, 1, false);
      return Tree::object({{"const", std::move(value)}});
    }
    case 2:
      return Tree::object({{"type", Tree::string("number")}, {"minimum", bound(choices)}});
    case 3:
      return Tree::object({{"maxLength", count(choices, 2)}});
    case 4:
      return Tree::object({{"required", names(choices)}});
    case 5:
      return Tree::object({{"enum", listed(choices)}});
    case 6:
      return Tree::object({{"maxItems", count(choices, 1)}});
    default:
      return Tree::object({{"type", Tree::string(choices.pick(types()))}});
  }
}

const std::vector<InsertedKeyword>& inserted_keywords() {
  static const std::vector<InsertedKeyword> kAll = [] {
    List list;
    add_structural(list);
    add_applicators(list);
    add_assertions(list);
    add_annotations(list);
    for (const char* format : {"date-time", "date", "time", "duration", "email", "idn-email", "hostname",
                               "idn-hostname", "ipv4", "ipv6", "uri", "uri-reference", "iri", "iri-reference",
                               "uuid", "uri-template", "json-pointer", "relative-json-pointer", "regex"}) {
      list.format(format, false);
      list.format(format, true);
    }
    list.format("x-unknown", false);
    return list.take();
  }();
  return kAll;
}

}  // namespace lockstep::conformance

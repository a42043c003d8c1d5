#include "lockstep/conformance/walk/dense_schema.h"

#include <algorithm>
#include <string>
#include <utility>

#include "lockstep/conformance/generate/pools.h"

namespace lockstep::conformance {
namespace {

struct Place {
  std::size_t depth;  // left
  std::size_t rank;   // references in place lead to definitions from here on
};

class Generator {
 public:
  Generator(Choices& choices, Denial denial)
      : choices_(choices), definitions_(choices.below(4)), denial_(denial) {}

  GeneratedSchema make() {
    GeneratedSchema made;
    made.root = Tree::object();
    fill(made.root, {3, 0}, "");
    if (definitions_ > 0) {
      Tree all = Tree::object();
      for (std::size_t i = 0; i < definitions_; ++i) {
        Tree body = Tree::object();
        fill(body, {2, i + 1}, "");
        all.set(name_of(i), std::move(body));
        made.targets["#/$defs/" + name_of(i)] = {"$defs", name_of(i)};
      }
      made.root.set("$defs", std::move(all));
    }
    made.targets["#"] = {};
    return made;
  }

 private:
  static std::string name_of(std::size_t index) { return "d" + std::to_string(index); }

  Tree child(const Place& place) { return subschema({place.depth - 1, 0}, "", true); }

  std::vector<Tree> branches(const Place& place, const std::string& type) {
    std::vector<Tree> all;
    for (std::size_t n = choices_.between(1, 3); n > 0; --n) {
      all.push_back(subschema({place.depth - 1, place.rank}, choices_.chance(70) ? type : "", false));
    }
    return all;
  }

  Tree subschema(const Place& place, const std::string& type, bool below) {
    switch (choices_.weighted({88, 5, 4, 3})) {
      case 1:
        return Tree::of(true);
      case 2:
        return Tree::of(false);
      case 3:
        return Tree::object();
      default:
        break;
    }
    Tree schema = Tree::object();
    if (below && choices_.chance(18)) {
      const std::size_t target = choices_.below(definitions_ + 1);
      schema.set("$ref", Tree::string(target == definitions_ ? "#" : "#/$defs/" + name_of(target)));
      if (choices_.chance(60)) return schema;
    }
    fill(schema, place, type);
    return schema;
  }

  void fill(Tree& schema, const Place& place, std::string type) {
    static const std::vector<std::string> kTypes = {"object",  "array",   "string", "number",
                                                    "integer", "boolean", "null"};
    if (type.empty()) {
      type = kTypes[choices_.weighted(place.depth > 0 ? std::vector<std::size_t>{32, 24, 14, 12, 10, 4, 4}
                                                      : std::vector<std::size_t>{6, 6, 28, 24, 20, 8, 8})];
    }
    if (place.rank < definitions_ && schema.find("$ref") == nullptr && choices_.chance(18)) {
      const std::size_t target = place.rank + choices_.below(definitions_ - place.rank);
      schema.set("$ref", Tree::string("#/$defs/" + name_of(target)));
    }
    if (choices_.chance(14)) {
      add_values(schema);
      if (choices_.chance(60)) return;
    }
    if (choices_.chance(70)) add_type(schema, type);
    add_typed(schema, place, type);
    if (choices_.chance(20)) add_typed(schema, place, choices_.pick(kTypes));
    if (place.depth > 0 && choices_.chance(26)) schema.set("anyOf", Tree::array(branches(place, type)));
    if (place.depth > 0 && choices_.chance(16)) schema.set("allOf", Tree::array(branches(place, type)));
    if (place.depth > 0 && denial_ == Denial::any) add_negation(schema, place, type);
  }

  // What can hold for not holding.
  void add_negation(Tree& schema, const Place& place, const std::string& type) {
    const auto branch = [&] {
      return subschema({place.depth - 1, place.rank}, choices_.chance(70) ? type : "", false);
    };
    if (choices_.chance(12)) schema.set("oneOf", Tree::array(branches(place, type)));
    if (choices_.chance(7)) schema.set("not", branch());
    if (choices_.chance(9)) {
      schema.set("if", branch());
      if (choices_.chance(70)) schema.set("then", branch());
      if (choices_.chance(60)) schema.set("else", branch());
    }
  }

  // Members that depend on members.
  void add_dependencies(Tree& schema, const Place& place) {
    const auto names = [&] {
      Tree list = Tree::array();
      const std::size_t first = choices_.below(pool_names().size());
      for (std::size_t n = choices_.below(3); n > 0; --n)
        list.items.push_back(Tree::string(pool_names()[(first + n) % pool_names().size()]));
      return list;
    };
    if (choices_.chance(12)) {
      Tree all = Tree::object();
      for (std::size_t n = choices_.between(1, 2); n > 0; --n) {
        Tree listed = names();
        all.set(choices_.pick(pool_names()), std::move(listed));
      }
      schema.set("dependentRequired", std::move(all));
    }
    if (choices_.chance(10)) {
      Tree all = Tree::object();
      for (std::size_t n = choices_.between(1, 2); n > 0; --n) {
        Tree part = subschema({place.depth - 1, place.rank}, "object", false);
        all.set(choices_.pick(pool_names()), std::move(part));
      }
      schema.set("dependentSchemas", std::move(all));
    }
  }

  void add_type(Tree& schema, const std::string& type) {
    static const std::vector<std::string> kMore = {"null",   "boolean", "string", "integer",
                                                   "number", "array",   "object"};
    if (choices_.chance(80)) {
      schema.set("type", Tree::string(type));
      return;
    }
    Tree types = Tree::array({Tree::string(type)});
    const std::string& second = choices_.pick(kMore);
    if (second != type) types.items.push_back(Tree::string(second));
    schema.set("type", std::move(types));
  }

  void add_values(Tree& schema) {
    if (choices_.chance(35)) {
      schema.set("const", generate_value(choices_, 2, true));
      return;
    }
    Tree values = Tree::array();
    for (std::size_t n = choices_.between(1, 5); n > 0; --n) {
      values.items.push_back(generate_value(choices_, choices_.below(3), true));
    }
    schema.set("enum", std::move(values));
  }

  void add_typed(Tree& schema, const Place& place, const std::string& type) {
    if (type == "object" && place.depth > 0) add_object(schema, place);
    if (type == "array") add_array(schema, place);
    if (type == "string") add_string(schema);
    if (type == "number" || type == "integer") add_bounds(schema);
  }

  // Most patterns leave a string wide for some bytes at least.
  void add_string(Tree& schema) {
    add_counts(schema, "minLength", "maxLength", 50, choices_.chance(20) ? 60 : 5);
    if (denial_ == Denial::never) return;
    if (choices_.chance(16)) schema.set("pattern", Tree::string(choices_.pick(pool_patterns()).source));
    if (choices_.chance(6)) schema.set("format", Tree::string(choices_.pick(pool_formats()).name));
  }

  Tree number() { return Tree::number(choices_.pick(choices_.chance(25) ? odd_numbers() : pool_numbers())); }

  void add_bounds(Tree& schema) {
    for (const auto& [strict, loose] :
         {std::pair{"exclusiveMinimum", "minimum"}, std::pair{"exclusiveMaximum", "maximum"}}) {
      if (!choices_.chance(50)) continue;
      Tree bound = number();
      schema.set(choices_.chance(35) ? strict : loose, std::move(bound));
    }
    if (denial_ == Denial::any && choices_.chance(25))
      schema.set("multipleOf", Tree::number(choices_.pick(pool_divisors())));
  }

  void add_counts(Tree& schema, const char* least, const char* most, std::size_t percent, std::size_t limit) {
    std::size_t low = 0;
    if (choices_.chance(percent))
      schema.set(least, Tree::number(std::to_string(low = choices_.below(limit))));
    if (choices_.chance(percent)) {
      const std::size_t high = choices_.chance(90) ? low + choices_.below(limit) : choices_.below(3);
      schema.set(most, Tree::number(std::to_string(high)));
    }
  }

  void add_array(Tree& schema, const Place& place) {
    add_counts(schema, "minItems", "maxItems", 30, 4);
    if (place.depth == 0) return;
    if (choices_.chance(45)) {
      Tree prefix = Tree::array();
      for (std::size_t n = choices_.between(1, 3); n > 0; --n) prefix.items.push_back(child(place));
      schema.set("prefixItems", std::move(prefix));
    }
    if (choices_.chance(60)) schema.set("items", child(place));
    if (denial_ == Denial::any) add_counted_items(schema, place);
  }

  // What depends on the other items.
  void add_counted_items(Tree& schema, const Place& place) {
    if (choices_.chance(14)) schema.set("uniqueItems", Tree::of(choices_.chance(90)));
    if (choices_.chance(22)) {
      schema.set("contains", child(place));
      if (choices_.chance(40)) schema.set("minContains", Tree::number(std::to_string(choices_.below(4))));
      if (choices_.chance(40)) schema.set("maxContains", Tree::number(std::to_string(choices_.below(4))));
    }
    if (choices_.chance(14))
      schema.set("unevaluatedItems", choices_.chance(50) ? Tree::of(false) : child(place));
  }

  // The empty name and awkward ones often: an order of keys or a memo of names gets them wrong first.
  const std::string& member_name() {
    static const std::string kEmpty;
    if (choices_.chance(18)) return kEmpty;
    return choices_.pick(choices_.chance(25) ? awkward_names() : pool_names());
  }

  void add_object(Tree& schema, const Place& place) {
    Tree properties = Tree::object();
    if (choices_.chance(80)) {
      for (std::size_t n = choices_.between(1, 4); n > 0; --n) {
        Tree part = child(place);
        properties.set(member_name(), std::move(part));
      }
      schema.set("properties", properties);
    }
    if (choices_.chance(50)) {
      std::vector<std::string> names;
      for (const auto& [name, part] : properties.members) {
        if (choices_.chance(55)) names.push_back(name);
      }
      if (choices_.chance(30)) names.push_back(member_name());
      Tree required = Tree::array();
      for (const std::string& name : names) {
        Tree entry = Tree::string(name);
        if (std::find(required.items.begin(), required.items.end(), entry) == required.items.end()) {
          required.items.push_back(std::move(entry));
        }
      }
      schema.set("required", std::move(required));
    }
    if (choices_.chance(55)) {
      schema.set("additionalProperties", choices_.chance(60) ? Tree::of(false) : child(place));
    }
    if (denial_ == Denial::never) return;
    add_dependencies(schema, place);
    add_names(schema, place);
  }

  // What depends on names by their spelling, or on the other members.
  void add_names(Tree& schema, const Place& place) {
    add_counts(schema, "minProperties", "maxProperties", 10, 4);
    if (choices_.chance(16)) {
      Tree all = Tree::object();
      for (std::size_t n = choices_.between(1, 2); n > 0; --n) {
        Tree part = child(place);
        all.set(choices_.pick(name_patterns()).source, std::move(part));
      }
      schema.set("patternProperties", std::move(all));
    }
    if (choices_.chance(12)) {
      Tree names = subschema({place.depth - 1, 0}, "string", true);
      schema.set("propertyNames", std::move(names));
    }
    if (choices_.chance(14))
      schema.set("unevaluatedProperties", choices_.chance(50) ? Tree::of(false) : child(place));
  }

  Choices& choices_;
  std::size_t definitions_;
  Denial denial_;
};

}  // namespace

const std::vector<std::string>& dense_keywords() {
  static const std::vector<std::string> kKeywords = {"$defs",
                                                     "$ref",
                                                     "additionalProperties",
                                                     "allOf",
                                                     "anyOf",
                                                     "const",
                                                     "contains",
                                                     "dependentRequired",
                                                     "dependentSchemas",
                                                     "else",
                                                     "enum",
                                                     "exclusiveMaximum",
                                                     "exclusiveMinimum",
                                                     "format",
                                                     "if",
                                                     "items",
                                                     "maxContains",
                                                     "maxItems",
                                                     "maxLength",
                                                     "maxProperties",
                                                     "maximum",
                                                     "minContains",
                                                     "minItems",
                                                     "minLength",
                                                     "minProperties",
                                                     "minimum",
                                                     "multipleOf",
                                                     "not",
                                                     "oneOf",
                                                     "pattern",
                                                     "patternProperties",
                                                     "prefixItems",
                                                     "properties",
                                                     "propertyNames",
                                                     "required",
                                                     "then",
                                                     "type",
                                                     "unevaluatedItems",
                                                     "unevaluatedProperties",
                                                     "uniqueItems"};
  return kKeywords;
}

GeneratedSchema generate_dense_schema(Choices& choices, Denial denial) {
  return Generator(choices, denial).make();
}

}  // namespace lockstep::conformance

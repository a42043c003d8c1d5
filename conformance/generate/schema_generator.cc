// One class, one function a group of keywords. A subschema is mostly about one type, so that its keywords
// meet.
#include "lockstep/conformance/generate/schema_generator.h"

#include <algorithm>
#include <cstdlib>

#include "lockstep/conformance/generate/definition_plan.h"
#include "lockstep/conformance/generate/pools.h"

namespace lockstep::conformance {
namespace {

// Where a subschema stands.
struct Place {
  std::size_t depth;  // left
  int rank;           // see DefinitionPlan
  int resource;
  std::string type;  // a hint from the parent, or ""
};

class Generator {
 public:
  Generator(Choices& choices, const SchemaShape& shape)
      : choices_(choices), shape_(shape), plan_(choices, shape.definitions) {}

  GeneratedSchema make() {
    Tree root = Tree::object();
    if (choices_.chance(40))
      put(root, "$schema", Tree::string("https://json-schema.org/draft/2020-12/schema"));
    if (!plan_.root_id().empty()) put(root, "$id", Tree::string(plan_.root_id()));
    if (!plan_.root_dynamic().empty()) put(root, "$dynamicAnchor", Tree::string(plan_.root_dynamic()));
    if (choices_.chance(3)) {
      put(root, "$vocabulary",
          Tree::object({{"https://json-schema.org/draft/2020-12/vocab/core", Tree::of(true)}}));
    }
    fill(root, {shape_.depth, DefinitionPlan::kRoot, DefinitionPlan::kRoot, ""});
    if (!plan_.definitions().empty()) put(root, "$defs", definitions());
    made_.root = std::move(root);
    return std::move(made_);
  }

 private:
  Tree& put(Tree& schema, const std::string& keyword, Tree value) {
    made_.keywords.insert(keyword);
    return schema.set(keyword, std::move(value));
  }

  Tree definitions() {
    Tree all = Tree::object();
    for (int i = 0; i < static_cast<int>(plan_.definitions().size()); ++i) {
      const Definition& definition = plan_.definitions()[static_cast<std::size_t>(i)];
      Tree body = Tree::object();
      if (!definition.id.empty()) put(body, "$id", Tree::string(definition.id));
      if (!definition.anchor.empty()) put(body, "$anchor", Tree::string(definition.anchor));
      if (!definition.dynamic.empty()) put(body, "$dynamicAnchor", Tree::string(definition.dynamic));
      const int resource = plan_.resource_of(i);
      fill(body, {std::min<std::size_t>(shape_.depth, 2), i, resource, ""});
      if (!definition.id.empty()) {
        Tree inner = Tree::object();
        fill(inner, {0, 1000, resource, ""});
        put(body, "$defs", Tree::object({{"in", std::move(inner)}}));
      }
      all.set(definition.name, std::move(body));
    }
    return all;
  }

  // A subschema that applies to a part of the instance.
  Tree child(const Place& place, const std::string& type = "") {
    return subschema({place.depth - 1, DefinitionPlan::kAny, place.resource, type});
  }

  // A subschema that applies to the same instance.
  Tree in_place(const Place& place, const std::string& type) {
    return subschema({place.depth - 1, place.rank, place.resource, choices_.chance(80) ? type : ""});
  }

  std::vector<Tree> several_in_place(const Place& place, const std::string& type) {
    std::vector<Tree> all;
    for (std::size_t n = choices_.between(1, 3); n > 0; --n) all.push_back(in_place(place, type));
    return all;
  }

  Tree subschema(const Place& place) {
    switch (choices_.weighted({86, 6, 3, 5})) {
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
    fill(schema, place);
    return schema;
  }

  void fill(Tree& schema, const Place& place) {
    std::string type = place.type;
    if (type.empty()) {
      static const std::vector<std::string> kTypes = {"object",  "array",   "string", "number",
                                                      "integer", "boolean", "null"};
      type = kTypes[choices_.weighted(place.depth > 0 ? std::vector<std::size_t>{30, 26, 14, 12, 10, 3, 2}
                                                      : std::vector<std::size_t>{4, 4, 30, 24, 20, 6, 4})];
    }
    if (choices_.chance(12)) add_reference(schema, place);
    if (choices_.chance(10)) {
      add_values(schema, type);
    } else {
      if (choices_.chance(60)) add_type(schema, type);
      add_typed(schema, place, type);
    }
    if (place.depth > 0 && choices_.chance(22)) add_in_place(schema, place, type);
    if (choices_.chance(6)) add_annotations(schema, place);
  }

  void add_type(Tree& schema, const std::string& type) {
    if (choices_.chance(80)) {
      put(schema, "type", Tree::string(type));
      return;
    }
    static const std::vector<std::string> kMore = {"null",   "boolean", "string", "integer",
                                                   "number", "array",   "object"};
    Tree types = Tree::array({Tree::string(type)});
    const std::string& second = choices_.pick(kMore);
    if (second != type) types.items.push_back(Tree::string(second));
    put(schema, "type", std::move(types));
  }

  void add_reference(Tree& schema, const Place& place) {
    const std::string dynamic = plan_.dynamic_name(place.resource);
    if (place.rank == DefinitionPlan::kAny && !dynamic.empty() && choices_.chance(50)) {
      const std::string text = "#" + dynamic;
      put(schema, choices_.chance(75) ? "$dynamicRef" : "$ref", Tree::string(text));
      std::vector<std::string> path;  // one of the places that it can mean
      if (place.resource != DefinitionPlan::kRoot) {
        path = {"$defs", plan_.definitions()[static_cast<std::size_t>(place.resource)].name};
      }
      made_.targets.emplace(text, std::move(path));
      return;
    }
    const std::vector<Reference> references = plan_.references(place.resource, place.rank);
    if (references.empty()) return;
    const Reference& reference = choices_.pick(references);
    put(schema, choices_.chance(5) ? "$dynamicRef" : "$ref", Tree::string(reference.text));
    made_.targets.emplace(reference.text, reference.path);
  }

  void add_values(Tree& schema, const std::string& type) {
    if (choices_.chance(40)) {
      put(schema, "const", value_of(type));
      return;
    }
    Tree values = Tree::array();
    for (std::size_t n = choices_.between(1, 4); n > 0; --n) {
      Tree value = choices_.chance(75) ? value_of(type) : generate_value(choices_, 1, shape_.odd_numbers);
      if (std::find(values.items.begin(), values.items.end(), value) == values.items.end()) {
        values.items.push_back(std::move(value));
      }
    }
    put(schema, "enum", std::move(values));
  }

  Tree value_of(const std::string& type) {
    if (type == "object")
      return Tree::object({{choices_.pick(pool_names()), generate_value(choices_, 0, shape_.odd_numbers)}});
    if (type == "array") return Tree::array({generate_value(choices_, 0, shape_.odd_numbers)});
    if (type == "string") return Tree::string(choices_.pick(pool_strings()));
    if (type == "boolean") return Tree::of(choices_.chance(50));
    if (type == "null") return Tree::null();
    return number();
  }

  Tree number() {
    const bool odd = shape_.odd_numbers && choices_.chance(8);
    return Tree::number(choices_.pick(odd ? odd_numbers() : pool_numbers()));
  }

  void add_typed(Tree& schema, const Place& place, const std::string& type) {
    if (type == "object") add_object(schema, place);
    if (type == "array") add_array(schema, place);
    if (type == "string") add_string(schema, place);
    if (type == "number" || type == "integer") add_number(schema);
    if (choices_.chance(4)) add_number(schema);  // keywords of another type say nothing
    if (choices_.chance(4)) add_string(schema, place);
  }

  void add_number(Tree& schema) {
    for (const auto& [strict, loose] :
         {std::pair{"exclusiveMinimum", "minimum"}, std::pair{"exclusiveMaximum", "maximum"}}) {
      if (!choices_.chance(40)) continue;
      Tree bound = number();
      put(schema, choices_.chance(30) ? strict : loose, std::move(bound));
    }
    if (choices_.chance(28)) put(schema, "multipleOf", Tree::number(choices_.pick(pool_divisors())));
  }

  Tree count(std::size_t value) {
    return Tree::number(std::to_string(value) + (choices_.chance(4) ? ".0" : ""));
  }

  // A pair of keywords with least <= most, mostly.
  void add_counts(Tree& schema, const char* least, const char* most, std::size_t percent, std::size_t limit) {
    std::size_t low = 0;
    if (choices_.chance(percent)) {
      low = choices_.below(limit);
      put(schema, least, count(low));
    }
    if (choices_.chance(percent))
      put(schema, most, count(choices_.chance(90) ? low + choices_.below(limit) : choices_.below(3)));
  }

  void add_string(Tree& schema, const Place& place) {
    add_counts(schema, "minLength", "maxLength", 25, 4);
    if (choices_.chance(35)) put(schema, "pattern", Tree::string(choices_.pick(pool_patterns()).source));
    if (choices_.chance(15)) put(schema, "format", Tree::string(choices_.pick(pool_formats()).name));
    if (!choices_.chance(6)) return;
    put(schema, "contentEncoding", Tree::string("base64"));
    put(schema, "contentMediaType", Tree::string("application/json"));
    if (place.depth > 0) put(schema, "contentSchema", child(place));
  }

  void add_array(Tree& schema, const Place& place) {
    add_counts(schema, "minItems", "maxItems", 20, 4);
    if (choices_.chance(20)) put(schema, "uniqueItems", Tree::of(choices_.chance(85)));
    if (place.depth == 0) return;
    if (choices_.chance(40)) {
      Tree prefix = Tree::array();
      for (std::size_t n = choices_.between(1, 3); n > 0; --n) prefix.items.push_back(child(place));
      put(schema, "prefixItems", std::move(prefix));
    }
    if (choices_.chance(40)) put(schema, "items", child(place));
    if (choices_.chance(30)) {
      put(schema, "contains", child(place));
      if (choices_.chance(35)) put(schema, "minContains", count(choices_.below(4)));
      if (choices_.chance(35)) put(schema, "maxContains", count(choices_.below(4)));
    } else if (choices_.chance(3)) {
      put(schema, "minContains", count(5));  // without contains it says nothing
      put(schema, "maxContains", count(0));
    }
    if (choices_.chance(16))
      put(schema, "unevaluatedItems", choices_.chance(60) ? Tree::of(false) : child(place));
  }

  Tree names(std::size_t most) {
    Tree list = Tree::array();
    for (std::size_t n = choices_.below(most + 1); n > 0; --n) {
      Tree name = Tree::string(choices_.pick(pool_names()));
      if (std::find(list.items.begin(), list.items.end(), name) == list.items.end())
        list.items.push_back(std::move(name));
    }
    return list;
  }

  void add_object(Tree& schema, const Place& place) {
    add_counts(schema, "minProperties", "maxProperties", 10, 4);
    Tree properties = Tree::object();
    if (place.depth > 0 && choices_.chance(70)) {
      for (std::size_t n = choices_.between(1, 3); n > 0; --n) {
        const std::string name = choices_.pick(pool_names());
        if (properties.find(name) == nullptr) properties.set(name, child(place));
      }
      put(schema, "properties", properties);
    }
    if (choices_.chance(40)) {
      Tree required = names(1);
      for (const auto& [name, value] : properties.members) {
        const Tree entry = Tree::string(name);
        const bool listed =
            std::find(required.items.begin(), required.items.end(), entry) != required.items.end();
        if (!listed && choices_.chance(60)) required.items.push_back(entry);
      }
      put(schema, "required", std::move(required));
    }
    if (choices_.chance(10))
      put(schema, "dependentRequired", Tree::object({{choices_.pick(pool_names()), names(2)}}));
    if (place.depth == 0) return;
    if (choices_.chance(20)) {
      put(schema, "patternProperties", Tree::object({{choices_.pick(name_patterns()).source, child(place)}}));
    }
    if (choices_.chance(25))
      put(schema, "additionalProperties", choices_.chance(60) ? Tree::of(false) : child(place));
    if (choices_.chance(10)) put(schema, "propertyNames", child(place, "string"));
    if (choices_.chance(10)) {
      put(schema, "dependentSchemas",
          Tree::object({{choices_.pick(pool_names()), in_place(place, "object")}}));
    }
    if (choices_.chance(16))
      put(schema, "unevaluatedProperties", choices_.chance(60) ? Tree::of(false) : child(place));
  }

  void add_in_place(Tree& schema, const Place& place, const std::string& type) {
    switch (choices_.weighted({25, 25, 18, 14, 18})) {
      case 0:
        put(schema, "allOf", Tree::array(several_in_place(place, type)));
        return;
      case 1:
        put(schema, "anyOf", Tree::array(several_in_place(place, type)));
        return;
      case 2:
        put(schema, "oneOf", Tree::array(several_in_place(place, type)));
        return;
      case 3:
        put(schema, "not", in_place(place, type));
        return;
      default:
        break;
    }
    if (choices_.chance(95)) put(schema, "if", in_place(place, type));
    if (choices_.chance(75)) put(schema, "then", in_place(place, type));
    if (choices_.chance(75)) put(schema, "else", in_place(place, type));
  }

  void add_annotations(Tree& schema, const Place& place) {
    static const std::vector<std::string> kFlags = {"deprecated", "readOnly", "writeOnly"};
    static const std::vector<std::string> kTexts = {"title", "description", "$comment"};
    switch (choices_.below(5)) {
      case 0: {
        Tree text = Tree::string(choices_.pick(pool_strings()));
        put(schema, choices_.pick(kTexts), std::move(text));
        return;
      }
      case 1: {
        const bool flag = choices_.chance(50);
        put(schema, choices_.pick(kFlags), Tree::of(flag));
        return;
      }
      case 2:
        put(schema, "default", generate_value(choices_, 1, shape_.odd_numbers));
        return;
      case 3:
        put(schema, "examples", Tree::array({generate_value(choices_, 1, shape_.odd_numbers)}));
        return;
      default:
        put(schema, "x-unknown", generate_value(choices_, place.depth > 0 ? 1 : 0, shape_.odd_numbers));
    }
  }

  Choices& choices_;
  SchemaShape shape_;
  DefinitionPlan plan_;
  GeneratedSchema made_;
};

}  // namespace

const std::vector<std::string>& generated_keywords() {
  static const std::vector<std::string> kKeywords = {"$schema",
                                                     "$id",
                                                     "$vocabulary",
                                                     "$ref",
                                                     "$anchor",
                                                     "$dynamicRef",
                                                     "$dynamicAnchor",
                                                     "$defs",
                                                     "$comment",
                                                     "prefixItems",
                                                     "items",
                                                     "contains",
                                                     "additionalProperties",
                                                     "properties",
                                                     "patternProperties",
                                                     "dependentSchemas",
                                                     "propertyNames",
                                                     "if",
                                                     "then",
                                                     "else",
                                                     "allOf",
                                                     "anyOf",
                                                     "oneOf",
                                                     "not",
                                                     "unevaluatedItems",
                                                     "unevaluatedProperties",
                                                     "type",
                                                     "const",
                                                     "enum",
                                                     "multipleOf",
                                                     "maximum",
                                                     "exclusiveMaximum",
                                                     "minimum",
                                                     "exclusiveMinimum",
                                                     "maxLength",
                                                     "minLength",
                                                     "pattern",
                                                     "maxItems",
                                                     "minItems",
                                                     "uniqueItems",
                                                     "maxContains",
                                                     "minContains",
                                                     "maxProperties",
                                                     "minProperties",
                                                     "required",
                                                     "dependentRequired",
                                                     "title",
                                                     "description",
                                                     "default",
                                                     "deprecated",
                                                     "readOnly",
                                                     "writeOnly",
                                                     "examples",
                                                     "format",
                                                     "contentEncoding",
                                                     "contentMediaType",
                                                     "contentSchema",
                                                     "x-unknown"};
  return kKeywords;
}

GeneratedSchema generate_schema(Choices& choices, const SchemaShape& shape) {
  return Generator(choices, shape).make();
}

Tree generate_value(Choices& choices, std::size_t depth, bool odd) {
  const std::size_t kind = choices.weighted(depth > 0 ? std::vector<std::size_t>{8, 12, 22, 22, 18, 18}
                                                      : std::vector<std::size_t>{15, 15, 33, 33, 2, 2});
  Tree value;
  switch (kind) {
    case 0:
      return Tree::null();
    case 1:
      return Tree::of(choices.chance(50));
    case 2:
      return Tree::number(choices.pick(odd && choices.chance(8) ? odd_numbers() : pool_numbers()));
    case 3:
      return Tree::string(choices.pick(pool_strings()));
    case 4:
      value = Tree::array();
      for (std::size_t n = depth > 0 ? choices.below(4) : 0; n > 0; --n)
        value.items.push_back(generate_value(choices, depth > 0 ? depth - 1 : 0, odd));
      return value;
    default:
      value = Tree::object();
      for (std::size_t n = depth > 0 ? choices.below(4) : 0; n > 0; --n) {
        Tree part = generate_value(choices, depth > 0 ? depth - 1 : 0, odd);
        value.set(choices.pick(pool_names()), std::move(part));
      }
      return value;
  }
}

}  // namespace lockstep::conformance

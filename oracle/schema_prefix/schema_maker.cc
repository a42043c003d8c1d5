#include "lockstep/oracle/schema_prefix/schema_maker.h"

namespace lockstep::oracle {
namespace {

const std::vector<std::string> kNames = {"a", "b"};
const std::vector<std::string> kPatterns = {"^a",     "b",  "^[ab]$",  "a$", "^a?b*$",
                                            "^(?!b)", "^$", "(?<=a)b", "."};
const std::vector<std::string> kNamePatterns = {"^a", "b", "^[ab]$", ".", "^$"};
const std::vector<std::string> kValues = {"null", "true",      "false", "0",         "1",
                                          "0.5",  "\"\"",      "\"a\"", "\"ab\"",    "[]",
                                          "[1]",  "[\"a\",1]", "{}",    "{\"a\":1}", "{\"a\":0,\"b\":\"a\"}"};
const std::vector<std::string> kTypes = {"null", "boolean", "integer", "number", "string", "array", "object"};
const std::vector<std::string> kBounds = {"-1", "0", "0.5", "1", "1.5", "2"};
const std::vector<std::string> kDivisors = {"1", "2", "0.5", "1.5"};

}  // namespace

const std::vector<std::string>& SchemaMaker::keywords() {
  static const std::vector<std::string> kAll = {"type",
                                                "enum",
                                                "const",
                                                "multipleOf",
                                                "minimum",
                                                "exclusiveMaximum",
                                                "minLength",
                                                "maxLength",
                                                "pattern",
                                                "minItems",
                                                "maxItems",
                                                "uniqueItems",
                                                "prefixItems",
                                                "items",
                                                "contains",
                                                "minContains",
                                                "maxContains",
                                                "unevaluatedItems",
                                                "minProperties",
                                                "maxProperties",
                                                "required",
                                                "dependentRequired",
                                                "dependentSchemas",
                                                "properties",
                                                "patternProperties",
                                                "additionalProperties",
                                                "propertyNames",
                                                "unevaluatedProperties",
                                                "allOf",
                                                "anyOf",
                                                "oneOf",
                                                "not",
                                                "if",
                                                "then",
                                                "else",
                                                "$ref",
                                                "$dynamicRef"};
  return kAll;
}

std::string SchemaMaker::document(const std::string& universe) {
  std::string defs = "\"universe\":" + universe;
  // References in place lead to definitions that have none.
  for (const char* name : {"p", "q", "r"}) defs += ",\"" + std::string(name) + "\":" + object(1, false);
  // Two resources with one dynamic anchor: which of them is meant depends on the way.
  for (const char* name : {"s", "t"}) {
    defs += ",\"" + std::string(name) + "\":{\"$id\":\"http://x/" + name +
            "\",\"$dynamicAnchor\":\"n\",\"allOf\":[" + object(2, false) + "]}";
  }
  return "{\"$defs\":{" + defs + "},\"$id\":\"http://x/r\",\"allOf\":[{\"$ref\":\"#/$defs/universe\"}," +
         object(2, true) + "]}";
}

std::string SchemaMaker::schema(std::size_t depth, bool in_place) {
  if (once_in(8)) return once_in(2) ? "false" : "true";
  return object(depth, in_place);
}

std::string SchemaMaker::object(std::size_t depth, bool in_place) {
  std::string out;
  std::vector<std::string> used;
  for (std::size_t more = 1 + below(depth == 0 ? 2 : 4); more > 0; --more) {
    std::string keyword = pick(keywords());
    const auto put = [&](const std::string& name) {
      for (const std::string& other : used) {
        if (other == name) return;
      }
      const std::string value = value_of(name, depth, in_place);
      if (value.empty()) return;
      used.push_back(name);
      out += (out.empty() ? "\"" : ",\"") + name + "\":" + value;
    };
    put(keyword);
    if (keyword == "minContains" || keyword == "maxContains") put("contains");
    if (keyword == "then" || keyword == "else") put("if");
    if (keyword == "if") put(once_in(2) ? "then" : "else");
    if (keyword == "additionalProperties") put("properties");
    if (keyword.starts_with("unevaluated")) put(once_in(2) ? "anyOf" : once_in(2) ? "if" : "contains");
    if (keyword == "unevaluatedProperties") put(once_in(2) ? "oneOf" : "dependentSchemas");
  }
  return "{" + out + "}";
}

std::string SchemaMaker::value_of(const std::string& keyword, std::size_t depth, bool in_place) {
  if (keyword == "type") {
    const std::string first = pick(kTypes);
    const std::string second = pick(kTypes);
    return once_in(2) && first != second ? "[\"" + first + "\",\"" + second + "\"]" : "\"" + first + "\"";
  }
  if (keyword == "enum") return "[" + pick(kValues) + "," + pick(kValues) + "," + pick(kValues) + "]";
  if (keyword == "const") return pick(kValues);
  if (keyword == "multipleOf") return pick(kDivisors);
  if (keyword == "minimum" || keyword == "exclusiveMaximum") return pick(kBounds);
  if (keyword == "pattern") return "\"" + pick(kPatterns) + "\"";
  if (keyword == "uniqueItems") return once_in(6) ? "false" : "true";
  if (keyword.starts_with("min") || keyword.starts_with("max")) return std::to_string(below(3));
  if (keyword == "required") return once_in(3) ? "[\"a\",\"b\"]" : "[\"" + pick(kNames) + "\"]";
  if (keyword == "dependentRequired") return once_in(2) ? "{\"a\":[\"b\"]}" : "{\"b\":[\"a\"],\"a\":[]}";
  if (keyword == "$ref") {
    return in_place ? pick({"\"r#/$defs/p\"", "\"r#/$defs/q\"", "\"r#/$defs/r\"", "\"http://x/s\""}) : "";
  }
  if (keyword == "$dynamicRef") return "";
  return depth == 0 ? "" : value_about_parts(keyword, depth - 1, in_place);
}

std::string SchemaMaker::value_about_parts(const std::string& keyword, std::size_t depth, bool in_place) {
  if (keyword == "properties") return map_of_schemas(kNames, depth, true);
  if (keyword == "dependentSchemas") return map_of_schemas(kNames, depth, in_place);
  if (keyword == "patternProperties") return map_of_schemas(kNamePatterns, depth, true);
  if (keyword == "prefixItems") return schemas(depth, true);
  if (keyword == "allOf" || keyword == "anyOf" || keyword == "oneOf") return schemas(depth, in_place);
  if (keyword == "not" || keyword == "if" || keyword == "then" || keyword == "else")
    return schema(depth, in_place);
  if (once_in(6)) return "{\"$dynamicRef\":\"http://x/t#n\"}";
  return schema(depth, true);  // items and members
}

std::string SchemaMaker::schemas(std::size_t depth, bool in_place) {
  std::string out = schema(depth, in_place);
  for (std::size_t more = below(3); more > 0; --more) out += "," + schema(depth, in_place);
  return "[" + out + "]";
}

std::string SchemaMaker::map_of_schemas(const std::vector<std::string>& names, std::size_t depth,
                                        bool in_place) {
  std::string out;
  for (const std::string& name : names) {
    if (!once_in(2)) continue;
    const std::string part =
        in_place && once_in(8) ? "{\"$dynamicRef\":\"http://x/t#n\"}" : schema(depth, in_place);
    out += (out.empty() ? "\"" : ",\"") + name + "\":" + part;
  }
  return "{" + out + "}";
}

}  // namespace lockstep::oracle

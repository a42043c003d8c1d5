#include "lockstep/conformance/brute/small_grammar.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>

#include "lockstep/conformance/generate/json_tree.h"
#include "lockstep/conformance/walk/truth.h"

namespace lockstep::conformance {
namespace {

std::vector<std::string> all_texts() {
  const std::vector<std::string> leaves = {"null", "0", "1", "\"a\""};
  std::vector<std::string> texts = {"null",  "true",   "false",   "0",  "1", "2",
                                    R"("")", R"("a")", R"("ab")", "[]", "{}"};
  for (const std::string& leaf : leaves) {
    texts.push_back("[" + leaf + "]");
    texts.push_back("{\"a\":" + leaf + "}");
    texts.push_back("{\"b\":" + leaf + "}");
    for (const std::string& other : leaves) {
      texts.push_back("[" + leaf + "," + other + "]");
      texts.push_back("{\"a\":" + leaf + ",\"b\":" + other + "}");
      texts.push_back("{\"b\":" + leaf + ",\"a\":" + other + "}");
    }
  }
  std::ranges::sort(texts);
  return texts;
}

// The two objects as one, or nothing where a keyword would stand twice.
std::string merged(const std::string& one, const std::string& two) {
  const Tree first = read_tree(one).value();
  const Tree second = read_tree(two).value();
  if (first.kind != TreeKind::object || second.kind != TreeKind::object) return {};
  Tree both = first;
  for (const auto& [keyword, value] : second.members) {
    if (first.find(keyword) != nullptr) return {};
    both.set(keyword, value);
  }
  return write_tree(both);
}

constexpr std::string_view kClosed = R"("unevaluatedProperties":false,"unevaluatedItems":false)";

void add_ordered_pairs(const std::vector<std::string>& atoms, std::vector<std::string>& out) {
  for (const std::string& a : atoms) {
    for (const std::string& b : atoms) {
      if (a == b) continue;
      out.push_back(fmt::format(R"({{"if":{},"then":{}}})", a, b));
      out.push_back(fmt::format(R"({{"if":{},"else":{}}})", a, b));
      out.push_back(fmt::format(R"({{"if":{},"then":{},{}}})", a, b, kClosed));
    }
  }
}

void add_pairs(const std::vector<std::string>& atoms, std::vector<std::string>& out) {
  for (std::size_t i = 0; i < atoms.size(); ++i) {
    for (std::size_t j = i + 1; j < atoms.size(); ++j) {
      const std::string& a = atoms[i];
      const std::string& b = atoms[j];
      if (const std::string both = merged(a, b); !both.empty()) out.push_back(both);
      for (const char* name : {"allOf", "anyOf", "oneOf"})
        out.push_back(fmt::format(R"({{"{}":[{},{}]}})", name, a, b));
      for (const char* name : {"anyOf", "allOf"})
        out.push_back(fmt::format(R"({{"not":{{"{}":[{},{}]}}}})", name, a, b));
      out.push_back(fmt::format(R"({{"properties":{{"a":{{"anyOf":[{},{}]}}}}}})", a, b));
      out.push_back(fmt::format(R"({{"items":{{"oneOf":[{},{}]}}}})", a, b));
      out.push_back(fmt::format(R"({{"contains":{{"allOf":[{},{}]}}}})", a, b));
      out.push_back(fmt::format(R"({{"anyOf":[{},{}],{}}})", a, b, kClosed));
    }
  }
}

void add_triples(const std::vector<std::string>& atoms, std::vector<std::string>& out) {
  std::size_t count = 0;
  for (const std::string& a : atoms) {
    for (const std::string& b : atoms) {
      for (const std::string& c : atoms) {
        if (a == b || a == c || b == c || ++count % kTernaryStride != 0) continue;
        out.push_back(fmt::format(R"({{"if":{},"then":{},"else":{}}})", a, b, c));
      }
    }
  }
}

}  // namespace

const std::vector<std::string>& small_texts() {
  static const std::vector<std::string> texts = all_texts();
  return texts;
}

const std::vector<std::string>& small_atoms() {
  static const std::vector<std::string> atoms = {
      R"(false)",
      R"({"type":"null"})",
      R"({"type":"integer"})",
      R"({"type":["string","array"]})",
      R"({"type":"object"})",
      R"({"const":1})",
      R"({"const":[1]})",
      R"({"const":{"a":1}})",
      R"({"enum":[0,"a",[],{"b":null,"a":1}]})",
      R"({"minimum":1})",
      R"({"exclusiveMaximum":1})",
      R"({"multipleOf":2})",
      R"({"minLength":1})",
      R"({"maxLength":1})",
      R"({"pattern":"b$"})",
      R"({"minItems":1})",
      R"({"maxItems":1})",
      R"({"items":{"type":"integer"}})",
      R"({"prefixItems":[{"const":1}]})",
      R"({"prefixItems":[true],"items":false})",
      R"({"uniqueItems":true})",
      R"({"contains":{"const":1}})",
      R"({"contains":{"type":"integer"},"maxContains":1})",
      R"({"contains":{"type":"integer"},"minContains":2})",
      R"({"required":["a"]})",
      R"({"properties":{"a":{"const":1}}})",
      R"({"properties":{"a":false}})",
      R"({"properties":{"a":true},"additionalProperties":false})",
      R"({"additionalProperties":{"type":"null"}})",
      R"({"patternProperties":{"^a":{"type":"integer"}}})",
      R"({"propertyNames":{"const":"a"}})",
      R"({"minProperties":1})",
      R"({"maxProperties":1})",
      R"({"dependentRequired":{"a":["b"]}})",
      R"({"dependentSchemas":{"b":{"required":["a"]}}})",
      R"({"properties":{"b":true},"unevaluatedProperties":{"type":"integer"}})",
      R"({"prefixItems":[true],"unevaluatedItems":{"type":"null"}})",
      R"({"items":{"enum":[0,1]},"minItems":2,"uniqueItems":true})",
      R"({"prefixItems":[true,{"const":1}],"minItems":2,"uniqueItems":true})"};
  return atoms;
}

std::vector<std::string> small_schemas() {
  const std::vector<std::string>& atoms = small_atoms();
  std::vector<std::string> out = atoms;
  for (const std::string& atom : atoms) out.push_back(fmt::format(R"({{"not":{}}})", atom));
  add_pairs(atoms, out);
  add_ordered_pairs(atoms, out);
  add_triples(atoms, out);
  return out;
}

std::string within_universe(std::string_view schema) {
  static const std::string head =
      R"({"$defs":{"leaf":{"anyOf":[{"type":"null"},{"type":"integer","minimum":0,"maximum":1},{"const":"a"}]}},"allOf":[)"
      R"({"anyOf":[{"type":["null","boolean"]},{"type":"integer","minimum":0,"maximum":2},{"enum":["","a","ab"]},)"
      R"({"type":"array","maxItems":2,"items":{"$ref":"#/$defs/leaf"}},{"type":"object","additionalProperties":false,)"
      R"("properties":{"a":{"$ref":"#/$defs/leaf"},"b":{"$ref":"#/$defs/leaf"}}}]},)";
  return head + std::string(schema) + "]}";
}

}  // namespace lockstep::conformance

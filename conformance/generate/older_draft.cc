#include "lockstep/conformance/generate/older_draft.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace lockstep::conformance {
namespace {

const std::set<std::string_view>& maps_of_schemas() {
  static const std::set<std::string_view> kMaps = {"properties", "patternProperties", "$defs", "definitions",
                                                   "dependentSchemas"};
  return kMaps;
}

const std::set<std::string_view>& schemas() {
  static const std::set<std::string_view> kOne = {"items",
                                                  "contains",
                                                  "additionalProperties",
                                                  "propertyNames",
                                                  "not",
                                                  "if",
                                                  "then",
                                                  "else",
                                                  "unevaluatedProperties",
                                                  "unevaluatedItems",
                                                  "allOf",
                                                  "contentSchema",
                                                  "anyOf",
                                                  "oneOf",
                                                  "prefixItems"};
  return kOne;
}

void replace_all(std::string& text, std::string_view what, std::string_view by) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
}

class Rewriter {
 public:
  explicit Rewriter(std::string_view draft)
      : draft4_(draft == "4"),
        up_to_7_(draft4_ || draft == "6" || draft == "7"),
        none_(!up_to_7_ && draft != "2019-09") {}

  Tree schema(const Tree& from) const {
    if (none_) return from;
    if (from.kind == TreeKind::boolean) return draft4_ ? boolean(from.boolean) : from;
    if (from.kind == TreeKind::array) {
      Tree list = Tree::array();
      for (const Tree& item : from.items) list.items.push_back(schema(item));
      return list;
    }
    if (from.kind != TreeKind::object) return from;
    Tree to = Tree::object();
    for (const auto& [name, value] : from.members) member(to, from, name, value);
    return to;
  }

 private:
  static Tree boolean(bool value) {
    if (value) return Tree::object();
    return Tree::object({{"not", Tree::object()}});
  }

  Tree map(const Tree& from) const {
    Tree to = Tree::object();
    for (const auto& [name, value] : from.members) to.members.emplace_back(name, schema(value));
    return to;
  }

  void member(Tree& to, const Tree& from, const std::string& name, const Tree& value) const {
    const Tree* list = from.find("prefixItems");
    if (name == "$schema") return;
    if (name == "prefixItems") {
      to.set("items", schema(value));
    } else if (name == "items" && list != nullptr) {
      to.set("additionalItems", value.kind == TreeKind::boolean ? value : schema(value));
    } else if (name == "additionalProperties" && value.kind == TreeKind::boolean) {
      to.set(name, value);
    } else if ((name == "$ref" || name == "$dynamicRef") && value.kind == TreeKind::string) {
      to.set(name, Tree::string(reference(value.text)));
    } else if (up_to_7_ && up_to_7(to, name, value)) {
      return;
    } else if (draft4_ && draft4(to, from, name, value)) {
      return;
    } else if (maps_of_schemas().contains(name)) {
      to.set(name, map(value));
    } else {
      to.set(name, schemas().contains(name) ? schema(value) : value);
    }
  }

  // Pointers lead through the new words.
  std::string reference(std::string text) const {
    if (text.find("/prefixItems/") != std::string::npos) replace_all(text, "/prefixItems/", "/items/");
    if (up_to_7_) {
      replace_all(text, "/$defs/", "/definitions/");
      replace_all(text, "/dependentSchemas/", "/dependencies/");
    }
    return text;
  }

  bool up_to_7(Tree& to, const std::string& name, const Tree& value) const {
    if (name == "$defs" || name == "definitions") {
      Tree all = to.find("definitions") != nullptr ? *to.find("definitions") : Tree::object();
      for (const auto& [key, one] : value.members) all.set(key, schema(one));
      to.set("definitions", std::move(all));
    } else if (name == "dependentSchemas" || name == "dependentRequired") {
      Tree all = to.find("dependencies") != nullptr ? *to.find("dependencies") : Tree::object();
      for (const auto& [key, one] : value.members) all.set(key, schema(one));
      to.set("dependencies", std::move(all));
    } else if (name == "$anchor" && to.find(id()) == nullptr) {
      to.set(id(), Tree::string("#" + value.text));
    } else {
      return false;
    }
    return true;
  }

  bool draft4(Tree& to, const Tree& from, const std::string& name, const Tree& value) const {
    const bool minimum = name == "exclusiveMinimum";
    if (minimum || name == "exclusiveMaximum") {
      // Where both bounds stand there, the exclusive one is left out.
      const std::string bound = minimum ? "minimum" : "maximum";
      if (from.find(bound) != nullptr) return true;
      to.set(bound, value);
      to.set(name, Tree::of(true));
    } else if (name == "$id") {
      to.set("id", value);
    } else if (name == "const") {
      to.set("enum", Tree::array({value}));
    } else if ((name == "required" || name == "enum") && value.items.empty()) {
      return true;
    } else {
      return false;
    }
    return true;
  }

  std::string id() const { return draft4_ ? "id" : "$id"; }

  bool draft4_, up_to_7_, none_;
};

}  // namespace

Tree older_draft_of(const Tree& schema, std::string_view draft) { return Rewriter(draft).schema(schema); }

}  // namespace lockstep::conformance

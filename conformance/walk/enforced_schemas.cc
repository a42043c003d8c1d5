#include "lockstep/conformance/walk/enforced_schemas.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>

#include "lockstep/conformance/walk/dense_schema.h"
#include "lockstep/conformance/walk/schema_positions.h"

namespace lockstep::conformance {
namespace {

// Those that the engine refuses: none of the keywords that schemas are made of.
constexpr std::array<std::string_view, 0> kTaken = {};

bool taken(std::string_view keyword) {
  return std::find(kTaken.begin(), kTaken.end(), keyword) != kTaken.end();
}

void keep(Tree& schema) {
  std::erase_if(schema.members, [](const auto& member) { return taken(member.first); });
  for (auto& [keyword, value] : schema.members) visit_subschemas(keyword, value, keep);
}

// The keywords at schema positions.
void collect(const Tree& schema, std::set<std::string>& keywords) {
  for (const auto& [keyword, value] : schema.members) {
    keywords.insert(keyword);
    if (keyword == "contentSchema") continue;
    visit_subschemas(keyword, value, [&](const Tree& part) { collect(part, keywords); });
  }
}

// The same, where evaluation can come to: not in definitions that nothing refers to.
class LiveKeywords {
 public:
  explicit LiveKeywords(const GeneratedSchema& schema) : schema_(schema) { visit(schema.root); }

  std::set<std::string> take() { return std::move(keywords_); }

 private:
  void visit(const Tree& schema) {
    if (!visited_.insert(&schema).second) return;
    for (const auto& [keyword, value] : schema.members) {
      keywords_.insert(keyword);
      if (keyword == "$ref" || keyword == "$dynamicRef") follow(value.text);
      if (keyword == "contentSchema" || keyword == "$defs" || keyword == "definitions") continue;
      visit_subschemas(keyword, value, [&](const Tree& part) { visit(part); });
    }
  }

  void follow(const std::string& reference) {
    const auto target = schema_.targets.find(reference);
    if (target == schema_.targets.end()) return;
    const Tree* tree = &schema_.root;
    for (const std::string& member : target->second) {
      tree = tree->find(member);
      if (tree == nullptr) return;
    }
    visit(*tree);
  }

  const GeneratedSchema& schema_;
  std::set<const Tree*> visited_;
  std::set<std::string> keywords_;
};

}  // namespace

void keep_enforced(GeneratedSchema& schema) {
  keep(schema.root);
  schema.keywords.clear();
  collect(schema.root, schema.keywords);
}

bool is_refused_keyword(std::string_view keyword) { return taken(keyword); }

GeneratedSchema generate_enforced_schema(Choices& choices, Denial denial) {
  GeneratedSchema made = generate_dense_schema(choices, denial);
  keep_enforced(made);
  return made;
}

std::set<std::string> live_keywords(const GeneratedSchema& schema) { return LiveKeywords(schema).take(); }

}  // namespace lockstep::conformance

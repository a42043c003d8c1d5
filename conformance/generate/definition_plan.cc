// Names, identifiers and anchors, and the spellings by which they are reached.
#include "lockstep/conformance/generate/definition_plan.h"

namespace lockstep::conformance {
namespace {

const char* const kBase = "http://lockstep.test/";
const char* const kDynamic = "dyn";

// A name as a reference token of a JSON pointer in a URI fragment (RFC 6901, section 6).
std::string pointer_token(const std::string& name) {
  std::string token;
  for (const char c : name) {
    if (c == '~') {
      token += "~0";
    } else if (c == '/') {
      token += "~1";
    } else if (c == '%') {
      token += "%25";
    } else if (c == '\xc3') {
      token += "%C3";
    } else if (c == '\xa9') {
      token += "%A9";
    } else {
      token += c;
    }
  }
  return token;
}

}  // namespace

DefinitionPlan::DefinitionPlan(Choices& choices, std::size_t most) {
  static const std::vector<std::string> kNames = {"a", "int", "a/b", "m~n", "p%q", "\u00e9", "b c"};
  const std::size_t count = choices.chance(60) ? choices.below(most + 1) : 0;
  if (choices.chance(40)) root_id_ = std::string(kBase) + "root.json";
  const bool dynamic = choices.chance(25);
  if (dynamic && choices.chance(70)) root_dynamic_ = kDynamic;
  for (std::size_t i = 0; i < count; ++i) {
    Definition made;
    made.name = i == 0 || choices.chance(50) ? "d" + std::to_string(i) : kNames[i % kNames.size()];
    if (made.name == "b c") made.name = "d" + std::to_string(i);
    if (choices.chance(30)) made.anchor = "anc" + std::to_string(i);
    if (choices.chance(30)) made.id = std::string(kBase) + "res" + std::to_string(i) + ".json";
    if (dynamic && !made.id.empty()) {
      made.plain_dynamic = choices.chance(15);
      made.dynamic = made.plain_dynamic ? "" : kDynamic;
      if (made.plain_dynamic) made.anchor = kDynamic;
    }
    definitions_.push_back(std::move(made));
  }
}

int DefinitionPlan::resource_of(int index) const {
  if (index < 0) return kRoot;
  return definitions_[static_cast<std::size_t>(index)].id.empty() ? kRoot : index;
}

std::string DefinitionPlan::dynamic_name(int resource) const {
  if (resource == kRoot) return root_dynamic_;
  const Definition& definition = definitions_[static_cast<std::size_t>(resource)];
  return definition.plain_dynamic ? definition.anchor : definition.dynamic;
}

void DefinitionPlan::add_references(int index, int resource, std::vector<Reference>& found) const {
  if (index == kRoot) {
    if (resource == kRoot) found.push_back({"#", {}});
    if (!root_id_.empty()) found.push_back({resource == kRoot ? root_id_ : "root.json", {}});
    return;
  }
  const Definition& definition = definitions_[static_cast<std::size_t>(index)];
  const std::vector<std::string> path = {"$defs", definition.name};
  if (!definition.id.empty()) {
    found.push_back({definition.id, path});
    const bool resolvable = resource != kRoot || !root_id_.empty();
    if (resolvable) found.push_back({"res" + std::to_string(index) + ".json#", path});
    found.push_back({definition.id + "#/$defs/in", {"$defs", definition.name, "$defs", "in"}});
    if (resource == index) found.push_back({"#/$defs/in", {"$defs", definition.name, "$defs", "in"}});
    if (!definition.anchor.empty()) found.push_back({definition.id + "#" + definition.anchor, path});
    return;
  }
  if (resource != kRoot && root_id_.empty()) return;
  const std::string base = resource == kRoot ? "" : root_id_;
  found.push_back({base + "#/$defs/" + pointer_token(definition.name), path});
  if (!definition.anchor.empty()) found.push_back({base + "#" + definition.anchor, path});
}

std::vector<Reference> DefinitionPlan::references(int resource, int rank) const {
  std::vector<Reference> found;
  const int first = rank == kAny ? kRoot : rank + 1;
  for (int index = first; index < static_cast<int>(definitions_.size()); ++index)
    add_references(index, resource, found);
  return found;
}

}  // namespace lockstep::conformance

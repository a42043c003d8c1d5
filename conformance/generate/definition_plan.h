// What a generated schema's `$defs` hold and how they can be referred to, decided before any body is
// generated.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "lockstep/conformance/generate/choices.h"

namespace lockstep::conformance {

// References in place go to definitions of higher index only, so evaluation ends; below a child applicator
// all may be used, since there the instance gets smaller.
struct Definition {
  std::string name;
  std::string anchor;   // `$anchor`, or ""
  std::string dynamic;  // `$dynamicAnchor`, or ""
  std::string id;       // `$id` when it is a resource of its own, or ""; then it has an inner definition "in"
  bool plain_dynamic = false;  // the resource has `$anchor` where others have `$dynamicAnchor`
};

struct Reference {
  std::string text;               // as in `$ref`
  std::vector<std::string> path;  // members from the root to the subschema
};

class DefinitionPlan {
 public:
  static constexpr int kRoot = -1;  // index of the root, and rank of what is in place there
  static constexpr int kAny = -2;   // rank of what is below a child applicator

  DefinitionPlan(Choices& choices, std::size_t most);

  const std::vector<Definition>& definitions() const { return definitions_; }
  const std::string& root_id() const { return root_id_; }            // "" when the root has none
  const std::string& root_dynamic() const { return root_dynamic_; }  // `$dynamicAnchor` of the root, or ""

  // The resource that definition `index` belongs to: itself when it has an `$id`, else the root.
  int resource_of(int index) const;

  // References that may stand in `resource` at this rank.
  std::vector<Reference> references(int resource, int rank) const;

  // The name that `$dynamicRef` may use in this resource, or "".
  std::string dynamic_name(int resource) const;

 private:
  void add_references(int index, int resource, std::vector<Reference>& found) const;

  std::vector<Definition> definitions_;
  std::string root_id_;
  std::string root_dynamic_;
};

}  // namespace lockstep::conformance

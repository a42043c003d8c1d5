#include "lockstep/engine/machine/conflict.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <set>
#include <string_view>
#include <utility>

#include "lockstep/engine/machine/byte_machine.h"

namespace lockstep::engine {
namespace {

// What a copy of a node costs.
std::size_t work_of_copy(const Node& node) {
  std::size_t parts = node.properties.size() + node.required.size() + node.dependent_schemas.size();
  for (const auto& [name, others] : node.dependent_required) parts += 1 + others.size();
  for (const auto& list : node.enums) parts += list.size() / 8;
  return 16 + parts;
}

// Something that can be taken away from a node.
struct Part {
  NodeId node = 0;
  std::string pointer;
  std::function<void(Node&)> remove;
  std::string keyword;
  std::function<void(Policy&)> relax;  // of the policy, where it is no keyword
  bool there = true;
  bool gone = false;  // in a core already
};

class Minimiser {
 public:
  Minimiser(const Schema& schema, const Policy& policy, bool fields, const Limits& limits,
            const StillSo& still_so, Meter& meter)
      : schema_(schema), policy_(policy), limits_(limits), still_so_(still_so), meter_(meter) {
    if (fields) add_fields();
    for (const NodeId id : reachable()) add_parts(id);
  }

  std::vector<Core> run(std::size_t most) {
    std::vector<Core> cores;
    while (cores.size() < most && (cores.empty() || holds())) {
      Core core = next();
      if (core.parts.empty()) break;
      cores.push_back(std::move(core));
      for (Part& part : parts_) {
        part.gone = part.gone || part.there;
        part.there = !part.gone;
      }
    }
    return cores;
  }

 private:
  Core next() {
    if (!parts_.empty()) shrink(0, parts_.size());
    // One pass is enough where every part only forbids; passes until nothing changes are enough in any case.
    for (bool changed = true; changed;) {
      changed = false;
      for (Part& part : parts_) {
        if (!part.there) continue;
        part.there = needed(part);
        changed = changed || !part.there;
      }
    }
    Core core;
    core.irreducible = !gave_up_;
    std::set<std::string_view> told;  // a subschema may be there once for each dynamic scope
    for (const Part& part : parts_) {
      meter_.pass(4);
      if (!part.there || !told.insert(part.pointer).second) continue;
      core.parts.push_back(
          {part.relax ? std::nullopt : std::optional(part.node), part.keyword, part.pointer});
    }
    return core;
  }

  // The fields in which `spec` admits more.
  void add_fields() {
    const Policy spec = Policy::spec();
    const auto add_field = [&](const char* name, auto member) {
      if (policy_.*member == spec.*member) return;
      parts_.push_back({0, "", nullptr, name, [member, spec](Policy& p) { p.*member = spec.*member; }});
    };
    add_field("whitespace", &Policy::whitespace);
    add_field("outer_whitespace", &Policy::outer_whitespace);
    add_field("key_order", &Policy::key_order);
    add_field("numbers", &Policy::numbers);
    add_field("number_bytes", &Policy::number_bytes);
    add_field("escapes", &Policy::escapes);
  }

  // The nodes in which taking something away can only admit more: those that no way through `not`, `if` or
  // `oneOf` leads to. Of the others only those keywords as a whole can go.
  std::vector<NodeId> reachable() const {
    enum class Met : std::uint8_t { no, only_forbids, both };
    std::vector<Met> met(schema_.nodes.size(), Met::no);
    std::vector<NodeId> waiting;
    const auto visit = [&](NodeId id, Met how) {
      if (met[id] >= how) return;
      met[id] = how;
      waiting.push_back(id);
    };
    visit(schema_.root, Met::only_forbids);
    while (!waiting.empty()) {
      const NodeId at = waiting.back();
      const Node& node = schema_.nodes[at];
      meter_.pass(8 + node.properties.size());
      waiting.pop_back();
      for (const auto* map : {&node.properties, &node.dependent_schemas}) {
        for (const auto& [name, id] : *map) visit(id, met[at]);
      }
      for (const auto& [pattern, id] : node.pattern_properties) visit(id, met[at]);
      for (const auto* list : {&node.prefix_items, &node.all_of, &node.any_of}) {
        for (const NodeId id : *list) visit(id, met[at]);
      }
      for (const auto& one :
           {node.additional_properties, node.items, node.then, node.otherwise, node.unevaluated_properties,
            node.unevaluated_items, node.property_names, node.ref, node.dynamic_ref}) {
        if (one) visit(*one, met[at]);
      }
      for (const NodeId id : node.one_of) visit(id, Met::both);
      if (node.contains) visit(*node.contains, node.max_contains ? Met::both : met[at]);
      for (const auto& one : {node.negated, node.condition}) {
        if (one) visit(*one, Met::both);
      }
    }
    std::vector<NodeId> ids;
    for (NodeId id = 0; id < met.size(); ++id) {
      if (met[id] == Met::only_forbids) ids.push_back(id);
    }
    return ids;
  }

  void add(NodeId id, const std::string& keyword, std::function<void(Node&)> remove) {
    const Node& node = schema_.nodes[id];
    const std::string document = node.document == 0 ? "" : std::to_string(node.document) + "#";
    parts_.push_back({id, document + std::string(node.pointer) + keyword, std::move(remove),
                      keyword.empty() ? "" : keyword.substr(1), nullptr});
  }

  template <typename Member>
  void add_optional(NodeId id, const std::string& keyword, Member member) {
    if (schema_.nodes[id].*member) add(id, keyword, [member](Node& node) { (node.*member).reset(); });
  }

  void add_parts(NodeId id) {
    meter_.pass(16);
    const Node& node = schema_.nodes[id];
    if (node.boolean && !*node.boolean) add(id, "", [](Node& n) { n.boolean = true; });
    if (node.types != kAnyType) add(id, "/type", [](Node& n) { n.types = kAnyType; });
    for (std::size_t list = 0; list < node.enums.size(); ++list) {
      // Only marked, so that the places of the others stay; drop_unnamed_lists() erases it.
      add(id, "/" + std::string(node.enum_keywords[list]), [list](Node& n) { n.enum_keywords[list] = {}; });
    }
    add_optional(id, "/minimum", &Node::minimum);
    add_optional(id, "/maximum", &Node::maximum);
    add_optional(id, "/exclusiveMinimum", &Node::exclusive_minimum);
    add_optional(id, "/exclusiveMaximum", &Node::exclusive_maximum);
    add_optional(id, "/multipleOf", &Node::multiple_of);
    add_optional(id, "/minLength", &Node::min_length);
    add_optional(id, "/maxLength", &Node::max_length);
    add_optional(id, "/pattern", &Node::pattern);
    add_optional(id, "/format", &Node::format);
    add_optional(id, "/minItems", &Node::min_items);
    add_optional(id, "/maxItems", &Node::max_items);
    if (node.unique_items) add(id, "/uniqueItems", [](Node& n) { n.unique_items = false; });
    add_optional(id, "/minProperties", &Node::min_properties);
    add_optional(id, "/maxProperties", &Node::max_properties);
    if (node.contains) {
      add_optional(id, "/contains", &Node::contains);
      add_optional(id, "/maxContains", &Node::max_contains);
      if (node.min_contains.value_or(0) > 1) add_optional(id, "/minContains", &Node::min_contains);
    }
    if (!node.required.empty()) add(id, "/required", [](Node& n) { n.required.clear(); });
    if (!node.dependent_required.empty())
      add(id, "/" + std::string(node.dependent_required_keyword),
          [](Node& n) { n.dependent_required.clear(); });
    add_optional(id, "/not", &Node::negated);
    if (!node.one_of.empty()) add(id, "/oneOf", [](Node& n) { n.one_of.clear(); });
    add_optional(id, "/$ref", &Node::ref);
    add_optional(id, "/" + std::string(node.dynamic_ref_keyword), &Node::dynamic_ref);
  }

  // Takes away as much of [begin, end) as can go.
  void shrink(std::size_t begin, std::size_t end) {
    const auto put = [&](bool there) {
      for (std::size_t i = begin; i < end; ++i) parts_[i].there = there && !parts_[i].gone;
    };
    put(false);
    if (holds()) return;
    put(true);
    if (end - begin == 1) return;
    const std::size_t middle = begin + (end - begin) / 2;
    shrink(begin, middle);
    shrink(middle, end);
  }

  // Is it so no more without the part?
  bool needed(Part& part) {
    part.there = false;
    return !holds();
  }

  // A question that a limit stops is answered "no": the part stays.
  bool holds() {
    if (questions_++ >= limits_.conflict_questions) {
      gave_up_ = true;
      return false;
    }
    meter_.look();
    auto relaxed = std::make_shared<Schema>();
    for (const Node& node : schema_.nodes) {  // their values live in the documents of schema_
      meter_.pass(work_of_copy(node));
      relaxed->nodes.push_back(node);
    }
    relaxed->root = schema_.root;
    Policy policy = policy_;
    for (const Part& part : parts_) {
      meter_.pass();
      if (part.there) continue;
      if (part.relax) {
        part.relax(policy);
      } else {
        part.remove(relaxed->nodes[part.node]);
      }
    }
    for (std::size_t i = 0; i < relaxed->nodes.size(); ++i) drop_unnamed_lists(relaxed->nodes[i]);
    const std::optional<bool> answer = still_so_(std::move(relaxed), policy);
    if (!answer) gave_up_ = true;
    return answer.value_or(false);
  }

  static void drop_unnamed_lists(Node& node) {
    for (std::size_t list = node.enums.size(); list-- > 0;) {
      if (!node.enum_keywords[list].empty()) continue;
      node.enums.erase(node.enums.begin() + static_cast<std::ptrdiff_t>(list));
      node.enum_keywords.erase(node.enum_keywords.begin() + static_cast<std::ptrdiff_t>(list));
    }
  }

  const Schema& schema_;
  const Policy& policy_;
  const Limits& limits_;
  const StillSo& still_so_;
  Meter& meter_;
  std::vector<Part> parts_;
  std::size_t questions_ = 0;
  bool gave_up_ = false;
};

}  // namespace

std::vector<Core> find_cores(const Schema& schema, const Policy& policy, bool fields, std::size_t most,
                             const Limits& limits, const StillSo& still_so, Meter& meter) {
  return Minimiser(schema, policy, fields, limits, still_so, meter).run(most);
}

Conflict find_conflict(const Schema& schema, const Policy& policy, const Limits& limits,
                       const Cancellation* cancellation, Meter& meter) {
  const StillSo still_empty = [&](std::shared_ptr<const Schema> relaxed,
                                  const Policy& with) -> std::optional<bool> {
    ByteMachine machine(std::move(relaxed), with, limits);
    const std::optional<CompileFault> fault = machine.prepare(cancellation, false);
    if (fault && fault->status != CompileStatus::empty) return std::nullopt;
    return fault.has_value();
  };
  Conflict conflict;
  for (const Core& core : find_cores(schema, policy, false, 1, limits, still_empty, meter)) {
    conflict.irreducible = core.irreducible;
    for (const CorePart& part : core.parts) conflict.pointers.push_back(part.pointer);
  }
  return conflict;
}

}  // namespace lockstep::engine

#include "lockstep/engine/machine/explain_teller.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "lockstep/engine/machine/byte_machine.h"
#include "lockstep/engine/machine/explain.h"
#include "lockstep/engine/machine/place.h"

namespace lockstep::engine {
namespace {

using Kind = OpenValue::Kind;

bool is_scalar_end(std::optional<std::uint8_t> byte) {
  return !byte || std::string_view(",]} \t\n\r").find(static_cast<char>(*byte)) != std::string_view::npos;
}

void add_in_place(const Schema& schema, NodeId id, std::set<NodeId>& all) {
  if (!all.insert(id).second) return;
  const Node& node = schema.nodes[id];
  for (const NodeId next : in_place_of(node)) add_in_place(schema, next, all);
  for (const auto& one : {node.ref, node.dynamic_ref}) {
    if (one) add_in_place(schema, *one, all);
  }
}

// What may apply to the part of a value under this name or index: more than what does is no harm.
std::set<NodeId> applied_below(const Schema& schema, const std::set<NodeId>& here, const OpenValue& value) {
  std::set<NodeId> below;
  const auto add = [&](const std::optional<NodeId>& id) {
    if (id) add_in_place(schema, *id, below);
  };
  for (const NodeId id : here) {
    const Node& node = schema.nodes[id];
    if (value.kind == Kind::array) {
      const std::size_t index = value.items.size();
      add(index < node.prefix_items.size() ? std::optional(node.prefix_items[index]) : node.items);
      add(node.contains);
      add(node.unevaluated_items);
    } else if (value.kind == Kind::object && !value.names.empty()) {
      for (const auto& [name, child] : node.properties) {
        if (name == value.names.back()) add(child);
      }
      for (const auto& [pattern, child] : node.pattern_properties) add(child);
      add(node.additional_properties);
      add(node.unevaluated_properties);
    }
  }
  return below;
}

std::string hash(std::string_view pointer) { return "#" + std::string(pointer); }

std::string joined(const std::vector<std::string>& all) {
  std::string out;
  for (const std::string& one : all) out += (out.empty() ? "" : ", ") + one;
  return out;
}

std::string quoted(const std::string& name) { return "\"" + name + "\""; }

std::size_t code_points(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char byte) { return (byte & 0xC0) != 0x80; }));
}

// Is `pointer` that of the node, or below it?
bool within(const Schema& schema, const std::optional<NodeId>& outer, const Node& node) {
  if (!outer) return false;
  const Node& from = schema.nodes[*outer];
  return from.document == node.document && node.pointer.starts_with(from.pointer) &&
         (node.pointer.size() == from.pointer.size() || node.pointer[from.pointer.size()] == '/');
}

}  // namespace

Teller::Teller(const Schema& schema, const Limits& limits, std::string_view taken,
               std::optional<std::uint8_t> refused, const Cancellation* cancellation)
    : schema_(schema),
      limits_(limits),
      taken_(taken),
      refused_(refused),
      cancellation_(cancellation),
      trail_(trail_of(taken, false)) {
  std::set<NodeId> here;
  add_in_place(schema_, schema_.root, here);
  for (const OpenValue& value : trail_) {
    applied_.push_back(here);
    for (const NodeId id : here) {
      const std::optional<NodeId> names = schema_.nodes[id].property_names;
      if (names && value.kind == Kind::object) add_in_place(schema_, *names, applied_to_name_);
    }
    here = applied_below(schema_, here, value);
  }
}

std::string Teller::sentence(NodeId node, std::string_view keyword) const {
  return own_words(node, keyword) + context(node);
}

// The innermost open value to which the node applies.
const OpenValue* Teller::value_of(NodeId node) const {
  for (std::size_t i = trail_.size(); i-- > 0;) {
    if (applied_[i].contains(node)) return &trail_[i];
  }
  return nullptr;
}

// What was written of it, with the byte that is refused where that belongs to it.
std::string Teller::text_of(const OpenValue& value) const {
  std::string text(taken_.substr(value.from));
  const bool over = value.kind == Kind::other && is_scalar_end(refused_);
  if (refused_ && !over) text += static_cast<char>(*refused_);
  return text;
}

std::size_t Teller::taken_by(NodeId node, std::string_view text, bool negated, bool& complete,
                             bool& known) const {
  auto alone = std::make_shared<Schema>();
  alone->nodes = schema_.nodes;  // their values and pointers live in schema_
  alone->root = node;
  if (negated) {
    alone->nodes.emplace_back().negated = node;
    alone->root = static_cast<NodeId>(alone->nodes.size() - 1);
  }
  ByteMachine machine(std::move(alone), Policy::spec(), limits_);
  complete = false;
  known = true;
  if (const auto fault = machine.prepare(cancellation_, false)) {
    known = fault->status == CompileStatus::empty;
    return 0;
  }
  machine.set_cancellation(cancellation_);
  const Reading reading = read(machine, machine.start(), text);
  complete = reading.taken == text.size() && machine.can_stop(reading.state);
  known = machine.interrupted().empty();
  return reading.taken;
}

Teller::Standing Teller::stands(NodeId node, std::string_view text, const std::string& pointer) const {
  bool complete = false;
  bool known = false;
  const std::size_t taken = taken_by(node, text, false, complete, known);
  if (!known) return {};
  if (complete) return {Standing::Kind::holds, ""};
  if (taken == text.size()) {
    // Can it still fail? If not, it holds whatever comes.
    const bool fails = taken_by(node, text, true, complete, known) == text.size();
    return {fails || !known ? Standing::Kind::open : Standing::Kind::holds, ""};
  }
  const std::string_view before = text.substr(0, taken);
  if (std::string_view(",]}").find(text[taken]) == std::string_view::npos)
    return {Standing::Kind::ended, pointer + place_of(before).pointer};
  const std::vector<OpenValue> trail = trail_of(before, true);
  return {Standing::Kind::ended, pointer + (trail.empty() ? "" : trail.back().pointer)};
}

bool Teller::holds(NodeId node, std::string_view text) const {
  return stands(node, text, "").kind == Standing::Kind::holds;
}

std::string Teller::own_words(NodeId id, std::string_view keyword) const {
  const Node& node = schema_.nodes[id];
  if (keyword == "pattern" || keyword == "format") return matched(id, keyword, value_of(id));
  if (keyword.empty()) {
    for (NodeId parent = 0; parent < schema_.nodes.size(); ++parent) {
      const Node& over = schema_.nodes[parent];
      if (over.unevaluated_properties == id) return unevaluated(parent, "member");
      if (over.unevaluated_items == id) return unevaluated(parent, "item");
      if (over.property_names == id) return "no name is admitted here";
      for (const auto& [pattern, child] : over.pattern_properties) {
        if (child == id)
          return "no member may come whose name matches " + schema_.nodes[pattern].pattern->source();
      }
    }
  }
  if (const OpenValue* value = value_of(id)) {
    if (keyword == "oneOf") return one_of(node, *value);
    if (keyword == "not") return negated(node, *value);
    if (keyword == "minProperties" || keyword == "maxProperties") return counted(node, keyword, *value);
    if (keyword == "contains" || keyword == "minContains" || keyword == "maxContains")
      return contained(node, keyword, *value);
    if (keyword == "dependentRequired" || keyword == "dependencies") return dependent(node, *value);
    if (keyword == "multipleOf" && value->kind == Kind::other && is_scalar_end(refused_))
      return sentence_of(schema_, id, keyword, taken_) + "; " + text_of(*value) + " is none";
  }
  std::string words = sentence_of(schema_, id, keyword, taken_);
  if (!is_name(id)) return words;
  for (const std::string_view general : {"a string here", "this value"}) {
    if (words.starts_with(general)) words.replace(0, general.size(), "a name here");
  }
  return words;
}

std::string Teller::one_of(const Node& node, const OpenValue& value) const {
  const std::string text = text_of(value);
  std::vector<std::string> holding;
  std::vector<std::string> rest;
  for (const NodeId branch : node.one_of) {
    const Standing standing = stands(branch, text, value.pointer);
    const std::string name = hash(schema_.nodes[branch].pointer);
    switch (standing.kind) {
      case Standing::Kind::holds:
        holding.push_back(name);
        break;
      case Standing::Kind::open:
        rest.push_back(name + " could still hold");
        break;
      case Standing::Kind::ended:
        rest.push_back(name + " failed at \"" + standing.place + "\"");
        break;
      case Standing::Kind::unknown:
        rest.push_back(name + " was not decided");
        break;
    }
  }
  std::string words = "exactly one branch may hold: ";
  if (holding.size() > 1) return words + joined(holding) + " hold";
  for (const std::string& name : holding) rest.insert(rest.begin(), name + " holds");
  return words + joined(rest);
}

std::string Teller::negated(const Node& node, const OpenValue& value) const {
  const std::string name = hash(schema_.nodes[*node.negated].pointer);
  if (holds(*node.negated, text_of(value))) return "the value satisfies " + name + ", which it must not";
  return "whatever may still come, the value satisfies " + name + ", which it must not";
}

std::string Teller::counted(const Node& node, std::string_view keyword, const OpenValue& value) const {
  const bool least = keyword == "minProperties";
  return "an object here has at " + std::string(least ? "least" : "most") +
         " this many members: " + std::to_string(least ? *node.min_properties : *node.max_properties) +
         "; it has " + std::to_string(value.names.size());
}

std::string Teller::contained(const Node& node, std::string_view keyword, const OpenValue& value) const {
  std::size_t have = 0;
  // A number or literal at the end counts where the refused byte ends it.
  for (const OpenValue& ended : trail_of(taken_, is_scalar_end(refused_))) {
    if (ended.pointer != value.pointer) continue;
    for (const std::string_view item : ended.items) have += holds(*node.contains, item) ? 1U : 0U;
  }
  const std::string name = hash(schema_.nodes[*node.contains].pointer);
  const std::string so_far = "; so far " + std::to_string(have);
  const auto words = [&](const std::string& bound, std::uint64_t count) {
    return "at " + bound + " this many items satisfy " + name + ": " + std::to_string(count) + so_far;
  };
  if (keyword == "maxContains") return words("most", *node.max_contains);
  const std::uint64_t least = node.min_contains.value_or(1);
  if (keyword == "minContains" || (least == 1 && !node.max_contains)) return words("least", least);
  return "the items are counted that satisfy " + name + so_far;
}

std::string Teller::dependent(const Node& node, const OpenValue& value) const {
  const auto there = [&](const std::string& name) {
    return std::find(value.names.begin(), value.names.end(), name) != value.names.end();
  };
  std::vector<std::string> owed;
  std::vector<std::string> all;
  for (const auto& [name, needed] : node.dependent_required) {
    std::vector<std::string> missing;
    std::vector<std::string> listed;
    for (const std::string& other : needed) {
      listed.push_back(quoted(other));
      if (!there(other)) missing.push_back(quoted(other));
    }
    if (!listed.empty()) all.push_back(quoted(name) + " needs " + joined(listed));
    if (there(name) && !missing.empty())
      owed.push_back("because of " + quoted(name) +
                     " a member has not come that it needs: " + joined(missing));
  }
  return owed.empty() ? "members need others: " + joined(all) : joined(owed);
}

// Where the text left the language of the pattern or format alone.
std::string Teller::matched(NodeId id, std::string_view keyword, const OpenValue* value) const {
  const Node& node = schema_.nodes[id];
  const bool by_pattern = keyword == "pattern";
  const bool name = is_name(id);
  std::string words = std::string("a ") + (name ? "name" : "string") + " here ";
  words += by_pattern ? "matches " + node.pattern->source() : "has the format " + node.format->name;
  std::string text;
  if (name && !trail_.empty() && trail_.back().name_from) {
    text = taken_.substr(*trail_.back().name_from);
    if (refused_) text += static_cast<char>(*refused_);
  } else if (!name && value != nullptr && value->kind == Kind::string) {
    text = text_of(*value);
  }
  if (text.empty()) return words;
  auto alone = std::make_shared<Schema>();
  Node& only = alone->nodes.emplace_back();
  if (by_pattern) {
    only.pattern = node.pattern;
  } else {
    only.format = node.format;
  }
  ByteMachine machine(std::move(alone), Policy::spec(), limits_);
  if (machine.prepare(cancellation_, false)) return words;
  const std::size_t taken = read(machine, machine.start(), text).taken;
  if (taken == text.size() || !machine.interrupted().empty()) return words;
  const std::string before = text.substr(1, taken - 1);
  const bool ends = text[taken] == '"';
  return words + "; after " + quoted(before) + " (" + std::to_string(code_points(before)) +
         " characters) it " + (ends ? "cannot end" : "cannot go on so");
}

// Who declares the part that nothing evaluates, and does not count.
std::string Teller::unevaluated(NodeId parent, std::string_view what) const {
  std::string words = "no " + std::string(what) + " may come that nothing else evaluates";
  const OpenValue* value = value_of(parent);
  if (value == nullptr) return words;
  std::vector<std::string> failed;
  std::set<NodeId> in_place;
  add_in_place(schema_, parent, in_place);
  for (const NodeId id : in_place) {
    const Node& node = schema_.nodes[id];
    const bool array = value->kind == Kind::array;
    const bool declares =
        array ? !node.prefix_items.empty() || node.items ||
                    (node.contains && schema_.nodes[parent].contained_is_evaluated)
              : std::any_of(node.properties.begin(), node.properties.end(), [&](const auto& one) {
                  return !value->names.empty() && one.first == value->names.back();
                });
    if (!declares || id == parent) continue;
    const Standing standing = stands(id, text_of(*value), value->pointer);
    if (standing.kind == Standing::Kind::holds) continue;
    failed.push_back(hash(node.pointer) + (standing.kind == Standing::Kind::ended
                                               ? " failed at \"" + standing.place + "\""
                                               : " does not hold so"));
  }
  if (!failed.empty()) words += "; of the branches that would, " + joined(failed);
  if (what == "member" && !value->names.empty()) words += "; the last name is " + quoted(value->names.back());
  return words;
}

bool Teller::is_name(NodeId id) const {
  return std::any_of(schema_.nodes.begin(), schema_.nodes.end(), [&](const Node& node) {
    return within(schema_, node.property_names, schema_.nodes[id]);
  });
}

// Under which condition the node is asked at all.
std::string Teller::context(NodeId id) const {
  std::string all;
  for (NodeId parent = 0; parent < schema_.nodes.size(); ++parent) {
    const std::string one = because_of(parent, id);
    if (!one.empty() && all.find(one) == std::string::npos) all += " (" + one + ")";
  }
  return all;
}

std::string Teller::because_of(NodeId parent, NodeId id) const {
  const Node& over = schema_.nodes[parent];
  const Node& node = schema_.nodes[id];
  if (over.condition && within(schema_, over.then, node))
    return "asked because " + hash(schema_.nodes[*over.condition].pointer) + " holds";
  if (over.condition && within(schema_, over.otherwise, node))
    return "asked because " + hash(schema_.nodes[*over.condition].pointer) + " does not hold";
  if (within(schema_, over.contains, node))
    return "asked of items by " + hash(schema_.nodes[*over.contains].pointer);
  for (const auto& [name, child] : over.dependent_schemas) {
    if (within(schema_, child, node)) return "asked because of the member " + quoted(name);
  }
  for (const auto& [pattern, child] : over.pattern_properties) {
    if (child != id && !within(schema_, child, node)) continue;
    const bool said = node.boolean && !*node.boolean && child == id;
    if (!said) return "asked because the name matches " + schema_.nodes[pattern].pattern->source();
  }
  return "";
}

}  // namespace lockstep::engine

// One open array or object against a list of obligations: boolean functions over what its children will show.
//
// An obligation of a container is a boolean function over atoms, observations that settle once while members
// arrive:
//   kids(node)   no member or item broke what `properties`, `additionalProperties`, `prefixItems`, `items` of
//   the node ask has(name)    the name is there least(k), most(k)   the number of items
// A state is what is left of those functions. `goal` is the function that must become true for everything
// below to be completable.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/engine/base/boolean.h"
#include "lockstep/engine/machine/model.h"
#include "lockstep/engine/policy/policy.h"

namespace lockstep::engine {

// Bits of a slot's obligations are variables 0, 1, ...; atoms come after them, so that a cut separates the
// two.
inline constexpr Variable kFirstAtom = 1U << 16U;

enum class ContainerType : std::uint8_t { object, array };

// What an open container still has to do. Equal states have equal futures.
struct ContainerState {
  ContainerType type = ContainerType::object;
  std::vector<Function> reports;   // what the parent is told, one function an obligation
  Function goal = kTrue;           // what must come true
  std::uint64_t items = 0;         // array: items so far, clamped to what live atoms can read
  std::vector<std::string> names;  // object: names used that are keys of their own, sorted
  std::uint32_t order = 0;         // KeyOrder::declared: declared names before this place are gone
  std::uint32_t applied = 0;  // KeyOrder::declared: the schemas that were applied here (KeyOrders), else 0
  auto operator<=>(const ContainerState&) const = default;
};

// A member or an item to come. Names that no live atom names are all alike: other().
struct Key {
  ContainerType type = ContainerType::object;
  std::uint64_t index = 0;  // array
  std::string name;         // object
  bool is_other = false;    // object: a name that is not relevant, whatever it is

  static Key item(std::uint64_t index) { return {ContainerType::array, index, {}, false}; }
  static Key member(std::string name) { return {ContainerType::object, 0, std::move(name), false}; }
  static Key other() { return {ContainerType::object, 0, {}, true}; }
};

// What a child at some key is tracked against.
struct Needs {
  std::vector<Obligation> obligations;     // neither kAlways nor kNever, sorted: the child's bits
  std::map<Variable, Obligation> of_kids;  // live kids atoms and what each asks of the child
};

// Thread rules: one thread at a time.
class Containers {
 public:
  // More than `most_obligations` for one child stop (limit_obligations).
  Containers(Model& model, Booleans& booleans, std::size_t most_obligations = 256)
      : model_(model), booleans_(booleans), most_obligations_(most_obligations) {}

  // `goal` is a function of the bits of `obligations`.
  ContainerState start(ContainerType type, const std::vector<Obligation>& obligations, Function goal);

  Needs needs(const ContainerState& state, const Key& key);

  // `f` after a child at `key`, as a function of the child's bits and of the atoms that are left.
  Function after_child(Function f, const ContainerState& state, const Key& key, const Needs& needs);
  // The same where the child's bits are known: no function is larger than it was.
  Function after_vector(Function f, const ContainerState& state, const Key& key, const Needs& needs,
                        const std::vector<bool>& bits);
  // The whole state after a child with these bits; the order and the used names are the caller's. `apart`:
  // item indices below it must stay apart.
  ContainerState advance(const ContainerState& state, const Key& key, const Needs& needs,
                         const std::vector<bool>& bits, std::uint64_t apart);
  // `f` when the container ends now.
  bool at_end(Function f, std::uint64_t items) const;

  // Names that some live atom can tell from all others, sorted.
  std::vector<std::string> relevant_names(const ContainerState& state) const;
  // Is it one of them? Without listing them.
  bool relevant(const ContainerState& state, const std::string& name) const;
  // The index from which all items are alike.
  std::uint64_t settled_index(const ContainerState& state) const;
  // Live thresholds of the number of items, ascending: at each something may change.
  std::vector<std::uint64_t> thresholds(Function f) const;

  // f with has(name) settled as absent.
  Function without(Function f, const std::string& name);
  // f with every kids atom settled true for which none of `keys` asks anything.
  Function settle_idle_kids(Function f, const ContainerState& state, const std::vector<Key>& keys);

 private:
  enum class AtomKind : std::uint8_t { kids, has, least, most };
  struct Atom {
    AtomKind kind = AtomKind::kids;
    NodeId node = 0;
    std::uint64_t count = 0;
    std::string name;
    auto operator<=>(const Atom&) const = default;
  };

  std::map<Variable, Function> changes(Function f, const ContainerState& state, const Key& key,
                                       const Needs& needs, const std::vector<bool>* bits);
  Variable atom(const Atom& atom);
  const Atom& atom_of(Variable v) const { return atoms_[v - kFirstAtom]; }
  Function formula(Obligation obligation, ContainerType type);
  Function formula_of_node(NodeId id, ContainerType type);
  Function own_formula(NodeId id, ContainerType type);
  Function in_place(const Node& node, ContainerType type);
  Function exactly_one(const std::vector<NodeId>& nodes, ContainerType type);
  Function has(const std::string& name) { return booleans_.variable(atom({AtomKind::has, 0, 0, name})); }
  Function object_atoms(const Node& node, NodeId id);
  Function array_atoms(const Node& node, NodeId id);
  std::vector<Variable> live(const ContainerState& state) const;
  Obligation child_of(NodeId id, ContainerType type, const Key& key);

  Model& model_;
  Booleans& booleans_;
  std::size_t most_obligations_;
  std::vector<Atom> atoms_;
  std::map<Atom, Variable> atom_index_;
  std::map<std::pair<Obligation, ContainerType>, Function> formulas_;
  std::map<std::pair<NodeId, ContainerType>, Function> node_formulas_;
};

}  // namespace lockstep::engine

// One open array or object against a list of obligations: boolean functions over what its children will show.
//
// An obligation of a container is a boolean function over atoms, observations that settle once while members
// arrive:
//   kids(node)           no member or item broke what `properties`, `items` and their like ask in the node
//   has(name)            the name is there
//   least(k), most(k)    the number of members or items
//   hits(o, k)           at least (most) k more items satisfy the obligation o (`contains`)
//   rest(node)           nothing broke what `unevaluatedProperties` or `unevaluatedItems` of the node ask
//   unique               no two items so far are equal
// A state is what is left of those functions. `goal` is the function that must become true for everything
// below to be completable.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lockstep/engine/base/boolean.h"
#include "lockstep/engine/machine/model.h"
#include "lockstep/engine/machine/scalars.h"
#include "lockstep/engine/machine/values.h"
#include "lockstep/engine/policy/policy.h"

namespace lockstep::engine {

// Bits of a slot's obligations are variables 0, 1, ...; atoms come after them, so that a cut separates the
// two. Between them stand the selectors with which several functions are cut as one.
inline constexpr Variable kFirstSelector = 1U << 15U;
inline constexpr Variable kFirstAtom = 1U << 16U;

enum class ContainerType : std::uint8_t { object, array };

// Where a subschema evaluates members for an `unevaluated...` of the same value, and when. Interned.
using GuardId = std::uint32_t;
using Guards = std::vector<std::pair<GuardId, Function>>;  // sorted; none is kFalse

// What an open container still has to do. Equal states have equal futures.
struct ContainerState {
  ContainerType type = ContainerType::object;
  std::vector<Function> reports;   // what the parent is told, one function an obligation
  Function goal = kTrue;           // what must come true
  Guards guards;                   // what is left of the conditions that live rest atoms read
  std::uint64_t items = 0;         // members or items so far, clamped to what live atoms can read
  std::vector<std::string> names;  // object: names used that are keys of their own or scarce, sorted
  // object: in a question, how many names of each class are used, by its signature().
  std::map<std::string, std::uint64_t> spent;
  std::uint32_t order = 0;    // KeyOrder::declared: declared names before this place are gone
  std::uint32_t applied = 0;  // KeyOrder::declared: the schemas that were applied here (KeyOrders), else 0
  ListId distinct = 0;        // array with a live unique atom: its items so far
  // Values with a verdict of their own that begin as this one does (exceptions.h), and what must come true
  // for them instead of the goal: sorted, constants left out.
  std::uint32_t exceptions = 0;
  std::vector<Function> other_goals;
  auto operator<=>(const ContainerState&) const = default;
};

// A member or an item to come. Names that no live atom names fall into classes of names that are all alike.
struct Key {
  ContainerType type = ContainerType::object;
  std::uint64_t index = 0;  // array
  std::string name;         // object: the name, or any one of its class
  bool is_other = false;    // object: a name that no live atom names

  static Key item(std::uint64_t index) { return {ContainerType::array, index, {}, false}; }
  static Key member(std::string name) { return {ContainerType::object, 0, std::move(name), false}; }
  static Key other(std::string name) { return {ContainerType::object, 0, std::move(name), true}; }
};

// What a child at some key is tracked against. Keys with equal needs are alike (has(name) aside).
struct Needs {
  std::vector<Obligation> obligations;     // neither kAlways nor kNever, sorted: the child's bits
  std::map<Variable, Obligation> of_kids;  // live kids atoms and what each asks of the child
  std::map<Variable, Obligation> of_rest;  // live rest atoms that the child can break
  std::vector<GuardId> evaluated_by;       // whose conditions, once true, say that the child is evaluated
  auto operator<=>(const Needs&) const = default;
};

// Equal for keys that are alike: that have equal needs and equal `apart`.
std::string signature(const Needs& needs, std::uint32_t apart);

// What a child does to each live atom: a function of the child's bits and of the atoms that are left.
using Changes = std::map<Variable, Function>;

// Names that no live atom names and that are alike.
struct NameClass {
  std::string sample;
  std::vector<Scalars::Bits> vectors;  // against the obligations of names: those of the class
  std::uint64_t capacity = 0;          // how many names; kUnbounded: more than can ever count
};
inline constexpr std::uint64_t kUnbounded = 1ULL << 40U;

// Thread rules: one thread at a time.
class Containers {
 public:
  // More than `most_obligations` for one child stop (limit_obligations).
  Containers(Model& model, Booleans& booleans, const Scalars& scalars, std::size_t most_obligations = 256)
      : model_(model), booleans_(booleans), scalars_(scalars), most_obligations_(most_obligations) {}

  // `goal` is a function of the bits of `obligations`.
  ContainerState start(ContainerType type, const std::vector<Obligation>& obligations, Function goal);

  // Under a live unique atom also what later items are tracked against: by that items fall into classes.
  Needs needs(const ContainerState& state, const Key& key);

  // Does something still depend on whether the items are unique?
  bool unique_matters(const ContainerState& state) const;
  bool reads_unique(Function f) const;
  // f when an item was repeated; the state then.
  Function when_repeated(Function f);
  ContainerState when_repeated(ContainerState state);
  // No more items than this are ever needed to come to an end.
  std::uint64_t items_needed(const ContainerState& state);

  // `counted`: the child's place among members or items is known, so that counts settle too. With `bits`: of
  // the child that has them.
  Changes changes(const ContainerState& state, const Key& key, const Needs& needs, bool counted,
                  const std::vector<bool>* bits = nullptr);
  Function after(Function f, const Changes& changes) { return booleans_.compose(f, changes); }
  // Those of `guards` that the rest atoms of `functions` can still read, each after `changes`.
  Guards after(const Guards& guards, const Changes& changes, const std::vector<Function>& functions);

  // The whole state after a child with these bits; the order, the used names, the items so far and the
  // exceptions are the caller's. `apart`: item indices below it must stay apart.
  ContainerState advance(const ContainerState& state, const Key& key, const Needs& needs,
                         const std::vector<bool>& bits, std::uint64_t apart);
  // `f` when the container ends now.
  bool at_end(Function f, std::uint64_t items) const;
  // The smallest number from `low` to `high` of members or items with which `f` is true at the end.
  std::optional<std::uint64_t> end_between(Function f, std::uint64_t low, std::uint64_t high) const;
  // f with the counts settled that at least `items` members or items decide.
  Function with_at_least(Function f, std::uint64_t items);
  bool counts(Function f) const { return !thresholds(f).empty(); }
  // Numbers of members or items from here on are all alike to what is left.
  std::uint64_t settled_count(const ContainerState& state) const;

  // Names that some live atom can tell from all others, sorted.
  const std::vector<std::string>& relevant_names(const ContainerState& state);
  // Is it one of them?
  bool relevant(const ContainerState& state, const std::string& name);
  // What tells other names apart: the schemas of `propertyNames`, and for each pattern of `patternProperties`
  // one that asks for it.
  // `more`: nodes with patterns besides.
  std::vector<Obligation> name_obligations(const ContainerState& state, const std::vector<NodeId>& more);
  // The classes of all names but the `known` ones, which are sorted and hold the relevant ones. Classes whose
  // names are all used, as far as the state tells, are not there. `names`: name_obligations(). `apart` tells
  // names apart beside their needs.
  std::vector<NameClass> other_names(const ContainerState& state, const std::vector<std::string>& known,
                                     const std::vector<Obligation>& names,
                                     const std::function<std::uint32_t(const Key&)>& apart);
  // The names of such classes; `listed`: verdicts on single names.
  StringLanguage names_in(const std::vector<Obligation>& names, const std::vector<NameClass>& classes,
                          std::vector<StringLanguage::Entry> listed);
  // The index from which all items are alike.
  std::uint64_t settled_index(const ContainerState& state) const;

  // f with has(name) settled as absent.
  Function without(Function f, const std::string& name);
  // f with every kids atom settled true for which none of `keys` asks anything.
  Function settle_idle_kids(Function f, const ContainerState& state, const std::vector<Key>& keys);

 private:
  enum class AtomKind : std::uint8_t { kids, has, least, most, hits_least, hits_most, rest, unique };
  struct Atom {
    AtomKind kind = AtomKind::kids;
    NodeId node = 0;  // of hits: the obligation
    std::uint64_t count = 0;
    std::string name;
    auto operator<=>(const Atom&) const = default;
  };
  // `by` evaluates members for `of` where `when` holds. All in place of one value.
  struct Guard {
    NodeId of = 0;
    NodeId by = 0;
    Function when = kTrue;
  };
  struct NodeNames {
    std::vector<std::string> listed;
    std::vector<Obligation> obligations;  // against which its other names are told apart
  };

  Variable atom(const Atom& atom);
  const Atom& atom_of(Variable v) const { return atoms_[v - kFirstAtom]; }
  Function formula(Obligation obligation, ContainerType type);
  Function formula_of_node(NodeId id, ContainerType type);
  Function own_formula(NodeId id, ContainerType type);
  Function in_place(const Node& node, ContainerType type);
  Function exactly_one(const std::vector<NodeId>& nodes, ContainerType type);
  Function variable(const Atom& of) { return booleans_.variable(atom(of)); }
  Function has(const std::string& name) { return variable({AtomKind::has, 0, 0, name}); }
  Function has_all(const std::vector<std::string>& names);
  Function count_bounds(std::optional<std::uint64_t> least, std::optional<std::uint64_t> most);
  Function object_atoms(const Node& node, NodeId id);
  Function array_atoms(const Node& node, NodeId id);
  Function contains(const Node& node);
  std::vector<Variable> live(const ContainerState& state) const;
  std::optional<Variable> unique_atom() const;
  void need_later(const ContainerState& state, const std::vector<Variable>& atoms, std::uint64_t from,
                  std::set<Obligation>& tracked);
  Obligation child_of(NodeId id, ContainerType type, const Key& key);
  Obligation object_child(NodeId id, const std::string& name);

  const std::vector<GuardId>& guards_of(NodeId node, ContainerType type);
  struct GuardWalk;
  void collect_guards(GuardWalk& walk, NodeId at, Function when);
  enum class Covers : std::uint8_t { no, yes, if_contained };
  Covers covers(const Guard& guard, const Key& key) const;
  Guards trimmed(const Guards& guards, const std::vector<Function>& functions);
  void need_rest(const ContainerState& state, Variable rest, const Key& key, Needs& needs,
                 std::set<Obligation>& tracked);
  Function bit(const Needs& needs, Obligation obligation);
  void change_rest(const ContainerState& state, Variable rest, const Key& key, const Needs& needs,
                   Changes& changes);
  std::vector<std::uint64_t> thresholds(Function f) const;
  const NodeNames& names_of_node(NodeId id);
  template <typename Meet>
  void meet_naming_nodes(const std::vector<Variable>& variables, const Meet& meet);

  Model& model_;
  Booleans& booleans_;
  const Scalars& scalars_;
  std::size_t most_obligations_;
  std::vector<Atom> atoms_;
  std::map<Atom, Variable> atom_index_;
  std::map<std::pair<Obligation, ContainerType>, Function> formulas_;
  std::map<std::pair<NodeId, ContainerType>, Function> node_formulas_;
  std::vector<Guard> guards_;
  std::map<std::pair<NodeId, ContainerType>, std::vector<GuardId>> guards_of_;
  enum class Reads : std::uint8_t { unknown, no, yes };
  mutable std::vector<Reads> reads_unique_;  // by function
  std::map<NodeId, NodeNames> node_names_;
  std::map<std::vector<Variable>, std::vector<std::string>> relevant_;
};

}  // namespace lockstep::engine

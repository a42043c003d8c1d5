// The names of members: those that a live atom can tell from all others, and the classes of the others.
#include <algorithm>

#include "lockstep/engine/base/check.h"
#include "lockstep/engine/base/sorted.h"
#include "lockstep/engine/machine/container.h"

namespace lockstep::engine {

std::string signature(const Needs& needs, std::uint32_t apart) {
  std::string text = std::to_string(apart);
  const auto add = [&](std::uint64_t number) { text += ' ' + std::to_string(number); };
  for (const auto& [v, obligation] : needs.of_kids) add(v), add(obligation);
  text += '|';
  for (const auto& [v, obligation] : needs.of_rest) add(v), add(obligation);
  text += '|';
  for (const GuardId guard : needs.evaluated_by) add(guard);
  text += '|';
  for (const Obligation obligation : needs.obligations) add(obligation);
  return text;
}

const Containers::NodeNames& Containers::names_of_node(NodeId id) {
  if (const auto known = node_names_.find(id); known != node_names_.end()) return known->second;
  NodeNames made;
  const Node& node = model_.node(id);
  std::vector<std::string>& listed = made.listed;
  for (const auto& [name, child] : node.properties) {
    booleans_.pass(2);
    listed.push_back(name);
  }
  std::vector<Obligation>& obligations = made.obligations;
  if (node.property_names) {
    const Obligation names = model_.obligation({*node.property_names});
    if (names != kNever && names != kAlways) {
      obligations.push_back(names);
      for (std::string& text : scalars_.listed_strings({names})) listed.push_back(std::move(text));
    }
  }
  for (const auto& [pattern, child] : node.pattern_properties) {
    obligations.push_back(model_.obligation({pattern}));
  }
  sort_once(listed, booleans_.look_at_texts());
  booleans_.charge(listed.size());
  return node_names_[id] = std::move(made);
}

template <typename Meet>
void Containers::meet_naming_nodes(const std::vector<Variable>& variables, const Meet& meet) {
  for (const Variable v : variables) {
    const Atom atom = atom_of(v);
    if (atom.kind == AtomKind::kids) meet(atom.node);
    if (atom.kind != AtomKind::rest) continue;
    for (const GuardId id : guards_of(atom.node, ContainerType::object)) meet(guards_[id].by);
  }
}

const std::vector<std::string>& Containers::relevant_names(const ContainerState& state) {
  const std::vector<Variable> variables = live(state);
  if (const auto known = relevant_.find(variables); known != relevant_.end()) return known->second;
  std::vector<std::string> names;
  const auto add = [&](const std::string& name) {
    booleans_.pass(2);
    names.push_back(name);
  };
  for (const Variable v : variables) {
    if (atom_of(v).kind == AtomKind::has) add(atom_of(v).name);
  }
  meet_naming_nodes(variables, [&](NodeId id) {
    for (const std::string& name : names_of_node(id).listed) add(name);
  });
  sort_once(names, booleans_.look_at_texts());
  booleans_.charge(names.size());
  return relevant_[variables] = std::move(names);
}

bool Containers::relevant(const ContainerState& state, const std::string& name) {
  const std::vector<std::string>& names = relevant_names(state);
  return has_sorted(names, name);
}

std::vector<Obligation> Containers::name_obligations(const ContainerState& state,
                                                     const std::vector<NodeId>& more) {
  std::set<Obligation> all;
  meet_naming_nodes(live(state), [&](NodeId id) {
    const auto& obligations = names_of_node(id).obligations;
    all.insert(obligations.begin(), obligations.end());
  });
  for (const NodeId id : more) all.insert(model_.obligation({id}));
  return {all.begin(), all.end()};
}

StringLanguage Containers::names_in(const std::vector<Obligation>& names,
                                    const std::vector<NameClass>& classes,
                                    std::vector<StringLanguage::Entry> listed) {
  Function goal = kFalse;
  for (const NameClass& one : classes) {
    for (const Scalars::Bits& bits : one.vectors) goal = booleans_.either(goal, booleans_.minterm(bits));
  }
  return scalars_.strings(names, booleans_, goal, std::move(listed));
}

std::vector<NameClass> Containers::other_names(const ContainerState& state,
                                               const std::vector<std::string>& known,
                                               const std::vector<Obligation>& names,
                                               const std::function<std::uint32_t(const Key&)>& apart) {
  std::vector<StringLanguage::Entry> taken;
  for (const std::string& name : known) {
    booleans_.pass();
    taken.push_back({name, false});
  }
  booleans_.charge(taken.size());
  // The usual case: no name is told from another, and there are always more.
  if (names.empty()) {
    std::string sample = "a";
    while (has_sorted(known, sample)) sample += 'a';
    return {{sample, {{}}, kUnbounded}};
  }
  const auto vectors = scalars_.vectors(names);
  if (!vectors) throw Meter::Stop{"limit_pattern_search"};
  // Names of a class that are used are not told one by one.
  std::map<std::string, std::uint64_t> spent = state.spent;
  std::uint64_t gone = 0;
  for (const std::string& name : state.names) {
    if (has_sorted(known, name)) continue;
    const Key key = Key::other(name);
    ++spent[signature(needs(state, key), apart(key))];
  }
  for (const auto& [unused, count] : spent) gone += count;
  // More names than this decide nothing: each settles a count or an atom.
  const std::size_t most = settled_count(state) + live(state).size() + 2;
  std::vector<NameClass> classes;
  std::map<std::string, std::size_t> index;
  std::vector<std::uint64_t> sizes;
  for (const Scalars::Bits& bits : *vectors) {
    const StringLanguage language = names_in(names, {{"", {bits}, 0}}, taken);
    const bool many = language.has_surely(most + gone);
    const std::vector<std::string> members = language.members(many ? 1 : most + gone);
    booleans_.charge(members.size());
    if (members.empty()) continue;
    const Key key = Key::other(members.front());
    const auto [place, added] = index.try_emplace(signature(needs(state, key), apart(key)), classes.size());
    if (added) {
      classes.push_back({key.name, {}, 0});
      sizes.push_back(0);
    }
    classes[place->second].vectors.push_back(bits);
    sizes[place->second] += many ? most + gone : members.size();
  }
  for (const auto& [text, at] : index) {
    const std::uint64_t used = spent.contains(text) ? spent.at(text) : 0;
    classes[at].capacity = sizes[at] <= used ? 0 : sizes[at] - used >= most ? kUnbounded : sizes[at] - used;
  }
  std::erase_if(classes, [](const NameClass& one) { return one.capacity == 0; });
  return classes;
}

}  // namespace lockstep::engine

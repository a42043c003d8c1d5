#include <algorithm>
#include <set>

#include "lockstep/engine/base/check.h"
#include "lockstep/engine/lexical/code_points.h"
#include "lockstep/engine/machine/byte_machine.h"

namespace lockstep::engine {
namespace {

// Languages of names kept besides the limits of the whole; beyond it they are made again.
constexpr std::size_t kMostNameBytes = std::size_t{2} << 20U;

}  // namespace

std::vector<std::string> ByteMachine::used_names(const Frame& frame) const {
  std::vector<std::string> names = frame.container.names;
  for (TextId used = frame.used; used != 0; used = used_[used].first) {
    meter_.pass(2);
    names.push_back(place_names_[used_[used].second]);
  }
  return names;
}

const ByteMachine::NameLanguage& ByteMachine::names_of(FrameId id) {
  if (const auto known = names_.find(id); known != names_.end()) return *known->second;
  if (names_held_ > kMostNameBytes) {
    names_.clear();
    names_by_content_.clear();
    names_held_ = 0;
  }
  const Frame& frame = frames_[id];
  const NamesKey key{frame.container, frame.used, satisfiability_.scarce(room(id))};
  std::shared_ptr<const NameLanguage>& kept = names_by_content_[key];
  if (kept == nullptr) {
    kept = std::make_shared<const NameLanguage>(make_names(id));
    names_held_ += kept->bytes;
  }
  return *(names_[id] = kept);
}

// A name more is the logarithm of them more, as long as what comes before is known.
const TextTable& ByteMachine::holes_of(TextId used) {
  std::vector<TextId> missing;
  auto known = holes_.end();
  for (TextId at = used; at != 0; at = used_[at].first) {
    known = holes_.find(at);
    if (known != holes_.end()) break;
    meter_.pass();
    missing.push_back(at);
  }
  if (missing.empty() && used != 0) return known->second.names;
  TextTable table = known == holes_.end() ? TextTable() : known->second.names;
  std::size_t bytes = 0;
  for (; !missing.empty(); missing.pop_back()) {
    const std::string& name = place_names_[used_[missing.back()].second];
    meter_.pass(8);
    bytes += table.bytes_of_one_more() + name.size();
    table = table.with({name, false});
  }
  holes_held_ += bytes;
  if (holes_held_ > kMostNameBytes + 2 * table.memory_bytes()) {
    holes_.clear();
    bytes = holes_held_ = table.memory_bytes();
  }
  return (holes_[used] = {std::move(table), bytes}).names;
}

ByteMachine::NameLanguage ByteMachine::make_names(FrameId id) {
  const ContainerState& container = frames_[id].container;
  const std::size_t levels = room(id);
  NameLanguage language;
  language.known = satisfiability_.known_names(container);
  std::vector<StringLanguage::Entry> table;
  for (const std::string& name : language.known) {
    table.push_back({name, satisfiability_.available(container, name) &&
                               satisfiability_.child_possible(container, Key::member(name), levels)});
  }
  for (const std::string& name : container.names) {
    if (!std::binary_search(language.known.begin(), language.known.end(), name))
      table.push_back({name, false});
  }
  std::vector<NameClass> classes = satisfiability_.name_classes(container);
  std::erase_if(classes, [&](const NameClass& one) {
    return !satisfiability_.child_possible(container, Key::other(one.sample), levels);
  });
  language.others = !classes.empty();
  const std::vector<Obligation> told_apart = satisfiability_.name_obligations(container);
  if (classes.size() == 1 && told_apart.empty()) language.other = classes.front().sample;
  const StringLanguage names = containers_.names_in(told_apart, classes, std::move(table));
  const TextTable& holes = holes_of(frames_[id].used);
  language.names = std::make_unique<StringLanguage>(names.without(holes));
  language.bytes = sizeof(NameLanguage) + sizeof(NamesKey) + names.table().memory_bytes() +
                   language.known.size() * sizeof(StringLanguage::Entry) +
                   std::min(holes.size(), names.table().size()) * holes.bytes_of_one_more();
  return language;
}

StateId ByteMachine::begin_name(const State& state) {
  const StringAutomaton automaton(*names_of(state.frame).names, policy_.escapes);
  const auto begun = automaton.start();
  if (!begun) return kDeadState;
  State next;
  next.phase = Phase::name;
  next.frame = state.frame;
  next.string = *begun;
  return intern(next);
}

StateId ByteMachine::step_name(const State& state, std::uint8_t byte) {
  const NameLanguage& language = names_of(state.frame);
  const StringAutomaton automaton(*language.names, policy_.escapes);
  if (byte == '"' && automaton.can_close(state.string)) return close_name(state);
  const auto after = automaton.step(state.string, byte);
  if (!after) return kDeadState;
  State next = state;
  next.string = *after;
  if (language.others) next.text = extend(state.text, byte);
  return intern(next);
}

StateId ByteMachine::close_name(const State& state) {
  const NameLanguage& language = names_of(state.frame);
  State next;
  next.phase = Phase::colon_due;
  next.frame = state.frame;
  const std::string name =
      language.others ? decoded_body(text_of(state.text)) : language.names->table()[state.string.low].text;
  next.place.name = place_names_.intern(name);
  next.place.is_other = !std::binary_search(language.known.begin(), language.known.end(), name);
  return intern(next);
}

}  // namespace lockstep::engine

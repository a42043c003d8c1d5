#include "lockstep/engine/machine/byte_machine.h"

#include <algorithm>

#include "lockstep/engine/base/check.h"
#include "lockstep/engine/lexical/code_points.h"
#include "lockstep/engine/lexical/string_automaton.h"
#include "lockstep/engine/machine/conflict.h"

namespace lockstep::engine {
namespace {

bool is_space(std::uint8_t byte) { return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r'; }

void explain(CompileFault& fault, const Conflict& conflict) {
  fault.conflict = conflict.pointers;
  if (!conflict.pointers.empty()) fault.error.pointer = conflict.pointers.front();
  fault.error.message = "nothing satisfies this schema: in conflict are";
  for (const std::string& pointer : conflict.pointers) fault.error.message += " \"" + pointer + "\"";
  if (!conflict.irreducible) fault.error.message += " (a limit came before fewer were found)";
}

}  // namespace

ByteMachine::ByteMachine(std::shared_ptr<const Schema> schema, const Policy& policy, const Limits& limits)
    : schema_(std::move(schema)),
      policy_(policy),
      limits_(limits),
      model_(*schema_),
      containers_(model_, booleans_),
      scalars_(model_, policy),
      orders_(model_, policy.key_order),
      satisfiability_(booleans_, containers_, scalars_, orders_, policy, limits) {}

std::optional<CompileFault> ByteMachine::prepare(const Cancellation* cancellation) {
  if (const std::optional<std::string> loop = model_.in_place_loop()) {
    return CompileFault{
        CompileStatus::refused,
        {"in_place_loop", "this schema applies itself to the same value without end", {}, *loop},
        "$ref"};
  }
  satisfiability_.set_cancellation(cancellation);
  const Obligation root = model_.obligation({schema_->root});
  const std::uint32_t applied = orders_.root(schema_->root);
  State first;
  if (root == kNever) {
    first.slot = satisfiability_.slot({}, kFalse, applied);
  } else if (root == kAlways) {
    first.slot = satisfiability_.slot({}, kTrue, applied);
  } else {
    first.slot = satisfiability_.slot({root}, booleans_.variable(0), applied);
  }
  const bool some = satisfiability_.satisfiable(first.slot);
  satisfiability_.set_cancellation(nullptr);
  if (cancellation != nullptr && cancellation->cancelled()) {
    return CompileFault{CompileStatus::cancelled, {"cancelled", "the caller asked to stop", {}, ""}, ""};
  }
  if (satisfiability_.overruns() > 0 || satisfiability_.steps() > limits_.compile_operations) {
    return CompileFault{
        CompileStatus::limit,
        {"limit_search", "whether anything satisfies this schema is beyond the search limits", {}, ""},
        ""};
  }
  if (!some) {
    return CompileFault{CompileStatus::empty, {"empty", "nothing satisfies this schema", {}, ""}, ""};
  }
  intern(first);
  return std::nullopt;
}

std::uint64_t ByteMachine::StateHash::operator()(const State& state) const {
  const StringState& string = state.string;
  std::uint64_t hash = mixed(static_cast<std::uint64_t>(state.phase), state.frame);
  hash = mixed(hash, std::uint64_t{state.slot} << 32U | state.text);
  hash = mixed(hash, std::uint64_t{state.run} << 24U | std::uint64_t{state.literal} << 16U |
                         std::uint64_t{state.matched} << 8U | (state.separated ? 1U : 0U) |
                         (state.place.is_other ? 2U : 0U));
  hash = mixed(hash, std::string_view(state.place.name));
  hash = mixed(hash, string.length ^ std::uint64_t{string.phase} << 56U);
  hash = mixed(hash, std::uint64_t{string.low} << 32U | string.high);
  return mixed(hash,
               (std::uint64_t{string.first} << 32U | string.last) ^ std::uint64_t{string.matched} << 16U);
}

std::uint64_t ByteMachine::FrameHash::operator()(const Frame& frame) const {
  const ContainerState& container = frame.container;
  std::uint64_t hash =
      mixed(frame.parent, std::uint64_t{frame.depth} << 1U | (frame.place.is_other ? 1U : 0U));
  hash = mixed(hash, std::string_view(frame.place.name));
  hash = mixed(hash, static_cast<std::uint64_t>(container.type) << 32U | container.goal);
  hash = mixed(hash, std::uint64_t{container.order} << 32U | container.applied);
  hash = mixed(hash, container.items);
  for (const Function report : container.reports) hash = mixed(hash, report);
  for (const std::string& name : container.names) hash = mixed(hash, std::string_view(name));
  return hash;
}

std::string ByteMachine::text_of(TextId text) const {
  std::string out;
  for (; text != 0; text = texts_[text].first) out += static_cast<char>(texts_[text].second);
  std::reverse(out.begin(), out.end());
  return out;
}

Key ByteMachine::key_of(FrameId frame, const Place& place) const {
  const ContainerState& container = frames_[frame].container;
  if (container.type == ContainerType::array) return Key::item(container.items);
  return place.is_other ? Key::other() : Key::member(place.name);
}

// conformance/spec/policy.md sections 4.1 and 4.2.
bool ByteMachine::space_admitted(const State& state, std::uint8_t byte) const {
  const bool outer =
      state.frame == kNoFrame && (state.phase == Phase::value_due || state.phase == Phase::done);
  if (outer) return policy_.outer_whitespace == OuterWhitespace::json;
  switch (policy_.whitespace) {
    case Whitespace::any:
      return true;
    case Whitespace::bounded:
      return state.run < kBoundedWhitespaceBytes;
    case Whitespace::single:
      return state.separated && state.run == 0 && byte == ' ';
    case Whitespace::compact:
      return false;
  }
  return false;
}

bool ByteMachine::token_admitted(const State& state) const {
  return policy_.whitespace != Whitespace::single || !state.separated || state.run == 1;
}

StateId ByteMachine::step_space(const State& state) {
  const bool outer = state.frame == kNoFrame;
  const bool counted =
      !outer && (policy_.whitespace == Whitespace::bounded || policy_.whitespace == Whitespace::single);
  State next = state;
  if (counted) ++next.run;
  return intern(next);
}

StateId ByteMachine::step(StateId id, std::uint8_t byte) {
  if (id == kDeadState) return kDeadState;
  const State state = states_[id];
  switch (state.phase) {
    case Phase::literal:
      return step_literal(state, byte);
    case Phase::string:
      return step_string(state, byte);
    case Phase::number:
      return step_number(state, byte);
    case Phase::name:
      return step_name(state, byte);
    default:
      break;
  }
  if (is_space(byte)) return space_admitted(state, byte) ? step_space(state) : kDeadState;
  if (!token_admitted(state)) return kDeadState;
  return step_structure(state, byte);
}

StateId ByteMachine::step_structure(const State& state, std::uint8_t byte) {
  switch (state.phase) {
    case Phase::value_due:
      return begin_value(state, byte);
    case Phase::object_open:
      if (byte == '}') return close_container(state);
      return byte == '"' ? begin_name(state) : kDeadState;
    case Phase::name_due:
      return byte == '"' ? begin_name(state) : kDeadState;
    case Phase::colon_due:
      return byte == ':' ? value_due_in(state.frame, state.place, true) : kDeadState;
    case Phase::array_open: {
      if (byte == ']') return close_container(state);
      const StateId due = value_due_in(state.frame, {}, false);
      return due == kDeadState ? kDeadState : begin_value(states_[due], byte);
    }
    case Phase::after_value: {
      const bool object = frames_[state.frame].container.type == ContainerType::object;
      if (byte == (object ? '}' : ']')) return close_container(state);
      if (byte != ',') return kDeadState;
      if (!object) return value_due_in(state.frame, {}, true);
      if (names_of(state.frame).names->empty()) return kDeadState;
      State next;
      next.phase = Phase::name_due;
      next.separated = true;
      next.frame = state.frame;
      return intern(next);
    }
    default:
      return kDeadState;
  }
}

StateId ByteMachine::value_due_in(FrameId frame, const Place& place, bool separated) {
  State next;
  next.frame = frame;
  next.place = place;
  next.separated = separated;
  next.slot = satisfiability_.child_slot(frames_[frame].container, key_of(frame, place));
  return satisfiability_.satisfiable(next.slot) ? intern(next) : kDeadState;
}

StateId ByteMachine::begin_value(const State& state, std::uint8_t byte) {
  State next = state;
  next.run = 0;
  next.separated = false;
  if (byte == '{') return open_container(state, ContainerType::object);
  if (byte == '[') return open_container(state, ContainerType::array);
  if (byte == '"') {
    const StringAutomaton automaton(satisfiability_.strings(state.slot), policy_.escapes);
    const auto begun = automaton.start();
    if (!begun) return kDeadState;
    next.phase = Phase::string;
    next.string = *begun;
    return intern(next);
  }
  if (byte == '-' || (byte >= '0' && byte <= '9')) {
    next.phase = Phase::number;
    return step_number(next, byte);
  }
  for (const Literal literal : {Literal::null, Literal::false_value, Literal::true_value}) {
    const auto which = static_cast<std::uint8_t>(literal);
    if (kLiteralText[which][0] != static_cast<char>(byte) ||
        !satisfiability_.allows_literal(state.slot, literal))
      continue;
    next.phase = Phase::literal;
    next.literal = which;
    next.matched = 1;
    return intern(next);
  }
  return kDeadState;
}

StateId ByteMachine::open_container(const State& state, ContainerType type) {
  Frame frame;
  frame.depth = state.frame == kNoFrame ? 1 : frames_[state.frame].depth + 1;
  if (frame.depth > limits_.instance_depth) return kDeadState;
  frame.container = satisfiability_.opened(state.slot, type);
  if (!satisfiability_.finishable(frame.container)) return kDeadState;
  frame.parent = state.frame;
  frame.place = state.place;
  State next;
  next.phase = type == ContainerType::object ? Phase::object_open : Phase::array_open;
  next.frame = intern_frame(frame);
  return intern(next);
}

StateId ByteMachine::step_literal(const State& state, std::uint8_t byte) {
  const std::string_view text = kLiteralText[state.literal];
  if (static_cast<char>(byte) != text[state.matched]) return kDeadState;
  if (state.matched + 1U == text.size()) {
    return value_done(
        state.frame, state.place,
        scalars_.of_literal(satisfiability_.obligations(state.slot), static_cast<Literal>(state.literal)));
  }
  State next = state;
  ++next.matched;
  return intern(next);
}

// False, with the bits, when every admitted string has the same vector.
bool ByteMachine::string_text_matters(Slot slot, std::vector<bool>& bits) {
  const auto count = static_cast<Variable>(satisfiability_.obligations(slot).size());
  if (count == 0) bits.clear();
  return count != 0 && !booleans_.unique_assignment(satisfiability_.goal(slot), count, bits);
}

StateId ByteMachine::step_string(const State& state, std::uint8_t byte) {
  const StringAutomaton automaton(satisfiability_.strings(state.slot), policy_.escapes);
  std::vector<bool> bits;
  const bool matters = string_text_matters(state.slot, bits);
  if (byte == '"' && automaton.can_close(state.string)) {
    if (matters) {
      bits = scalars_.of_string(satisfiability_.obligations(state.slot), decoded_body(text_of(state.text)));
    }
    return value_done(state.frame, state.place, bits);
  }
  const auto after = byte == '"' ? std::nullopt : automaton.step(state.string, byte);
  // A quote after a backslash is an escape, no end.
  const auto escaped = byte == '"' ? automaton.step(state.string, byte) : after;
  if (!escaped) return kDeadState;
  State next = state;
  next.string = *escaped;
  if (matters) next.text = extend(state.text, byte);
  return intern(next);
}

bool ByteMachine::number_done(const State& state) {
  return NumberSpellings(satisfiability_.numbers(state.slot), policy_).complete(text_of(state.text));
}

StateId ByteMachine::step_number(const State& state, std::uint8_t byte) {
  const bool part =
      (byte >= '0' && byte <= '9') || byte == '-' || byte == '+' || byte == '.' || byte == 'e' || byte == 'E';
  if (part) {
    State next = state;
    next.text = extend(state.text, byte);
    const NumberSpellings spellings(satisfiability_.numbers(state.slot), policy_);
    return spellings.viable(text_of(next.text)) ? intern(next) : kDeadState;
  }
  if (!number_done(state)) return kDeadState;
  const StateId after =
      value_done(state.frame, state.place,
                 scalars_.of_number(satisfiability_.obligations(state.slot), text_of(state.text)));
  return step(after, byte);
}

ByteMachine::NameLanguage& ByteMachine::names_of(FrameId frame) {
  NameLanguage& language = names_[frame];
  if (language.names) return language;
  const ContainerState container = frames_[frame].container;
  std::set<std::string> known;
  for (const std::string& name : containers_.relevant_names(container)) known.insert(name);
  for (const std::string& name : orders_.names(container.applied)) known.insert(name);
  language.known.assign(known.begin(), known.end());
  std::vector<StringLanguage::Entry> table;
  for (const std::string& name : known) {
    table.push_back({name, satisfiability_.available(container, name) &&
                               satisfiability_.child_possible(container, Key::member(name))});
  }
  for (const std::string& name : container.names) {
    if (!known.contains(name)) table.push_back({name, false});
  }
  language.others = satisfiability_.child_possible(container, Key::other());
  std::vector<LengthRange> lengths;
  if (language.others) lengths.push_back({});
  language.names = std::make_unique<StringLanguage>(std::move(table), std::move(lengths));
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
  next.place.name =
      language.others ? decoded_body(text_of(state.text)) : language.names->table()[state.string.low].text;
  next.place.is_other = !std::binary_search(language.known.begin(), language.known.end(), next.place.name);
  return intern(next);
}

StateId ByteMachine::close_container(const State& state) {
  const Frame frame = frames_[state.frame];
  const ContainerState& container = frame.container;
  if (!containers_.at_end(container.goal, container.items)) return kDeadState;
  std::vector<bool> bits;
  for (const Function report : container.reports) bits.push_back(containers_.at_end(report, container.items));
  return value_done(frame.parent, frame.place, bits);
}

StateId ByteMachine::value_done(FrameId frame, const Place& place, const std::vector<bool>& bits) {
  State next;
  if (frame == kNoFrame) {
    next.phase = Phase::done;
    return intern(next);
  }
  Frame after = frames_[frame];
  const Key key = key_of(frame, place);
  const Needs needs = containers_.needs(after.container, key);
  after.container =
      containers_.advance(after.container, key, needs, bits, orders_.settled_index(after.container.applied));
  if (after.container.type == ContainerType::object) {
    satisfiability_.pass_order(after.container, key);
    auto& names = after.container.names;
    names.insert(std::upper_bound(names.begin(), names.end(), place.name), place.name);
  }
  next.phase = Phase::after_value;
  next.frame = intern_frame(after);
  return intern(next);
}

bool ByteMachine::can_stop(StateId id) {
  const State& state = states_[id];
  if (id == kDeadState) return false;
  if (state.phase == Phase::done) return true;
  return state.phase == Phase::number && state.frame == kNoFrame && number_done(state);
}

std::optional<Machine::StringSpot> ByteMachine::in_string(StateId id) {
  const State& state = states_[id];
  if (state.phase == Phase::string) {
    return StringSpot{&satisfiability_.strings(state.slot), policy_.escapes, state.string};
  }
  if (state.phase == Phase::name)
    return StringSpot{names_of(state.frame).names.get(), policy_.escapes, state.string};
  return std::nullopt;
}

// Some bytes that may come next and lead towards the end.
std::string ByteMachine::chunk(const State& state) {
  const bool space = policy_.whitespace == Whitespace::single && state.separated && state.run == 0;
  const std::string gap = space ? " " : "";
  switch (state.phase) {
    case Phase::value_due:
      return gap + satisfiability_.value_of(state.slot);
    case Phase::literal:
      return std::string(kLiteralText[state.literal].substr(state.matched));
    case Phase::string:
      return StringAutomaton(satisfiability_.strings(state.slot), policy_.escapes).finish(state.string) +
             "\"";
    case Phase::number: {
      if (!number_done(state)) {
        return NumberSpellings(satisfiability_.numbers(state.slot), policy_).finish(text_of(state.text));
      }
      const StateId after =
          value_done(state.frame, state.place,
                     scalars_.of_number(satisfiability_.obligations(state.slot), text_of(state.text)));
      return chunk(State(states_[after]));
    }
    case Phase::name:
      return StringAutomaton(*names_of(state.frame).names, policy_.escapes).finish(state.string) + "\"";
    case Phase::name_due:
      return gap + "\"";
    case Phase::colon_due:
      return ":";
    case Phase::object_open:
    case Phase::array_open:
    case Phase::after_value:
      return satisfiability_.rest_of(frames_[state.frame].container);
    case Phase::done:
      return "";
  }
  return "";
}

std::string ByteMachine::finish(StateId id) {
  std::string out;
  while (!can_stop(id)) {
    const std::string next = chunk(State(states_[id]));
    LOCKSTEP_CHECK(!next.empty());
    for (const char byte : next) id = step(id, static_cast<std::uint8_t>(byte));
    LOCKSTEP_CHECK(id != kDeadState);
    out += next;
  }
  return out;
}

std::string ByteMachine::describe(StateId id) {
  const State& state = states_[id];
  std::string out;
  const auto add = [&](const std::vector<Obligation>& obligations) {
    for (const Obligation obligation : obligations) {
      for (const NodeId node : model_.members(obligation))
        out += (out.empty() ? "" : ", ") + model_.node(node).pointer;
    }
  };
  if (state.phase == Phase::value_due || state.phase == Phase::string || state.phase == Phase::number ||
      state.phase == Phase::literal) {
    add(satisfiability_.obligations(state.slot));
  }
  return out;
}

Machine::Counters ByteMachine::counters() const {
  return {states_.size(), satisfiability_.questions(), satisfiability_.overruns(),
          satisfiability_.largest_question()};
}

std::variant<std::unique_ptr<Machine>, CompileFault> Machine::create(std::shared_ptr<const Schema> schema,
                                                                     const Policy& policy,
                                                                     const Limits& limits,
                                                                     const Cancellation* cancellation) {
  auto machine = std::make_unique<ByteMachine>(schema, policy, limits);
  if (std::optional<CompileFault> fault = machine->prepare(cancellation)) {
    if (fault->status == CompileStatus::empty)
      explain(*fault, find_conflict(*schema, policy, limits, cancellation));
    return *fault;
  }
  return std::unique_ptr<Machine>(std::move(machine));
}

}  // namespace lockstep::engine

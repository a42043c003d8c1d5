// The Machine over bytes: hash-consed frames, one phase of the text at the top. See machine.h for the
// contract.
#pragma once

#include <compare>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "lockstep/engine/base/meter.h"
#include "lockstep/engine/lexical/string_automaton.h"
#include "lockstep/engine/machine/interned.h"
#include "lockstep/engine/machine/machine.h"
#include "lockstep/engine/machine/satisfy.h"

namespace lockstep::engine {

class ByteMachine final : public Machine {
 public:
  ByteMachine(std::shared_ptr<const Schema> schema, const Policy& policy, const Limits& limits);

  // What Machine::create checks before it gives the machine away: is there some value, and, where `survey`,
  // is every named slot of every start state within the budgets?
  std::optional<CompileFault> prepare(const Cancellation* cancellation, bool survey);

  StateId start() const override { return 1; }
  StateId step(StateId state, std::uint8_t byte) override;
  bool can_stop(StateId state) override;
  std::string finish(StateId state) override;
  std::string describe(StateId state) override;
  std::optional<StringSpot> in_string(StateId state) override;
  StateId after_quote(StateId state) override;
  void set_cancellation(const Cancellation* cancellation) override { meter_.set_cancellation(cancellation); }
  std::string_view interrupted() const override { return interrupted_; }
  void resume() override { interrupted_ = {}; }
  void metered(const std::function<void(Meter&)>& work) override;
  void lift_memory_limits(bool lifted) override;
  Mark mark() const override;
  void release(const Mark& mark) override;
  std::size_t memory_bytes() const override;
  Counters counters() const override;
  const Meter& meter() const { return meter_; }

 private:
  using Slot = Satisfiability::Slot;
  using FrameId = std::uint32_t;
  using TextId = std::uint32_t;
  using NumberId = std::uint32_t;
  static constexpr FrameId kNoFrame = 0;

  enum class Phase : std::uint8_t {
    value_due,  // a value begins here: at the root, after `:`, after `,` in an array
    literal,    // inside null, true, false
    string,
    number,
    object_open,  // after `{`
    name_due,     // after `,` in an object
    name,         // inside a name
    colon_due,
    array_open,   // after `[`
    after_value,  // after a member or an item
    done,         // after the root value
  };

  // Where a value stands in its container.
  struct Place {
    TextId name = 0;        // object: the name itself, in place_names_
    bool is_other = false;  // object: no live atom knows the name
    auto operator<=>(const Place&) const = default;
  };

  // An open container. Immutable, interned; states above share it.
  struct Frame {
    ContainerState container;
    FrameId parent = kNoFrame;
    Place place;      // of this container in its parent
    TextId used = 0;  // object: names used that no live atom knew, in used_; the others are in `container`
    std::uint32_t depth = 1;
    bool told = false;   // something below compares this value with others
    ListId written = 0;  // then its items or members so far
    auto operator<=>(const Frame&) const = default;
  };

  struct State {
    Phase phase = Phase::value_due;
    std::uint8_t run = 0;      // white space so far, where the policy counts it
    bool separated = false;    // after `,` or `:`: Whitespace::single wants its space here
    FrameId frame = kNoFrame;  // the innermost open container
    Slot slot = 0;             // of the value due or begun
    Place place;               // of that value in `frame`
    StringState string;        // string, name
    TextId text = 0;           // string, number or name where the bytes decide something later
    NumberId number = 0;       // what of a number counts
    std::uint8_t literal = 0;
    std::uint8_t matched = 0;  // bytes of the literal
    auto operator<=>(const State&) const = default;
  };

  using Text = std::pair<TextId, std::uint8_t>;  // all but the last byte, and that
  using Used = std::pair<TextId, TextId>;        // all but the last name, and that
  struct StateHash {
    std::uint64_t operator()(const State& state) const;
    static std::size_t heap(const State&) { return 0; }
  };
  struct FrameHash {
    std::uint64_t operator()(const Frame& frame) const;
    static std::size_t heap(const Frame& frame);
  };
  struct TextHash {
    std::uint64_t operator()(const Text& text) const { return mixed(text.first, text.second); }
    static std::size_t heap(const Text&) { return 0; }
  };
  struct NumberHash {
    std::uint64_t operator()(const HalfNumber& number) const {
      std::uint64_t hash = mixed(0, number.prefix.hash());
      for (const auto& [value, spot] : number.far)
        hash = mixed(hash, std::uint64_t{value} << 32U ^ static_cast<std::uint64_t>(spot.matched));
      return hash;
    }
    static std::size_t heap(const HalfNumber& number) {
      return number.prefix.heap_bytes() + number.far.capacity() * sizeof(number.far[0]);
    }
  };
  struct UsedHash {
    std::uint64_t operator()(const Used& used) const { return mixed(used.first, used.second); }
    static std::size_t heap(const Used&) { return 0; }
  };
  struct NameHash {
    std::uint64_t operator()(const std::string& name) const { return mixed(0, std::string_view(name)); }
    static std::size_t heap(const std::string& name) { return name.capacity(); }
  };

  struct NameLanguage {
    std::unique_ptr<StringLanguage> names;
    std::vector<std::string> known;  // names that are keys of their own, sorted
    bool others = false;
    std::string other;  // of the only class of others, where names of it are all alike; else empty
    std::size_t bytes = 0;
  };
  using NamesKey = std::tuple<ContainerState, TextId, std::size_t>;  // used names, room

  StateId intern(const State& state) { return states_.intern(state); }
  FrameId intern_frame(const Frame& frame);
  TextId extend(TextId text, std::uint8_t byte) { return texts_.intern({text, byte}); }
  std::string text_of(TextId text) const;
  std::size_t room(FrameId frame) const;
  std::vector<std::string> used_names(const Frame& frame) const;
  std::string_view full();
  void drop_names();
  std::optional<CompileFault> ask_root();
  std::optional<CompileFault> pattern_fault() const;
  void survey();
  std::vector<Slot> survey_slot(Slot slot);
  CompileFault limit_fault(std::string_view limit);
  template <typename Work>
  auto guarded(const Work& work) -> decltype(work());

  StateId next(StateId state, std::uint8_t byte);
  bool complete(StateId state);
  std::optional<StringSpot> spot(StateId state);
  void set_closed(const State& state, StringSpot& spot);
  StateId closed(const State& state);
  std::string finish_from(StateId state);
  StateId step_space(const State& state);
  bool space_admitted(const State& state, std::uint8_t byte) const;
  bool token_admitted(const State& state) const;
  StateId begin_value(const State& state, std::uint8_t byte);
  StateId open_container(const State& state, ContainerType type);
  StateId step_literal(const State& state, std::uint8_t byte);
  StateId step_string(const State& state, std::uint8_t byte);
  StateId step_number(const State& state, std::uint8_t byte);
  StateId step_name(const State& state, std::uint8_t byte);
  StateId begin_name(const State& state);
  StateId close_name(const State& state);
  StateId step_structure(const State& state, std::uint8_t byte);
  StateId close_container(const State& state);
  // `value`: 0 where it does not matter.
  StateId value_done(FrameId frame, const Place& place, const std::vector<bool>& bits, ValueId value);
  bool value_matters(FrameId frame) const {
    return frame != kNoFrame &&
           (frames_[frame].told || satisfiability_.values_matter(frames_[frame].container));
  }
  bool value_asked(const State& state) const;
  StateId number_end(const State& state);
  bool holds_in_its_slot(FrameId frame, const Place& place, const std::vector<bool>& bits);
  StateId value_due_in(FrameId frame, const Place& place, bool separated);
  const NameLanguage& names_of(FrameId frame);
  NameLanguage make_names(FrameId id);
  const TextTable& holes_of(TextId used);
  Key key_of(FrameId frame, const Place& place) const;
  struct End;
  std::vector<std::size_t> to_write(const End& end) const;
  static std::size_t still_due(Phase phase);
  void write(End& end, std::string_view bytes);
  void write_more(End& end);
  void write_planned(End& end);
  void write_value(End& end, const WitnessPtr& value);
  void write_gap(End& end);
  void end_number(End& end);
  bool number_done(const State& state);

  std::shared_ptr<const Schema> schema_;
  Policy policy_;
  Limits limits_;
  mutable Meter meter_;
  Model model_;
  Booleans booleans_;
  Scalars scalars_;
  Containers containers_;
  KeyOrders orders_;
  Satisfiability satisfiability_;

  Interned<State, StateHash> states_{State{}};  // [0] is the dead state
  Interned<Frame, FrameHash> frames_{Frame{}};
  Interned<Text, TextHash> texts_{Text{}};
  Interned<HalfNumber, NumberHash> numbers_{HalfNumber{}};
  Interned<std::string, NameHash> place_names_{std::string{}};
  Interned<Used, UsedHash> used_{Used{}};
  // All may be dropped at any time, and are when they grow.
  std::map<FrameId, std::shared_ptr<const NameLanguage>> names_;
  std::map<NamesKey, std::shared_ptr<const NameLanguage>> names_by_content_;
  std::size_t names_held_ = 0;
  // Names of a list of used_, each a hole: made from those of a list that it goes on from.
  struct Holes {
    TextTable names;
    std::size_t bytes = 0;  // what they hold that no others do
  };
  std::map<TextId, Holes> holes_;
  std::size_t holes_held_ = 0;
  Slot surveyed_ = 0;  // where a compile is
  std::string_view interrupted_;
  bool lifted_ = false;  // no memory limits
};

}  // namespace lockstep::engine

// Can a value still be completed? The least fixpoint over slots that keeps every state of the machine
// finishable.
//
// A question is (obligations, goal): is there a value whose vector of satisfied obligations makes the goal
// true? Truth and falsity are both in the vector, so the answer is monotone in depth even under negation and
// a least fixpoint is legal. A yes is final at once; a no found while an enclosing question is open is
// provisional until a whole round finds no new yes.
//
// Budgets: a question that overruns one is answered "no" for the event that asked, for good, and counted.
// Each yes keeps a witness, a way to the end; what lies on the witness of a state is allowed without a
// question, so that a budget can make masks smaller but never leave a text without a way on.
#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "lockstep/engine/base/limits.h"
#include "lockstep/engine/base/meter.h"
#include "lockstep/engine/lexical/number_language.h"
#include "lockstep/engine/lexical/string_language.h"
#include "lockstep/engine/machine/answers.h"
#include "lockstep/engine/machine/container.h"
#include "lockstep/engine/machine/exceptions.h"
#include "lockstep/engine/machine/key_order.h"
#include "lockstep/engine/machine/scalars.h"
#include "lockstep/engine/machine/witness.h"

namespace lockstep::engine {

// A half-written number: what a NumberLanguage counts of it, and which of the slot's far exceptions it can
// still become.
struct HalfNumber {
  NumberPrefix prefix;
  std::vector<std::pair<ValueId, FarNumber::Spot>> far;  // in their order in the slot; of a begun number
  bool operator==(const HalfNumber&) const = default;
};

// Thread rules: one thread at a time. Every call may throw Meter::Stop, but of the kind that ends the whole
// operation only (Stop::whole) or of a budget that the caller opened; what was known before is known still.
class Satisfiability {
 public:
  Satisfiability(Booleans& booleans, Containers& containers, Scalars& scalars, KeyOrders& orders,
                 Meter& meter, const Policy& policy, const Limits& limits);

  // Interned (obligations, goal, applied schemas, exceptions).
  using Slot = std::uint32_t;
  Slot slot(const std::vector<Obligation>& obligations, Function goal, std::uint32_t applied,
            const Table& table = {});
  std::size_t slots() const { return slots_.all().size(); }
  const std::vector<Obligation>& obligations(Slot slot) const { return slots_[slot].obligations; }
  Function goal(Slot slot) const { return slots_[slot].goal; }
  std::uint32_t applied(Slot slot) const { return slots_[slot].applied; }

  bool satisfiable(Slot slot);
  bool finishable(const ContainerState& state);

  const StringLanguage& strings(Slot slot);
  const NumberLanguage& numbers(Slot slot);
  // False, with the bits, when every admitted value has the same vector.
  bool vector_matters(Slot slot, std::vector<bool>& bits) const;
  bool allows_literal(Slot slot, Literal literal);
  // As NumberSpellings has it, of the slot's numbers; a number not begun is HalfNumber{}. Cost: as there, and
  // the far numbers that it can still become.
  bool number_viable(Slot slot, const HalfNumber& number);
  std::optional<HalfNumber> number_step(Slot slot, const HalfNumber& number, char byte);
  bool number_complete(Slot slot, const HalfNumber& number);
  std::string number_finish(Slot slot, const HalfNumber& number);
  bool has_exceptions(Slot slot) const { return !slots_[slot].table.empty(); }
  ContainerState opened(Slot slot, ContainerType type);

  // `room`: how many levels of containers may still be opened below this point (Limits::instance_depth).
  // The slot of a child at `key`: its obligations and the vectors after which the container can still be
  // finished.
  Slot child_slot(const ContainerState& state, const Key& key, std::size_t room);
  // May a child at `key` begin: is there a value for it after which the container can be finished?
  bool child_possible(const ContainerState& state, const Key& key, std::size_t room);
  // The slot of a child at `key` that is the next step of a way to the end of `state`: the step is allowed,
  // whatever a budget said of it before, and what comes after it is known to be finishable.
  Slot allow(const ContainerState& state, const Key& key, const Rest& way, std::size_t room);
  // The state after a child with these bits, which is `value`; 0 will do where values do not matter. The
  // order and the used names are the caller's.
  ContainerState advance(const ContainerState& state, const Key& key, const Needs& needs,
                         const std::vector<bool>& bits, ValueId value, std::uint64_t apart);
  // Does it matter to the state which values its children are?
  bool values_matter(const ContainerState& state) const {
    return state.exceptions != 0 || containers_.unique_matters(state);
  }
  Values& values() { return values_; }
  std::size_t memory_bytes() const { return values_.memory_bytes() + exceptions_.memory_bytes(); }
  // What was found since the mark and holds for the texts read since alone is given back (release.cc).
  // Nothing is, where a limit refused something since: an answer is given once.
  AnswersMark mark() const;
  void release(const AnswersMark& mark);
  // May a value of a possible slot begin with this bracket? `state`: as opened() gives it.
  bool may_open(Slot slot, const ContainerState& state, std::size_t room);

  // May the container end here?
  bool may_end(const ContainerState& state) const;

  // Is `name` one that may still come, as far as its order goes?
  bool available(const ContainerState& state, const std::string& name) const;
  // The state with its place in the order moved past `key`.
  void pass_order(ContainerState& state, const Key& key) const;
  // Names that are keys of their own in this state: read by a live atom or declared in an order. Sorted.
  std::vector<std::string> known_names(const ContainerState& state) const;
  // All other names, by classes of those that are alike, and what tells them apart (Containers).
  std::vector<NameClass> name_classes(const ContainerState& state);
  std::vector<Obligation> name_obligations(const ContainerState& state) const;
  // A name for the next step of a way to the end of `state`: that of the step, or, where it is used already,
  // one like it. `used`: all names that are used.
  std::string name_of(const ContainerState& state, const Path::Step& next,
                      const std::vector<std::string>& used);
  // May so few names be in some class that those used count? Then the state keeps them.
  bool scarce_names(const ContainerState& state) const { return !name_obligations(state).empty(); }

  // Some value of a slot whose question was answered yes; the rest of such a container. Final.
  const WitnessPtr& witness(Slot slot) const;
  const Rest& rest(const ContainerState& state);
  // The same, by values that can be written as they are: none comes twice that must not.
  Rest way_to_end(const ContainerState& state);
  // Which of `obligations` a value satisfies.
  const std::vector<bool>& vector_of(const WitnessPtr& value, const std::vector<Obligation>& obligations);
  ValueId value_of(const WitnessPtr& witness);
  // For assertions (invariants.cc). I3: is a way known by which the state can be finished within `room`?
  bool known_finishable(const ContainerState& state, std::size_t room);
  // I3: can something be wanted of the slot's value, if only of single values?
  bool has_goal(Slot slot) const { return goal(slot) != kFalse || !slots_[slot].table.empty(); }
  // I4: is there a value, the slot's witness, whose vector is in the slot's goal?
  bool met_by_its_witness(Slot slot);
  // I5: was it said that no value has a vector like this one?
  bool denied(const std::vector<Obligation>& obligations, const std::vector<bool>& bits) const;
  // I8: is the vector in the slot's goal? And the slot of a child that was asked for before.
  bool admits(Slot slot, const std::vector<bool>& bits) const;
  std::optional<Slot> known_child(const ContainerState& state, const Key& key, std::size_t room);

  // `room` where some witness may need more than that, else the same for every room.
  std::size_t scarce(std::size_t room) const;

  // From now on the budgets of a running session hold.
  void begin_running() {
    limits_.search_steps = limits_.running_steps;
    limits_.question_operations = limits_.running_operations;
  }

  std::uint64_t questions() const { return questions_; }
  std::uint64_t largest_question() const { return largest_; }
  // Steps that the questions so far took.
  std::uint64_t steps() const { return steps_; }
  // Events refused because a budget was overrun, each once however often it is asked, and the limit that came
  // last ("limit_search_steps").
  std::uint64_t overruns() const { return overruns_; }
  std::string_view last_limit() const { return last_limit_; }
  // The same for questions about the strings of patterns.
  std::uint64_t pattern_overruns() const;
  std::uint64_t listed_overruns() const;

 private:
  enum class Known : std::uint8_t { no, yes, open };
  struct SlotData {
    std::vector<Obligation> obligations;
    Function goal = kTrue;
    std::uint32_t applied = 0;
    Table table;
    Known known = Known::open;
    bool refused = false;  // an event that asked had a "no" by budget: it stays so
    WitnessPtr witness;    // where known is yes
    std::unique_ptr<StringLanguage> strings;
    std::unique_ptr<NumberLanguage> numbers;
  };
  // A far number that the slot's goal and its exceptions do not judge alike.
  struct FarException {
    ValueId value = 0;
    bool allowed = false;
    FarNumber number;
  };
  // One that a half-written number can still become.
  struct FarAhead {
    const FarException* far = nullptr;
    FarNumber::Spot spot;
  };
  // The languages of a slot with exceptions: those of the slots used last are kept.
  struct Listed {
    Slot slot = 0;
    std::unique_ptr<StringLanguage> strings;
    std::unique_ptr<NumberLanguage> numbers;
    std::vector<FarException> far;  // numbers that a NumberLanguage cannot tell apart
  };
  // The slots of the schema, and apart from them those of single texts: whose tables name values.
  class Slots {
   public:
    static bool of_text(Slot slot) { return (slot & kOfText) != 0; }
    SlotData& operator[](Slot slot) { return of_text(slot) ? texts_[slot & ~kOfText] : all_[slot]; }
    const SlotData& operator[](Slot slot) const {
      return of_text(slot) ? texts_[slot & ~kOfText] : all_[slot];
    }
    Slot add(SlotData data);
    const std::vector<SlotData>& all() const { return all_; }
    std::vector<SlotData>& texts() { return texts_; }
    const std::vector<SlotData>& texts() const { return texts_; }

   private:
    static constexpr Slot kOfText = Slot{1} << 31U;
    std::vector<SlotData> all_;
    std::vector<SlotData> texts_;
  };
  using SlotKey = std::tuple<std::vector<Obligation>, Function, std::uint32_t, Table>;
  static bool names_values(const Table& table) { return table.base != 0 || !table.own.empty(); }
  struct Ending {
    Known known = Known::open;
    bool refused = false;
    Rest rest;
  };
  enum class Outcome : std::uint8_t { no, yes, overrun };
  // What is left of a container, its counts aside.
  struct Residual {
    Function goal = kTrue;
    Guards guards;
    auto operator<=>(const Residual&) const = default;
  };
  // Vectors of a child after which the same is left.
  struct Group {
    Function condition = kFalse;
    Residual rest;
  };
  // Where a search over names stands: choices before `place` are decided.
  struct WalkSpot {
    std::size_t place = 0;
    Residual left;
    std::uint64_t taken = 0;  // members of the class at `place`
    bool repeats = false;     // one more of that class can change nothing
    std::uint64_t least = 0;  // members in all
    std::uint64_t spare = 0;  // that many more can come and change nothing
    auto operator<=>(const WalkSpot&) const = default;
  };
  struct Walk;
  struct Line;
  // State, name (of others: what they need), is it other, room where that is scarce.
  using ChildKey = std::tuple<ContainerState, std::string, bool, std::size_t>;
  static constexpr std::size_t kFewBits = 8;  // of a child: more are listed first
  static constexpr std::size_t kListedVectors = 512;
  static constexpr std::size_t kFewGroups = 32;  // more are listed by the vectors that values have

  // satisfy.cc: questions and what is known of them.
  template <typename Question>
  Outcome settle(const Question& question);
  template <typename Question>
  Outcome settle_rounds(const Question& question);
  bool ask(Slot slot);  // within a round
  const Rest* ask_finishable(const ContainerState& bare);
  bool scalar_of(Slot slot, std::string& text);
  void step();
  ContainerState bare(const ContainerState& state);
  bool possible(Slot slot) { return in_round_ ? ask(slot) : satisfiable(slot); }
  const Rest* ending(const ContainerState& state);
  void overrun(std::string_view limit);

  // release.cc
  struct ItemClass;
  static bool names_values(const ContainerState& state) {
    return state.distinct != 0 || state.exceptions != 0;
  }
  bool of_text(const ContainerState& state);
  void hold(std::size_t bytes, bool of_text);
  Ending& ending_of(const ContainerState& bare) { return endings_.at(bare, names_values(bare)); }
  void know_child(const ContainerState& state, const ChildKey& key, Slot child);
  void add_found(ItemClass& one, ValueId value);
  void release_values(const AnswersMark& mark);

  // search_members.cc, search_items.cc: the search for a way to the end.
  std::optional<Path> search_object(const ContainerState& state);
  bool object_from(Walk& walk, WalkSpot spot);
  bool object_ends(Walk& walk, const WalkSpot& spot);
  Path path_of(Walk& walk);
  std::vector<std::string> names_of(const Walk& walk, std::size_t choice, std::size_t count);
  Residual without(const Residual& left, const std::string& name);
  std::optional<Path> search_array(const ContainerState& state);
  void add_steps(Line& line, std::size_t at);
  Path path_of(const Line& line, std::size_t at, std::uint64_t more);

  // search_groups.cc: what one child can do.
  Function packed(const Residual& residual);
  Residual unpacked(Function f);
  Residual residual_after(const ContainerState& state, const Changes& changes);
  std::vector<Group> groups(const ContainerState& state, const Key& key, const Needs& needs, bool counted);
  bool list_groups(const ContainerState& state, const Key& key, const Needs& needs, bool counted,
                   std::vector<Group>& groups);
  void list_vectors(const std::vector<Obligation>& obligations, Function f,
                    std::vector<Booleans::Part>& parts);

  // values_of.cc: single values.
  std::vector<std::vector<bool>> vectors_of(ValueId value, const std::vector<Obligation>& obligations);
  std::vector<std::vector<bool>> spelled_vectors(ValueId value, const std::vector<bool>& word,
                                                 const std::vector<bool>& other);
  Slot exactly(ValueId value, const std::vector<bool>& bits, const std::vector<Obligation>& obligations,
               std::uint32_t applied);
  Function verdict(Slot slot, ValueId value) const;
  Listed& listed(Slot slot);

  // slot_numbers.cc: the numbers of a slot, far exceptions included.
  std::optional<FarException> far_exception(ValueId value, Function own, const SlotData& data);
  std::vector<FarAhead> far_ahead(Slot slot, const HalfNumber& number);
  const FarAhead* reachable(const std::vector<FarAhead>& ahead, std::int64_t room,
                            const NumberPrefix& prefix);
  bool plainly_viable(Slot slot, const HalfNumber& number);
  std::optional<std::string> few_more(Slot slot, const HalfNumber& number);

  // exceptions.cc: what is allowed where values have a verdict of their own.
  struct Options {
    Function goal = kFalse;
    Table table;
  };
  using Allowed = std::function<bool(const ContainerState&)>;
  ContainerState without_exceptions(const ContainerState& state) const;
  std::vector<Exception> exceptions_of(const ContainerState& state) const;
  void set_exceptions(ContainerState& state, std::vector<Exception> left);
  std::vector<Exception> narrowed(const ContainerState& state, const Key& key, ValueId value);
  std::map<ValueId, std::size_t> heads(const ContainerState& state, const Key& key);
  Options options(const ContainerState& state, const Key& key, const Needs& needs, const Allowed& allowed);
  void add_new(const ContainerState& state, const Key& key, const Needs& needs, const Allowed& allowed,
               Options& options, std::vector<ContainerState>& after);
  void add_repeats(const ContainerState& state, const Key& key, const Needs& needs, const Allowed& allowed,
                   Options& options);
  void add_exception(const ContainerState& state, const Key& key, const Needs& needs, const Allowed& allowed,
                     ValueId value, Options& options);
  std::optional<Path> search_exceptions(const ContainerState& state);
  bool object_apart(ContainerState state, const std::vector<std::string>& names, std::size_t place,
                    std::vector<Path::Step>& steps);
  bool add_way(const ContainerState& state, const Rest& rest, std::vector<Path::Step>& steps);
  bool one_more(const ContainerState& state, std::vector<Path::Step>& steps);
  std::optional<Path> concrete_path(ContainerState state, const Rest& rest);
  struct Concrete {
    ValueId value = 0;
    std::vector<bool> bits;
    WitnessPtr witness;
  };
  std::optional<Concrete> concrete(const ContainerState& state, const Key& key, const Path::Step& step);
  void sort_by_order(Path& path, std::uint32_t applied);

  // distinct.cc: open arrays of distinct items.
  struct ItemClass {
    Slot slot = 0;
    ListId found = 0;
    std::set<ValueId> values;  // the same
    bool exhausted = false;    // there are no more
  };
  struct ItemClasses {
    std::map<std::vector<bool>, ItemClass> of;
    bool complete = false;
  };
  ItemClasses& item_classes(const std::vector<Obligation>& obligations);
  bool exceeds(const std::vector<Obligation>& obligations, ItemClass& one, std::uint64_t count);
  std::vector<std::pair<std::vector<bool>, ItemClass*>> few_classes(
      const std::vector<Obligation>& obligations, std::uint64_t count);
  void spend(ContainerState& bare, ListId distinct);
  std::optional<ValueId> fresh_value(const std::vector<Obligation>& obligations,
                                     const std::vector<bool>& bits, ListId taken);
  struct Row;
  std::optional<Path> search_distinct(const ContainerState& state);
  void add_items(Row& row, std::size_t at);

  // abundance.cc: are there certainly so many values? False: perhaps not.
  bool many(Slot slot, std::uint64_t count, std::size_t depth = 0);
  bool abundant(const ContainerState& state, std::uint64_t count, std::size_t depth = 0);
  bool find_abundance(const ContainerState& state, std::uint64_t count, std::size_t depth);
  bool one_many(const ContainerState& state, std::uint64_t count, std::size_t depth, bool last);

  // witness.cc: the witness carried from state to state.
  void keep_witness(const ContainerState& state, const Key& key, std::size_t room);
  std::optional<Rest> way_through(const ContainerState& state, const Key& key);
  ChildKey child_key(const ContainerState& state, const Key& key, const Needs& needs, std::size_t room);
  ContainerState demands(const ContainerState& state) const;
  bool alike(const ContainerState& state, const Key& a, const Key& b);
  bool is_other(const ContainerState& state, const std::string& name);
  void remember(const ContainerState& state, const Rest& rest, std::size_t room);
  void remember(Slot slot, const WitnessPtr& witness, std::size_t room);
  ContainerState after_child(const ContainerState& state, const Key& key, const Residual& left);
  ContainerState after_concrete(const ContainerState& state, const Key& key, const Needs& needs,
                                const Concrete& child);
  Slot child_among_exceptions(const ContainerState& state, const Key& key, const Needs& needs,
                              std::size_t room);
  void allow_value(const Concrete& child, Function goal, Table& table);
  class Unbounded;

  Booleans& booleans_;
  Containers& containers_;
  Scalars& scalars_;
  KeyOrders& orders_;
  Meter& meter_;
  Policy policy_;
  Limits limits_;
  Slots slots_;
  std::map<SlotKey, Slot> slot_index_;
  std::map<SlotKey, Slot> slots_of_texts_;
  Values values_;
  Interned<Exceptions, ExceptionsHash> exceptions_{Exceptions{}};
  std::list<Listed> listed_;
  std::map<std::vector<Obligation>, ItemClasses> item_classes_;
  std::vector<ItemClass*> found_in_;  // one for each value found, in their order
  // What abundance.cc found: for each so many, and not certainly so many.
  std::map<Slot, std::pair<std::uint64_t, std::uint64_t>> many_;
  std::map<ContainerState, std::pair<std::uint64_t, std::uint64_t>> abundant_;
  std::uint64_t provisional_ = 0;            // answers "no" that another round may turn round
  Answers<ContainerState, Ending> endings_;  // by bare states
  Answers<ChildKey, Slot> child_slots_;
  Answers<std::pair<WitnessPtr, std::vector<Obligation>>, std::vector<bool>> vectors_;
  Answers<WitnessPtr, ValueId> values_of_;
  Answers<ContainerState, std::map<std::string, std::uint64_t>> spent_;  // a cache
  std::size_t held_of_texts_ = 0;                                        // a part of what the meter holds
  std::set<Slot> round_slots_;                                           // asked in this round, no yes yet
  std::set<ContainerState> round_states_;
  bool in_round_ = false;
  bool new_yes_ = false;
  bool tainted_ = false;  // this question met one that was refused: its "no" is none
  std::size_t depth_ = 0;
  std::size_t walk_depth_ = 0;
  std::size_t deepest_ = 0;  // of all witnesses
  std::uint64_t question_from_ = 0;
  std::uint64_t questions_ = 0;
  std::uint64_t steps_ = 0;
  std::uint64_t largest_ = 0;
  std::uint64_t overruns_ = 0;
  std::string_view last_limit_;
};

}  // namespace lockstep::engine

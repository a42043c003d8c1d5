#include "lockstep/engine/lexical/pattern_automaton.h"

#include <algorithm>
#include <deque>

#include "lockstep/engine/base/check.h"
#include "lockstep/engine/lexical/code_points.h"
#include "lockstep/engine/lexical/pattern_classes.h"

namespace lockstep::engine {
namespace {

// Variables of conditions: the text ends here; the next symbol is a word character; after them, one for every
// symbol step of a look-ahead: it leads to an accept from here.
constexpr Variable kEnds = 0;
constexpr Variable kWordNext = 1;

}  // namespace

PatternAutomaton::PatternAutomaton(const Pattern& pattern, const Limits& limits, Meter* meter)
    : pattern_(pattern), limits_(limits), work_(meter), booleans_(&work_) {
  work_.set_memory_limit(limits.pattern_conditions * Booleans::kNodeBytes);
  make_classes();
  count_symbols();
  accepts_.push_back(false);
  fewest_.push_back(0);
  next_.assign(class_count_, kMissing);
  start_ = bounded([this] { return make_start(); });
  LOCKSTEP_CHECK(start_ == kFirst || start_ == kMissing);
}

// Runs what makes a state: kMissing where a limit came. A Stop that is not of this automaton's own limits,
// which is the caller's wish to stop, goes on to him.
template <typename Work>
PatternAutomaton::State PatternAutomaton::bounded(const Work& work) {
  try {
    const std::uint64_t spent = std::min<std::uint64_t>(work_.spent(), limits_.compile_operations);
    const Meter::Budget budget(work_, limits_.compile_operations - spent, "limit_compile_operations");
    return work();
  } catch (const Meter::Stop& stop) {
    if (stop.limit.empty()) throw;
    overrun_ = true;
  }
  return kMissing;
}

PatternAutomaton::State PatternAutomaton::make_start() {
  Place place;
  place.at_start = true;
  Data first;
  const PatternProgram& program = pattern_.program();
  for (const PatternProgram::Look& look : program.looks) {
    first.behind.emplace_back();
    place.behind.push_back(kFalse);
    if (look.ahead) continue;
    Closure closed = closure({{look.start, kTrue}}, place);
    first.behind.back() = std::move(closed.threads);
    place.behind.back() = closed.accepted;
  }
  Closure closed = closure({{program.start, kTrue}}, place);
  first.main = std::move(closed.threads);
  first.matched = closed.accepted;
  return intern(std::move(first));
}

void PatternAutomaton::make_classes() {
  const PatternProgram& program = pattern_.program();
  std::vector<CodePointSet> sets = program.sets;
  sets.push_back(program.has_boundary ? word_characters() : CodePointSet());
  std::vector<std::uint32_t> cuts = {0};
  const std::uint32_t last = program.without_u ? 0xFFFF : kLastCodePoint;
  for (const CodePointSet& set : sets) {
    work_.pass(set.spans().size());
    for (const CodePointSpan& span : set.spans()) {
      if (span.first <= last) cuts.push_back(span.first);
      if (span.last < last) cuts.push_back(span.last + 1);
    }
  }
  std::sort(cuts.begin(), cuts.end(), [this](std::uint32_t a, std::uint32_t b) {
    work_.pass();
    return a < b;
  });
  cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
  std::vector<std::vector<bool>> members;
  for (std::size_t i = 0; i < cuts.size(); ++i) {
    pass_bytes(&work_, sets.size());
    members.emplace_back(sets.size());
  }
  for (std::size_t s = 0; s < sets.size(); ++s) {
    for (const CodePointSpan& span : sets[s].spans()) {
      work_.pass();
      auto at = std::lower_bound(cuts.begin(), cuts.end(), span.first) - cuts.begin();
      for (; static_cast<std::size_t>(at) < cuts.size() && cuts[at] <= span.last; ++at) {
        work_.pass();
        members[at][s] = true;
      }
    }
  }
  std::map<std::vector<bool>, Class> index;
  for (std::size_t i = 0; i < cuts.size(); ++i) {
    pass_bytes(&work_, 8 * sets.size());  // compared some times
    const Class one = index.try_emplace(members[i], static_cast<Class>(index.size())).first->second;
    if (!classes_.empty() && classes_.back() == one) continue;
    starts_.push_back(cuts[i]);
    classes_.push_back(one);
  }
  class_count_ = index.size();
  for (std::size_t s = 0; s < program.sets.size(); ++s) {
    pass_bytes(&work_, class_count_);
    in_set_.emplace_back(class_count_);
  }
  word_.assign(class_count_, false);
  for (const auto& [of, one] : index) {
    work_.pass(program.sets.size() / 8);
    for (std::size_t s = 0; s < program.sets.size(); ++s) in_set_[s][one] = of[s];
    word_[one] = of.back();
  }
}

// Backwards from the accepts, steps that take no symbol first. No way leads through ^, which holds before the
// first symbol alone: there the threads of the first state are past it.
void PatternAutomaton::count_symbols() {
  const std::vector<PatternStep>& steps = pattern_.program().steps;
  std::vector<std::vector<std::uint32_t>> before(steps.size());
  symbols_to_accept_.assign(steps.size(), kNoMatch);
  std::deque<std::uint32_t> todo;
  for (std::uint32_t at = 0; at < steps.size(); ++at) {
    work_.pass();
    const PatternStep& step = steps[at];
    if (step.kind == PatternStep::Kind::accept) {
      symbols_to_accept_[at] = 0;
      todo.push_back(at);
    } else if (step.kind != PatternStep::Kind::start) {
      before[step.next].push_back(at);
      if (step.kind == PatternStep::Kind::split) before[step.other].push_back(at);
    }
  }
  while (!todo.empty()) {
    const std::uint32_t at = todo.front();
    todo.pop_front();
    for (const std::uint32_t one : before[at]) {
      work_.pass();
      const bool symbol = steps[one].kind == PatternStep::Kind::symbol;
      const std::uint32_t count = symbols_to_accept_[at] + (symbol ? 1 : 0);
      if (count >= symbols_to_accept_[one]) continue;
      symbols_to_accept_[one] = count;
      if (symbol) {
        todo.push_back(one);
      } else {
        todo.push_front(one);
      }
    }
  }
}

std::uint32_t PatternAutomaton::fewest_of(const Data& data) const {
  if (data.matched != kFalse) return 0;
  std::uint32_t fewest = symbols_to_accept_[pattern_.program().start];  // a match may begin anywhere
  for (const Thread& thread : data.main) fewest = std::min(fewest, symbols_to_accept_[thread.at]);
  return fewest;
}

PatternAutomaton::Class PatternAutomaton::class_of(std::uint32_t symbol) const {
  return classes_[std::upper_bound(starts_.begin(), starts_.end(), symbol) - starts_.begin() - 1];
}

PatternAutomaton::State PatternAutomaton::step(State state, Class symbols) {
  const State known = next_[state * class_count_ + symbols];
  return known != kUnknown ? known : make(state, symbols);
}

PatternAutomaton::State PatternAutomaton::step_code_point(State state, std::uint32_t code_point) {
  if (!pattern_.without_u() || code_point < 0x10000) return step(state, class_of(code_point));
  const std::uint32_t lead = kFirstSurrogate + ((code_point - 0x10000) >> 10U);
  return step(step(state, class_of(lead)), class_of(kFirstLowSurrogate + (code_point & 0x3FFU)));
}

PatternAutomaton::State PatternAutomaton::run(std::string_view text) {
  State state = start();
  for (std::size_t at = 0; at < text.size();) {
    work_.pass();
    const CodePointAt here = code_point_at(text, at);
    state = step_code_point(state, here.value);
    at += here.size;
  }
  return state;
}

PatternAutomaton::State PatternAutomaton::make(State from, Class symbols) {
  if (work_.spent() > limits_.compile_operations) {
    overrun_ = true;
    return kMissing;
  }
  return bounded([&] { return make_next(from, symbols); });
}

// Look-arounds from the innermost out: each needs only those within it.
PatternAutomaton::State PatternAutomaton::make_next(State from, Class symbols) {
  const PatternProgram& program = pattern_.program();
  const Data before = data_of(from);
  Place place;
  place.after_word = word_[symbols];
  moved_.clear();
  Data after;
  for (std::size_t i = 0; i < program.looks.size(); ++i) {
    after.behind.emplace_back();
    place.behind.push_back(kFalse);
    if (program.looks[i].ahead) continue;
    Threads seeds = advanced(before.behind[i], symbols, place);
    seeds.push_back({program.looks[i].start, kTrue});
    Closure closed = closure(std::move(seeds), place);
    after.behind[i] = std::move(closed.threads);
    place.behind[i] = closed.accepted;
  }
  Threads seeds = advanced(before.main, symbols, place);
  seeds.push_back({program.start, kTrue});  // a match may begin anywhere
  Closure closed = closure(std::move(seeds), place);
  after.main = std::move(closed.threads);
  after.matched = booleans_.either(moved(before.matched, symbols, place), closed.accepted);
  const State made = intern(std::move(after));
  next_[from * class_count_ + symbols] = made;
  return made;
}

PatternAutomaton::State PatternAutomaton::intern(Data data) {
  if (data.matched == kTrue) {
    data.main.clear();
    for (Threads& threads : data.behind) threads.clear();
  }
  std::vector<std::uint32_t> key = {data.matched};
  const auto put = [&key](const Threads& threads) {
    key.push_back(static_cast<std::uint32_t>(threads.size()));
    for (const Thread& thread : threads) {
      key.push_back(thread.at);
      key.push_back(thread.condition);
    }
  };
  put(data.main);
  for (const Threads& threads : data.behind) put(threads);
  if (const State known = states_.find(key); known != kMissing) return known;
  if (work_.spent() > limits_.compile_operations || states_.size() >= limits_.pattern_states ||
      booleans_.size() > limits_.pattern_conditions) {
    overrun_ = true;
    return kMissing;
  }
  accepts_.push_back(booleans_.evaluate(data.matched, [](Variable v) { return v == kEnds; }));
  fewest_.push_back(fewest_of(data));
  const State made = states_.add(key);
  next_.resize(next_.size() + class_count_, data.matched == kTrue ? made : kUnknown);
  return made;
}

PatternAutomaton::Data PatternAutomaton::data_of(State state) const {
  std::span<const std::uint32_t> words = states_[state];
  const auto take = [&words] {
    const std::uint32_t word = words.front();
    words = words.subspan(1);
    return word;
  };
  const auto take_threads = [&take] {
    Threads threads(take());
    for (Thread& thread : threads) {
      thread.at = take();
      thread.condition = take();
    }
    return threads;
  };
  Data data;
  data.matched = take();
  data.main = take_threads();
  while (!words.empty()) data.behind.push_back(take_threads());
  return data;
}

// The ways on from `seeds`, up to the symbols that they wait for. Conditions only grow, so that the least
// fixpoint is reached in whatever order.
PatternAutomaton::Closure PatternAutomaton::closure(Threads seeds, Place& place) {
  Closure closed;
  std::map<std::uint32_t, Function> known;
  Threads todo;
  const auto reach = [&](std::uint32_t at, Function condition) {
    if (condition == kFalse) return;
    Function& so_far = known.try_emplace(at, kFalse).first->second;
    const Function now = booleans_.either(so_far, condition);
    if (now == so_far) return;
    so_far = now;
    todo.push_back({at, now});
  };
  for (const Thread& seed : seeds) reach(seed.at, seed.condition);
  while (!todo.empty()) {
    const Thread thread = todo.back();
    todo.pop_back();
    work_.charge();
    const PatternStep& step = pattern_.program().steps[thread.at];
    if (known.at(thread.at) != thread.condition) continue;  // a wider one waits
    if (step.kind == PatternStep::Kind::accept) {
      closed.accepted = booleans_.either(closed.accepted, thread.condition);
    } else if (step.kind == PatternStep::Kind::split) {
      reach(step.next, thread.condition);
      reach(step.other, thread.condition);
    } else if (step.kind != PatternStep::Kind::symbol) {
      reach(step.next, booleans_.both(thread.condition, guard(step, place)));
    }
  }
  for (const auto& [at, condition] : known) {
    if (pattern_.program().steps[at].kind == PatternStep::Kind::symbol)
      closed.threads.push_back({at, condition});
  }
  return closed;
}

// When a step that consumes nothing may be passed at this place.
Function PatternAutomaton::guard(const PatternStep& step, Place& place) {
  Function holds = kTrue;
  switch (step.kind) {
    case PatternStep::Kind::start:
      return place.at_start ? kTrue : kFalse;
    case PatternStep::Kind::end:
      return booleans_.variable(kEnds);
    case PatternStep::Kind::boundary:
      holds = booleans_.variable(kWordNext);
      if (place.after_word) holds = booleans_.negate(holds);
      break;
    case PatternStep::Kind::look: {
      const PatternProgram::Look& look = pattern_.program().looks[step.what];
      holds = look.ahead ? match_from(look.start, place) : place.behind[step.what];
      break;
    }
    default:
      return kTrue;
  }
  return step.negated ? booleans_.negate(holds) : holds;
}

Function PatternAutomaton::match_from(std::uint32_t step, Place& place) {
  if (const auto known = place.from.find(step); known != place.from.end()) return known->second;
  const Closure closed = closure({{step, kTrue}}, place);
  Function matched = closed.accepted;
  for (auto thread = closed.threads.rbegin(); thread != closed.threads.rend(); ++thread) {
    const Function through = booleans_.variable(variable_of(thread->at));
    matched = booleans_.either(booleans_.both(through, thread->condition), matched);
  }
  place.from.emplace(step, matched);
  return matched;
}

// A condition at the place before the symbol, as one at the place after it.
Function PatternAutomaton::moved(Function f, Class symbols, Place& place) {
  if (f <= kTrue) return f;
  if (const auto known = moved_.find(f); known != moved_.end()) return known->second;
  std::map<Variable, Function> replacement;
  for (const Variable v : booleans_.support(f)) {
    Function& now = replacement[v];
    if (v == kEnds) {
      now = kFalse;
    } else if (v == kWordNext) {
      now = word_[symbols] ? kTrue : kFalse;
    } else {
      const PatternStep& step = pattern_.program().steps[v - variable_of(0)];
      now = in_set_[step.what][symbols] ? match_from(step.next, place) : kFalse;
    }
  }
  return moved_[f] = booleans_.compose(f, replacement);
}

PatternAutomaton::Threads PatternAutomaton::advanced(const Threads& threads, Class symbols, Place& place) {
  Threads after;
  work_.pass(threads.size());
  for (const Thread& thread : threads) {
    const PatternStep& step = pattern_.program().steps[thread.at];
    if (in_set_[step.what][symbols]) after.push_back({step.next, moved(thread.condition, symbols, place)});
  }
  return after;
}

}  // namespace lockstep::engine

// ECMA-262 (2024) section 22.2.2 writes a matcher as closures m(x, c): match at state x, then call
// continuation c. Here each closure is a record, and "try this, and if it fails, that" is an entry on a stack
// of choices, so that no subject or pattern can exhaust the C++ stack. A pattern without back-references
// cannot observe its captures; then the captures are not kept, and what has once failed at a position is
// remembered as a failure.
#include "lockstep/oracle/pattern/pattern_match.h"

#include <algorithm>
#include <string>

#include "lockstep/oracle/pattern/failure_memo.h"
#include "lockstep/oracle/pattern/match_records.h"
#include "lockstep/oracle/pattern/pattern_class.h"

namespace lockstep::oracle {
namespace {

constexpr std::size_t kOpenRecords = 4'000'000;

class Matcher {
 public:
  Matcher(const Syntax& syntax, const std::vector<char32_t>& subject, std::size_t steps)
      : syntax_(syntax), subject_(subject), steps_(steps) {
    if (syntax.has_back_reference) captures_.resize(syntax.group_count + 1);
  }

  // RegExpBuiltinExec's loop over lastIndex (22.2.7.2), then 22.2.2.2 CompilePattern.
  Answer search() {
    for (Position start = 0; start <= subject_.size(); ++start) {
      continuations_.clear();
      choices_.clear();
      std::fill(captures_.begin(), captures_.end(), Captured{});
      const ContinuationIndex accept = push_accept(syntax_.root, kNoLook);
      match(syntax_.root, start, accept);
      while (outcome_ == Outcome::running) step();
      if (outcome_ == Outcome::matched) return Answer::yes();
      if (outcome_ == Outcome::out_of_steps) {
        return Answer::unknown("pattern_budget: " + std::to_string(steps_) + " steps");
      }
      if (outcome_ == Outcome::out_of_memory) {
        return Answer::unknown("pattern_memory: " + std::to_string(kOpenRecords) + " records");
      }
      outcome_ = Outcome::running;
    }
    return Answer::no();
  }

 private:
  enum class Outcome { running, matched, failed, out_of_steps, out_of_memory };
  // What to do next: match `node` at `position` and then go on with `next`, go on with `next`, or take a
  // choice.
  enum class Mode { match, go_on, fail };

  void match(NodeIndex node, Position position, ContinuationIndex next) {
    mode_ = Mode::match;
    node_ = node;
    position_ = position;
    next_ = next;
  }

  void go_on(ContinuationIndex next, Position position) {
    mode_ = Mode::go_on;
    next_ = next;
    position_ = position;
  }

  void fail() { mode_ = Mode::fail; }

  void step() {
    if (used_++ >= steps_) {
      outcome_ = Outcome::out_of_steps;
    } else if (continuations_.size() + choices_.size() > kOpenRecords) {
      outcome_ = Outcome::out_of_memory;
    } else if (mode_ == Mode::match) {
      call_matcher(syntax_.nodes[node_], node_, position_, next_);
    } else if (mode_ == Mode::go_on) {
      call_continuation(continuations_[next_], position_);
    } else {
      backtrack();
    }
  }

  // 22.2.2.3 to 22.2.2.9: CompileSubpattern, CompileAssertion, CompileAtom.
  void call_matcher(const Node& node, NodeIndex index, Position x, ContinuationIndex c) {
    switch (node.kind) {
      case NodeKind::disjunction:
        return disjunction(index, 0, x, c, true);
      case NodeKind::alternative:
        return terms(index, 0, x, c);
      case NodeKind::quantifier:
        return repeat(index, x, c, node.min, node.max);
      case NodeKind::capture:
        return capture(index, x, c);
      case NodeKind::look:
        return look(index, x, c);
      case NodeKind::line_start:
        return x == 0 ? go_on(c, x) : fail();
      case NodeKind::line_end:
        return x == subject_.size() ? go_on(c, x) : fail();
      case NodeKind::word_boundary: {
        const bool boundary = (x > 0 && is_word_character(subject_[x - 1])) !=
                              (x < subject_.size() && is_word_character(subject_[x]));
        return boundary != node.negative ? go_on(c, x) : fail();
      }
      case NodeKind::character:
      case NodeKind::character_set:
        return character(node, x, c);
      case NodeKind::back_reference:
        return back_reference(node, x, c);
    }
  }

  // 22.2.2.7.1 CharacterSetMatcher.
  void character(const Node& node, Position x, ContinuationIndex c) {
    if (node.backward ? x == 0 : x == subject_.size()) return fail();
    const char32_t read = subject_[node.backward ? x - 1 : x];
    const bool found =
        node.kind == NodeKind::character ? read == node.character : syntax_.sets[node.set].contains(read);
    if (!found) return fail();
    go_on(c, node.backward ? x - 1 : x + 1);
  }

  // 22.2.2.7.2 BackreferenceMatcher; of several groups with one name at most one has a value.
  void back_reference(const Node& node, Position x, ContinuationIndex c) {
    Captured captured;
    for (const std::uint32_t group : node.groups) {
      if (captures_[group].end != kUndefined) captured = captures_[group];
    }
    if (captured.end == kUndefined) return go_on(c, x);
    const Position length = captured.end - captured.start;
    if (node.backward ? x < length : subject_.size() - x < length) return fail();
    const Position begin = node.backward ? x - length : x;
    if (!std::equal(subject_.begin() + begin, subject_.begin() + begin + length,
                    subject_.begin() + captured.start)) {
      return fail();
    }
    go_on(c, node.backward ? begin : begin + length);
  }

  // Disjunction :: Alternative | Disjunction.
  void disjunction(NodeIndex index, std::uint32_t alternative, Position x, ContinuationIndex c,
                   bool first_time) {
    if (first_time && known_failure(index, 0, 0, x, c)) return fail();
    const std::vector<NodeIndex>& alternatives = syntax_.nodes[index].children;
    if (alternative + 1 < alternatives.size()) {
      push_choice(Choice::Kind::alternative, index, x, c).index = alternative + 1;
    }
    match(alternatives[alternative], x, c);
  }

  // Alternative :: Alternative Term, from left to right or, in a lookbehind, from right to left.
  void terms(NodeIndex index, std::uint32_t done, Position x, ContinuationIndex c) {
    const Node& node = syntax_.nodes[index];
    const std::size_t count = node.children.size();
    if (done == count) return go_on(c, x);
    if (done + 1 < count) c = push_terms(index, done + 1, c);
    match(node.children[node.backward ? count - 1 - done : done], x, c);
  }

  // 22.2.2.3.1 RepeatMatcher.
  void repeat(NodeIndex index, Position x, ContinuationIndex c, std::uint32_t min, std::uint32_t max) {
    if (max == 0) return go_on(c, x);
    if (known_failure(index, min, max, x, c)) return fail();
    const bool greedy = syntax_.nodes[index].greedy;
    if (min == 0) {
      Choice& choice = push_choice(greedy ? Choice::Kind::leave : Choice::Kind::another, index, x, c);
      choice.min = min;
      choice.max = max;
      if (!greedy) return go_on(c, x);
    }
    another_round(index, x, c, min, max);
  }

  void another_round(NodeIndex index, Position x, ContinuationIndex c, std::uint32_t min, std::uint32_t max) {
    const Node& node = syntax_.nodes[index];
    if (!captures_.empty()) {
      for (std::uint32_t k = node.group + 1; k <= node.group + node.group_count; ++k) set_capture(k, {});
    }
    const ContinuationIndex d = push_repeat(index, x, c, min, max);
    match(node.children[0], x, d);
  }

  // The continuation d of RepeatMatcher.
  void round_ended(const Continuation& d, Position y) {
    if (d.min == 0 && y == d.start) return fail();
    std::uint32_t min = d.min == 0 ? 0 : d.min - 1;
    // A required round that matched nothing can do so again as often as is required. Only captures could
    // tell.
    if (y == d.start && captures_.empty()) min = 0;
    repeat(d.node, y, d.next, min, d.max == kUnbounded ? kUnbounded : d.max - 1);
  }

  // Atom :: ( GroupSpecifier Disjunction ).
  void capture(NodeIndex index, Position x, ContinuationIndex c) {
    const Node& node = syntax_.nodes[index];
    if (!captures_.empty()) c = push_end_capture(index, x, c);
    match(node.children[0], x, c);
  }

  // Assertion :: (?= (?! (?<= (?<!. The body is a match of its own, with a continuation that only succeeds.
  void look(NodeIndex index, Position x, ContinuationIndex c) {
    push_choice(Choice::Kind::look, index, x, c);
    const auto marker = static_cast<std::uint32_t>(choices_.size() - 1);
    const ContinuationIndex accept = push_accept(index, marker);
    match(syntax_.nodes[index].children[0], x, accept);
  }

  void call_continuation(const Continuation d, Position y) {
    switch (d.kind) {
      case Continuation::Kind::accept:
        if (d.look != kNoLook) return look_matched(d.look);
        outcome_ = Outcome::matched;
        return;
      case Continuation::Kind::terms:
        return terms(d.node, d.done, y, d.next);
      case Continuation::Kind::end_capture: {
        const Node& node = syntax_.nodes[d.node];
        set_capture(node.group, node.backward ? Captured{y, d.start} : Captured{d.start, y});
        return go_on(d.next, y);
      }
      case Continuation::Kind::repeat:
        return round_ended(d, y);
    }
  }

  // The body of a look-around matched: no other way through it is tried.
  void look_matched(std::size_t marker) {
    const Choice look = choices_[marker];
    if (syntax_.nodes[look.node].negative) {
      for (std::size_t above = choices_.size(); above > marker; --above) undo(choices_[above - 1]);
      choices_.resize(marker);
      continuations_.resize(look.continuations);
      return fail();
    }
    // The captures of the body stay until the outer match backtracks past this place.
    const auto kept =
        std::remove_if(choices_.begin() + static_cast<std::ptrdiff_t>(marker), choices_.end(),
                       [](const Choice& choice) { return choice.kind != Choice::Kind::restore; });
    choices_.erase(kept, choices_.end());
    for (std::size_t at = marker; at < choices_.size(); ++at) choices_[at].continuations = look.continuations;
    continuations_.resize(look.continuations);
    go_on(look.next, look.position);
  }

  void undo(const Choice& choice) {
    if (choice.kind == Choice::Kind::restore) captures_[choice.index] = choice.former;
  }

  void backtrack() {
    if (choices_.empty()) {
      outcome_ = Outcome::failed;
      return;
    }
    const Choice choice = choices_.back();
    choices_.pop_back();
    continuations_.resize(choice.continuations);
    switch (choice.kind) {
      case Choice::Kind::alternative:
        return disjunction(choice.node, choice.index, choice.position, choice.next, false);
      case Choice::Kind::leave:
        return go_on(choice.next, choice.position);
      case Choice::Kind::another:
        return another_round(choice.node, choice.position, choice.next, choice.min, choice.max);
      case Choice::Kind::restore:
        return undo(choice);
      case Choice::Kind::failed:
        return memo_.add(choice.key);
      case Choice::Kind::look:
        if (syntax_.nodes[choice.node].negative) go_on(choice.next, choice.position);
        return;
    }
  }

  void set_capture(std::uint32_t group, Captured value) {
    Choice& choice = push_choice(Choice::Kind::restore, 0, 0, 0);
    choice.index = group;
    choice.former = captures_[group];
    captures_[group] = value;
  }

  // Has this call already failed here? If not, leaves an entry that records the failure when it surfaces.
  bool known_failure(NodeIndex node, std::uint32_t a, std::uint32_t b, Position x, ContinuationIndex c) {
    if (!captures_.empty()) return false;
    const Continuation& next = continuations_[c];
    const std::uint32_t stalled = next.rounds > 0 && next.round_start == x ? next.rounds : 0;
    const FailureKey key{memo_.shape(next.shape, node, a, b), x, stalled};
    if (key.shape == kNoShape) return false;
    if (memo_.contains(key)) return true;
    push_choice(Choice::Kind::failed, node, x, c).key = key;
    return false;
  }

  Choice& push_choice(Choice::Kind kind, NodeIndex node, Position x, ContinuationIndex c) {
    Choice& choice = choices_.emplace_back();
    choice.kind = kind;
    choice.node = node;
    choice.position = x;
    choice.next = c;
    choice.continuations = static_cast<std::uint32_t>(continuations_.size());
    return choice;
  }

  // A record in front of `next`, of which it inherits what the memo needs to know of the rest of the chain.
  Continuation& push_continuation(Continuation::Kind kind, NodeIndex node, ContinuationIndex next,
                                  std::uint32_t a, std::uint32_t b) {
    Continuation record;
    record.kind = kind;
    record.node = node;
    record.next = next;
    record.rounds = continuations_[next].rounds;
    record.round_start = continuations_[next].round_start;
    if (captures_.empty()) record.shape = memo_.shape(continuations_[next].shape, node, a, b);
    return continuations_.emplace_back(record);
  }

  ContinuationIndex last_continuation() const {
    return static_cast<ContinuationIndex>(continuations_.size() - 1);
  }

  ContinuationIndex push_accept(NodeIndex node, std::uint32_t marker) {
    Continuation& record = continuations_.emplace_back();
    record.kind = Continuation::Kind::accept;
    record.node = node;
    record.look = marker;
    record.shape = memo_.shape(kEmptyShape, node, marker == kNoLook ? 0 : 1, 0);
    return last_continuation();
  }

  ContinuationIndex push_terms(NodeIndex node, std::uint32_t done, ContinuationIndex next) {
    push_continuation(Continuation::Kind::terms, node, next, done, 0).done = done;
    return last_continuation();
  }

  ContinuationIndex push_end_capture(NodeIndex node, Position x, ContinuationIndex next) {
    push_continuation(Continuation::Kind::end_capture, node, next, 0, 0).start = x;
    return last_continuation();
  }

  ContinuationIndex push_repeat(NodeIndex node, Position x, ContinuationIndex next, std::uint32_t min,
                                std::uint32_t max) {
    Continuation& record = push_continuation(Continuation::Kind::repeat, node, next, min, max);
    record.start = x;
    record.min = min;
    record.max = max;
    record.rounds = record.rounds > 0 && record.round_start == x ? record.rounds + 1 : 1;
    record.round_start = x;
    return last_continuation();
  }

  const Syntax& syntax_;
  const std::vector<char32_t>& subject_;
  const std::size_t steps_;
  std::size_t used_ = 0;
  Outcome outcome_ = Outcome::running;

  Mode mode_ = Mode::fail;
  NodeIndex node_ = 0;
  Position position_ = 0;
  ContinuationIndex next_ = 0;

  std::vector<Continuation> continuations_;  // an index stays valid while a choice that needs it is open
  std::vector<Choice> choices_;
  std::vector<Captured> captures_;  // empty without back-references; [0] is not used
  FailureMemo memo_;
};

}  // namespace

Answer search_pattern(const Syntax& syntax, const std::vector<char32_t>& subject, std::size_t steps) {
  return Matcher(syntax, subject, steps).search();
}

}  // namespace lockstep::oracle

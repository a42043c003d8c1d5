// What is still to be matched is a list of things, innermost first; to match it in a string that goes on is a
// formula over the lists that remain behind the next character, where look-ahead joins and negates. Anchors
// and \b are decided when the next character (or the end) is known, so a state is a place between two
// characters of which only the left one has been looked at. A look-behind runs beside the rest from every
// place on, and says at each place whether its body ends there.
#include "lockstep/oracle/pattern/pattern_states.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "lockstep/oracle/pattern/formulas.h"
#include "lockstep/oracle/pattern/pattern_class.h"
#include "lockstep/oracle/pattern/pattern_syntax.h"

namespace lockstep::oracle {
namespace {

constexpr std::uint32_t kLargestCount = 1000;
constexpr std::size_t kMostStates = 100'000;
constexpr std::size_t kMostFormulas = 1'000'000;
constexpr std::size_t kMostWork = 200'000;  // things looked at for one step
constexpr std::size_t kDeepest = 2'000;     // nested calls: each takes some 500 bytes of stack

using NodeIndex = std::uint32_t;
using List = std::uint32_t;
using Formula = Formulas::Formula;

constexpr List kDone = 0;    // nothing is left: the match, or the look-ahead, has succeeded
constexpr List kBehind = 1;  // the body of a look-behind ends here

enum class Before : std::uint8_t { start, word, other };

// One thing to match, and the list behind it.
struct Cell {
  NodeIndex node = 0;
  bool rounds = false;  // of the quantifier `node`, min to max rounds are left
  std::uint32_t min = 0;
  std::uint32_t max = 0;
  List next = kDone;
  auto operator<=>(const Cell&) const = default;
};

struct Key {
  Formula formula = Formulas::kNo;
  Before before = Before::start;
  std::vector<std::set<List>> behind;  // by look-behind: what is left of its bodies that began earlier
  auto operator<=>(const Key&) const = default;
};

constexpr NodeIndex kAnything = 0xFFFFFFFF;

constexpr char32_t kNothing = 0xFFFFFFFF;  // the end of the string

}  // namespace

class PatternStates::Machine {
 public:
  explicit Machine(const Syntax& syntax) : syntax_(syntax) {
    cells_.resize(2);  // kDone, kBehind
    root_ = put({syntax_.root, false, 0, 0, kDone});
    for (NodeIndex i = 0; i < syntax_.nodes.size(); ++i) {
      if (!is_behind(i)) continue;
      behind_of_[i] = behind_.size();
      behind_.push_back(put({syntax_.nodes[i].children[0], false, 0, 0, kBehind}));
    }
    Key first;
    first.behind.resize(behind_.size());
    keep(std::move(first));
    find_bodies();
    find_classes();
  }

  bool is_exact() const { return !syntax_.has_back_reference; }

  std::optional<State> step(State from, Class characters) {
    const auto known = steps_.find({from, characters});
    if (known != steps_.end()) return known->second;
    const std::vector<char32_t>& units = units_[characters];
    State at = from;
    for (const char32_t unit : units) {
      const std::optional<State> next = step_unit(at, unit);
      if (!next) return std::nullopt;
      at = *next;
    }
    steps_.emplace(std::pair(from, characters), at);
    return at;
  }

  std::optional<bool> accepts(State state) {
    const auto known = accepts_.find(state);
    if (known != accepts_.end()) return known->second;
    Key next;
    if (!advance(*states_[state], kNothing, next)) return std::nullopt;
    return accepts_[state] = next.formula == Formulas::kYes;
  }

  Class class_of(char32_t c) const {
    const auto behind = std::upper_bound(boundaries_.begin(), boundaries_.end(), c);
    return classes_[static_cast<std::size_t>(behind - boundaries_.begin()) - 1];
  }

  const std::vector<char32_t>& boundaries() const { return boundaries_; }

 private:
  bool is_behind(NodeIndex i) const {
    const Node& node = syntax_.nodes[i];
    return node.kind == NodeKind::look && syntax_.nodes[node.children[0]].backward;
  }

  List put(const Cell& cell) {
    const auto [place, added] = lists_.emplace(cell, static_cast<List>(cells_.size()));
    if (added) cells_.push_back(cell);
    return place->second;
  }

  State keep(Key key) {
    const auto [place, added] = known_.emplace(std::move(key), static_cast<State>(states_.size()));
    if (added) states_.push_back(&place->first);
    return place->second;
  }

  std::optional<State> step_unit(State from, char32_t unit) {
    Key next;
    if (states_.size() > kMostStates || !advance(*states_[from], unit, next)) return std::nullopt;
    return keep(std::move(next));
  }

  // From a place over the next character, or, for kNothing, to the end. False: too much work.
  bool advance(const Key& key, char32_t c, Key& next) {
    left_ = kMostWork;
    open_.clear();
    before_ = key.before;
    next_ = c;
    next.behind.assign(behind_.size(), {});
    ends_here_.assign(behind_.size(), false);
    next.before = c != kNothing && is_word_character(c) ? Before::word : Before::other;
    // Inner bodies stand before outer ones among the nodes.
    for (std::size_t which = 0; which < behind_.size(); ++which) {
      std::set<List> lists = key.behind[which];
      lists.insert(behind_[which]);
      for (const List list : lists) take_behind(go_on(list), which, next.behind[which]);
    }
    // A match may begin here too.
    next.formula = formulas_.either(derive(key.formula), go_on(root_));
    if (next.formula == Formulas::kYes) {  // found: whatever follows
      next.before = Before::other;
      next.behind.assign(behind_.size(), {});
    }
    return left_ > 0 && formulas_.size() < kMostFormulas;
  }

  // Without look-ahead in it the formula of a look-behind is a plain choice of lists.
  void take_behind(Formula formula, std::size_t which, std::set<List>& next) {
    const Formulas::Node& node = formulas_.at(formula);
    if (node.kind == Formulas::Kind::any) {
      for (const Formula part : node.parts) take_behind(part, which, next);
    } else if (node.kind == Formulas::Kind::leaf) {
      if (node.leaf == kBehind) {
        ends_here_[which] = true;
      } else {
        next.insert(node.leaf);
      }
    }
  }

  Formula derive(Formula formula) {
    const Formulas::Node& node = formulas_.at(formula);
    switch (node.kind) {
      case Formulas::Kind::constant:
        return formula;
      case Formulas::Kind::leaf:
        return go_on(node.leaf);
      case Formulas::Kind::negation:
        return formulas_.negation(derive(node.parts.front()));
      case Formulas::Kind::all:
      case Formulas::Kind::any: {
        Formula out = node.kind == Formulas::Kind::all ? Formulas::kYes : Formulas::kNo;
        for (const Formula part : node.parts) {
          out = node.kind == Formulas::Kind::all ? formulas_.both(out, derive(part))
                                                 : formulas_.either(out, derive(part));
        }
        return out;
      }
    }
    return Formulas::kNo;
  }

  // The list matched from here on, as a formula over the lists behind the next character.
  Formula go_on(List list) {
    if (depth_ > kDeepest) left_ = 0;
    if (left_ == 0 || --left_ == 0) return Formulas::kNo;
    ++depth_;
    const Formula out = match(list);
    --depth_;
    return out;
  }

  Formula match(List list) {
    if (list == kDone) return Formulas::kYes;
    if (list == kBehind) return formulas_.leaf(kBehind);
    const Cell cell = cells_[list];
    if (cell.rounds) return rounds(cell);
    const Node& node = syntax_.nodes[cell.node];
    switch (node.kind) {
      case NodeKind::disjunction: {
        Formula any = Formulas::kNo;
        for (const NodeIndex child : node.children)
          any = formulas_.either(any, go_on(put({child, false, 0, 0, cell.next})));
        return any;
      }
      case NodeKind::alternative: {
        List rest = cell.next;
        for (std::size_t i = node.children.size(); i > 0; --i)
          rest = put({node.children[i - 1], false, 0, 0, rest});
        return go_on(rest);
      }
      case NodeKind::quantifier:
        return rounds({cell.node, true, node.min, node.max, cell.next});
      case NodeKind::capture:
        return go_on(put({node.children[0], false, 0, 0, cell.next}));
      case NodeKind::look:
        return look(cell, node);
      case NodeKind::line_start:
        return before_ == Before::start ? go_on(cell.next) : Formulas::kNo;
      case NodeKind::line_end:
        return next_ == kNothing ? go_on(cell.next) : Formulas::kNo;
      case NodeKind::word_boundary: {
        const bool right = next_ != kNothing && is_word_character(next_);
        return ((before_ == Before::word) != right) != node.negative ? go_on(cell.next) : Formulas::kNo;
      }
      case NodeKind::character:
      case NodeKind::character_set: {
        const bool found =
            next_ != kNothing && (node.kind == NodeKind::character ? next_ == node.character
                                                                   : syntax_.sets[node.set].contains(next_));
        if (!found) return Formulas::kNo;
        return cell.next == kDone ? Formulas::kYes : formulas_.leaf(mark(cell.next));
      }
      case NodeKind::back_reference:
        return back_reference(cell, node);
    }
    return Formulas::kNo;
  }

  // Nothing, or what one of the groups could match. A group with assertions says something about its own
  // place: then anything.
  Formula back_reference(const Cell& cell, const Node& node) {
    Formula any = go_on(cell.next);
    for (const std::uint32_t group : node.groups) {
      const auto body = bodies_.find(group);
      const NodeIndex what = body == bodies_.end() ? kAnything : body->second;
      if (what != kAnything) {
        any = formulas_.either(any, go_on(put({what, false, 0, 0, cell.next})));
      } else if (next_ != kNothing) {
        any = formulas_.either(any, formulas_.leaf(put({cell.node, false, 0, 0, cell.next})));
      }
    }
    return any;
  }

  // The bodies of the groups by number, where they are nothing but characters.
  void find_bodies() {
    for (const Node& node : syntax_.nodes) {
      if (node.kind == NodeKind::capture)
        bodies_[node.group] = is_plain(node.children[0]) ? node.children[0] : kAnything;
    }
  }

  bool is_plain(NodeIndex from) const {
    std::vector<NodeIndex> todo = {from};
    while (!todo.empty()) {
      const Node& node = syntax_.nodes[todo.back()];
      todo.pop_back();
      switch (node.kind) {
        case NodeKind::look:
        case NodeKind::line_start:
        case NodeKind::line_end:
        case NodeKind::word_boundary:
        case NodeKind::back_reference:
          return false;
        default:
          todo.insert(todo.end(), node.children.begin(), node.children.end());
      }
    }
    return true;
  }

  // A list behind the next character. kBehind itself as a leaf means "ends here", so there it is wrapped.
  List mark(List list) { return list == kBehind ? put({syntax_.root, true, 0, 0, kBehind}) : list; }

  // 22.2.2.3.1 RepeatMatcher. A round that is not required and matches nothing fails: it would come back to
  // the same place, and what is found there is found without it.
  Formula rounds(const Cell& cell) {
    Formula out = cell.min == 0 ? go_on(cell.next) : Formulas::kNo;
    if (cell.max == 0) return out;
    const std::pair<NodeIndex, List> here{cell.node, cell.next};
    if (cell.min == 0 && !open_.insert(here).second) return Formulas::kNo;
    Cell rest = cell;
    if (rest.min > 0) --rest.min;
    if (rest.max != kUnbounded) --rest.max;
    const List behind = put(rest);
    out = formulas_.either(out, go_on(put({syntax_.nodes[cell.node].children[0], false, 0, 0, behind})));
    if (cell.min == 0) open_.erase(here);
    return out;
  }

  Formula look(const Cell& cell, const Node& node) {
    const auto behind = behind_of_.find(cell.node);
    if (behind != behind_of_.end()) {
      return ends_here_[behind->second] != node.negative ? go_on(cell.next) : Formulas::kNo;
    }
    std::set<std::pair<NodeIndex, List>> open;
    open.swap(open_);  // the body is a match of its own
    const Formula body = go_on(put({node.children[0], false, 0, 0, kDone}));
    open.swap(open_);
    return formulas_.both(node.negative ? formulas_.negation(body) : body, go_on(cell.next));
  }

  // Code points that no leaf of the tree and no \b tells apart.
  void find_classes() {
    std::set<char32_t> ends = {0, 0xD800, 0xE000, 0x10000};
    std::vector<CodePointSet> sets = syntax_.sets;
    sets.push_back(CodePointSet({{U'0', U'9'}, {U'A', U'Z'}, {U'_', U'_'}, {U'a', U'z'}}));
    std::set<char32_t> characters;
    for (const Node& node : syntax_.nodes) {
      if (node.kind == NodeKind::character) characters.insert(node.character);
    }
    for (const char32_t c : characters) sets.push_back(CodePointSet({{c, c}}));
    for (const CodePointSet& set : sets) {
      for (const CodePointRange& range : set.ranges()) {
        for (const char32_t end : {range.first, static_cast<char32_t>(range.last + 1)}) add_end(end, ends);
      }
    }
    boundaries_.assign(ends.begin(), ends.end());
    std::map<std::vector<bool>, Class> known;
    for (const char32_t c : boundaries_) {
      std::vector<bool> signature;
      const std::vector<char32_t> units = units_of(c);
      for (const char32_t unit : units) {
        for (const CodePointSet& set : sets) signature.push_back(set.contains(unit));
      }
      signature.push_back(units.size() > 1);
      const auto [place, added] = known.emplace(std::move(signature), static_cast<Class>(units_.size()));
      if (added) units_.push_back(units);
      classes_.push_back(place->second);
    }
  }

  // Without the u flag a set speaks of code units: a bound among the high surrogates is one among the
  // characters that begin so.
  void add_end(char32_t end, std::set<char32_t>& ends) const {
    if (end > kLastCodePoint) return;
    const bool high = end >= 0xD800 && end < 0xDC00;
    if (!syntax_.unicode_mode && high) ends.insert(0x10000 + ((end - 0xD800) << 10U));
    if (syntax_.unicode_mode || end < 0xD800 || (end >= 0xE000 && end <= 0xFFFF)) ends.insert(end);
  }

  std::vector<char32_t> units_of(char32_t c) const {
    if (syntax_.unicode_mode || c < 0x10000) return {c};
    return {0xD800 + ((c - 0x10000) >> 10U), 0xDC00 + ((c - 0x10000) & 0x3FFU)};
  }

  const Syntax& syntax_;
  Formulas formulas_;
  std::map<Cell, List> lists_;
  std::vector<Cell> cells_;
  List root_ = kDone;
  std::map<std::uint32_t, NodeIndex> bodies_;
  std::map<NodeIndex, std::size_t> behind_of_;
  std::vector<List> behind_;
  std::map<Key, State> known_;
  std::vector<const Key*> states_;
  std::map<std::pair<State, Class>, State> steps_;
  std::map<State, bool> accepts_;
  std::vector<char32_t> boundaries_;
  std::vector<Class> classes_;                // by interval
  std::vector<std::vector<char32_t>> units_;  // by class: what stands for it

  // The step that is being made.
  std::size_t left_ = 0;
  std::size_t depth_ = 0;
  Before before_ = Before::start;
  char32_t next_ = kNothing;
  std::vector<bool> ends_here_;
  std::set<std::pair<NodeIndex, List>> open_;
};

namespace {

// Is there a back-reference below?
bool refers_back_inside(const Syntax& syntax, NodeIndex from) {
  std::vector<NodeIndex> todo = syntax.nodes[from].children;
  while (!todo.empty()) {
    const Node& node = syntax.nodes[todo.back()];
    todo.pop_back();
    if (node.kind == NodeKind::back_reference) return true;
    todo.insert(todo.end(), node.children.begin(), node.children.end());
  }
  return false;
}

bool looks_ahead_inside(const Syntax& syntax, NodeIndex from) {
  std::vector<NodeIndex> todo = syntax.nodes[from].children;
  while (!todo.empty()) {
    const Node& node = syntax.nodes[todo.back()];
    todo.pop_back();
    if (node.kind == NodeKind::look && !syntax.nodes[node.children[0]].backward) return true;
    todo.insert(todo.end(), node.children.begin(), node.children.end());
  }
  return false;
}

bool splits_low_surrogates(const CodePointSet& set) {
  return std::any_of(set.ranges().begin(), set.ranges().end(), [](const CodePointRange& range) {
    const auto inside = [](char32_t end) { return end > 0xDC00 && end <= 0xDFFF; };
    return inside(range.first) || inside(range.last + 1);
  });
}

bool is_readable(const Syntax& syntax) {
  for (NodeIndex i = 0; i < syntax.nodes.size(); ++i) {
    const Node& node = syntax.nodes[i];
    const bool unbounded = node.max == kUnbounded;
    if (node.kind == NodeKind::quantifier &&
        (node.min > kLargestCount || (!unbounded && node.max > kLargestCount))) {
      return false;
    }
    const bool behind = node.kind == NodeKind::look && syntax.nodes[node.children[0]].backward;
    if (behind && looks_ahead_inside(syntax, i)) return false;
    if (node.kind == NodeKind::look && node.negative && refers_back_inside(syntax, i)) return false;
    if (!syntax.unicode_mode && node.kind == NodeKind::character &&
        splits_low_surrogates(CodePointSet({{node.character, node.character}}))) {
      return false;
    }
  }
  return syntax.unicode_mode || std::none_of(syntax.sets.begin(), syntax.sets.end(), splits_low_surrogates);
}

}  // namespace

PatternStates::PatternStates(std::unique_ptr<Machine> machine) : machine_(std::move(machine)) {}
PatternStates::~PatternStates() = default;

std::unique_ptr<PatternStates> PatternStates::make(const Pattern& pattern) {
  if (!is_readable(pattern.syntax())) return nullptr;
  return std::unique_ptr<PatternStates>(new PatternStates(std::make_unique<Machine>(pattern.syntax())));
}

bool PatternStates::is_exact() const { return machine_->is_exact(); }

std::optional<PatternStates::State> PatternStates::step(State from, Class characters) {
  return machine_->step(from, characters);
}
std::optional<bool> PatternStates::accepts(State state) { return machine_->accepts(state); }
PatternStates::Class PatternStates::class_of(char32_t code_point) const {
  return machine_->class_of(code_point);
}
const std::vector<char32_t>& PatternStates::boundaries() const { return machine_->boundaries(); }

}  // namespace lockstep::oracle

#include "lockstep/engine/machine/scalars.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>

#include "lockstep/engine/base/check.h"
#include "lockstep/engine/base/sorted.h"
#include "lockstep/engine/lexical/code_points.h"
#include "lockstep/engine/machine/values.h"

namespace lockstep::engine {
namespace {

constexpr std::size_t kMostSupposed = 8;  // patterns

void sort_points(std::vector<Decimal>& points, Meter* meter) {
  sort_once(points, [meter](const Decimal& a, const Decimal& b) {
    pass_bytes(meter, 128 + a.digits().size() + b.digits().size());
  });
}

std::size_t place_of(const std::vector<Pattern>& among, const Pattern& wanted) {
  const auto found = std::find_if(among.begin(), among.end(),
                                  [&](const Pattern& one) { return one.source() == wanted.source(); });
  return static_cast<std::size_t>(found - among.begin());
}

}  // namespace

// A string as far as schemas tell strings apart: its text where that is listed somewhere, its length, and the
// patterns that match it.
struct Scalars::StringCell {
  std::optional<std::string_view> text;  // nullopt: none of the listed ones
  std::uint64_t length = 0;
  std::function<bool(const Pattern&)> matches;
};

// A number as far as schemas tell numbers apart: its place among the points that they name, what it is a
// multiple of, and its kind of spelling.
struct Scalars::NumberCell {
  const std::vector<Decimal>* points = nullptr;
  std::size_t place = 0;  // 2 i + 1 at point i, 2 i before it
  bool integral = false;
  bool word = false;  // spelled as an integer word
  const Divisors* divisors = nullptr;
  const Divisors::Bits* multiples = nullptr;

  std::size_t place_of(const Decimal& point) const {
    const auto found = std::lower_bound(points->begin(), points->end(), point);
    LOCKSTEP_CHECK(found != points->end() && *found == point);
    return 2 * static_cast<std::size_t>(found - points->begin()) + 1;
  }
};

template <typename Visit>
void Scalars::visit_in_place(const std::vector<Obligation>& obligations, const Visit& visit) const {
  std::set<NodeId> seen;
  std::vector<NodeId> todo;
  for (const Obligation obligation : obligations) {
    const auto& members = model_.members(obligation);
    todo.insert(todo.end(), members.begin(), members.end());
  }
  while (!todo.empty()) {
    const NodeId id = todo.back();
    todo.pop_back();
    if (!seen.insert(id).second) continue;
    charge();
    const Node& node = model_.node(id);
    visit(node);
    const std::vector<NodeId> next = in_place_of(node);
    todo.insert(todo.end(), next.begin(), next.end());
  }
}

template <typename Cell>
bool Scalars::holds(NodeId id, const Cell& cell) const {
  charge();
  if (id < known_.size() && known_[id].epoch == epoch_) return known_[id].holds;
  const std::uint64_t epoch = epoch_;
  const bool answer = evaluate(id, cell);
  LOCKSTEP_CHECK(epoch == epoch_);
  if (id >= known_.size()) known_.resize(id + 1);
  known_[id] = {epoch, answer};
  return answer;
}

template <typename Cell>
Scalars::Bits Scalars::bits_of(const std::vector<Obligation>& obligations, const Cell& cell) const {
  Bits bits;
  ++epoch_;
  for (const Obligation obligation : obligations) {
    const auto& members = model_.members(obligation);
    bits.push_back(obligation != kNever &&
                   std::all_of(members.begin(), members.end(), [&](NodeId id) { return holds(id, cell); }));
  }
  return bits;
}

namespace {

template <typename Holds>
bool branch_holds(const Node& node, const Holds& holds) {
  if (!node.condition || !(node.then || node.otherwise)) return true;
  const std::optional<NodeId>& branch = holds(*node.condition) ? node.then : node.otherwise;
  return !branch || holds(*branch);
}

// The keywords that apply in place, the same for every kind of scalar.
template <typename Holds>
bool in_place_holds(const Node& node, const Holds& holds) {
  return std::all_of(node.all_of.begin(), node.all_of.end(), holds) &&
         (node.any_of.empty() || std::any_of(node.any_of.begin(), node.any_of.end(), holds)) &&
         (node.one_of.empty() || std::count_if(node.one_of.begin(), node.one_of.end(), holds) == 1) &&
         (!node.negated || !holds(*node.negated)) && branch_holds(node, holds) &&
         (!node.ref || holds(*node.ref)) && (!node.dynamic_ref || holds(*node.dynamic_ref));
}

template <typename Equal>
bool enums_hold(const Node& node, const Equal& equal) {
  return std::all_of(node.enums.begin(), node.enums.end(), [&](const std::vector<json::Value>& list) {
    return std::any_of(list.begin(), list.end(), equal);
  });
}

}  // namespace

bool Scalars::evaluate(NodeId id, Literal literal) const {
  const Node& node = model_.node(id);
  if (node.boolean) return *node.boolean;
  const bool null = literal == Literal::null;
  if ((node.types & (null ? kNull : kBoolean)) == 0) return false;
  const bool listed = enums_hold(node, [&](const json::Value& value) {
    if (null) return value.is(json::Kind::null);
    return value.is(json::Kind::boolean) && value.boolean() == (literal == Literal::true_value);
  });
  return listed && in_place_holds(node, [&](NodeId next) { return holds(next, literal); });
}

bool Scalars::evaluate(NodeId id, const StringCell& cell) const {
  const Node& node = model_.node(id);
  if (node.boolean) return *node.boolean;
  if ((node.types & kString) == 0) return false;
  if (cell.length < node.min_length.value_or(0) || cell.length > node.max_length.value_or(kNoLimit))
    return false;
  if (node.pattern && !cell.matches(*node.pattern)) return false;
  if (node.format && !std::all_of(node.format->all_of.begin(), node.format->all_of.end(), cell.matches))
    return false;
  if (!node.enums.empty()) {
    const std::vector<std::vector<std::string_view>>& lists = listed_texts(id);
    if (!cell.text || !std::all_of(lists.begin(), lists.end(),
                                   [&](const auto& list) { return has_sorted(list, *cell.text); }))
      return false;
  }
  return in_place_holds(node, [&](NodeId next) { return holds(next, cell); });
}

const std::vector<std::vector<std::string_view>>& Scalars::listed_texts(NodeId id) const {
  if (const auto known = listed_texts_.find(id); known != listed_texts_.end()) return known->second;
  std::vector<std::vector<std::string_view>> made;
  for (const auto& list : model_.node(id).enums) {
    std::vector<std::string_view>& texts = made.emplace_back();
    for (const json::Value& value : list) {
      charge();
      if (value.is(json::Kind::string)) texts.push_back(value.string());
    }
    sort_once(texts, LookAtTexts{meter_});
  }
  return listed_texts_[id] = std::move(made);
}

const std::vector<std::vector<Decimal>>& Scalars::listed_numbers(NodeId id) const {
  if (const auto known = listed_numbers_.find(id); known != listed_numbers_.end()) return known->second;
  std::vector<std::vector<Decimal>> made;
  for (const auto& list : model_.node(id).enums) {
    std::vector<Decimal>& numbers = made.emplace_back();
    for (const json::Value& value : list) {
      if (!value.is(json::Kind::number)) continue;
      pass(meter_, 16);
      numbers.push_back(Decimal::saturating(value.number(), meter_));
    }
    sort_points(numbers, meter_);
  }
  return listed_numbers_[id] = std::move(made);
}

bool Scalars::evaluate(NodeId id, const NumberCell& cell) const {
  const Node& node = model_.node(id);
  if (node.boolean) return *node.boolean;
  const bool integer = policy_.numbers == Numbers::plain ? cell.word : cell.integral;
  if ((node.types & kNumber) == 0 && !((node.types & kInteger) != 0 && integer) &&
      !((node.types & kIntegerWord) != 0 && cell.word))
    return false;
  if (node.minimum && cell.place < cell.place_of(*node.minimum)) return false;
  if (node.maximum && cell.place > cell.place_of(*node.maximum)) return false;
  if (node.exclusive_minimum && cell.place <= cell.place_of(*node.exclusive_minimum)) return false;
  if (node.exclusive_maximum && cell.place >= cell.place_of(*node.exclusive_maximum)) return false;
  if (node.multiple_of && !(*cell.multiples)[cell.divisors->place_of(*node.multiple_of)]) return false;
  // Under Numbers::plain an integral member holds only for an integer word.
  const bool can_be_listed = cell.place % 2 == 1 && (!cell.integral || integer);
  for (const std::vector<Decimal>& list : listed_numbers(id)) {
    if (!can_be_listed || !has_sorted(list, (*cell.points)[cell.place / 2])) return false;
  }
  return in_place_holds(node, [&](NodeId next) { return holds(next, cell); });
}

Scalars::Bits Scalars::of_literal(const std::vector<Obligation>& obligations, Literal literal) const {
  return bits_of(obligations, literal);
}

Scalars::Bits Scalars::of_string(const std::vector<Obligation>& obligations, std::string_view decoded) const {
  const auto matches = [&](const Pattern& pattern) {
    PatternAutomaton& run = automaton(pattern);
    const PatternAutomaton::State end = run.run(decoded);
    if (run.is_missing(end)) met_unknown(pattern, decoded);
    return run.accepts(end);
  };
  return bits_of(obligations, StringCell{decoded, count_code_points(decoded), matches});
}

bool Scalars::matches(NodeId node, std::string_view decoded) const {
  PatternAutomaton& run = automaton(*model_.node(node).pattern);
  const PatternAutomaton::State end = run.run(decoded);
  if (run.is_missing(end)) met_unknown(*model_.node(node).pattern, decoded);
  return run.accepts(end);
}

void Scalars::met_unknown(const Pattern& pattern, std::string_view text) const {
  ++unknown_met_;
  unknown_.emplace(pattern.source(), text);
}

PatternAutomaton& Scalars::automaton(const Pattern& pattern) const {
  std::shared_ptr<PatternAutomaton>& made = automata_[pattern.source()];
  if (!made) made = std::make_shared<PatternAutomaton>(pattern, limits_, meter_);
  return *made;
}

std::shared_ptr<PatternSet> Scalars::pattern_set(const std::vector<Pattern>& patterns) const {
  std::vector<std::string> sources;
  std::vector<std::shared_ptr<PatternAutomaton>> automata;
  for (const Pattern& pattern : patterns) {
    automaton(pattern);
    automata.push_back(automata_.find(pattern.source())->second);
    sources.push_back(pattern.source());
  }
  std::shared_ptr<PatternSet>& made = pattern_sets_[sources];
  if (!made) made = std::make_shared<PatternSet>(std::move(automata), limits_, meter_);
  return made;
}

// What tells strings apart for these obligations.
struct Scalars::StringCells {
  std::vector<std::string_view> texts;  // listed ones, in order; they live in the documents
  std::set<std::uint64_t> cuts = {0};   // lengths at which a verdict may change
  std::vector<Pattern> patterns;
  bool formats = false;

  std::function<bool(const Pattern&)> matches(const std::vector<bool>& matched) const {
    return [this, &matched](const Pattern& pattern) -> bool { return matched[place_of(patterns, pattern)]; };
  }
};

Scalars::StringCells Scalars::string_cells(const std::vector<Obligation>& obligations) const {
  StringCells cells;
  visit_in_place(obligations, [&](const Node& node) {
    const auto add = [&](const Pattern& pattern) {
      if (place_of(cells.patterns, pattern) == cells.patterns.size()) cells.patterns.push_back(pattern);
    };
    if (node.pattern) add(*node.pattern);
    if (node.format) std::for_each(node.format->all_of.begin(), node.format->all_of.end(), add);
    cells.formats = cells.formats || node.format;
    if (node.min_length) cells.cuts.insert(*node.min_length);
    if (node.max_length && *node.max_length != kNoLimit) cells.cuts.insert(*node.max_length + 1);
    for (const auto& list : node.enums) {
      for (const json::Value& value : list) {
        pass(meter_);
        if (value.is(json::Kind::string)) cells.texts.push_back(value.string());
      }
    }
  });
  sort_once(cells.texts, LookAtTexts{meter_});
  return cells;
}

std::vector<std::string> Scalars::listed_strings(const std::vector<Obligation>& obligations) const {
  const StringCells cells = string_cells(obligations);
  return {cells.texts.begin(), cells.texts.end()};
}

StringLanguage Scalars::strings_where(const std::vector<Obligation>& obligations, const StringCells& cells,
                                      const std::function<bool(const Bits&)>& admitted,
                                      std::vector<StringLanguage::Entry> listed) const {
  std::vector<std::string> known;
  for (const StringLanguage::Entry& entry : listed) {
    pass(meter_);
    known.push_back(entry.text);
  }
  sort_once(known, LookAtTexts{meter_});
  for (const std::string_view view : cells.texts) {
    pass_bytes(meter_, view.size());
    if (has_sorted(known, view)) continue;
    std::string text(view);
    const std::uint64_t before = unknown_met_;
    const bool holds = admitted(of_string(obligations, text));
    listed.push_back({std::move(text), holds && unknown_met_ == before});
  }
  StringCells cells_apart = {{}, cells.cuts, cells.patterns};
  const auto verdict = [this, obligations, cells = std::move(cells_apart),
                        admitted](const std::vector<bool>& matched) {
    std::vector<LengthRange> ranges;
    for (auto cut = cells.cuts.begin(); cut != cells.cuts.end(); ++cut) {
      const auto next = std::next(cut);
      if (admitted(bits_of(obligations, StringCell{std::nullopt, *cut, cells.matches(matched)}))) {
        ranges.push_back({*cut, next == cells.cuts.end() ? kNoLimit : *next - 1});
      }
    }
    return ranges;
  };
  if (cells.patterns.empty()) return {std::move(listed), verdict({}), meter_};
  return StringLanguage::with_patterns(
      std::move(listed),
      std::make_shared<PatternStrings>(pattern_set(cells.patterns), *cells.cuts.rbegin(), verdict, limits_,
                                       meter_),
      meter_);
}

StringLanguage Scalars::strings(const std::vector<Obligation>& obligations, const Booleans& booleans,
                                Function goal, std::vector<StringLanguage::Entry> listed) const {
  const auto admitted = [&booleans, goal](const Bits& bits) {
    return booleans.evaluate(goal, [&](Variable v) { return bits[v]; });
  };
  return strings_where(obligations, string_cells(obligations), admitted, std::move(listed));
}

// Formats have many states and few patterns: not every state is visited, but every vector of matches
// supposed.
std::optional<std::vector<std::vector<bool>>> Scalars::supposed_matches(const StringCells& cells) const {
  std::vector<std::vector<bool>> all;
  if (!cells.formats || cells.patterns.size() > kMostSupposed) {
    const std::shared_ptr<PatternSet> patterns = pattern_set(cells.patterns);
    const auto outcomes = patterns->outcomes(limits_.pattern_search);
    if (!outcomes) return std::nullopt;
    for (const std::uint32_t outcome : *outcomes) all.push_back(patterns->matched(outcome));
    return all;
  }
  for (std::size_t bits = 0; bits < std::size_t{1} << cells.patterns.size(); ++bits) {
    std::vector<bool>& matched = all.emplace_back();
    for (std::size_t i = 0; i < cells.patterns.size(); ++i) matched.push_back((bits >> i & 1U) != 0);
  }
  return all;
}

std::optional<std::vector<Scalars::Bits>> Scalars::vectors(const std::vector<Obligation>& obligations) const {
  const StringCells cells = string_cells(obligations);
  const auto supposed = supposed_matches(cells);
  if (!supposed) return std::nullopt;
  std::set<Bits> candidates;
  for (const std::vector<bool>& matched : *supposed) {
    for (const std::uint64_t cut : cells.cuts) {
      candidates.insert(bits_of(obligations, StringCell{std::nullopt, cut, cells.matches(matched)}));
    }
  }
  for (const std::string_view text : cells.texts)
    candidates.insert(of_string(obligations, std::string(text)));
  std::vector<Bits> reached;
  for (const Bits& wanted : candidates) {
    const StringLanguage those =
        strings_where(obligations, cells, [&](const Bits& bits) { return bits == wanted; }, {});
    if (!those.empty()) reached.push_back(wanted);
    if (those.overruns() > 0) return std::nullopt;
  }
  return reached;
}

namespace {

void collect_points(const Node& node, std::vector<Decimal>& points, Meter* meter) {
  for (const auto* bound : {&node.minimum, &node.maximum, &node.exclusive_minimum, &node.exclusive_maximum}) {
    if (*bound) points.push_back(**bound);
  }
  for (const auto& list : node.enums) {
    for (const json::Value& value : list) {
      if (!value.is(json::Kind::number)) continue;
      pass(meter, 16);
      points.push_back(Decimal::saturating(value.number(), meter));
    }
  }
}

}  // namespace

Divisors Scalars::divisors_of(const std::vector<Obligation>& obligations) const {
  std::vector<Decimal> numbers;
  visit_in_place(obligations, [&](const Node& node) {
    if (node.multiple_of) numbers.push_back(*node.multiple_of);
  });
  return Divisors(std::move(numbers));
}

void Scalars::check_divisors(const std::vector<Obligation>& obligations) const {
  const Divisors divisors = divisors_of(obligations);
  if (divisors.empty()) return;
  for (const bool integral : {true, false}) {
    const auto classes = divisors.classes(integral, limits_.number_classes);
    if (!classes) throw Meter::Stop{"limit_number_classes"};
    charge(classes->size());
  }
}

// The numbers at which a verdict may change, ascending.
const std::vector<Decimal>& Scalars::points_of(const std::vector<Obligation>& obligations) const {
  if (const auto known = points_.find(obligations); known != points_.end()) return known->second;
  std::vector<Decimal> points;
  visit_in_place(obligations, [&](const Node& node) { collect_points(node, points, meter_); });
  sort_points(points, meter_);
  if (meter_ != nullptr) meter_->hold(points.size() * sizeof(Decimal));
  return points_[obligations] = std::move(points);
}

Scalars::Bits Scalars::of_number(const std::vector<Obligation>& obligations,
                                 std::string_view spelling) const {
  return of_number(obligations, Decimal::saturating(spelling, meter_), is_integer_word(spelling));
}

Scalars::Bits Scalars::of_number(const std::vector<Obligation>& obligations, const Decimal& value,
                                 bool word) const {
  const std::vector<Decimal>& points = points_of(obligations);
  const auto at = std::lower_bound(points.begin(), points.end(), value);
  const Divisors divisors = divisors_of(obligations);
  const Divisors::Bits multiples = divisors.bits_of(value);
  NumberCell cell;
  cell.points = &points;
  cell.place =
      2 * static_cast<std::size_t>(at - points.begin()) + (at != points.end() && *at == value ? 1 : 0);
  cell.integral = value.is_integer();
  cell.word = word;
  cell.divisors = &divisors;
  cell.multiples = &multiples;
  return bits_of(obligations, cell);
}

Scalars::Bits Scalars::of_number(const std::vector<Obligation>& obligations, const NumberLanguage& language,
                                 const NumberLanguage::Place& place) const {
  return bits_of(obligations, NumberCell{&language.points(), place.place, place.integral, place.word,
                                         language.divisors(), &place.multiples});
}

NumberLanguage Scalars::numbers(const std::vector<Obligation>& obligations, const Booleans& booleans,
                                Function goal, NumberLanguage::Keep keep,
                                const std::map<Decimal, Function>& own) const {
  std::vector<Decimal> points = points_of(obligations);
  for (const auto& [point, unused] : own) points.push_back(point);
  if (!own.empty()) sort_points(points, meter_);
  const auto divisors = std::make_shared<const Divisors>(divisors_of(obligations));
  const auto verdict_at = [&](std::size_t place, const Divisors::Bits& multiples) {
    const auto found = place % 2 == 1 ? own.find(points[place / 2]) : own.end();
    const Function wanted = found == own.end() ? goal : found->second;
    const auto allowed = [&](bool integral, bool word) {
      const Bits bits =
          bits_of(obligations, NumberCell{&points, place, integral, word, divisors.get(), &multiples});
      return booleans.evaluate(wanted, [&](Variable v) { return bits[v]; });
    };
    return NumberVerdict{allowed(true, true), allowed(true, false), allowed(false, false)};
  };
  std::vector<NumberVerdict> at_point;
  for (std::size_t i = 0; i < points.size(); ++i) {
    at_point.push_back(verdict_at(2 * i + 1, divisors->bits_of(points[i])));
  }
  // check_divisors() came before.
  const std::vector<Divisors::Bits> integers = divisors->classes(true, limits_.number_classes).value();
  const std::vector<Divisors::Bits> fractions = divisors->classes(false, limits_.number_classes).value();
  std::vector<CellVerdicts> between(points.size() + 1);
  for (std::size_t i = 0; i <= points.size(); ++i) {
    for (const Divisors::Bits& one : integers) between[i].integers.push_back(verdict_at(2 * i, one));
    for (const Divisors::Bits& one : fractions) between[i].fractions.push_back(verdict_at(2 * i, one));
  }
  return {std::move(points), std::move(at_point), between, divisors, keep, meter_};
}

}  // namespace lockstep::engine

// An open array: items one after another, where each either counts for a demand (contains, a failing item) or
// does not. A state is how many items there are and how far each count is; beyond its bound a count stays.
#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "lockstep/oracle/schema/unique_key.h"
#include "lockstep/oracle/schema_prefix/position.h"
#include "lockstep/oracle/schema_prefix/value_spelling.h"

namespace lockstep::oracle {
namespace {

constexpr std::size_t kMostCounts = 6;       // demands on how many items
constexpr std::size_t kMostStates = 20'000;  // asked for one array
constexpr std::size_t kLongest = 3'000;      // items that are counted one by one

// What has been promised to be equal to a later item.
struct Twin {
  enum class Kind : std::uint8_t { nobody, open, item } kind = Kind::nobody;
  Conjunction all;  // what it satisfies
  auto operator<=>(const Twin&) const = default;
};

struct State {
  std::size_t index = 0;
  std::vector<std::size_t> counts;
  bool repeated = false;  // two items are equal
  Twin twin;
  auto operator<=>(const State&) const = default;
};

// One way for an item to be: what it satisfies, and which demands it counts for.
struct Way {
  Conjunction all;
  std::vector<bool> counts;
};

class ArrayQuestion {
 public:
  ArrayQuestion(Position& position, const Clause& clause, const Applied& applied, const PartialValue& partial)
      : position_(position),
        language_(position.language()),
        items_(clause.items),
        clause_(clause),
        applied_(applied),
        partial_(partial),
        there_(partial.value.items) {}

  Answer run() {
    const bool another = partial_.tail != PartialTail::may_close;
    if (items_.sizes.is_empty() || !items_.sizes.allows(there_.size() + (another ? 1 : 0)))
      return Answer::no();
    Answer all = Answer::yes();
    for (std::size_t i = 0; i < there_.size() && !all.is_no(); ++i) all = both(all, closed_item(i));
    if (all.is_no()) return all;
    if (is_plain()) return both(all, plain(another));
    State state;
    state.index = there_.size();
    if (!see_doubles(state)) return Answer::no();
    if (!read_counts(state)) return Answer::unknown("items: too many to count");
    for (std::size_t i = 0; i < state.counts.size(); ++i) {
      if (most_[i] && state.counts[i] > *most_[i]) return Answer::no();
    }
    const Answer rest = partial_.tail == PartialTail::in_part ? open_item(state) : goes_on(state, another);
    // Under `plain` equal numbers may be spelled in ways that are not followed here.
    const bool by_spelling = language_.policy().numbers == NumberRule::plain || language_.spellings_differ();
    const bool spelled = items_.repeated && by_spelling;
    if (rest.is_no() && spelled) return Answer::unknown("keyword: uniqueItems");
    return both(all, rest);
  }

 private:
  // --- nothing but sizes, and one demand for each item

  bool is_plain() const {
    return items_.counts.empty() && !items_.unique && !items_.repeated &&
           std::all_of(items_.rules.begin(), items_.rules.end(),
                       [](const ItemRule& rule) { return rule.either.size() == 1; });
  }

  Answer plain(bool another) {
    Answer all = Answer::yes();
    std::size_t next = there_.size();
    if (another) {
      const PartialValue nothing;
      const PartialValue& part = partial_.tail == PartialTail::in_part ? *partial_.last : nothing;
      all = position_.viable(language_.item(clause_, next), position_.orders().of_item(applied_, next), part);
      ++next;
    }
    // Behind the listed ones all items are alike.
    const std::size_t last = std::max(next, clause_.listed_items());
    for (std::size_t i = next; i <= last && items_.sizes.wants_more_than(i) && !all.is_no(); ++i) {
      all = both(all, position_.satisfiable().ask(language_.item(clause_, i)));
    }
    return all;
  }

  // --- what is there

  Answer closed_item(std::size_t index) {
    Answer all = language_.check(language_.item(clause_, index), there_[index]);
    for (const ItemRule& rule : items_.rules) {
      if (!rule.indices.has(index) || rule.either.size() == 1) continue;
      Answer any = Answer::no();
      for (const Literal literal : rule.either) any = either(any, language_.check({literal}, there_[index]));
      all = both(all, any);
    }
    return all;
  }

  // The bounds of the demands, and how many of the closed items count. False: too many of them, or it cannot
  // be told.
  bool read_counts(State& state) {
    if (items_.counts.size() > kMostCounts) return false;
    for (const ItemCount& count : items_.counts) {
      const std::optional<unsigned long long> least = to_count(count.least);
      if (!least || *least > kLongest) return false;
      least_.push_back(*least);
      most_.emplace_back();
      if (count.most) {
        const std::optional<unsigned long long> most = to_count(*count.most);
        if (!most || *most > kLongest) return false;
        most_.back() = *most;
      }
      std::size_t counted = 0;
      for (std::size_t i = 0; i < there_.size(); ++i) {
        if (!count.indices.has(i)) continue;
        const Answer counts = language_.check(count.all, there_[i]);
        if (counts.is_unknown()) return false;
        if (counts.is_yes()) ++counted;
      }
      state.counts.push_back(capped(state.counts.size(), counted));
    }
    alike_from_ = std::max(there_.size() + 1, clause_.listed_items());
    for (const auto& bound : {std::optional(items_.sizes.least), items_.sizes.most}) {
      if (!bound) continue;
      const std::optional<unsigned long long> size = to_count(*bound);
      if (!size || *size > kLongest) return false;
      alike_from_ = std::max<std::size_t>(alike_from_, *size + 1);
    }
    return true;
  }

  std::size_t capped(std::size_t which, std::size_t count) const {
    return std::min(count, std::max(least_[which], most_[which] ? *most_[which] + 1 : 0));
  }

  bool see_doubles(State& state) {
    if (!items_.unique && !items_.repeated) return true;
    std::set<std::string> keys;
    for (const JsonValue& item : there_)
      state.repeated = !keys.insert(unique_key(item)).second || state.repeated;
    return !items_.unique || !state.repeated;
  }

  // --- ways for one item

  std::size_t alike(std::size_t index) const { return std::min(index, alike_from_); }

  const std::vector<Way>& ways(std::size_t index) {
    const auto known = ways_.find(alike(index));
    if (known != ways_.end()) return known->second;
    std::vector<Way> out = {{language_.item(clause_, index), std::vector<bool>(items_.counts.size(), false)}};
    for (std::size_t which = 0; which < items_.counts.size(); ++which) split(index, which, out);
    for (const ItemRule& rule : items_.rules) {
      if (rule.indices.has(index) && rule.either.size() > 1) satisfy(rule, out);
    }
    return ways_.emplace(alike(index), std::move(out)).first->second;
  }

  // It counts, or it does not. That it does not has to be so only where there may be too many.
  void split(std::size_t index, std::size_t which, std::vector<Way>& out) const {
    const ItemCount& count = items_.counts[which];
    if (!count.indices.has(index)) return;
    std::vector<Way> next;
    for (const Way& way : out) {
      Way not_counted = way;
      if (count.most) add(not_counted.all, opposite(count.all.front()));
      next.push_back(std::move(not_counted));
      Way counted = way;
      add(counted.all, count.all);
      counted.counts[which] = true;
      next.push_back(std::move(counted));
    }
    out = std::move(next);
  }

  void satisfy(const ItemRule& rule, std::vector<Way>& out) {
    std::vector<Way> next;
    for (const Way& way : out) {
      const bool done = std::any_of(rule.either.begin(), rule.either.end(), [&way](Literal literal) {
        return std::binary_search(way.all.begin(), way.all.end(), literal);
      });
      if (done) next.push_back(way);
      for (std::size_t i = 0; !done && i < rule.either.size(); ++i) {
        next.push_back(way);
        add(next.back().all, rule.either[i]);
      }
    }
    out = std::move(next);
  }

  std::optional<State> behind(const State& state, const Way& way) const {
    State next = state;
    next.index = alike(state.index + 1);
    for (std::size_t i = 0; i < way.counts.size(); ++i) {
      if (!way.counts[i]) continue;
      next.counts[i] = capped(i, state.counts[i] + 1);
      if (most_[i] && next.counts[i] > *most_[i]) return std::nullopt;
    }
    return next;
  }

  // --- the open item

  Answer open_item(const State& state) {
    Answer any = Answer::no();
    const Applied applied = position_.orders().of_item(applied_, there_.size());
    const std::vector<Way> all_ways = ways(there_.size());
    for (const Way& way : all_ways) {
      const std::optional<State> next = behind(state, way);
      if (!next) continue;
      any = either(any, open_way(way, *next, applied));
      if (any.is_yes()) return any;
    }
    return any;
  }

  Answer open_way(const Way& way, const State& next, const Applied& applied) {
    Conjunction all = way.all;
    if (items_.unique) exclude(all, *partial_.last);
    const auto with = [&](const Conjunction& demands, const State& then) {
      const Answer rest = goes_on(then, false);
      return rest.is_no() ? rest : both(rest, position_.viable(demands, applied, *partial_.last));
    };
    open_applied_ = applied;
    Answer any = with(all, next);
    if (!items_.repeated || next.repeated || any.is_yes()) return any;
    State repeated = next;
    repeated.repeated = true;
    for (const JsonValue& item : there_) {
      Conjunction equal = all;
      add(equal, language_.atoms().value(item, false));
      any = either(any, with(equal, repeated));
    }
    State twin = next;
    twin.twin = {Twin::Kind::open, all};
    return any.is_yes() ? any : either(any, goes_on(twin, false));
  }

  // The item is none of the closed ones, as far as it may become one of them.
  void exclude(Conjunction& all, const PartialValue& item) {
    for (const JsonValue& closed : there_) {
      if (item.state == PartialState::open && item.kind != closed.kind) continue;
      if (language_.check(all, closed).is_no()) continue;
      add(all, opposite(language_.atoms().value(closed, false)));
    }
  }

  // --- what follows

  bool may_end(const State& state) const {
    if (!items_.sizes.holds(state.index) || (items_.repeated && !state.repeated)) return false;
    if (state.twin.kind != Twin::Kind::nobody) return false;
    for (std::size_t i = 0; i < least_.size(); ++i) {
      if (state.counts[i] < least_[i]) return false;
    }
    return true;
  }

  // Can the array be completed? must: at least one more item has to come.
  Answer goes_on(const State& state, bool must) {
    if (!must && may_end(state)) return Answer::yes();
    if (!must) {
      const auto known = known_.find(state);
      if (known != known_.end()) return known->second;
    }
    if (known_.size() > kMostStates) return Answer::unknown("items: too many states");
    if (!must) known_.emplace(state, Answer::no());  // where it comes back to itself nothing is gained
    Answer any = Answer::no();
    if (items_.sizes.allows(state.index + 1)) {
      const std::vector<Way>& all_ways = ways(state.index);
      for (std::size_t i = 0; i < all_ways.size() && !any.is_yes(); ++i) {
        const std::optional<State> next = behind(state, all_ways[i]);
        if (next) any = either(any, step(all_ways[i], state, *next));
      }
    }
    if (!must) known_[state] = any;
    return any;
  }

  Answer step(const Way& way, const State& state, const State& next) {
    Answer item = another(way.all, state);
    if (item.is_no()) return item;
    // Where nothing changes nothing is gained.
    Answer any = next == state ? Answer::no() : both(item, goes_on(next, false));
    if (!items_.repeated || next.repeated || any.is_yes()) return any;
    return either(any, repeat(way, next));
  }

  // The item is equal to one that is there, to one that was promised a twin, or is promised one itself.
  Answer repeat(const Way& way, const State& next) {
    State repeated = next;
    repeated.repeated = true;
    repeated.twin = {};
    Answer any = Answer::no();
    if (next.twin.kind == Twin::Kind::nobody) {
      for (const JsonValue& item : there_) {
        const Answer equal = both(language_.check(way.all, item), goes_on(repeated, false));
        any = either(any, equal);
        if (any.is_yes()) return any;
      }
      State twin = next;
      twin.twin = {Twin::Kind::item, way.all};
      return either(any, goes_on(twin, false));
    }
    Conjunction all = next.twin.all;
    add(all, way.all);
    const Answer both_items = next.twin.kind == Twin::Kind::open
                                  ? position_.viable(all, open_applied_, *partial_.last)
                                  : position_.satisfiable().ask(all);
    return both_items.is_no() ? both_items : both(both_items, goes_on(repeated, false));
  }

  // Is there a value for one more item? Where all must differ: one that none of the closed items has, nor any
  // of those that came behind them; the latter can be told to be few only.
  Answer another(const Conjunction& all, const State& state) {
    const Answer any = position_.satisfiable().ask(all);
    if (!items_.unique || any.is_no()) return any;
    std::size_t wanted = state.index - there_.size() + 1;
    if (state.index >= alike_from_) {  // from here on the index does not count them
      for (const std::size_t least : least_) wanted += least;
    }
    if (position_.satisfiable().amount(all, there_.size() + wanted).least >= there_.size() + wanted) {
      return Answer::yes();
    }
    Conjunction others = all;
    exclude(others, {});
    const std::size_t needed = needed_from(state);
    const AmountRange range = position_.satisfiable().amount(others, std::max(wanted, needed));
    if (range.least >= wanted) return Answer::yes();
    if (range.most == 0) return Answer::no();
    // Where every item to come is like this one, and there is no other way for it, they are too few.
    const bool only =
        items_.counts.empty() && ways(state.index).size() == 1 && state.index >= clause_.listed_items();
    if (only && range.most < needed) return Answer::no();
    return Answer::unknown("keyword: uniqueItems");
  }

  // Items that come before the array may end, this one included.
  std::size_t needed_from(const State& state) const {
    std::size_t needed = 1;
    while (items_.sizes.wants_more_than(state.index + needed)) ++needed;
    return needed;
  }

  Position& position_;
  Language& language_;
  const ArrayDemands& items_;
  const Clause& clause_;
  const Applied& applied_;
  const PartialValue& partial_;
  const std::vector<JsonValue>& there_;
  std::vector<std::size_t> least_;
  std::vector<std::optional<std::size_t>> most_;
  std::size_t alike_from_ = 0;
  Applied open_applied_;
  std::map<std::size_t, std::vector<Way>> ways_;
  std::map<State, Answer> known_;
};

}  // namespace

Answer array_viable(Position& position, const Clause& clause, const Applied& applied,
                    const PartialValue& partial) {
  return ArrayQuestion(position, clause, applied, partial).run();
}

}  // namespace lockstep::oracle

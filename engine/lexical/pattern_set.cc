#include "lockstep/engine/lexical/pattern_set.h"

#include <algorithm>
#include <set>

#include "lockstep/engine/base/check.h"
#include "lockstep/engine/lexical/code_points.h"

namespace lockstep::engine {
namespace {

// Where the class of a code point may change, with what decides it from there on.
struct Cut {
  std::uint32_t first = 0;
  std::uint64_t key = 0;
  bool operator<(const Cut& other) const { return first < other.first; }
};

void put(std::vector<Cut>& cuts, std::uint32_t first, std::uint64_t key) {
  if (cuts.empty() || cuts.back().key != key) cuts.push_back({first, key});
}

// Above U+FFFF a pattern without `u` reads two code units: the class is the pair of theirs.
std::vector<Cut> cuts_of(const PatternAutomaton& automaton, Meter* meter) {
  const auto& starts = automaton.span_starts();
  const auto& classes = automaton.span_classes();
  std::vector<Cut> cuts;
  for (std::size_t i = 0; i < starts.size(); ++i) put(cuts, starts[i], classes[i]);
  if (!automaton.pattern().without_u()) return cuts;
  std::vector<Cut> trails;
  for (std::uint32_t unit = kFirstLowSurrogate; unit <= kLastSurrogate; ++unit) {
    put(trails, unit - kFirstLowSurrogate, automaton.class_of(unit));
  }
  for (std::uint32_t lead = 0; lead < 0x400; ++lead) {
    pass(meter, trails.size());
    const std::uint64_t high = (std::uint64_t{automaton.class_of(kFirstSurrogate + lead)} + 1) << 32U;
    for (const Cut& trail : trails) put(cuts, 0x10000 + (lead << 10U) + trail.first, high | trail.key);
  }
  return cuts;
}

// How readable a text is with this code point; less is better.
unsigned strangeness(std::uint32_t c) {
  if (c >= 'a' && c <= 'z') return 0;
  if (c >= '0' && c <= '9') return 1;
  if (c >= 'A' && c <= 'Z') return 2;
  if (c > ' ' && c < 0x7F && c != '"' && c != '\\') return 3;
  if (c == ' ') return 4;
  return c >= 0xA1 && c < kFirstSurrogate ? 5 : 6;
}

std::uint32_t most_readable(std::uint32_t first, std::uint32_t last) {
  std::uint32_t best = first;
  for (const std::uint32_t c : {std::uint32_t{'a'}, std::uint32_t{'0'}, std::uint32_t{'A'},
                                std::uint32_t{'!'}, std::uint32_t{'#'}, std::uint32_t{0xA1}}) {
    if (first <= c && c <= last && strangeness(c) < strangeness(best)) best = c;
  }
  return best;
}

}  // namespace

PatternSet::PatternSet(std::vector<std::shared_ptr<PatternAutomaton>> automata, const Limits& limits,
                       Meter* meter)
    : automata_(std::move(automata)), limits_(limits), meter_(meter) {
  std::vector<std::vector<Cut>> cuts;
  std::vector<std::uint32_t> firsts = {0, kFirstSurrogate, kLastSurrogate + 1};
  for (const auto& automaton : automata_) {
    cuts.push_back(cuts_of(*automaton, meter_));
    for (const Cut& cut : cuts.back()) firsts.push_back(cut.first);
  }
  std::sort(firsts.begin(), firsts.end(), [this](std::uint32_t a, std::uint32_t b) {
    pass(meter_);
    return a < b;
  });
  firsts.erase(std::unique(firsts.begin(), firsts.end()), firsts.end());
  std::vector<std::size_t> at(cuts.size(), 0);
  std::map<std::vector<std::uint64_t>, Class> index;
  for (std::size_t i = 0; i < firsts.size(); ++i) {
    pass(meter_, 2 + cuts.size());
    std::vector<std::uint64_t> key;
    for (std::size_t k = 0; k < cuts.size(); ++k) {
      while (at[k] + 1 < cuts[k].size() && cuts[k][at[k] + 1].first <= firsts[i]) ++at[k];
      key.push_back(cuts[k][at[k]].key);
    }
    if (firsts[i] >= kFirstSurrogate && firsts[i] <= kLastSurrogate) continue;
    const std::uint32_t last = i + 1 == firsts.size() ? kLastCodePoint : firsts[i + 1] - 1;
    const Class of = index.try_emplace(std::move(key), static_cast<Class>(index.size())).first->second;
    const std::uint32_t readable = most_readable(firsts[i], last);
    if (of == samples_.size()) samples_.push_back(readable);
    if (strangeness(readable) < strangeness(samples_[of])) samples_[of] = readable;
    if (!spans_.empty() && spans_.back().of == of && spans_.back().last + 1 == firsts[i]) {
      spans_.back().last = last;
    } else {
      spans_.push_back({firsts[i], last, of});
    }
  }
  for (std::uint32_t c = 0; c < ascii_.size(); ++c) ascii_[c] = span_class(c);
  for (const Span& span : spans_) {
    if (span.last >= ascii_.size() &&
        std::find(beyond_ascii_.begin(), beyond_ascii_.end(), span.of) == beyond_ascii_.end())
      beyond_ascii_.push_back(span.of);
  }
  outcomes_.push_back(0);
  settled_.push_back(1);
  next_.assign(samples_.size(), kMissing);
  Parts first;
  for (const auto& automaton : automata_) first.push_back(automaton->start());
  start_ = intern(first);
}

std::size_t PatternSet::span_at(std::uint32_t code_point) const {
  return std::lower_bound(spans_.begin(), spans_.end(), code_point,
                          [](const Span& span, std::uint32_t c) { return span.last < c; }) -
         spans_.begin();
}

PatternSet::State PatternSet::make(State from, Class symbols) {
  Parts parts;
  pass(meter_, 1 + automata_.size());
  for (std::size_t i = 0; i < automata_.size(); ++i) {
    parts.push_back(automata_[i]->step_code_point(parts_[from][i], samples_[symbols]));
  }
  const State made = intern(parts);
  next_[from * samples_.size() + symbols] = made;
  return made;
}

PatternSet::State PatternSet::intern(const Parts& parts) {
  if (const State known = parts_.find(parts); known != kMissing) return known;
  bool missing = parts_.size() >= limits_.pattern_states;
  for (std::size_t i = 0; i < automata_.size(); ++i) missing = missing || automata_[i]->is_missing(parts[i]);
  if (missing) {
    overrun_ = true;
    return kMissing;
  }
  std::vector<bool> matched;
  for (std::size_t i = 0; i < automata_.size(); ++i) matched.push_back(automata_[i]->accepts(parts[i]));
  const auto [place, added] =
      vector_index_.try_emplace(std::move(matched), static_cast<std::uint32_t>(vector_index_.size()));
  if (added) vectors_.push_back(&place->first);
  const State made = parts_.add(parts);
  outcomes_.push_back(place->second);
  settled_.push_back(-1);
  next_.resize(next_.size() + samples_.size(), kUnknown);
  return made;
}

std::optional<std::vector<std::uint32_t>> PatternSet::outcomes(std::size_t most) {
  if (start_ == kMissing) return std::nullopt;
  std::vector<bool> seen(parts_.size());
  std::vector<State> todo = {start_};
  seen[start_] = true;
  std::set<std::uint32_t> found;
  for (std::size_t at = 0; at < todo.size(); ++at) {
    if (at >= most) return std::nullopt;
    pass(meter_, samples_.size());
    found.insert(outcomes_[todo[at]]);
    for (Class c = 0; c < samples_.size(); ++c) {
      const State next = step(todo[at], c);
      if (next == kMissing) return std::nullopt;
      seen.resize(parts_.size());
      if (!seen[next]) todo.push_back(next);
      seen[next] = true;
    }
  }
  return std::vector<std::uint32_t>(found.begin(), found.end());
}

bool PatternSet::settled(State state) {
  if (settled_[state] < 0) {
    pass(meter_, samples_.size());
    bool stays = true;
    for (Class c = 0; c < samples_.size() && stays; ++c) stays = step(state, c) == state;
    settled_[state] = stays ? 1 : 0;
  }
  return settled_[state] > 0;
}

}  // namespace lockstep::engine

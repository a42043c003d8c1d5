#include "lockstep/oracle/schema_prefix/string_language.h"

#include <algorithm>
#include <deque>

#include "lockstep/oracle/json_text/utf8.h"

namespace lockstep::oracle {
namespace {

constexpr std::size_t kMostSpots = 100'000;  // looked at for one question

constexpr std::size_t kMostAlone = 2'000;    // states of one machine, to see that nothing is reached
constexpr std::uint32_t kLost = 0xFFFFFFFF;  // a place that leads nowhere

constexpr char32_t kBehindLast = 0x110000;

std::vector<char32_t> characters_of(const std::string& text) {
  std::vector<char32_t> out;
  for (std::size_t at = 0; at < text.size();) {
    const Utf8Read read = read_utf8(text, at);
    out.push_back(read.code_point);
    at += std::max<std::size_t>(read.length, 1);
  }
  return out;
}

std::size_t product(std::size_t a, std::size_t b, std::size_t cap) {
  return b != 0 && a > cap / b ? cap : std::min(a * b, cap);
}

}  // namespace

StringLanguage::StringLanguage(std::vector<Part> parts, const std::set<std::string>& excluded,
                               std::size_t least, std::optional<std::size_t> most)
    : parts_(std::move(parts)), least_(least), most_(most), excluded_(excluded) {
  beginning_texts_.emplace_back();  // 0: no excluded string begins so
  const auto add = [this](const std::string& text) {
    if (beginnings_.emplace(text, static_cast<std::uint32_t>(beginning_texts_.size())).second) {
      beginning_texts_.push_back(text);
    }
  };
  if (!excluded.empty()) add("");
  for (const std::string& text : excluded) {
    std::string begun;
    for (const char32_t c : characters_of(text)) {
      append_utf8(c, begun);
      add(begun);
    }
  }
  find_groups();
  Place first(parts_.size(), PatternStates::start());
  first.push_back(excluded.empty() ? 0 : 1);
  keep(std::move(first));
}

void StringLanguage::find_groups() {
  std::set<char32_t> ends = {0, 0xD800, 0xE000};
  for (const Part& part : parts_)
    ends.insert(part.states->boundaries().begin(), part.states->boundaries().end());
  std::set<char32_t> own;
  for (const std::string& text : excluded_) {
    for (const char32_t c : characters_of(text)) own.insert(c);
  }
  for (const char32_t c : own) {
    ends.insert(c);
    ends.insert(c + 1);
  }
  ends.erase(kBehindLast);
  ends_.assign(ends.begin(), ends.end());
  std::map<std::vector<std::uint32_t>, std::size_t> known;
  for (std::size_t i = 0; i < ends_.size(); ++i) {
    const char32_t first = ends_[i];
    const char32_t last = (i + 1 < ends_.size() ? ends_[i + 1] : kBehindLast) - 1;
    std::vector<std::uint32_t> signature;
    for (const Part& part : parts_) signature.push_back(part.states->class_of(first));
    signature.push_back(own.contains(first) ? first + 1 : 0);
    signature.push_back(first >= 0xD800 && first < 0xE000 ? 1 : 0);
    const auto [place, added] = known.emplace(std::move(signature), groups_.size());
    if (added) groups_.push_back({first, {}, 0});
    Group& group = groups_[place->second];
    group.ranges.push_back({first, last});
    // No string has a surrogate.
    if (first < 0xD800 || first >= 0xE000) group.size += last - first + 1;
    group_at_.push_back(place->second);
  }
}

std::size_t StringLanguage::group_of(char32_t c) const {
  const auto behind = std::upper_bound(ends_.begin(), ends_.end(), c);
  return group_at_[static_cast<std::size_t>(behind - ends_.begin()) - 1];
}

std::uint32_t StringLanguage::keep(Place place) {
  const auto [kept, added] = known_.emplace(std::move(place), static_cast<std::uint32_t>(places_.size()));
  if (added) places_.push_back(&kept->first);
  return kept->second;
}

std::optional<std::uint32_t> StringLanguage::step(std::uint32_t place, std::size_t group) {
  if (place == kLost) return kLost;
  const auto known = steps_.find({place, group});
  if (known != steps_.end()) return known->second;
  Place out;
  const Place& from = *places_[place];
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    PatternStates& states = *parts_[i].states;
    const auto reached = states.step(from[i], states.class_of(groups_[group].first));
    if (!reached) return std::nullopt;
    if (is_lost(i, *reached)) return steps_[{place, group}] = kLost;
    out.push_back(*reached);
  }
  std::uint32_t begun = 0;
  if (from.back() != 0) {
    std::string longer = beginning_texts_[from.back()];
    append_utf8(groups_[group].first, longer);
    const auto found = beginnings_.find(longer);
    if (found != beginnings_.end()) begun = found->second;
  }
  out.push_back(begun);
  return steps_[{place, group}] = keep(std::move(out));
}

// Can this part alone never be satisfied again? One machine is small where the product is not.
bool StringLanguage::is_lost(std::size_t part, PatternStates::State state) {
  const auto known = lost_.find({part, state});
  if (known != lost_.end()) return known->second;
  PatternStates& states = *parts_[part].states;
  std::set<PatternStates::Class> classes;
  for (const Group& group : groups_) {
    if (group.size > 0) classes.insert(states.class_of(group.first));
  }
  std::set<PatternStates::State> seen = {state};
  std::vector<PatternStates::State> todo = {state};
  bool lost = true;
  while (lost && !todo.empty()) {
    const PatternStates::State at = todo.back();
    todo.pop_back();
    const std::optional<bool> matched = states.accepts(at);
    lost = matched && *matched == parts_[part].negative && seen.size() < kMostAlone;
    for (const PatternStates::Class one : classes) {
      const std::optional<PatternStates::State> reached = lost ? states.step(at, one) : std::nullopt;
      lost = lost && reached;
      if (lost && seen.insert(*reached).second) todo.push_back(*reached);
    }
  }
  return lost_[{part, state}] = lost;
}

std::optional<bool> StringLanguage::accepts(const Spot& spot) {
  if (spot.place == kLost) return false;
  if (spot.length < least_ || is_too_long(spot.length)) return false;
  const Place& place = *places_[spot.place];
  if (place.back() != 0 && excluded_.contains(beginning_texts_[place.back()])) return false;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const std::optional<bool> matched = parts_[i].states->accepts(place[i]);
    if (!matched) return std::nullopt;
    if (*matched == parts_[i].negative) return false;
  }
  return true;
}

// Without an upper bound lengths beyond the lower one are alike.
std::optional<StringLanguage::Spot> StringLanguage::next(const Spot& spot, std::size_t group) {
  const std::optional<std::uint32_t> place = step(spot.place, group);
  if (!place) return std::nullopt;
  const std::size_t longer = spot.length + 1;
  return Spot{*place, most_ ? longer : std::min(longer, least_)};
}

// Is a member reached from here? Depth first, as some member is mostly near; what is told to live or not on
// the way is kept.
std::optional<bool> StringLanguage::lives(const Spot& from) {
  if (from.place == kLost) return false;
  const auto known = lives_.find(from);
  if (known != lives_.end()) return known->second;
  std::map<Spot, Spot> came_from = {{from, from}};
  std::vector<Spot> todo = {from};
  while (!todo.empty()) {
    const Spot spot = todo.back();
    todo.pop_back();
    const auto told = lives_.find(spot);
    if (told != lives_.end() && !told->second) continue;
    std::optional<bool> found = true;
    if (told == lives_.end()) found = accepts(spot);
    if (!found) return std::nullopt;
    if (*found) {
      for (Spot at = spot;; at = came_from.at(at)) {
        lives_[at] = true;
        if (at == from) return true;
      }
    }
    for (std::size_t group = 0; group < groups_.size(); ++group) {
      if (groups_[group].size == 0) continue;
      const std::optional<Spot> reached = next(spot, group);
      if (!reached || came_from.size() > kMostSpots) return std::nullopt;
      if (is_too_long(reached->length) || reached->place == kLost) continue;
      if (came_from.emplace(*reached, spot).second) todo.push_back(*reached);
    }
  }
  for (const auto& [spot, before] : came_from) lives_[spot] = false;
  return false;
}

// Depth first over what lives: a way back to where we are makes the members infinitely many.
std::optional<std::size_t> StringLanguage::count_from(const Spot& from, std::size_t cap) {
  const std::optional<bool> any = lives(from);
  if (!any) return std::nullopt;
  if (!*any) return 0;
  if (cap <= 1) return 1;
  struct Open {
    Spot spot;
    std::size_t group = 0;
    std::size_t members = 0;
  };
  std::map<Spot, std::optional<std::size_t>> counted;  // nullopt: open
  std::vector<Open> path;
  const auto open = [&](const Spot& spot) -> bool {
    const std::optional<bool> here = accepts(spot);
    if (!here) return false;
    counted.emplace(spot, std::nullopt);
    path.push_back({spot, 0, *here ? 1U : 0U});
    return true;
  };
  if (!open(from)) return std::nullopt;
  while (true) {
    Open& top = path.back();
    if (top.members >= cap) return cap;  // what is above has as many
    if (top.group == groups_.size()) {
      const Open done = top;
      counted[done.spot] = done.members;
      path.pop_back();
      if (path.empty()) return done.members;
      Open& above = path.back();
      above.members = std::min(cap, above.members + product(done.members, groups_[above.group].size, cap));
      ++above.group;
      continue;
    }
    const Group& group = groups_[top.group];
    const std::optional<Spot> reached = next(top.spot, top.group);
    if (!reached || counted.size() > kMostSpots) return std::nullopt;
    const std::optional<bool> alive =
        group.size == 0 || is_too_long(reached->length) ? std::optional(false) : lives(*reached);
    if (!alive) return std::nullopt;
    if (!*alive) {
      ++top.group;
      continue;
    }
    const auto known = counted.find(*reached);
    if (known == counted.end()) {
      if (!open(*reached)) return std::nullopt;
    } else if (!known->second) {
      return cap;  // a way back to where we are, and a member behind it
    } else {
      top.members = std::min(cap, top.members + product(*known->second, group.size, cap));
      ++top.group;
    }
  }
}

std::optional<std::size_t> StringLanguage::count(const PartialString& begun, std::size_t cap) {
  Spot spot;
  for (const char32_t c : characters_of(begun.text)) {
    const std::optional<Spot> reached = next(spot, group_of(c));
    if (!reached) return std::nullopt;
    if (is_too_long(reached->length)) return 0;
    spot = *reached;
  }
  if (begun.closed) {
    const std::optional<bool> member = accepts(spot);
    if (!member) return std::nullopt;
    return *member ? 1 : 0;
  }
  if (!begun.has_begun_character()) return count_from(spot, cap);
  std::size_t total = 0;
  for (std::size_t group = 0; group < groups_.size() && total < cap; ++group) {
    std::size_t characters = 0;
    for (const CharRange& own : groups_[group].ranges) {
      for (const CharRange& wanted : begun.next) {
        const char32_t first = std::max(own.first, wanted.first);
        const char32_t last = std::min(own.last, wanted.last);
        if (first <= last && !(first >= 0xD800 && last < 0xE000)) characters += last - first + 1;
      }
    }
    if (characters == 0) continue;
    const std::optional<Spot> reached = next(spot, group);
    if (!reached) return std::nullopt;
    if (is_too_long(reached->length)) continue;
    const std::optional<std::size_t> members = count_from(*reached, cap);
    if (!members) return std::nullopt;
    total = std::min(cap, total + product(*members, characters, cap));
  }
  return total;
}

// The liked ones first, then from the front.
std::vector<char32_t> StringLanguage::characters_in(const Group& group, const std::vector<CharRange>& wanted,
                                                    const std::set<char32_t>& liked, std::size_t most) const {
  std::vector<char32_t> out;
  const auto fits = [&wanted](char32_t c) {
    return wanted.empty() || std::any_of(wanted.begin(), wanted.end(), [c](const CharRange& range) {
             return range.first <= c && c <= range.last;
           });
  };
  for (const char32_t c : liked) {
    if (out.size() < most && &groups_[group_of(c)] == &group && fits(c)) out.push_back(c);
  }
  for (const CharRange& own : group.ranges) {
    std::vector<CharRange> parts = {own};
    if (!wanted.empty()) {
      parts.clear();
      for (const CharRange& range : wanted) {
        parts.push_back({std::max(own.first, range.first), std::min(own.last, range.last)});
      }
    }
    for (const CharRange& part : parts) {
      for (char32_t c = part.first; c <= part.last && out.size() < most; ++c) {
        if (!liked.contains(c) && (c < 0xD800 || c >= 0xE000)) out.push_back(c);
      }
    }
  }
  return out;
}

StringLanguage::Members StringLanguage::members(const PartialString& begun, std::size_t most) {
  const std::optional<std::size_t> total = count(begun, most + 1);
  Members out;
  out.complete = total && *total <= most;
  const std::size_t breadth = out.complete ? most : 3;  // of each group
  std::set<char32_t> liked;
  struct Beginning {
    std::string text;
    Spot spot;
    bool fresh = false;  // the character that has begun is still to come
  };
  Beginning first{begun.text, {}, begun.has_begun_character()};
  for (const char32_t c : characters_of(begun.text)) {
    liked.insert(c);
    const std::optional<Spot> reached = next(first.spot, group_of(c));
    if (!reached || is_too_long(reached->length)) return out;
    first.spot = *reached;
  }
  std::deque<Beginning> todo = {first};
  for (std::size_t left = kMostSpots; !todo.empty() && left > 0 && out.texts.size() < most; --left) {
    const Beginning at = todo.front();
    todo.pop_front();
    const std::optional<bool> member = accepts(at.spot);
    if (!at.fresh && member && *member) out.texts.push_back(at.text);
    if (begun.closed) break;
    for (std::size_t group = 0; group < groups_.size(); ++group) {
      const std::optional<Spot> reached = next(at.spot, group);
      if (groups_[group].size == 0 || !reached || is_too_long(reached->length)) continue;
      const std::optional<bool> alive = lives(*reached);
      if (!alive || !*alive) continue;
      for (const char32_t c :
           characters_in(groups_[group], at.fresh ? begun.next : std::vector<CharRange>(), liked, breadth)) {
        Beginning longer{at.text, *reached, false};
        append_utf8(c, longer.text);
        if (todo.size() < kMostSpots) todo.push_back(std::move(longer));
      }
    }
  }
  out.complete = out.complete && out.texts.size() == *total;
  return out;
}

}  // namespace lockstep::oracle

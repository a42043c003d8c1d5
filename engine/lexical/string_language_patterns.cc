// The questions of a StringLanguage whose unlisted strings are told apart by patterns.
#include <algorithm>

#include "lockstep/engine/lexical/code_points.h"
#include "lockstep/engine/lexical/pattern_strings.h"
#include "lockstep/engine/lexical/string_language.h"

namespace lockstep::engine {
namespace {

constexpr std::uint32_t kFirstBeyondAscii = 0x80;

}  // namespace

std::optional<StringLanguage::Unlisted> StringLanguage::after_beyond_ascii(const Unlisted& at) const {
  const Unlisted next = after(at, kFirstBeyondAscii);
  if (unlisted_ == nullptr) return next;
  PatternSet& patterns = unlisted_->patterns();
  if (next.pattern == PatternSet::kMissing) return std::nullopt;
  for (const PatternSet::Class one : patterns.classes_beyond_ascii()) {
    pass(meter_);
    if (patterns.step(at.pattern, one) != next.pattern) return std::nullopt;
  }
  return next;
}

std::vector<StringLanguage::Next> StringLanguage::listed_next(const Unlisted& at, Interval entries,
                                                              std::size_t matched, std::uint32_t first,
                                                              std::uint32_t last) const {
  std::vector<Next> next;
  for (Interval rest = narrow(entries, matched, first, last); !rest.empty();) {
    pass(meter_, 4);
    const CodePointAt here = code_point_at(table_[rest.low].text, matched);
    const Interval child = narrow(rest, matched, here.value, here.value);
    next.push_back({here.value, child, matched + here.size, after(at, here.value)});
    rest.low = child.high;
  }
  return next;
}

// A code point that no entry goes on with, after which an unlisted string is left. `listed`: those that
// entries go on with, ascending.
std::optional<std::uint32_t> StringLanguage::off_the_table(const Unlisted& at,
                                                           const std::vector<Next>& listed,
                                                           std::uint32_t first, std::uint32_t last) const {
  PatternSet& patterns = unlisted_->patterns();
  const auto is_listed = [&](std::uint32_t c) {
    pass(meter_, 1 + listed.size() / 8);
    return std::any_of(listed.begin(), listed.end(), [c](const Next& next) { return next.code_point == c; });
  };
  const auto live_after = [&](std::uint32_t c) {
    const Unlisted next = after(at, c);
    return unlisted_->live(next.pattern, next.length);
  };
  if (const auto best = unlisted_->toward(at.pattern, at.length)) {
    const std::uint32_t c = patterns.sample(*best);
    if (first <= c && c <= last && !is_listed(c)) return c;
  }
  std::vector<bool> seen(patterns.classes());
  const auto& spans = patterns.spans();
  for (std::size_t i = patterns.span_at(first); i < spans.size() && spans[i].first <= last; ++i) {
    pass(meter_);
    if (seen[spans[i].of]) continue;
    const std::uint32_t end = std::min(last, spans[i].last);
    std::uint32_t c = std::max(first, spans[i].first);
    if (const std::uint32_t sample = patterns.sample(spans[i].of);
        c <= sample && sample <= end && !is_listed(sample))
      c = sample;
    while (c <= end && is_listed(c)) ++c;
    if (c > end) continue;
    seen[spans[i].of] = true;
    if (live_after(c)) return c;
  }
  return std::nullopt;
}

// No entry is allowed, all are holes. One after the other, as texts may be long.
bool StringLanguage::unlisted_left(const Unlisted& at, Interval entries, std::size_t matched) const {
  if (entries.empty()) return unlisted_->live(at.pattern, at.length);
  std::vector<Next> todo = {{0, entries, matched, at}};
  while (!todo.empty()) {
    const Next here = todo.back();
    todo.pop_back();
    if (!unlisted_->live(here.at.pattern, here.at.length)) continue;
    if (here.entries.empty()) return true;
    if (!holds_shared_text(here.entries, here.matched) && allows(here.at)) return true;
    const std::vector<Next> listed = listed_next(here.at, here.entries, here.matched, 0, kLastCodePoint);
    if (off_the_table(here.at, listed, 0, kLastCodePoint)) return true;
    todo.insert(todo.end(), listed.begin(), listed.end());
  }
  return false;
}

std::optional<std::uint32_t> StringLanguage::toward(const Unlisted& at, Interval entries, std::size_t matched,
                                                    std::uint32_t first, std::uint32_t last) const {
  const std::vector<Next> listed = listed_next(at, entries, matched, first, last);
  if (const auto off = off_the_table(at, listed, first, last)) return off;
  for (const Next& next : listed) {
    if (can_finish(next.at, next.entries, next.matched)) return next.code_point;
  }
  return std::nullopt;
}

}  // namespace lockstep::engine

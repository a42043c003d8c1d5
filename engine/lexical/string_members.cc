// Members of a StringLanguage, one by one.
#include <algorithm>

#include "lockstep/engine/lexical/code_points.h"
#include "lockstep/engine/lexical/pattern_strings.h"
#include "lockstep/engine/lexical/string_automaton.h"
#include "lockstep/engine/lexical/string_language.h"

namespace lockstep::engine {
namespace {

constexpr std::uint64_t kKept = 8;  // operations: a text is kept
constexpr std::size_t kFirstSteps = 64;
// Strings of three code points that are free: more than 10^18.
constexpr std::uint64_t kFree = 3;
constexpr std::uint64_t kMostSurely = 1'000'000'000'000'000'000;

}  // namespace

bool StringLanguage::is_member(const Next& at) const {
  if (holds_shared_text(at.entries, at.matched)) return table_[at.entries.low].allowed;
  return allows(at.at);
}

// One code point more, where some member is left: those that entries go on with, and of each class of the
// others as many as are wanted.
void StringLanguage::extend(const Prefix& prefix, std::size_t most, std::vector<Prefix>& longer) const {
  const Next& at = prefix.at;
  const auto add = [&](const Next& next) {
    charge(kKept + prefix.text.size() / 64);
    if (can_finish(next.at, next.entries, next.matched))
      longer.push_back({prefix.text + utf8_of(next.code_point), next});
  };
  const std::vector<Next> listed = listed_next(at.at, at.entries, at.matched, 0, kLastCodePoint);
  for (const Next& next : listed) add(next);
  const auto add_span = [&](std::uint32_t first, std::uint32_t last, std::size_t& left) {
    for (std::uint32_t c = first; c <= last && left > 0; ++c) {
      charge();
      pass(meter_, listed.size() / 8);
      if (c >= kFirstSurrogate && c <= kLastSurrogate) continue;
      if (std::any_of(listed.begin(), listed.end(), [c](const Next& next) { return next.code_point == c; }))
        continue;
      add({c, {}, 0, after(at.at, c)});
      --left;
    }
  };
  if (!unlisted_) {
    std::size_t left = most;
    add_span('a', 'z', left);
    add_span(0, 'a' - 1, left);
    add_span('z' + 1, kLastCodePoint, left);
    return;
  }
  PatternSet& patterns = unlisted_->patterns();
  std::vector<std::size_t> left(patterns.classes(), most);
  for (PatternSet::Class of = 0; of < patterns.classes(); ++of) {
    const std::uint32_t sample = patterns.sample(of);
    if (!can_finish(after(at.at, sample), {}, 0)) left[of] = 0;  // nor after any other of the class
    const std::uint32_t end = patterns.spans()[patterns.span_at(sample)].last;
    add_span(sample, end, left[of]);  // readable ones first
  }
  for (const PatternSet::Span& span : patterns.spans()) {
    const std::uint32_t sample = patterns.sample(span.of);
    const bool has_sample = span.first <= sample && sample <= span.last;
    const std::uint32_t last = has_sample ? sample : span.last + 1;
    if (last > span.first) add_span(span.first, last - 1, left[span.of]);
  }
}

bool StringLanguage::has_surely(std::uint64_t count) const {
  if (count > kMostSurely - table_.size()) return false;
  // Some allowed length is far enough from here.
  const auto far = [&](const Unlisted& at) {
    const std::vector<LengthRange>* lengths = lengths_only(at.pattern);
    return lengths != nullptr && !lengths->empty() &&
           lengths->back().high >= std::min(at.length, kNoLimit - kFree) + kFree;
  };
  Unlisted at = start();
  if (far(at)) return true;
  if (!unlisted_) return false;
  PatternSet& patterns = unlisted_->patterns();
  for (std::size_t step = 0; step < kFirstSteps; ++step) {
    std::optional<Unlisted> onward;
    for (PatternSet::Class of = 0; of < patterns.classes(); ++of) {
      pass(meter_);
      const Unlisted next = after(at, patterns.sample(of));
      if (far(next)) return true;
      if (!onward && unlisted_->live(next.pattern, next.length)) onward = next;
    }
    if (!onward) return false;
    at = *onward;
  }
  return false;
}

std::vector<std::string> StringLanguage::members(std::size_t most) const {
  std::vector<std::string> found;
  std::vector<Prefix> level;
  if (most > 0 && !empty()) level.push_back({"", {0, whole(), 0, start()}});
  while (!level.empty()) {
    for (const Prefix& prefix : level) {
      if (is_member(prefix.at) && found.size() < most) found.push_back(prefix.text);
    }
    if (found.size() >= most) break;
    std::vector<Prefix> longer;
    for (const Prefix& prefix : level) {
      extend(prefix, most - found.size(), longer);
      if (longer.size() >= most - found.size()) break;
    }
    level = std::move(longer);
    if (level.size() < most - found.size()) continue;
    // Each goes on to a member of its own.
    for (const Prefix& prefix : level) {
      if (found.size() >= most) break;
      const StringAutomaton automaton(*this, Escapes::json);
      StringState state;
      state.text = prefix.at.at;
      state.low = prefix.at.entries.low;
      state.high = prefix.at.entries.high;
      state.matched = static_cast<std::uint32_t>(prefix.at.matched);
      found.push_back(prefix.text + decoded_body(automaton.finish(state)));
    }
    break;
  }
  return found;
}

}  // namespace lockstep::engine

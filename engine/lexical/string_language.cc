#include "lockstep/engine/lexical/string_language.h"

#include <algorithm>

#include "lockstep/engine/base/check.h"
#include "lockstep/engine/lexical/code_points.h"
#include "lockstep/engine/lexical/pattern_strings.h"

namespace lockstep::engine {
namespace {

std::uint64_t scalars_between(std::uint32_t first, std::uint32_t last) {
  if (first > last) return 0;
  const std::uint32_t low = std::max(first, kFirstSurrogate);
  const std::uint32_t high = std::min(last, kLastSurrogate);
  return std::uint64_t{last} - first + 1 - (low <= high ? high - low + 1 : 0);
}

}  // namespace

StringLanguage::StringLanguage(std::vector<Entry> table, std::vector<LengthRange> ranges, Meter* meter)
    : meter_(meter), lengths_(merged_ranges(std::move(ranges))) {
  set_table(std::move(table));
}

StringLanguage StringLanguage::with_patterns(std::vector<Entry> table,
                                             std::shared_ptr<PatternStrings> unlisted, Meter* meter) {
  StringLanguage language(meter);
  language.unlisted_ = std::move(unlisted);
  language.set_table(std::move(table));
  return language;
}

void StringLanguage::set_table(std::vector<Entry> table) {
  std::erase_if(table, [this](const Entry& entry) { return entry.allowed == allows_unlisted(entry.text); });
  std::sort(table.begin(), table.end(), [this](const Entry& a, const Entry& b) {
    pass_bytes(meter_, std::min(a.text.size(), b.text.size()) / 8);
    return a.text < b.text;
  });
  const auto same = std::adjacent_find(table.begin(), table.end(),
                                       [](const Entry& a, const Entry& b) { return a.text == b.text; });
  LOCKSTEP_CHECK(same == table.end());
  table_ = TextTable(std::move(table));
}

StringLanguage StringLanguage::without(const TextTable& holes) const {
  StringLanguage out = *this;
  const bool few = holes.size() < table_.size();
  const TextTable& fewer = few ? holes : table_;
  if (!few) out.table_ = holes;
  for (std::uint32_t i = 0; i < fewer.size(); ++i) {
    pass(meter_, 16);
    if (few || holes.find(fewer[i].text) == nullptr) out.table_ = out.table_.with(fewer[i]);
  }
  return out;
}

bool StringLanguage::contains(std::string_view decoded) const {
  const Entry* found = table_.find(decoded);
  return found != nullptr ? found->allowed : allows_unlisted(decoded);
}

bool StringLanguage::allows_unlisted(std::string_view decoded) const {
  Unlisted at = start();
  for (std::size_t i = 0; i < decoded.size();) {
    pass(meter_);
    const CodePointAt here = code_point_at(decoded, i);
    at = after(at, here.value);
    i += here.size;
  }
  return allows(at);
}

bool StringLanguage::empty() const { return !can_finish(start(), whole(), 0); }

StringLanguage::Unlisted StringLanguage::start() const { return {0, unlisted_ ? unlisted_->start() : 0}; }

StringLanguage::Unlisted StringLanguage::after(const Unlisted& at, std::uint32_t code_point) const {
  return {std::min(at.length + 1, settled_length()), unlisted_ ? unlisted_->next(at.pattern, code_point) : 0};
}

bool StringLanguage::allows(const Unlisted& at) const {
  return unlisted_ ? unlisted_->wanted(at.pattern, at.length) : holds_length(lengths_, at.length);
}

std::uint64_t StringLanguage::next_length(std::uint64_t length) const {
  for (const LengthRange& range : lengths_) {
    if (length <= range.high) return std::max(length, range.low);
  }
  return kNoLimit;
}

const std::vector<LengthRange>* StringLanguage::lengths_only(std::uint32_t pattern) const {
  return unlisted_ ? unlisted_->lengths_only(pattern) : &lengths_;
}

std::uint64_t StringLanguage::overruns() const { return unlisted_ ? unlisted_->overruns() : 0; }

std::uint64_t StringLanguage::settled_length() const {
  if (unlisted_) return unlisted_->settled_length();
  if (lengths_.empty()) return 0;
  const LengthRange& last = lengths_.back();
  return last.high == kNoLimit ? last.low : last.high + 1;
}

StringLanguage::Interval StringLanguage::narrow(Interval from, std::size_t matched, std::uint32_t first,
                                                std::uint32_t last) const {
  if (from.empty()) return {};
  // An entry that ends here is before every code point.
  const auto next_of = [matched](const Entry& entry) {
    return entry.text.size() == matched ? std::int64_t{-1}
                                        : static_cast<std::int64_t>(code_point_at(entry.text, matched).value);
  };
  const std::uint32_t low = table_.partition_point(
      from.low, from.high, [&](const Entry& e) { return next_of(e) < std::int64_t{first}; });
  const std::uint32_t high = table_.partition_point(
      low, from.high, [&](const Entry& e) { return next_of(e) <= std::int64_t{last}; });
  return low == high ? Interval{} : Interval{low, high};
}

std::uint32_t StringLanguage::allowed_in(Interval interval) const {
  return interval.empty() ? 0 : table_.allowed_before(interval.high) - table_.allowed_before(interval.low);
}

bool StringLanguage::holds_shared_text(Interval interval, std::size_t matched) const {
  return !interval.empty() && table_[interval.low].text.size() == matched;
}

bool StringLanguage::can_finish(const Unlisted& at, Interval entries, std::size_t matched) const {
  if (allowed_in(entries) > 0) return true;
  if (unlisted_) return unlisted_left(at, entries, matched);
  const std::uint64_t length = at.length;
  // Every entry left is a hole. The text itself counts where its length is allowed and it is no hole.
  if (holds_length(lengths_, length) && !holds_shared_text(entries, matched)) return true;
  if (next_length(length + 1) == kNoLimit) return false;
  // Holes cannot fill a length with more strings than there are entries; two more code points are 10^12
  // strings.
  if (entries.size() < kScalarValues || next_length(length + 2) != kNoLimit) return true;
  std::uint64_t holes = 0;
  for (std::uint32_t i = entries.low; i < entries.high; ++i) {
    pass_bytes(meter_, table_[i].text.size());
    holes += count_code_points(std::string_view(table_[i].text).substr(matched)) == 1 ? 1 : 0;
  }
  return holes < kScalarValues;
}

bool StringLanguage::can_finish_through(const Unlisted& at, Interval entries, std::size_t matched,
                                        std::uint32_t first, std::uint32_t last) const {
  Interval rest = narrow(entries, matched, first, last);
  if (allowed_in(rest) > 0) return true;
  if (unlisted_ && rest.empty()) return unlisted_->live_through(at.pattern, at.length, first, last);
  if (unlisted_) return toward(at, entries, matched, first, last).has_value();
  if (next_length(at.length + 1) == kNoLimit) return false;
  std::uint64_t unlisted = scalars_between(first, last);
  if (rest.size() < unlisted) return true;
  while (!rest.empty()) {
    pass(meter_, 4);
    const CodePointAt next = code_point_at(table_[rest.low].text, matched);
    const Interval child = narrow(rest, matched, next.value, next.value);
    if (can_finish({at.length + 1, 0}, child, matched + next.size)) return true;
    --unlisted;
    rest.low = child.high;
  }
  return unlisted > 0;
}

}  // namespace lockstep::engine

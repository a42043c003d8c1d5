#include "lockstep/engine/lexical/string_language.h"

#include <algorithm>

#include "lockstep/engine/base/check.h"
#include "lockstep/engine/lexical/code_points.h"

namespace lockstep::engine {
namespace {

std::vector<LengthRange> merged(std::vector<LengthRange> ranges) {
  std::erase_if(ranges, [](const LengthRange& range) { return range.low > range.high; });
  std::sort(ranges.begin(), ranges.end(),
            [](const LengthRange& a, const LengthRange& b) { return a.low < b.low; });
  std::vector<LengthRange> out;
  for (const LengthRange& range : ranges) {
    const bool touches = !out.empty() && (out.back().high == kNoLimit || range.low <= out.back().high + 1);
    if (touches) {
      out.back().high = std::max(out.back().high, range.high);
    } else {
      out.push_back(range);
    }
  }
  return out;
}

std::uint64_t scalars_between(std::uint32_t first, std::uint32_t last) {
  if (first > last) return 0;
  const std::uint32_t low = std::max(first, kFirstSurrogate);
  const std::uint32_t high = std::min(last, kLastSurrogate);
  return std::uint64_t{last} - first + 1 - (low <= high ? high - low + 1 : 0);
}

}  // namespace

StringLanguage::StringLanguage(std::vector<Entry> table, std::vector<LengthRange> ranges)
    : lengths_(merged(std::move(ranges))) {
  std::erase_if(table, [this](const Entry& entry) {
    return entry.allowed == allows_length(count_code_points(entry.text));
  });
  std::sort(table.begin(), table.end(), [](const Entry& a, const Entry& b) { return a.text < b.text; });
  const auto same = std::adjacent_find(table.begin(), table.end(),
                                       [](const Entry& a, const Entry& b) { return a.text == b.text; });
  LOCKSTEP_CHECK(same == table.end());
  table_ = std::move(table);
  allowed_before_.push_back(0);
  for (const Entry& entry : table_)
    allowed_before_.push_back(allowed_before_.back() + (entry.allowed ? 1 : 0));
}

bool StringLanguage::contains(std::string_view decoded) const {
  const auto found =
      std::lower_bound(table_.begin(), table_.end(), decoded,
                       [](const Entry& entry, std::string_view text) { return entry.text < text; });
  if (found != table_.end() && found->text == decoded) return found->allowed;
  return allows_length(count_code_points(decoded));
}

bool StringLanguage::empty() const { return !can_finish(0, whole(), 0); }

bool StringLanguage::allows_length(std::uint64_t length) const {
  return std::any_of(lengths_.begin(), lengths_.end(), [length](const LengthRange& range) {
    return range.low <= length && length <= range.high;
  });
}

std::uint64_t StringLanguage::next_length(std::uint64_t length) const {
  for (const LengthRange& range : lengths_) {
    if (length <= range.high) return std::max(length, range.low);
  }
  return kNoLimit;
}

std::uint64_t StringLanguage::settled_length() const {
  if (lengths_.empty()) return 0;
  const LengthRange& last = lengths_.back();
  return last.high == kNoLimit ? last.low : last.high + 1;
}

StringLanguage::Interval StringLanguage::narrow(Interval from, std::size_t matched, std::uint32_t first,
                                                std::uint32_t last) const {
  if (from.empty()) return {};
  const auto begin = table_.begin() + from.low;
  const auto end = table_.begin() + from.high;
  // An entry that ends here is before every code point.
  const auto next_of = [matched](const Entry& entry) {
    return entry.text.size() == matched ? std::int64_t{-1}
                                        : static_cast<std::int64_t>(code_point_at(entry.text, matched).value);
  };
  const auto low =
      std::partition_point(begin, end, [&](const Entry& e) { return next_of(e) < std::int64_t{first}; });
  const auto high =
      std::partition_point(low, end, [&](const Entry& e) { return next_of(e) <= std::int64_t{last}; });
  if (low == high) return {};
  return {static_cast<std::uint32_t>(low - table_.begin()),
          static_cast<std::uint32_t>(high - table_.begin())};
}

std::uint32_t StringLanguage::allowed_in(Interval interval) const {
  return interval.empty() ? 0 : allowed_before_[interval.high] - allowed_before_[interval.low];
}

bool StringLanguage::holds_shared_text(Interval interval, std::size_t matched) const {
  return !interval.empty() && table_[interval.low].text.size() == matched;
}

bool StringLanguage::can_finish(std::uint64_t length, Interval entries, std::size_t matched) const {
  if (allowed_in(entries) > 0) return true;
  // Every entry left is a hole. The text itself counts where its length is allowed and it is no hole.
  if (allows_length(length) && !holds_shared_text(entries, matched)) return true;
  if (next_length(length + 1) == kNoLimit) return false;
  // Holes cannot fill a length with more strings than there are entries; two more code points are 10^12
  // strings.
  if (entries.size() < kScalarValues || next_length(length + 2) != kNoLimit) return true;
  std::uint64_t holes = 0;
  for (std::uint32_t i = entries.low; i < entries.high; ++i) {
    holes += count_code_points(std::string_view(table_[i].text).substr(matched)) == 1 ? 1 : 0;
  }
  return holes < kScalarValues;
}

bool StringLanguage::can_finish_through(std::uint64_t length, Interval entries, std::size_t matched,
                                        std::uint32_t first, std::uint32_t last) const {
  Interval rest = narrow(entries, matched, first, last);
  if (allowed_in(rest) > 0) return true;
  if (next_length(length + 1) == kNoLimit) return false;
  std::uint64_t unlisted = scalars_between(first, last);
  if (rest.size() < unlisted) return true;
  while (!rest.empty()) {
    const CodePointAt next = code_point_at(table_[rest.low].text, matched);
    const Interval child = narrow(rest, matched, next.value, next.value);
    if (can_finish(length + 1, child, matched + next.size)) return true;
    --unlisted;
    rest.low = child.high;
  }
  return unlisted > 0;
}

}  // namespace lockstep::engine

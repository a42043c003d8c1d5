// Sets of strings as the machine asks for them: a table of listed strings, each allowed or not, and for every
// other string the set of allowed lengths in code points. Keys and values both are such sets: declared names,
// names already used, enum members, length bounds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::engine {

inline constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();

// Lengths from `low` to `high`, both included; kNoLimit for no upper bound.
struct LengthRange {
  std::uint64_t low = 0;
  std::uint64_t high = kNoLimit;
  bool operator==(const LengthRange&) const = default;
};

// Thread rules: immutable after construction.
class StringLanguage {
 public:
  struct Entry {
    std::string text;  // decoded, well-formed UTF-8
    bool allowed = false;
    bool operator==(const Entry&) const = default;
  };

  // `table` in any order, texts unique. `ranges` in any order; they may overlap. Cost: O(n log n).
  StringLanguage(std::vector<Entry> table, std::vector<LengthRange> ranges);

  bool contains(std::string_view decoded) const;
  bool empty() const;

  // Ordered by bytes, which is the order of code points. A listed string that has the verdict its length
  // would give it anyway is dropped, so that equal languages have equal tables.
  const std::vector<Entry>& table() const { return table_; }
  const std::vector<LengthRange>& lengths() const { return lengths_; }  // sorted, disjoint, not adjacent
  bool operator==(const StringLanguage&) const = default;

  // Is a string of this length that is not in the table allowed?
  bool allows_length(std::uint64_t length) const;
  // The smallest allowed length that is at least `length`; kNoLimit when there is none.
  std::uint64_t next_length(std::uint64_t length) const;
  // From this length on nothing about lengths changes any more.
  std::uint64_t settled_length() const;

  // Entries [low, high) of the table.
  struct Interval {
    std::uint32_t low = 0;
    std::uint32_t high = 0;
    bool empty() const { return low >= high; }
    std::uint32_t size() const { return empty() ? 0 : high - low; }
  };
  Interval whole() const { return {0, static_cast<std::uint32_t>(table_.size())}; }
  // Of the entries in `from`, which share their first `matched` bytes, those whose next code point is in
  // [first, last].
  Interval narrow(Interval from, std::size_t matched, std::uint32_t first, std::uint32_t last) const;
  // How many entries of the interval are allowed. Cost: O(1).
  std::uint32_t allowed_in(Interval interval) const;
  // Is the text of `matched` bytes that the interval shares itself an entry? Then it is the first one.
  bool holds_shared_text(Interval interval, std::size_t matched) const;

  // Does some allowed string begin with a text of `length` code points that has these entries, sharing
  // `matched` bytes?
  bool can_finish(std::uint64_t length, Interval entries, std::size_t matched) const;
  // The same for that text followed by some code point from `first` to `last` (surrogates left out).
  bool can_finish_through(std::uint64_t length, Interval entries, std::size_t matched, std::uint32_t first,
                          std::uint32_t last) const;

 private:
  std::vector<Entry> table_;
  std::vector<LengthRange> lengths_;
  std::vector<std::uint32_t> allowed_before_;  // of entries [0, i)
};

}  // namespace lockstep::engine

// Sets of strings as the machine asks for them: a table of listed strings, each allowed or not, and for every
// other string the set of allowed lengths in code points, one for all of them or one for each vector of
// patterns that match. Keys and values both are such sets: declared names, names already used, enum members,
// length bounds, `pattern`; for names `patternProperties` and `propertyNames`, where the verdict on a vector
// is whether a member with such a name is possible.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/engine/base/meter.h"
#include "lockstep/engine/lexical/length_ranges.h"
#include "lockstep/engine/lexical/text_table.h"

namespace lockstep::engine {

class PatternStrings;

// Thread rules: immutable after construction; with patterns one thread at a time, as their automata grow.
class StringLanguage {
 public:
  using Entry = ListedText;

  // `table` in any order, texts unique. `ranges` in any order; they may overlap. Cost: O(n log n). Work, now
  // and in later calls, is passed to the meter.
  StringLanguage(std::vector<Entry> table, std::vector<LengthRange> ranges, Meter* meter = nullptr);
  // The same, none of `holes` in it: entries of the table that may say of a string what it is without them.
  // Cost: the smaller of the two tables, times the logarithm of the larger.
  StringLanguage without(const TextTable& holes) const;
  static StringLanguage with_patterns(std::vector<Entry> table, std::shared_ptr<PatternStrings> unlisted,
                                      Meter* meter = nullptr);

  bool contains(std::string_view decoded) const;
  bool empty() const;
  bool has_patterns() const { return unlisted_ != nullptr; }
  // Some `most` members, or all of them where there are fewer; mostly short ones, in a fixed order. So a
  // count, and fresh names. Cost: `most` times their length, times the classes that patterns make. That is
  // charged to the meter: both can be as large as the numbers of a schema.
  std::vector<std::string> members(std::size_t most) const;
  // A quick look: yes is certain, no means that it was not seen. Cost: some steps along one member.
  bool has_surely(std::uint64_t count) const;

  // Ordered by bytes, which is the order of code points. A listed string that has the verdict its length
  // would give it anyway is dropped, so that equal languages have equal tables.
  const TextTable& table() const { return table_; }
  bool operator==(const StringLanguage&) const = default;

  // A text as far as it tells unlisted strings apart. `length` is clamped at settled_length().
  struct Unlisted {
    std::uint64_t length = 0;
    std::uint32_t pattern = 0;  // state of the patterns
    auto operator<=>(const Unlisted&) const = default;
  };
  Unlisted start() const;
  Unlisted after(const Unlisted& at, std::uint32_t code_point) const;
  // The same after any code point beyond ASCII, where all of them lead to one place and no limit stops them.
  std::optional<Unlisted> after_beyond_ascii(const Unlisted& at) const;
  // Is this text allowed, if it is not in the table?
  bool allows(const Unlisted& at) const;
  // Allowed lengths of unlisted strings, sorted, disjoint, not adjacent, where only lengths decide whatever
  // follows; else nullptr.
  const std::vector<LengthRange>* lengths_only(std::uint32_t pattern) const;
  // Without patterns: the smallest allowed length that is at least `length`; kNoLimit when there is none.
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
  Interval whole() const { return {0, table_.size()}; }
  // Of the entries in `from`, which share their first `matched` bytes, those whose next code point is in
  // [first, last].
  Interval narrow(Interval from, std::size_t matched, std::uint32_t first, std::uint32_t last) const;
  // How many entries of the interval are allowed. Cost: O(log n).
  std::uint32_t allowed_in(Interval interval) const;
  // Is the text of `matched` bytes that the interval shares itself an entry? Then it is the first one.
  bool holds_shared_text(Interval interval, std::size_t matched) const;

  // Does some allowed string begin with a text that has these entries, sharing `matched` bytes?
  bool can_finish(const Unlisted& at, Interval entries, std::size_t matched) const;
  // The same for that text followed by some code point from `first` to `last` (surrogates left out).
  bool can_finish_through(const Unlisted& at, Interval entries, std::size_t matched, std::uint32_t first,
                          std::uint32_t last) const;
  // With patterns: a code point from `first` to `last` after which some allowed string is left; followed
  // again and again (with all code points) from a text that is not allowed itself, they come to one that is.
  // Best one that leaves the table. nullopt: there is none.
  std::optional<std::uint32_t> toward(const Unlisted& at, Interval entries, std::size_t matched,
                                      std::uint32_t first, std::uint32_t last) const;

  // With patterns: questions that ran into a limit and were answered "no" for it.
  std::uint64_t overruns() const;

  Meter* meter() const { return meter_; }
  // For work that a schema's numbers can make as long as they like.
  void charge(std::uint64_t operations = 1) const {
    if (meter_ != nullptr) meter_->charge(operations);
  }

 private:
  explicit StringLanguage(Meter* meter) : meter_(meter) {}
  // A code point, the entries that go on with it, and where the text stands then.
  struct Next {
    std::uint32_t code_point = 0;
    Interval entries;
    std::size_t matched = 0;
    Unlisted at;
  };
  // A text of which only the end is of interest to others.
  struct Prefix {
    std::string text;
    Next at;
  };
  void extend(const Prefix& prefix, std::size_t most, std::vector<Prefix>& longer) const;
  bool is_member(const Next& at) const;
  void set_table(std::vector<Entry> table);
  bool allows_unlisted(std::string_view decoded) const;
  bool unlisted_left(const Unlisted& at, Interval entries, std::size_t matched) const;
  std::vector<Next> listed_next(const Unlisted& at, Interval entries, std::size_t matched,
                                std::uint32_t first, std::uint32_t last) const;
  std::optional<std::uint32_t> off_the_table(const Unlisted& at, const std::vector<Next>& listed,
                                             std::uint32_t first, std::uint32_t last) const;

  Meter* meter_;
  std::shared_ptr<PatternStrings> unlisted_;
  TextTable table_;
  std::vector<LengthRange> lengths_;
};

}  // namespace lockstep::engine

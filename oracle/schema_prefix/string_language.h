// The strings between two lengths that some patterns match, that others do not match, and that are none of
// some strings: how many of them can a partial string become? Exact, or nullopt where a limit is met.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "lockstep/oracle/pattern/pattern_states.h"
#include "lockstep/oracle/schema_prefix/partial_string.h"

namespace lockstep::oracle {

// Thread rules: one thread at a time. Cost: the product of the machines, as far as it is reached, kept.
class StringLanguage {
 public:
  struct Part {
    std::shared_ptr<PatternStates> states;
    bool negative = false;
  };

  // Lengths in code points.
  StringLanguage(std::vector<Part> parts, const std::set<std::string>& excluded, std::size_t least,
                 std::optional<std::size_t> most);

  // Members that the string may become, counted up to `cap`, at least 1. nullopt: more than the limits of
  // the machines, or of this product.
  std::optional<std::size_t> count(const PartialString& begun, std::size_t cap);

  struct Members {
    std::vector<std::string> texts;
    bool complete = false;  // all of them
  };
  // Members that the string may become, the shortest first, at most `most`; of characters that nothing here
  // tells apart a few, unless all fit in.
  Members members(const PartialString& begun, std::size_t most);

 private:
  // Characters that nothing here tells apart.
  struct Group {
    char32_t first = 0;
    std::vector<CharRange> ranges;
    std::size_t size = 0;
  };
  using Place = std::vector<std::uint32_t>;  // a state for each part, and one for the excluded strings
  struct Spot {
    std::uint32_t place = 0;
    std::size_t length = 0;  // as far as it matters
    auto operator<=>(const Spot&) const = default;
  };

  void find_groups();
  std::size_t group_of(char32_t c) const;
  std::uint32_t keep(Place place);
  std::optional<std::uint32_t> step(std::uint32_t place, std::size_t group);
  std::optional<bool> accepts(const Spot& spot);
  bool is_lost(std::size_t part, PatternStates::State state);
  std::optional<Spot> next(const Spot& spot, std::size_t group);
  bool is_too_long(std::size_t length) const { return most_ && length > *most_; }
  std::optional<bool> lives(const Spot& from);
  std::optional<std::size_t> count_from(const Spot& from, std::size_t cap);
  std::vector<char32_t> characters_in(const Group& group, const std::vector<CharRange>& wanted,
                                      const std::set<char32_t>& liked, std::size_t most) const;

  const std::vector<Part> parts_;
  const std::size_t least_;
  const std::optional<std::size_t> most_;
  std::map<std::string, std::uint32_t> beginnings_;  // of excluded strings; numbers from 1
  std::vector<std::string> beginning_texts_;         // by number
  std::set<std::string> excluded_;
  std::vector<char32_t> ends_;         // first code points of intervals
  std::vector<std::size_t> group_at_;  // by interval
  std::vector<Group> groups_;
  std::map<Place, std::uint32_t> known_;
  std::vector<const Place*> places_;
  std::map<std::pair<std::uint32_t, std::size_t>, std::uint32_t> steps_;
  std::map<Spot, bool> lives_;
  std::map<std::pair<std::size_t, PatternStates::State>, bool> lost_;
};

}  // namespace lockstep::oracle

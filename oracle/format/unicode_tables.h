// The shape of the tables that generate_unicode_data.py writes; only unicode_data.cc reads them.
#pragma once

#include <span>

#include "lockstep/oracle/format/unicode_data.h"

namespace lockstep::oracle::unicode_tables {

// Ends are inclusive; every table is sorted and its ranges are disjoint.
struct Range {
  char32_t first;
  char32_t last;
};
template <typename Value>
struct ValueRange {
  char32_t first;
  char32_t last;
  Value value;
};
struct Mapping {
  char32_t code;  // the character that decomposes
  char32_t first;
  char32_t second;  // 0: a singleton
};

extern const std::span<const ValueRange<GeneralCategory>> kCategories;
extern const std::span<const ValueRange<BidiClass>> kBidiClasses;
extern const std::span<const ValueRange<JoiningType>> kJoiningTypes;
extern const std::span<const ValueRange<Script>> kScripts;
extern const std::span<const ValueRange<unsigned>> kCombiningClasses;
extern const std::span<const Range> kNoncharacters;
extern const std::span<const Range> kIgnorable;
extern const std::span<const Range> kUnstable;
extern const std::span<const Mapping> kMappings;    // by code
extern const std::span<const Mapping> kComposites;  // by first, then second

}  // namespace lockstep::oracle::unicode_tables

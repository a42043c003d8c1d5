// The shape of the generated tables: property_tables.cc in the build tree, written by generate_tables.mjs.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "lockstep/oracle/unicode/code_point_set.h"

namespace lockstep::oracle::property_tables {

// An expression and its ranges, a slice of all_ranges().
struct Entry {
  std::string_view expression;
  std::uint32_t begin;
  std::uint32_t end;
};

std::span<const CodePointRange> all_ranges();
std::span<const Entry> entries();  // sorted by expression

}  // namespace lockstep::oracle::property_tables

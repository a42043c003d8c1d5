// The Unicode tables of engine (Debian's unicode-data) and oracle (an npm package): the same expressions, and
// for each the same code points. Both pin version 15.0.0.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <iterator>
#include <vector>

#include "lockstep/engine/lexical/unicode_properties.h"
#include "lockstep/oracle/unicode/properties.h"

namespace lockstep::conformance {
namespace {

std::vector<bool> members(const auto& ranges) {
  std::vector<bool> all(0x110000);
  for (const auto& range : ranges) {
    for (std::uint32_t c = range.first; c <= range.last; ++c) all[c] = true;
  }
  return all;
}

TEST(UnicodeTables, EngineAndOracleAgreeOnEveryExpressionAndCodePoint) {
  EXPECT_EQ(engine::unicode_version(), "15.0.0");
  const auto ours = engine::unicode_property_expressions();
  const auto theirs = oracle::property_expressions();
  std::vector<std::string_view> alone;
  std::set_symmetric_difference(ours.begin(), ours.end(), theirs.begin(), theirs.end(),
                                std::back_inserter(alone));
  for (const std::string_view expression : alone)
    ADD_FAILURE() << expression << " is known to one of them only";
  std::size_t compared = 0;
  for (const std::string_view expression : ours) {
    const auto engine_set = engine::unicode_property(expression);
    const auto oracle_set = oracle::find_property(expression);
    if (!oracle_set) continue;
    const std::vector<bool> left = members(engine_set->spans());
    const std::vector<bool> right = members(oracle_set->ranges());
    for (std::uint32_t c = 0; c < left.size(); ++c, ++compared) {
      if (left[c] == right[c]) continue;
      ADD_FAILURE() << expression << " of U+" << std::hex << c << ": engine " << left[c] << ", oracle "
                    << right[c];
      break;
    }
  }
  std::cout << ours.size() << " expressions, " << compared << " comparisons\n";
  EXPECT_GE(compared, 1'000'000'000U);
}

}  // namespace
}  // namespace lockstep::conformance

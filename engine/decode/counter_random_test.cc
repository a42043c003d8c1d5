#include "lockstep/engine/decode/counter_random.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <set>
#include <string>
#include <vector>

namespace lockstep::engine {
namespace {

using Four = std::array<std::uint32_t, 4>;

// The answers that the authors of Philox publish with it.
TEST(CounterRandom, GivesThePublishedAnswers) {
  constexpr std::uint32_t kOnes = 0xFFFFFFFFU;
  EXPECT_EQ(philox({0, 0, 0, 0}, {0, 0}), (Four{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  EXPECT_EQ(philox({kOnes, kOnes, kOnes, kOnes}, {kOnes, kOnes}),
            (Four{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
            (Four{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

// SHA-256 of the empty text begins e3 b0 c4 42 98 fc 1c 14.
TEST(CounterRandom, ItemNumbersAreLittleEndian) { EXPECT_EQ(item_number(""), 0x141cfc9842c4b0e3U); }

TEST(CounterRandom, EveryPartOfTheKeyCounts) {
  std::set<double> seen;
  std::size_t numbers = 0;
  for (const std::uint64_t seed : {std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{1} << 32U}) {
    for (const std::string item : {"a", "b"}) {
      for (std::uint32_t repeat = 0; repeat < 3; ++repeat) {
        for (std::uint32_t step = 0; step < 50; ++step, ++numbers)
          seen.insert(uniform({seed, item_number(item), repeat, step}));
      }
    }
  }
  EXPECT_EQ(numbers, 900U);
  EXPECT_EQ(seen.size(), numbers);
}

// Chi-square over 64 cells of 64,000 numbers: far from both tails for these fixed keys.
TEST(CounterRandom, IsSpreadEvenly) {
  std::vector<double> cells(64, 0);
  for (std::uint32_t step = 0; step < 64'000; ++step) {
    const double u = uniform({7, item_number("spread"), 0, step});
    ASSERT_TRUE(u >= 0 && u < 1) << step;
    cells[static_cast<std::size_t>(u * 64)] += 1;
  }
  double chi = 0;
  for (const double cell : cells) chi += (cell - 1000) * (cell - 1000) / 1000;
  EXPECT_GT(chi, 32);   // 63 degrees of freedom: 0.999 of the mass is above
  EXPECT_LT(chi, 104);  // and 0.999 below
}

}  // namespace
}  // namespace lockstep::engine

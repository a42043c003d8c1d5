// The uniform number of a step, counter-based: it can be drawn again alone, in any order, on any machine.
// Norm: conformance/spec/sampling.md, section 3.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace lockstep::engine {

inline constexpr std::string_view kRandomName = "philox4x32-10";

// Where in an experiment a number belongs. Thread rules: a plain value.
struct DrawKey {
  std::uint64_t seed = 0;    // of the run
  std::uint64_t item = 0;    // item_number() of the item's id
  std::uint32_t repeat = 0;  // of the same item
  std::uint32_t step = 0;    // tokens so far in this text
};

// The first eight bytes of the SHA-256 of the id, little endian.
std::uint64_t item_number(std::string_view id);

// Pure. In [0, 1), a multiple of 2^-53.
double uniform(const DrawKey& key);

// The generator itself, for its published answers. Pure.
std::array<std::uint32_t, 4> philox(const std::array<std::uint32_t, 4>& counter,
                                    const std::array<std::uint32_t, 2>& key);

}  // namespace lockstep::engine

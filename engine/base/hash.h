// Hashes of numbers and of short texts; the same in every run and on every machine whose std::hash is.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

namespace lockstep::engine {

// Mixes one more number into a hash (the finalizer of SplitMix64).
inline std::uint64_t mixed(std::uint64_t hash, std::uint64_t value) {
  std::uint64_t z = hash + value + 0x9E3779B97F4A7C15U;
  z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
  return z ^ (z >> 31U);
}

inline std::uint64_t mixed(std::uint64_t hash, std::string_view text) {
  return mixed(hash, std::hash<std::string_view>{}(text));
}

}  // namespace lockstep::engine

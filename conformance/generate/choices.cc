// Sources of bytes.
#include "lockstep/conformance/generate/choices.h"

namespace lockstep::conformance {

NextByte seeded_bytes(std::uint64_t seed) {
  return [state = seed, word = std::uint64_t{0}, left = 0]() mutable {
    if (left == 0) {
      state += 0x9e3779b97f4a7c15U;
      word = (state ^ (state >> 30U)) * 0xbf58476d1ce4e5b9U;
      word = (word ^ (word >> 27U)) * 0x94d049bb133111ebU;
      word ^= word >> 31U;
      left = 8;
    }
    const auto byte = static_cast<std::uint8_t>(word);
    word >>= 8U;
    --left;
    return byte;
  };
}

NextByte bytes_then_zeros(const std::uint8_t* bytes, std::size_t size) {
  return [bytes, size, at = std::size_t{0}]() mutable { return at < size ? bytes[at++] : std::uint8_t{0}; };
}

}  // namespace lockstep::conformance

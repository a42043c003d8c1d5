// Decisions from bytes: any source of bytes drives the generator, a seeded one, libFuzzer's or RapidCheck's.
// Zero bytes mean the simplest choice, so a source that has run dry must go on with zeros.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace lockstep::conformance {

using NextByte = std::function<std::uint8_t()>;

// The same bytes for the same seed on every machine (SplitMix64). Never ends.
NextByte seeded_bytes(std::uint64_t seed);

// Zeros after `bytes` has run out. The span must outlive the source.
NextByte bytes_then_zeros(const std::uint8_t* bytes, std::size_t size);

// Two decisions never stand in the arguments of one call: C++ leaves their order open, and the same seed
// would give other schemas with another compiler. A test compares what seeds give with a fixed hash. Thread
// rules: one thread at a time.
class Choices {
 public:
  explicit Choices(NextByte next) : next_(std::move(next)) {}

  // 0 <= result < n, n > 0. Uses two bytes; fair enough for n below 1000.
  std::size_t below(std::size_t n) {
    const std::size_t high = next_();
    const std::size_t low = next_();
    return (high * 256 + low) * n / 65536;
  }
  std::size_t between(std::size_t least, std::size_t most) { return least + below(most - least + 1); }

  // True for `percent` of a hundred; false for zero bytes.
  bool chance(std::size_t percent) { return below(100) >= 100 - percent; }

  template <typename T>
  const T& pick(const std::vector<T>& from) {
    return from[below(from.size())];
  }

  // An index, by weight.
  std::size_t weighted(const std::vector<std::size_t>& weights) {
    std::size_t sum = 0;
    for (const std::size_t weight : weights) sum += weight;
    std::size_t left = below(sum);
    std::size_t index = 0;
    while (left >= weights[index]) left -= weights[index++];
    return index;
  }

 private:
  NextByte next_;
};

}  // namespace lockstep::conformance

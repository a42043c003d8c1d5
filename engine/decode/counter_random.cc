// Philox from the Random123 library of its authors. The only file that knows the library.
#include "lockstep/engine/decode/counter_random.h"

#include <Random123/philox.h>

#include <string>

#include "lockstep/engine/base/sha256.h"

namespace lockstep::engine {
namespace {

constexpr std::uint64_t kLow = 0xFFFFFFFFU;

std::uint32_t low(std::uint64_t value) { return static_cast<std::uint32_t>(value & kLow); }
std::uint32_t high(std::uint64_t value) { return static_cast<std::uint32_t>(value >> 32U); }

std::uint64_t digit_of(char c) { return static_cast<std::uint64_t>(c <= '9' ? c - '0' : c - 'a' + 10); }

}  // namespace

std::uint64_t item_number(std::string_view id) {
  const std::string digest = sha256_hex(id);
  std::uint64_t number = 0;
  for (unsigned byte = 0; byte < 8; ++byte) {
    const std::uint64_t value = digit_of(digest[2 * byte]) * 16 + digit_of(digest[2 * byte + 1]);
    number |= value << (8 * byte);
  }
  return number;
}

std::array<std::uint32_t, 4> philox(const std::array<std::uint32_t, 4>& counter,
                                    const std::array<std::uint32_t, 2>& key) {
  const r123::Philox4x32_R<10>::ctr_type in = {{counter[0], counter[1], counter[2], counter[3]}};
  const r123::Philox4x32_R<10>::key_type word = {{key[0], key[1]}};
  const r123::Philox4x32_R<10>::ctr_type out = r123::Philox4x32_R<10>()(in, word);
  return {out[0], out[1], out[2], out[3]};
}

double uniform(const DrawKey& key) {
  const std::array<std::uint32_t, 4> words =
      philox({key.step, key.repeat, low(key.item), high(key.item)}, {low(key.seed), high(key.seed)});
  const std::uint64_t bits = words[0] | (std::uint64_t{words[1]} << 32U);
  return static_cast<double>(bits >> 11U) * 0x1p-53;
}

}  // namespace lockstep::engine

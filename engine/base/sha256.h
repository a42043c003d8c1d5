// SHA-256, for identities. The only file of the engine that knows which library computes it.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace lockstep::engine {

// FIPS 180-4, incremental. Thread rules: one thread at a time; distinct objects are independent.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(const Sha256&) = delete;
  Sha256& operator=(const Sha256&) = delete;

  void update(std::string_view bytes);
  void update_u32(std::uint32_t value);  // four bytes, little endian
  void update_u64(std::uint64_t value);  // eight bytes, little endian

  // The digest of everything so far as 64 lower-case hexadecimal digits. Call once, last.
  std::string hex();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

std::string sha256_hex(std::string_view bytes);

}  // namespace lockstep::engine

#include "lockstep/quality/model/model.h"

#include <bit>
#include <cstdint>

#include "lockstep/engine/base/sha256.h"

namespace lockstep::quality {

std::string logits_digest(std::span<const float> row) {
  engine::Sha256 hash;
  for (const float logit : row) hash.update_u32(std::bit_cast<std::uint32_t>(logit));
  return hash.hex();
}

}  // namespace lockstep::quality

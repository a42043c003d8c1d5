#include "lockstep/quality/model/turns.h"

#include "lockstep/engine/base/check.h"
#include "lockstep/engine/base/sha256.h"

namespace lockstep::quality {

std::vector<engine::TokenId> spell_turns(const LongestMatch& spelling, const engine::Vocabulary& vocabulary,
                                         const Prompt& prompt) {
  LOCKSTEP_CHECK(!vocabulary.stop_ids().empty());
  std::vector<engine::TokenId> ids;
  for (const Turn& turn : prompt) {
    const std::vector<engine::TokenId> more = spelling.encode(turn.reply ? turn.text : turn.text + "\n");
    ids.insert(ids.end(), more.begin(), more.end());
    if (turn.reply) ids.push_back(vocabulary.stop_ids().back());
  }
  return ids;
}

std::string digest_of(const Prompt& prompt) {
  engine::Sha256 hash;
  hash.update_u64(prompt.size());
  for (const Turn& turn : prompt) {
    hash.update_u32(turn.reply ? 1 : 0);
    hash.update_u64(turn.text.size());
    hash.update(turn.text);
  }
  return hash.hex();
}

}  // namespace lockstep::quality

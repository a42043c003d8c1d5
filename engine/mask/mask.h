// Token masks: one bit a token id, 32-bit words, little endian, padded to the logit width.
//
// Bit id % 32 of word id / 32 is set for a normal or byte token with non-empty bytes iff the text so far
// followed by its bytes is viable; for every stop id iff the text so far is complete; every other bit,
// padding included, is clear.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

#include "lockstep/engine/machine/machine.h"
#include "lockstep/engine/mask/string_tokens.h"
#include "lockstep/engine/mask/token_trie.h"
#include "lockstep/engine/vocabulary/vocabulary.h"

namespace lockstep::engine {

// The slow path: every token by itself, byte by byte, no trie and no memo. Selectable in every build, since
// it is what the fast paths are compared with. nullptr when the machine was interrupted, by its cancellation
// too (machine/machine.h); both paths give back the states that the bytes of tokens made.
std::shared_ptr<const MaskWords> mask_by_tokens(Machine& machine, StateId state,
                                                const Vocabulary& vocabulary);

// Masks of one machine and one vocabulary, by a pruned walk of the trie, remembered by state. A state is the
// machine's interned number, so the memo needs no other key. Inside strings most tokens stay inside; which
// ones is found once for all strings alike (StringTokens). Tokens with a quote that closes are walked once
// for all states of one string where it does not matter which text is closed (Machine::StringSpot::closed),
// else for each state. Thread rules: one thread at a time.
class MaskMemo {
 public:
  // `most_bytes`: what the remembered masks may take; a mask beyond it is computed and not kept.
  // `most_scratch`: states that one walk may hold at a time (Limits::scratch_states).
  MaskMemo(std::shared_ptr<StringTokens> tokens, std::size_t most_bytes,
           std::size_t most_scratch = std::size_t{1} << 14U)
      : vocabulary_(tokens->vocabulary()),
        tokens_(std::move(tokens)),
        most_bytes_(most_bytes),
        most_scratch_(most_scratch) {}

  // nullptr when interrupted; nothing is remembered then.
  std::shared_ptr<const MaskWords> mask(Machine& machine, StateId state);

  std::uint64_t built() const { return built_; }
  std::uint64_t hits() const { return hits_; }
  std::size_t bytes() const { return bytes_; }

 private:
  struct Walk;
  std::shared_ptr<const MaskWords> build(Machine& machine, StateId state);
  struct Closed;
  bool walk_string(Walk& walk, const Machine::StringSpot& spot);
  bool walk_quotes(Walk& walk, std::vector<std::uint32_t> quotes);
  std::vector<std::uint32_t> quotes_apart(const Machine::StringSpot& spot,
                                          const std::vector<std::uint32_t>& quotes);
  bool follow_closed(Walk& walk, const Machine::StringSpot& spot, const std::vector<std::uint32_t>& quotes,
                     std::vector<std::uint32_t>& apart);
  bool extend(Walk& walk, bool name, const std::vector<std::uint32_t>& quotes, Closed& closed);
  std::shared_ptr<const MaskWords> keep(std::shared_ptr<const MaskWords> words);

  Vocabulary vocabulary_;
  std::shared_ptr<StringTokens> tokens_;
  std::size_t most_bytes_;
  std::size_t most_scratch_;
  std::unordered_map<StateId, std::shared_ptr<const MaskWords>> by_state_;
  std::unordered_multimap<std::uint64_t, std::shared_ptr<const MaskWords>>
      by_content_;                                                          // by a hash of the words
  std::map<std::array<std::uint32_t, 4>, std::shared_ptr<Closed>> closed_;  // by StringSpot::closed
  std::size_t bytes_ = 0;
  std::uint64_t built_ = 0;
  std::uint64_t hits_ = 0;
};

}  // namespace lockstep::engine

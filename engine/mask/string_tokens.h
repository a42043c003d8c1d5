// Which tokens stay inside a string that is being written, found once for all strings alike.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <tuple>
#include <vector>

#include "lockstep/engine/base/cancellation.h"
#include "lockstep/engine/machine/machine.h"
#include "lockstep/engine/mask/token_trie.h"
#include "lockstep/engine/vocabulary/vocabulary.h"

namespace lockstep::engine {

using MaskWords = std::vector<std::uint32_t>;

inline std::size_t mask_words(const Vocabulary& vocabulary) {
  return (std::size_t{vocabulary.logit_width()} + 31) / 32;
}

// Of a point inside a string: the tokens that take it to another point inside, and the nodes of the trie
// whose byte is the quote that closes it. What lies below those is for the machine to say.
struct InsideString {
  MaskWords words;
  std::vector<std::uint32_t> closing;  // ascending
};

// Where no listed text is left to come, the automaton tells lengths apart and nothing else; and no token is
// longer than the trie. So the key of a point is what it can see of the lengths: a free string has one,
// whatever was written, and a string with a far upper bound has the same. Other points are computed and not
// kept. Thread rules: one thread at a time.
class StringTokens {
 public:
  StringTokens(Vocabulary vocabulary, std::shared_ptr<const TokenTrie> trie)
      : vocabulary_(std::move(vocabulary)), trie_(std::move(trie)) {}

  // nullptr when cancelled. Keeps at most `room` bytes more than before, and subtracts what it kept.
  std::shared_ptr<const InsideString> inside(const Machine::StringSpot& spot, std::size_t& room,
                                             const Cancellation* cancellation);

 private:
  // Phase and unfinished code point of the state; then the lengths seen from it, as pairs low, high.
  using Key = std::tuple<std::uint8_t, std::uint32_t, std::uint32_t, std::vector<std::uint64_t>>;
  Key key_of(const Machine::StringSpot& spot) const;
  std::shared_ptr<const InsideString> walk(const Machine::StringSpot& spot,
                                           const Cancellation* cancellation) const;

  Vocabulary vocabulary_;
  std::shared_ptr<const TokenTrie> trie_;
  std::map<Key, std::shared_ptr<const InsideString>> known_;
};

}  // namespace lockstep::engine

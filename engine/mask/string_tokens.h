// Which tokens stay inside a string that is being written, found once for all strings of all constraints.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <tuple>
#include <utility>
#include <vector>

#include "lockstep/engine/base/meter.h"
#include "lockstep/engine/machine/machine.h"
#include "lockstep/engine/mask/token_trie.h"
#include "lockstep/engine/vocabulary/vocabulary.h"

namespace lockstep::engine {

using MaskWords = std::vector<std::uint32_t>;

inline void set_token(MaskWords& words, TokenId id) { words[id / 32] |= 1U << (id % 32); }

inline std::size_t mask_words(const Vocabulary& vocabulary) {
  return (std::size_t{vocabulary.logit_width()} + 31) / 32;
}

// Of a point inside a string: the tokens that take it to another point inside, and the nodes of the trie
// whose byte is the quote that closes it. What lies below those is for the machine to say.
struct InsideString {
  MaskWords words;
  std::vector<std::uint32_t> closing;   // ascending: where listed texts may be what is closed
  std::vector<std::uint32_t> unlisted;  // ascending: where what is closed is in no list
};

// Where no listed text is left to come, the automaton tells lengths apart and nothing else. So a string in
// which any text may go on is walked once for each unfinished character; a token takes so many code points of
// it, and a string with an upper bound has no room for those that take too many. Where listed texts are left,
// the part of the trie that follows them is walked, and the rest is the free string again. Where patterns
// still tell texts apart the whole trie is walked. Exact: mask_test.cc holds it to every token by itself.
// Thread rules: any number of threads at once.
class StringTokens {
 public:
  // Work, here and below, is passed to the meter; its Stop is the caller's.
  explicit StringTokens(Vocabulary vocabulary, Meter* meter = nullptr);

  // Cost: the size of a mask, once the free string is known.
  std::shared_ptr<const InsideString> inside(const Machine::StringSpot& spot, Meter& meter);

  const Vocabulary& vocabulary() const { return vocabulary_; }
  const TokenTrie& trie() const { return trie_; }
  // Nodes of quotes with a backslash before them, ascending.
  const std::vector<std::uint32_t>& quotes_behind_escapes() const { return quotes_behind_escapes_; }
  std::size_t memory_bytes() const;

 private:
  // A string without bounds or listed texts, from a point that only an unfinished character tells apart.
  struct FreeString {
    struct Need {
      std::uint32_t code_points = 0;  // that the token takes, an unfinished one included
      TokenId token = 0;
    };
    struct Closing {
      std::uint32_t node = 0;
      std::uint32_t length = 0;  // code points before the quote
    };
    MaskWords words;
    std::vector<Need> needs;  // tokens that stay inside, the longest first
    std::vector<Closing> closing;
  };
  using Key = std::tuple<Escapes, std::uint8_t, std::uint32_t, std::uint32_t>;  // policy, phase, first, last

  std::shared_ptr<const FreeString> free_string(const Machine::StringSpot& spot, Meter& meter);
  std::shared_ptr<const FreeString> walk_free(const Machine::StringSpot& spot, Meter& meter) const;
  void walk_listed(const Machine::StringSpot& spot, const FreeString& free, InsideString& inside,
                   Meter& meter) const;

  Vocabulary vocabulary_;
  TokenTrie trie_;
  std::vector<std::uint32_t> quotes_behind_escapes_;
  mutable std::mutex lock_;  // guards what is below
  std::map<Key, std::shared_ptr<const FreeString>> known_;
  std::size_t bytes_ = 0;
};

// The one for this vocabulary, by its identity. The last few are kept, so that constraints that come and go
// share them. Thread rules: any thread.
std::shared_ptr<StringTokens> string_tokens_of(const Vocabulary& vocabulary, Meter* meter = nullptr);

}  // namespace lockstep::engine

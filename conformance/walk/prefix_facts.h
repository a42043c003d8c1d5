// What was done at one prefix, in figures: carried by the case's record, so that every figure of a run can be
// counted again from its stream.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "lockstep/conformance/walk/place.h"

namespace lockstep::conformance {

struct PrefixFacts {
  struct Mask {
    std::string hash;     // 16 hexadecimal digits over its words
    std::size_t set = 0;  // bits
    bool dense = false;   // more than 2 % of the vocabulary
  };
  struct Full {
    std::size_t tokens = 0;  // that the oracle decided
    std::size_t unknown = 0;
  };

  // A complete text, and what subject and oracle both say of it.
  struct Text {
    std::string bytes;
    bool valid = false;
  };

  PrefixPlace place = PrefixPlace::structure;
  std::size_t bits = 0;                      // next bytes and the stop bit: those that the oracle decided
  std::size_t unknown = 0;                   // those that it did not
  std::optional<Mask> mask;                  // where it was compared with the byte path
  std::optional<Full> full;                  // where it was compared with the oracle's token filter
  std::map<std::string, std::size_t> why;    // unknown bits and tokens by the oracle's reason
  std::map<std::string, std::size_t> laws;   // comparisons by law (laws.h)
  std::map<std::string, std::size_t> found;  // failures: "mask_too_wide by next_byte" -> how many
  // Complete texts on which both agree, met here first: how many, and those that the independent validators
  // are asked about. Only where the run is audited.
  std::size_t valid_texts = 0;
  std::size_t invalid_texts = 0;
  std::vector<Text> audit;
};

// One line of JSON, the same for equal facts.
std::string to_text(const PrefixFacts& facts);

// Nullopt where it is none.
std::optional<PrefixFacts> facts_of(const std::string& text);

}  // namespace lockstep::conformance

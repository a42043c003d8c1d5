// The figures of a walk, counted from its cases alone: so a resumed run, a merged one and a finished stream
// tell the same.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "lockstep/conformance/walk/place.h"
#include "lockstep/reports/record.h"

namespace lockstep::conformance {

// What a run must reach to be believed. 0: not asked for.
struct WalkFloors {
  std::size_t schemas = 0;         // walked
  std::size_t prefixes = 0;        // at byte level
  std::size_t masks = 0;           // compared with the byte path
  std::size_t full_masks = 0;      // compared with the token filter; half of them inside strings
  std::size_t dense_percent = 30;  // of the masks
  std::size_t per_keyword = 0;     // prefixes under each keyword of draft 2020-12
};

// What was compared under one keyword: at the prefixes of schemas that have it where it can be reached.
struct KeywordCoverage {
  std::size_t prefixes = 0;
  std::size_t masks = 0;       // compared with the byte path
  std::size_t full_masks = 0;  // compared with the token filter
  std::size_t asked = 0;       // bits and tokens
  std::size_t unknown = 0;     // of these, those that the oracle did not decide
  std::size_t refused = 0;     // schemas that the subject refused for its sake
  bool operator==(const KeywordCoverage&) const = default;
};

struct WalkFigures {
  std::size_t schemas = 0;   // generated
  std::size_t walked = 0;    // compiled `ok`
  std::size_t empty = 0;     // compiled `empty`
  std::size_t prefixes = 0;  // distinct pairs of schema and prefix: the oracle was asked about every byte
  std::size_t bits = 0;      // next bytes and stop bits that it decided
  std::size_t unknown_bits = 0;
  std::size_t masks = 0;  // compared with the byte path
  std::size_t distinct_masks = 0;
  std::size_t dense_masks = 0;
  std::size_t full_masks = 0;  // compared with the token filter
  std::size_t full_in_strings = 0;
  std::size_t full_dense = 0;
  std::size_t tokens = 0;  // of these masks, that the oracle decided
  std::size_t unknown_tokens = 0;
  std::size_t valid_texts = 0;  // complete texts on which subject and oracle agree, where they are audited
  std::size_t invalid_texts = 0;
  std::array<std::size_t, kPlaces> places{};    // prefixes by place
  std::map<std::string, std::size_t> unknown;   // bits and tokens by the oracle's reason
  std::map<std::string, std::size_t> laws;      // comparisons by law
  std::map<std::string, std::size_t> found_by;  // failures: "mask_too_wide by next_byte" -> how many
  std::map<std::string, KeywordCoverage> by_keyword;

  // A case of the walk: "walk/SEED/SCHEMA" or "walk/SEED/SCHEMA/...".
  void add(const reports::Case& one);
  bool reached(const WalkFloors& floors) const;

 private:
  std::set<std::string> hashes_;
  std::string last_schema_;
};

// Empty, or why the run judged too little to be believed: a floor not reached, a place never seen, too few
// dense masks, a keyword hardly compared that the subject does not refuse. The shares are asked for from 200
// masks and 20 full masks on.
std::string too_little(const WalkFigures& figures, const WalkFloors& floors);

}  // namespace lockstep::conformance

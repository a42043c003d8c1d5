// Random schemas of the enforced keywords, policies and hostile vocabularies, for the tests of masks and
// sessions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>

#include "lockstep/engine/policy/policy.h"
#include "lockstep/engine/vocabulary/vocabulary.h"

namespace lockstep::engine::test_languages {

// LOCKSTEP_SEED where it is set, else `fixed`; printed, so that a failure can be run again.
std::uint32_t seed_or(std::uint32_t fixed);

// The same seed gives the same languages on every machine: only std::mt19937 and its remainders are used.
class RandomLanguages {
 public:
  explicit RandomLanguages(std::uint32_t seed) : random_(seed) {}

  // A schema text; some are unsatisfiable or loop in place, which a compile says.
  std::string schema();
  Policy policy();

  // Pieces of JSON glued at random, so that tokens cross every border: parts of UTF-8 characters, of escapes,
  // of numbers; texts twice under two ids, empty texts, markers that spell JSON, one or more stop ids, a
  // logit width past the end. `longest` bytes for one token of brackets and one of letters; 0: none.
  Vocabulary vocabulary(std::size_t longest = 0);

  std::size_t below(std::size_t n) { return random_() % n; }

 private:
  std::string any_of(const char* const* list, std::size_t count) { return list[below(count)]; }
  std::string subschema(int depth);
  std::string scalar();
  std::string object(int depth);
  std::string names(int depth);
  std::string across_names();
  std::string array(int depth);
  std::string list(int depth);

  std::mt19937 random_;
};

}  // namespace lockstep::engine::test_languages

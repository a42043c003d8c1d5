// A pattern as a deterministic machine that reads a string from left to right: where is the search after
// these characters, and would it succeed if the string ended here? The states are formulas over what is still
// to be matched (derivatives), made when first asked for; ECMA-262 (2024) section 22.2.2 read as a language.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "lockstep/oracle/pattern/pattern.h"

namespace lockstep::oracle {

// Thread rules: one thread at a time; the states made are kept. Cost: a step that was taken before is a
// look-up.
class PatternStates {
 public:
  using State = std::uint32_t;
  using Class = std::uint32_t;

  // nullptr where this machine does not read the pattern: a back-reference inside a negative look-around, a
  // look-ahead inside a look-behind, a bound above 1000 in a quantifier, or, without the `u` flag, a set that
  // splits the low surrogates.
  static std::unique_ptr<PatternStates> make(const Pattern& pattern);
  ~PatternStates();

  // False where the pattern has back-references: each then stands for the empty string and for whatever its
  // group could match, so that the machine accepts all strings that the pattern does, and others.
  bool is_exact() const;

  static constexpr State start() { return 0; }
  // nullopt: more states or longer formulas than the machine keeps.
  std::optional<State> step(State from, Class characters);
  // Does the search succeed where the string ends here?
  std::optional<bool> accepts(State state);

  // The characters that the pattern does not tell apart form a class. Surrogates are in no class of their
  // own: no string has them.
  Class class_of(char32_t code_point) const;
  // The first code points of the intervals in which all characters are of one class; sorted, 0 first.
  const std::vector<char32_t>& boundaries() const;

  class Machine;

 private:
  explicit PatternStates(std::unique_ptr<Machine> machine);
  std::unique_ptr<Machine> machine_;
};

}  // namespace lockstep::oracle

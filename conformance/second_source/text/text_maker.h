// JSON texts in every spelling the grammar has, and such texts broken in small ways.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <random>
#include <string>

namespace lockstep::conformance::second_source {

class TextMaker {
 public:
  explicit TextMaker(std::uint64_t seed) : random_(seed) {}

  // Half of them valid, apart from duplicate names, lone surrogates and ill-formed UTF-8, which some have.
  std::string text();

 private:
  std::uint64_t below(std::uint64_t n) { return random_() % n; }
  std::string one_of(std::initializer_list<const char*> pieces);
  std::string space();
  std::string digits(std::uint64_t at_least, std::uint64_t at_most);
  std::string number();
  std::string hex_escape(unsigned code_unit);
  std::string character();
  std::string string();
  std::string name(std::uint64_t index);
  std::string value(int depth);
  std::string broken(std::string text);

  bool duplicates_ = false;  // this text may repeat a name
  bool surrogates_ = false;  // this text may have lone surrogates
  bool ill_formed_ = false;  // this text may have ill-formed UTF-8 in its strings
  std::mt19937_64 random_;
};

}  // namespace lockstep::conformance::second_source

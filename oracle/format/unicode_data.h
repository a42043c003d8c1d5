// What IDNA needs to know of a code point: Unicode 15.0, from tables that generate_unicode_data.py writes at
// build time. Cost of every look-up: a binary search. Thread rules: constant data.
#pragma once

#include <cstdint>

namespace lockstep::oracle {

// The two-letter names of UAX #44.
enum class GeneralCategory : std::uint8_t {
  Lu,
  Ll,
  Lt,
  Lm,
  Lo,
  Mn,
  Mc,
  Me,
  Nd,
  Nl,
  No,
  Pc,
  Pd,
  Ps,
  Pe,
  Pi,
  Pf,
  Po,
  Sm,
  Sc,
  Sk,
  So,
  Zs,
  Zl,
  Zp,
  Cc,
  Cf,
  Cs,
  Co,
  Cn
};
enum class BidiClass : std::uint8_t {
  L,
  R,
  AL,
  EN,
  ES,
  ET,
  AN,
  CS,
  NSM,
  BN,
  B,
  S,
  WS,
  ON,
  LRE,
  LRO,
  RLE,
  RLO,
  PDF,
  LRI,
  RLI,
  FSI,
  PDI
};
enum class JoiningType : std::uint8_t { non_joining, causing, dual, left, right, transparent };
enum class Script : std::uint8_t { other, greek, hebrew, hiragana, katakana, han };

GeneralCategory general_category(char32_t c);
BidiClass bidi_class(char32_t c);  // of an assigned character; L for others
JoiningType joining_type(char32_t c);
Script script(char32_t c);  // the five that RFC 5892 asks for
unsigned combining_class(char32_t c);

bool is_noncharacter(char32_t c);
bool is_ignorable_property(
    char32_t c);               // Default_Ignorable_Code_Point, White_Space or Noncharacter_Code_Point
bool is_unstable(char32_t c);  // c != NFKC(casefold(NFKC(c)))

// Canonical decomposition mapping, one step; {0, 0} when there is none, second 0 for a singleton.
struct CanonicalMapping {
  char32_t first;
  char32_t second;
};
CanonicalMapping canonical_mapping(char32_t c);

// The primary composite whose canonical decomposition is the pair; 0 when there is none. Hangul is not in the
// table.
char32_t primary_composite(char32_t first, char32_t second);

}  // namespace lockstep::oracle

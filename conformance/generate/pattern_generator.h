// Regular expressions with subjects that tend to match them, drawn from any source of bytes: a seeded
// generator, RapidCheck, or libFuzzer's input. Patterns come from a grammar of ECMA-262 (both modes), some
// with faults and mutations on purpose.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::conformance {

// The next byte; must never end (a fuzzer's source goes on with zeros, which lead to the smallest pattern).
using NextByte = std::function<std::uint8_t()>;

// A sketch of the pattern, from which text and subjects are made.
struct PatternSketch {
  enum class Kind : std::uint8_t {
    leaf,
    sequence,
    alternatives,
    group,
    quantified,
    back_reference
  } kind = Kind::leaf;
  std::string text;                  // leaf: its spelling; group: what opens it; quantified: the quantifier
  std::string name;                  // group: its name; back_reference: the name it asks for, or empty
  std::vector<std::string> samples;  // leaf: texts that it matches
  std::vector<PatternSketch> children;
  std::uint32_t group = 0;  // capture, or back_reference by number
  bool zero_width = false;  // look-around: adds nothing to a subject
  std::uint32_t least = 0;  // quantified: rounds in a subject
  std::uint32_t most = 0;
};

struct GeneratedPattern {
  std::string source;                   // UTF-8; not always a valid pattern
  std::vector<std::string_view> parts;  // the kinds of syntax in it, from pattern_parts(); before mutation
  PatternSketch sketch;
  bool strict = false;  // drawn from spellings that are valid with the u flag only
  bool mutated = false;
};

// Every kind of syntax that generate_pattern() can draw.
std::vector<std::string_view> pattern_parts();

// At most a few hundred characters; at most two unbounded quantifiers in each other before mutation, so that
// a backtracking engine needs no more than milliseconds for the subjects of generate_subject().
GeneratedPattern generate_pattern(const NextByte& next);

// One to ten characters drawn from those that mean something in a pattern: mostly faults, of kinds nobody
// listed.
std::string generate_soup(const NextByte& next);

// Valid UTF-8 of at most 16 code points: a text after the sketch, sometimes surrounded or with one character
// changed.
std::string generate_subject(const GeneratedPattern& pattern, const NextByte& next);

// The text of the sketch. With `distinct_names` no group name is used twice: a number is added to each, and a
// reference to a name becomes the references to all groups that had it, which means the same because at most
// one has a value.
std::string pattern_text(const PatternSketch& sketch, bool distinct_names);

}  // namespace lockstep::conformance

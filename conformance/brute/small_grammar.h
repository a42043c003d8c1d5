// A small grammar of schemas, all of them, and a universe so small that every text of it can be listed. What
// an engine says of such a schema is compared in full, in both directions, without any notion of a prefix.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::conformance {

// The universe: null, true, false, 0, 1, 2, "", "a", "ab"; arrays of at most two and objects over the names a
// and b of the leaves null, 0, 1, "a".
//
// Every text of it, compact, shortest numbers, fewest escapes, objects in both orders of their names. Sorted
// by bytes, without repetition.
const std::vector<std::string>& small_texts();

// Schemas that say one thing, and two of distinct items that say what is needed for it, with every assertion
// and applicator of draft 2020-12 that has a meaning here
// ($dynamicRef and formats have none).
const std::vector<std::string>& small_atoms();

// The grammar, A, B, C over the atoms:
//   S := A | not A | A with B as one object (no keyword twice)
//      | allOf [A,B] | anyOf [A,B] | oneOf [A,B] | not anyOf [A,B] | not allOf [A,B]   A before B
//      | if A then B | if A else B | if A then B else C, every kTernaryStride-th
//      | properties {a: anyOf [A,B]} | items oneOf [A,B] | contains allOf [A,B]        A before B
//      | anyOf [A,B] with unevaluatedProperties false and unevaluatedItems false       A before B
//      | if A then B, with the same
// Always in the same order.
std::vector<std::string> small_schemas();
inline constexpr std::size_t kTernaryStride = 5;

// The schema within the universe: {"allOf": [what admits exactly the universe, schema]}.
std::string within_universe(std::string_view schema);

}  // namespace lockstep::conformance

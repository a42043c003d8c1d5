// Finite languages by brute force: texts are put together from lists, whatever the schema, and kept if the
// JSON reader and Schema::check accept them. Knows nothing of prefixes.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::oracle {

using Texts = std::vector<std::string>;

struct UniverseShape {
  Texts scalars;            // spellings of scalars
  Texts names;              // spellings of member names
  std::size_t items = 2;    // longest array
  std::size_t members = 2;  // largest object
  std::size_t depth = 1;    // 0: scalars alone
  std::string behind = "";  // what stands behind `,` and `:`
};

// All texts of the shape.
Texts universe(const UniverseShape& shape);

// All spellings of a string under `escapes: json`, quotes included. It has few characters.
Texts string_spellings(std::u32string_view characters);

// All JSON numbers of at most `longest` bytes.
Texts number_spellings(std::size_t longest);

using Filter = std::function<bool(const std::string& text)>;

// Those that parse, that the schema admits, and that the filter takes. plain: numbers as policy.md 4.4 has
// `plain`.
std::set<std::string> language_of(const std::string& schema, const Texts& texts, bool plain,
                                  const Filter& filter);

// All beginnings, the empty one and the whole texts included.
std::set<std::string> prefixes_of(const std::set<std::string>& language);

}  // namespace lockstep::oracle

// Big inputs from small descriptions. A text of a case file is a string, {"hex": ...} for bytes that are no
// UTF-8, or a recipe; the parts of a recipe are texts again. What a recipe may be stands in case_schema.json.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace lockstep::adversarial {

// Longest text that a recipe may become.
inline constexpr std::size_t kLongestExpansion = std::size_t{64} << 20U;

// repeat: before, `times` units, after. nest: before, `times` times open, middle, `times` times close, after.
// join: items with "{i}" (from 0), "{i+1}" and "{n}" (= times) filled in, a separator between them. random:
// `times` pieces drawn from a list by `seed` and by the recipe's own seed. concat: parts in their order. True
// when `text` was appended to; else `error` says why not. The same arguments give the same bytes on every
// machine.
bool expand(const nlohmann::json& description, std::uint64_t seed, std::string& text, std::string& error);

}  // namespace lockstep::adversarial

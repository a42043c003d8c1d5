// The bytes between the quotes of one string: escapes of RFC 8259 section 7, UTF-8 of RFC 3629, membership in
// a StringLanguage; or the bytes of a whole text that is no JSON, where nothing is escaped. Every state can
// be finished; every byte that keeps some member reachable is taken, and no other.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "lockstep/engine/lexical/string_language.h"
#include "lockstep/engine/policy/policy.h"

namespace lockstep::engine {

// Where a string stands. Equal states of one language and policy have equal futures.
struct StringState {
  StringLanguage::Unlisted text;  // of complete code points
  std::uint32_t low = 0;          // entries of the table that begin with the text so far: [low, high)
  std::uint32_t high = 0;
  std::uint32_t matched = 0;  // decoded bytes so far, 0 when no entry is left
  std::uint32_t first = 0;    // an unfinished code point: what it can still become, both included
  std::uint32_t last = 0;
  std::uint8_t phase = 0;  // string_automaton.cc's own
  auto operator<=>(const StringState&) const = default;
};

// Holds a reference: the language must outlive it. Thread rules: const calls from any thread. Cost of a step:
// the logarithm of the table, save where a listed hole is about to be the only way on.
class StringAutomaton {
 public:
  StringAutomaton(const StringLanguage& language, Escapes escapes) : language_(language), escapes_(escapes) {}
  // Of a bare text: a quote, a backslash and a control are characters like any other.
  explicit StringAutomaton(const StringLanguage& language) : language_(language), bare_(true) {}

  // After the opening quote; nullopt when the language is empty.
  std::optional<StringState> start() const;
  // After one more byte, the closing quote excepted.
  std::optional<StringState> step(const StringState& state, std::uint8_t byte) const;
  // May the closing quote follow?
  bool can_close(const StringState& state) const;
  // Bytes that lead to a state that can close: few, though not always the fewest. For witnesses.
  std::string finish(const StringState& state) const;

 private:
  std::optional<std::uint32_t> choose(const StringState& state) const;
  std::optional<StringState> live(const StringState& state) const;
  std::optional<StringState> completed(const StringState& state, std::uint32_t code_point) const;
  std::optional<StringState> step_plain(const StringState& state, std::uint8_t byte) const;
  std::optional<StringState> step_escape(const StringState& state, std::uint8_t byte) const;
  std::optional<StringState> step_hex(const StringState& state, std::uint8_t byte) const;

  std::string spelled(std::string_view decoded) const;

  const StringLanguage& language_;
  Escapes escapes_ = Escapes::json;
  bool bare_ = false;
};

}  // namespace lockstep::engine

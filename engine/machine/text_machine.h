// The Machine of a language of bare texts, which are no JSON: a regular expression that the whole text must
// match, or a choice of literal texts.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "lockstep/engine/base/cancellation.h"
#include "lockstep/engine/base/limits.h"
#include "lockstep/engine/base/meter.h"
#include "lockstep/engine/machine/explain.h"
#include "lockstep/engine/machine/interned.h"
#include "lockstep/engine/machine/machine.h"

namespace lockstep::engine {

// Texts of well-formed UTF-8. A plain value.
struct BareTexts {
  enum class Kind : std::uint8_t { regex, choice } kind = Kind::regex;
  std::string regex;  // ECMA-262 with the u flag; where only the form without it is valid, that
  std::vector<std::string> choices;  // any order; a text twice is the same as once
};

// Every state can be finished. Thread rules as for Machine. Cost of a step: that of the automaton.
class TextMachine final : public Machine {
 public:
  // Faults: malformed (pattern_syntax, offset in the regex; invalid_utf8), refused (regex: back_reference),
  // empty, limit (limit_pattern_*), cancelled. Whether some text is left is decided here.
  static std::variant<std::unique_ptr<Machine>, CompileFault> create(
      const BareTexts& texts, const Limits& limits, const Cancellation* cancellation = nullptr);

  StateId start() const override { return 1; }
  StateId step(StateId state, std::uint8_t byte) override;
  bool can_stop(StateId state) override;
  std::string finish(StateId state) override;
  void metered(const std::function<void(Meter&)>& work) override;
  std::string describe(StateId) override { return described_; }
  std::optional<StringSpot> in_string(StateId) override { return std::nullopt; }
  StateId after_quote(StateId) override { return kDeadState; }
  std::string_view interrupted() const override { return interrupted_; }
  void resume() override { interrupted_ = {}; }
  void lift_memory_limits(bool lifted) override { lifted_ = lifted; }
  void set_cancellation(const Cancellation* cancellation) override { meter_->set_cancellation(cancellation); }
  Mark mark() const override { return {states_.size(), 0, 0, 0, 0, 0, {}}; }
  void release(const Mark& mark) override { states_.release(mark.states); }
  std::size_t memory_bytes() const override { return states_.memory_bytes(); }
  Counters counters() const override { return {states_.size(), 0, language_.overruns(), 0}; }

 private:
  struct StateHash {
    std::uint64_t operator()(const StringState& state) const;
    static std::size_t heap(const StringState&) { return 0; }
  };

  TextMachine(std::unique_ptr<Meter> meter, StringLanguage language, const BareTexts& texts,
              const Limits& limits);
  static std::variant<StringLanguage, CompileFault> language_of(const BareTexts& texts, const Limits& limits,
                                                                Meter* meter);
  static std::variant<std::unique_ptr<Machine>, CompileFault> create_metered(const BareTexts& texts,
                                                                             const Limits& limits,
                                                                             std::unique_ptr<Meter> meter);
  template <typename Work>
  auto guarded(const Work& work) -> decltype(work());

  std::unique_ptr<Meter> meter_;  // which the language keeps
  StringLanguage language_;
  StringAutomaton automaton_;
  std::string described_;
  std::size_t most_states_;
  Interned<StringState, StateHash> states_{StringState{}};  // [0] is the dead state
  std::string_view interrupted_;
  bool lifted_ = false;
};

// As explain of a schema (machine/explain.h): there is one reason, which is the regex or the choice.
std::variant<Explanation, Error> explain_text(const BareTexts& texts, const Limits& limits,
                                              std::string_view text, std::string_view bytes);

}  // namespace lockstep::engine

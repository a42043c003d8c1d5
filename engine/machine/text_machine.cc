#include "lockstep/engine/machine/text_machine.h"

#include <algorithm>
#include <utility>

#include "lockstep/engine/base/check.h"
#include "lockstep/engine/base/utf8_state.h"
#include "lockstep/engine/lexical/pattern_strings.h"

namespace lockstep::engine {
namespace {

CompileFault fault_of_pattern(const Error& error) {
  CompileFault fault{CompileStatus::malformed, error, ""};
  if (error.code.starts_with("limit_")) fault.status = CompileStatus::limit;
  if (error.code == "back_reference") fault.status = CompileStatus::refused;
  if (fault.status != CompileStatus::malformed) fault.keyword = "regex";
  return fault;
}

// The whole text must match: between ^ and $, which without the flag m are its ends. It is compiled alone
// first, so that the wrapping cannot make a pattern of what is none, nor read one with `u` that has none.
std::variant<Pattern, CompileFault> whole(const std::string& regex, const Limits& limits, Meter* meter) {
  const Result<Pattern> alone = Pattern::compile(regex, limits, meter);
  if (!alone.ok()) return fault_of_pattern(alone.error());
  Result<Pattern> wrapped = Pattern::compile("^(?:" + regex + ")$", limits, meter);
  if (!wrapped.ok()) return fault_of_pattern(wrapped.error());
  LOCKSTEP_CHECK(wrapped->without_u() == alone->without_u());
  return *std::move(wrapped);
}

StringLanguage matching(const Pattern& pattern, const Limits& limits, Meter* meter) {
  auto automaton = std::make_shared<PatternAutomaton>(pattern, limits, meter);
  auto set =
      std::make_shared<PatternSet>(std::vector<std::shared_ptr<PatternAutomaton>>{automaton}, limits, meter);
  const auto verdict = [](const std::vector<bool>& matched) {
    return matched.at(0) ? std::vector<LengthRange>{{0, kNoLimit}} : std::vector<LengthRange>{};
  };
  return StringLanguage::with_patterns({}, std::make_shared<PatternStrings>(set, 0, verdict, limits, meter),
                                       meter);
}

bool is_utf8(std::string_view text, Meter* meter) {
  Utf8State state;
  for (std::size_t at = 0; at < text.size(); ++at) {
    pass(meter);
    state.take(text.substr(at, 1));
  }
  return state.complete();
}

}  // namespace

std::uint64_t TextMachine::StateHash::operator()(const StringState& state) const {
  std::uint64_t hash = mixed(state.text.length, std::uint64_t{state.text.pattern} << 8U | state.phase);
  hash = mixed(hash, std::uint64_t{state.low} << 32U | state.high);
  hash = mixed(hash, std::uint64_t{state.first} << 32U | state.last);
  return mixed(hash, state.matched);
}

TextMachine::TextMachine(std::unique_ptr<Meter> meter, StringLanguage language, const BareTexts& texts,
                         const Limits& limits)
    : meter_(std::move(meter)),
      language_(std::move(language)),
      automaton_(language_),
      described_(texts.kind == BareTexts::Kind::regex
                     ? "the whole text matches the regular expression " + texts.regex
                     : "the text is one of " + std::to_string(texts.choices.size()) + " choices"),
      most_states_(limits.states) {}

std::variant<StringLanguage, CompileFault> TextMachine::language_of(const BareTexts& texts,
                                                                    const Limits& limits, Meter* meter) {
  if (texts.kind == BareTexts::Kind::regex) {
    if (!is_utf8(texts.regex, meter))
      return compile_fault(CompileStatus::malformed, "invalid_utf8", "the regular expression is not UTF-8");
    auto pattern = whole(texts.regex, limits, meter);
    if (CompileFault* fault = std::get_if<CompileFault>(&pattern)) return std::move(*fault);
    return matching(std::get<Pattern>(pattern), limits, meter);
  }
  std::vector<StringLanguage::Entry> entries;
  for (const std::string& text : texts.choices) {
    if (!is_utf8(text, meter)) {
      return compile_fault(CompileStatus::malformed, "invalid_utf8",
                           "choice " + std::to_string(entries.size()) + " is not UTF-8");
    }
    entries.push_back({text, true});
  }
  const auto by_text = [meter](const auto& a, const auto& b) {
    pass_bytes(meter, std::min(a.text.size(), b.text.size()) / 8);
    return a.text < b.text;
  };
  std::sort(entries.begin(), entries.end(), by_text);
  entries.erase(std::unique(entries.begin(), entries.end()), entries.end());
  return StringLanguage(std::move(entries), {}, meter);
}

std::variant<std::unique_ptr<Machine>, CompileFault> TextMachine::create(const BareTexts& texts,
                                                                         const Limits& limits,
                                                                         const Cancellation* cancellation) {
  auto meter = std::make_unique<Meter>();
  meter->set_cancellation(cancellation);
  meter->set_between_looks(limits.between_looks);
  try {
    meter->look();
    return create_metered(texts, limits, std::move(meter));
  } catch (const Meter::Stop& stop) {
    if (!stop.limit.empty())
      return compile_fault(CompileStatus::limit, std::string(stop.limit), "beyond a limit");
    return compile_fault(CompileStatus::cancelled, "cancelled", "the caller asked to stop");
  }
}

std::variant<std::unique_ptr<Machine>, CompileFault> TextMachine::create_metered(
    const BareTexts& texts, const Limits& limits, std::unique_ptr<Meter> meter) {
  auto language = language_of(texts, limits, meter.get());
  if (CompileFault* fault = std::get_if<CompileFault>(&language)) return std::move(*fault);
  std::unique_ptr<TextMachine> machine(
      new TextMachine(std::move(meter), std::get<StringLanguage>(std::move(language)), texts, limits));
  const std::optional<StringState> first = machine->automaton_.start();
  if (machine->language_.overruns() > 0) {
    CompileFault fault =
        compile_fault(CompileStatus::limit, "limit_pattern_search",
                      "which texts match the regular expression is beyond the search limits");
    fault.keyword = "regex";
    return fault;
  }
  if (!first) {
    const bool regex = texts.kind == BareTexts::Kind::regex;
    return compile_fault(
        CompileStatus::empty, "empty",
        regex ? "no text matches the regular expression" : "there is nothing to choose from");
  }
  machine->states_.intern(*first);
  machine->set_cancellation(nullptr);
  return std::unique_ptr<Machine>(std::move(machine));
}

// Runs what may stop; see Machine::interrupted().
template <typename Work>
auto TextMachine::guarded(const Work& work) -> decltype(work()) {
  if (interrupted_.empty() && !lifted_ && states_.size() > most_states_) interrupted_ = "limit_states";
  if (!interrupted_.empty()) return {};
  try {
    meter_->pass();
    return work();
  } catch (const Meter::Stop& stop) {
    interrupted_ = stop.limit.empty() ? std::string_view("cancelled") : stop.limit;
  }
  return {};
}

StateId TextMachine::step(StateId state, std::uint8_t byte) {
  if (state == kDeadState) return kDeadState;
  return guarded([&]() -> StateId {
    const std::optional<StringState> next = automaton_.step(states_[state], byte);
    return next ? states_.intern(*next) : kDeadState;
  });
}

bool TextMachine::can_stop(StateId state) {
  return state != kDeadState && guarded([&] { return automaton_.can_close(states_[state]); });
}

std::string TextMachine::finish(StateId state) {
  return guarded([&] { return automaton_.finish(states_[state]); });
}

void TextMachine::metered(const std::function<void(Meter&)>& work) {
  guarded([&] {
    work(*meter_);
    return true;
  });
}

std::variant<Explanation, Error> explain_text(const BareTexts& texts, const Limits& limits,
                                              std::string_view text, std::string_view bytes) {
  auto made = TextMachine::create(texts, limits);
  if (CompileFault* fault = std::get_if<CompileFault>(&made)) return std::move(fault->error);
  Machine& machine = *std::get<std::unique_ptr<Machine>>(made);
  auto looked = first_look(machine, text, bytes);
  Explanation* explained = std::get_if<Explanation>(&looked);
  if (explained == nullptr || explained->allowed) return looked;
  const std::string keyword = texts.kind == BareTexts::Kind::regex ? "regex" : "choice";
  explained->reasons.push_back(
      {{{ReasonPart::Kind::keyword, keyword, "", machine.describe(machine.start())}}, true});
  return looked;
}

}  // namespace lockstep::engine

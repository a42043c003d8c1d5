#include "lockstep/conformance/walk/agreed_texts.h"

#include <utility>

#include "lockstep/oracle/json_text/json_text.h"

namespace lockstep::conformance {

void AgreedTexts::settle(PrefixFacts& facts) {
  std::vector<PrefixFacts::Text> met = std::exchange(facts.audit, {});
  if (!wanted()) return;
  for (PrefixFacts::Text& text : met) {
    if (seen_.contains(text.bytes)) continue;
    if ((!text.valid || plain_numbers_) && is_valid(text.bytes) != text.valid) continue;
    seen_.insert(text.bytes);
    ++(text.valid ? facts.valid_texts : facts.invalid_texts);
    if (audit_->takes(schema_, text.bytes)) facts.audit.push_back(std::move(text));
  }
}

PrefixFacts AgreedTexts::refused(const oracle::PrefixOracle& truth, const std::vector<std::string>& texts,
                                 const oracle::PrefixLimits& limits) {
  PrefixFacts facts;
  for (const std::string& text : texts) {
    if (truth.complete(text, limits).is_no()) facts.audit.push_back({text, false});
  }
  settle(facts);
  return facts;
}

std::optional<bool> AgreedTexts::is_valid(const std::string& text) {
  if (!oracle::parse_json(text).ok()) return std::nullopt;
  std::string fault;
  if (!truth_) truth_ = Truth::load(schema_, fault, assert_formats_);
  if (!truth_) return std::nullopt;
  const oracle::Answer answer = truth_->check(text);
  return answer.is_unknown() ? std::nullopt : std::optional(answer.is_yes());
}

}  // namespace lockstep::conformance

#include "lockstep/conformance/judge/verdict.h"

namespace lockstep::conformance {
namespace {

constexpr std::array<std::string_view, kVerdictCount> kNames = {
    "over_accept", "dead_end", "over_reject", "mask_too_wide", "mask_too_narrow", "inconsistent", "crash",
    "hang",        "limit",    "split_vote",  "unknown",       "refused",         "agree"};
static_assert(static_cast<std::size_t>(Verdict::agree) + 1 == kVerdictCount);

}  // namespace

std::string_view name(Verdict verdict) { return kNames.at(static_cast<std::size_t>(verdict)); }

std::optional<Verdict> verdict_named(std::string_view name) {
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (kNames[i] == name) return static_cast<Verdict>(i);
  }
  return std::nullopt;
}

std::array<Verdict, kVerdictCount> all_verdicts() {
  std::array<Verdict, kVerdictCount> all{};
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<Verdict>(i);
  return all;
}

}  // namespace lockstep::conformance

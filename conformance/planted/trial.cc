#include "lockstep/conformance/planted/trial.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>

namespace lockstep::conformance {

std::string_view name(PlantedKind kind) {
  switch (kind) {
    case PlantedKind::validator:
      return "validator";
    case PlantedKind::engine:
      return "engine";
    case PlantedKind::pair:
      break;
  }
  return "pair";
}

std::string Trial::id() const { return fmt::format("{}/{}", conformance::name(kind), name); }

const Sighting* Trial::conviction() const {
  const Sighting* best = nullptr;
  for (const Sighting& one : found) {
    if (!check.empty() && (one.check != check || one.verdict != verdict)) continue;
    if (best == nullptr || one.times > best->times) best = &one;
  }
  return best;
}

void Trial::see(std::string_view by, Verdict what, std::size_t at, std::string_view case_id) {
  const auto place = std::find_if(found.begin(), found.end(), [&](const Sighting& one) {
    return one.check > by || (one.check == by && one.verdict >= what);
  });
  if (place != found.end() && place->check == by && place->verdict == what) {
    ++place->times;
    return;
  }
  found.insert(place, {std::string(by), what, 1, at, std::string(case_id)});
}

void Trial::conclude() {
  if (!problem.empty() || conviction() != nullptr) return;
  if (found.empty()) {
    problem = fmt::format("no check found anything in {} cases", cases);
    return;
  }
  problem = fmt::format("{} by {} was declared; found were", conformance::name(verdict), check);
  for (const Sighting& one : found)
    problem += fmt::format(" {} by {} ({})", conformance::name(one.verdict), one.check, one.times);
}

const std::vector<Check>& all_checks() {
  static const std::vector<Check> kChecks = {
      {"accept", "a token whose bit is set is taken"},
      {"audit", "independent validators on what engine and oracle, or validator and suite, agree on"},
      {"byte_path", "the mask is that of the subject's own bytes"},
      {"clear_bits", "no bit of a token without text, none beyond the vocabulary"},
      {"cold", "a start that has met nothing yet answers the same"},
      {"compile", "a schema with a text is no empty or malformed one, one without an end is refused"},
      {"determinism", "asked twice, the same mask"},
      {"finish", "the subject's own completion is a text"},
      {"forced", "a forced byte is the only way on"},
      {"fork", "what a fork does does not show"},
      {"hand", "our own cases with their source (hand_cases.json)"},
      {"limit", "no question is answered by a limit"},
      {"next_byte", "each of the 256 next bytes is what the oracle says"},
      {"policy_cases", "the norm's own cases (conformance/spec/policy_cases.json)"},
      {"refusal", "a token whose bit is clear is not taken and changes nothing"},
      {"replay", "bytes taken once are taken again"},
      {"retokenise", "the same text in other tokens leads to the same place"},
      {"rollback", "a step taken and undone changes nothing"},
      {"split", "the same bytes in other pieces lead to the same place"},
      {"stop", "a stop token is taken iff the stop bit is set"},
      {"stop_bit", "the stop bit is what the oracle says"},
      {"suite", "the pinned official suite"},
      {"token_filter", "every token of a mask is what the oracle says"},
      {"token_split", "a token is allowed iff its parts are, one after the other"},
  };
  return kChecks;
}

std::vector<std::string> idle_checks(const std::vector<Trial>& trials) {
  std::set<std::string> busy;
  for (const Trial& trial : trials) {
    for (const Sighting& one : trial.found) busy.insert(one.check);
  }
  std::vector<std::string> idle;
  for (const Check& check : all_checks()) {
    if (!busy.contains(check.name)) idle.push_back(check.name);
  }
  return idle;
}

std::vector<std::string> unlisted_checks(const std::vector<Trial>& trials) {
  std::set<std::string> found;
  for (const Trial& trial : trials) {
    for (const Sighting& one : trial.found) found.insert(one.check);
  }
  for (const Check& check : all_checks()) found.erase(check.name);
  return {found.begin(), found.end()};
}

std::vector<Verdict> missing_verdicts(const std::vector<Trial>& trials) {
  std::set<Verdict> seen;
  for (const Trial& trial : trials) {
    if (!trial.check.empty() && trial.convicted()) seen.insert(trial.verdict);
  }
  std::vector<Verdict> missing;
  for (const Verdict verdict : all_verdicts()) {
    if (is_failure(verdict) && !seen.contains(verdict)) missing.push_back(verdict);
  }
  return missing;
}

}  // namespace lockstep::conformance

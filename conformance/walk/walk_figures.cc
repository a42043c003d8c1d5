#include "lockstep/conformance/walk/walk_figures.h"

#include <fmt/core.h>

#include <algorithm>

#include "lockstep/conformance/generate/schema_generator.h"
#include "lockstep/conformance/walk/enforced_schemas.h"
#include "lockstep/conformance/walk/laws.h"
#include "lockstep/conformance/walk/prefix_facts.h"
#include "lockstep/conformance/walk/walk_audit.h"

namespace lockstep::conformance {
namespace {

constexpr std::size_t kMasksForShares = 200;
constexpr std::size_t kFullForShares = 20;
constexpr std::size_t kInStringsPercent = 50;

// "walk/1/17/3" -> "walk/1/17".
std::string schema_of(const std::string& id) {
  std::size_t end = 0;
  for (int parts = 0; parts < 3 && end != std::string::npos; ++parts) end = id.find('/', end + 1);
  return id.substr(0, end);
}

std::string below(const std::string& what, std::size_t is, std::size_t floor) {
  return is < floor ? fmt::format("{} {}, must be at least {}", what, is, floor) : std::string();
}

// A keyword that is cut out of most schemas, or that the subject refuses and that was never compared, is told
// as refused.
std::string too_little_under(const WalkFigures& figures, std::size_t floor) {
  for (const std::string& keyword : generated_keywords()) {
    const auto found = figures.by_keyword.find(keyword);
    const KeywordCoverage under = found == figures.by_keyword.end() ? KeywordCoverage{} : found->second;
    if (is_refused_keyword(keyword) || (under.prefixes == 0 && under.refused > 0)) continue;
    if (std::string lack = below("prefixes under " + keyword, under.prefixes, floor); !lack.empty())
      return lack;
  }
  return {};
}

}  // namespace

void WalkFigures::add(const reports::Case& one) {
  if (WalkAudit::is_vote(one)) {
    ++found_by["split_vote by vote"];
    return;
  }
  const std::optional<PrefixFacts> facts = facts_of(one.got);
  if (std::string schema = schema_of(one.id); schema != last_schema_) {
    last_schema_ = std::move(schema);
    ++schemas;
    walked += facts ? 1U : 0U;
  }
  empty += one.got == "empty" ? 1U : 0U;
  if (!one.refused_by.empty()) ++by_keyword[one.refused_by].refused;
  if (!facts) return;
  for (const auto& [what, count] : facts->found) found_by[what] += count;
  for (const auto& [law, count] : facts->laws) laws[law] += count;
  for (const auto& [reason, count] : facts->why) unknown[reason] += count;
  valid_texts += facts->valid_texts;
  invalid_texts += facts->invalid_texts;
  if (facts->bits + facts->unknown == 0) return;  // a fault on the way to a prefix
  ++prefixes;
  bits += facts->bits;
  unknown_bits += facts->unknown;
  ++places[static_cast<std::size_t>(facts->place)];
  std::size_t asked = facts->bits + facts->unknown;
  std::size_t not_told = facts->unknown;
  if (facts->mask) {
    ++masks;
    dense_masks += facts->mask->dense ? 1U : 0U;
    hashes_.insert(facts->mask->hash);
    distinct_masks = hashes_.size();
  }
  if (facts->full) {
    ++full_masks;
    full_in_strings += in_string(facts->place) ? 1U : 0U;
    full_dense += facts->mask && facts->mask->dense ? 1U : 0U;
    tokens += facts->full->tokens;
    unknown_tokens += facts->full->unknown;
    asked += facts->full->tokens + facts->full->unknown;
    not_told += facts->full->unknown;
  }
  for (const std::string& keyword : one.keywords) {
    KeywordCoverage& under = by_keyword[keyword];
    ++under.prefixes;
    under.masks += facts->mask ? 1U : 0U;
    under.full_masks += facts->full ? 1U : 0U;
    under.asked += asked;
    under.unknown += not_told;
  }
}

bool WalkFigures::reached(const WalkFloors& floors) const {
  const std::size_t half = floors.full_masks / 2;
  return walked >= floors.schemas && prefixes >= floors.prefixes && masks >= floors.masks &&
         full_masks >= floors.full_masks && full_in_strings >= half &&
         too_little_under(*this, floors.per_keyword).empty();
}

std::string too_little(const WalkFigures& figures, const WalkFloors& floors) {
  for (std::string lack : {below("schemas walked", figures.walked, floors.schemas),
                           below("prefixes at byte level", figures.prefixes, floors.prefixes),
                           below("masks compared with the byte path", figures.masks, floors.masks),
                           below("masks compared in full", figures.full_masks, floors.full_masks)}) {
    if (!lack.empty()) return lack;
  }
  if (std::string lack = too_little_under(figures, floors.per_keyword); !lack.empty()) return lack;
  if (figures.masks < kMasksForShares) return {};
  for (const PrefixPlace place : all_places()) {
    if (figures.places[static_cast<std::size_t>(place)] == 0)
      return fmt::format("no prefix ends in: {}", name(place));
  }
  if (figures.dense_masks * 100 < floors.dense_percent * figures.masks) {
    return fmt::format("{} of {} masks are dense, must be at least {} %", figures.dense_masks, figures.masks,
                       floors.dense_percent);
  }
  std::vector<std::string> laws = law_names();
  laws.emplace_back("cold");
  for (const std::string& law : laws) {
    if (!figures.laws.contains(law)) return "a law that never compared anything: " + law;
  }
  if (figures.full_masks < kFullForShares) return {};
  if (figures.full_in_strings * 100 < kInStringsPercent * floors.full_masks) {
    return fmt::format("{} of {} masks compared in full are inside strings, must be at least half of {}",
                       figures.full_in_strings, figures.full_masks, floors.full_masks);
  }
  if (figures.full_dense == 0) return "no dense mask was compared in full";
  return {};
}

}  // namespace lockstep::conformance

#include "lockstep/oracle/schema_prefix/clause.h"

#include <algorithm>

namespace lockstep::oracle {
namespace {

Decimal decimal_of(std::size_t count) { return parse_decimal(std::to_string(count)); }

}  // namespace

void SizeRange::at_least(const Decimal& bound) {
  if (compare(bound, least) > 0) least = bound;
}

void SizeRange::at_most(const Decimal& bound) {
  if (!most || compare(bound, *most) < 0) most = bound;
}

bool SizeRange::wants_more_than(std::size_t count) const { return compare(least, decimal_of(count)) > 0; }
bool SizeRange::allows(std::size_t count) const { return !most || compare(decimal_of(count), *most) <= 0; }

std::set<std::string> Clause::named() const {
  std::set<std::string> names = members.required;
  names.insert(members.forbidden.begin(), members.forbidden.end());
  for (const auto& [name, all] : members.named) names.insert(name);
  for (const OtherRule& rule : members.others) names.insert(rule.names.begin(), rule.names.end());
  return names;
}

std::size_t Clause::listed_items() const {
  std::size_t alike = 0;
  const auto ends = [&alike](const Indices& indices) {
    alike = std::max({alike, indices.from, indices.to ? *indices.to + 1 : 0});
  };
  for (const ItemRule& rule : items.rules) ends(rule.indices);
  for (const ItemCount& count : items.counts) ends(count.indices);
  return alike;
}

}  // namespace lockstep::oracle

// Look-up in the generated tables.
#include "lockstep/oracle/unicode/properties.h"

#include <algorithm>

#include "lockstep/oracle/unicode/property_tables.h"

namespace lockstep::oracle {

std::optional<CodePointSet> find_property(std::string_view expression) {
  const auto entries = property_tables::entries();
  const auto found = std::lower_bound(
      entries.begin(), entries.end(), expression,
      [](const property_tables::Entry& entry, std::string_view value) { return entry.expression < value; });
  if (found == entries.end() || found->expression != expression) return std::nullopt;
  const auto ranges = property_tables::all_ranges().subspan(found->begin, found->end - found->begin);
  return CodePointSet(std::vector<CodePointRange>(ranges.begin(), ranges.end()));
}

std::vector<std::string_view> property_expressions() {
  std::vector<std::string_view> result;
  for (const auto& entry : property_tables::entries()) result.push_back(entry.expression);
  return result;
}

}  // namespace lockstep::oracle

// Binary searches over the generated tables.
#include "lockstep/oracle/format/unicode_data.h"

#include <algorithm>
#include <tuple>

#include "lockstep/oracle/format/unicode_tables.h"

namespace lockstep::oracle {
namespace {

namespace tables = unicode_tables;

template <typename Entry>
const Entry* find(std::span<const Entry> table, char32_t c) {
  const auto at =
      std::partition_point(table.begin(), table.end(), [&](const Entry& e) { return e.last < c; });
  return at != table.end() && at->first <= c ? &*at : nullptr;
}

template <typename Value>
Value value_or(std::span<const tables::ValueRange<Value>> table, char32_t c, Value otherwise) {
  const auto* entry = find(table, c);
  return entry != nullptr ? entry->value : otherwise;
}

}  // namespace

GeneralCategory general_category(char32_t c) { return value_or(tables::kCategories, c, GeneralCategory::Cn); }
BidiClass bidi_class(char32_t c) { return value_or(tables::kBidiClasses, c, BidiClass::L); }
JoiningType joining_type(char32_t c) { return value_or(tables::kJoiningTypes, c, JoiningType::non_joining); }
Script script(char32_t c) { return value_or(tables::kScripts, c, Script::other); }
unsigned combining_class(char32_t c) { return value_or(tables::kCombiningClasses, c, 0U); }

bool is_noncharacter(char32_t c) { return find(tables::kNoncharacters, c) != nullptr; }
bool is_ignorable_property(char32_t c) { return find(tables::kIgnorable, c) != nullptr; }
bool is_unstable(char32_t c) { return find(tables::kUnstable, c) != nullptr; }

CanonicalMapping canonical_mapping(char32_t c) {
  const auto& table = tables::kMappings;
  const auto at =
      std::partition_point(table.begin(), table.end(), [&](const tables::Mapping& m) { return m.code < c; });
  if (at == table.end() || at->code != c) return {0, 0};
  return {at->first, at->second};
}

char32_t primary_composite(char32_t first, char32_t second) {
  const auto& table = tables::kComposites;
  const auto at = std::partition_point(table.begin(), table.end(), [&](const tables::Mapping& m) {
    return std::tie(m.first, m.second) < std::tie(first, second);
  });
  if (at == table.end() || at->first != first || at->second != second) return 0;
  return at->code;
}

}  // namespace lockstep::oracle

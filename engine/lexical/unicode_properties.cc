#include "lockstep/engine/lexical/unicode_properties.h"

#include <algorithm>

namespace lockstep::engine {

std::optional<CodePointSet> unicode_property(std::string_view expression) {
  const std::span<const UnicodeProperty> all = unicode_properties();
  const auto found = std::lower_bound(
      all.begin(), all.end(), expression,
      [](const UnicodeProperty& property, std::string_view wanted) { return property.expression < wanted; });
  if (found == all.end() || found->expression != expression) return std::nullopt;
  const auto spans = unicode_spans().subspan(found->spans, found->count);
  return CodePointSet({spans.begin(), spans.end()});
}

std::vector<std::string_view> unicode_property_expressions() {
  std::vector<std::string_view> expressions;
  for (const UnicodeProperty& property : unicode_properties()) expressions.push_back(property.expression);
  return expressions;
}

}  // namespace lockstep::engine

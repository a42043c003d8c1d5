#include "lockstep/engine/schema/multiples.h"

#include <algorithm>
#include <string>

#include "lockstep/engine/lexical/divisors.h"

namespace lockstep::engine {
namespace {

void add_numbers(json::Value value, DivisorSpan& span, Meter& meter) {
  meter.pass(8);
  if (value.is(json::Kind::number)) span.add_number(Decimal::saturating(value.number(), &meter));
  if (value.is(json::Kind::array)) {
    for (const json::Value item : value.elements()) add_numbers(item, span, meter);
  }
  if (value.is(json::Kind::object)) {
    for (const json::Member member : value.members()) add_numbers(member.value, span, meter);
  }
}

void add_numbers(const Node& node, DivisorSpan& span, Meter& meter) {
  meter.pass();
  for (const auto* bound : {&node.minimum, &node.maximum, &node.exclusive_minimum, &node.exclusive_maximum}) {
    if (*bound) span.add_number(**bound);
  }
  for (const auto& list : node.enums) {
    for (const json::Value& value : list) add_numbers(value, span, meter);
  }
}

}  // namespace

std::optional<CompileFault> check_multiples(const Blocks<Node>& nodes, const Limits& limits, Meter& meter) {
  const auto has = [](const Node& node) { return node.multiple_of.has_value(); };
  if (std::none_of(nodes.begin(), nodes.end(), has)) return std::nullopt;
  DivisorSpan span;
  for (const Node& node : nodes) add_numbers(node, span, meter);
  const auto most = static_cast<std::int64_t>(limits.multiple_places);
  for (const Node& node : nodes) {
    if (!node.multiple_of) continue;
    // The digits first: what they come to beside others costs more.
    if (node.multiple_of->digits().size() <= limits.multiple_places) {
      span.add_divisor(*node.multiple_of);
      if (span.places() <= most) continue;
    }
    return CompileFault{CompileStatus::refused,
                        {"unsupported_keyword",
                         "multipleOf over more than " + std::to_string(most) +
                             " decimal places, beside the other numbers of the schema, is not enforced",
                         std::nullopt, std::string(node.pointer) + "/multipleOf"},
                        "multipleOf"};
  }
  return std::nullopt;
}

}  // namespace lockstep::engine

// Applicators to the items of an array (Core section 10.3.1).
#include <algorithm>

#include "lockstep/oracle/json_text/decimal.h"
#include "lockstep/oracle/schema/applicator.h"

namespace lockstep::oracle {
namespace {

std::size_t prefix_length(const Frame& frame) {
  const Keyword* prefix = frame.find("prefixItems");
  return prefix == nullptr ? 0 : prefix->value->items.size();
}

// Is `count` at least, and at most, what the neighbour keyword says?
bool reaches(std::size_t count, const Keyword& bound) {
  return compare(parse_decimal(std::to_string(count)), parse_decimal(bound.value->text)) >= 0;
}
bool stays_within(std::size_t count, const Keyword& bound) {
  return compare(parse_decimal(std::to_string(count)), parse_decimal(bound.value->text)) <= 0;
}

}  // namespace

// 10.3.1.1
Answer judge_prefix_items(Evaluation& evaluation, Frame& frame, const Keyword& keyword) {
  Answer all = Answer::yes();
  const std::size_t count = std::min(frame.instance.items.size(), keyword.value->items.size());
  for (std::size_t i = 0; i < count; ++i) {
    all = both(all, evaluation.at_child(frame, keyword.value->items[i], frame.instance.items[i]));
    if (all.is_no()) return all;
    if (evaluation.annotates()) frame.marks.mark(i, Answer::yes());
  }
  return all;
}

// 10.3.1.2: the items after prefixItems.
Answer judge_items(Evaluation& evaluation, Frame& frame, const Keyword& keyword) {
  Answer all = Answer::yes();
  for (std::size_t i = prefix_length(frame); i < frame.instance.items.size(); ++i) {
    all = both(all, evaluation.at_child(frame, *keyword.value, frame.instance.items[i]));
    if (all.is_no()) return all;
    if (evaluation.annotates()) frame.marks.mark(i, Answer::yes());
  }
  return all;
}

// 10.3.1.3, with minContains and maxContains (Validation 6.4.4, 6.4.5). The items that match count as
// evaluated, also where minContains is 0 and there is nothing to fulfil; before 2020-12 they do not.
Answer judge_contains(Evaluation& evaluation, Frame& frame, const Keyword& keyword) {
  if (frame.instance.kind != JsonKind::array) return Answer::yes();
  std::size_t surely = 0;
  std::size_t perhaps = 0;
  std::string reason;
  for (std::size_t i = 0; i < frame.instance.items.size(); ++i) {
    const Answer match = evaluation.at_child(frame, *keyword.value, frame.instance.items[i]);
    if (evaluation.annotates() && keyword.evaluates) frame.marks.mark(i, match);
    if (match.is_no()) continue;
    if (match.is_unknown() && reason.empty()) reason = match.reason;
    ++perhaps;
    if (match.is_yes()) ++surely;
  }
  const Keyword* min = frame.find("minContains");
  const Keyword* max = frame.find("maxContains");
  const auto enough = [min](std::size_t count) { return min == nullptr ? count >= 1 : reaches(count, *min); };
  const auto few = [max](std::size_t count) { return max == nullptr || stays_within(count, *max); };
  if (!enough(perhaps) || !few(surely)) return Answer::no();
  if (enough(surely) && few(perhaps)) return Answer::yes();
  // The true count lies between the two; where both bounds exclude each other in between, no count will do.
  for (std::size_t count = surely; count <= perhaps; ++count) {
    if (enough(count) && few(count)) return Answer::unknown(reason);
  }
  return Answer::no();
}

}  // namespace lockstep::oracle

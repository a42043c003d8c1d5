#include "lockstep/engine/lexical/number_search.h"

#include <algorithm>
#include <utility>

namespace lockstep::engine {
namespace {

// The shapes of a number that has no digit but 0 behind the point yet: nine, one for each first digit.
void add_unplaced(std::vector<NumberShape>& out, const NumberLanguage& language, const std::string& start,
                  bool negative, std::int64_t zeros) {
  for (char digit = '1'; digit <= '9'; ++digit) {
    out.push_back({start, negative, true, false, digit, -zeros - 1, language.appended({}, digit)});
  }
}

void add_unbegun(std::vector<NumberShape>& out, const NumberLanguage& language, const std::string& start,
                 bool negative) {
  for (char digit = '1'; digit <= '9'; ++digit) {
    out.push_back({start + digit, negative, false, false, '\0', 0, language.appended({}, digit)});
  }
  add_unplaced(out, language, start + "0.", negative, 0);
}

void offer_zero(const NumberVerdict& verdict, const NumberPrefix& prefix, BestPlan& best) {
  if (prefix.digits.size != 0) return;
  const bool none = prefix.stage <= NumberStage::minus;
  const bool unfinished = !none && !prefix.is_number();
  const bool word = none || prefix.stage == NumberStage::zero;
  if (word && verdict.plain_integer) best.offer_text(none ? "0" : "");
  if (verdict.other_integer) best.offer_text(none ? "0e0" : word ? "e0" : unfinished ? "0" : "");
}

void offer_canonical_zero(const NumberVerdict& verdict, const NumberPrefix& prefix, BestPlan& best) {
  if (prefix.negative || !verdict.plain_integer) return;
  if (prefix.stage == NumberStage::nothing) best.offer_text("0");
  if (prefix.stage == NumberStage::zero) best.offer_text("");
}

}  // namespace

std::vector<std::int64_t> NumberTarget::leads(const Significand& written, std::int64_t from,
                                              std::int64_t to) const {
  if (is_point) return {point.lead()};
  std::vector<std::int64_t> out;
  const auto add = [&](std::int64_t lead) {
    if (!cell.low.is_zero() && lead < cell.low.lead()) return;
    if (cell.bounded && lead > cell.high.lead()) return;
    out.push_back(lead);
  };
  const std::int64_t size = written.size;
  for (const std::int64_t lead : {size - 2 - written.trailing, size - 1 - written.trailing, size - 1, size})
    add(lead);
  for (std::int64_t lead = from; lead <= to; ++lead) add(lead);
  if (!cell.low.is_zero()) {
    add(cell.low.lead());
    add(cell.low.lead() + 1);
  }
  if (cell.bounded) {
    add(cell.high.lead() - 1);
    add(cell.high.lead());
  }
  if (congruence != nullptr) {
    for (const std::int64_t unit : congruence->units(written)) add(unit + size - 1);
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  pass(meter, 1 + out.size());
  return out;
}

std::optional<Extension> NumberTarget::extend(bool integer, const Significand& written, std::int64_t lead,
                                              std::int64_t at_least, std::int64_t at_most) const {
  pass_bytes(meter, 2 * (is_point ? point.digits.size() : cell.low.digits.size() + cell.high.digits.size()));
  if (congruence != nullptr) {
    pass(meter, 16);
    const std::int64_t unit = written.unit(lead);
    const std::optional<Part> part = part_of(written, unit, cell);
    if (!part) return std::nullopt;
    return congruence->extend(written, unit, *part, at_least, at_most);
  }
  if (!is_point) {
    return integer ? extend_to_integer(written, lead, cell, at_least)
                   : extend_to_fraction(written, lead, cell, at_least);
  }
  if (integer != (point.exponent >= 0)) return std::nullopt;
  std::optional<Extension> out = extend_to(written, point);
  if (out && out->size < at_least) return std::nullopt;
  return out;
}

Extension NumberShape::to_write(const Extension& extension) const {
  if (unplaced == '\0') return extension;
  return {extension.size + 1, unplaced + extension.head, extension.last};
}

std::vector<NumberShape> shapes(const NumberLanguage& language, const NumberPrefix& prefix) {
  std::vector<NumberShape> out;
  switch (prefix.stage) {
    case NumberStage::nothing:
      add_unbegun(out, language, "", false);
      add_unbegun(out, language, "-", true);
      break;
    case NumberStage::minus:
      add_unbegun(out, language, "", true);
      break;
    case NumberStage::zero:
      add_unplaced(out, language, ".", prefix.negative, 0);
      break;
    case NumberStage::integer:
    case NumberStage::point:
    case NumberStage::fraction:
      if (prefix.digits.size == 0) {
        add_unplaced(out, language, "", prefix.negative, prefix.fraction_digits);
      } else {
        out.push_back({"", prefix.negative, prefix.stage != NumberStage::integer,
                       prefix.stage == NumberStage::point, '\0', prefix.lead(), prefix.digits});
      }
      break;
    default:
      break;
  }
  return out;
}

Plan best_plan(const NumberLanguage& language, Numbers numbers, const NumberPrefix& prefix,
               std::int64_t enough, std::int64_t most) {
  BestPlan best(enough, most);
  const bool canonical = numbers == Numbers::canonical;
  (canonical ? offer_canonical_zero : offer_zero)(language.at_point()[language.zero()], prefix, best);
  if (prefix.has_exponent()) {
    if (prefix.digits.size == 0) return best.plan();
    visit_targets(language, prefix.negative, [&](const NumberTarget& target) {
      offer_exponents(target, prefix, canonical, best);
      return !best.done();
    });
    return best.plan();
  }
  for (const NumberShape& shape : shapes(language, prefix)) {
    if (best.done()) break;
    visit_targets(language, shape.negative, [&](const NumberTarget& target) {
      (canonical ? offer_canonical : offer_free)(target, shape, best);
      return !best.done();
    });
  }
  return best.plan();
}

}  // namespace lockstep::engine

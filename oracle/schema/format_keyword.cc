// The two Format vocabularies (Validation section 7). The loader keeps the keyword only where it asserts;
// what each format demands is in oracle/format.
#include <array>

#include "lockstep/oracle/format/format.h"
#include "lockstep/oracle/schema/evaluation.h"

namespace lockstep::oracle {
namespace {

// 7.2.2
Answer judge_format(Evaluation&, Frame& frame, const Keyword& keyword) {
  if (frame.instance.kind != JsonKind::string) return Answer::yes();
  return check_format(keyword.value->text, frame.instance.text);
}

constexpr std::array<Rule, 1> kRules = {{
    {"format", kFormatAnnotation | kFormatAssertion, ValueShape::string, Stage::assertion, judge_format},
}};

}  // namespace

std::span<const Rule> format_rules() { return kRules; }

}  // namespace lockstep::oracle

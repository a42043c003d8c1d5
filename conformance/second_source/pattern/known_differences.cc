// The list, and the oracle's side of a comparison.
#include "known_differences.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "lockstep/oracle/pattern/pattern.h"

namespace lockstep::conformance {
namespace {

// More than the default: a few of the generated patterns with back-references need that many.
constexpr std::size_t kSteps = 1'000'000'000;

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

bool names_in_alternatives(const V8Question&, const V8Answer& oracle, const V8Answer& v8) {
  return oracle.mode != 'e' && v8.mode == 'e' &&
         (oracle.mode == 'u' ? v8.message_u : v8.message_n) == "Duplicate capture group name";
}

bool inside_a_surrogate_pair(const V8Question&, const V8Answer& oracle, const V8Answer& v8) {
  return oracle.mode == 'u' && v8.mode == 'u' && oracle.answers == v8.by_code_point &&
         v8.answers != v8.by_code_point;
}

// "\\", digits, and the first byte of a code point above U+FFFF.
bool astral_after_reference(const V8Question& question, const V8Answer& oracle, const V8Answer& v8) {
  if (!inside_a_surrogate_pair(question, oracle, v8)) return false;
  const std::string& text = question.pattern;
  for (std::size_t at = text.find('\\'); at != std::string::npos; at = text.find('\\', at + 1)) {
    const std::size_t behind = text.find_first_not_of("0123456789", at + 1);
    if (behind != std::string::npos && behind > at + 1 && static_cast<unsigned char>(text[behind]) >= 0xF0)
      return true;
  }
  return false;
}

bool out_of_stack(const V8Question&, const V8Answer& oracle, const V8Answer& v8) {
  return oracle.mode == v8.mode && contains(v8.answers, "x");
}

// Some "{low,high}" with both numbers of ten digits or more.
bool large_bounds_out_of_order(const V8Question& question, const V8Answer& oracle, const V8Answer& v8) {
  if (oracle.mode != 'e' || v8.mode == 'e' || !contains(oracle.message_n, "out of order")) return false;
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  for (std::size_t at = question.pattern.find('{'); at != std::string::npos;
       at = question.pattern.find('{', at + 1)) {
    const auto low = question.pattern.begin() + static_cast<std::ptrdiff_t>(at) + 1;
    const auto comma = std::find_if_not(low, question.pattern.end(), digit);
    if (comma - low < 10 || comma == question.pattern.end() || *comma != ',') continue;
    if (std::find_if_not(comma + 1, question.pattern.end(), digit) - comma > 10) return true;
  }
  return false;
}

bool empty_script(const V8Question& question, const V8Answer& oracle, const V8Answer& v8) {
  return oracle.mode == 'u' && v8.mode != 'u' &&
         (contains(question.pattern, "=Hrkt}") || contains(question.pattern, "=Katakana_Or_Hiragana}"));
}

bool later_script(const V8Question& question, const V8Answer& oracle, const V8Answer& v8) {
  constexpr std::array later = {"Garay",       "Gurung_Khema", "Kirat_Rai",     "Ol_Onal",
                                "Sunuwar",     "Todhri",       "Tulu_Tigalari", "Sidetic",
                                "Tolong_Siki", "Beria_Erfe",   "Tai_Yo"};
  return oracle.mode == 'n' && v8.mode == 'u' &&
         std::any_of(later.begin(), later.end(), [&](const char* name) {
           return contains(question.pattern, std::string("Script=") + name + "}");
         });
}

}  // namespace

V8Answer ask_oracle(const V8Question& question) {
  const auto pattern = oracle::Pattern::compile(question.pattern);
  V8Answer answer;
  if (!pattern) {
    answer.message_n = pattern.error().message;
    return answer;
  }
  answer.mode = pattern.value().without_u() ? 'n' : 'u';
  for (const std::string& subject : question.subjects) {
    const oracle::Answer found = pattern.value().search(subject, kSteps);
    answer.answers.push_back(found.is_unknown() ? '?' : found.is_yes() ? '1' : '0');
  }
  return answer;
}

const std::vector<KnownDifference>& known_differences() {
  static const std::vector<KnownDifference> list = {
      {"names_in_alternatives",
       "ECMA-262 2025 lets alternatives share a group name; this V8 does not yet",
       names_in_alternatives,
       true,
       {{"(?<a>x)|(?<a>y)", {"x"}}, {"(?:(?<a>x)|b(?<a>y))\\k<a>", {"xx"}}, {"\\-|(?<a>x)|(?<a>y)", {"-"}}}},
      {"astral_after_reference",
       "V8 with the u flag reads only the trail surrogate of a character that follows a forward reference by "
       "number",
       astral_after_reference,
       false,
       {{R"(\1𝒜|(a))", {"𝒜"}}, {R"(b\1😀(a)?)", {"b😀"}}}},
      {"inside_a_surrogate_pair",
       "V8 with the u flag also begins a match between the two code units of one code point; 22.2.7.2 "
       "advances by code points",
       inside_a_surrogate_pair,
       false,
       {{"\\B", {"b𝒜a"}}, {"(?!a|😀|$)", {"a😀"}}, {"(?<!^|😀)", {"😀"}}}},
      {"out_of_stack",
       "V8 runs out of its stack where a required number of rounds is huge; nothing to compare",
       out_of_stack,
       false,
       {{"^(?<n>\\k<n>\\s{0,2}){2147483647}a", {"b"}}}},
      {"large_bounds_out_of_order",
       "V8 compares the bounds of a quantifier after saturation at 2^31 - 1; the standard compares their "
       "values",
       large_bounds_out_of_order,
       false,
       {{"a{2147483649,2147483648}", {"a"}}, {"a{99999999999999999999,99999999999999999998}", {"a"}}}},
      {"empty_script",
       "Katakana_Or_Hiragana is a value of Script without a code point; V8 refuses a property that is empty",
       empty_script,
       false,
       {{"\\p{sc=Hrkt}", {"a"}}, {"\\p{Script_Extensions=Katakana_Or_Hiragana}", {"a"}}}},
      {"later_script",
       "scripts of Unicode 16.0 and 17.0; the oracle's tables are those of 15.0",
       later_script,
       false,
       {{"\\p{Script=Garay}", {}},
        {"\\p{Script=Gurung_Khema}", {}},
        {"\\p{Script=Kirat_Rai}", {}},
        {"\\p{Script=Ol_Onal}", {}},
        {"\\p{Script=Sunuwar}", {}},
        {"\\p{Script=Todhri}", {}},
        {"\\p{Script=Tulu_Tigalari}", {}},
        {"\\p{Script=Sidetic}", {}},
        {"\\p{Script=Tolong_Siki}", {}},
        {"\\p{Script=Beria_Erfe}", {}},
        {"\\p{Script=Tai_Yo}", {}}}},
  };
  return list;
}

}  // namespace lockstep::conformance

// The rules. Where it can be done, a rule shows the oracle what the validator saw and asks for the
// validator's verdict: an explanation that would also cover any other verdict is no explanation.
#include "lockstep/conformance/judge/explanations.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <set>

#include "lockstep/conformance/judge/binary64.h"
#include "lockstep/conformance/judge/schema_data.h"
#include "lockstep/conformance/subject/oracle_subject.h"
#include "lockstep/oracle/json_text/decimal.h"
#include "lockstep/oracle/json_text/json_text.h"
#include "lockstep/oracle/pattern/pattern.h"

namespace lockstep::conformance {
namespace {

using oracle::JsonKind;
using oracle::JsonValue;

Validity ask_oracle(ValidateRequest request, std::string instance) {
  request.instances = {std::move(instance)};
  const ValidateReply reply = make_oracle_subject()->validate(request);
  return reply.instances.size() == 1 ? reply.instances.front().validity : Validity::unknown;
}

bool is_vote(const Disagreement& one) {
  return !one.rejects_schema && (one.vote == Validity::valid || one.vote == Validity::invalid);
}

// The numbers of schema and instance, rounded to binary64, have another answer: the voter's.
bool rounds_numbers(const Disagreement& one) {
  if (!is_vote(one)) return false;
  const auto schema = round_numbers(one.request.schema);
  const auto instance = round_numbers(one.instance);
  if (!schema || !instance || (!schema->changed && !instance->changed)) return false;
  ValidateRequest request = one.request;
  request.schema = schema->text;
  return ask_oracle(std::move(request), instance->text) == one.vote;
}

// sourcemeta 16.11.0 reads a plain fraction as binary64, and a number with an exponent or too many digits as
// a decimal; comparing the two it takes the binary64 at its exact value.
bool mixes_number_kinds(const Disagreement& one) {
  if (!is_vote(one)) return false;
  const auto schema = round_numbers(one.request.schema, is_plain_fraction);
  const auto instance = round_numbers(one.instance, is_plain_fraction);
  if (!schema || !instance || (!schema->changed && !instance->changed)) return false;
  ValidateRequest request = one.request;
  request.schema = schema->text;
  return ask_oracle(std::move(request), instance->text) == one.vote;
}

// The new name of a member, or ""; `holder` is the name of the member whose value the object is.
using Rename = std::string (*)(std::string_view holder, const JsonValue& object,
                               const oracle::JsonMember& member);

void rename_members(std::string_view holder, const JsonValue& value, Rename rename, std::string_view text,
                    std::string& out, std::size_t& done) {
  for (const JsonValue& item : value.items) rename_members({}, item, rename, text, out, done);
  for (const oracle::JsonMember& member : value.members) {
    const std::string name = rename(holder, value, member);
    if (!name.empty()) {
      out += text.substr(done, member.name_begin - done);
      out += nlohmann::json(name).dump();
      done = member.name_end;
    }
    rename_members(member.name, member.value, rename, text, out, done);
  }
}

// Does the oracle give the voter's verdict when these members have other names? False where no member has.
bool agrees_after_renaming(const Disagreement& one, Rename rename) {
  const auto schema = oracle::parse_json(one.request.schema);
  if (!is_vote(one) || !schema) return false;
  ValidateRequest request = one.request;
  std::string text;
  std::size_t done = 0;
  rename_members({}, schema.value(), rename, one.request.schema, text, done);
  if (done == 0) return false;
  request.schema = text + one.request.schema.substr(done);
  return ask_oracle(std::move(request), std::string(one.instance)) == one.vote;
}

// sourcemeta 16.11.0 ignores minContains and maxContains that are written with an exponent.
bool ignores_counts_with_exponent(const Disagreement& one) {
  return agrees_after_renaming(
      one, [](std::string_view, const JsonValue&, const oracle::JsonMember& member) -> std::string {
        const bool counts = member.name == "minContains" || member.name == "maxContains";
        const bool exponent = member.value.text.find_first_of("eE") != std::string::npos;
        return counts && exponent && member.value.kind == JsonKind::number ? "x-" + member.name : "";
      });
}

// hyperjump 1.18.0, lib/keywords/additionalProperties.js: joined patterns that come out empty count as
// "matches nothing". So the one empty pattern beside additionalProperties, without properties, hides no
// member from it.
bool loses_empty_pattern(const Disagreement& one) {
  // A pattern that matches nothing takes the empty pattern's place; in nothing else the two texts differ.
  return agrees_after_renaming(
      one,
      [](std::string_view holder, const JsonValue& object, const oracle::JsonMember& member) -> std::string {
        const bool alone = holder == "patternProperties" && object.members.size() == 1 && member.name.empty();
        return alone ? "(?!)" : "";
      });
}

// Some number is infinite for the voter. What follows from that is not modelled, so the bytes must hold such
// a number.
bool overflows_numbers(const Disagreement& one) {
  if (!is_vote(one)) return false;
  const auto schema = round_numbers(one.request.schema);
  const auto instance = round_numbers(one.instance);
  return (schema && schema->overflow) || (instance && instance->overflow);
}

// sourcemeta 16.11.0 keeps the place of the first digit in 32 bits; what it says of a number beyond is not
// modelled, so the bytes must hold one.
bool has_huge_exponent(const Disagreement& one) {
  const auto schema = oracle::parse_json(one.request.schema);
  const auto instance = oracle::parse_json(one.instance);
  if (!is_vote(one) || !schema || !instance) return false;
  std::vector<std::string> numbers;
  collect_numbers(schema.value(), "", numbers);
  collect_numbers(instance.value(), "", numbers);
  return std::any_of(numbers.begin(), numbers.end(), [](const std::string& number) {
    const std::size_t mark = number.find_first_of("eE");
    if (mark == std::string::npos) return false;
    const std::size_t first = number.find_first_of("123456789", mark);
    const std::string digits = first == std::string::npos ? "0" : number.substr(first);
    return digits.size() > 10 || std::strtoull(digits.c_str(), nullptr, 10) + mark > 2147483647U;
  });
}

// hyperjump 1.18.0, lib/keywords/multipleOf.js: a remainder closer than this to 0 or to the divisor is none.
bool is_multiple_in_hyperjump(const std::string& value, const std::string& divisor) {
  constexpr double kTolerance = 1.19209290e-7;
  const double by = std::strtod(divisor.c_str(), nullptr);
  const double remainder = std::fmod(std::strtod(value.c_str(), nullptr), by);
  return std::fabs(remainder) < kTolerance || std::fabs(by - remainder) < kTolerance;
}

// A divisor of the schema and a number of the instance on which the voter's remainder and the exact one
// differ.
bool divides_with_tolerance(const Disagreement& one) {
  const auto schema = oracle::parse_json(one.request.schema);
  const auto instance = oracle::parse_json(one.instance);
  if (!is_vote(one) || !schema || !instance) return false;
  std::vector<std::string> divisors;
  std::vector<std::string> values;
  collect_numbers(schema.value(), "multipleOf", divisors);
  collect_numbers(instance.value(), "", values);
  for (const std::string& divisor : divisors) {
    const oracle::Decimal by = oracle::parse_decimal(divisor);
    if (by.is_zero() || by.negative) continue;
    for (const std::string& value : values) {
      const oracle::Answer exact = oracle::is_multiple_of(oracle::parse_decimal(value), by);
      if (!exact.is_unknown() && exact.is_yes() != is_multiple_in_hyperjump(value, divisor)) return true;
    }
  }
  return false;
}

// Two members of one object with the same decoded name, found by another parser than the oracle's.
struct DuplicateFinder : nlohmann::json_sax<nlohmann::json> {
  std::vector<std::set<std::string>> open;
  bool found = false;

  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool start_object(std::size_t) override { return open.emplace_back(), true; }
  bool key(string_t& name) override { return found = !open.back().insert(name).second || found, true; }
  bool end_object() override { return open.pop_back(), true; }
  bool start_array(std::size_t) override { return true; }
  bool end_array() override { return true; }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override {
    return false;
  }
};

// The truth refuses a text with a repeated name; every validator here keeps the last one and judges that.
bool repeats_a_name(const Disagreement& one) {
  if (one.truth != Expected::invalid || one.vote != Validity::valid) return false;
  DuplicateFinder finder;
  nlohmann::json::sax_parse(one.instance, &finder);
  return finder.found;
}

bool refused_by_reader(const Disagreement& one, std::string_view code) {
  if (one.truth != Expected::invalid || one.vote != Validity::valid) return false;
  const auto tree = oracle::parse_json(one.instance);
  return !tree && tree.error().code == code;
}

// JavaScript strings may hold a lone surrogate; the truth refuses the escape.
bool has_lone_surrogate(const Disagreement& one) { return refused_by_reader(one, "lone_surrogate"); }

// sourcemeta does not check the bytes inside strings. An independent parser must refuse them too.
bool has_ill_formed_utf8(const Disagreement& one) {
  return refused_by_reader(one, "invalid_utf8") && !nlohmann::json::accept(one.instance);
}

void collect_patterns(const JsonValue& value, std::vector<std::string>& patterns) {
  for (const oracle::JsonMember& member : value.members) {
    if (member.name == "pattern" && member.value.kind == JsonKind::string)
      patterns.push_back(member.value.text);
    if (member.name == "patternProperties") {
      for (const oracle::JsonMember& inner : member.value.members) patterns.push_back(inner.name);
    }
    collect_patterns(member.value, patterns);
  }
  for (const JsonValue& item : value.items) collect_patterns(item, patterns);
}

void replace_all(std::string& text, std::string_view what, std::string_view by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size()) {
    text.replace(at, what.size(), by);
  }
}

// For sourcemeta's patterns only LF ends a line. With an ordinary character in their place the oracle must
// agree with it.
bool dot_takes_line_terminators(const Disagreement& one) {
  const auto schema = oracle::parse_json(one.request.schema);
  if (!is_vote(one) || !schema) return false;
  std::vector<std::string> patterns;
  collect_patterns(schema.value(), patterns);
  const bool has_dot = std::any_of(patterns.begin(), patterns.end(), [](const std::string& source) {
    return source.find('.') != std::string::npos;
  });
  std::string text(one.instance);
  for (const char* terminator :
       {"\xe2\x80\xa8", "\xe2\x80\xa9", "\\u2028", "\\u2029", "\\r", "\\u000d", "\\u000D"}) {
    replace_all(text, terminator, "x");
  }
  return has_dot && text != one.instance && ask_oracle(one.request, text) == one.vote;
}

// A pattern that only ECMA-262's Annex B admits: the voter compiles with `u` and calls the schema bad.
bool needs_annex_b(const Disagreement& one) {
  const auto schema = oracle::parse_json(one.request.schema);
  if (!one.rejects_schema || !schema) return false;
  std::vector<std::string> patterns;
  collect_patterns(schema.value(), patterns);
  return std::any_of(patterns.begin(), patterns.end(), [](const std::string& source) {
    const auto pattern = oracle::Pattern::compile(source);
    return pattern && pattern.value().without_u();
  });
}

// Every member of the document, at any depth.
template <typename Visit>
void for_each_member(const JsonValue& value, const Visit& visit) {
  for (const JsonValue& item : value.items) for_each_member(item, visit);
  for (const oracle::JsonMember& member : value.members) {
    visit(member);
    for_each_member(member.value, visit);
  }
}

// hyperjump 1.18.0, lib/schema.js, processSchema: takes `$id` and `$anchor` for identifiers wherever they
// stand.
bool identifies_data(const Disagreement& one) {
  const auto schema = oracle::parse_json(one.request.schema);
  if (!is_vote(one) || !schema) return false;
  const auto data = data_values(schema.value());
  bool found = false;
  for_each_member(schema.value(), [&](const oracle::JsonMember& member) {
    const bool identifier = member.name == "$id" || member.name == "$anchor" || member.name == "id";
    found =
        found || (identifier && member.value.kind == JsonKind::string && is_inside(data, member.name_begin));
  });
  return found;
}

// sourcemeta refuses a schema with a reference to what is no subschema; the optional tests want it followed.
bool refers_to_data(const Disagreement& one) {
  const auto schema = oracle::parse_json(one.request.schema);
  if (!one.rejects_schema || !schema) return false;
  const auto data = data_values(schema.value());
  bool found = false;
  for_each_member(schema.value(), [&](const oracle::JsonMember& member) {
    if (member.name != "$ref" || is_inside(data, member.name_begin)) return;
    const JsonValue* target = at_pointer(schema.value(), member.value.text);
    found = found || (target != nullptr && is_inside(data, target->begin));
  });
  return found;
}

// hyperjump's time has no second 60. With second 59 it is the same instant less one, and its own verdict must
// be the truth.
bool knows_no_leap_second(const Disagreement& one) {
  if (!is_vote(one) || !one.request.assert_formats || one.truth != Expected::valid) return false;
  std::string text(one.instance);
  replace_all(text, ":60", ":59");
  const bool about_time = one.request.schema.find("\"time\"") != std::string::npos ||
                          one.request.schema.find("\"date-time\"") != std::string::npos;
  return about_time && text != one.instance && ask_oracle(one.request, text) == Validity::valid;
}

}  // namespace

const std::vector<ExplanationRule>& explanation_rules() {
  static const std::vector<ExplanationRule> kRules = {
      {"binary64_numbers",
       "its numbers are binary64, and on the rounded numbers the oracle agrees with it",
       {"hyperjump"},
       rounds_numbers},
      {"binary64_overflow",
       "a number is beyond binary64, so infinite for it",
       {"hyperjump"},
       overflows_numbers},
      {"multiple_of_tolerance",
       "its multipleOf takes a remainder below 1.2e-7 for none",
       {"hyperjump"},
       divides_with_tolerance},
      {"mixed_number_kinds",
       "it compares binary64 fractions with exact decimals, and on those values the oracle agrees",
       {"sourcemeta"},
       mixes_number_kinds},
      {"exponent_beyond_32_bits",
       "the place of a number's first digit is beyond 32 bits, where it compares wrongly",
       {"sourcemeta"},
       has_huge_exponent},
      {"contains_count_with_exponent",
       "it ignores minContains and maxContains written with an exponent",
       {"sourcemeta"},
       ignores_counts_with_exponent},
      {"dot_line_terminator",
       "its `.` takes CR, U+2028 and U+2029, which ECMA-262 excludes",
       {"sourcemeta"},
       dot_takes_line_terminators},
      {"empty_name_pattern",
       "the empty pattern alone beside additionalProperties hides no member from it",
       {"hyperjump"},
       loses_empty_pattern},
      {"repeated_name",
       "an object repeats a name: it keeps the last, the truth refuses the text",
       {"hyperjump", "sourcemeta"},
       repeats_a_name},
      {"lone_surrogate",
       "a string has a lone surrogate escape: it takes it, the truth refuses the text",
       {"hyperjump"},
       has_lone_surrogate},
      {"ill_formed_utf8",
       "a string is ill-formed UTF-8: it takes it, the truth refuses the text",
       {"sourcemeta"},
       has_ill_formed_utf8},
      {"identifier_in_data",
       "it takes $id or $anchor inside enum, const or an unknown keyword for an identifier",
       {"hyperjump"},
       identifies_data},
      {"reference_into_data",
       "it refuses a reference to what is no subschema",
       {"sourcemeta"},
       refers_to_data},
      {"leap_second", "its time has no second 60", {"hyperjump"}, knows_no_leap_second},
      {"pattern_needs_annex_b",
       "a pattern is valid only without the u flag, which it always sets",
       {"hyperjump"},
       needs_annex_b},
  };
  return kRules;
}

std::string_view explain(const Disagreement& disagreement) {
  for (const ExplanationRule& rule : explanation_rules()) {
    const bool concerns =
        std::find(rule.voters.begin(), rule.voters.end(), disagreement.voter) != rule.voters.end();
    if (concerns && rule.explains(disagreement)) return rule.name;
  }
  return {};
}

}  // namespace lockstep::conformance

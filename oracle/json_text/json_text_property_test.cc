// The error offset is exact: what is before it can be completed to a valid text, and nothing behind it
// matters.
#include <gtest/gtest.h>
// RapidCheck's GoogleTest header comes after GoogleTest.
#include <rapidcheck/gtest.h>

#include "lockstep/oracle/json_text/equality.h"
#include "lockstep/oracle/json_text/json_text.h"
#include "lockstep/oracle/json_text/text_generator.h"

namespace lockstep::oracle {
namespace {

bool can_go_on(const std::string& text) {
  const Outcome<JsonValue> outcome = parse_json(text);
  return outcome.ok() || outcome.error().code == "truncated";
}

// Appends the first byte that the reader lets stand, again and again. The order closes what is open: quotes
// before brackets, digits for numbers and escapes, tail bytes for UTF-8.
bool completes(std::string text) {
  const std::string candidates = "\"]}0:\\udcreals\x80\x90\xA0\xBF";
  for (std::size_t steps = text.size() + 100; steps > 0 && !parse_json(text).ok(); --steps) {
    std::size_t i = 0;
    while (i < candidates.size() && !can_go_on(text + candidates[i])) ++i;
    if (i == candidates.size()) return false;
    text += candidates[i];
  }
  return parse_json(text).ok();
}

RC_GTEST_PROP(JsonTextProperty, ErrorOffsetsAreExact, ()) {
  const std::string text = *broken_json_text();
  const Outcome<JsonValue> outcome = parse_json(text);
  RC_CLASSIFY(!outcome.ok(), "rejected");
  if (outcome.ok()) return;
  const Error& error = outcome.error();
  RC_TAG(error.code);
  RC_ASSERT(completes(text.substr(0, error.offset)));
  if (error.code == "truncated") {
    RC_ASSERT(error.offset == text.size());
    return;
  }
  RC_ASSERT(error.offset < text.size());
  if (error.code == "byte_order_mark") return;
  const Outcome<JsonValue> cut = parse_json(text.substr(0, error.offset + 1));
  RC_ASSERT(!cut.ok());
  RC_ASSERT(cut.error().offset == error.offset);
  RC_ASSERT(cut.error().code == error.code);
}

RC_GTEST_PROP(JsonTextProperty, EveryPrefixOfAValidTextCanGoOn, ()) {
  const std::string text = *json_text();
  const Outcome<JsonValue> outcome = parse_json(text);
  RC_ASSERT(outcome.ok());
  for (std::size_t end = 0; end < text.size(); ++end) RC_ASSERT(can_go_on(text.substr(0, end)));
}

// A value's span holds that value and nothing else.
void check_spans(const std::string& text, const JsonValue& value) {
  RC_ASSERT(value.begin < value.end && value.end <= text.size());
  const Outcome<JsonValue> again = parse_json(text.substr(value.begin, value.end - value.begin));
  RC_ASSERT(again.ok());
  RC_ASSERT(again.value().begin == 0U && again.value().end == value.end - value.begin);
  RC_ASSERT(equal(again.value(), value));
  for (const JsonValue& item : value.items) check_spans(text, item);
  for (const JsonMember& member : value.members) {
    const Outcome<JsonValue> name =
        parse_json(text.substr(member.name_begin, member.name_end - member.name_begin));
    RC_ASSERT(name.ok());
    RC_ASSERT(name.value().text == member.name);
    check_spans(text, member.value);
  }
}

RC_GTEST_PROP(JsonTextProperty, SpansHoldTheirValues, ()) {
  const std::string text = *json_text();
  const Outcome<JsonValue> outcome = parse_json(text);
  RC_ASSERT(outcome.ok());
  check_spans(text, outcome.value());
}

}  // namespace
}  // namespace lockstep::oracle

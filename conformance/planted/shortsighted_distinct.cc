// Engines that look ahead too little where items must be distinct, or must not be: each rule seems to suffice
// as long as one looks at the item that comes now.
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lockstep/conformance/planted/rewrite.h"
#include "lockstep/conformance/planted/shortsighted.h"
#include "lockstep/oracle/json_text/equality.h"

namespace lockstep::conformance {
namespace {

using oracle::JsonKind;
using oracle::JsonValue;

// What a begun text shows of its arrays. Of every array, as a text does not say which ones have to be
// distinct.
class BegunItems {
 public:
  explicit BegunItems(std::string_view text) {
    bool in_string = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (in_string) {
        if (text[i] == '\\')
          ++i;
        else if (text[i] == '"')
          in_string = false;
        continue;
      }
      take(text, i);
      in_string = text[i] == '"';
    }
    if (in_string || open_.empty()) return;
    for (std::size_t i = 0; i + 1 < open_.size(); ++i) within_an_item = within_an_item || open_[i].array;
    const Open inner = open_.back();
    end_item(text, text.size());
    if (open_.size() < 2 || !open_[open_.size() - 2].array) return;
    const Open& outer = open_[open_.size() - 2];
    const auto closed = oracle::parse_json(std::string(text.substr(outer.begin)) + (inner.array ? "]" : "}"));
    one_bracket_from_a_repeat = closed.ok() && among(outer.items, closed.value());
  }

  bool repeated = false;                   // two complete items of an array are equal
  bool within_an_item = false;             // an item that is an array or an object is begun
  bool one_bracket_from_a_repeat = false;  // if it ended here, it would be an earlier one

 private:
  struct Open {
    bool array = false;
    std::size_t begin = 0;  // of the item
    std::vector<JsonValue> items;
  };

  static bool among(const std::vector<JsonValue>& items, const JsonValue& one) {
    return std::any_of(items.begin(), items.end(), [&](const JsonValue& item) { return equal(item, one); });
  }
  void take(std::string_view text, std::size_t i) {
    if (text[i] == '[' || text[i] == '{') open_.push_back({text[i] == '[', i + 1, {}});
    if (open_.empty()) return;
    if (text[i] == ',' || text[i] == ']' || text[i] == '}') end_item(text, i);
    if (text[i] == ',') open_.back().begin = i + 1;
    if (text[i] == ']' || text[i] == '}') open_.pop_back();
  }
  void end_item(std::string_view text, std::size_t end) {
    Open& array = open_.back();
    if (!array.array) return;
    auto item = oracle::parse_json(text.substr(array.begin, end - array.begin));
    if (!item.ok()) return;
    repeated = repeated || among(array.items, item.value());
    array.items.push_back(std::move(item.value()));
  }

  std::vector<Open> open_;
};

bool is_true(const JsonValue* value) {
  return value != nullptr && value->kind == JsonKind::boolean && value->boolean;
}

void forget_distinct(JsonValue& object) { erase_member(object, "uniqueItems"); }

// `by_place`: do places of the array ask for items of their own?
std::function<void(JsonValue&)> forget_distinct_where(bool by_place) {
  return [by_place](JsonValue& object) {
    if ((find_member(object, "prefixItems") != nullptr) == by_place) forget_distinct(object);
  };
}

void forget_repeats(JsonValue& object) {
  JsonValue* denied = find_member(object, "not");
  if (denied != nullptr && denied->members.size() == 1 && is_true(find_member(*denied, "uniqueItems")))
    erase_member(object, "not");
}

}  // namespace

std::vector<MaskFault> shortsighted_distinct_faults() {
  const auto fault = [](std::string name, std::string sentence, ShortSight sight) {
    return shortsighted(std::move(name), std::move(sentence), Verdict::mask_too_wide, "next_byte",
                        "uniqueItems", std::move(sight));
  };
  const auto none_repeated = [](std::string_view text) { return !BegunItems(text).repeated; };
  return {
      fault("distinct_class_by_place",
            "A value may be taken by one item although a later place has no other (prefixItems).",
            {forget_distinct_where(true), none_repeated}),
      fault("distinct_room_for_one",
            "An item may come as long as it is new, whatever is left for later ones.",
            {forget_distinct_where(false), none_repeated}),
      fault("distinct_when_complete", "Items that are arrays or objects are compared when they end.",
            {forget_distinct,
             [](std::string_view text) {
               const BegunItems begun(text);
               return begun.within_an_item && !begun.repeated;
             }}),
      fault("distinct_without_counting",
            "A begun item may go on unless it is an earlier one now, however few it can still become.",
            {forget_distinct,
             [](std::string_view text) {
               const BegunItems begun(text);
               return begun.within_an_item && !begun.repeated && !begun.one_bracket_from_a_repeat;
             }}),
      fault("repeat_comes_later", "An item that must come again can still come, while the array is open.",
            {forget_repeats}),
  };
}

}  // namespace lockstep::conformance

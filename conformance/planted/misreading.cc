#include "lockstep/conformance/planted/misreading.h"

#include <algorithm>
#include <utility>

#include "lockstep/conformance/planted/json_write.h"
#include "lockstep/conformance/planted/rewrite.h"
#include "lockstep/conformance/planted/wrong_subject.h"

namespace lockstep::conformance {
namespace {

using oracle::JsonMember;
using oracle::JsonValue;

class Misreader final : public WalkSubject {
 public:
  using Edit = std::function<void(JsonValue&)>;
  Misreader(std::unique_ptr<WalkSubject> healthy, Edit edit)
      : healthy_(std::move(healthy)), edit_(std::move(edit)) {}
  std::string name() const override { return "planted"; }
  WalkStart start(std::string_view schema) override {
    auto parsed = oracle::parse_json(schema);
    if (!parsed.ok()) return healthy_->start(schema);
    edit_(parsed.value());
    return healthy_->start(write_json(parsed.value()));
  }

 private:
  std::unique_ptr<WalkSubject> healthy_;
  Edit edit_;
};

// Does this part refer to "#/$defs/NAME"?
bool refers_to(const JsonValue& part, const std::string& name) {
  for (const JsonValue& item : part.items) {
    if (refers_to(item, name)) return true;
  }
  for (const JsonMember& member : part.members) {
    const bool here = member.name == "$ref" && member.value.text == "#/$defs/" + name;
    if (here || refers_to(member.value, name)) return true;
  }
  return false;
}

// While the question about one definition was open, another one, which asks for it in turn, was answered
// "no"; that answer was kept, so where the first asks for the second again there is nothing.
void keep_early_no(JsonValue& schema) {
  JsonValue* definitions = find_member(schema, "$defs");
  if (definitions == nullptr) return;
  for (std::size_t first = 0; first < definitions->members.size(); ++first) {
    for (std::size_t second = first + 1; second < definitions->members.size(); ++second) {
      JsonMember& one = definitions->members[first];
      const JsonMember& other = definitions->members[second];
      if (!refers_to(one.value, other.name) || !refers_to(other.value, one.name)) continue;
      for_each_schema(one.value, [&](JsonValue& object) {
        const JsonValue* ref = find_member(object, "$ref");
        if (ref != nullptr && ref->text == "#/$defs/" + other.name)
          object = json_object({{"not", json_boolean(true)}});
      });
    }
  }
}

// Definitions that refer to themselves in place, without those references.
void break_loops(JsonValue& schema) {
  JsonValue* definitions = find_member(schema, "$defs");
  if (definitions == nullptr) return;
  for (JsonMember& one : definitions->members) {
    for_each_schema(one.value, [&](JsonValue& object) {
      const JsonValue* ref = find_member(object, "$ref");
      if (ref != nullptr && ref->text == "#/$defs/" + one.name) erase_member(object, "$ref");
    });
  }
}

// Looks for loops while it expands one type, so another type hides them: it answers where it should refuse.
class LoopBlind final : public WalkSubject {
 public:
  explicit LoopBlind(std::unique_ptr<WalkSubject> healthy) : healthy_(std::move(healthy)) {}
  std::string name() const override { return "loops_found_by_type"; }
  WalkStart start(std::string_view schema) override {
    WalkStart started = healthy_->start(schema);
    auto parsed = oracle::parse_json(schema);
    if (started.compile.code != "in_place_loop" || !parsed.ok()) return started;
    break_loops(parsed.value());
    return healthy_->start(write_json(parsed.value()));
  }

 private:
  std::unique_ptr<WalkSubject> healthy_;
};

}  // namespace

const std::vector<Misreading>& misreadings() {
  using V = Verdict;
  static const std::vector<Misreading> kAll = {
      {"$dynamicRef", "dynamic_ref_is_static", V::over_accept, "stop_bit"},
      {"$vocabulary", "vocabulary_ignored", V::over_reject, ""},
      {"contains", "contains_at_the_front", V::mask_too_narrow, "next_byte"},
      {"dependentRequired", "dependent_required_both_ways", V::mask_too_narrow, "next_byte"},
      {"dependentSchemas", "dependent_schemas_always", V::mask_too_narrow, "next_byte"},
      {"else", "else_ignored", V::over_accept, "stop_bit"},
      {"if", "if_as_any_of", V::over_accept, "stop_bit"},
      {"maxContains", "max_contains_ignored", V::over_accept, "stop_bit"},
      {"maxProperties", "max_properties_counts_undeclared", V::over_accept, "stop_bit"},
      {"minContains", "min_contains_means_one", V::over_accept, "stop_bit"},
      {"minProperties", "min_properties_means_one", V::over_accept, "stop_bit"},
      {"multipleOf", "multiple_of_means_integer", V::over_accept, "stop_bit"},
      {"not", "not_negates_each_keyword", V::mask_too_narrow, "next_byte"},
      {"oneOf", "one_of_as_any_of", V::over_accept, "stop_bit"},
      {"pattern", "pattern_anchored", V::mask_too_narrow, "next_byte"},
      {"patternProperties", "additional_ignores_patterns", V::mask_too_narrow, "next_byte"},
      {"patternProperties", "pattern_properties_anchored", V::over_accept, "stop_bit"},
      {"propertyNames", "property_names_spares_declared", V::over_accept, "stop_bit"},
      {"then", "then_and_else_swapped", V::over_accept, "stop_bit"},
      {"unevaluatedItems", "unevaluated_items_is_items", V::mask_too_narrow, "next_byte"},
      {"unevaluatedProperties", "unevaluated_counts_failed_branches", V::over_accept, "stop_bit"},
      {"unevaluatedProperties", "unevaluated_properties_is_additional", V::mask_too_narrow, "next_byte"},
      {"unevaluatedProperties", "unevaluated_settled_at_close", V::mask_too_narrow, "next_byte"},
      {"uniqueItems", "unique_items_ignored", V::over_accept, "stop_bit"},
  };
  return kAll;
}

MaskFault misread(std::string name, std::string sentence, Verdict verdict, std::string check,
                  std::function<void(JsonValue&)> edit) {
  return {std::move(name),
          std::move(sentence),
          verdict,
          std::move(check),
          true,
          [edit = std::move(edit)](std::unique_ptr<WalkSubject> healthy,
                                   const BytePath&) -> std::unique_ptr<WalkSubject> {
            return std::make_unique<Misreader>(std::move(healthy), edit);
          }};
}

std::vector<MaskFault> misread_faults() {
  std::vector<MaskFault> all;
  for (const Misreading& one : misreadings()) {
    const PlantedFault* fault = planted_fault(one.fault);
    if (one.check.empty() || fault == nullptr || !fault->trees) continue;
    all.push_back(misread(fault->name, fault->sentence, one.verdict, one.check,
                          [trees = fault->trees](JsonValue& schema) {
                            JsonValue no_instance;
                            trees(schema, no_instance);
                          }));
    all.back().by_witness = false;
    all.back().keyword = one.keyword;
  }
  all.push_back(misread("early_no_is_kept", "A question answered no while another was open stays answered.",
                        Verdict::mask_too_narrow, "next_byte", keep_early_no));
  all.back().by_witness = false;
  all.push_back({"loops_found_by_type", "An endless reference is found only where its type is expanded.",
                 Verdict::inconsistent, "compile", false,
                 [](std::unique_ptr<WalkSubject> healthy, const BytePath&) -> std::unique_ptr<WalkSubject> {
                   return std::make_unique<LoopBlind>(std::move(healthy));
                 },
                 "$ref"});
  return all;
}

}  // namespace lockstep::conformance

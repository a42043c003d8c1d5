#include "lockstep/oracle/schema_prefix/declared_order.h"

#include <algorithm>
#include <functional>
#include <set>

namespace lockstep::oracle {
namespace {

using Meeting = std::function<void(const Subschema&, const Keyword&)>;

// 4.3: each schema object once, members in the order of the text, depth first.
class Walk {
 public:
  Walk(const Schema::Impl& schema, const Meeting& meet) : schema_(schema), meet_(meet) {}

  void visit(const Subschema& subschema) {
    if (!seen_.insert(&subschema).second) return;
    // In the order of the text, whatever name the draft has for them there.
    std::vector<const Keyword*> keywords;
    for (const Keyword& keyword : subschema.keywords) keywords.push_back(&keyword);
    std::stable_sort(keywords.begin(), keywords.end(),
                     [](const Keyword* a, const Keyword* b) { return a->value->begin < b->value->begin; });
    for (const Keyword* keyword : keywords) {
      meet_(subschema, *keyword);
      enter(*keyword);
    }
  }

 private:
  void enter(const Keyword& keyword) {
    const std::string_view name = keyword.rule->name;
    const JsonValue& value = *keyword.value;
    if (name == "allOf" || name == "anyOf" || name == "oneOf") {
      for (const JsonValue& item : value.items) visit_at(item);
    } else if (name == "not" || name == "if" || name == "then" || name == "else") {
      visit_at(value);
    } else if (name == "dependentSchemas") {
      for (const JsonMember& member : value.members) visit_at(member.value);
    } else if (keyword.target != nullptr) {
      visit(*keyword.target);
    }
  }

  void visit_at(const JsonValue& value) {
    const auto found = schema_.at.find(&value);
    if (found != schema_.at.end()) visit(*found->second);
  }

  const Schema::Impl& schema_;
  const Meeting& meet_;
  std::set<const Subschema*> seen_;
};

void walk(const Schema::Impl& schema, const Applied& applied, const Meeting& meet) {
  Walk all(schema, meet);
  for (const Subschema* subschema : applied) all.visit(*subschema);
}

}  // namespace

bool MemberOrder::admits(std::string_view name) const {
  const auto found = std::find(declared_.begin(), declared_.end(), name);
  return found == declared_.end() || static_cast<std::size_t>(found - declared_.begin()) >= next_;
}

void MemberOrder::take(std::string_view name) {
  const auto found = std::find(declared_.begin(), declared_.end(), name);
  // Behind an undeclared name no declared one follows.
  next_ =
      found == declared_.end() ? declared_.size() : static_cast<std::size_t>(found - declared_.begin()) + 1;
}

MemberOrder DeclaredOrder::order_of(const Applied& applied) const {
  std::vector<std::string> declared;
  walk(schema_, applied, [&declared](const Subschema&, const Keyword& keyword) {
    if (keyword.rule->name != "properties") return;
    for (const JsonMember& member : keyword.value->members) {
      if (std::find(declared.begin(), declared.end(), member.name) == declared.end())
        declared.push_back(member.name);
    }
  });
  return MemberOrder(std::move(declared));
}

bool DeclaredOrder::matches(const Keyword* patterns, std::size_t which, std::string_view name) {
  const Answer answer = patterns->patterns[which].search(std::string(name), pattern_steps_);
  if (answer.is_unknown()) certainty_ = answer;
  return answer.is_yes();
}

void DeclaredOrder::add_of_member(const Subschema& schema, const Keyword& keyword, std::string_view name,
                                  Applied& out) {
  const std::string_view rule = keyword.rule->name;
  if (rule == "properties") {
    if (const JsonValue* value = keyword.value->find(name)) out.push_back(schema_.at.at(value));
  } else if (rule == "patternProperties") {
    for (std::size_t i = 0; i < keyword.patterns.size(); ++i) {
      if (matches(&keyword, i, name)) out.push_back(schema_.at.at(&keyword.value->members[i].value));
    }
  } else if (rule == "additionalProperties") {
    const Keyword* named = schema.find("properties");
    if (named != nullptr && named->value->find(name) != nullptr) return;
    const Keyword* patterns = schema.find("patternProperties");
    for (std::size_t i = 0; patterns != nullptr && i < patterns->patterns.size(); ++i) {
      if (matches(patterns, i, name)) return;
    }
    out.push_back(schema_.at.at(keyword.value));
  } else if (rule == "unevaluatedProperties") {
    out.push_back(schema_.at.at(keyword.value));
  }
}

Applied DeclaredOrder::of_member(const Applied& applied, std::string_view name) {
  Applied out;
  walk(schema_, applied,
       [&](const Subschema& schema, const Keyword& keyword) { add_of_member(schema, keyword, name, out); });
  return out;
}

Applied DeclaredOrder::of_item(const Applied& applied, std::size_t index) const {
  Applied out;
  walk(schema_, applied, [&](const Subschema& schema, const Keyword& keyword) {
    const std::string_view rule = keyword.rule->name;
    if (rule == "prefixItems") {
      if (index < keyword.value->items.size()) out.push_back(schema_.at.at(&keyword.value->items[index]));
    } else if (rule == "items") {
      const Keyword* list = schema.find("prefixItems");
      const bool covered = list != nullptr && index < list->value->items.size();
      if (!covered) out.push_back(schema_.at.at(keyword.value));
    } else if (rule == "contains" || rule == "unevaluatedItems") {
      out.push_back(schema_.at.at(keyword.value));
    }
  });
  return out;
}

bool DeclaredOrder::take_members(const Applied& applied, const JsonValue& object, MemberOrder& order) {
  for (const JsonMember& member : object.members) {
    if (!order.admits(member.name)) return false;
    order.take(member.name);
    if (!holds(of_member(applied, member.name), member.value)) return false;
  }
  return true;
}

bool DeclaredOrder::holds(const Applied& applied, const JsonValue& value) {
  for (std::size_t i = 0; i < value.items.size(); ++i) {
    if (!holds(of_item(applied, i), value.items[i])) return false;
  }
  if (value.members.empty()) return true;
  MemberOrder order = order_of(applied);
  return take_members(applied, value, order);
}

bool DeclaredOrder::holds(const Applied& applied, const PartialValue& partial) {
  const JsonValue& value = partial.value;
  for (std::size_t i = 0; i < value.items.size(); ++i) {
    if (!holds(of_item(applied, i), value.items[i])) return false;
  }
  if (partial.kind == JsonKind::array) {
    return partial.last == nullptr || holds(of_item(applied, value.items.size()), *partial.last);
  }
  if (partial.kind != JsonKind::object) return true;
  MemberOrder order = order_of(applied);
  if (!take_members(applied, value, order)) return false;
  if (partial.last == nullptr) return true;
  return order.admits(partial.name.text) && holds(of_member(applied, partial.name.text), *partial.last);
}

}  // namespace lockstep::oracle

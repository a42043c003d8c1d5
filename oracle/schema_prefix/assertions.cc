// What each keyword adds to a draft where it holds.
#include <algorithm>
#include <array>

#include "lockstep/oracle/schema_prefix/expansion.h"

namespace lockstep::oracle {
namespace {

// By JsonKind.
constexpr std::array<std::string_view, 6> kTypeNames = {"null",   "boolean", "number",
                                                        "string", "array",   "object"};

Decimal number_of(const Keyword& keyword) { return parse_decimal(keyword.value->text); }

}  // namespace

// Does `type` list the name?
bool Expansion::lists_type(const Keyword& type, std::string_view name) {
  if (type.value->kind == JsonKind::string) return type.value->text == name;
  return std::any_of(type.value->items.begin(), type.value->items.end(),
                     [name](const JsonValue& item) { return item.text == name; });
}

std::string_view Expansion::type_name() const { return kTypeNames.at(static_cast<std::size_t>(kind_)); }

bool Expansion::hold(const Place& place, const Keyword& keyword, Draft& draft) {
  const std::string_view name = keyword.rule->name;
  if (keyword.rule->judge == nullptr || !is_about_kind(name)) return true;
  if (name == "type") return hold_type(keyword, draft);
  if (name == "const") return list_values({keyword.value}, draft);
  if (name == "enum") {
    std::vector<const JsonValue*> values;
    for (const JsonValue& item : keyword.value->items) values.push_back(&item);
    return list_values(values, draft);
  }
  if (is_unevaluated(keyword)) {
    draft.unevaluated.push_back({place, &keyword, false});
    return true;
  }
  if (is_in_place(name)) return hold_in_place(place, keyword, draft);
  switch (kind_) {
    case JsonKind::number:
      return hold_number(keyword, draft);
    case JsonKind::string:
      return hold_string(keyword, draft);
    case JsonKind::array:
      return hold_array(place, keyword, draft);
    case JsonKind::object:
      return hold_object(place, keyword, draft);
    default:
      return make_opaque(keyword, draft);
  }
}

bool Expansion::make_opaque(const Keyword& keyword, Draft& draft) {
  if (draft.clause.opaque.empty()) draft.clause.opaque = keyword.rule->name;
  return true;
}

// Validation 6.1.1, policy.md 4.4 for how integers are spelled.
bool Expansion::hold_type(const Keyword& keyword, Draft& draft) {
  if (lists_type(keyword, type_name())) return true;
  if (kind_ != JsonKind::number || !lists_type(keyword, "integer")) return false;
  draft.clause.numbers.integral = true;
  if (words() || keyword.integer_words) draft.clause.numbers.word = true;
  return true;
}

// Core 8.2.3, 10.2.
bool Expansion::hold_in_place(const Place& place, const Keyword& keyword, Draft& draft) {
  const std::string_view name = keyword.rule->name;
  if (name == "$ref" || name == "$dynamicRef") {
    draft.todo.push_back({atoms_.schema(atoms_.target(keyword, place.scope), place.scope), place.tracked});
    return true;
  }
  if (name == "allOf") {
    for (const JsonValue& item : keyword.value->items)
      draft.todo.push_back({at(item, place.scope), place.tracked});
    return true;
  }
  if (name == "not") {
    draft.todo.push_back({opposite(at(*keyword.value, place.scope)), false});
    return true;
  }
  if (name == "anyOf") return hold_any_of(place, keyword, draft);
  if (name == "oneOf") return hold_one_of(place, keyword, draft);
  return name != "if" || hold_if(place, keyword, draft);
}

// Where it counts which of the branches hold, all of those that can evaluate anything are decided: one is the
// first to hold, those behind it hold or do not.
bool Expansion::hold_any_of(const Place& place, const Keyword& keyword, Draft& draft) {
  std::vector<Literal> decided;
  std::vector<Step> options;
  std::vector<Step> plain;
  for (const JsonValue& item : keyword.value->items) {
    const Literal branch = at(item, place.scope);
    if (place.tracked && evaluates(*atoms_.at(branch).schema)) {
      decided.push_back(branch);
    } else {
      plain.push_back(push(branch));
    }
  }
  std::vector<Step> none;
  for (std::size_t i = 0; i < decided.size(); ++i) {
    std::vector<Step> steps = none;
    steps.push_back(push(decided[i], true));
    for (std::size_t k = i + 1; k < decided.size(); ++k) {
      steps.push_back([this, literal = decided[k]](Draft& next) {
        return choose({push(literal, true), push(opposite(literal))}, next);
      });
    }
    options.push_back(all_of(std::move(steps)));
    none.push_back(push(opposite(decided[i])));
  }
  for (Step& step : plain) {
    std::vector<Step> steps = none;
    steps.push_back(std::move(step));
    options.push_back(all_of(std::move(steps)));
  }
  return choose(std::move(options), draft);
}

// One holds, and denies those that could hold beside it.
bool Expansion::hold_one_of(const Place& place, const Keyword& keyword, Draft& draft) {
  std::vector<Step> options;
  std::vector<Literal> branches;
  for (const JsonValue& item : keyword.value->items) branches.push_back(at(item, place.scope));
  for (std::size_t i = 0; i < branches.size(); ++i) {
    std::vector<Step> steps = {push(branches[i], place.tracked)};
    for (std::size_t k = 0; k < branches.size(); ++k) {
      const bool apart = language_.disjoint_.contains(std::minmax(branches[i], branches[k]));
      if (k != i && !apart && !language_.relaxed_) steps.push_back(push(opposite(branches[k])));
    }
    options.push_back(all_of(std::move(steps)));
  }
  if (language_.relaxed_) make_opaque(keyword, draft);
  return choose(std::move(options), draft);
}

// Core 10.2.2. Without `then` and `else` it says nothing, but may evaluate something.
bool Expansion::hold_if(const Place& place, const Keyword& keyword, Draft& draft) {
  const Literal condition = at(*keyword.value, place.scope);
  const Keyword* then = place.schema->find("then");
  const Keyword* otherwise = place.schema->find("else");
  if (then == nullptr && otherwise == nullptr && !place.tracked) return true;
  std::vector<Step> holds = {push(condition, place.tracked)};
  std::vector<Step> fails = {push(opposite(condition))};
  if (then != nullptr) holds.push_back(push(at(*then->value, place.scope), place.tracked));
  if (otherwise != nullptr) fails.push_back(push(at(*otherwise->value, place.scope), place.tracked));
  return choose({all_of(std::move(holds)), all_of(std::move(fails))}, draft);
}

// Validation 6.2.
bool Expansion::hold_number(const Keyword& keyword, Draft& draft) {
  const std::string_view name = keyword.rule->name;
  NumberSet& numbers = draft.clause.numbers;
  if (name == "multipleOf") {
    numbers.multiple_of(number_of(keyword));
  } else if (name == "minimum" || name == "exclusiveMinimum") {
    numbers.at_least(number_of(keyword), name != "minimum");
  } else if (name == "maximum" || name == "exclusiveMaximum") {
    numbers.at_most(number_of(keyword), name != "maximum");
  } else {
    return make_opaque(keyword, draft);
  }
  return true;
}

// Validation 6.3.
bool Expansion::hold_string(const Keyword& keyword, Draft& draft) {
  const std::string_view name = keyword.rule->name;
  if (name == "minLength") {
    draft.clause.strings.lengths.at_least(number_of(keyword));
  } else if (name == "maxLength") {
    draft.clause.strings.lengths.at_most(number_of(keyword));
  } else if (name == "pattern") {
    draft.todo.push_back({atoms_.pattern(keyword.value->text, keyword.patterns.front()), false});
  } else if (name == "format") {
    return hold_format(keyword, draft);
  } else {
    return make_opaque(keyword, draft);
  }
  return true;
}

Expansion::Step Expansion::within(const FormatBound& bound) {
  return [this, &bound](Draft& draft) {
    draft.todo.push_back({atoms_.pattern(bound.source, bound.pattern), false});
    if (bound.longest) draft.clause.strings.lengths.at_most(parse_decimal(std::to_string(*bound.longest)));
    return true;
  };
}

// The loader keeps the keyword where it asserts. Where the patterns are bounds only: what is inside is exact,
// what is not outside is out, and between the two a search has to tell.
bool Expansion::hold_format(const Keyword& keyword, Draft& draft) {
  const FormatPatterns* patterns = format_patterns(keyword.value->text);
  if (patterns == nullptr) return true;
  if (patterns->exact) return within(patterns->inside)(draft);
  const Step open = [&keyword](Draft& next) { return make_opaque(keyword, next); };
  return choose({within(patterns->inside), all_of({within(patterns->outside), open})}, draft);
}

// Core 10.3.1, Validation 6.4.
bool Expansion::hold_array(const Place& place, const Keyword& keyword, Draft& draft) {
  const std::string_view name = keyword.rule->name;
  ArrayDemands& items = draft.clause.items;
  const JsonValue& value = *keyword.value;
  if (name == "minItems") {
    items.sizes.at_least(number_of(keyword));
  } else if (name == "maxItems") {
    items.sizes.at_most(number_of(keyword));
  } else if (name == "uniqueItems") {
    items.unique = items.unique || value.boolean;
  } else if (name == "prefixItems") {
    for (std::size_t i = 0; i < value.items.size(); ++i) {
      items.rules.push_back({{i, i}, {at(value.items[i], place.scope)}});
    }
  } else if (name == "items") {
    items.rules.push_back({{listed_items(*place.schema), std::nullopt}, {at(value, place.scope)}});
  } else if (name == "contains") {
    const Keyword* least = place.schema->find("minContains");
    const Keyword* most = place.schema->find("maxContains");
    ItemCount count{{}, {at(value, place.scope)}, parse_decimal("1"), std::nullopt};
    if (least != nullptr) count.least = number_of(*least);
    if (most != nullptr) count.most = number_of(*most);
    if (!count.least.is_zero() || count.most) items.counts.push_back(std::move(count));
  } else {
    return make_opaque(keyword, draft);
  }
  return true;
}

std::size_t Expansion::listed_items(const Subschema& schema) {
  const Keyword* list = schema.find("prefixItems");
  return list == nullptr ? 0 : list->value->items.size();
}

// What additionalProperties is about.
OtherRule Expansion::others_of(const Place& place) {
  OtherRule rule;
  if (const Keyword* named = place.schema->find("properties")) {
    for (const JsonMember& member : named->value->members) rule.names.insert(member.name);
  }
  if (const Keyword* matched = place.schema->find("patternProperties")) {
    for (std::size_t i = 0; i < matched->patterns.size(); ++i) {
      rule.patterns.push_back(atoms_.pattern(matched->value->members[i].name, matched->patterns[i]));
    }
  }
  return rule;
}

// Core 10.3.2, Validation 6.5.
bool Expansion::hold_object(const Place& place, const Keyword& keyword, Draft& draft) {
  const std::string_view name = keyword.rule->name;
  ObjectDemands& members = draft.clause.members;
  const JsonValue& value = *keyword.value;
  if (name == "minProperties") {
    members.sizes.at_least(number_of(keyword));
  } else if (name == "maxProperties") {
    members.sizes.at_most(number_of(keyword));
  } else if (name == "required") {
    for (const JsonValue& item : value.items) members.required.insert(item.text);
  } else if (name == "properties") {
    for (const JsonMember& member : value.members)
      add(members.named[member.name], at(member.value, place.scope));
  } else if (name == "patternProperties") {
    for (std::size_t i = 0; i < keyword.patterns.size(); ++i) {
      members.matched.push_back({atoms_.pattern(value.members[i].name, keyword.patterns[i]),
                                 at(value.members[i].value, place.scope)});
    }
  } else if (name == "additionalProperties") {
    OtherRule rule = others_of(place);
    rule.value = at(value, place.scope);
    members.others.push_back(std::move(rule));
  } else if (name == "propertyNames") {
    add(members.names, at(value, place.scope));
  } else if (name == "dependentRequired" || name == "dependentSchemas") {
    return hold_dependents(place, keyword, draft);
  } else {
    return make_opaque(keyword, draft);
  }
  return true;
}

bool Expansion::hold_dependents(const Place& place, const Keyword& keyword, Draft& draft) {
  const bool names = keyword.rule->name == "dependentRequired";
  for (const JsonMember& member : keyword.value->members) {
    if ((member.value.kind == JsonKind::array) != names) continue;  // `dependencies` has both
    const Step absent = forbid(member.name);
    std::vector<Step> present;
    if (names) {
      for (const JsonValue& item : member.value.items) present.push_back(require(item.text));
    } else {
      present = {require(member.name), push(at(member.value, place.scope), place.tracked)};
    }
    if (!present.empty() && !choose({absent, all_of(std::move(present))}, draft)) return false;
  }
  return true;
}

Expansion::Step Expansion::require(const std::string& name) {
  return [name](Draft& draft) {
    draft.clause.members.required.insert(name);
    return !draft.clause.members.forbidden.contains(name);
  };
}

Expansion::Step Expansion::forbid(const std::string& name) {
  return [name](Draft& draft) {
    draft.clause.members.forbidden.insert(name);
    return !draft.clause.members.required.contains(name);
  };
}

}  // namespace lockstep::oracle

// What each keyword leaves where it fails: alternatives, of which one must hold.
#include <algorithm>

#include "lockstep/oracle/schema_prefix/expansion.h"

namespace lockstep::oracle {
namespace {

Decimal number_of(const Keyword& keyword) { return parse_decimal(keyword.value->text); }

// bound - 1 and bound + 1, for a count.
std::optional<Decimal> below(const Decimal& bound) {
  const std::optional<unsigned long long> count = to_count(bound);
  if (count && *count == 0) return std::nullopt;
  // Counts beyond 2^63 - 1 are never met, from either side.
  return count ? parse_decimal(std::to_string(*count - 1)) : bound;
}
Decimal above(const Decimal& bound) {
  const std::optional<unsigned long long> count = to_count(bound);
  return count ? parse_decimal(std::to_string(*count + 1)) : bound;
}
Decimal decimal_of(std::size_t count) { return parse_decimal(std::to_string(count)); }

}  // namespace

// True: it fails for every value of the kind.
bool Expansion::deny(const Place& place, const Keyword& keyword, std::vector<Step>& options) {
  const std::string_view name = keyword.rule->name;
  if (keyword.rule->judge == nullptr || !is_about_kind(name)) return false;
  if (name == "type") return deny_type(keyword, options);
  if (name == "const" || name == "enum") {
    std::vector<Step> steps;
    const auto add_value = [&](const JsonValue& value) {
      if (value.kind == kind_) steps.push_back(push(opposite(atoms_.value(value, words()))));
    };
    if (name == "const") add_value(*keyword.value);
    if (name == "enum") std::for_each(keyword.value->items.begin(), keyword.value->items.end(), add_value);
    const bool always = steps.empty();
    options.push_back(all_of(std::move(steps)));
    return always;
  }
  if (is_unevaluated(keyword)) {
    deny_unevaluated(place, keyword, options);
  } else if (is_in_place(name)) {
    deny_in_place(place, keyword, options);
  } else if (kind_ == JsonKind::number) {
    deny_number(keyword, options);
  } else if (kind_ == JsonKind::string) {
    deny_string(keyword, options);
  } else if (kind_ == JsonKind::array) {
    deny_array(place, keyword, options);
  } else if (kind_ == JsonKind::object) {
    deny_object(place, keyword, options);
  } else {
    options.push_back([&keyword](Draft& draft) { return make_opaque(keyword, draft); });
  }
  return false;
}

bool Expansion::deny_type(const Keyword& keyword, std::vector<Step>& options) {
  if (lists_type(keyword, type_name())) return false;
  options.push_back([this, &keyword](Draft& draft) {
    if (kind_ != JsonKind::number || !lists_type(keyword, "integer")) return true;
    if (words() || keyword.integer_words) {
      draft.clause.numbers.not_word = true;
    } else {
      draft.clause.numbers.no_multiple_of(parse_decimal("1"));
    }
    return true;
  });
  return kind_ != JsonKind::number || !lists_type(keyword, "integer");
}

void Expansion::deny_in_place(const Place& place, const Keyword& keyword, std::vector<Step>& options) {
  const std::string_view name = keyword.rule->name;
  const auto negative = [&](const JsonValue& value) { return push(opposite(at(value, place.scope))); };
  const std::vector<JsonValue>& branches = keyword.value->items;
  if (name == "$ref" || name == "$dynamicRef") {
    options.push_back(push(opposite(atoms_.schema(atoms_.target(keyword, place.scope), place.scope))));
  } else if (name == "allOf") {
    for (const JsonValue& item : branches) options.push_back(negative(item));
  } else if (name == "not") {
    options.push_back(push(at(*keyword.value, place.scope)));
  } else if (name == "anyOf" || name == "oneOf") {
    std::vector<Step> none;
    for (const JsonValue& item : branches) none.push_back(negative(item));
    options.push_back(all_of(std::move(none)));
    for (std::size_t i = 0; name == "oneOf" && i < branches.size(); ++i) {
      for (std::size_t k = i + 1; k < branches.size(); ++k) {
        options.push_back(all_of({push(at(branches[i], place.scope)), push(at(branches[k], place.scope))}));
      }
    }
  } else if (name == "if") {
    const Step condition = push(at(*keyword.value, place.scope));
    if (const Keyword* then = place.schema->find("then")) {
      options.push_back(all_of({condition, negative(*then->value)}));
    }
    if (const Keyword* otherwise = place.schema->find("else")) {
      options.push_back(all_of({negative(*keyword.value), negative(*otherwise->value)}));
    }
  }
}

void Expansion::deny_number(const Keyword& keyword, std::vector<Step>& options) {
  const std::string_view name = keyword.rule->name;
  options.push_back([name, &keyword](Draft& draft) {
    NumberSet& numbers = draft.clause.numbers;
    if (name == "multipleOf") {
      numbers.no_multiple_of(number_of(keyword));
    } else if (name == "minimum" || name == "exclusiveMinimum") {
      numbers.at_most(number_of(keyword), name == "minimum");
    } else if (name == "maximum" || name == "exclusiveMaximum") {
      numbers.at_least(number_of(keyword), name == "maximum");
    } else {
      return make_opaque(keyword, draft);
    }
    return true;
  });
}

// The range beyond a bound. `least`: the bound is a lower one. False: there is none.
bool Expansion::deny_size(SizeRange& sizes, const Decimal& bound, bool least) {
  if (!least) {
    sizes.at_least(above(bound));
    return true;
  }
  const std::optional<Decimal> most = below(bound);
  if (most) sizes.at_most(*most);
  return most.has_value();
}

void Expansion::deny_string(const Keyword& keyword, std::vector<Step>& options) {
  const std::string_view name = keyword.rule->name;
  if (name == "pattern") {
    options.push_back(push(opposite(atoms_.pattern(keyword.value->text, keyword.patterns.front()))));
    return;
  }
  if (name == "format") return deny_format(keyword, options);
  options.push_back([name, &keyword](Draft& draft) {
    if (name != "minLength" && name != "maxLength") return make_opaque(keyword, draft);
    return deny_size(draft.clause.strings.lengths, number_of(keyword), name == "minLength");
  });
}

// Beyond a bound: not matched, or longer.
void Expansion::beyond(const FormatBound& bound, const Step& also, std::vector<Step>& options) {
  options.push_back(all_of({push(opposite(atoms_.pattern(bound.source, bound.pattern))), also}));
  if (!bound.longest) return;
  options.push_back(all_of({[longest = *bound.longest](Draft& draft) {
                              draft.clause.strings.lengths.at_least(decimal_of(longest + 1));
                              return true;
                            },
                            also}));
}

void Expansion::deny_format(const Keyword& keyword, std::vector<Step>& options) {
  const FormatPatterns* patterns = format_patterns(keyword.value->text);
  if (patterns == nullptr) return;
  beyond(patterns->outside, [](Draft&) { return true; }, options);
  if (patterns->exact) return;
  beyond(patterns->inside, [&keyword](Draft& draft) { return make_opaque(keyword, draft); }, options);
}

// The item is there and does not satisfy the literal.
Expansion::Step Expansion::item_fails(std::size_t index, Literal literal) {
  return [index, literal](Draft& draft) {
    draft.clause.items.sizes.at_least(decimal_of(index + 1));
    draft.clause.items.rules.push_back({{index, index}, {opposite(literal)}});
    return true;
  };
}

// Some item from there on satisfies all.
Expansion::Step Expansion::some_item(std::size_t from, Conjunction all) {
  return [from, all = std::move(all)](Draft& draft) {
    draft.clause.items.counts.push_back({{from, std::nullopt}, all, parse_decimal("1"), std::nullopt});
    return true;
  };
}

void Expansion::deny_array(const Place& place, const Keyword& keyword, std::vector<Step>& options) {
  const std::string_view name = keyword.rule->name;
  const JsonValue& value = *keyword.value;
  if (name == "minItems" || name == "maxItems") {
    options.push_back([name, &keyword](Draft& draft) {
      return deny_size(draft.clause.items.sizes, number_of(keyword), name == "minItems");
    });
  } else if (name == "uniqueItems") {
    if (!value.boolean) return;
    options.push_back([](Draft& draft) { return draft.clause.items.repeated = true; });
  } else if (name == "prefixItems") {
    for (std::size_t i = 0; i < value.items.size(); ++i) {
      options.push_back(item_fails(i, at(value.items[i], place.scope)));
    }
  } else if (name == "items") {
    options.push_back(some_item(listed_items(*place.schema), {opposite(at(value, place.scope))}));
  } else if (name == "contains") {
    const Keyword* least = place.schema->find("minContains");
    const Keyword* most = place.schema->find("maxContains");
    const Literal literal = at(value, place.scope);
    const std::optional<Decimal> few = below(least == nullptr ? parse_decimal("1") : number_of(*least));
    const auto count = [literal](const Decimal& from, const std::optional<Decimal>& to) -> Step {
      return [=](Draft& draft) {
        draft.clause.items.counts.push_back({{}, {literal}, from, to});
        return true;
      };
    };
    if (few) options.push_back(count({}, few));
    if (most != nullptr) options.push_back(count(above(number_of(*most)), std::nullopt));
  } else {
    options.push_back([&keyword](Draft& draft) { return make_opaque(keyword, draft); });
  }
}

// The member is there and does not satisfy the literal.
Expansion::Step Expansion::member_fails(const std::string& name, Literal literal) {
  return all_of({require(name), [name, literal](Draft& draft) {
                   add(draft.clause.members.named[name], opposite(literal));
                   return true;
                 }});
}

Expansion::Step Expansion::some_member(MemberDemand demand) {
  return [demand = std::move(demand)](Draft& draft) {
    draft.clause.members.demands.push_back(demand);
    return true;
  };
}

// The names that the rule is about.
Conjunction Expansion::names_of(const OtherRule& rule) {
  Conjunction out;
  for (const std::string& name : rule.names) add(out, opposite(atoms_.value(name)));
  for (const Literal pattern : rule.patterns) add(out, opposite(pattern));
  return out;
}

void Expansion::deny_object(const Place& place, const Keyword& keyword, std::vector<Step>& options) {
  const std::string_view name = keyword.rule->name;
  const JsonValue& value = *keyword.value;
  const auto literal = [&](const JsonValue& schema) { return at(schema, place.scope); };
  if (name == "minProperties" || name == "maxProperties") {
    options.push_back([name, &keyword](Draft& draft) {
      return deny_size(draft.clause.members.sizes, number_of(keyword), name == "minProperties");
    });
  } else if (name == "required") {
    for (const JsonValue& item : value.items) options.push_back(forbid(item.text));
  } else if (name == "properties") {
    for (const JsonMember& member : value.members) {
      options.push_back(member_fails(member.name, literal(member.value)));
    }
  } else if (name == "patternProperties") {
    for (std::size_t i = 0; i < keyword.patterns.size(); ++i) {
      const Literal pattern = atoms_.pattern(value.members[i].name, keyword.patterns[i]);
      options.push_back(some_member({{pattern}, {opposite(literal(value.members[i].value))}}));
    }
  } else if (name == "additionalProperties") {
    options.push_back(some_member({names_of(others_of(place)), {opposite(literal(value))}}));
  } else if (name == "propertyNames") {
    options.push_back(some_member({{opposite(literal(value))}, {}}));
  } else if (name == "dependentRequired") {
    for (const JsonMember& member : value.members) {
      for (const JsonValue& item : member.value.items) {
        options.push_back(all_of({require(member.name), forbid(item.text)}));
      }
    }
  } else if (name == "dependentSchemas") {
    for (const JsonMember& member : value.members) {
      if (member.value.kind == JsonKind::array) continue;  // names among `dependencies`
      options.push_back(all_of({require(member.name), push(opposite(literal(member.value)))}));
    }
  } else {
    options.push_back([&keyword](Draft& draft) { return make_opaque(keyword, draft); });
  }
}

// Any value of the kind but this one. Under `plain` a listed integer has to be a word: another spelling of it
// is another value (policy.md 4.4).
bool Expansion::deny_value(const JsonValue& value, bool with_words, Draft& draft) {
  if (value.kind != kind_) return true;
  std::vector<Step> options;
  switch (kind_) {
    case JsonKind::null:
      return false;
    case JsonKind::boolean:
      (value.boolean ? draft.clause.no_true : draft.clause.no_false) = true;
      return true;
    case JsonKind::number: {
      const Decimal number = parse_decimal(value.text);
      options.push_back([number](Draft& next) {
        next.clause.numbers.exclude(number);
        return true;
      });
      if (with_words && number.is_integer()) {
        options.push_back([](Draft& next) { return next.clause.numbers.not_word = true; });
      }
      break;
    }
    case JsonKind::string:
      draft.clause.strings.excluded.insert(value.text);
      return true;
    case JsonKind::array:
      deny_array_value(value, with_words, options);
      break;
    case JsonKind::object:
      deny_object_value(value, with_words, options);
      break;
  }
  return choose(std::move(options), draft);
}

void Expansion::deny_array_value(const JsonValue& value, bool with_words, std::vector<Step>& options) {
  const Decimal size = decimal_of(value.items.size());
  for (const bool shorter : {false, true}) {
    options.push_back(
        [size, shorter](Draft& draft) { return deny_size(draft.clause.items.sizes, size, shorter); });
  }
  for (std::size_t i = 0; i < value.items.size(); ++i) {
    options.push_back(item_fails(i, atoms_.value(value.items[i], with_words)));
  }
}

void Expansion::deny_object_value(const JsonValue& value, bool with_words, std::vector<Step>& options) {
  MemberDemand another;
  for (const JsonMember& member : value.members) {
    options.push_back(forbid(member.name));
    options.push_back(member_fails(member.name, atoms_.value(member.value, with_words)));
    add(another.name, opposite(atoms_.value(member.name)));
  }
  options.push_back(some_member(std::move(another)));
}

}  // namespace lockstep::oracle

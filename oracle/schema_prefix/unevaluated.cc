// unevaluatedItems and unevaluatedProperties (Core 11): once it is decided which in-place subschemas hold,
// what they have evaluated is known, and the keyword is one about the other items or members.
#include <algorithm>

#include "lockstep/oracle/schema_prefix/expansion.h"

namespace lockstep::oracle {
namespace {

constexpr std::size_t kDeepest = 200;  // nested in-place subschemas

}  // namespace

// Can it, or anything in place below it, evaluate items or members of the kind at hand?
bool Expansion::evaluates(const Subschema& schema) {
  const auto known = evaluates_.find(&schema);
  if (known != evaluates_.end()) return known->second;
  evaluates_[&schema] = false;  // where it comes back to itself
  bool any = false;
  for (const Keyword& keyword : schema.keywords) {
    const std::string_view name = keyword.rule->name;
    if (name == "properties" || name == "patternProperties" || name == "additionalProperties" ||
        name == "items" || name == "prefixItems" || name == "contains" || name == "$dynamicRef" ||
        name.starts_with("unevaluated")) {
      any = any || name == "$dynamicRef" || is_about_kind(name);
    }
    if (keyword.target != nullptr) any = any || evaluates(*keyword.target);
    if (name == "allOf" || name == "anyOf" || name == "oneOf") {
      for (const JsonValue& item : keyword.value->items)
        any = any || evaluates(*atoms_.at(at(item, 0)).schema);
    } else if (name == "if" || name == "then" || name == "else") {
      any = any || evaluates(*atoms_.at(at(*keyword.value, 0)).schema);
    } else if (name == "dependentSchemas") {
      for (const JsonMember& member : keyword.value->members) {
        if (member.value.kind == JsonKind::array) continue;  // names among `dependencies`
        any = any || evaluates(*atoms_.at(at(member.value, 0)).schema);
      }
    }
  }
  return evaluates_[&schema] = any;
}

// What the schema object has evaluated, where it holds. The unevaluated keyword at hand itself is not asked.
void Expansion::collect(const Place& place, const Keyword* asking, const Draft& draft, Evaluated& out) {
  if (++collecting_ > kDeepest) out.lost = true;
  for (const Keyword& keyword : place.schema->keywords) {
    const std::string_view name = keyword.rule->name;
    if (out.lost || keyword.rule->judge == nullptr || &keyword == asking) continue;
    if (is_in_place(name) || name == "dependentSchemas") {
      collect_in_place(place, keyword, draft, out);
    } else if (!is_about_kind(name)) {
      continue;
    } else if (name == "properties" || name == "patternProperties") {
      OtherRule rule = others_of(place);
      if (name == "properties") out.names.merge(rule.names);
      if (name != "properties")
        out.patterns.insert(out.patterns.end(), rule.patterns.begin(), rule.patterns.end());
    } else if (name == "prefixItems") {
      out.items = std::max(out.items, listed_items(*place.schema));
    } else if (name == "contains" && !keyword.evaluates) {
      continue;  // before 2020-12
    } else if (name == "contains") {
      out.contains.push_back(at(*keyword.value, place.scope));
    } else if (name == "additionalProperties" || name == "items" || is_unevaluated(keyword)) {
      out.all = true;
    }
  }
  --collecting_;
}

void Expansion::collect_in_place(const Place& place, const Keyword& keyword, const Draft& draft,
                                 Evaluated& out) {
  const std::string_view name = keyword.rule->name;
  const auto enter = [&](Literal literal) {
    const Subschema& schema = *atoms_.at(literal).schema;
    if (schema.value->kind != JsonKind::object) return;
    collect({&schema, atoms_.enter(place.scope, *schema.resource), true}, nullptr, draft, out);
  };
  const auto if_held = [&](const JsonValue& value) {
    const Literal literal = at(value, place.scope);
    if (draft.seen.contains(literal)) enter(literal);
  };
  if (name == "$ref" || name == "$dynamicRef") {
    enter(atoms_.schema(atoms_.target(keyword, place.scope), place.scope));
  } else if (name == "allOf") {
    for (const JsonValue& item : keyword.value->items) enter(at(item, place.scope));
  } else if (name == "anyOf" || name == "oneOf") {
    for (const JsonValue& item : keyword.value->items) if_held(item);
  } else if (name == "if") {
    const Literal condition = at(*keyword.value, place.scope);
    const bool holds = draft.seen.contains(condition);
    if (holds) enter(condition);
    const Keyword* branch = place.schema->find(holds ? "then" : "else");
    if (branch != nullptr) enter(at(*branch->value, place.scope));
  } else if (name == "dependentSchemas" && kind_ == JsonKind::object) {
    for (const JsonMember& member : keyword.value->members) {
      if (member.value.kind == JsonKind::array) continue;  // names among `dependencies`
      if (draft.clause.members.required.contains(member.name)) enter(at(member.value, place.scope));
    }
  }
}

// False: nothing satisfies the draft.
bool Expansion::resolve(const Unevaluated& unevaluated, Draft& draft) {
  const Keyword& keyword = *unevaluated.keyword;
  Evaluated evaluated;
  collecting_ = 0;
  collect(unevaluated.place, &keyword, draft, evaluated);
  if (evaluated.lost) return make_opaque(keyword, draft);
  const Literal literal = at(*keyword.value, unevaluated.place.scope);
  if (evaluated.all) return !unevaluated.negative;
  if (kind_ == JsonKind::object) {
    OtherRule rule{evaluated.names, evaluated.patterns, literal};
    if (unevaluated.negative) return some_member({names_of(rule), {opposite(literal)}})(draft);
    draft.clause.members.others.push_back(std::move(rule));
    return true;
  }
  if (unevaluated.negative) {
    Conjunction all = {opposite(literal)};
    for (const Literal contained : evaluated.contains) add(all, opposite(contained));
    return some_item(evaluated.items, std::move(all))(draft);
  }
  ItemRule rule{{evaluated.items, std::nullopt}, evaluated.contains};
  rule.either.push_back(literal);
  draft.clause.items.rules.push_back(std::move(rule));
  return true;
}

// Where this keyword fails and no other of the schema object does: it is the one that decides which names and
// items are left, so the others must hold. Where another one fails, that one denies the object.
void Expansion::deny_unevaluated(const Place& place, const Keyword& keyword, std::vector<Step>& options) {
  options.push_back([this, place, &keyword](Draft& draft) {
    Place tracked = place;
    tracked.tracked = true;
    for (const Keyword& other : place.schema->keywords) {
      if (&other != &keyword && !hold(tracked, other, draft)) return false;
    }
    draft.unevaluated.push_back({tracked, &keyword, true});
    return true;
  });
}

}  // namespace lockstep::oracle

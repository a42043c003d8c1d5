#include "lockstep/oracle/schema_prefix/atom.h"

#include <algorithm>

#include "lockstep/oracle/json_text/equality.h"
#include "lockstep/oracle/schema/evaluation.h"
#include "lockstep/oracle/schema/unique_key.h"
#include "lockstep/oracle/schema_prefix/value_spelling.h"

namespace lockstep::oracle {
namespace {

constexpr std::size_t kPatternSteps = 10'000'000;

}  // namespace

void add(Conjunction& all, Literal literal) {
  const auto place = std::lower_bound(all.begin(), all.end(), literal);
  if (place == all.end() || *place != literal) all.insert(place, literal);
}

void add(Conjunction& all, const Conjunction& more) {
  for (const Literal literal : more) add(all, literal);
}

Atoms::Atoms(const Schema::Impl& schema) : schema_(schema) {
  std::map<std::string, std::size_t> resources;
  for (const Resource& resource : schema.resources) {
    for (const auto& [anchor, subschema] : resource.dynamic_anchors) ++resources[anchor];
  }
  for (const Subschema& subschema : schema.subschemas) {
    for (const Keyword& keyword : subschema.keywords) {
      const auto found = resources.find(keyword.dynamic_anchor);
      if (found != resources.end() && found->second > 1) contested_.insert(*found);
    }
  }
  scopes_.emplace_back();
  scope_ids_.emplace(scopes_.front(), 0);
}

Literal Atoms::keep(const std::tuple<int, const void*, std::size_t, std::string>& key, const Atom& atom) {
  const auto [place, added] = known_.emplace(key, 2 * atoms_.size());
  if (added) atoms_.push_back(atom);
  return place->second;
}

Literal Atoms::schema(const Subschema& subschema, ScopeId scope) {
  Atom atom;
  atom.schema = &subschema;
  atom.scope = scope;
  return keep({0, &subschema, scope, {}}, atom);
}

Literal Atoms::schema(const JsonValue& place, ScopeId scope) { return schema(*schema_.at.at(&place), scope); }

Literal Atoms::value(const JsonValue& value, bool words) {
  Atom atom;
  atom.kind = Atom::Kind::value;
  atom.words = words;
  const std::tuple<int, const void*, std::size_t, std::string> key(1, nullptr, words ? 1 : 0,
                                                                   unique_key(value));
  const auto known = known_.find(key);
  if (known != known_.end()) return known->second;
  atom.value = &values_.emplace_back(value);
  return keep(key, atom);
}

Literal Atoms::value(std::string_view string) {
  JsonValue text;
  text.kind = JsonKind::string;
  text.text = string;
  return value(text, false);
}

Literal Atoms::pattern(const std::string& source, const Pattern& pattern) {
  Atom atom;
  atom.kind = Atom::Kind::pattern;
  atom.pattern = &pattern;
  return keep({2, nullptr, 0, source}, atom);
}

ScopeId Atoms::enter(ScopeId scope, const Resource& resource) {
  if (contested_.empty()) return 0;
  std::vector<const Resource*> longer = scopes_[scope];
  const bool adds = std::any_of(contested_.begin(), contested_.end(), [&](const auto& contested) {
    const auto has = [&](const Resource* one) { return one->dynamic_anchors.contains(contested.first); };
    return has(&resource) && std::none_of(longer.begin(), longer.end(), has);
  });
  if (!adds) return scope;
  longer.push_back(&resource);
  const auto [place, added] = scope_ids_.emplace(longer, scopes_.size());
  if (added) scopes_.push_back(std::move(longer));
  return place->second;
}

const Subschema& Atoms::target(const Keyword& reference, ScopeId scope) const {
  if (reference.dynamic_anchor.empty()) return *reference.target;
  for (const Resource* resource : scopes_[scope]) {
    const auto found = resource->dynamic_anchors.find(reference.dynamic_anchor);
    if (found != resource->dynamic_anchors.end()) return *found->second;
  }
  return *reference.target;
}

Answer Atoms::check(Literal literal, const JsonValue& value) const {
  const Atom& atom = at(literal);
  Answer holds = Answer::no();
  if (atom.kind == Atom::Kind::schema) {
    Evaluation evaluation(schema_, {});
    evaluation.set_scope(scopes_[atom.scope]);
    holds = evaluation.run(*atom.schema, value);
  } else if (atom.kind == Atom::Kind::value) {
    holds = Answer::of(equal(*atom.value, value) && (!atom.words || are_integer_words(value)));
  } else {
    holds = value.kind == JsonKind::string ? atom.pattern->search(value.text, kPatternSteps) : Answer::no();
  }
  return is_negative(literal) ? negate(holds) : holds;
}

}  // namespace lockstep::oracle

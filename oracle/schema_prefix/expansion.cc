#include "lockstep/oracle/schema_prefix/expansion.h"

#include <algorithm>
#include <array>

#include "lockstep/oracle/schema_prefix/value_spelling.h"

namespace lockstep::oracle {
namespace {

constexpr std::size_t kMostDrafts = 20'000;

struct About {
  std::string_view name;
  JsonKind kind;
};

// Keywords that say something about values of one kind only; of other kinds they hold.
constexpr std::array<About, 28> kAbout = {{
    {"multipleOf", JsonKind::number},
    {"minimum", JsonKind::number},
    {"maximum", JsonKind::number},
    {"exclusiveMinimum", JsonKind::number},
    {"exclusiveMaximum", JsonKind::number},
    {"minLength", JsonKind::string},
    {"maxLength", JsonKind::string},
    {"pattern", JsonKind::string},
    {"format", JsonKind::string},
    {"minItems", JsonKind::array},
    {"maxItems", JsonKind::array},
    {"uniqueItems", JsonKind::array},
    {"contains", JsonKind::array},
    {"minContains", JsonKind::array},
    {"maxContains", JsonKind::array},
    {"items", JsonKind::array},
    {"prefixItems", JsonKind::array},
    {"unevaluatedItems", JsonKind::array},
    {"minProperties", JsonKind::object},
    {"maxProperties", JsonKind::object},
    {"required", JsonKind::object},
    {"dependentRequired", JsonKind::object},
    {"dependentSchemas", JsonKind::object},
    {"properties", JsonKind::object},
    {"patternProperties", JsonKind::object},
    {"additionalProperties", JsonKind::object},
    {"propertyNames", JsonKind::object},
    {"unevaluatedProperties", JsonKind::object},
}};

}  // namespace

bool Expansion::is_about_kind(std::string_view name) const {
  const auto found =
      std::find_if(kAbout.begin(), kAbout.end(), [name](const About& about) { return about.name == name; });
  return found == kAbout.end() || found->kind == kind_;
}

bool Expansion::is_in_place(std::string_view name) {
  return name == "$ref" || name == "$dynamicRef" || name == "allOf" || name == "anyOf" || name == "oneOf" ||
         name == "not" || name == "if";
}

bool Expansion::is_unevaluated(const Keyword& keyword) const {
  return keyword.rule->name == (kind_ == JsonKind::array ? "unevaluatedItems" : "unevaluatedProperties") &&
         is_about_kind(keyword.rule->name);
}

Alternatives Expansion::run() {
  Draft draft;
  draft.clause.kind = kind_;
  for (const Literal literal : all_) draft.todo.push_back({literal, false});
  expand(std::move(draft));
  for (const JsonValue* value : found_) {
    if (language_.spellings_differ() && has_integers(*value)) {
      add_by_spelling(*value);
      continue;
    }
    const JsonValue* spelled = language_.plain_value(*value);
    const bool too_long = words() && !are_integer_words(*spelled);
    const Answer valid =
        too_long ? Answer::unknown("integer_word: too long") : language_.check(all_, *spelled);
    if (!valid.is_no()) out_.values.push_back({spelled, valid});
  }
  return std::move(out_);
}

// Where an integral number's spelling decides (draft 4): of a number both kinds of spelling are asked; of
// anything larger nothing is known beforehand.
void Expansion::add_by_spelling(const JsonValue& value) {
  if (value.kind != JsonKind::number) {
    out_.values.push_back({&value, Answer::unknown("integer_words: in a listed value")});
    return;
  }
  JsonValue spelled = value;
  for (const bool word : {true, false}) {
    spelled.text = integer_spelling(value.text, word);
    const Answer valid =
        spelled.text.empty() ? Answer::unknown("integer_word: too long") : language_.check(all_, spelled);
    if (valid.is_no()) continue;
    Clause& clause = out_.clauses.emplace_back();
    clause.kind = kind_;
    clause.numbers = NumberSet::only(parse_decimal(value.text));
    (word ? clause.numbers.word : clause.numbers.not_word) = true;
    if (valid.is_unknown()) clause.opaque = "enum";
  }
}

Expansion::Step Expansion::push(Literal literal, bool tracked) const {
  return [literal, tracked](Draft& draft) {
    draft.todo.push_back({literal, tracked});
    return true;
  };
}

Expansion::Step Expansion::all_of(std::vector<Step> steps) {
  return [steps = std::move(steps)](Draft& draft) {
    return std::all_of(steps.begin(), steps.end(), [&draft](const Step& step) { return step(draft); });
  };
}

// One option is none to choose.
bool Expansion::choose(std::vector<Step> options, Draft& draft) {
  if (options.empty()) return false;
  if (options.size() == 1) return options.front()(draft);
  draft.choices.push_back(std::make_shared<const std::vector<Step>>(std::move(options)));
  return true;
}

void Expansion::expand(Draft draft) {
  if (!out_.overflow.empty() || !close(draft)) return;
  if (++drafts_ > kMostDrafts) {
    out_.overflow = "alternatives: more than " + std::to_string(kMostDrafts);
    return;
  }
  if (draft.has_list) {
    for (const JsonValue* value : draft.listed) {
      if (known_.insert(value).second) found_.push_back(value);
    }
    return;
  }
  if (!consistent(draft.clause)) return;
  if (draft.choices.empty()) return finish(std::move(draft));
  const std::shared_ptr<const std::vector<Step>> choice = std::move(draft.choices.back());
  draft.choices.pop_back();
  for (const Step& option : *choice) {
    Draft next = draft;
    if (option(next)) expand(std::move(next));
  }
}

// Follows what must hold. False: nothing satisfies the draft.
bool Expansion::close(Draft& draft) {
  while (!draft.todo.empty()) {
    const Todo todo = draft.todo.back();
    draft.todo.pop_back();
    if (draft.seen.contains(opposite(todo.literal))) return false;
    const auto [place, added] = draft.seen.emplace(todo.literal, todo.tracked);
    if (!added && (place->second || !todo.tracked)) continue;
    place->second = todo.tracked;
    if (!apply(todo, draft)) return false;
  }
  return true;
}

bool Expansion::apply(const Todo& todo, Draft& draft) {
  const Atom& atom = atoms_.at(todo.literal);
  const bool negative = is_negative(todo.literal);
  switch (atom.kind) {
    case Atom::Kind::value:
      return negative ? deny_value(*atom.value, atom.words, draft) : hold_value(atom, draft);
    case Atom::Kind::pattern:
      if (kind_ != JsonKind::string) return negative;
      draft.clause.strings.patterns.emplace(todo.literal, atom.pattern);
      return true;
    case Atom::Kind::schema:
      break;
  }
  const Subschema& schema = *atom.schema;
  if (schema.value->kind == JsonKind::boolean) return schema.value->boolean != negative;
  if (language_.cyclic_.contains(&schema)) {
    draft.clause.opaque = "infinite_recursion";
    return true;
  }
  const Place place{&schema, atoms_.enter(atom.scope, *schema.resource), todo.tracked};
  return negative ? deny_schema(place, draft) : hold_schema(place, draft);
}

bool Expansion::hold_schema(const Place& given, Draft& draft) {
  Place place = given;
  const auto& keywords = place.schema->keywords;
  place.tracked =
      place.tracked || std::any_of(keywords.begin(), keywords.end(),
                                   [this](const Keyword& keyword) { return is_unevaluated(keyword); });
  return std::all_of(keywords.begin(), keywords.end(),
                     [&](const Keyword& keyword) { return hold(place, keyword, draft); });
}

// Some keyword fails.
bool Expansion::deny_schema(const Place& place, Draft& draft) {
  std::vector<Step> options;
  for (const Keyword& keyword : place.schema->keywords) {
    if (deny(place, keyword, options)) return true;
  }
  return choose(std::move(options), draft);
}

bool Expansion::hold_value(const Atom& atom, Draft& draft) {
  if (atom.value->kind != kind_) return false;
  // Without integer words a number may be spelled in many ways; the listed value has one.
  if ((words() || language_.spellings_differ()) && !atom.words) {
    if (kind_ == JsonKind::number) {
      const Decimal number = parse_decimal(atom.value->text);
      draft.clause.numbers.at_least(number, false);
      draft.clause.numbers.at_most(number, false);
      return true;
    }
    if (kind_ == JsonKind::array || kind_ == JsonKind::object) {
      if (draft.clause.opaque.empty()) draft.clause.opaque = "uniqueItems";
      return true;
    }
  }
  return list_values({atom.value}, draft);
}

// The values of one list are enough: each is checked against everything.
bool Expansion::list_values(const std::vector<const JsonValue*>& values, Draft& draft) {
  if (draft.has_list) return true;
  draft.has_list = true;
  for (const JsonValue* value : values) {
    if (value->kind == kind_) draft.listed.push_back(value);
  }
  return !draft.listed.empty();
}

// Contradictions that show without looking below.
bool Expansion::consistent(const Clause& clause) const {
  switch (kind_) {
    case JsonKind::null:
      return true;
    case JsonKind::boolean:
      return !clause.no_true || !clause.no_false;
    case JsonKind::number: {
      const NumberSet& numbers = clause.numbers;
      if (numbers.word && numbers.not_word) return false;
      if (!numbers.low || !numbers.high) return true;
      const auto order = compare(*numbers.low, *numbers.high);
      return order < 0 || (order == 0 && numbers.holds(*numbers.low));
    }
    case JsonKind::string:
      return !clause.strings.lengths.is_empty();
    case JsonKind::array:
      return !clause.items.sizes.is_empty() && !(clause.items.unique && clause.items.repeated);
    case JsonKind::object: {
      const ObjectDemands& members = clause.members;
      if (members.sizes.is_empty() || !members.sizes.allows(members.required.size())) return false;
      return std::none_of(members.required.begin(), members.required.end(),
                          [&members](const std::string& name) { return members.forbidden.contains(name); });
    }
  }
  return true;
}

void Expansion::finish(Draft draft) {
  for (const Unevaluated& unevaluated : draft.unevaluated) {
    if (!resolve(unevaluated, draft)) return;
  }
  out_.clauses.push_back(std::move(draft.clause));
}

}  // namespace lockstep::oracle

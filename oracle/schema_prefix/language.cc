// From a conjunction of subschemas to its alternatives: $ref and allOf are followed, anyOf is split
// (Core 8.2.3.1, 10.2.1.1, 10.2.1.2), and an enum or const leaves its values alone (Validation 6.1.2, 6.1.3).
#include "lockstep/oracle/schema_prefix/language.h"

#include <algorithm>
#include <array>

#include "lockstep/oracle/schema/evaluation.h"

namespace lockstep::oracle {
namespace {

constexpr std::size_t kMostDrafts = 20'000;

// Keywords that assert something and are exact by structure.
constexpr std::array<std::string_view, 23> kExact = {"$ref",
                                                     "$dynamicRef",
                                                     "additionalItems",
                                                     "additionalProperties",
                                                     "allOf",
                                                     "anyOf",
                                                     "const",
                                                     "enum",
                                                     "exclusiveMaximum",
                                                     "exclusiveMinimum",
                                                     "items",
                                                     "maxItems",
                                                     "maxLength",
                                                     "maxProperties",
                                                     "maximum",
                                                     "minItems",
                                                     "minLength",
                                                     "minProperties",
                                                     "minimum",
                                                     "prefixItems",
                                                     "properties",
                                                     "required",
                                                     "type"};

bool is_exact(const Keyword& keyword) {
  if (keyword.rule->judge == nullptr) return true;
  const std::string_view name = keyword.rule->name;
  if (name == "uniqueItems" && !keyword.value->boolean) return true;
  if (name.starts_with("exclusive") && keyword.value->kind == JsonKind::boolean) return false;  // draft 4
  return std::find(kExact.begin(), kExact.end(), name) != kExact.end();
}

bool is_in_place(std::string_view name) {
  return name == "allOf" || name == "anyOf" || name == "oneOf" || name == "not" || name == "if" ||
         name == "then" || name == "else" || name == "dependentSchemas";
}

std::vector<const JsonValue*> in_place_values(const Keyword& keyword) {
  std::vector<const JsonValue*> out;
  if (!is_in_place(keyword.rule->name)) return out;
  const JsonValue& value = *keyword.value;
  for (const JsonValue& item : value.items) out.push_back(&item);
  if (keyword.rule->name == "dependentSchemas") {
    for (const JsonMember& member : value.members) out.push_back(&member.value);
  } else if (value.kind != JsonKind::array) {
    out.push_back(&value);
  }
  return out;
}

}  // namespace

// Splits one conjunction.
class Expansion {
 public:
  Expansion(Language& language, const Conjunction& all) : language_(language), all_(all) {}

  Alternatives run() {
    Draft draft;
    for (const std::size_t index : all_) draft.todo.push_back(language_.subschemas_[index]);
    expand(std::move(draft));
    for (const JsonValue* value : found_) {
      const JsonValue* plain = language_.plain_value(*value);
      const Answer valid = language_.check(all_, *plain);
      if (!valid.is_no()) out_.values.push_back({plain, valid});
    }
    return std::move(out_);
  }

 private:
  struct Draft {
    std::vector<const Subschema*> todo;
    std::set<const Subschema*> seen;
    std::vector<const Keyword*> choices;   // anyOf still to be split
    std::vector<const JsonValue*> listed;  // the values of enum and const keywords, each an array or a value
    Clause clause;
    bool has_list = false;
  };

  // Follows what holds in place. False: nothing satisfies the draft.
  bool close(Draft& draft) {
    while (!draft.todo.empty()) {
      const Subschema& schema = *draft.todo.back();
      draft.todo.pop_back();
      if (!draft.seen.insert(&schema).second) continue;
      if (schema.value->kind == JsonKind::boolean) {
        if (!schema.value->boolean) return false;
        continue;
      }
      if (language_.cyclic_.contains(&schema)) {
        draft.clause.opaque = "infinite_recursion";
        continue;
      }
      draft.clause.schemas.push_back(&schema);
      for (const Keyword& keyword : schema.keywords) follow(keyword, draft);
    }
    return true;
  }

  void follow(const Keyword& keyword, Draft& draft) {
    const std::string_view name = keyword.rule->name;
    const bool exact = is_exact(keyword) || language_.disjoint_.contains(keyword.value);
    if (!exact && draft.clause.opaque.empty()) draft.clause.opaque = name;
    if (name == "$ref" || name == "$dynamicRef") draft.todo.push_back(keyword.target);
    if (name == "allOf") {
      for (const JsonValue& item : keyword.value->items) draft.todo.push_back(&language_.at(item));
    }
    // Where oneOf holds one of its schemas does: a superset, and the same where they are disjoint.
    if (name == "anyOf" || name == "oneOf") draft.choices.push_back(&keyword);
    if (name == "const" || name == "enum") {
      if (draft.has_list) return;  // the values of one list are enough: each is checked against everything
      draft.has_list = true;
      if (name == "const") draft.listed = {keyword.value};
      if (name == "enum") {
        for (const JsonValue& item : keyword.value->items) draft.listed.push_back(&item);
      }
    }
  }

  void expand(Draft draft) {
    if (!close(draft) || !out_.overflow.empty()) return;
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
    if (!allows_any(draft.clause)) return;
    if (draft.choices.empty()) {
      std::sort(
          draft.clause.schemas.begin(), draft.clause.schemas.end(),
          [this](const auto* a, const auto* b) { return language_.index_of(*a) < language_.index_of(*b); });
      out_.clauses.push_back(std::move(draft.clause));
      return;
    }
    const Keyword& choice = *draft.choices.back();
    draft.choices.pop_back();
    for (const JsonValue& item : choice.value->items) {
      Draft next = draft;
      next.todo.push_back(&language_.at(item));
      expand(std::move(next));
    }
  }

  static bool allows_any(const Clause& clause) {
    for (const JsonKind kind : {JsonKind::null, JsonKind::boolean, JsonKind::number, JsonKind::string,
                                JsonKind::array, JsonKind::object}) {
      if (clause.allows(kind)) return true;
    }
    return false;
  }

  Language& language_;
  const Conjunction& all_;
  Alternatives out_;
  std::set<const JsonValue*> known_;
  std::vector<const JsonValue*> found_;  // in the order found
  std::size_t drafts_ = 0;
};

Language::Language(Schema schema, const OraclePolicy& policy) : schema_(std::move(schema)), policy_(policy) {
  for (const Subschema& subschema : schema_.impl().subschemas) {
    index_.emplace(&subschema, subschemas_.size());
    subschemas_.push_back(&subschema);
  }
  find_cycles();
  find_dynamic();
  find_disjoint();
}

Applied Language::applied_root() const {
  if (policy_.key_order == KeyOrderRule::any) return {};
  return {schema_.impl().root};
}

// A subschema that is reached from itself without leaving the instance location has no meaning (Core 9.4.1).
void Language::find_cycles() {
  for (const Subschema* start : subschemas_) {
    std::vector<const Subschema*> todo = {start};
    std::set<const Subschema*> seen;
    while (!todo.empty() && !cyclic_.contains(start)) {
      const Subschema& schema = *todo.back();
      todo.pop_back();
      for (const Keyword& keyword : schema.keywords) {
        std::vector<const Subschema*> next;
        for (const JsonValue* value : in_place_values(keyword)) next.push_back(&at(*value));
        if (keyword.target != nullptr) next.push_back(keyword.target);
        for (const Subschema* subschema : next) {
          if (subschema == start) cyclic_.insert(start);
          if (seen.insert(subschema).second) todo.push_back(subschema);
        }
      }
    }
  }
}

// A $dynamicRef whose anchor only one resource has goes there from everywhere.
void Language::find_dynamic() {
  for (const Subschema* schema : subschemas_) {
    for (const Keyword& keyword : schema->keywords) {
      if (keyword.rule->name == "$recursiveRef") dynamic_ = true;  // 2019-09
      if (keyword.dynamic_anchor.empty()) continue;
      std::size_t resources = 0;
      for (const Resource& resource : schema_.impl().resources) {
        if (resource.dynamic_anchors.contains(keyword.dynamic_anchor)) ++resources;
      }
      if (resources > 1) dynamic_ = true;
    }
  }
}

// Where no value satisfies two schemas of a oneOf, it is an anyOf. Asked while every oneOf counts as a
// superset, so that the order of the questions does not matter.
void Language::find_disjoint() {
  constexpr std::size_t kMostBranches = 40;
  std::set<const JsonValue*> found;
  for (const Subschema* schema : subschemas_) {
    const Keyword* one_of = schema->find("oneOf");
    if (one_of == nullptr || one_of->value->items.size() > kMostBranches || dynamic_) continue;
    bool disjoint = true;
    const std::vector<JsonValue>& branches = one_of->value->items;
    for (std::size_t i = 0; i < branches.size(); ++i) {
      for (std::size_t j = i + 1; disjoint && j < branches.size(); ++j) {
        Conjunction two;
        add(two, branches[i]);
        add(two, branches[j]);
        disjoint = satisfiable(two).is_no();
      }
    }
    if (disjoint) found.insert(one_of->value);
  }
  alternatives_.clear();
  satisfiable_.clear();
  disjoint_ = std::move(found);
}

const Alternatives& Language::alternatives(const Conjunction& all) {
  const auto found = alternatives_.find(all);
  if (found != alternatives_.end()) return found->second;
  Alternatives made = Expansion(*this, all).run();
  return alternatives_.emplace(all, std::move(made)).first->second;
}

Answer Language::check(const Conjunction& all, const JsonValue& value) const {
  Answer valid = Answer::yes();
  for (const std::size_t index : all) {
    valid = both(valid, Evaluation(schema_.impl(), {}).run(*subschemas_[index], value));
    if (valid.is_no()) return valid;
  }
  return valid;
}

namespace {

// Every integral number as an integer word, as `plain` demands of a listed value. A word too long to be
// written is left as it is: number_begins says unknown of it.
void spell_words(JsonValue& value) {
  constexpr std::size_t kLongest = 4000;
  if (value.kind == JsonKind::number && !is_integer_word(value.text)) {
    const Decimal number = parse_decimal(value.text);
    if (number.is_integer() && number.exponent.size() < 5 && std::stoul(number.exponent) < kLongest) {
      const std::string zeros(std::stoul(number.exponent), '0');
      value.text = number.is_zero() ? "0" : (number.negative ? "-" : "") + number.digits + zeros;
    }
  }
  for (JsonValue& item : value.items) spell_words(item);
  for (JsonMember& member : value.members) spell_words(member.value);
}

}  // namespace

const JsonValue* Language::plain_value(const JsonValue& value) {
  if (policy_.numbers != NumberRule::plain) return &value;
  const auto found = plain_values_.find(&value);
  if (found != plain_values_.end()) return found->second;
  JsonValue& own = owned_values_.emplace_back(value);
  spell_words(own);
  plain_values_.emplace(&value, &own);
  return &own;
}

}  // namespace lockstep::oracle

#include "lockstep/oracle/schema_prefix/language.h"

#include <algorithm>

#include "lockstep/oracle/schema_prefix/expansion.h"
#include "lockstep/oracle/schema_prefix/value_spelling.h"

namespace lockstep::oracle {
namespace {

constexpr std::size_t kMostPatterns = 7;   // that split the names of one clause into classes
constexpr std::size_t kMostMembers = 300;  // of a superset, looked at one by one
constexpr std::size_t kLongest = 50'000;   // bounds of lengths beside patterns

// Every part of the schema that is applied in place.
std::vector<const JsonValue*> in_place_values(const Keyword& keyword) {
  const std::string_view name = keyword.rule->name;
  std::vector<const JsonValue*> out;
  if (name == "allOf" || name == "anyOf" || name == "oneOf") {
    for (const JsonValue& item : keyword.value->items) out.push_back(&item);
  } else if (name == "not" || name == "if" || name == "then" || name == "else") {
    out.push_back(keyword.value);
  } else if (name == "dependentSchemas") {
    for (const JsonMember& member : keyword.value->members) {
      // Names among `dependencies` (drafts.md 3.8) are dependentRequired's.
      if (member.value.kind != JsonKind::array) out.push_back(&member.value);
    }
  }
  return out;
}

JsonValue string_of(const std::string& text) {
  JsonValue value;
  value.kind = JsonKind::string;
  value.text = text;
  return value;
}

// A bound on a length as a number; nullopt where it is too large to be counted to.
std::optional<std::size_t> length_of(const Decimal& bound) {
  const std::optional<unsigned long long> count = to_count(bound);
  return count && *count <= kLongest ? std::optional<std::size_t>(*count) : std::nullopt;
}

}  // namespace

Language::Language(Schema schema, const OraclePolicy& policy)
    : schema_(std::move(schema)), policy_(policy), atoms_(schema_.impl()) {
  find_cycles();
}

Conjunction Language::root() { return {atoms_.schema(*schema_.impl().root, 0)}; }

Applied Language::applied_root() const {
  if (policy_.key_order == KeyOrderRule::any) return {};
  return {schema_.impl().root};
}

// A subschema that is reached from itself without leaving the instance location has no meaning (Core 9.4.1).
// A $dynamicRef may lead to whatever has the anchor.
void Language::find_cycles() {
  const Schema::Impl& impl = schema_.impl();
  for (const Subschema& start : impl.subschemas) {
    std::vector<const Subschema*> todo = {&start};
    std::set<const Subschema*> seen;
    while (!todo.empty() && !cyclic_.contains(&start)) {
      const Subschema& schema = *todo.back();
      todo.pop_back();
      for (const Keyword& keyword : schema.keywords) {
        std::vector<const Subschema*> next;
        for (const JsonValue* value : in_place_values(keyword)) next.push_back(impl.at.at(value));
        if (keyword.target != nullptr) next.push_back(keyword.target);
        for (const Resource& resource : impl.resources) {
          const auto found = resource.dynamic_anchors.find(keyword.dynamic_anchor);
          if (found != resource.dynamic_anchors.end()) next.push_back(found->second);
        }
        for (const Subschema* subschema : next) {
          if (subschema == &start) cyclic_.insert(&start);
          if (seen.insert(subschema).second) todo.push_back(subschema);
        }
      }
    }
  }
}

void Language::set_relaxed(bool relaxed) {
  relaxed_ = relaxed;
  alternatives_.clear();
}

void Language::set_disjoint(std::set<LiteralPair> pairs) {
  disjoint_ = std::move(pairs);
  alternatives_.clear();
}

const Alternatives& Language::alternatives(const Conjunction& all, JsonKind kind) {
  const auto found = alternatives_.find({all, kind});
  if (found != alternatives_.end()) return found->second;
  Alternatives made = Expansion(*this, all, kind).run();
  return alternatives_.emplace(std::pair(all, kind), std::move(made)).first->second;
}

Conjunction Language::item(const Clause& clause, std::size_t index) const {
  Conjunction all;
  for (const ItemRule& rule : clause.items.rules) {
    if (rule.indices.has(index) && rule.either.size() == 1) add(all, rule.either.front());
  }
  return all;
}

const std::pair<Answer, Conjunction>& Language::member(const Clause& clause, const std::string& name) {
  const auto known = clause.member_of.find(name);
  if (known != clause.member_of.end()) return known->second;
  const JsonValue text = string_of(name);
  Answer sure = Answer::yes();
  const auto matches = [&](Literal pattern) {
    const Answer answer = atoms_.check(pattern, text);
    if (answer.is_unknown()) sure = answer;
    return answer.is_yes();
  };
  Conjunction all;
  const auto named = clause.members.named.find(name);
  if (named != clause.members.named.end()) add(all, named->second);
  for (const MatchedRule& rule : clause.members.matched) {
    if (matches(rule.pattern)) add(all, rule.value);
  }
  for (const OtherRule& rule : clause.members.others) {
    const bool other =
        !rule.names.contains(name) && std::none_of(rule.patterns.begin(), rule.patterns.end(), matches);
    if (other) add(all, rule.value);
  }
  return clause.member_of.emplace(name, std::pair(sure, std::move(all))).first->second;
}

const std::vector<NameClass>* Language::classes(const Clause& clause, const std::set<std::string>& known) {
  const auto found = clause.classes.find(known);
  if (found != clause.classes.end()) return &found->second;
  std::set<Literal> patterns;
  for (const MatchedRule& rule : clause.members.matched) patterns.insert(rule.pattern);
  for (const OtherRule& rule : clause.members.others)
    patterns.insert(rule.patterns.begin(), rule.patterns.end());
  if (patterns.size() > kMostPatterns) return nullptr;
  Conjunction base = clause.members.names;
  for (const std::string& name : known) add(base, opposite(atoms_.value(name)));
  const std::vector<Literal> order(patterns.begin(), patterns.end());
  std::vector<NameClass> classes;
  for (std::size_t signs = 0; signs < (std::size_t{1} << order.size()); ++signs) {
    std::set<Literal> matched;
    NameClass one;
    one.name = base;
    for (std::size_t i = 0; i < order.size(); ++i) {
      const bool matches = (signs >> i & 1U) != 0;
      if (matches) matched.insert(order[i]);
      add(one.name, matches ? order[i] : opposite(order[i]));
    }
    if (count_names(one.name, {}, 1).most == 0) continue;
    for (const MatchedRule& rule : clause.members.matched) {
      if (matched.contains(rule.pattern)) add(one.value, rule.value);
    }
    for (const OtherRule& rule : clause.members.others) {
      const bool other = std::none_of(rule.patterns.begin(), rule.patterns.end(),
                                      [&matched](Literal pattern) { return matched.contains(pattern); });
      if (other) add(one.value, rule.value);
    }
    classes.push_back(std::move(one));
  }
  return &clause.classes.emplace(known, std::move(classes)).first->second;
}

// The bytes of a closed part of a text name its value, and the policy has taken its spelling already.
Answer Language::check(const Conjunction& all, const JsonValue& value) {
  Answer valid = Answer::yes();
  for (const Literal literal : all) {
    valid = both(valid, atoms_.check(literal, value));
    if (valid.is_no()) return valid;
  }
  return valid;
}

Answer Language::check_name(const Conjunction& all, const std::string& name) {
  return all.empty() ? Answer::yes() : check(all, string_of(name));
}

std::shared_ptr<StringLanguage> Language::strings_of(const Clause& clause) {
  if (clause.language != nullptr) return clause.language;
  const StringDemands& demands = clause.strings;
  std::vector<StringLanguage::Part> parts;
  for (const auto& [literal, pattern] : demands.patterns) {
    auto [place, added] = states_.try_emplace(pattern);
    if (added) place->second = PatternStates::make(*pattern);
    if (place->second == nullptr) return nullptr;
    clause.inexact = clause.inexact || !place->second->is_exact();
    // A superset of what must not match says nothing.
    if (place->second->is_exact() || !is_negative(literal))
      parts.push_back({place->second, is_negative(literal)});
  }
  const std::optional<std::size_t> least = length_of(demands.lengths.least);
  std::optional<std::size_t> most;
  if (demands.lengths.most) {
    most = length_of(*demands.lengths.most);
    if (!most) return nullptr;
  }
  if (!least) return nullptr;
  clause.language = std::make_shared<StringLanguage>(std::move(parts), demands.excluded, *least, most);
  return clause.language;
}

namespace {

// Without patterns and excluded strings the length is all that counts.
std::size_t count_by_length(const SizeRange& lengths, const PartialString& begun, std::size_t cap) {
  const std::size_t length = begun.length();
  if (lengths.is_empty() || !lengths.allows(length)) return 0;
  if (begun.closed) return lengths.wants_more_than(length) ? 0 : 1;
  if (lengths.allows(length + 1)) return cap;
  std::size_t characters = begun.has_begun_character() ? 0 : 1;
  for (const CharRange& range : begun.next) characters += range.last - range.first + 1;
  return std::min(characters, cap);
}

}  // namespace

AmountRange Language::count_strings(const Clause& clause, const PartialString& begun, std::size_t cap) {
  const StringDemands& demands = clause.strings;
  std::size_t count = 0;
  if (demands.patterns.empty() && demands.excluded.empty()) {
    count = count_by_length(demands.lengths, begun, cap);
    return {count, count};
  }
  const std::size_t by_length = count_by_length(demands.lengths, begun, cap);
  if (by_length == 0) return {0, 0};
  const std::shared_ptr<StringLanguage> strings = strings_of(clause);
  if (strings != nullptr && clause.inexact) return count_inexact(clause, *strings, begun, cap);
  const std::optional<std::size_t> exact = strings == nullptr ? std::nullopt : strings->count(begun, cap);
  return exact ? AmountRange{*exact, *exact} : AmountRange{0, by_length};
}

// Among members of the superset those that all patterns agree to: all of them, where they are few.
AmountRange Language::count_inexact(const Clause& clause, StringLanguage& strings, const PartialString& begun,
                                    std::size_t cap) {
  const StringLanguage::Members members = strings.members(begun, kMostMembers);
  AmountRange range;
  for (const std::string& text : members.texts) {
    Conjunction patterns;
    for (const auto& [literal, pattern] : clause.strings.patterns) add(patterns, literal);
    const Answer member = check_name(patterns, text);
    if (member.is_yes()) ++range.least;
    if (!member.is_no()) ++range.most;
    if (range.least >= cap) break;
  }
  if (!members.complete) range.most = strings.count(begun, cap).value_or(cap);
  range.least = std::min(range.least, cap);
  return {range.least, std::min(cap, std::max(range.least, range.most))};
}

// Clauses may overlap: together they have at least as many as each.
AmountRange Language::count_names(const Conjunction& all, const PartialString& begun, std::size_t cap) {
  const Alternatives& found = alternatives(all, JsonKind::string);
  AmountRange range;
  if (!found.overflow.empty()) range.most = cap;
  std::set<std::string> listed;
  for (const ListedValue& value : found.values) {
    if (!begun.may_become(value.value->text)) continue;
    range.most = std::min(cap, range.most + 1);
    if (value.valid.is_yes()) listed.insert(value.value->text);
  }
  range.least = std::min(cap, listed.size());
  for (const Clause& clause : found.clauses) {
    const AmountRange own = count_strings(clause, begun, cap);
    range.most = std::min(cap, range.most + own.most);
    if (clause.opaque.empty()) range.least = std::max(range.least, own.least);
  }
  return range;
}

namespace {

// Every integral number as an integer word, as `plain` demands of a listed value. A word too long to be
// written is left as it is.
void spell_words(JsonValue& value) {
  if (value.kind == JsonKind::number && parse_decimal(value.text).is_integer()) {
    const std::string word = integer_spelling(value.text, true);
    if (!word.empty()) value.text = word;
  }
  for (JsonValue& item : value.items) spell_words(item);
  for (JsonMember& member : value.members) spell_words(member.value);
}

}  // namespace

Answer Language::by_value(const JsonValue& value, const Answer& answer) const {
  if (answer.is_no() || !spellings_differ() || !has_integers(value)) return answer;
  return Answer::unknown("integer_words: the spelling of a listed value decides");
}

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

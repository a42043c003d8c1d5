// The values of a conjunction, where they are few: every alternative is walked, and a kind with infinitely
// many values ends the attempt.
#include <set>
#include <string>

#include "lockstep/oracle/json_text/digits.h"
#include "lockstep/oracle/schema/unique_key.h"
#include "lockstep/oracle/schema_prefix/search.h"
#include "lockstep/oracle/schema_prefix/value_spelling.h"

namespace lockstep::oracle {
namespace {

constexpr std::size_t kDeepest = 30;
// Values within values, for each that may be listed: arrays of one item each are few, and as large as they
// are many.
constexpr std::size_t kMostWithin = 8;

std::size_t nodes_in(const std::vector<JsonValue>& values);

std::size_t nodes_of(const JsonValue& value) {
  std::size_t nodes = 1 + nodes_in(value.items);
  for (const JsonMember& member : value.members) nodes += nodes_of(member.value);
  return nodes;
}

std::size_t nodes_in(const std::vector<JsonValue>& values) {
  std::size_t nodes = 0;
  for (const JsonValue& value : values) nodes += nodes_of(value);
  return nodes;
}

class Enumeration {
 public:
  Enumeration(Language& language, std::size_t most) : language_(language), most_(most) {}

  using Values = std::vector<JsonValue>;

  std::optional<Values> of(const Conjunction& all, std::size_t depth) {
    Values values;
    for (const JsonKind kind : {JsonKind::null, JsonKind::boolean, JsonKind::number, JsonKind::string,
                                JsonKind::array, JsonKind::object}) {
      const std::optional<Values> own = of_kind(all, kind, depth);
      if (!own || values.size() + own->size() > most_) return std::nullopt;
      values.insert(values.end(), own->begin(), own->end());
    }
    return values;
  }

  std::optional<Values> of_kind(const Conjunction& all, JsonKind kind, std::size_t depth) {
    if (depth > kDeepest) return std::nullopt;
    const Alternatives& alternatives = language_.alternatives(all, kind);
    if (!alternatives.overflow.empty()) return std::nullopt;
    Values values;
    for (const ListedValue& listed : alternatives.values) {
      // A word too long to be written cannot be checked.
      if (language_.policy().numbers == NumberRule::plain && !are_integer_words(*listed.value))
        return std::nullopt;
      if (language_.spellings_differ() && has_integers(*listed.value)) return std::nullopt;
      values.push_back(*listed.value);
    }
    for (const Clause& clause : alternatives.clauses) {
      if (!add_clause(clause, depth, values) || values.size() > most_) return std::nullopt;
    }
    return without_doubles(std::move(values));
  }

 private:
  bool add_clause(const Clause& clause, std::size_t depth, Values& out) {
    switch (clause.kind) {
      case JsonKind::null:
        out.emplace_back();
        return true;
      case JsonKind::boolean:
        for (const bool truth : {false, true}) {
          JsonValue& value = out.emplace_back();
          value.kind = JsonKind::boolean;
          value.boolean = truth;
        }
        return true;
      case JsonKind::number:
        return add_numbers(clause, out);
      case JsonKind::string:
        return add_strings(clause, out);
      case JsonKind::array:
        return add_arrays(clause, depth, out);
      case JsonKind::object:
        return add_objects(clause, depth, out);
    }
    return false;
  }

  static void add_number(const std::string& text, Values& out) {
    JsonValue& value = out.emplace_back();
    value.kind = JsonKind::number;
    value.text = text;
  }

  // Integers between two bounds. Under `plain` only where integer words are meant: the spelling counts there.
  bool add_numbers(const Clause& clause, Values& out) const {
    const NumberRule rule = language_.policy().numbers;
    const NumberSet& set = clause.numbers;
    if (!set.low || !set.high) return false;
    const auto order = compare(*set.low, *set.high);
    if (order > 0 || (order == 0 && (set.low_open || set.high_open))) return true;
    if (!set.integral || (rule == NumberRule::plain && !set.word)) return false;
    if (language_.spellings_differ()) return false;
    const std::optional<std::string> first = truncated(*set.low);
    const std::optional<std::string> last = truncated(*set.high);
    if (!first || !last) return false;
    std::string at = add_integer(*first, "-1");
    const std::string end = add_integer(*last, "1");
    while (compare_integer(at, end) <= 0) {
      if (set.holds(parse_decimal(at))) add_number(at, out);
      if (out.size() > most_) return false;
      at = add_integer(at, "1");
    }
    return true;
  }

  // Towards zero; nullopt for numbers too large to count from.
  static std::optional<std::string> truncated(const Decimal& value) {
    if (value.is_zero()) return "0";
    const std::string& e = value.exponent;
    std::string digits = value.digits;
    if (e.front() != '-') {
      if (e.size() > 3) return std::nullopt;
      digits += std::string(std::stoul(e), '0');
    } else {
      const bool is_fraction = compare_integer(negate_integer(e), integer_of(digits.size())) >= 0;
      digits = is_fraction ? "0" : digits.substr(0, digits.size() - std::stoul(e.substr(1)));
    }
    return digits != "0" && value.negative ? "-" + digits : digits;
  }

  static bool add_strings(const Clause& clause, Values& out) {
    const SizeRange& lengths = clause.strings.lengths;
    if (lengths.is_empty()) return true;
    if (lengths.allows(1)) return false;
    out.emplace_back().kind = JsonKind::string;
    return true;
  }

  bool add_arrays(const Clause& clause, std::size_t depth, Values& out) {
    const SizeRange& counts = clause.items.sizes;
    if (counts.is_empty()) return true;
    JsonValue empty;
    empty.kind = JsonKind::array;
    Values arrays = {empty};
    std::size_t nodes = nodes_in(out);
    for (std::size_t length = 0;; ++length) {
      const std::size_t own = nodes_in(arrays);
      if (counts.holds(length)) out.insert(out.end(), arrays.begin(), arrays.end());
      if (counts.holds(length)) nodes += own;
      if (!counts.allows(length + 1)) return true;
      const std::optional<Values> items = of(language_.item(clause, length), depth + 1);
      if (!items || arrays.size() * items->size() + out.size() > most_) return false;
      if (nodes + own * items->size() + arrays.size() * nodes_in(*items) > kMostWithin * most_) return false;
      Values longer;
      for (const JsonValue& array : arrays) {
        for (const JsonValue& item : *items) {
          longer.push_back(array);
          longer.back().items.push_back(item);
        }
      }
      arrays = std::move(longer);
      if (arrays.empty()) return true;
    }
  }

  bool add_objects(const Clause& clause, std::size_t depth, Values& out) {
    if (clause.members.sizes.is_empty()) return true;
    const std::vector<NameClass>* classes = language_.classes(clause, clause.named());
    if (classes == nullptr) return false;
    for (const NameClass& one : *classes) {
      const std::optional<Values> others = of(one.value, depth + 1);
      if (!others || !others->empty()) return false;  // names without number may be there
    }
    const std::set<std::string>& required = clause.members.required;
    JsonValue empty;
    empty.kind = JsonKind::object;
    Values objects = {empty};
    const std::size_t nodes = nodes_in(out);
    for (const std::string& name : clause.named()) {
      const std::optional<Values> values = of(language_.member(clause, name).second, depth + 1);
      const std::size_t ways = (values ? values->size() : 0) + (required.contains(name) ? 0 : 1);
      if (!values || objects.size() * ways + out.size() > most_) return false;
      if (nodes + nodes_in(objects) * ways + objects.size() * nodes_in(*values) > kMostWithin * most_)
        return false;
      Values next;
      for (const JsonValue& object : objects) {
        if (!required.contains(name)) next.push_back(object);
        for (const JsonValue& value : *values) {
          JsonMember member;
          member.name = name;
          member.value = value;
          next.push_back(object);
          next.back().members.push_back(std::move(member));
        }
      }
      objects = std::move(next);
    }
    out.insert(out.end(), objects.begin(), objects.end());
    return true;
  }

  static Values without_doubles(Values values) {
    std::set<std::string> known;
    Values out;
    for (JsonValue& value : values) {
      if (known.insert(unique_key(value)).second) out.push_back(std::move(value));
    }
    return out;
  }

  Language& language_;
  const std::size_t most_;
};

}  // namespace

std::optional<std::vector<JsonValue>> enumerate_values(Language& language, const Conjunction& all,
                                                       std::optional<JsonKind> kind, std::size_t most) {
  Enumeration enumeration(language, most);
  return kind ? enumeration.of_kind(all, *kind, 0) : enumeration.of(all, 0);
}

}  // namespace lockstep::oracle

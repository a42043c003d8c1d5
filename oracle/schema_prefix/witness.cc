// Candidates for a witness: the partial text is finished in many ways, guided by the shape of the schema.
#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "lockstep/oracle/json_text/json_number.h"
#include "lockstep/oracle/json_text/utf8.h"
#include "lockstep/oracle/schema_prefix/search.h"

namespace lockstep::oracle {
namespace {

constexpr std::size_t kDeepest = 4;
constexpr std::size_t kBreadth = 24;  // candidates of a part of a larger value

// Strings of the formats, of common patterns, and of small lengths.
constexpr std::string_view kStrings[] = {"",
                                         "a",
                                         "b",
                                         "A",
                                         "0",
                                         "1",
                                         "ab",
                                         "aa",
                                         "abc",
                                         "aaa",
                                         "a1",
                                         "x",
                                         "xx",
                                         "12",
                                         "123",
                                         "1234",
                                         "12345",
                                         "aaaa",
                                         "aaaaa",
                                         "aaaaaaaa",
                                         "AB",
                                         "ABC",
                                         "foo",
                                         "bar",
                                         "2000-01-01",
                                         "12:00:00Z",
                                         "2000-01-01T12:00:00Z",
                                         "P1D",
                                         "a@b.c",
                                         "a.b",
                                         "1.2.3.4",
                                         "::1",
                                         "a:b",
                                         "http://a.b/c",
                                         "00000000-0000-0000-0000-000000000000",
                                         "/a",
                                         "0/a",
                                         " ",
                                         "-",
                                         "_",
                                         "a b",
                                         "a-b"};
constexpr std::string_view kNumbers[] = {"0",   "1",   "-1",  "2",   "3",   "4",   "5",    "6",  "7",
                                         "8",   "9",   "10",  "12",  "15",  "20",  "100",  "-2", "-10",
                                         "0.5", "1.5", "0.1", "2.5", "0.0", "1.0", "-0.5", "1e2"};
constexpr std::string_view kNumberTails[] = {
    "",    "0",  "1",  "2",   "3",  "4",  "5",  "6",  "7",   "8",   "9",    "00", "05", "25", "50",
    "000", ".0", ".5", ".25", ".1", "e0", "e1", "e2", "0e1", "5e1", "25e2", "+1", "-1", "-0", "5e0"};
constexpr std::string_view kStringTails[] = {
    "",       "a",    "b",   "A",   "0",    "1",    "x",     "aa",    "ab", "00",  "01",
    "10",     "11",   "000", "aaa", "0000", "aaaa", "aaaaa", "abc",   "12", "123", "-01",
    "-01-01", ":00Z", "Z",   ".0",  ".b",   ".a.b", "@a.b",  "a@b.c", "M"};

JsonValue made(JsonKind kind, std::string_view text) {
  JsonValue value;
  value.kind = kind;
  value.text = text;
  return value;
}

JsonMember member_of(std::string_view name, const JsonValue& value) {
  JsonMember member;
  member.name = name;
  member.value = value;
  return member;
}

class Candidates {
 public:
  Candidates(Language& language, std::size_t most) : language_(language), most_(most) {
    for (const Document& document : language.schema().impl().documents) collect(document.root, 0);
  }

  using Values = std::vector<JsonValue>;

  Values of(const Conjunction& all, const PartialValue& partial, std::size_t depth) {
    if (partial.state == PartialState::absent) return whole(all, depth);
    if (partial.state == PartialState::closed) return {partial.value};
    Values out;
    switch (partial.kind) {
      case JsonKind::null:
        return {JsonValue()};
      case JsonKind::boolean: {
        JsonValue value = made(JsonKind::boolean, "");
        value.boolean = partial.text.front() == 't';
        return {value};
      }
      case JsonKind::number:
        for (const std::string_view tail : kNumberTails) add_number(partial.text + std::string(tail), out);
        return out;
      case JsonKind::string:
        return strings(partial.string);
      case JsonKind::array:
      case JsonKind::object:
        for (const Clause& clause : language_.alternatives(all, partial.kind).clauses) {
          if (out.size() >= most_) continue;
          partial.kind == JsonKind::array ? arrays(clause, partial, depth, out)
                                          : objects(clause, partial, depth, out);
        }
        return out;
    }
    return out;
  }

 private:
  // Every string and number that the schema's documents mention.
  void collect(const JsonValue& value, std::size_t depth) {
    if (depth > 60) return;
    if (value.kind == JsonKind::string && strings_.size() < 200) strings_.insert(value.text);
    if (value.kind == JsonKind::number && numbers_.size() < 50) numbers_.insert(value.text);
    for (const JsonValue& item : value.items) collect(item, depth + 1);
    for (const JsonMember& member : value.members) {
      if (names_.size() < 200) names_.insert(member.name);
      collect(member.value, depth + 1);
    }
  }

  void add_number(const std::string& text, Values& out) const {
    if (is_json_number(text) && admits_spelling(text, language_.policy()))
      out.push_back(made(JsonKind::number, text));
  }

  Values strings(const PartialString& begun) const {
    Values out;
    const auto add = [&out, &begun](std::string_view text) {
      if (begun.may_become(text)) out.push_back(made(JsonKind::string, text));
    };
    for (const std::string& text : strings_) add(text);
    for (const std::string& text : names_) add(text);
    for (const std::string_view text : kStrings) add(text);
    std::vector<std::string> starts = {begun.text};
    if (begun.has_begun_character()) {
      starts.clear();
      for (const CharRange& range : begun.next) {
        for (const char32_t c : {range.first, range.last, U'a', U'0', U'1', U'A', U'x'}) {
          if (c < range.first || c > range.last) continue;
          append_utf8(c, starts.emplace_back(begun.text));
        }
      }
    }
    for (const std::string& start : starts) {
      for (const std::string_view tail : kStringTails) add(start + std::string(tail));
    }
    return out;
  }

  static void cut(Values& values, std::size_t most) {
    if (values.size() > most) values.resize(most);
  }

  // Nothing is there yet. Valid values first, as what is part of a larger value is cut off after a few.
  Values whole(const Conjunction& all, std::size_t depth) {
    if (depth > kDeepest) return {};
    const auto known = whole_.find({all, depth});
    if (known != whole_.end()) return known->second;
    Values out;
    for (const JsonKind kind : {JsonKind::array, JsonKind::object, JsonKind::null, JsonKind::boolean,
                                JsonKind::number, JsonKind::string}) {
      const Alternatives& alternatives = language_.alternatives(all, kind);
      for (const ListedValue& listed : alternatives.values) out.push_back(*listed.value);
      for (const Clause& clause : alternatives.clauses) {
        if (out.size() >= most_) break;
        PartialValue open;
        open.state = PartialState::open;
        open.kind = kind;
        open.value.kind = kind;
        if (kind == JsonKind::array) arrays(clause, open, depth, out);
        if (kind == JsonKind::object) objects(clause, open, depth, out);
        scalars(clause, out);
      }
    }
    Values others;
    Values valid;
    for (JsonValue& value : out)
      (language_.check(all, value).is_yes() ? valid : others).push_back(std::move(value));
    valid.insert(valid.end(), others.begin(), others.end());
    out = std::move(valid);
    cut(out, depth == 0 ? most_ : kBreadth);
    whole_.emplace(std::pair(all, depth), out);
    return out;
  }

  void scalars(const Clause& clause, Values& out) const {
    if (clause.kind == JsonKind::null) out.emplace_back();
    if (clause.kind == JsonKind::boolean) {
      out.push_back(made(JsonKind::boolean, ""));
      out.push_back(made(JsonKind::boolean, ""));
      out.back().boolean = true;
    }
    if (clause.kind == JsonKind::number) {
      for (const std::string_view text : kNumbers) add_number(std::string(text), out);
      for (const std::string& text : numbers_) add_number(text, out);
    }
    if (clause.kind != JsonKind::string) return;
    const Values texts = strings({});
    out.insert(out.end(), texts.begin(), texts.end());
    for (std::size_t length = 1; length <= 64; ++length) {
      if (clause.strings.lengths.holds(length))
        out.push_back(made(JsonKind::string, std::string(length, 'a')));
    }
  }

  void arrays(const Clause& clause, const PartialValue& partial, std::size_t depth, Values& out) {
    const SizeRange counts = clause.items.sizes;
    const JsonValue& start = partial.value;
    std::vector<JsonValue> begun = {start};
    if (partial.tail != PartialTail::may_close) {
      begun.clear();
      const PartialValue nothing;
      const PartialValue& last = partial.tail == PartialTail::in_part ? *partial.last : nothing;
      Values items = of(language_.item(clause, start.items.size()), last, depth + 1);
      cut(items, depth == 0 ? most_ / 4 : kBreadth);
      for (const JsonValue& item : items) {
        begun.push_back(start);
        begun.back().items.push_back(item);
      }
    }
    for (const JsonValue& array : begun) {
      if (out.size() >= most_) return;
      if (counts.holds(array.items.size())) out.push_back(array);
      lengthen(clause, array, depth, out);
    }
  }

  // Up to four more items, or as many as minItems wants; all first choices, all second choices, ...
  void lengthen(const Clause& clause, const JsonValue& start, std::size_t depth, Values& out) {
    std::vector<Values> choices;
    const std::size_t begin = start.items.size();
    const SizeRange counts = clause.items.sizes;
    const std::size_t enough = depth > 1 ? begin : begin + 4;
    for (std::size_t i = begin; counts.allows(i + 1) && i < begin + 40; ++i) {
      if (i >= enough && !counts.wants_more_than(i)) break;
      Values items = whole(language_.item(clause, i), depth + 2);
      if (items.empty()) break;
      cut(items, kBreadth);
      choices.push_back(std::move(items));
      for (std::size_t which = 0; which < 2 * kBreadth && counts.holds(i + 1); ++which) {
        JsonValue longer = start;
        for (std::size_t k = 0; k < choices.size(); ++k) {
          // The first half takes the same place everywhere, the second runs through different ones.
          const std::size_t place = which < kBreadth ? which : which + k;
          longer.items.push_back(choices[k][place % choices[k].size()]);
        }
        out.push_back(std::move(longer));
      }
    }
  }

  void objects(const Clause& clause, const PartialValue& partial, std::size_t depth, Values& out) {
    if (partial.tail == PartialTail::may_close) return with_members(clause, {partial.value}, depth, out);
    const PartialValue nothing;
    const PartialValue& last = partial.tail == PartialTail::in_part ? *partial.last : nothing;
    const std::vector<std::string> names = next_names(clause, partial);
    std::vector<Values> values;
    for (const std::string& name : names) {
      values.push_back(of(language_.member(clause, name).second, last, depth + 1));
      cut(values.back(), names.size() == 1 ? most_ / 4 : kBreadth);
    }
    // All first choices, all second choices, ...
    Values begun;
    for (std::size_t round = 0; round < most_ / 4; ++round) {
      for (std::size_t i = 0; i < names.size(); ++i) {
        if (round >= values[i].size() || begun.size() >= most_ / 4) continue;
        JsonValue& object = begun.emplace_back(partial.value);
        object.members.push_back(member_of(names[i], values[i][round]));
      }
    }
    with_members(clause, begun, depth, out);
  }

  std::vector<std::string> next_names(const Clause& clause, const PartialValue& partial) const {
    if (partial.tail == PartialTail::in_part) return {partial.name.text};
    const PartialString name = partial.tail == PartialTail::in_name ? partial.name : PartialString();
    std::vector<std::string> names;
    const auto add = [&](const std::string& next) {
      const bool is_new = std::find(names.begin(), names.end(), next) == names.end();
      if (is_new && name.may_become(next) && partial.value.find(next) == nullptr) names.push_back(next);
    };
    for (const std::string& next : clause.named()) add(next);
    for (const JsonValue& next : strings(name)) add(next.text);
    return names;
  }

  // Each object with all that is required; then with one more name, then with all names.
  void with_members(const Clause& clause, const Values& starts, std::size_t depth, Values& out) {
    for (const JsonValue& start : starts) add_all(clause, start, missing_of(clause, start, true), depth, out);
    if (depth > 1) return;
    for (const JsonValue& start : starts) {
      const std::vector<std::string> missing = missing_of(clause, start, true);
      const std::vector<std::string> others = missing_of(clause, start, false);
      for (const std::string& name : others) {
        if (out.size() >= most_) return;
        std::vector<std::string> more = missing;
        more.push_back(name);
        add_all(clause, start, more, depth, out);
      }
      std::vector<std::string> every = missing;
      every.insert(every.end(), others.begin(), others.end());
      add_all(clause, start, every, depth, out);
    }
  }

  std::vector<std::string> missing_of(const Clause& clause, const JsonValue& start, bool required) const {
    std::vector<std::string> out;
    const std::set<std::string>& needed = clause.members.required;
    if (required) {
      std::copy_if(needed.begin(), needed.end(), std::back_inserter(out),
                   [&](const std::string& name) { return start.find(name) == nullptr; });
      return out;
    }
    std::set<std::string> others = clause.named();
    for (const std::string& name : names_) {
      if (others.size() < 40) others.insert(name);
    }
    std::copy_if(others.begin(), others.end(), std::back_inserter(out), [&](const std::string& name) {
      return start.find(name) == nullptr && !needed.contains(name);
    });
    return out;
  }

  void add_all(const Clause& clause, const JsonValue& start, const std::vector<std::string>& names,
               std::size_t depth, Values& out) {
    if (out.size() >= most_) return;
    std::vector<Values> choices;
    for (const std::string& name : names) {
      Values values = whole(language_.member(clause, name).second, depth + 2);
      if (values.empty()) return;
      cut(values, kBreadth);
      choices.push_back(std::move(values));
    }
    const std::size_t ways = names.empty() ? 1 : kBreadth / 2;
    for (std::size_t which = 0; which < ways; ++which) {
      JsonValue object = start;
      for (std::size_t k = 0; k < names.size(); ++k) {
        const std::size_t place = which < ways / 2 ? which : which + k;
        object.members.push_back(member_of(names[k], choices[k][place % choices[k].size()]));
      }
      out.push_back(std::move(object));
    }
  }

  Language& language_;
  const std::size_t most_;
  std::map<std::pair<Conjunction, std::size_t>, Values> whole_;
  std::set<std::string> strings_;
  std::set<std::string> names_;
  std::set<std::string> numbers_;
};

}  // namespace

std::vector<JsonValue> candidate_values(Language& language, const Conjunction& all,
                                        const PartialValue& partial, std::size_t most) {
  std::vector<JsonValue> values = Candidates(language, most).of(all, partial, 0);
  if (values.size() > most) values.resize(most);
  return values;
}

}  // namespace lockstep::oracle

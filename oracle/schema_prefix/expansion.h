// From a conjunction to its alternatives for values of one kind: the disjunctive normal form of what the
// schema objects say, references followed, negations driven inwards (Core 8.2.3, 10.2, 11; Validation 6).
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/oracle/schema_prefix/format_patterns.h"
#include "lockstep/oracle/schema_prefix/language.h"

namespace lockstep::oracle {

// Thread rules: used once.
class Expansion {
 public:
  Expansion(Language& language, const Conjunction& all, JsonKind kind)
      : language_(language), atoms_(language.atoms()), all_(all), kind_(kind) {}

  Alternatives run();

 private:
  void add_by_spelling(const JsonValue& value);
  struct Draft;
  // Adds a demand to a draft; false: nothing satisfies it any more.
  using Step = std::function<bool(Draft&)>;
  // A schema object, where it is applied.
  struct Place {
    const Subschema* schema = nullptr;
    ScopeId scope = 0;     // inside of it
    bool tracked = false;  // which in-place subschemas hold has to be known, for unevaluated*
  };
  // What in-place subschemas that hold have evaluated (Core 11.2, 11.3).
  struct Evaluated {
    bool all = false;
    std::set<std::string> names;
    std::vector<Literal> patterns;
    std::size_t items = 0;  // the first ones
    std::vector<Literal> contains;
    bool lost = false;  // nested too deep
  };
  struct Unevaluated {
    Place place;
    const Keyword* keyword = nullptr;
    bool negative = false;
  };
  struct Todo {
    Literal literal = 0;
    bool tracked = false;
  };
  struct Draft {
    std::vector<Todo> todo;
    std::map<Literal, bool> seen;  // -> tracked
    std::vector<std::shared_ptr<const std::vector<Step>>> choices;
    std::vector<const JsonValue*> listed;  // values of one enum or const
    std::vector<Unevaluated> unevaluated;
    Clause clause;
    bool has_list = false;
  };

  // expansion.cc
  void expand(Draft draft);
  bool close(Draft& draft);
  bool apply(const Todo& todo, Draft& draft);
  bool hold_schema(const Place& place, Draft& draft);
  bool deny_schema(const Place& place, Draft& draft);
  bool hold_value(const Atom& atom, Draft& draft);
  bool list_values(const std::vector<const JsonValue*>& values, Draft& draft);
  bool choose(std::vector<Step> options, Draft& draft);
  bool consistent(const Clause& clause) const;
  void finish(Draft draft);
  Step push(Literal literal, bool tracked = false) const;
  static Step all_of(std::vector<Step> steps);
  static bool make_opaque(const Keyword& keyword, Draft& draft);
  Literal at(const JsonValue& place, ScopeId scope) { return atoms_.schema(place, scope); }
  bool words() const { return language_.policy().numbers == NumberRule::plain; }
  bool is_unevaluated(const Keyword& keyword) const;
  bool is_about_kind(std::string_view name) const;
  static bool is_in_place(std::string_view name);

  // assertions.cc: what a keyword says. False: nothing satisfies the draft.
  bool hold(const Place& place, const Keyword& keyword, Draft& draft);
  bool hold_in_place(const Place& place, const Keyword& keyword, Draft& draft);
  bool hold_any_of(const Place& place, const Keyword& keyword, Draft& draft);
  bool hold_one_of(const Place& place, const Keyword& keyword, Draft& draft);
  bool hold_if(const Place& place, const Keyword& keyword, Draft& draft);
  bool hold_type(const Keyword& keyword, Draft& draft);
  bool hold_number(const Keyword& keyword, Draft& draft);
  bool hold_string(const Keyword& keyword, Draft& draft);
  bool hold_format(const Keyword& keyword, Draft& draft);
  Step within(const FormatBound& bound);
  bool hold_array(const Place& place, const Keyword& keyword, Draft& draft);
  bool hold_object(const Place& place, const Keyword& keyword, Draft& draft);
  bool hold_dependents(const Place& place, const Keyword& keyword, Draft& draft);
  static bool lists_type(const Keyword& type, std::string_view name);
  std::string_view type_name() const;
  static std::size_t listed_items(const Subschema& schema);
  OtherRule others_of(const Place& place);
  static Step require(const std::string& name);
  static Step forbid(const std::string& name);

  // denials.cc: what its negation says; the steps are alternatives.
  bool deny(const Place& place, const Keyword& keyword, std::vector<Step>& options);
  bool deny_type(const Keyword& keyword, std::vector<Step>& options);
  void deny_in_place(const Place& place, const Keyword& keyword, std::vector<Step>& options);
  void deny_number(const Keyword& keyword, std::vector<Step>& options);
  void deny_string(const Keyword& keyword, std::vector<Step>& options);
  void deny_format(const Keyword& keyword, std::vector<Step>& options);
  void beyond(const FormatBound& bound, const Step& also, std::vector<Step>& options);
  void deny_array(const Place& place, const Keyword& keyword, std::vector<Step>& options);
  void deny_object(const Place& place, const Keyword& keyword, std::vector<Step>& options);
  static bool deny_size(SizeRange& sizes, const Decimal& bound, bool least);
  bool deny_value(const JsonValue& value, bool with_words, Draft& draft);
  void deny_array_value(const JsonValue& value, bool with_words, std::vector<Step>& options);
  void deny_object_value(const JsonValue& value, bool with_words, std::vector<Step>& options);
  static Step item_fails(std::size_t index, Literal literal);
  static Step some_item(std::size_t from, Conjunction all);
  static Step member_fails(const std::string& name, Literal literal);
  static Step some_member(MemberDemand demand);
  Conjunction names_of(const OtherRule& rule);

  // unevaluated.cc
  bool evaluates(const Subschema& schema);
  void collect(const Place& place, const Keyword* asking, const Draft& draft, Evaluated& out);
  void collect_in_place(const Place& place, const Keyword& keyword, const Draft& draft, Evaluated& out);
  bool resolve(const Unevaluated& unevaluated, Draft& draft);
  void deny_unevaluated(const Place& place, const Keyword& keyword, std::vector<Step>& options);

  Language& language_;
  Atoms& atoms_;
  const Conjunction& all_;
  const JsonKind kind_;
  Alternatives out_;
  std::set<const JsonValue*> known_;
  std::vector<const JsonValue*> found_;  // in the order found
  std::size_t drafts_ = 0;
  std::map<const Subschema*, bool> evaluates_;
  std::size_t collecting_ = 0;
};

}  // namespace lockstep::oracle

// One way to satisfy a conjunction with a value of one kind: what its keywords say together, in a normal form
// for each kind. Thread rules: plain values; the caches hold results only.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/oracle/schema_prefix/atom.h"
#include "lockstep/oracle/schema_prefix/number_set.h"
#include "lockstep/oracle/schema_prefix/string_language.h"

namespace lockstep::oracle {

// How many characters, items or members: both bounds count.
struct SizeRange {
  Decimal least;
  std::optional<Decimal> most;

  void at_least(const Decimal& bound);
  void at_most(const Decimal& bound);
  bool is_empty() const { return most && compare(*most, least) < 0; }
  bool wants_more_than(std::size_t count) const;
  bool allows(std::size_t count) const;  // not above
  bool holds(std::size_t count) const { return allows(count) && !wants_more_than(count); }
};

// Items from one index to another, the last one included; without `to` all that follow.
struct Indices {
  std::size_t from = 0;
  std::optional<std::size_t> to;
  bool has(std::size_t index) const { return index >= from && (!to || index <= *to); }
};

// Each of these items satisfies at least one of the literals.
struct ItemRule {
  Indices indices;
  std::vector<Literal> either;
};

// Of these items at least, and at most, so many satisfy the conjunction. A conjunction of several literals
// has no upper bound.
struct ItemCount {
  Indices indices;
  Conjunction all;
  Decimal least;
  std::optional<Decimal> most;
};

struct ArrayDemands {
  SizeRange sizes;
  std::vector<ItemRule> rules;
  std::vector<ItemCount> counts;
  bool unique = false;
  bool repeated = false;  // some two items are equal
};

// Members whose name is matched satisfy the literal.
struct MatchedRule {
  Literal pattern = 0;
  Literal value = 0;
};

// Members whose name is none of these and matched by none of these satisfy the literal.
struct OtherRule {
  std::set<std::string> names;
  std::vector<Literal> patterns;
  Literal value = 0;
};

// Some member has a name that satisfies the one and a value that satisfies the other.
struct MemberDemand {
  Conjunction name;
  Conjunction value;
};

struct ObjectDemands {
  SizeRange sizes;
  std::set<std::string> required;
  std::set<std::string> forbidden;
  std::map<std::string, Conjunction> named;  // the member with that name, if it is there
  std::vector<MatchedRule> matched;
  std::vector<OtherRule> others;
  Conjunction names;  // of every name
  std::vector<MemberDemand> demands;
};

struct StringDemands {
  SizeRange lengths;
  std::map<Literal, const Pattern*> patterns;  // by the literal: negative ones must not match
  std::set<std::string> excluded;
};

// Names that no part of the clause tells apart, beside those that it knows one by one.
struct NameClass {
  Conjunction name;
  Conjunction value;
};

struct Clause {
  JsonKind kind = JsonKind::null;
  std::string opaque;  // a keyword that is not exact here; empty: the clause is exact, else a superset
  bool no_true = false;
  bool no_false = false;
  NumberSet numbers;
  StringDemands strings;
  ArrayDemands items;
  ObjectDemands members;

  // Names that the members' demands know one by one.
  std::set<std::string> named() const;
  // The first index from which on all items are alike.
  std::size_t listed_items() const;

  // Caches.
  mutable std::shared_ptr<StringLanguage> language;
  mutable bool inexact = false;  // the language is a superset: a pattern has back-references
  mutable std::map<std::string, std::pair<Answer, Conjunction>> member_of;
  mutable std::map<std::set<std::string>, std::vector<NameClass>> classes;
};

}  // namespace lockstep::oracle

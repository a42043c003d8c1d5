// What a position of a text can be asked to be or not to be: valid against a subschema, equal to a value,
// matched by a pattern. Each such atom has a number, so that demands are sorted lists of numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "lockstep/oracle/answer.h"
#include "lockstep/oracle/schema/model.h"

namespace lockstep::oracle {

// An atom that must hold, or that must not: 2 * atom, + 1 where it must not.
using Literal = std::size_t;
inline Literal opposite(Literal literal) { return literal ^ 1U; }
inline bool is_negative(Literal literal) { return (literal & 1U) != 0; }

// Literals that must all hold, sorted, each once.
using Conjunction = std::vector<Literal>;
void add(Conjunction& all, Literal literal);
void add(Conjunction& all, const Conjunction& more);

// A dynamic scope (Core 7.1), as far as it decides a reference: the resources that were the first to have
// some dynamic anchor, outermost first. By number; 0 is the empty one.
using ScopeId = std::size_t;

struct Atom {
  enum class Kind : std::uint8_t { schema, value, pattern } kind = Kind::schema;
  const Subschema* schema = nullptr;
  ScopeId scope = 0;                 // schema: where it is applied
  const JsonValue* value = nullptr;  // lives as long as the Atoms
  bool words = false;                // value: integral numbers are integer words (policy.md 4.4 `plain`)
  const Pattern* pattern = nullptr;  // of a string
};

// Thread rules: one thread at a time. Numbers are given in the order of the questions.
class Atoms {
 public:
  // The schema must live on.
  explicit Atoms(const Schema::Impl& schema);

  Literal schema(const Subschema& subschema, ScopeId scope);
  Literal schema(const JsonValue& place, ScopeId scope);  // the subschema at that place
  Literal value(const JsonValue& value, bool words);
  Literal value(std::string_view string);
  Literal pattern(const std::string& source, const Pattern& pattern);
  const Atom& at(Literal literal) const { return atoms_[literal / 2]; }

  // Some reference is decided by the dynamic scope.
  bool is_dynamic() const { return !contested_.empty(); }
  // The scope inside a resource.
  ScopeId enter(ScopeId scope, const Resource& resource);
  // Where $dynamicRef leads (Core 8.2.3.2), inside the scope of its own schema object.
  const Subschema& target(const Keyword& reference, ScopeId scope) const;

  Answer check(Literal literal, const JsonValue& value) const;

 private:
  Literal keep(const std::tuple<int, const void*, std::size_t, std::string>& key, const Atom& atom);

  const Schema::Impl& schema_;
  std::map<std::string, std::size_t> contested_;  // dynamic anchors that more than one resource has
  std::map<std::tuple<int, const void*, std::size_t, std::string>, Literal> known_;
  std::vector<Atom> atoms_;
  std::deque<JsonValue> values_;
  std::vector<std::vector<const Resource*>> scopes_;
  std::map<std::vector<const Resource*>, ScopeId> scope_ids_;
};

}  // namespace lockstep::oracle

// A compiled constraint: an immutable language over bytes with its identity.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "lockstep/engine/base/cancellation.h"
#include "lockstep/engine/base/limits.h"
#include "lockstep/engine/machine/text_machine.h"
#include "lockstep/engine/policy/policy.h"
#include "lockstep/engine/schema/schema.h"
#include "lockstep/engine/vocabulary/vocabulary.h"

namespace lockstep::engine {

// Bumped whenever the language of any schema or the format of anything derived changes: part of every
// identity.
inline constexpr std::string_view kCompilerVersion = "lockstep-compiler-3";

// A shared handle. Thread rules: any number of sessions on any threads at once. What grows lazily (frames,
// masks) is shared by all sessions of the constraint and guarded by one lock, which is held for one mask or
// one accept at a time; so a session waits for others of the same constraint and for nobody else. When that
// is full (Limits::constraint_bytes, states), another begins; the old one lives as long as sessions stand in
// it.
class Constraint {
 public:
  // SHA-256, 64 lower-case hexadecimal digits, over the compiler version, the schema's bytes, the registry,
  // the default dialect, the policy and the list of asserted formats.
  const std::string& identity() const;
  // Unknown keywords and annotations, in the order of the text; of bare texts none. Their texts live as long
  // as a handle to this constraint.
  const std::vector<Remark>& remarks() const;

  struct Counters {
    std::uint64_t states = 0;     // interned so far
    std::uint64_t questions = 0;  // satisfiability questions asked
    // Events answered "no" by a limit, each counted when it is answered first: a value, a name or an end that
    // was asked for; of patterns each class of characters at a place in a string. The same event again, also
    // of another session or by another way to the same state, has that answer and is not counted.
    std::uint64_t overruns = 0;
    std::uint64_t largest_question = 0;  // steps
    std::uint64_t masks_built = 0;
    std::uint64_t mask_hits = 0;
    std::uint64_t mask_bytes = 0;
    std::uint64_t bytes = 0;     // estimated memory now, without the masks (Limits::constraint_bytes)
    std::uint64_t restarts = 0;  // times that it was full and began again
  };
  Counters counters() const;

  struct Impl;

 private:
  friend class Session;
  friend std::variant<Constraint, CompileFault> compile_schema(std::string_view, const Registry&,
                                                               const SchemaOptions&, const Policy&,
                                                               const Limits&, const Cancellation*);
  friend std::variant<Constraint, CompileFault> compile_texts(const BareTexts&, const Limits&,
                                                              const Cancellation*);
  explicit Constraint(std::shared_ptr<Impl> impl) : impl_(std::move(impl)) {}
  std::shared_ptr<Impl> impl_;
};

// The five outcomes: a Constraint is `ok`, a CompileFault says empty, refused, malformed or limit (or
// cancelled).
std::variant<Constraint, CompileFault> compile_schema(std::string_view schema, const Registry& registry,
                                                      const SchemaOptions& options, const Policy& policy,
                                                      const Limits& limits = {},
                                                      const Cancellation* cancellation = nullptr);

// A language of bare texts instead of JSON (conformance/spec/texts.md): a regular expression or a choice. No
// policy applies. The identity is over the compiler version and the regex or the set of choices.
std::variant<Constraint, CompileFault> compile_texts(const BareTexts& texts, const Limits& limits = {},
                                                     const Cancellation* cancellation = nullptr);

}  // namespace lockstep::engine

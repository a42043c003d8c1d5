// Can these bytes still become a document of L(schema, policy) (conformance/spec/policy.md, section 1)? And
// is a text one? Exact by structure for the keywords listed in language.cc; for the rest values are
// enumerated, then a witness is searched for, then the answer is unknown: README.md.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <string_view>

#include "lockstep/oracle/answer.h"
#include "lockstep/oracle/schema/schema_check.h"
#include "lockstep/oracle/schema_prefix/oracle_policy.h"

namespace lockstep::oracle {

struct PrefixLimits {
  std::size_t depth = 400;  // open brackets: unknown("depth: ..."); each takes some KiB of stack
  // Values enumerated for one position that is not exact by structure; values within them are at most 8 times
  // as many.
  std::size_t values = 100'000;
  std::size_t witnesses = 2'000;  // candidates tried for one such position
};

struct NextBytes {
  std::array<Answer, 256> bytes;  // by byte: viable(prefix + byte)
  Answer stop;                    // complete(prefix)
};

// Thread rules: immutable; many threads may ask, one at a time is served (the results of sub-questions are
// kept). Cost: slow on purpose. A question takes from some microseconds to seconds; a kept memo grows with
// the number of different conjunctions of subschemas met, at most some MiB a schema.
class PrefixOracle {
 public:
  // Errors: those of Schema::load. `options.assert_formats` and `options.plain_numbers` are set by the
  // policy.
  static Outcome<PrefixOracle> make(std::string_view schema, const Registry& registry,
                                    const SchemaOptions& options, const OraclePolicy& policy);

  // Does some text of the language begin with the prefix?
  Answer viable(std::string_view prefix, const PrefixLimits& limits = {}) const;
  // Is it a text of the language?
  Answer complete(std::string_view text, const PrefixLimits& limits = {}) const;
  NextBytes next_bytes(std::string_view prefix, const PrefixLimits& limits = {}) const;

  const OraclePolicy& policy() const;
  const Schema& schema() const;

  class Questions;

 private:
  explicit PrefixOracle(std::shared_ptr<Questions> questions);
  std::shared_ptr<Questions> questions_;
};

}  // namespace lockstep::oracle

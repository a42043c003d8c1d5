#include "lockstep/oracle/schema_prefix/schema_prefix.h"

#include <mutex>
#include <string>

#include "lockstep/oracle/json_text/json_number.h"
#include "lockstep/oracle/schema_prefix/language.h"
#include "lockstep/oracle/schema_prefix/position.h"
#include "lockstep/oracle/schema_prefix/search.h"

namespace lockstep::oracle {
namespace {

constexpr std::size_t kPatternSteps = 10'000'000;

Answer too_deep(const PrefixLimits& limits) {
  return Answer::unknown("depth: " + std::to_string(limits.depth) + " open brackets");
}

// A number may end with the text; everything else has its last byte, or is not complete.
bool close_number(PartialValue& value, const OraclePolicy& policy) {
  if (value.kind != JsonKind::number || !is_json_number(value.text) || !admits_spelling(value.text, policy)) {
    return false;
  }
  value.state = PartialState::closed;
  value.value.kind = JsonKind::number;
  value.value.text = value.text;
  return true;
}

}  // namespace

class PrefixOracle::Questions {
 public:
  Questions(Schema schema, const OraclePolicy& policy)
      : language(std::move(schema), policy), satisfiable(language) {
    language.set_disjoint(find_disjoint(language));
  }

  Answer complete(std::string_view text, const PrefixLimits& limits) {
    PartialValue value;
    const PartialFault fault = parse_partial(text, language.policy(), limits.depth, value);
    if (fault == PartialFault::too_deep) return too_deep(limits);
    if (fault == PartialFault::dead || value.state == PartialState::absent) return Answer::no();
    if (value.state == PartialState::open && !close_number(value, language.policy())) return Answer::no();
    DeclaredOrder orders(language.schema().impl(), kPatternSteps);
    const bool in_order = orders.holds(language.applied_root(), value.value);
    return both(both(Answer::of(in_order), orders.certainty()), language.check(language.root(), value.value));
  }

  Answer viable(std::string_view prefix, const PrefixLimits& limits) {
    PartialValue value;
    const PartialFault fault = parse_partial(prefix, language.policy(), limits.depth, value);
    if (fault == PartialFault::too_deep) return too_deep(limits);
    if (fault == PartialFault::dead) return Answer::no();
    DeclaredOrder orders(language.schema().impl(), kPatternSteps);
    const Applied applied = language.applied_root();
    const bool in_order = orders.holds(applied, value);
    Answer answer = Answer::of(in_order);
    if (in_order) {
      Search search(language, orders, limits);
      Position position(language, orders, search, satisfiable);
      answer = position.viable(language.root(), applied, value);
    }
    return orders.certainty().is_unknown() ? orders.certainty() : answer;
  }

  std::mutex one_at_a_time;
  Language language;
  Satisfiable satisfiable;
};

PrefixOracle::PrefixOracle(std::shared_ptr<Questions> questions) : questions_(std::move(questions)) {}

Outcome<PrefixOracle> PrefixOracle::make(std::string_view schema, const Registry& registry,
                                         const SchemaOptions& options, const OraclePolicy& policy) {
  SchemaOptions own = options;
  own.assert_formats = policy.format == FormatRule::assertion;
  own.plain_numbers = policy.numbers == NumberRule::plain;
  Outcome<Schema> loaded = Schema::load(schema, registry, own);
  if (!loaded) return loaded.error();
  return PrefixOracle(std::make_shared<Questions>(std::move(loaded.value()), policy));
}

Answer PrefixOracle::viable(std::string_view prefix, const PrefixLimits& limits) const {
  const std::lock_guard lock(questions_->one_at_a_time);
  return questions_->viable(prefix, limits);
}

Answer PrefixOracle::complete(std::string_view text, const PrefixLimits& limits) const {
  const std::lock_guard lock(questions_->one_at_a_time);
  return questions_->complete(text, limits);
}

NextBytes PrefixOracle::next_bytes(std::string_view prefix, const PrefixLimits& limits) const {
  const std::lock_guard lock(questions_->one_at_a_time);
  NextBytes out;
  std::string longer = std::string(prefix) + ' ';
  for (std::size_t byte = 0; byte < out.bytes.size(); ++byte) {
    longer.back() = static_cast<char>(static_cast<unsigned char>(byte));
    out.bytes.at(byte) = questions_->viable(longer, limits);
  }
  out.stop = questions_->complete(prefix, limits);
  return out;
}

const OraclePolicy& PrefixOracle::policy() const { return questions_->language.policy(); }
const Schema& PrefixOracle::schema() const { return questions_->language.schema(); }

}  // namespace lockstep::oracle

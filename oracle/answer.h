// What the oracle says: yes, no, or unknown with a reason. Unknown is counted and is never agreement.
// Slow, plain, standard library only; never for production.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>

namespace lockstep::oracle {

enum class Truth { no, yes, unknown };

// Thread rules: a plain value.
struct Answer {
  Truth truth = Truth::unknown;
  std::string reason;  // for unknown: what stopped the oracle, "pattern_budget: 10000000 steps"; else empty

  static Answer yes() { return {Truth::yes, {}}; }
  static Answer no() { return {Truth::no, {}}; }
  static Answer of(bool value) { return value ? yes() : no(); }
  static Answer unknown(std::string why) { return {Truth::unknown, std::move(why)}; }

  bool is_yes() const { return truth == Truth::yes; }
  bool is_no() const { return truth == Truth::no; }
  bool is_unknown() const { return truth == Truth::unknown; }
};

// Three-valued logic of Kleene: a known answer that decides wins over unknown; among unknowns the first
// reason stays.
Answer both(const Answer& a, const Answer& b);
Answer either(const Answer& a, const Answer& b);
Answer negate(const Answer& a);

// Bad input, as a value.
struct Error {
  std::string code;        // stable, snake_case
  std::string message;     // a sentence for a person
  std::size_t offset = 0;  // byte offset in the text at fault
  std::string pointer;     // JSON pointer in the schema, where the fault has one
};

// What a question about a text gives: its answer, or the Error that stopped it. Exactly one of the two is
// there.
template <typename Given>
class [[nodiscard]] Outcome {
 public:
  Outcome(Given given) : given_(std::move(given)) {}  // NOLINT(google-explicit-constructor)
  Outcome(Error fault) : fault_(std::move(fault)) {}  // NOLINT(google-explicit-constructor)

  bool ok() const { return given_.has_value(); }
  explicit operator bool() const { return ok(); }
  const Given& value() const { return given_.value(); }
  Given& value() { return given_.value(); }
  const Error& error() const { return fault_.value(); }

 private:
  std::optional<Given> given_;
  std::optional<Error> fault_;
};

}  // namespace lockstep::oracle

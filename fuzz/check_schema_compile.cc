#include <fmt/core.h>
#include <unistd.h>

#include <variant>

#include "lockstep/conformance/generate/generated_case.h"
#include "lockstep/engine/session/constraint.h"
#include "lockstep/fuzz/check.h"
#include "lockstep/oracle/json_text/json_text.h"

namespace lockstep::fuzz {
namespace {

using conformance::Verdict;

// Small enough that one input takes some ten milliseconds at most; all bounds are met by the inputs
// themselves.
engine::Limits limits() {
  engine::Limits limits;
  limits.compile_operations = 300'000;
  limits.question_operations = 100'000;
  limits.running_operations = 50'000;
  limits.constraint_bytes = std::size_t{4} << 20U;
  limits.pattern_steps = 2'000;
  limits.pattern_states = 2'000;
  limits.pattern_search = 20'000;
  return limits;
}

struct Compiled {
  std::string outcome;  // "ok", or status and code
  std::string place;    // of a fault
  std::string identity;
  bool operator==(const Compiled&) const = default;
};

std::string_view status_name(engine::CompileStatus status) {
  using engine::CompileStatus;
  switch (status) {
    case CompileStatus::empty:
      return "empty";
    case CompileStatus::refused:
      return "refused";
    case CompileStatus::malformed:
      return "malformed";
    case CompileStatus::limit:
      return "limit";
    default:
      return "none of the outcomes";
  }
}

Compiled compile(const std::string& schema) {
  const auto made = engine::compile_schema(schema, {}, {}, engine::Policy::spec(), limits());
  if (const auto* fault = std::get_if<engine::CompileFault>(&made)) {
    return {fmt::format("{} {}", status_name(fault->status), fault->error.code), fault->error.pointer, ""};
  }
  return {"ok", "", std::get<engine::Constraint>(made).identity()};
}

void plant(std::string_view planted, const std::string& schema, Compiled& second) {
  if (planted == "forgets_its_input" && schema.find("anyOf") != std::string::npos) second.identity += "'";
  if (planted == "takes_duplicate_names" && second.outcome == "malformed json_duplicate_name")
    second.outcome = "ok";
  while (planted == "hangs_on_pattern" && schema.find("\"pattern\"") != std::string::npos) ::pause();
}

}  // namespace

CheckResult check_schema_compile(std::string_view bytes, std::string_view planted) {
  std::string schema(bytes);
  if (!bytes.empty() && bytes.front() == '\0') {
    conformance::Choices choices(conformance::bytes_then_zeros(
        reinterpret_cast<const std::uint8_t*>(bytes.data()) + 1, bytes.size() - 1));
    schema = conformance::generate_case(choices, {{.depth = 3, .definitions = 3}, 0}).schema;
  }
  const Compiled first = compile(schema);
  Compiled second = compile(schema);
  plant(planted, schema, second);
  CheckResult result;
  result.kind = first.outcome.substr(0, first.outcome.find(' '));
  result.compared = 2;
  const auto finding = [&](Verdict verdict, const std::string& what) {
    result.finding = Finding{
        verdict, fmt::format("{}: {}, then {}\nschema: {}", what, first.outcome, second.outcome, schema)};
  };
  if (first != second) finding(Verdict::inconsistent, "not twice the same");
  if (first.outcome.starts_with("none")) finding(Verdict::inconsistent, "not one of the five outcomes");
  const bool no_json = !oracle::parse_json(schema);
  if (no_json && !first.outcome.starts_with("malformed") && !first.outcome.starts_with("limit"))
    finding(Verdict::over_accept, "no JSON by the oracle");
  return result;
}

}  // namespace lockstep::fuzz

#include "lockstep/conformance/planted/wrong_process.h"

#include <fmt/core.h>

#include <chrono>

#include "lockstep/conformance/external/json_lines_subject.h"
#include "lockstep/conformance/planted/wrong_subject.h"
#include "lockstep/conformance/subject/engine_subject.h"
#include "lockstep/engine/vocabulary/builtin.h"

namespace lockstep::conformance {
namespace {

// wrong_engine_child.cc with this fault, killed when one request takes longer.
std::unique_ptr<Subject> make_child(const std::string& fault, std::chrono::milliseconds time) {
  JsonLinesSubjectOptions options;
  options.name = fmt::format("planted:{}", fault);
  options.version = std::string(1, '1');
  options.capabilities = {.validate = true, .mask = false, .dialects = {}};
  options.command.argv = {LOCKSTEP_WRONG_ENGINE, fault};
  options.limits.time = time;
  return std::make_unique<JsonLinesSubject>(std::move(options));
}

// Reads short schemas only.
std::unique_ptr<Subject> make_short_reader() {
  engine::Limits limits;
  limits.schema_bytes = 100;
  return make_engine_subject(
      {engine::Policy::spec(), limits, engine::builtin_vocabulary(), engine::MaskPath::memo});
}

// A metaschema stands in another document, which the walk has none of.
std::unique_ptr<Subject> make_vocabulary_blind() {
  return make_wrong_subject(*planted_fault("vocabulary_ignored"), make_engine_subject());
}

}  // namespace

const std::vector<ProcessFault>& process_faults() {
  using std::chrono::seconds;
  static const std::vector<ProcessFault> kFaults = {
      {"dies_on_long_exponent", "The process dies on a number whose exponent has three digits.",
       Verdict::crash, "hand", "hand/", [] { return make_child("crash", seconds(20)); }},
      {"hangs_on_long_exponent", "The process never answers where an exponent has three digits.",
       Verdict::hang, "hand", "hand/a long exponent/", [] { return make_child("hang", seconds(3)); }},
      {"reads_short_schemas", "It reads no schema of more than 100 bytes.", Verdict::limit, "suite", "",
       [] { return make_short_reader(); }},
      {"vocabulary_ignored", "It enforces the keywords of a vocabulary that the metaschema leaves out.",
       Verdict::over_reject, "suite", "draft2020-12/vocabulary.json/", [] { return make_vocabulary_blind(); },
       "$vocabulary"},
  };
  return kFaults;
}

std::unique_ptr<Subject> make_healthy_process() { return make_child("none", std::chrono::seconds(20)); }

}  // namespace lockstep::conformance

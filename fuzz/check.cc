#include "lockstep/fuzz/check.h"

#include <fmt/core.h>

#include <cstdio>
#include <cstdlib>

#include "lockstep/conformance/external/wire.h"
#include "lockstep/conformance/planted/wrong_masks.h"

namespace lockstep::fuzz {
namespace {

using conformance::Verdict;

// Those of the walk. Of masks alone a target tells that they are too wide or too narrow.
std::vector<TargetFault> mask_faults() {
  std::vector<TargetFault> faults;
  for (const conformance::MaskFault& fault : conformance::mask_faults()) {
    const bool wide = fault.verdict == Verdict::over_accept || fault.verdict == Verdict::mask_too_wide;
    faults.push_back({fault.name, fault.sentence, wide ? Verdict::mask_too_wide : Verdict::mask_too_narrow});
  }
  return faults;
}

}  // namespace

const std::vector<Target>& targets() {
  static const std::vector<Target> kTargets = {
      {"json_text",
       "the engine's JSON reader against the oracle's",
       check_json_text,
       {{"crashes_on_nul", "dies of a byte 0", Verdict::crash},
        {"refuses_depth", "turns down what is nested eightfold", Verdict::over_reject},
        {"takes_lone_surrogates", "takes escapes that spell half a character", Verdict::over_accept}},
       4096},
      {"schema_compile",
       "any bytes as a schema: five outcomes, twice the same",
       check_schema_compile,
       {{"forgets_its_input", "compiles a schema with anyOf to another constraint the second time",
         Verdict::inconsistent},
        {"hangs_on_pattern", "never comes back from a pattern", Verdict::hang},
        {"takes_duplicate_names", "takes a schema with a name that stands twice, the second time",
         Verdict::inconsistent}},
       4096},
      {"mask", "masks against the token filter, of a schema, a vocabulary and a text from the bytes",
       check_mask, mask_faults(), 1024},
  };
  return kTargets;
}

const Target* target_named(std::string_view name) {
  for (const Target& target : targets()) {
    if (target.name == name) return &target;
  }
  return nullptr;
}

const TargetFault* planted_fault(const Target& target, std::string_view name) {
  for (const TargetFault& fault : target.planted) {
    if (fault.name == name) return &fault;
  }
  return nullptr;
}

int run_target(std::string_view name, const unsigned char* bytes, std::size_t size) {
  static const char* const kPlanted = std::getenv("LOCKSTEP_FUZZ_PLANTED");
  const Target* target = target_named(name);
  if (target == nullptr) std::abort();
  const std::string_view input(reinterpret_cast<const char*>(bytes), size);
  const CheckResult result = target->check(input, kPlanted == nullptr ? "" : kPlanted);
  if (!result.finding) return 0;
  if (kPlanted != nullptr) fmt::print(stderr, "planted: {}\n", kPlanted);
  fmt::print(stderr, "finding: {}: {}\n{}\ninput in hexadecimal: {}\n", name,
             conformance::name(result.finding->verdict), result.finding->detail, conformance::hex_of(input));
  std::abort();
}

}  // namespace lockstep::fuzz

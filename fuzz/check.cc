#include "lockstep/fuzz/check.h"

#include <fmt/core.h>

#include <cstdio>
#include <cstdlib>

#include "lockstep/conformance/external/wire.h"
#include "lockstep/conformance/planted/wrong_masks.h"

namespace lockstep::fuzz {
namespace {

std::vector<std::string> mask_fault_names() {
  std::vector<std::string> names;
  for (const conformance::MaskFault& fault : conformance::mask_faults()) names.push_back(fault.name);
  return names;
}

}  // namespace

const std::vector<Target>& targets() {
  static const std::vector<Target> kTargets = {
      {"json_text",
       "the engine's JSON reader against the oracle's",
       check_json_text,
       {"crashes_on_nul", "refuses_depth", "takes_lone_surrogates"},
       4096},
      {"schema_compile",
       "any bytes as a schema: five outcomes, twice the same",
       check_schema_compile,
       {"forgets_its_input", "hangs_on_pattern", "takes_duplicate_names"},
       4096},
      {"mask", "masks against the token filter, of a schema, a vocabulary and a text from the bytes",
       check_mask, mask_fault_names(), 1024},
  };
  return kTargets;
}

const Target* target_named(std::string_view name) {
  for (const Target& target : targets()) {
    if (target.name == name) return &target;
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
  fmt::print(stderr, "finding: {}: {}\n{}\ninput in hexadecimal: {}\n", name,
             conformance::name(result.finding->verdict), result.finding->detail, conformance::hex_of(input));
  std::abort();
}

}  // namespace lockstep::fuzz

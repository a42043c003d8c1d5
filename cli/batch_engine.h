// Batch lines over the built-in engine: its policies, random tokens, masks.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "lockstep/cli/batch_line.h"
#include "lockstep/conformance/subject/engine_drive.h"

namespace lockstep::cli {

struct EngineAnswer {
  conformance::ValidateReply reply;
  // Where `mask_at` was asked, one an instance: the allowed ids, nullopt where the text died before.
  std::vector<std::optional<std::vector<engine::TokenId>>> masks;
};

// Thread rules: one thread at a time.
class EngineBatch {
 public:
  // `seed` chooses random tokens, together with each instance's own bytes.
  EngineBatch(conformance::EngineSettings settings, std::uint64_t seed)
      : settings_(std::move(settings)), seed_(seed) {}

  // `validate` has the line's schema, instances, dialect and registry; where the line says nothing of policy
  // or format, the settings hold. Refused by name: grammars, patterns, and `tokens: canonical`, which needs a
  // tokenizer's own encoder.
  EngineAnswer ask(const BatchRequest& request, const conformance::ValidateRequest& validate);

 private:
  conformance::InstanceReply drive(const engine::Session& start, const BatchRequest& request,
                                   std::size_t index);

  conformance::EngineSettings settings_;
  std::uint64_t seed_;
  std::unique_ptr<conformance::RandomSpelling> spelling_;  // made on first use
};

}  // namespace lockstep::cli

// Batch lines over the built-in engine: its policies, random tokens, masks.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lockstep/cli/batch_line.h"
#include "lockstep/conformance/subject/engine_drive.h"
#include "lockstep/conformance/vocabulary/encoder.h"

namespace lockstep::cli {

struct EngineAnswer {
  conformance::ValidateReply reply;
  // Where `mask_at` was asked, one an instance: the allowed ids, nullopt where the text died before.
  std::vector<std::optional<std::vector<engine::TokenId>>> masks;
  // Where canonical tokens were asked, one an instance: why the text has none and went byte by byte, the code
  // of Encoder::encode; empty where it has.
  std::vector<std::string> codes;
};

// Thread rules: one thread at a time.
class EngineBatch {
 public:
  // `seed` chooses random tokens, together with each instance's own bytes. `vocabulary` is the name of the
  // settings' vocabulary on the command line, whose encoder is looked for below `deps` on first use.
  EngineBatch(conformance::EngineSettings settings, std::uint64_t seed, std::string vocabulary,
              std::string deps)
      : settings_(std::move(settings)), seed_(seed), name_(std::move(vocabulary)), deps_(std::move(deps)) {}

  // `validate` has the line's schema, instances, dialect and registry; where the line says nothing of policy
  // or format, the settings hold. Refused by name: grammars, and `tokens: canonical` under a vocabulary
  // without an encoder. No policy applies to a regex.
  EngineAnswer ask(const BatchRequest& request, const conformance::ValidateRequest& validate);

 private:
  conformance::InstanceReply drive(const engine::Session& start, const BatchRequest& request,
                                   std::size_t index, EngineAnswer& answer);

  conformance::EngineSettings settings_;
  std::uint64_t seed_;
  std::string name_;
  std::string deps_;
  std::unique_ptr<conformance::RandomSpelling> spelling_;        // made on first use
  std::optional<engine::Result<conformance::Encoder>> encoder_;  // the same
};

}  // namespace lockstep::cli

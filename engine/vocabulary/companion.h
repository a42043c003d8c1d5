// Stop tokens and logit width from the configuration files beside a tokenizer.json. Private to this folder.
#pragma once

#include <optional>

#include "lockstep/engine/base/error.h"
#include "lockstep/engine/vocabulary/builder.h"
#include "lockstep/engine/vocabulary/options.h"

namespace lockstep::engine {

// Suggests what the companions say to the builder. `eos_token` is a name or an object with the name in
// `content`; `eos_token_id` an id or an array of ids; `vocab_size` a number, also under `text_config`. null
// counts as absent. Names are suggested only where no companion gives ids. Error: bad_companion, with the
// place in that file.
std::optional<Error> suggest_from_companions(const VocabularyOptions& options, VocabularyBuilder& builder);

}  // namespace lockstep::engine

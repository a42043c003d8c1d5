// Drives the built-in engine over whole texts, byte by byte or token by token, always through its masks.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

#include "lockstep/conformance/subject/engine_subject.h"
#include "lockstep/conformance/subject/subject.h"
#include "lockstep/engine/session/session.h"

namespace lockstep::conformance {

std::variant<engine::Constraint, engine::CompileFault> compile_with_engine(const EngineSettings& settings,
                                                                           const ValidateRequest& request);

// Tokens that spell a text, chosen at random among all that fit: not what a tokenizer would choose. The same
// seed gives the same tokens everywhere. Cost: once a table of the vocabulary. Thread rules: const calls from
// any thread.
class RandomSpelling {
 public:
  explicit RandomSpelling(engine::Vocabulary vocabulary);

  // nullopt: some byte has no token that fits.
  std::optional<std::vector<engine::TokenId>> spell(std::string_view text, std::uint64_t seed) const;

 private:
  engine::Vocabulary vocabulary_;
  std::unordered_map<std::string_view, std::vector<engine::TokenId>> by_bytes_;
  std::size_t longest_ = 0;
};

// FNV-1a: what a random spelling of a text depends on beside the seed.
std::uint64_t hash_of_text(std::string_view text);

// Is the bit of this id set? Ids beyond the words are not.
bool bit_of(const std::vector<std::uint32_t>& words, engine::TokenId id);

// One text. At each step the mask decides; a mask that says other than accept(), or stop bits that say other
// than can_stop(), make the reply an error. `at` is the byte that dies, whatever the tokens are. `stop` is
// looked at before each token and may be empty: true makes the reply a hang.
InstanceReply drive_bytes(engine::Session session, const engine::Vocabulary& vocabulary,
                          const std::string& text, const std::function<bool()>& stop = {});
InstanceReply drive_tokens(engine::Session session, const engine::Vocabulary& vocabulary,
                           const std::string& text, const std::vector<engine::TokenId>& tokens,
                           const std::function<bool()>& stop = {});

// The ids that the mask allows after these bytes; nullopt where they are not viable.
std::optional<std::vector<engine::TokenId>> ids_after(engine::Session session, std::string_view bytes);

}  // namespace lockstep::conformance

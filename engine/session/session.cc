#include "lockstep/engine/session/session.h"

#include <algorithm>
#include <mutex>

#include "lockstep/engine/mask/mask.h"
#include "lockstep/engine/session/constraint_impl.h"

namespace lockstep::engine {
namespace {

Error error(std::string code, std::string message, std::optional<std::size_t> offset = std::nullopt) {
  return {std::move(code), std::move(message), offset, ""};
}

}  // namespace

Session::Session(Constraint constraint, Vocabulary vocabulary, MaskPath path)
    : constraint_(std::move(constraint)), vocabulary_(std::move(vocabulary)), path_(path) {
  const std::lock_guard guard(constraint_.impl_->lock);
  if (path_ == MaskPath::memo && !constraint_.impl_->memos.contains(vocabulary_.identity())) {
    constraint_.impl_->memos.emplace(vocabulary_.identity(), MaskMemo(string_tokens_of(vocabulary_),
                                                                      constraint_.impl_->limits.mask_bytes));
  }
  history_.push_back({constraint_.impl_->machine->start(), false});
}

std::size_t Session::mask_words() const { return engine::mask_words(vocabulary_); }

Result<bool> Session::mask(std::span<std::uint32_t> words, const Cancellation* cancellation) {
  if (words.size() < mask_words())
    return error("buffer_too_small", "a mask has " + std::to_string(mask_words()) + " words");
  if (stopped()) {
    std::fill_n(words.begin(), mask_words(), 0U);
    return true;
  }
  const std::lock_guard guard(constraint_.impl_->lock);
  Machine& machine = *constraint_.impl_->machine;
  const std::shared_ptr<const MaskWords> mask =
      path_ == MaskPath::tokens
          ? mask_by_tokens(machine, state(), vocabulary_, cancellation)
          : constraint_.impl_->memos.at(vocabulary_.identity()).mask(machine, state(), cancellation);
  if (mask == nullptr) return error("cancelled", "the caller asked to stop");
  std::copy(mask->begin(), mask->end(), words.begin());
  return true;
}

Result<bool> Session::accept(TokenId token) {
  if (stopped()) return error("after_stop", "a stop token was accepted");
  if (token >= vocabulary_.size())
    return error("token_out_of_range", "no token has the id " + std::to_string(token));
  if (vocabulary_.is_stop(token)) {
    if (!can_stop()) return error("token_not_allowed", "the text is not complete");
    history_.push_back({state(), true});
    return true;
  }
  if (!vocabulary_.is_text(token))
    return error("token_not_allowed", "the token " + std::to_string(token) + " spells no text");
  if (!accept_bytes(vocabulary_.bytes(token)).ok()) {
    return error("token_not_allowed", "no text goes on with the token " + std::to_string(token));
  }
  return true;
}

Result<bool> Session::accept_bytes(std::string_view bytes) {
  if (stopped()) return error("after_stop", "a stop token was accepted");
  const std::lock_guard guard(constraint_.impl_->lock);
  StateId at = state();
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    at = constraint_.impl_->machine->step(at, static_cast<std::uint8_t>(bytes[i]));
    if (at == kDeadState) return error("byte_not_allowed", "no text goes on with this byte", i);
  }
  history_.push_back({at, false});
  return true;
}

Result<bool> Session::rollback(std::size_t count) {
  if (count > steps())
    return error("rollback_too_far", "there are " + std::to_string(steps()) + " steps to undo");
  history_.resize(history_.size() - count);
  return true;
}

void Session::reset() { history_.resize(1); }

bool Session::can_stop() const {
  const std::lock_guard guard(constraint_.impl_->lock);
  return !stopped() && constraint_.impl_->machine->can_stop(state());
}

std::vector<bool> Session::allowed_bytes() const {
  std::vector<bool> allowed(256, false);
  if (stopped()) return allowed;
  const std::lock_guard guard(constraint_.impl_->lock);
  for (unsigned byte = 0; byte < 256; ++byte) {
    allowed[byte] = constraint_.impl_->machine->step(state(), static_cast<std::uint8_t>(byte)) != kDeadState;
  }
  return allowed;
}

std::string Session::forced(std::size_t most) const {
  std::string out;
  if (stopped()) return out;
  const std::lock_guard guard(constraint_.impl_->lock);
  Machine& machine = *constraint_.impl_->machine;
  StateId at = state();
  while (out.size() < most && !machine.can_stop(at)) {
    StateId only = kDeadState;
    std::uint8_t only_byte = 0;
    unsigned choices = 0;
    for (unsigned byte = 0; byte < 256 && choices < 2; ++byte) {
      const StateId next = machine.step(at, static_cast<std::uint8_t>(byte));
      if (next == kDeadState) continue;
      ++choices;
      only = next;
      only_byte = static_cast<std::uint8_t>(byte);
    }
    if (choices != 1) break;
    out += static_cast<char>(only_byte);
    at = only;
  }
  return out;
}

std::string Session::finish() const {
  const std::lock_guard guard(constraint_.impl_->lock);
  return constraint_.impl_->machine->finish(state());
}

std::string Session::describe() const {
  const std::lock_guard guard(constraint_.impl_->lock);
  return constraint_.impl_->machine->describe(state());
}

}  // namespace lockstep::engine

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

// Why the machine was interrupted while `work` used it; empty: it was not.
std::string attempt(Machine& machine, const Cancellation* cancellation, const std::function<void()>& work) {
  machine.set_cancellation(cancellation);
  work();
  machine.set_cancellation(nullptr);
  std::string code(machine.interrupted());
  machine.resume();
  return code;
}

}  // namespace

Session::Session(Constraint constraint, Vocabulary vocabulary, MaskPath path)
    : constraint_(std::move(constraint)), vocabulary_(std::move(vocabulary)), path_(path) {
  growth_ = constraint_.impl_->current();
  const std::lock_guard guard(growth_->lock);
  history_.push_back({growth_->machine->start(), false, 0});
}

std::size_t Session::mask_words() const { return engine::mask_words(vocabulary_); }

std::optional<Error> Session::run(const Cancellation* cancellation,
                                  const std::function<void(ConstraintGrowth&)>& work) {
  for (bool alone = false;;) {
    std::string code;
    {
      const std::lock_guard guard(growth_->lock);
      Machine& machine = *growth_->machine;
      const Machine::Mark before = machine.mark();
      code = attempt(machine, cancellation, [&] { work(*growth_); });
      if (!code.empty()) machine.release(before);
    }
    if (code.empty()) return std::nullopt;
    if (code == "cancelled") return error(code, "the caller asked to stop");
    if (alone) return error(code, "this text alone is beyond the limit " + code.substr(code.find('_') + 1));
    const Result<bool> moved = move_over(cancellation);
    if (!moved.ok()) return moved.error();
    alone = *moved;
  }
}

// The text so far, read again in another growth: one that others have begun already, and where that is full
// too, one of its own. True: its own.
Result<bool> Session::move_over(const Cancellation* cancellation) {
  for (std::shared_ptr<ConstraintGrowth> full = growth_;;) {
    auto next = constraint_.impl_->instead_of(full, cancellation);
    if (const CompileFault* fault = std::get_if<CompileFault>(&next)) return fault->error;
    const auto& [growth, is_new] = std::get<Constraint::Impl::Next>(next);
    const std::string code = read_again(*growth, cancellation);
    if (code.empty()) {
      growth_ = growth;
      return is_new;
    }
    if (code == "cancelled") return error(code, "the caller asked to stop");
    if (is_new) return error(code, "the text so far cannot be read again");
    full = growth;
  }
}

// Why the text so far cannot be read in this growth; empty: the history stands in it now.
std::string Session::read_again(ConstraintGrowth& growth, const Cancellation* cancellation) {
  const std::lock_guard guard(growth.lock);
  Machine& machine = *growth.machine;
  const Machine::Mark before = machine.mark();
  std::vector<Point> history = history_;
  StateId at = kDeadState;
  const std::string code = attempt(machine, cancellation, [&] {
    at = machine.start();
    std::size_t read = 0;
    for (Point& point : history) {
      for (; read < point.bytes; ++read) at = machine.step(at, static_cast<std::uint8_t>(text_[read]));
      point.state = at;
    }
  });
  if (at != kDeadState) {
    history_ = std::move(history);
    return {};
  }
  machine.release(before);
  // Dead without an interruption: an answer that a budget did not allow to be found again.
  return code.empty() ? "limit_constraint_bytes" : code;
}

bool Session::look(const std::function<void(Machine&)>& work, const Cancellation* cancellation) const {
  const std::lock_guard guard(growth_->lock);
  Machine& machine = *growth_->machine;
  const Machine::Mark before = machine.mark();
  machine.lift_memory_limits(true);
  machine.set_cancellation(cancellation);
  work(machine);
  machine.set_cancellation(nullptr);
  machine.lift_memory_limits(false);
  const bool whole = machine.interrupted() != "cancelled";
  machine.resume();
  machine.release(before);
  return whole;
}

Result<bool> Session::mask(std::span<std::uint32_t> words, const Cancellation* cancellation) {
  if (words.size() < mask_words())
    return error("buffer_too_small", "a mask has " + std::to_string(mask_words()) + " words");
  if (stopped()) {
    std::fill_n(words.begin(), mask_words(), 0U);
    return true;
  }
  std::shared_ptr<const MaskWords> mask;
  const Limits& limits = constraint_.impl_->limits;
  const auto compute = [&](ConstraintGrowth& growth) {
    if (path_ == MaskPath::tokens) {
      mask = mask_by_tokens(*growth.machine, state(), vocabulary_);
      return;
    }
    auto memo = growth.memos.find(vocabulary_.identity());
    if (memo == growth.memos.end()) {
      std::shared_ptr<StringTokens> tokens;
      growth.machine->metered([&](Meter& meter) { tokens = string_tokens_of(vocabulary_, &meter); });
      if (tokens == nullptr) return;
      memo = growth.memos
                 .emplace(vocabulary_.identity(),
                          MaskMemo(std::move(tokens), limits.mask_bytes, limits.scratch_states))
                 .first;
    }
    mask = memo->second.mask(*growth.machine, state());
  };
  if (std::optional<Error> fault = run(cancellation, compute)) return *fault;
  if (mask == nullptr) return error("cancelled", "the caller asked to stop");
  std::copy(mask->begin(), mask->end(), words.begin());
  return true;
}

Result<bool> Session::accept(TokenId token, const Cancellation* cancellation) {
  if (stopped()) return error("after_stop", "a stop token was accepted");
  if (token >= vocabulary_.size())
    return error("token_out_of_range", "no token has the id " + std::to_string(token));
  if (vocabulary_.is_stop(token)) {
    if (!can_stop()) return error("token_not_allowed", "the text is not complete");
    history_.push_back({state(), true, text_.size()});
    return true;
  }
  if (!vocabulary_.is_text(token))
    return error("token_not_allowed", "the token " + std::to_string(token) + " spells no text");
  Result<bool> taken = accept_bytes(vocabulary_.bytes(token), cancellation);
  if (!taken.ok() && taken.error().code == "byte_not_allowed") {
    return error("token_not_allowed", "no text goes on with the token " + std::to_string(token));
  }
  return taken;
}

Result<bool> Session::accept_bytes(std::string_view bytes, const Cancellation* cancellation) {
  if (stopped()) return error("after_stop", "a stop token was accepted");
  StateId at = kDeadState;
  std::size_t taken = 0;
  const auto step = [&](ConstraintGrowth& growth) {
    const Machine::Mark before = growth.machine->mark();
    at = state();
    for (taken = 0; taken < bytes.size(); ++taken) {
      at = growth.machine->step(at, static_cast<std::uint8_t>(bytes[taken]));
      if (at == kDeadState) break;
    }
    if (at == kDeadState) growth.machine->release(before);
  };
  if (std::optional<Error> fault = run(cancellation, step)) return *fault;
  if (at == kDeadState) return error("byte_not_allowed", "no text goes on with this byte", taken);
  text_ += bytes;
  history_.push_back({at, false, text_.size()});
  return true;
}

Result<bool> Session::rollback(std::size_t count) {
  if (count > steps())
    return error("rollback_too_far", "there are " + std::to_string(steps()) + " steps to undo");
  history_.resize(history_.size() - count);
  text_.resize(history_.back().bytes);
  return true;
}

void Session::reset() {
  history_.resize(1);
  text_.clear();
}

bool Session::can_stop() const {
  bool complete = false;
  if (!stopped()) look([&](Machine& machine) { complete = machine.can_stop(state()); });
  return complete;
}

std::vector<bool> Session::allowed_bytes() const {
  std::vector<bool> allowed(256, false);
  if (stopped()) return allowed;
  look([&](Machine& machine) {
    for (unsigned byte = 0; byte < 256; ++byte)
      allowed[byte] = machine.step(state(), static_cast<std::uint8_t>(byte)) != kDeadState;
  });
  return allowed;
}

namespace {

// The only byte that may come, and the state after it.
std::optional<std::pair<std::uint8_t, StateId>> only_byte(Machine& machine, StateId state) {
  std::optional<std::pair<std::uint8_t, StateId>> only;
  for (unsigned byte = 0; byte < 256; ++byte) {
    const StateId next = machine.step(state, static_cast<std::uint8_t>(byte));
    if (next == kDeadState) continue;
    if (only) return std::nullopt;
    only = {static_cast<std::uint8_t>(byte), next};
  }
  return only;
}

}  // namespace

std::string Session::forced(std::size_t most) const {
  std::string out;
  if (stopped()) return out;
  look([&](Machine& machine) {
    StateId at = state();
    while (out.size() < most && !machine.can_stop(at)) {
      const auto only = only_byte(machine, at);
      if (!only) break;
      out += static_cast<char>(only->first);
      at = only->second;
    }
  });
  return out;
}

std::string Session::finish() const {
  std::string out;
  look([&](Machine& machine) { out = machine.finish(state()); });
  return out;
}

Result<std::string> Session::finish(const Cancellation& cancellation) const {
  std::string out;
  if (!look([&](Machine& machine) { out = machine.finish(state()); }, &cancellation))
    return error("cancelled", "the caller asked to stop");
  return out;
}

std::string Session::describe() const {
  std::string out;
  look([&](Machine& machine) { out = machine.describe(state()); });
  return out;
}

Result<Explanation> Session::explain(std::string_view bytes, const Cancellation* cancellation) const {
  if (stopped()) return error("after_stop", "a stop token was accepted");
  const Constraint::Impl& impl = *constraint_.impl_;
  auto explained = impl.texts
                       ? explain_text(*impl.texts, impl.limits, text_, bytes)
                       : engine::explain(*impl.schema, impl.policy, impl.limits, text_, bytes, cancellation);
  if (Error* fault = std::get_if<Error>(&explained)) return std::move(*fault);
  return std::get<Explanation>(std::move(explained));
}

}  // namespace lockstep::engine

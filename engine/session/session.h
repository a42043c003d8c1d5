// One text being written under a constraint, over one vocabulary.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/engine/base/cancellation.h"
#include "lockstep/engine/base/result.h"
#include "lockstep/engine/machine/explain.h"
#include "lockstep/engine/machine/machine.h"
#include "lockstep/engine/session/constraint.h"
#include "lockstep/engine/vocabulary/vocabulary.h"

namespace lockstep::engine {

struct ConstraintGrowth;

enum class MaskPath : std::uint8_t {
  memo,    // pruned walk of the token trie, masks remembered by state
  tokens,  // every token by itself: slow, selectable in every build
};

// Thread rules: one thread at a time; sessions are independent of one another, forks too. Its state is one
// number a token, and the text.
class Session {
 public:
  Session(Constraint constraint, Vocabulary vocabulary, MaskPath path = MaskPath::memo);

  // Words of a mask for this vocabulary: bits are padded to the logit width.
  std::size_t mask_words() const;
  // Fills the first mask_words() words. Error codes: buffer_too_small, cancelled; limit_constraint_bytes and
  // limit_states: not even this text alone fits. Then nothing changed, and finish() still works.
  Result<bool> mask(std::span<std::uint32_t> words, const Cancellation* cancellation = nullptr);

  // One token more. A stop token is taken iff the text is complete; nothing is after that. On an error
  // nothing changed. Error codes: token_out_of_range, token_not_allowed, after_stop; limits as for mask,
  // cancelled.
  Result<bool> accept(TokenId token, const Cancellation* cancellation = nullptr);
  // Bytes instead of a token, taken as one step of rollback. Error codes: byte_not_allowed (offset of the
  // byte at which the text died), after_stop; limits as for mask, cancelled.
  Result<bool> accept_bytes(std::string_view bytes, const Cancellation* cancellation = nullptr);
  // Undoes that many accepts. Error code: rollback_too_far.
  Result<bool> rollback(std::size_t steps);
  void reset();
  Session fork() const { return *this; }

  // The stop bit: is the text so far complete?
  bool can_stop() const;
  // Was a stop token accepted?
  bool stopped() const { return history_.back().stopped; }
  // The bytes that every continuation begins with: up to the first choice of byte, or to where the text may
  // stop. At most `most` bytes.
  std::string forced(std::size_t most = 4096) const;
  // Some bytes that complete the text. The other one's error code: cancelled.
  std::string finish() const;
  Result<std::string> finish(const Cancellation& cancellation) const;
  // The parts of the schema that judge the next byte, as JSON pointers.
  std::string describe() const;
  // Why these bytes may not come next, or, where there are none, why the text may not end here: in the words
  // of the schema, true of the language (machine/explain.h). Not for every token: it reads the text many
  // times.
  Result<Explanation> explain(std::string_view bytes, const Cancellation* cancellation = nullptr) const;
  // Bit b: may byte b come next?
  std::vector<bool> allowed_bytes() const;

  std::size_t steps() const { return history_.size() - 1; }

 private:
  struct Point {
    StateId state = kDeadState;
    bool stopped = false;
    std::size_t bytes = 0;  // of the text so far
  };
  StateId state() const { return history_.back().state; }

  // Runs `work` on the machine, under its lock; once more in a new growth when the first one is full.
  // nullopt: done.
  std::optional<Error> run(const Cancellation* cancellation,
                           const std::function<void(ConstraintGrowth&)>& work);
  Result<bool> move_over(const Cancellation* cancellation);
  std::string read_again(ConstraintGrowth& growth, const Cancellation* cancellation);
  // For what must not fail: without memory limits, and what is interned is given back.
  // False: cancelled.
  bool look(const std::function<void(Machine&)>& work, const Cancellation* cancellation = nullptr) const;

  Constraint constraint_;
  Vocabulary vocabulary_;
  MaskPath path_;
  std::shared_ptr<ConstraintGrowth> growth_;
  std::vector<Point> history_;  // after 0, 1, 2, ... steps
  std::string text_;            // to read again where growths change
};

}  // namespace lockstep::engine

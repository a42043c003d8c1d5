// Faults of sessions and of compiling that no other fault shows: each is there for one check.
#include <utility>

#include "lockstep/conformance/planted/wrong_masks.h"
#include "lockstep/conformance/planted/wrong_session.h"

namespace lockstep::conformance {
namespace {

using Words = std::vector<std::uint32_t>;

class EverySecondMaskEmpty final : public WrongSession {
  LOCKSTEP_WRONG_SESSION(EverySecondMaskEmpty)
 public:
  Words mask() override {
    Words words = inner().mask();
    if (asked_++ % 2 == 1) words.assign(words.size(), 0);
    return words;
  }

 private:
  std::size_t asked_ = 0;
};

class LongTokensNotTaken final : public WrongSession {
  LOCKSTEP_WRONG_SESSION(LongTokensNotTaken)
 public:
  bool accept(std::uint32_t token) override {
    const engine::Vocabulary& vocabulary = byte_path().vocabulary();
    const bool is_long = vocabulary.is_text(token) && vocabulary.bytes(token).size() > 1;
    return !is_long && WrongSession::accept(token);
  }
};

// What does not fit is swallowed.
class TakesWhatItForbids final : public WrongSession {
  LOCKSTEP_WRONG_SESSION(TakesWhatItForbids)
 public:
  bool accept(std::uint32_t token) override {
    return WrongSession::accept(token) || byte_path().vocabulary().is_stop(token) ||
           taken(inner().accept_bytes(""), "");
  }
};

class LongTokensForbidden final : public WrongSession {
  LOCKSTEP_WRONG_SESSION(LongTokensForbidden)
 public:
  Words mask() override {
    Words words = inner().mask();
    const engine::Vocabulary& vocabulary = byte_path().vocabulary();
    for (std::uint32_t id = 0; id < vocabulary.size(); ++id) {
      if (vocabulary.is_text(id) && vocabulary.bytes(id).size() > 1)
        words[id / 32] &= ~(std::uint32_t{1} << (id % 32));
    }
    return words;
  }
};

// Of a token of several bytes the last is forgotten; of the same bytes it is not.
class LongTokensCutShort final : public WrongSession {
  LOCKSTEP_WRONG_SESSION(LongTokensCutShort)
 public:
  bool accept(std::uint32_t token) override {
    const engine::Vocabulary& vocabulary = byte_path().vocabulary();
    if (!vocabulary.is_text(token) || vocabulary.bytes(token).size() < 2) return WrongSession::accept(token);
    if (!inner().fork()->accept(token)) return false;
    const std::string_view bytes = vocabulary.bytes(token);
    return taken(inner().accept_bytes(bytes.substr(0, bytes.size() - 1)), bytes);
  }
};

class GoesOnAfterStop final : public WrongSession {
  LOCKSTEP_WRONG_SESSION(GoesOnAfterStop)
 public:
  bool accept(std::uint32_t token) override {
    if (!byte_path().vocabulary().is_stop(token)) return WrongSession::accept(token);
    return inner().can_stop() && taken(inner().accept_bytes(""), "");
  }
};

class CompletesTooShort final : public WrongSession {
  LOCKSTEP_WRONG_SESSION(CompletesTooShort)
 public:
  std::string finish() override {
    std::string rest = inner().finish();
    if (rest.size() > 1) rest.pop_back();
    return rest;
  }
};

// Calls a schema empty that is not.
class BoundedIsEmpty final : public WalkSubject {
 public:
  explicit BoundedIsEmpty(std::unique_ptr<WalkSubject> healthy) : healthy_(std::move(healthy)) {}
  std::string name() const override { return "bounded_is_empty"; }
  WalkStart start(std::string_view schema) override {
    WalkStart started = healthy_->start(schema);
    const bool bounded = schema.find("\"maximum\"") != std::string_view::npos;
    if (bounded && started.session) {
      started.session.reset();
      started.compile.outcome = Compile::empty;
    }
    return started;
  }

 private:
  std::unique_ptr<WalkSubject> healthy_;
};

// All sessions of a start share the count.
class RefusesEveryThreeHundredth final : public WrongSession {
  LOCKSTEP_WRONG_SESSION(RefusesEveryThreeHundredth)
 public:
  bool accept_bytes(std::string_view bytes) override {
    return ++*steps_ % 300 != 0 && WrongSession::accept_bytes(bytes);
  }
  std::unique_ptr<WalkSession> fork() override {
    std::unique_ptr<WalkSession> copy = WrongSession::fork();
    static_cast<RefusesEveryThreeHundredth&>(*copy).steps_ = steps_;
    return copy;
  }

 private:
  std::shared_ptr<std::size_t> steps_ = std::make_shared<std::size_t>(0);
};

// Asked for the same schema once more, it starts another one.
class SecondStartDiffers final : public WalkSubject {
 public:
  explicit SecondStartDiffers(std::unique_ptr<WalkSubject> healthy) : healthy_(std::move(healthy)) {}
  std::string name() const override { return "second_start_differs"; }
  WalkStart start(std::string_view schema) override {
    if (last_ == schema) return healthy_->start(R"({"maxLength":3})");
    last_ = schema;
    return healthy_->start(schema);
  }

 private:
  std::unique_ptr<WalkSubject> healthy_;
  std::string last_;
};

}  // namespace

std::vector<MaskFault> step_faults() {
  using V = Verdict;
  std::vector<MaskFault> faults = {
      session_fault<EverySecondMaskEmpty>("every_second_mask_empty", "Asked again, the mask is empty.",
                                          V::inconsistent, "determinism"),
      session_fault<LongTokensNotTaken>("long_tokens_not_taken", "Tokens of several bytes are not taken.",
                                        V::inconsistent, "accept"),
      session_fault<RefusesEveryThreeHundredth>("refuses_every_three_hundredth",
                                                "Of 300 steps one is refused, whatever its bytes.",
                                                V::inconsistent, "replay"),
      session_fault<TakesWhatItForbids>("takes_what_it_forbids", "A token without its bit is swallowed.",
                                        V::inconsistent, "refusal"),
      session_fault<GoesOnAfterStop>("goes_on_after_stop", "After a stop token the text goes on.",
                                     V::inconsistent, "stop"),
      session_fault<CompletesTooShort>("completes_too_short", "Its own completion lacks the last byte.",
                                       V::dead_end, "finish"),
      session_fault<LongTokensForbidden>("long_tokens_forbidden", "Tokens of several bytes have no bit.",
                                         V::inconsistent, "token_split"),
      session_fault<LongTokensCutShort>("long_tokens_cut_short",
                                        "Of a token of several bytes the last byte is lost.", V::inconsistent,
                                        "retokenise"),
      {"second_start_differs", "What a schema allows depends on what was asked before.", V::inconsistent,
       "cold", false,
       [](std::unique_ptr<WalkSubject> healthy, const BytePath&) -> std::unique_ptr<WalkSubject> {
         return std::make_unique<SecondStartDiffers>(std::move(healthy));
       }},
      {"asks_no_further", "Any question of a running session is answered by a limit.", V::limit, "limit",
       false,
       [](std::unique_ptr<WalkSubject>, const BytePath& path) -> std::unique_ptr<WalkSubject> {
         engine::Limits limits;
         limits.running_steps = 0;
         limits.running_operations = 1;
         return make_engine_walk_subject(
             {engine::Policy::spec(), limits, path.vocabulary(), engine::MaskPath::memo});
       }},
      {"bounded_is_empty", "A schema with maximum is called empty.", V::over_reject, "compile", true,
       [](std::unique_ptr<WalkSubject> healthy, const BytePath&) -> std::unique_ptr<WalkSubject> {
         return std::make_unique<BoundedIsEmpty>(std::move(healthy));
       }},
  };
  return faults;
}

}  // namespace lockstep::conformance

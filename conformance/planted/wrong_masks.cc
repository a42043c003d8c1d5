// The faults: wrong languages told consistently, masks and sessions that contradict themselves, and keywords
// misread.
#include "lockstep/conformance/planted/wrong_masks.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "lockstep/conformance/planted/misreading.h"
#include "lockstep/conformance/planted/rewrite.h"
#include "lockstep/conformance/planted/wrong_session.h"
#include "lockstep/conformance/walk/place.h"

namespace lockstep::conformance {
namespace {

using Words = std::vector<std::uint32_t>;

void clear_stops(Words& mask, const engine::Vocabulary& vocabulary) {
  for (const std::uint32_t id : vocabulary.stop_ids()) mask[id / 32] &= ~(std::uint32_t{1} << (id % 32));
}

class StopsBeforeTheLastBracket final : public WrongSession {
  LOCKSTEP_WRONG_SESSION(StopsBeforeTheLastBracket)
 public:
  bool can_stop() override {
    const std::string rest = inner().finish();
    return inner().can_stop() || rest == "]" || rest == "}";
  }
  Words mask() override { return byte_path().mask(*this); }
};

class StopBitLostAfterDigit final : public WrongSession {
  LOCKSTEP_WRONG_SESSION(StopBitLostAfterDigit)
 public:
  bool can_stop() override { return inner().can_stop() && !digit_last(); }
  std::string finish() override {
    const std::string rest = inner().finish();
    const bool digit = rest.empty() ? digit_last() : rest.back() >= '0' && rest.back() <= '9';
    return digit ? rest + " " : rest;
  }
  Words mask() override {
    Words words = inner().mask();
    if (!can_stop()) clear_stops(words, byte_path().vocabulary());
    return words;
  }
  std::string forced() override { return inner().can_stop() ? "" : inner().forced(); }

 private:
  bool digit_last() const { return !bytes().empty() && bytes().back() >= '0' && bytes().back() <= '9'; }
};

class NothingAfterBackslash final : public WrongSession {
  LOCKSTEP_WRONG_SESSION(NothingAfterBackslash)
 public:
  std::vector<bool> allowed_bytes() override {
    return stuck() ? std::vector<bool>(256, false) : inner().allowed_bytes();
  }
  bool accept_bytes(std::string_view next) override { return !stuck() && WrongSession::accept_bytes(next); }
  Words mask() override { return byte_path().mask(*this); }

 private:
  bool stuck() const { return place_of(bytes()) == PrefixPlace::escape && bytes().back() == '\\'; }
};

// A language without one byte inside strings, and one with a byte too many.
class NoDeleteInStrings final : public WrongSession {
  LOCKSTEP_WRONG_SESSION(NoDeleteInStrings)
 public:
  std::vector<bool> allowed_bytes() override {
    std::vector<bool> allowed = inner().allowed_bytes();
    allowed[0x7f] = false;
    return allowed;
  }
  bool accept_bytes(std::string_view next) override {
    return next.find('\x7f') == std::string_view::npos && WrongSession::accept_bytes(next);
  }
  bool accept(std::uint32_t token) override {
    const engine::Vocabulary& vocabulary = byte_path().vocabulary();
    const bool text = token < vocabulary.size() && vocabulary.is_text(token);
    return (!text || vocabulary.bytes(token).find('\x7f') == std::string_view::npos) &&
           WrongSession::accept(token);
  }
  Words mask() override { return byte_path().mask(*this); }
};

class ControlInStrings final : public WrongSession {
  LOCKSTEP_WRONG_SESSION(ControlInStrings)
 public:
  std::vector<bool> allowed_bytes() override {
    std::vector<bool> allowed = inner().allowed_bytes();
    if (allowed['a'] && allowed['b']) allowed[0x01] = true;
    return allowed;
  }
  // The byte is taken and forgotten: as if it were not there.
  bool accept_bytes(std::string_view next) override {
    if (next != "\x01" || !allowed_bytes()[0x01]) return WrongSession::accept_bytes(next);
    return taken(inner().accept_bytes(""), next);
  }
  Words mask() override { return byte_path().mask(*this); }
};

class OneBitTooManyInStrings final : public WrongSession {
  LOCKSTEP_WRONG_SESSION(OneBitTooManyInStrings)
 public:
  Words mask() override {
    Words words = inner().mask();
    const std::uint32_t id = *byte_path().vocabulary().byte_token(0x0a);
    if (in_string(place_of(bytes()))) words[id / 32] |= std::uint32_t{1} << (id % 32);
    return words;
  }
};

class OneBitTooFewInNumbers final : public WrongSession {
  LOCKSTEP_WRONG_SESSION(OneBitTooFewInNumbers)
 public:
  Words mask() override {
    Words words = inner().mask();
    const std::uint32_t id = *byte_path().vocabulary().byte_token('0');
    if (place_of(bytes()) == PrefixPlace::number) words[id / 32] &= ~(std::uint32_t{1} << (id % 32));
    return words;
  }
};

class PaddingBit final : public WrongSession {
  LOCKSTEP_WRONG_SESSION(PaddingBit)
 public:
  Words mask() override {
    Words words = inner().mask();
    words.back() |= std::uint32_t{1} << 31U;
    return words;
  }
};

class StopTokensForgotten final : public WrongSession {
  LOCKSTEP_WRONG_SESSION(StopTokensForgotten)
 public:
  Words mask() override {
    Words words = inner().mask();
    clear_stops(words, byte_path().vocabulary());
    return words;
  }
};

class RollbackLost final : public WrongSession {
  LOCKSTEP_WRONG_SESSION(RollbackLost)
 public:
  bool rollback(std::size_t steps) override { return WrongSession::rollback(steps > 0 ? steps - 1 : 0); }
};

class ForksShare final : public WalkSession {
 public:
  ForksShare(std::shared_ptr<WalkSession> inner, const BytePath& byte_path)
      : inner_(std::move(inner)), path_(&byte_path) {}
  std::vector<bool> allowed_bytes() override { return inner_->allowed_bytes(); }
  bool accept_bytes(std::string_view bytes) override { return inner_->accept_bytes(bytes); }
  bool can_stop() override { return inner_->can_stop(); }
  std::string finish() override { return inner_->finish(); }
  std::string forced() override { return inner_->forced(); }
  Words mask() override { return inner_->mask(); }
  bool accept(std::uint32_t token) override { return inner_->accept(token); }
  bool rollback(std::size_t steps) override { return inner_->rollback(steps); }
  // The second fork of each session is its own: the first one, by which a walk begins, must work for a while.
  std::unique_ptr<WalkSession> fork() override {
    if (forks_++ % 3 == 2) return std::make_unique<ForksShare>(inner_, *path_);
    return std::make_unique<ForksShare>(std::shared_ptr<WalkSession>(inner_->fork()), *path_);
  }
  std::uint64_t overruns() override { return inner_->overruns(); }

 private:
  std::shared_ptr<WalkSession> inner_;
  const BytePath* path_;
  std::size_t forks_ = 0;
};

// Two places are taken for one: the mask is that of the first place met whose text has the same length
// modulo 7.
class MaskMemoTooCoarse final : public WrongSession {
 public:
  using Memo = std::shared_ptr<std::vector<Words>>;
  MaskMemoTooCoarse(std::unique_ptr<WalkSession> inner_session, const BytePath& path,
                    Memo memo = std::make_shared<std::vector<Words>>(7))
      : WrongSession(std::move(inner_session), path), memo_(std::move(memo)) {}
  Words mask() override {
    Words& words = (*memo_)[bytes().size() % 7];
    if (words.empty()) words = inner().mask();
    return words;
  }

 protected:
  std::unique_ptr<WrongSession> wrap(std::unique_ptr<WalkSession> inner_session) override {
    return std::make_unique<MaskMemoTooCoarse>(std::move(inner_session), byte_path(), memo_);
  }

 private:
  Memo memo_;
};

class ForcedTooFar final : public WrongSession {
  LOCKSTEP_WRONG_SESSION(ForcedTooFar)
 public:
  std::string forced() override {
    const std::vector<bool> allowed = inner().allowed_bytes();
    const std::string bytes = inner().forced();
    if (!bytes.empty()) return bytes;
    for (unsigned byte = 0x21; byte < 0x7f; ++byte) {
      if (allowed[byte]) return std::string(1, static_cast<char>(byte));
    }
    return "";
  }
};

class LastByteOfPieceLost final : public WrongSession {
  LOCKSTEP_WRONG_SESSION(LastByteOfPieceLost)
 public:
  bool accept_bytes(std::string_view next) override {
    return WrongSession::accept_bytes(next.size() > 2 ? next.substr(0, next.size() - 1) : next);
  }
};

void first_branch_only(oracle::JsonValue& schema, std::string_view keyword) {
  if (oracle::JsonValue* branches = find_member(schema, keyword);
      branches != nullptr && branches->items.size() > 1) {
    branches->items.resize(1);
  }
}

MaskFault each_misread(std::string name, std::string sentence, Verdict verdict, std::string check,
                       std::function<void(oracle::JsonValue&)> edit) {
  return misread(std::move(name), std::move(sentence), verdict, std::move(check),
                 [edit = std::move(edit)](oracle::JsonValue& schema) { for_each_schema(schema, edit); });
}

std::vector<MaskFault> make_faults() {
  using V = Verdict;
  return {
      each_misread("all_of_first", "Of allOf only the first branch counts.", V::over_accept, "stop_bit",
                   [](oracle::JsonValue& schema) { first_branch_only(schema, "allOf"); }),
      each_misread("any_of_first", "Of anyOf only the first branch counts.", V::mask_too_narrow, "next_byte",
                   [](oracle::JsonValue& schema) { first_branch_only(schema, "anyOf"); }),
      session_fault<ControlInStrings>("control_in_strings", "Strings may hold the byte 01.", V::mask_too_wide,
                                      "next_byte", true),
      each_misread("exclusive_is_inclusive", "An exclusive minimum admits its own value.", V::over_accept,
                   "stop_bit",
                   [](oracle::JsonValue& schema) { rename_member(schema, "exclusiveMinimum", "minimum"); }),
      session_fault<ForcedTooFar>("forced_too_far", "A byte is called forced where others may come.",
                                  V::inconsistent, "forced"),
      session_fault<ForksShare>("forks_share", "Every third fork is the session itself.", V::inconsistent,
                                "fork"),
      session_fault<LastByteOfPieceLost>("last_byte_lost",
                                         "Of a piece of three bytes or more the last is dropped.",
                                         V::inconsistent, "split"),
      session_fault<MaskMemoTooCoarse>("memo_too_coarse", "Masks are remembered by too little of the state.",
                                       V::inconsistent, "byte_path"),
      session_fault<NoDeleteInStrings>("no_delete_in_strings", "Strings may not hold U+007F.",
                                       V::mask_too_narrow, "next_byte"),
      session_fault<NothingAfterBackslash>("nothing_after_backslash",
                                           "Nothing may follow a backslash that is allowed.", V::dead_end,
                                           "next_byte", true),
      session_fault<OneBitTooFewInNumbers>("one_bit_too_few", "Inside numbers one token's bit is lost.",
                                           V::mask_too_narrow, "token_filter"),
      session_fault<OneBitTooManyInStrings>("one_bit_too_many",
                                            "Inside strings one token's bit is set too many.",
                                            V::mask_too_wide, "token_filter"),
      session_fault<PaddingBit>("padding_bit", "A bit beyond the vocabulary is set.", V::inconsistent,
                                "clear_bits"),
      each_misread("required_ignored", "required says nothing.", V::over_accept, "stop_bit",
                   [](oracle::JsonValue& schema) { erase_member(schema, "required"); }),
      session_fault<RollbackLost>("rollback_lost", "Of the steps to undo one is kept.", V::inconsistent,
                                  "rollback"),
      session_fault<StopBitLostAfterDigit>("stop_bit_lost", "A text that ends in a digit may not stop.",
                                           V::over_reject, "stop_bit", true),
      session_fault<StopTokensForgotten>("stop_tokens_forgotten", "The mask has no stop tokens.",
                                         V::inconsistent, "byte_path"),
      session_fault<StopsBeforeTheLastBracket>("stops_early", "A text may stop where one bracket is missing.",
                                               V::over_accept, "stop_bit", true),
  };
}

}  // namespace

const std::vector<MaskFault>& mask_faults() {
  static const std::vector<MaskFault> kFaults = [] {
    std::vector<MaskFault> all = make_faults();
    for (std::vector<MaskFault> more : {step_faults(), misread_faults(), shortsighted_faults()})
      std::move(more.begin(), more.end(), std::back_inserter(all));
    std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
    return all;
  }();
  return kFaults;
}

}  // namespace lockstep::conformance

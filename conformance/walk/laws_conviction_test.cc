// Each law can fail: a session with one fault, and the law that convicts it by name.
#include <gtest/gtest.h>

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "lockstep/conformance/generate/vocabulary_generator.h"
#include "lockstep/conformance/planted/wrong_masks.h"
#include "lockstep/conformance/planted/wrong_session.h"
#include "lockstep/conformance/walk/byte_choice.h"
#include "lockstep/conformance/walk/enforced_schemas.h"
#include "lockstep/conformance/walk/laws.h"

namespace lockstep::conformance {
namespace {

using Words = std::vector<std::uint32_t>;

void flip(Words& mask, std::uint32_t id) { mask[id / 32] ^= std::uint32_t{1} << (id % 32); }

// Clears the lowest bit that is set, if any.
void lose_one(Words& mask) {
  for (std::uint32_t& word : mask) {
    if (word == 0) continue;
    word &= word - 1;
    return;
  }
}

class EverySecondMask final : public WrongSession {
  LOCKSTEP_WRONG_SESSION(EverySecondMask)
 public:
  Words mask() override {
    Words words = inner().mask();
    if (asked_++ % 2 == 1) lose_one(words);
    return words;
  }

 private:
  std::size_t asked_ = 0;
};

class SpecialBit final : public WrongSession {
  LOCKSTEP_WRONG_SESSION(SpecialBit)
 public:
  Words mask() override {
    Words words = inner().mask();
    const engine::Vocabulary& vocabulary = byte_path().vocabulary();
    for (std::uint32_t id = 0; id < vocabulary.size(); ++id) {
      if (vocabulary.kind(id) == engine::TokenKind::special && !vocabulary.is_stop(id)) flip(words, id);
    }
    return words;
  }
};

class TakesAnything final : public WrongSession {
  LOCKSTEP_WRONG_SESSION(TakesAnything)
 public:
  bool accept(std::uint32_t token) override {
    return WrongSession::accept(token) || taken(inner().accept_bytes(""), "");
  }
};

class RefusesSome final : public WrongSession {
  LOCKSTEP_WRONG_SESSION(RefusesSome)
 public:
  bool accept(std::uint32_t token) override { return token % 3 != 0 && WrongSession::accept(token); }
};

// After a token of several bytes the mask is not that of its bytes.
class TokensAreNotTheirBytes final : public WrongSession {
  LOCKSTEP_WRONG_SESSION(TokensAreNotTheirBytes)
 public:
  bool accept(std::uint32_t token) override {
    const std::size_t before = bytes().size();
    if (!WrongSession::accept(token)) return false;
    odd_ = bytes().size() > before + 1;
    return true;
  }
  bool rollback(std::size_t steps) override {
    odd_ = odd_ && steps == 0;
    return WrongSession::rollback(steps);
  }
  Words mask() override {
    Words words = inner().mask();
    if (odd_) lose_one(words);
    return words;
  }

 private:
  bool odd_ = false;
};

class LongTokensLost final : public WrongSession {
  LOCKSTEP_WRONG_SESSION(LongTokensLost)
 public:
  Words mask() override {
    Words words = inner().mask();
    const engine::Vocabulary& vocabulary = byte_path().vocabulary();
    for (std::uint32_t id = 0; id < vocabulary.size(); ++id) {
      if (bit(words, id) && vocabulary.is_text(id) && vocabulary.bytes(id).size() > 1) flip(words, id);
    }
    return words;
  }
};

class ForcedTooShort final : public WrongSession {
  LOCKSTEP_WRONG_SESSION(ForcedTooShort)
 public:
  std::string forced() override {
    const std::string bytes = inner().forced();
    return bytes.substr(0, bytes.empty() ? 0 : bytes.size() - 1);
  }
};

class StopTokenNeverTaken final : public WrongSession {
  LOCKSTEP_WRONG_SESSION(StopTokenNeverTaken)
 public:
  bool accept(std::uint32_t token) override {
    return !byte_path().vocabulary().is_stop(token) && WrongSession::accept(token);
  }
};

// One step is undone well, more lose one.
class DeepRollbackLost final : public WrongSession {
  LOCKSTEP_WRONG_SESSION(DeepRollbackLost)
 public:
  bool rollback(std::size_t steps) override { return WrongSession::rollback(steps > 1 ? steps - 1 : steps); }
};

// Each fork is the session itself.
class ForksAreOne final : public WalkSession {
 public:
  ForksAreOne(std::shared_ptr<WalkSession> inner, const BytePath& /*byte_path*/) : inner_(std::move(inner)) {}
  std::vector<bool> allowed_bytes() override { return inner_->allowed_bytes(); }
  bool accept_bytes(std::string_view bytes) override { return inner_->accept_bytes(bytes); }
  bool can_stop() override { return inner_->can_stop(); }
  std::string finish() override { return inner_->finish(); }
  std::string forced() override { return inner_->forced(); }
  Words mask() override { return inner_->mask(); }
  bool accept(std::uint32_t token) override { return inner_->accept(token); }
  bool rollback(std::size_t steps) override { return inner_->rollback(steps); }
  std::unique_ptr<WalkSession> fork() override { return std::make_unique<ForksAreOne>(*this); }
  std::uint64_t overruns() override { return inner_->overruns(); }

 private:
  std::shared_ptr<WalkSession> inner_;
};

class CaseTeller {
 public:
  explicit CaseTeller(std::uint64_t seed) : choices_(seeded_bytes(seed)) {
    schema_ = write_tree(generate_enforced_schema(choices_).root);
  }

  // Findings by law over some prefixes of this seed's schema.
  LawCounts found_by(WalkSubject& subject, const BytePath& byte_path) {
    LawCounts by;
    const WalkStart started = subject.start(schema_);
    if (!started.session) return by;
    const auto session = started.session->fork();
    std::string prefix;
    std::vector<Finding> found;
    std::vector<Seen> seen;
    for (int step = 0; step < 10; ++step) {
      const auto here = session->fork();
      check_laws(byte_path, *started.session, *here, prefix, here->mask(), choices_, found, compared_);
      seen.push_back(look(*session->fork(), prefix));
      const auto next = choose_byte(session->allowed_bytes(), choices_);
      if (!next || !session->accept_bytes(std::string(1, static_cast<char>(*next)))) break;
      prefix += static_cast<char>(*next);
    }
    const WalkStart cold = subject.start(schema_);
    if (cold.session) check_cold(*cold.session, seen, choices_, "cold", found, compared_);
    for (const Finding& one : found) ++by[one.check];
    return by;
  }

 private:
  Choices choices_;
  std::string schema_;
  LawCounts compared_;
};

using Make = std::function<std::unique_ptr<WalkSubject>(std::unique_ptr<WalkSubject>, const BytePath&)>;

LawCounts convictions(const Make& make) {
  LawCounts by;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    Choices choices(seeded_bytes(seed + 1000));
    const engine::Vocabulary vocabulary = generate_vocabulary(choices, {.every_byte = true});
    const BytePath byte_path(vocabulary);
    auto healthy = make_engine_walk_subject({engine::Policy::spec(), {}, vocabulary, engine::MaskPath::memo});
    const auto subject = make ? make(std::move(healthy), byte_path) : std::move(healthy);
    for (const auto& [law, count] : CaseTeller(seed).found_by(*subject, byte_path)) by[law] += count;
  }
  return by;
}

template <typename Session>
Make wrong() {
  return [](std::unique_ptr<WalkSubject> healthy, const BytePath& byte_path) -> std::unique_ptr<WalkSubject> {
    return std::make_unique<WrongSessions<Session>>("wrong", std::move(healthy), byte_path);
  };
}

Make planted(const std::string& name) {
  for (const MaskFault& fault : mask_faults()) {
    if (fault.name == name) return fault.make;
  }
  ADD_FAILURE() << "no fault is called " << name;
  return {};
}

// Every start but the first has another language.
class SecondStartDiffers final : public WalkSubject {
 public:
  explicit SecondStartDiffers(std::unique_ptr<WalkSubject> healthy) : healthy_(std::move(healthy)) {}
  std::string name() const override { return "wrong"; }
  WalkStart start(std::string_view schema) override {
    return healthy_->start(starts_++ == 0 ? schema : R"({"type":"null"})");
  }

 private:
  std::unique_ptr<WalkSubject> healthy_;
  std::size_t starts_ = 0;
};

TEST(LawsConviction, EachLawConvictsAFaultyEngineByName) {
  const std::vector<std::pair<std::string, Make>> faulty = {
      {"determinism", wrong<EverySecondMask>()},
      {"byte_path", planted("one_bit_too_few")},
      {"clear_bits", wrong<SpecialBit>()},
      {"refusal", wrong<TakesAnything>()},
      {"fork", wrong<ForksAreOne>()},
      {"split", planted("last_byte_lost")},
      {"retokenise", wrong<TokensAreNotTheirBytes>()},
      {"token_split", wrong<LongTokensLost>()},
      {"forced", wrong<ForcedTooShort>()},
      {"forced", planted("forced_too_far")},
      {"accept", wrong<RefusesSome>()},
      {"stop", wrong<StopTokenNeverTaken>()},
      {"rollback", wrong<DeepRollbackLost>()},
      {"rollback", planted("rollback_lost")},
      {"cold",
       [](std::unique_ptr<WalkSubject> healthy, const BytePath&) -> std::unique_ptr<WalkSubject> {
         return std::make_unique<SecondStartDiffers>(std::move(healthy));
       }},
  };
  std::set<std::string> shown = {};
  for (const auto& [law, make] : faulty) {
    const LawCounts by = convictions(make);
    std::string all;
    for (const auto& [name, count] : by) all += name + " " + std::to_string(count) + ", ";
    EXPECT_GE(by.contains(law) ? by.at(law) : 0, 1U) << law << " is not among: " << all;
    shown.insert(law);
  }
  for (const std::string& law : law_names()) EXPECT_TRUE(shown.contains(law)) << law;
}

TEST(LawsConviction, TheHealthyEngineBreaksNone) { EXPECT_EQ(convictions({}), LawCounts{}); }

}  // namespace
}  // namespace lockstep::conformance

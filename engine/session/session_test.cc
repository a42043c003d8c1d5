// Sessions: what every decoder relies on, on random languages and vocabularies; error codes on small ones.
#include "lockstep/engine/session/session.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>

#include "lockstep/engine/mask/random_language.h"
#include "lockstep/engine/vocabulary/builtin.h"

namespace lockstep::engine {
namespace {

using test_languages::RandomLanguages;

std::optional<Constraint> compiled(const std::string& schema, const Policy& policy) {
  auto made = compile_schema(schema, {}, {}, policy);
  if (auto* constraint = std::get_if<Constraint>(&made)) return std::move(*constraint);
  return std::nullopt;
}

Session session_of(const std::string& schema, const Policy& policy = Policy::spec()) {
  return {compiled(schema, policy).value(), builtin_vocabulary()};
}

std::vector<std::uint32_t> mask_of(Session& session) {
  std::vector<std::uint32_t> words(session.mask_words());
  EXPECT_TRUE(session.mask(words).ok());
  return words;
}

bool bit(const std::vector<std::uint32_t>& words, TokenId id) {
  return (words[id / 32] >> (id % 32) & 1U) != 0;
}

// Every property of one point of a text. The session itself is left as it was.
class Point {
 public:
  Point(RandomLanguages& random, const Vocabulary& vocabulary, Session& session)
      : random_(random), vocabulary_(vocabulary), session_(session), mask_(mask_of(session)) {}

  const std::vector<std::uint32_t>& mask() const { return mask_; }

  void bits_are_what_accept_says() {
    for (TokenId id = 0; id < vocabulary_.size(); ++id) {
      EXPECT_EQ(bit(mask_, id), session_.fork().accept(id).ok()) << "token " << id;
    }
    for (std::size_t id = vocabulary_.size(); id < mask_.size() * 32; ++id) {
      EXPECT_FALSE(bit(mask_, static_cast<TokenId>(id))) << "padding " << id;
    }
    const std::vector<bool> bytes = session_.allowed_bytes();
    for (unsigned b = 0; b < 256; ++b) {
      const auto token = vocabulary_.byte_token(static_cast<std::uint8_t>(b));
      EXPECT_EQ(bytes[b], bit(mask_, token.value())) << "byte " << b;
    }
  }

  void stops_are_the_stop_bit() {
    for (const TokenId id : vocabulary_.stop_ids()) {
      EXPECT_EQ(bit(mask_, id), session_.can_stop());
      Session after = session_.fork();
      if (!after.accept(id).ok()) continue;
      EXPECT_TRUE(after.stopped());
      EXPECT_FALSE(after.can_stop());
      EXPECT_EQ(after.forced(), "");
      for (const std::uint32_t word : mask_of(after)) EXPECT_EQ(word, 0U);
      EXPECT_EQ(after.accept(id).error().code, "after_stop");
      EXPECT_EQ(after.accept_bytes(" ").error().code, "after_stop");
      EXPECT_TRUE(after.rollback(1).ok());
      EXPECT_EQ(mask_of(after), mask_);
    }
  }

  void forced_bytes_are_the_only_ones() {
    Session at = session_.fork();
    const std::string forced = at.forced(200);
    for (const char byte : forced) {
      EXPECT_FALSE(at.can_stop());
      const std::vector<bool> allowed = at.allowed_bytes();
      EXPECT_EQ(std::count(allowed.begin(), allowed.end(), true), 1);
      EXPECT_TRUE(allowed[static_cast<std::uint8_t>(byte)]);
      EXPECT_TRUE(at.accept_bytes(std::string_view(&byte, 1)).ok());
    }
    const std::vector<bool> allowed = at.allowed_bytes();
    EXPECT_TRUE(forced.size() == 200 || at.can_stop() ||
                std::count(allowed.begin(), allowed.end(), true) != 1);
  }

  void some_text_ends_it() {
    Session at = session_.fork();
    EXPECT_TRUE(at.accept_bytes(at.finish()).ok());
    EXPECT_TRUE(at.can_stop());
    EXPECT_TRUE(std::any_of(mask_.begin(), mask_.end(), [](std::uint32_t word) { return word != 0; }))
        << "dead end";
  }

  // The bytes of `token` in one, byte by byte, and as other tokens: the same point.
  void split_and_spelled_otherwise(TokenId token) {
    const std::string_view bytes = vocabulary_.bytes(token);
    Session whole = session_.fork();
    ASSERT_TRUE(whole.accept(token).ok());
    Session single = session_.fork();
    for (const char byte : bytes) ASSERT_TRUE(single.accept_bytes(std::string_view(&byte, 1)).ok());
    Session other = session_.fork();
    for (std::size_t at = 0; at < bytes.size();) {
      std::vector<TokenId> fits;
      for (TokenId id = 0; id < vocabulary_.size(); ++id) {
        if (vocabulary_.is_text(id) && bytes.substr(at).starts_with(vocabulary_.bytes(id)))
          fits.push_back(id);
      }
      const TokenId next = fits[random_.below(fits.size())];
      ASSERT_TRUE(other.accept(next).ok());
      at += vocabulary_.bytes(next).size();
    }
    const auto mask = mask_of(whole);
    EXPECT_EQ(mask, mask_of(single));
    EXPECT_EQ(mask, mask_of(other));
    EXPECT_EQ(whole.forced(50), other.forced(50));
    EXPECT_TRUE(other.rollback(other.steps() - session_.steps()).ok());
    EXPECT_EQ(mask_, mask_of(other));
  }

  // A token that the mask allows, if there is one.
  std::optional<TokenId> choose() {
    std::vector<TokenId> allowed;
    for (TokenId id = 0; id < vocabulary_.size(); ++id) {
      if (bit(mask_, id) && !vocabulary_.is_stop(id)) allowed.push_back(id);
    }
    if (allowed.empty()) return std::nullopt;
    const std::string rest = session_.finish();
    // Half of the steps go where the text ends soonest, so that structure is met as often as the inside of
    // strings.
    if (!rest.empty() && random_.below(2) == 0)
      return vocabulary_.byte_token(static_cast<std::uint8_t>(rest[0]));
    return allowed[random_.below(allowed.size())];
  }

 private:
  RandomLanguages& random_;
  const Vocabulary& vocabulary_;
  Session& session_;
  std::vector<std::uint32_t> mask_;
};

// Walks one language; returns the points visited.
std::size_t walk(RandomLanguages& random, const std::string& schema, const Policy& policy,
                 const Vocabulary& vocabulary) {
  const Constraint constraint = compiled(schema, policy).value();
  Session session(constraint, vocabulary);
  Session slow(constraint, vocabulary, MaskPath::tokens);
  std::vector<std::vector<std::uint32_t>> masks;  // at 0, 1, 2, ... steps
  std::vector<TokenId> tokens;
  for (int step = 0; step < 16 && !testing::Test::HasFailure(); ++step) {
    Point point(random, vocabulary, session);
    EXPECT_EQ(point.mask(), mask_of(slow));
    point.bits_are_what_accept_says();
    point.stops_are_the_stop_bit();
    point.forced_bytes_are_the_only_ones();
    point.some_text_ends_it();
    masks.push_back(point.mask());
    const std::optional<TokenId> token = point.choose();
    if (!token) break;
    point.split_and_spelled_otherwise(*token);
    EXPECT_TRUE(session.accept(*token).ok());
    EXPECT_TRUE(slow.accept(*token).ok());
    tokens.push_back(*token);
  }
  if (testing::Test::HasFailure()) return masks.size();
  // Cold: another constraint of the same text, asked for the same points in the same order.
  const Constraint again = compiled(schema, policy).value();
  EXPECT_EQ(again.identity(), constraint.identity());
  Session cold(again, vocabulary);
  for (std::size_t i = 0; i < masks.size(); ++i) {
    EXPECT_EQ(mask_of(cold), masks[i]) << "cold";
    EXPECT_TRUE(i == tokens.size() || cold.accept(tokens[i]).ok());
  }
  // Back and forth over the whole history.
  for (std::size_t back = masks.size(); back-- > 0;) {
    EXPECT_TRUE(session.rollback(session.steps() - back).ok());
    EXPECT_EQ(mask_of(session), masks[back]) << "rolled back to " << back;
  }
  cold.reset();
  EXPECT_EQ(cold.steps(), 0U);
  EXPECT_EQ(mask_of(cold), masks[0]);
  return masks.size();
}

TEST(Session, KeepsItsPromisesOnRandomLanguages) {
  RandomLanguages random(test_languages::seed_or(31));
  std::size_t points = 0;
  int languages = 0;
  for (int tries = 0; tries < 300 && languages < 80 && !HasFailure(); ++tries) {
    const std::string schema = random.schema();
    const Policy policy = random.policy();
    if (!compiled(schema, policy)) continue;
    ++languages;
    SCOPED_TRACE(schema + " " + canonical_text(policy));
    points += walk(random, schema, policy, random.vocabulary(languages % 20 == 0 ? 500 : 0));
  }
  EXPECT_EQ(languages, 80);
  EXPECT_GT(points, 700U);
}

TEST(Session, ErrorsChangeNothing) {
  Session session = session_of(R"({"type":"integer","maximum":12})", Policy::model());
  const Vocabulary& vocabulary = builtin_vocabulary();
  ASSERT_TRUE(session.accept_bytes("1").ok());
  const auto before = mask_of(session);
  EXPECT_EQ(session.accept(vocabulary.size()).error().code, "token_out_of_range");
  EXPECT_EQ(session.accept(vocabulary.byte_token('x').value()).error().code, "token_not_allowed");
  EXPECT_EQ(session.accept(vocabulary.stop_ids()[0] - 1).error().code, "token_not_allowed");
  const auto died = session.accept_bytes("2x");
  EXPECT_EQ(died.error().code, "byte_not_allowed");
  EXPECT_EQ(died.error().offset, 1U);
  EXPECT_EQ(session.rollback(2).error().code, "rollback_too_far");
  std::vector<std::uint32_t> small(session.mask_words() - 1);
  EXPECT_EQ(session.mask(small).error().code, "buffer_too_small");
  Cancellation cancellation;
  cancellation.cancel();
  std::vector<std::uint32_t> words(session.mask_words(), 7);
  Session slow = session_of("true");
  EXPECT_EQ(slow.mask(words, &cancellation).error().code, "cancelled");
  EXPECT_EQ(session.steps(), 1U);
  EXPECT_EQ(mask_of(session), before);
}

TEST(Session, StopsOnlyWhereTheTextIsComplete) {
  Session session = session_of(R"({"enum":[[1]]})", Policy::canonical());
  const TokenId stop = builtin_vocabulary().stop_ids()[0];
  EXPECT_EQ(session.forced(), "[1]");
  EXPECT_EQ(session.forced(2), "[1");
  EXPECT_EQ(session.accept(stop).error().code, "token_not_allowed");
  ASSERT_TRUE(session.accept_bytes("[1]").ok());
  EXPECT_EQ(session.forced(), "");
  ASSERT_TRUE(session.accept(stop).ok());
  EXPECT_TRUE(session.stopped());
  EXPECT_EQ(session.steps(), 2U);
}

TEST(Session, ForksGoTheirOwnWays) {
  Session session = session_of(R"({"enum":["left","right"]})", Policy::canonical());
  ASSERT_TRUE(session.accept_bytes("\"").ok());
  Session fork = session.fork();
  ASSERT_TRUE(session.accept_bytes("l").ok());
  ASSERT_TRUE(fork.accept_bytes("r").ok());
  EXPECT_EQ(session.forced(), "eft\"");
  EXPECT_EQ(fork.forced(), "ight\"");
  ASSERT_TRUE(fork.rollback(2).ok());
  EXPECT_EQ(fork.steps(), 0U);
  EXPECT_EQ(session.steps(), 2U);
}

TEST(Session, SaysWhatJudgesTheNextByte) {
  Session session = session_of(R"({"properties":{"a":{"type":"integer"}},"required":["a"],"type":"object"})");
  ASSERT_TRUE(session.accept_bytes(R"({"a":)").ok());
  EXPECT_EQ(session.describe(), "/properties/a");
}

TEST(Constraint, IdentityHoldsEverythingThatDecidesTheLanguage) {
  const std::string text = R"({"type":"integer"})";
  const std::string base = compiled(text, Policy::spec()).value().identity();
  EXPECT_EQ(base.size(), 64U);
  EXPECT_EQ(compiled(text, Policy::spec()).value().identity(), base);
  EXPECT_NE(compiled(text + " ", Policy::spec()).value().identity(), base);
  EXPECT_NE(compiled(text, Policy::model()).value().identity(), base);
  const auto with = [&](const Registry& registry, const SchemaOptions& options) {
    return std::get<Constraint>(compile_schema(text, registry, options, Policy::spec())).identity();
  };
  EXPECT_NE(with({{"https://example.com/a", "true"}}, {}), base);
  SchemaOptions asserted;
  asserted.assert_formats = true;
  EXPECT_NE(with({}, asserted), base);
}

TEST(Constraint, CountsWhatItsSessionsDid) {
  const Constraint constraint = compiled("true", Policy::spec()).value();
  Session first(constraint, builtin_vocabulary());
  Session second(constraint, builtin_vocabulary());
  EXPECT_EQ(mask_of(first), mask_of(second));
  const Constraint::Counters counters = constraint.counters();
  EXPECT_EQ(counters.masks_built, 1U);
  EXPECT_EQ(counters.mask_hits, 1U);
  EXPECT_EQ(counters.mask_bytes, first.mask_words() * sizeof(std::uint32_t));
  EXPECT_EQ(counters.overruns, 0U);
  EXPECT_GT(counters.bytes, 0U);
  // The bytes of the tokens that masks walk leave no states behind; those of a text do.
  ASSERT_TRUE(first.accept_bytes("[1").ok());
  EXPECT_EQ(constraint.counters().states, counters.states + 4);
}

}  // namespace
}  // namespace lockstep::engine

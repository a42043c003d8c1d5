// What makes it hostile is really in it, for every seed; seed 1 is pinned.
#include "lockstep/conformance/vocabulary/hostile_vocabulary.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "lockstep/conformance/vocabulary/vocabulary_pins.h"
#include "lockstep/engine/vocabulary/anomalies.h"

namespace lockstep::conformance {
namespace {

using engine::TokenId;
using engine::TokenKind;
using engine::Vocabulary;

std::size_t count(const Vocabulary& vocabulary, bool (*wanted)(std::string_view)) {
  std::size_t found = 0;
  for (TokenId id = 0; id < vocabulary.size(); ++id) {
    found += vocabulary.is_text(id) && wanted(vocabulary.bytes(id)) ? 1U : 0U;
  }
  return found;
}

TEST(HostileVocabulary, HoldsEveryHostilityForEverySeed) {
  for (const std::uint64_t seed : {1, 2, 3, 77}) {
    const Vocabulary vocabulary = hostile_vocabulary(seed);
    const engine::Anomalies found = engine::find_anomalies(vocabulary);
    EXPECT_GE(vocabulary.size(), 2500U);
    EXPECT_GT(vocabulary.logit_width(), vocabulary.size());
    EXPECT_NE(vocabulary.logit_width() % 32, 0U) << "the last word has padding";
    EXPECT_EQ(found.missing_bytes, 0U);
    EXPECT_EQ(found.empty, 5U);
    EXPECT_GE(found.duplicates, 300U);
    EXPECT_GE(found.not_utf8, 500U);
    EXPECT_EQ(found.by_kind[static_cast<std::size_t>(TokenKind::byte)], 256U);
    EXPECT_GE(found.by_kind[static_cast<std::size_t>(TokenKind::control)], 8U);
    EXPECT_GE(found.by_kind[static_cast<std::size_t>(TokenKind::special)], 3U);
    EXPECT_GE(found.by_kind[static_cast<std::size_t>(TokenKind::unused)], 3U);
    EXPECT_EQ(vocabulary.stop_ids().size(), 2U);
    EXPECT_GE(vocabulary.bytes(found.longest.front()).size(), 100'000U);
    EXPECT_GE(count(vocabulary, [](std::string_view b) { return b.size() > 20'000; }), 12U);
    EXPECT_GE(count(vocabulary, [](std::string_view b) { return (b[0] & 0xc0) == 0x80; }), 100U)
        << "begins inside a character";
    EXPECT_GE(count(vocabulary, [](std::string_view b) { return (b.back() & 0xc0) == 0xc0; }), 30U)
        << "ends inside a character";
    EXPECT_GE(count(vocabulary, [](std::string_view b) { return b.find("\":") < b.size(); }), 50U)
        << "goes on after the quote";
    EXPECT_GE(count(vocabulary, [](std::string_view b) { return b.ends_with("\\"); }), 20U)
        << "ends inside an escape";
  }
}

TEST(HostileVocabulary, NamesOfMarkersAreJson) {
  const Vocabulary vocabulary = hostile_vocabulary(1);
  std::set<std::string> names;
  for (TokenId id = 0; id < vocabulary.size(); ++id) {
    if (vocabulary.kind(id) == TokenKind::control) names.emplace(vocabulary.bytes(id));
  }
  EXPECT_TRUE(names.contains("\"") && names.contains("{}") && names.contains("true") && names.contains(""));
}

TEST(HostileVocabulary, TheSameSeedIsTheSameContractAndAnotherAnother) {
  EXPECT_EQ(hostile_vocabulary(5).identity(), hostile_vocabulary(5).identity());
  EXPECT_NE(hostile_vocabulary(5).identity(), hostile_vocabulary(6).identity());
  EXPECT_EQ(hostile_vocabulary(1).identity(), kHostileIdentity);
}

TEST(HostileVocabulary, HasAName) {
  EXPECT_EQ(open_vocabulary("hostile", "/no/such/folder")->identity(), kHostileIdentity);
  EXPECT_EQ(open_vocabulary("hostile:6", "/no/such/folder")->identity(), hostile_vocabulary(6).identity());
  EXPECT_EQ(open_vocabulary("hostile:x", "").error().code, "unknown_vocabulary");
  EXPECT_EQ(open_vocabulary("hostile:", "").error().code, "unknown_vocabulary");
  engine::VocabularyOptions options;
  options.logit_width = 60000;
  EXPECT_EQ(open_vocabulary("hostile", "", options).error().code, "bad_option");
}

}  // namespace
}  // namespace lockstep::conformance

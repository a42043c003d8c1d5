// The invariants of the generator; that gold answers and wrong ones are scored so is tested with the scorer.
#include "lockstep/quality/task/extraction.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "lockstep/engine/base/sha256.h"

namespace lockstep::quality {
namespace {

std::string digest(const std::vector<Item>& items) {
  std::string all;
  for (const Item& item : items) all += digest_of(item);
  return engine::sha256_hex(all);
}

// A compiler that orders the choices otherwise would change it.
TEST(Extraction, TheSameSeedGivesTheSameBytesEverywhere) {
  EXPECT_EQ(digest(extraction_items("extraction", 1, 60, 2)),
            digest(extraction_items("extraction", 1, 60, 2)));
  EXPECT_NE(digest(extraction_items("extraction", 1, 60, 2)),
            digest(extraction_items("extraction", 2, 60, 2)));
  EXPECT_EQ(extraction_items("extraction", 1, 1, 0)[0].document,
            "order \"J-7076\", customer \"Nora Berg\", items 5, status \"paid\".");
}

TEST(Extraction, TheDocumentTellsTheRecordAndOnlyIt) {
  std::size_t told = 0;
  std::size_t absent = 0;
  for (std::size_t difficulty = 0; difficulty <= 3; ++difficulty) {
    for (const Item& item : extraction_items("extraction", 5, 150, difficulty)) {
      for (const Field& field : item.fields) {
        const bool named = item.document.find(field.name) != std::string::npos;
        EXPECT_EQ(named, field.value.has_value()) << item.document;
        if (field.value) {
          EXPECT_NE(item.document.find(*field.value), std::string::npos) << item.document;
        }
        ++(field.value ? told : absent);
      }
      EXPECT_EQ(gold_json(item.fields), item.gold);
      EXPECT_GE(item.wrong.size(), item.fields.size());
    }
  }
  EXPECT_GT(told, 2000U);
  EXPECT_GT(absent, 100U);
}

TEST(Extraction, IdsAreUniqueAndEveryTemplateComes) {
  std::set<std::string> ids;
  std::map<std::string, std::size_t> clusters;
  for (const Item& item : extraction_items("extraction", 5, 90, 2)) {
    EXPECT_TRUE(ids.insert(item.id).second);
    ++clusters[item.cluster];
  }
  EXPECT_EQ(clusters, (std::map<std::string, std::size_t>{{"form", 30}, {"letter", 30}, {"log", 30}}));
}

// No document of one prefix is one of the other.
TEST(Extraction, ExamplesAndItemsAreDisjoint) {
  std::set<std::string> documents;
  for (const Item& item : extraction_items("example", 5, 300, 1)) documents.insert(item.document);
  std::size_t compared = 0;
  for (const Item& item : extraction_items("extraction", 5, 300, 1)) {
    EXPECT_FALSE(documents.contains(item.document));
    ++compared;
  }
  EXPECT_EQ(compared, 300U);
}

// Whoever always says the same is right by chance at most once in a hundred, in any field but the choice.
TEST(Extraction, TheAnswersCannotBeGuessed) {
  const std::vector<Item> items = extraction_items("extraction", 9, 400, 1);
  std::map<std::string, std::size_t> whole;
  std::map<std::string, std::size_t> status;
  for (const Item& item : items) {
    ++whole[item.gold];
    ++status[item.fields.back().value.value_or("-")];
  }
  for (const auto& [gold, times] : whole) EXPECT_LE(times, 4U) << gold;
  EXPECT_EQ(status.size(), 5U);
  for (const auto& [word, times] : status) EXPECT_LT(times, 160U) << word;
}

}  // namespace
}  // namespace lockstep::quality

#include "lockstep/engine/lexical/text_table.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace lockstep::engine {
namespace {

std::vector<ListedText> listed(const std::map<std::string, bool>& texts) {
  std::vector<ListedText> out;
  for (const auto& [text, allowed] : texts) out.push_back({text, allowed});
  return out;
}

// Returns how many answers it compared.
std::size_t compare(const TextTable& table, const std::map<std::string, bool>& texts) {
  const std::vector<ListedText> all = listed(texts);
  EXPECT_EQ(table.size(), all.size());
  EXPECT_EQ(table.all(), all);
  EXPECT_EQ(table, TextTable(all));
  std::uint32_t allowed = 0;
  std::size_t compared = 3;
  for (std::uint32_t i = 0; i < all.size(); ++i) {
    EXPECT_EQ(table[i], all[i]);
    EXPECT_EQ(table.allowed_before(i), allowed);
    allowed += all[i].allowed ? 1 : 0;
    const ListedText* found = table.find(all[i].text);
    EXPECT_TRUE(found != nullptr && *found == all[i]);
    EXPECT_EQ(table.find(all[i].text + "~"), nullptr);
    const auto below = [&](const ListedText& one) { return one.text < all[i].text; };
    EXPECT_EQ(table.partition_point(0, table.size(), below), i);
    EXPECT_EQ(table.partition_point(i / 2, i, below), i);
    EXPECT_EQ(table.partition_point(i + 1, table.size(), below), i + 1);
    EXPECT_EQ(table.partition_point(0, i / 2, below), i / 2);
    compared += 8;
  }
  EXPECT_EQ(table.allowed_before(table.size()), allowed);
  return compared;
}

TEST(TextTable, IsTheMapOfItsTexts) {
  std::mt19937_64 random(7);
  std::size_t compared = 0;
  for (const bool ascending : {true, false}) {
    std::map<std::string, bool> texts;
    TextTable table;
    std::vector<std::pair<TextTable, std::map<std::string, bool>>> older;
    for (int i = 0; i < 400; ++i) {
      const std::string text =
          ascending ? std::string(1, static_cast<char>('a' + i / 26)) + static_cast<char>('a' + i % 26)
                    : std::to_string(random() % 300);
      const bool allowed = random() % 3 == 0;
      table = table.with({text, allowed});
      texts[text] = allowed;
      if (i % 40 == 0) older.emplace_back(table, texts);
    }
    compared += compare(table, texts);
    for (const auto& [then, what] : older) compared += compare(then, what);
  }
  EXPECT_GT(compared, 10'000U);
}

// Names that come in order make it no deeper.
TEST(TextTable, OneMoreIsTheLogarithm) {
  TextTable table;
  std::size_t asked = 0;
  for (int i = 0; i < 50'000; ++i) table = table.with({std::to_string(1'000'000 + i), false});
  const std::uint32_t place = table.partition_point(0, table.size(), [&](const ListedText& one) {
    ++asked;
    return one.text < "1025000";
  });
  EXPECT_EQ(place, 25'000U);
  EXPECT_LE(asked, 40U);
  EXPECT_LT(table.bytes_of_one_more(), 8'000U);
  EXPECT_GT(table.memory_bytes(), 50'000U * 100);
}

}  // namespace
}  // namespace lockstep::engine

#include "lockstep/quality/model/table_model.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "lockstep/engine/vocabulary/builtin.h"

namespace lockstep::quality {
namespace {

const engine::Vocabulary& vocabulary() { return engine::builtin_vocabulary(); }

TEST(TableModel, TheLongestEndingDecides) {
  const TableModel model(vocabulary(),
                         {{"", {{'x', 1.0F}}, -3}, {"a", {{'y', 2.0F}}, -4}, {"ba", {{'z', 3.0F}}, -5}});
  const std::unique_ptr<ModelState> state = model.open({});
  std::vector<float> row = state->logits();
  ASSERT_EQ(row.size(), vocabulary().logit_width());
  EXPECT_EQ(row['x'], 1.0F);
  EXPECT_EQ(row['y'], -3.0F);
  EXPECT_EQ(row.back(), -3.0F) << "the padding too";
  ASSERT_TRUE(state->feed('a'));
  row = state->logits();
  EXPECT_EQ(row['y'], 2.0F);
  EXPECT_EQ(row['x'], -4.0F);
  ASSERT_TRUE(state->feed('b') && state->feed('a'));
  row = state->logits();
  EXPECT_EQ(row['z'], 3.0F);
  EXPECT_EQ(row['x'], -5.0F);
  EXPECT_FALSE(state->feed(vocabulary().size()));
}

TEST(TableModel, ReadsItsFormatStrictly) {
  const auto code = [](const std::string& text) {
    const auto model = TableModel::read(vocabulary(), text);
    return model.ok() ? std::string("ok") : model.error().code;
  };
  const std::string good =
      R"({"format":"lockstep-table-model-1","rows":[{"other":-2,"tokens":[{"text":"{\"","logit":1},{"stop":true,"logit":0},{"id":639,"logit":5}]}]})";
  ASSERT_EQ(code(good), "ok");
  const std::unique_ptr<Model> model = std::move(TableModel::read(vocabulary(), good).value());
  const std::vector<float> row = model->open({})->logits();
  EXPECT_EQ(row[639], 5.0F);
  EXPECT_EQ(row[vocabulary().stop_ids().front()], 0.0F);
  EXPECT_EQ(row[0], -2.0F);
  std::size_t refused = 0;
  for (
      const char* wrong :
      {"", "[]", R"({"format":"lockstep-table-model-2","rows":[{}]})",
       R"({"format":"lockstep-table-model-1","rows":[]})",
       R"({"format":"lockstep-table-model-1","rows":[{"after":"x"}]})",
       R"({"format":"lockstep-table-model-1","rows":[{},{}]})",
       R"({"format":"lockstep-table-model-1","rows":[{"more":1}]})",
       R"({"format":"lockstep-table-model-1","rows":[{"tokens":[{"text":"no such token","logit":1}]}]})",
       R"({"format":"lockstep-table-model-1","rows":[{"tokens":[{"text":"a"}]}]})",
       R"({"format":"lockstep-table-model-1","rows":[{"tokens":[{"text":"a","logit":1},{"id":97,"logit":1}]}]})",
       R"({"format":"lockstep-table-model-1","rows":[{"tokens":[{"id":640,"logit":1}]}]})"}) {
    EXPECT_EQ(code(wrong), "bad_table") << wrong;
    ++refused;
  }
  EXPECT_EQ(refused, 11U);
}

TEST(TableModel, TheIdentityIsThatOfTheRows) {
  const auto identity = [](float logit, const char* after) {
    return TableModel(vocabulary(), {{"", {{'x', logit}}, -3}, {after, {}, -4}}).identity().sha256;
  };
  EXPECT_EQ(identity(1, "a"), identity(1, "a"));
  EXPECT_NE(identity(1, "a"), identity(2, "a"));
  EXPECT_NE(identity(1, "a"), identity(1, "b"));
}

}  // namespace
}  // namespace lockstep::quality

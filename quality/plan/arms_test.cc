#include "lockstep/quality/plan/arms.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "lockstep/quality/plan/plan_files_test.h"

namespace lockstep::quality {
namespace {

using nlohmann::json;

TEST(Arms, TheManifestHasTheFourArmsAndTheThreeControls) {
  const engine::Result<ArmManifest> read = read_arms(plan_file("arms.json"));
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_TRUE(follows("arms.schema.json", plan_file("arms.json")));
  ASSERT_EQ(read->arms.size(), 4U);
  EXPECT_EQ(read->arm("A")->prompt, PromptKind::answer_line);
  for (const char* name : {"B", "C", "D"}) EXPECT_EQ(read->arm(name)->prompt, PromptKind::schema) << name;
  EXPECT_EQ(read->arm("B")->mask, MaskKind::none);
  EXPECT_EQ(read->arm("C")->mask, MaskKind::json);
  EXPECT_EQ(read->arm("D")->mask, MaskKind::schema);
  EXPECT_EQ(read->control("O")->against, "D");
  EXPECT_EQ(read->controls.size(), 3U);
  EXPECT_EQ(read->not_built.size(), 3U);
  EXPECT_EQ(read->arm("E"), nullptr);
}

// Every edit is refused by the reader; those that the written format can see are refused by it too.
TEST(Arms, ReadsStrictly) {
  struct Edit {
    const char* pointer;
    json value;  // null: removed
    bool by_schema;
  };
  const Edit edits[] = {
      {"/format", "lockstep-quality-arms-2", true},
      {"/arms/0/mask", "all", true},
      {"/arms/0/more", 1, true},
      {"/arms/0/prompt", nullptr, true},
      {"/arms/1/name", "A", false},
      {"/arms/0/mask", "schema", false},
      {"/controls/0/of", "X", false},
      {"/controls/1/of", "D", false},
      {"/controls/2/against", "B", false},
      {"/controls/2/against", nullptr, true},
      {"/controls/0/against", "D", true},
      {"/controls/0/kind", "again", true},
      {"/not_built/0/name", "A", false},
      {"/not_built/0/sentence", 1, true},
      {"/arms", json::array(), true},
      {"/controls/2/of", "A", false},
  };
  std::size_t refused = 0;
  for (const Edit& edit : edits) {
    json document = json::parse(plan_file("arms.json"));
    const json::json_pointer at(edit.pointer);
    document[at] = edit.value;
    if (edit.value.is_null()) document[at.parent_pointer()].erase(at.back());
    EXPECT_FALSE(read_arms(document.dump()).ok()) << edit.pointer << " " << edit.value;
    EXPECT_EQ(follows("arms.schema.json", document.dump()), !edit.by_schema)
        << edit.pointer << " " << edit.value;
    ++refused;
  }
  EXPECT_EQ(refused, 16U);
  EXPECT_EQ(read_arms("{").error().code, "bad_json");
  EXPECT_EQ(read_arms("[]").error().code, "bad_json");
  EXPECT_EQ(read_arms(R"({"format":1,"format":2})").error().code, "bad_json");
  EXPECT_EQ(read_arms("{}").error().code, "bad_arms");
}

}  // namespace
}  // namespace lockstep::quality

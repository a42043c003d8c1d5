#include "lockstep/quality/plan/plan.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "lockstep/quality/plan/plan_files_test.h"

namespace lockstep::quality {
namespace {

using nlohmann::json;

TEST(Plan, EveryPlanOfTheFolderIsReadAndFollowsTheFormat) {
  std::size_t plans = 0;
  for (const auto& entry : std::filesystem::directory_iterator(LOCKSTEP_SOURCE_DIR "/quality/plans")) {
    const std::string name = entry.path().filename().string();
    if (!name.ends_with(".json") || name.ends_with(".schema.json") || name == "arms.json") continue;
    const engine::Result<Plan> plan = read_plan(plan_file(name));
    ASSERT_TRUE(plan.ok()) << name << ": " << plan.error().message;
    EXPECT_TRUE(follows("plan.schema.json", plan_file(name))) << name;
    EXPECT_EQ(plan->name + ".json", name);
    ++plans;
  }
  EXPECT_GE(plans, 1U);
}

TEST(Plan, ReadsStrictly) {
  struct Edit {
    const char* pointer;
    json value;  // null: removed
    bool by_schema;
  };
  const Edit edits[] = {
      {"/format", "plan", true},
      {"/seed", -1, true},
      {"/seed", nullptr, true},
      {"/more", 1, true},
      {"/conditions", json::array(), true},
      {"/conditions/1", "A", false},
      {"/conditions/1", 7, true},
      {"/model/kind", "oracle", true},
      {"/model/order", 0, true},
      {"/model/seen", 0, true},
      {"/model/more", 0, true},
      {"/policy", "loose", true},
      {"/sampler/temperature", -0.5, true},
      {"/sampler/temperature", nullptr, true},
      {"/sampler/top_p", 0, true},
      {"/sampler/top_k", -1, true},
      {"/sampler/beam", 4, true},
      {"/max_new_tokens", 0, true},
      {"/repeats", 0, true},
      {"/tasks", json::array(), true},
      {"/tasks/0/kind", "poetry", true},
      {"/tasks/0/difficulty", 4, true},
      {"/tasks/0/items", 0, true},
      {"/tasks/1", json::parse(plan_file("smoke.json"))["tasks"][0], false},
  };
  std::size_t refused = 0;
  for (const Edit& edit : edits) {
    json document = json::parse(plan_file("smoke.json"));
    const json::json_pointer at(edit.pointer);
    document[at] = edit.value;
    if (edit.value.is_null()) document[at.parent_pointer()].erase(at.back());
    EXPECT_FALSE(read_plan(document.dump()).ok()) << edit.pointer << " " << edit.value;
    EXPECT_EQ(follows("plan.schema.json", document.dump()), !edit.by_schema)
        << edit.pointer << " " << edit.value;
    ++refused;
  }
  EXPECT_EQ(refused, 24U);
}

}  // namespace
}  // namespace lockstep::quality

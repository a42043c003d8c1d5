// What must hold before the first token, and the hash that is taken then.
#include "lockstep/quality/plan/prepare.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "lockstep/quality/plan/plan_files_test.h"

namespace lockstep::quality {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

const fs::path kPlans = LOCKSTEP_SOURCE_DIR "/quality/plans";

// The smoke plan and its arms, edited, in a folder of their own.
class PrepareTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) / ("lockstep_prepare_" + std::to_string(getpid()));
    fs::create_directories(folder_);
    plan_ = json::parse(plan_file("smoke.json"));
    arms_ = json::parse(plan_file("arms.json"));
    plan_["model"]["file"] = LOCKSTEP_SOURCE_DIR "/quality/model/text/replies.txt";
    plan_["tasks"][0]["items"] = 4;
  }
  void TearDown() override { fs::remove_all(folder_); }

  engine::Result<Prepared> made() const {
    std::ofstream(folder_ / "plan.json") << plan_.dump();
    std::ofstream(folder_ / "arms.json") << arms_.dump();
    return prepare((folder_ / "plan.json").string(), LOCKSTEP_DEPS_DIR);
  }
  std::string hash() const {
    const engine::Result<Prepared> prepared = made();
    EXPECT_TRUE(prepared.ok());
    return prepared.ok() ? prepared->sha256 : "";
  }
  std::string code() const {
    const engine::Result<Prepared> prepared = made();
    return prepared.ok() ? "ok" : prepared.error().code;
  }

  fs::path folder_;
  json plan_;
  json arms_;
};

TEST_F(PrepareTest, TheShippedPlanIsReady) {
  const engine::Result<Prepared> prepared = prepare((kPlans / "smoke.json").string(), LOCKSTEP_DEPS_DIR);
  ASSERT_TRUE(prepared.ok()) << prepared.error().message;
  EXPECT_EQ(prepared->items.size(), 24U);
  EXPECT_EQ(prepared->examples.at("extraction").size(), 2U);
  EXPECT_EQ(prepared->sha256.size(), 64U);
}

TEST_F(PrepareTest, TheHashSeesEveryPart) {
  const std::string before = hash();
  EXPECT_EQ(hash(), before);
  const std::function<void()> edits[] = {
      [&] { plan_["seed"] = 1; },
      [&] { plan_["sampler"]["temperature"] = 0.5; },
      [&] { plan_["max_new_tokens"] = 100; },
      [&] { plan_["policy"] = "spec"; },
      [&] { plan_["model"]["order"] = 10; },
      [&] { plan_["tasks"][0]["difficulty"] = 2; },
      [&] { arms_["arms"][0]["sentence"] = "another"; },
  };
  std::size_t seen = 0;
  for (const std::function<void()>& edit : edits) {
    SetUp();
    edit();
    EXPECT_NE(hash(), before) << seen;
    ++seen;
  }
  EXPECT_EQ(seen, 7U);
  // Not only their files: the same file name with another training text.
  SetUp();
  std::ofstream(folder_ / "text") << plan_file("../model/text/replies.txt");
  plan_["model"]["file"] = "text";
  const std::string with_copy = hash();
  std::ofstream(folder_ / "text", std::ios::app) << "more\n%%\n";
  EXPECT_NE(hash(), with_copy);
}

TEST_F(PrepareTest, ConditionsMustBeBuiltAndComplete) {
  plan_["conditions"] = {"A", "E"};
  EXPECT_EQ(code(), "unknown_condition");
  plan_["conditions"] = {"A", "Z"};
  EXPECT_EQ(code(), "unknown_condition");
  plan_["conditions"] = {"B", "O"};
  EXPECT_EQ(code(), "missing_condition");
  plan_["conditions"] = {"D", "N"};
  EXPECT_EQ(code(), "missing_condition");
  plan_["conditions"] = {"B", "D", "O"};
  EXPECT_EQ(code(), "ok");
}

TEST_F(PrepareTest, MissingFilesAreNamed) {
  plan_["arms"] = "nowhere.json";
  EXPECT_EQ(code(), "cannot_read");
  SetUp();
  plan_["model"]["file"] = "nowhere.txt";
  EXPECT_EQ(code(), "cannot_read");
  SetUp();
  plan_["vocabulary"] = "nobody";
  EXPECT_EQ(code(), "unknown_vocabulary");
  EXPECT_EQ(prepare((folder_ / "no plan").string(), "").error().code, "cannot_read");
}

// F6: an answer that the mask cannot express would be scored as the model's failure.
TEST_F(PrepareTest, GoldMustBeInTheLanguage) {
  engine::Result<Prepared> prepared = made();
  ASSERT_TRUE(prepared.ok());
  EXPECT_FALSE(check_items(*prepared).has_value());
  Item& item = prepared->items[2];
  item.schema = R"({"type":"object","properties":{"items":{"maximum":0}}})";
  item.gold = R"({"items":7})";
  const std::optional<engine::Error> fault = check_items(*prepared);
  ASSERT_TRUE(fault.has_value());
  EXPECT_EQ(fault->code, "gold_not_expressible");
  EXPECT_NE(fault->message.find(item.id), std::string::npos);
  // Under the policy `model` a whole number is not written with an exponent.
  item.schema = R"({"properties":{"items":{"type":"integer"}}})";
  item.gold = R"({"items":7e0})";
  EXPECT_EQ(check_items(*prepared)->code, "gold_not_expressible");
  item.schema = R"({"$schema":"http://json-schema.org/draft-03/schema#"})";
  EXPECT_EQ(check_items(*prepared)->code, "gold_not_expressible") << "not proved is not expressible";
}

// F12 and F4.
TEST_F(PrepareTest, AnExampleMayNotBeTheItem) {
  engine::Result<Prepared> prepared = made();
  ASSERT_TRUE(prepared.ok());
  prepared->examples["extraction"][0] = prepared->items[1];
  EXPECT_EQ(check_items(*prepared)->code, "bad_prompt");
}

// F1.
TEST_F(PrepareTest, ArmsOfOnePromptGetTheSameBytes) {
  Arm b{.name = "B"};
  Arm d{.name = "D"};
  EXPECT_FALSE(shared_prompt_fault({{b, {{false, "x"}}}, {d, {{false, "x"}}}}).has_value());
  EXPECT_EQ(shared_prompt_fault({{b, {{false, "x"}}}, {d, {{false, "x "}}}})->code, "prompt_differs");
  d.prompt = PromptKind::answer_line;
  EXPECT_FALSE(shared_prompt_fault({{b, {{false, "x"}}}, {d, {{false, "y"}}}}).has_value());
}

}  // namespace
}  // namespace lockstep::quality

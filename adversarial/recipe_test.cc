// What each recipe becomes, byte for byte, and what is turned down.
#include "lockstep/adversarial/recipe.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace lockstep::adversarial {
namespace {

using nlohmann::json;

std::string expanded(const char* description, std::uint64_t seed = 1) {
  std::string text;
  std::string error;
  EXPECT_TRUE(expand(json::parse(description), seed, text, error)) << description << ": " << error;
  return text;
}

TEST(Recipe, BecomesTheseBytes) {
  const std::vector<std::pair<const char*, std::string>> rows = {
      {R"("plain é")", "plain é"},
      {R"({"hex":"00ff"})", std::string("\x00\xff", 2)},
      {R"({"recipe":"repeat","before":"<","unit":"ab","times":3,"after":">"})", "<ababab>"},
      {R"x({"recipe":"nest","before":"(","open":"[","middle":"1","close":"]","times":2,"after":")"})x",
       "([[1]])"},
      {R"({"recipe":"nest","open":{"recipe":"repeat","unit":"x","times":2},"close":"y","times":2})",
       "xxxxyy"},
      {R"({"recipe":"join","before":"{","item":"\"{i}\":{i+1}/{n}","separator":",","times":3,"after":"}"})",
       R"({"0":1/3,"1":2/3,"2":3/3})"},
      {R"({"recipe":"join","item":"{i}{x}","times":1})", "0{x}"},
      {R"({"recipe":"concat","parts":["a",{"hex":"62"},{"recipe":"repeat","unit":"c","times":2}]})", "abcc"},
  };
  for (const auto& [description, text] : rows) EXPECT_EQ(expanded(description), text) << description;
  EXPECT_EQ(rows.size(), 8U);
}

TEST(Recipe, RandomIsTheSameForTheSameSeedsAndDiffersElse) {
  const char* description =
      R"({"recipe":"random","seed":3,"before":"<","pieces":["a","b"],"times":64,"after":">"})";
  const std::string text = expanded(description);
  EXPECT_EQ(text.size(), 66U);
  EXPECT_EQ(text.find_first_not_of("<>ab"), std::string::npos);
  EXPECT_EQ(expanded(description), text);
  std::set<std::string> texts;
  for (std::uint64_t seed = 0; seed < 20; ++seed) texts.insert(expanded(description, seed));
  EXPECT_EQ(texts.size(), 20U);
}

TEST(Recipe, WhatIsNoneIsTurnedDown) {
  const std::vector<const char*> wrong = {
      "1",
      "null",
      R"({"hex":"0"})",
      R"({"hex":"zz"})",
      R"({"recipe":"bake","times":1})",
      R"({"recipe":"repeat","times":1})",
      R"({"recipe":"repeat","unit":"a"})",
      R"({"recipe":"nest","open":"a","times":1})",
      R"({"recipe":"join","times":1})",
      R"({"recipe":"random","times":1,"pieces":[]})",
      R"({"recipe":"concat"})",
      R"({"recipe":"repeat","unit":"0123456789","times":10000000})",
  };
  for (const char* description : wrong) {
    std::string text;
    std::string error;
    EXPECT_FALSE(expand(json::parse(description), 1, text, error)) << description;
    EXPECT_FALSE(error.empty()) << description;
  }
  EXPECT_EQ(wrong.size(), 12U);
}

}  // namespace
}  // namespace lockstep::adversarial

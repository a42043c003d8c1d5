#include "lockstep/quality/task/prompt.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "lockstep/quality/task/extraction.h"

namespace lockstep::quality {
namespace {

std::string all_of(const Prompt& prompt) {
  std::string out;
  for (const Turn& turn : prompt) out += turn.text;
  return out;
}

TEST(Prompt, TheFreeArmIsToldNeitherJsonNorSchema) {
  const Item item = extraction_items("extraction", 1, 1, 1)[0];
  const std::vector<Item> examples = extraction_items("example", 1, 2, 1);
  const std::string free = all_of(prompt_for(PromptKind::answer_line, item, examples));
  const std::string schema = all_of(prompt_for(PromptKind::schema, item, examples));
  EXPECT_EQ(free.find("JSON"), std::string::npos);
  EXPECT_EQ(free.find('{'), std::string::npos);
  EXPECT_NE(schema.find(item.schema), std::string::npos);
  for (const Item& example : examples) {
    EXPECT_NE(free.find(example.document), std::string::npos) << "the same examples in every arm";
    EXPECT_NE(schema.find(example.document), std::string::npos);
    EXPECT_NE(free.find("ANSWER: " + gold_line(example.fields)), std::string::npos);
    EXPECT_NE(schema.find(example.gold), std::string::npos);
  }
  EXPECT_EQ(free.find("ANSWER: " + gold_line(item.fields)), std::string::npos)
      << "the answer is not given away";
  EXPECT_EQ(schema.find(item.gold), std::string::npos);
}

TEST(Prompt, TurnsAlternateAndEndWithTheUser) {
  const Item item = extraction_items("extraction", 1, 1, 1)[0];
  for (std::size_t examples = 0; examples < 3; ++examples) {
    const Prompt prompt = prompt_for(PromptKind::schema, item, extraction_items("example", 1, examples, 1));
    ASSERT_EQ(prompt.size(), 2 * examples + 1);
    for (std::size_t i = 0; i < prompt.size(); ++i) EXPECT_EQ(prompt[i].reply, i % 2 == 1);
    EXPECT_EQ(prompt.front().text.rfind("Read the record", 0), 0U);
    EXPECT_EQ(prompt_fault(prompt, item, extraction_items("example", 1, examples, 1)), "");
  }
}

TEST(Prompt, FaultsAreFound) {
  const Item item = extraction_items("extraction", 1, 1, 1)[0];
  Prompt prompt = prompt_for(PromptKind::schema, item, {});
  EXPECT_NE(prompt_fault(prompt, item, {item}), "");
  prompt.push_back({true, item.gold});
  EXPECT_NE(prompt_fault(prompt, item, {}), "");
  EXPECT_NE(prompt_fault({}, item, {}), "");
}

TEST(Prompt, TheDigestSeesEveryTurn) {
  const std::set<std::string> digests = {
      digest_of(Prompt{}), digest_of(Prompt{{false, "ab"}}), digest_of(Prompt{{true, "ab"}}),
      digest_of(Prompt{{false, "a"}, {false, "b"}}), digest_of(Prompt{{false, "b"}, {false, "a"}})};
  EXPECT_EQ(digests.size(), 5U);
}

}  // namespace
}  // namespace lockstep::quality

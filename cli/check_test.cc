// `lockstep check` with the oracle: pairs, and hostile schemas that must end in a coded error with a place.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "lockstep/cli/input.h"
#include "lockstep/cli/test_program.h"

namespace lockstep::cli {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

class CheckTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = testing::TempDir() + "lockstep_check_test_" +
              testing::UnitTest::GetInstance()->current_test_info()->name();
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string file(const std::string& name, const std::string& bytes) const {
    std::filesystem::create_directories(std::filesystem::path(folder_ + "/" + name).parent_path());
    std::ofstream(folder_ + "/" + name, std::ios::binary) << bytes;
    return folder_ + "/" + name;
  }

  std::string folder_;
};

Ran check_texts(const std::string& schema, const std::string& instance) {
  return run({"check", "--schema-text", schema, "--instance-text", instance});
}

TEST_F(CheckTest, AcceptsAndRejects) {
  const std::string schema = file("s.json", R"({"type":"integer"})");
  EXPECT_EQ(run({"check", "--subject", "oracle", schema, file("i.json", "1.0")}).exit, 0);
  const Ran accepted = run({"check", schema, "-"}, " 12 ");
  EXPECT_EQ(accepted.exit, 0);
  EXPECT_EQ(accepted.out, "accepted: JSON complete and schema-valid (4 bytes)\n");
  const Ran rejected = run({"check", schema, "--instance-text", "\"a\""});
  EXPECT_EQ(rejected.exit, 1);
  EXPECT_EQ(rejected.out, "not accepted: the text dies at instance:1:1 (byte 0)\n");
  const Ran dies = run({"check", "--schema-text", "true", "--instance-text", "[1,\n 2,]"});
  EXPECT_EQ(dies.exit, 1);
  EXPECT_THAT(dies.out, StartsWith("not accepted: the text dies at instance:2:4 (byte 7): "));
}

TEST_F(CheckTest, TheEngineKnowsEveryDraft) {
  const auto exit = [](const std::string& draft, const std::string& schema, const std::string& instance,
                       std::vector<std::string> more = {}) {
    more.insert(more.begin(), {"check", "--subject", "engine", "--draft", draft, "--schema-text", schema,
                               "--instance-text", instance});
    return run(more).exit;
  };
  EXPECT_EQ(exit("4", R"({"type":"integer"})", "1.0"), 1);
  EXPECT_EQ(exit("6", R"({"type":"integer"})", "1.0"), 0);
  EXPECT_EQ(exit("7", R"({"items":[{"type":"null"}],"additionalItems":false})", "[null,1]"), 1);
  EXPECT_EQ(exit("2019-09", R"({"contains":{},"unevaluatedItems":false})", "[1]"), 1);
  EXPECT_EQ(exit("2020-12", R"({"contains":{},"unevaluatedItems":false})", "[1]"), 0);
  EXPECT_EQ(exit("7", R"({"type":"string","nullable":true})", "null"), 5);
  EXPECT_EQ(exit("7", R"({"type":"string","nullable":true})", "null", {"--openapi"}), 0);
  EXPECT_EQ(run({"check", "--schema-text", "{}", "--instance-text", "1", "--openapi"}).exit, 2)
      << "the oracle";
}

struct Death {
  const char* schema;
  std::string instance;
  const char* place;
};

// The first byte after which no text that the schema admits goes on so, and not where JSON alone ends it.
TEST_F(CheckTest, TheOracleSaysWhereATextDies) {
  const std::vector<Death> deaths = {
      {R"({"type":"integer"})", R"("a")", "instance:1:1 (byte 0)"},
      {R"({"properties":{"a":{"type":"integer"}}})", "{\n\"a\": \"x\"}", "instance:2:6 (byte 7)"},
      {R"({"required":["b"],"maxProperties":1})", R"({"a":1})", "instance:1:3 (byte 2)"},
      {R"({"required":["b"]})", R"({"a":1})", "instance:1:7 (byte 6)"},
      {R"({"minimum":10})", "7", "instance:1:2 (byte 1)"},
      {R"({"enum":["left","right"]})", R"("lend")", "instance:1:4 (byte 3)"},
      // Not JSON either, but dead before.
      {R"({"maxItems":1})", "[1,2,]", "instance:1:3 (byte 2)"},
      {"true", "[1,", "instance:1:4 (byte 3)"},
      {"false", "1", "instance:1:1 (byte 0)"},
      {R"({"const":0})", std::string(410, '[') + "1" + std::string(410, ']'), "instance:1:1 (byte 0)"}};
  for (const Death& death : deaths) {
    const Ran ran = check_texts(death.schema, death.instance);
    EXPECT_EQ(ran.exit, 1) << death.schema;
    const std::string line = ran.out.substr(0, ran.out.find('\n'));
    EXPECT_THAT(line + ":", StartsWith(std::string("not accepted: the text dies at ") + death.place + ":"))
        << death.schema;
  }
  EXPECT_EQ(check_texts(R"({"format":"ipv4"})", R"("1.2.3")").exit, 0);
  const Ran asserted = run({"check", "--format", "assert", "--schema-text", R"({"format":"ipv4"})",
                            "--instance-text", R"("1.2.3")"});
  EXPECT_EQ(asserted.out, "not accepted: the text dies at instance:1:7 (byte 6)\n");
}

// Beyond 400 open brackets the oracle knows valid from invalid, but not where a text dies.
TEST_F(CheckTest, TheOracleSaysThatItDoesNotKnowWhereATextDies) {
  const std::string deep = std::string(410, '[') + "1" + std::string(410, ']');
  const std::string schema = R"({"items":{"$ref":"#"},"type":["array","string"]})";
  const Ran ran = check_texts(schema, deep);
  EXPECT_EQ(ran.exit, 1);
  EXPECT_THAT(ran.out,
              StartsWith("not accepted: where the text dies is unknown, between byte 400 and byte "));
  EXPECT_THAT(ran.out, HasSubstr(": depth: 400 open brackets"));
  const std::string line =
      R"({"id":1,"schema":)" + schema + R"(,"instances":[")" + deep + R"(","3","[3"]})" + "\n";
  const Ran batch = run({"check", "--batch", file("b.jsonl", line)});
  EXPECT_EQ(batch.out, R"({"id":1,"index":0,"compile":"ok","code":"at_unknown","accepted":false,"at":null})"
                       "\n"
                       R"({"id":1,"index":1,"compile":"ok","accepted":false,"at":0})"
                       "\n"
                       R"({"id":1,"index":2,"compile":"ok","accepted":false,"at":1})"
                       "\n");
}

TEST_F(CheckTest, SaysWhatAssertsNothing) {
  const Ran ran = check_texts(R"({"colour":1,"pattern":"\\-","format":"date"})", "1");
  EXPECT_EQ(ran.exit, 0);
  EXPECT_THAT(ran.out, HasSubstr("remark: unknown_keyword at schema#/colour"));
  EXPECT_THAT(ran.out, HasSubstr("remark: pattern_without_u at schema#/pattern"));
}

TEST_F(CheckTest, JsonEndsWithTheSummary) {
  const Ran ran = run({"check", "--schema-text", "true", "--instance-text", "1", "--json"});
  EXPECT_EQ(ran.exit, 0);
  EXPECT_THAT(
      ran.out,
      testing::EndsWith(
          R"({"command":"check","exit":0,"report":"","cases":1,"verdicts":{"accepted":1},"refused_by":{}})"
          "\n"));
}

struct Hostile {
  const char* name;
  std::string schema;
  int exit;
  const char* code;
  const char* location;
};

TEST_F(CheckTest, HostileSchemasEndInACodedErrorWithAPlace) {
  const std::string deep = [] {
    std::string text;
    for (int i = 0; i < 200000; ++i) text += R"({"not":)";
    return text + "true" + std::string(200000, '}');
  }();
  const Hostile hostile[] = {
      {"truncated", R"({"type":)", 2, "truncated", "s.json:1:9 (byte 8)"},
      {"deep", deep, 5, "too_deep", "s.json:1:"},
      {"bare brackets", std::string(200000, '['), 5, "too_deep", "s.json:1:"},
      {"huge", std::string(50'000'000, ' '), 2, "text_too_large", "s.json"},
      {"invalid UTF-8", "{\"title\":\"\xff\"}", 2, "invalid_utf8", "s.json:1:11 (byte 10)"},
      {"empty", "", 2, "truncated", "s.json:1:1 (byte 0)"},
      {"$ref to nowhere", R"({"properties":{"a":{"$ref":"#/$defs/none"}}})", 2, "bad_reference",
       "s.json#/properties/a/$ref"},
      {"unknown type", R"({"type":"strnig"})", 2, "invalid_schema", "s.json#/type"},
      {"unsupported draft", R"({"$schema":"http://json-schema.org/draft-03/schema#"})", 5,
       "unsupported_dialect", "s.json"},
      {"no JSON Schema", "[]", 2, "invalid_schema", "s.json"},
      {"duplicate name", R"({"type":"object","type":"array"})", 2, "duplicate_name", "s.json:1:23 (byte 22)"},
  };
  for (const Hostile& one : hostile) {
    const Ran ran = run({"check", file("s.json", one.schema), "--instance-text", "1"});
    EXPECT_EQ(ran.exit, one.exit) << one.name << ": " << ran.err.substr(0, 500);
    EXPECT_THAT(ran.err, StartsWith("error[" + std::string(one.code) + "]: ")) << one.name;
    EXPECT_THAT(ran.err, HasSubstr(std::string("  at ") + folder_ + "/" + one.location)) << one.name;
    EXPECT_THAT(ran.err, HasSubstr("\nhelp: ")) << one.name;
    EXPECT_LT(ran.err.size(), 2000U) << one.name;
    EXPECT_EQ(ran.out, "") << one.name;
  }
}

TEST_F(CheckTest, HostileSchemasInABatchAreAnswers) {
  std::string deep(200000, '[');
  deep += std::string(200000, ']');
  const std::string batch =
      file("b.jsonl",
           R"({"id":1,"schema":"{\"type\":","instances":["1"]})"
           "\n"
           R"({"id":2,"schema":)" +
               deep +
               R"(,"instances":["1"]})"
               "\n"
               R"({"id":3,"schema":{"a":1,"a":2},"instances":["1"]})"
               "\n"
               R"({"id":4,"schema":{"$ref":"http://example.com/x"},"instances":["1"]})"
               "\n"
               R"({"id":5,"schema":{"$schema":"http://json-schema.org/draft-03/schema#"},"instances":["1"]})"
               "\n"
               R"({"id":6,"schema":{"type":"integer"},"instances":["1","1.5","1,"]})"
               "\n");
  const Ran ran = run({"check", "--batch", batch});
  EXPECT_EQ(ran.exit, 0) << ran.err;
  std::vector<std::string> outcomes;
  std::istringstream lines(ran.out);
  for (std::string line; std::getline(lines, line);) {
    const nlohmann::json answer = nlohmann::json::parse(line);
    outcomes.push_back(answer["compile"].get<std::string>() + " " + answer.value("code", "") + " " +
                       (answer["accepted"] == true ? "yes" : "no") + " " + answer["at"].dump());
  }
  EXPECT_EQ(outcomes, (std::vector<std::string>{
                          "malformed truncated no null", "limit too_deep no null",
                          "malformed duplicate_name no null", "malformed bad_reference no null",
                          "refused unsupported_dialect no null", "ok  yes 1", "ok  no 3", "ok  no 1"}));
}

TEST_F(CheckTest, RegistriesAreReachedByReference) {
  file("remotes/sub/integer.json", R"({"type":"integer"})");
  const std::vector<std::string> arguments = {"check", "--schema-text",
                                              R"({"$ref":"http://example.com/r/sub/integer.json"})",
                                              "--registry", folder_ + "/remotes=http://example.com/r"};
  const auto with = [&](const std::string& instance) {
    std::vector<std::string> all = arguments;
    all.insert(all.end(), {"--instance-text", instance});
    return run(all);
  };
  EXPECT_EQ(with("1").exit, 0) << with("1").err;
  EXPECT_EQ(with("1.5").exit, 1);
  EXPECT_THAT(run({"check", "--schema-text", "{}", "--instance-text", "1", "--registry", "x"}).err,
              StartsWith("error[bad_registry]: "));
  EXPECT_THAT(
      run({"check", "--schema-text", "{}", "--instance-text", "1", "--registry", folder_ + "/none=http://x"})
          .err,
      StartsWith("error[cannot_open]: "));
}

TEST_F(CheckTest, NothingLongerThanTheLimitIsRead) {
  std::istringstream in(std::string(3000, 'x'));
  const auto text = read_bounded("-", in, 1000);
  EXPECT_EQ(std::get<CodedError>(text).code, "text_too_large");
  EXPECT_EQ(in.tellg(), 1001);
  const Ran endless = run({"check", "--schema-text", "true", "/dev/zero"});
  EXPECT_EQ(endless.exit, 2);
  EXPECT_THAT(endless.err, StartsWith("error[text_too_large]: "));
}

TEST_F(CheckTest, MistakesOfTheCaller) {
  const std::vector<std::vector<std::string>> wrong = {{"check"},
                                                       {"check", "-", "-"},
                                                       {"check", "--schema-text", "{}"},
                                                       {"check", "a", "b", "--schema-text", "{}"},
                                                       {"check", "a", "b", "--batch", "c"},
                                                       {"check", "--batch", "/nonexistent"},
                                                       {"check", "/nonexistent", "--instance-text", "1"},
                                                       {"check", folder_, "--instance-text", "1"},
                                                       {"check", "a", "b", "--format", "maybe"},
                                                       {"check", "a", "b", "--draft", "nine"},
                                                       {"check", "a", "b", "--subject", "nobody"}};
  for (const std::vector<std::string>& arguments : wrong) {
    const Ran ran = run(arguments);
    EXPECT_EQ(ran.exit, 2) << testing::PrintToString(arguments) << ran.err;
    EXPECT_THAT(ran.err, StartsWith("error[")) << testing::PrintToString(arguments);
    EXPECT_THAT(ran.err, HasSubstr("\nhelp: ")) << testing::PrintToString(arguments);
  }
}

}  // namespace
}  // namespace lockstep::cli

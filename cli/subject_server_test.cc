// `lockstep subject`: a whole session over JSON lines, and requests that are none.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "lockstep/cli/test_program.h"
#include "lockstep/engine/vocabulary/builtin.h"

namespace lockstep::cli {
namespace {

using nlohmann::json;

std::vector<json> serve(const std::vector<json>& requests, std::vector<std::string> more = {}) {
  std::string input;
  for (const json& request : requests)
    input += (request.is_string() ? request.get<std::string>() : request.dump()) + "\n";
  more.insert(more.begin(), "subject");
  const Ran ran = run(more, input);
  EXPECT_EQ(ran.exit, 0) << ran.err;
  std::vector<json> replies;
  std::istringstream in(ran.out);
  for (std::string line; std::getline(in, line);) replies.push_back(json::parse(line));
  return replies;
}

TEST(SubjectServer, AWholeSession) {
  // Ids: 0 "[", 1 "1", 2 "]", 3 ",1", 4 the end.
  const json vocabulary = {
      {"op", "vocabulary"},
      {"tokens", {"[", {{"hex", "31"}, {"kind", "normal"}}, "]", ",1", {{"hex", ""}, {"kind", "control"}}}},
      {"stop", {4}},
      {"logit_width", 33}};
  const auto replies = serve({
      {{"op", "hello"}, {"id", 7}},
      vocabulary,
      {{"op", "compile"},
       {"schema", R"({"type":"array","items":{"const":1},"maxItems":2})"},
       {"policy", "canonical"}},
      {{"op", "start"}, {"constraint", 1}},
      {{"op", "mask"}, {"session", 2}},
      {{"op", "accept"}, {"session", 2}, {"token", 1}},
      {{"op", "accept"}, {"session", 2}, {"token", 0}},
      {{"op", "mask"}, {"session", 2}, {"as", "hex"}},
      {{"op", "accept"}, {"session", 2}, {"token", 1}},
      {{"op", "fork"}, {"session", 2}},
      {{"op", "accept"}, {"session", 3}, {"token", 3}},
      {{"op", "forced"}, {"session", 3}},
      {{"op", "mask"}, {"session", 2}},
      {{"op", "rollback"}, {"session", 3}, {"tokens", 1}},
      {{"op", "mask"}, {"session", 3}},
      {{"op", "stop"}, {"session", 3}},
      {{"op", "accept"}, {"session", 3}, {"token", 2}},
      {{"op", "stop"}, {"session", 3}},
      {{"op", "mask"}, {"session", 3}},
      {{"op", "close"}, {"session", 3}},
      {{"op", "mask"}, {"session", 3}},
      {{"op", "close"}},
      {{"op", "hello"}},
  });
  ASSERT_EQ(replies.size(), 22U);  // nothing after close
  EXPECT_EQ(replies[0]["subject"], "engine");
  EXPECT_EQ(replies[0]["id"], 7);
  EXPECT_EQ(replies[1]["size"], 5);
  EXPECT_EQ(replies[2], (json{{"compile", "ok"}, {"constraint", 1}}));
  EXPECT_EQ(replies[4]["mask"], json::array({0}));
  EXPECT_EQ(replies[5]["accepted"], false);
  EXPECT_EQ(replies[6]["accepted"], true);
  EXPECT_EQ(replies[7]["mask"], "0600000000000000");
  EXPECT_EQ(replies[11]["forced"]["hex"], "5d");
  EXPECT_EQ(replies[12]["mask"], json({2, 3}));
  EXPECT_EQ(replies[13]["rolled_back"], true);
  EXPECT_EQ(replies[14]["mask"], json({2, 3}));
  EXPECT_EQ(replies[15]["stop"], false);
  EXPECT_EQ(replies[17]["stop"], true);
  EXPECT_EQ(replies[18]["mask"], json({4}));
  EXPECT_EQ(replies[20]["error"], "unknown_session");
}

TEST(SubjectServer, FailedCompilesSayWhy) {
  const auto replies = serve({{{"op", "compile"}, {"schema", R"({"multipleOf":1e2000})"}},
                              {{"op", "compile"}, {"schema", "false"}},
                              {{"op", "compile"}, {"schema", "{"}},
                              {{"op", "compile"}, {"schema", {{"hex", "74727565"}}}}});
  EXPECT_EQ(replies[0]["compile"], "refused");
  EXPECT_EQ(replies[0]["keyword"], "multipleOf");
  EXPECT_EQ(replies[0]["pointer"], "/multipleOf");
  EXPECT_EQ(replies[1]["compile"], "empty");
  EXPECT_EQ(replies[2]["compile"], "malformed");
  EXPECT_EQ(replies[3]["compile"], "ok");
}

TEST(SubjectServer, TheOracleJudgesWholeTexts) {
  const auto replies =
      serve({{{"op", "hello"}},
             {{"op", "validate"}, {"schema", R"({"type":"integer"})"}, {"instances", {"1.0", "x", "1.5"}}}},
            {"--subject", "oracle"});
  EXPECT_EQ(replies[0]["subject"], "oracle");
  EXPECT_EQ(replies[1]["instances"][0]["validity"], "valid");
  EXPECT_EQ(replies[1]["instances"][1]["validity"], "invalid");
  EXPECT_EQ(replies[1]["instances"][2]["validity"], "invalid");
}

// One text through all requests of a session, and back.
std::vector<json> whole_session(const std::string& schema, const std::string& text,
                                const std::string& policy) {
  std::vector<json> requests = {{{"op", "compile"}, {"schema", schema}, {"policy", policy}},
                                {{"op", "start"}, {"constraint", 1}},
                                {{"op", "fork"}, {"session", 2}}};
  const auto look = [&](int session) {
    for (const char* op : {"mask", "stop", "forced"}) requests.push_back({{"op", op}, {"session", session}});
  };
  for (const char byte : text) {
    look(2);
    requests.push_back({{"op", "accept"}, {"session", 2}, {"token", static_cast<unsigned char>(byte)}});
  }
  look(2);
  requests.push_back({{"op", "rollback"}, {"session", 2}, {"tokens", text.size() / 2}});
  look(2);
  look(3);
  return requests;
}

TEST(SubjectServer, TheMasksOfEngineAndOracleAreTheSame) {
  struct Line {
    const char* schema;
    const char* text;
    const char* policy;
  };
  const Line lines[] = {
      {R"({"type":"object","properties":{"a":{"type":"integer"},"b":{"const":"x"}},"required":["b"]})",
       R"({"a":-12,"b":"x"})", "spec"},
      {R"({"enum":["red","r\u00e9d",7,[null,true]]})", "[null, true]", "model"},
      {R"({"type":"array","prefixItems":[{"type":"string","maxLength":2}],"items":false,"minItems":1})",
       "[\"\xc3\xa9\\n\"]", "canonical"},
      {R"({"anyOf":[{"minimum":10,"maximum":99},{"type":"boolean"}],"type":["number","boolean"]})", "42.5e0",
       "spec"},
      {R"({"$ref":"#/$defs/t","$defs":{"t":{"type":"object","additionalProperties":{"$ref":"#/$defs/t"}}}})",
       R"({"k":{"":{}}})", "canonical"},
  };
  std::size_t masks = 0;
  for (const Line& line : lines) {
    const auto requests = whole_session(line.schema, line.text, line.policy);
    const auto engine = serve(requests);
    const auto oracle = serve(requests, {"--subject", "oracle"});
    ASSERT_EQ(engine.size(), requests.size());
    ASSERT_EQ(oracle.size(), requests.size());
    for (std::size_t i = 0; i < requests.size(); ++i) {
      EXPECT_EQ(engine[i], oracle[i]) << line.schema << " " << requests[i];
      EXPECT_TRUE(requests[i]["op"] != "accept" || engine[i]["accepted"] == true) << i;
      masks += engine[i].contains("mask") && !engine[i]["mask"].empty() ? 1U : 0U;
    }
  }
  EXPECT_GE(masks, 60U);
}

TEST(SubjectServer, WhatTheOracleCannotTellIsInTheReply) {
  // Deeper than the oracle reads.
  const std::string deep(400, '[');
  std::vector<json> requests = {{{"op", "vocabulary"}, {"tokens", {deep, "[", "]"}}},
                                {{"op", "compile"}, {"schema", "true"}},
                                {{"op", "start"}, {"constraint", 1}},
                                {{"op", "accept"}, {"session", 2}, {"token", 0}},
                                {{"op", "mask"}, {"session", 2}},
                                {{"op", "accept"}, {"session", 2}, {"token", 1}},
                                {{"op", "stop"}, {"session", 2}}};
  const auto replies = serve(requests, {"--subject", "oracle"});
  EXPECT_EQ(replies[3], (json{{"accepted", true}}));
  EXPECT_EQ(replies[4]["mask"], json::array({2}));
  ASSERT_EQ(replies[4]["unknown"].size(), 1U) << replies[4];
  EXPECT_EQ(replies[4]["unknown"][0]["ids"], json({0, 1}));
  EXPECT_EQ(replies[5]["accepted"], false);
  EXPECT_EQ(replies[5]["unknown"][0]["ids"], json::array());
  EXPECT_EQ(replies[6], (json{{"stop", false}}));
}

TEST(SubjectServer, WhatIsNoRequestIsAnswered) {
  const auto replies = serve(
      {"", "{", "[]", json{{"op", 1}}, json{{"op", "dance"}}, json{{"op", "mask"}},
       json{{"op", "start"}, {"constraint", 9}}, json{{"op", "compile"}, {"schema", json::object()}},
       json{{"op", "vocabulary"}, {"tokens", {1}}},
       json{{"op", "compile"}, {"schema", "true"}, {"policy", {{"colour", "red"}}}}, "{\"op\":\"hello\"}"});
  ASSERT_EQ(replies.size(), 11U);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(replies[i]["error"], "bad_request") << i;
  EXPECT_EQ(replies[4]["error"], "unknown_op");
  EXPECT_EQ(replies[5]["error"], "unknown_session");
  EXPECT_EQ(replies[6]["error"], "unknown_constraint");
  EXPECT_EQ(replies[7]["error"], "bad_request");
  EXPECT_EQ(replies[8]["error"], "bad_request");
  EXPECT_EQ(replies[9]["error"], "unknown_policy_field");
  EXPECT_EQ(replies[10]["subject"], "engine");
}

}  // namespace
}  // namespace lockstep::cli

// `lockstep check` with the engine: pairs, points of death, and batch lines with policies, random tokens and
// masks.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "lockstep/cli/test_program.h"
#include "lockstep/engine/vocabulary/builtin.h"

namespace lockstep::cli {
namespace {

using nlohmann::json;
using testing::HasSubstr;

std::vector<json> batch(const std::string& lines, std::vector<std::string> more = {}) {
  more.insert(more.begin(), {"check", "--subject", "engine", "--batch", "-"});
  const Ran ran = run(more, lines);
  EXPECT_EQ(ran.exit, 0) << ran.err;
  std::vector<json> out;
  std::istringstream in(ran.out);
  for (std::string line; std::getline(in, line);) out.push_back(json::parse(line));
  return out;
}

TEST(CheckEngine, PairsGoThroughMasks) {
  const auto pair = [](const std::string& instance, const std::string& policy) {
    return run({"check", "--subject", "engine", "--policy", policy, "--schema-text",
                R"({"type":"object","properties":{"a":{"type":"integer"}},"required":["a"]})",
                "--instance-text", instance});
  };
  EXPECT_EQ(pair(R"({"a":1.0})", "spec").exit, 0);
  const Ran died = pair(R"({"a":1.0})", "model");
  EXPECT_EQ(died.exit, 1);
  EXPECT_THAT(died.out, HasSubstr("the text dies at instance:1:7 (byte 6)"));
  EXPECT_THAT(died.out, HasSubstr("bytes that could come: 0x09 0x0A 0x0D 0x20 ',' '0'-'9' '}'"));
  EXPECT_THAT(died.out, HasSubstr("judged by: /properties/a"));
  EXPECT_THAT(died.out, HasSubstr("one way to the end: \"}\""));
}

TEST(CheckEngine, OthersTakeNoPolicy) {
  EXPECT_EQ(run({"check", "--subject", "oracle", "--policy", "model", "--schema-text", "true",
                 "--instance-text", "1"})
                .exit,
            2);
}

TEST(CheckEngine, BatchLinesCarryPolicies) {
  const auto lines =
      batch(R"({"id":1,"schema":{"type":"integer"},"instances":["1.0","1"," 1"],"policy":"model"})"
            "\n"
            R"({"id":2,"schema":{"type":"integer"},"instances":["1.0"]})"
            "\n"
            R"({"id":3,"schema":{"type":"array"},"instances":["[1, 2]"],"policy":{"whitespace":"compact"}})"
            "\n"
            R"({"id":4,"schema":{"multipleOf":1e2000},"instances":["1"]})"
            "\n"
            R"({"id":5,"schema":false,"instances":["1"]})"
            "\n");
  ASSERT_EQ(lines.size(), 7U);
  EXPECT_EQ(lines[0]["accepted"], false);
  EXPECT_EQ(lines[0]["at"], 1);
  EXPECT_EQ(lines[1]["accepted"], true);
  EXPECT_EQ(lines[2]["at"], 0);
  EXPECT_EQ(lines[3]["accepted"], true);
  EXPECT_EQ(lines[4]["at"], 3);
  EXPECT_EQ(lines[5]["compile"], "refused");
  EXPECT_EQ(lines[5]["pointer"], "/multipleOf");
  EXPECT_EQ(lines[6]["compile"], "empty");
  EXPECT_EQ(lines[6]["accepted"], false);
}

TEST(CheckEngine, RandomTokensDieAtTheSameByte) {
  const std::string schema = R"("schema":{"properties":{"a":{"type":"integer"},"bé":{"type":"string"}}},)";
  const std::string instances =
      R"("instances":["{\"a\":12,\"b\u00e9\":\"x\\n y\"}","{\"a\":12,\"b\u00e9\":1}","{\"a\":true}","[1,{\"\":null}]"])";
  const auto bytes = batch("{\"id\":1," + schema + instances + "}\n");
  ASSERT_EQ(bytes.size(), 4U);
  EXPECT_EQ(bytes[0]["accepted"], true);
  EXPECT_EQ(bytes[1]["accepted"], false);
  for (const char* seed : {"1", "2", "3", "4", "5", "6", "7", "8"}) {
    EXPECT_EQ(batch("{\"id\":1,\"tokens\":\"random\"," + schema + instances + "}\n", {"--seed", seed}), bytes)
        << seed;
  }
}

// `conform` gives them to every subject; without them the engine called this schema malformed.
TEST(CheckEngine, TheOfficialMetaschemasCanBeReferredTo) {
  const auto lines =
      batch(R"({"id":1,"schema":{"$ref":"https://json-schema.org/draft/2020-12/schema"},"instances":["{}"]})"
            "\n"
            R"({"id":2,"schema":{"$ref":"https://json-schema.org/draft/2020-12/none"},"instances":["{}"]})"
            "\n");
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_NE(lines[0]["compile"], "malformed");
  EXPECT_EQ(lines[1]["compile"], "malformed");
}

// The same answers as byte by byte, whatever the vocabulary and where the text dies.
TEST(CheckEngine, CanonicalTokensDieAtTheSameByte) {
  const std::string schema =
      R"("schema":{"properties":{"name":{"type":"integer"},"b\u00e9":{"type":"string"}}},)";
  const std::string instances =
      R"("instances":["{\"name\": 12, \"b\u00e9\": \"the \\n  y\"}","{\"name\":12,\"b\u00e9\": 1}",)"
      R"("{\"name\": true}","[1, {\"\": null}]","  [","\u00e9"])";
  const auto bytes = batch("{\"id\":1," + schema + instances + "}\n");
  ASSERT_EQ(bytes.size(), 6U);
  EXPECT_EQ(bytes[0]["accepted"], true);
  EXPECT_EQ(bytes[1]["at"], 18);
  for (const char* vocabulary : {"builtin", "llama-3", "llama-2", "cl100k"}) {
    EXPECT_EQ(
        batch("{\"id\":1,\"tokens\":\"canonical\"," + schema + instances + "}\n", {"--vocab", vocabulary}),
        bytes)
        << vocabulary;
  }
}

// A text that the tokenizer itself would not spell goes byte by byte, and the line says so.
TEST(CheckEngine, ATextWithoutCanonicalTokensIsNamed) {
  const std::string line =
      R"({"id":1,"schema":true,"tokens":"canonical","instances":["\"\u2581\"",{"hex":"22ff22"},"\" \""]})"
      "\n";
  const auto lines = batch(line, {"--vocab", "llama-2"});
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines[0]["code"], "text_changed");
  EXPECT_EQ(lines[0]["accepted"], true);
  EXPECT_EQ(lines[1]["code"], "not_utf8");
  EXPECT_EQ(lines[1]["accepted"], false);
  EXPECT_EQ(lines[1]["at"], 1);
  EXPECT_FALSE(lines[2].contains("code"));
}

TEST(CheckEngine, CanonicalTokensOfAnUnknownTokenizerAreRefusedByName) {
  const auto lines = batch(R"({"id":1,"schema":true,"tokens":"canonical","instances":["1"]})"
                           "\n",
                           {"--vocab", std::string(LOCKSTEP_DEPS_DIR) + "/gguf/gpt-2.gguf"});
  EXPECT_EQ(lines[0]["compile"], "refused");
  EXPECT_EQ(lines[0]["code"], "tokens_canonical");
}

TEST(CheckEngine, MasksAfterSomeBytes) {
  const auto lines = batch(
      R"({"id":1,"schema":{"enum":[true]},"mask_at":1,"policy":"canonical","instances":["true","x","t",""]})"
      "\n");
  ASSERT_EQ(lines.size(), 4U);
  const engine::Vocabulary& vocabulary = engine::builtin_vocabulary();
  std::vector<engine::TokenId> expected;
  for (engine::TokenId id = 0; id < vocabulary.size(); ++id) {
    if (vocabulary.is_text(id) && std::string_view("rue").starts_with(vocabulary.bytes(id)))
      expected.push_back(id);
  }
  EXPECT_EQ(lines[0]["mask"], json(expected));
  EXPECT_EQ(lines[1]["mask"], nullptr);
  EXPECT_EQ(lines[2]["mask"], json(expected));
  EXPECT_EQ(lines[3]["mask"], nullptr);
}

}  // namespace
}  // namespace lockstep::cli

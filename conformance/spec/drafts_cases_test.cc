// Every case of drafts_cases.json through the engine: what compiles, what is listed, which texts are
// admitted.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "lockstep/conformance/subject/engine_drive.h"
#include "lockstep/conformance/suite/json_schema_suite.h"
#include "lockstep/engine/base/file.h"
#include "lockstep/engine/session/constraint.h"
#include "lockstep/engine/vocabulary/builtin.h"

namespace lockstep::conformance {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostBytes = std::size_t{1} << 24U;  // of the file of cases

const Json& cases() {
  static const Json parsed = [] {
    const auto text =
        engine::read_file(LOCKSTEP_SOURCE_DIR "/conformance/spec/drafts_cases.json", kMostBytes);
    return Json::parse(text.value()).at("cases");
  }();
  return parsed;
}

EngineSettings settings_of(engine::Policy policy) {
  return {policy, {}, engine::builtin_vocabulary(), engine::MaskPath::memo};
}

ValidateRequest request_of(const Json& one) {
  ValidateRequest request;
  request.schema = one.at("schema").dump();
  request.dialect = dialect_of(one.at("draft").get<std::string>());
  return request;
}

std::vector<std::string> unknown_of(const engine::Constraint& constraint) {
  std::vector<std::string> pointers;
  for (const engine::Remark& remark : constraint.remarks()) {
    if (remark.kind == "unknown_keyword") pointers.emplace_back(remark.pointer);
  }
  std::sort(pointers.begin(), pointers.end());
  return pointers;
}

// How many texts were judged.
std::size_t judge(const Json& one, const engine::Constraint& constraint, const EngineSettings& settings) {
  std::size_t judged = 0;
  const engine::Session start(constraint, settings.vocabulary, settings.path);
  for (const char* field : {"valid", "invalid"}) {
    const Validity wanted = std::string(field) == "valid" ? Validity::valid : Validity::invalid;
    for (const Json& text : one.value(field, Json::array())) {
      const InstanceReply reply = drive_bytes(start.fork(), settings.vocabulary, text.get<std::string>());
      EXPECT_EQ(name(reply.validity), name(wanted)) << one.at("id") << " " << text << " " << reply.reason;
      ++judged;
    }
  }
  return judged;
}

TEST(DraftsCases, TheEngineSaysWhatTheNormSays) {
  const EngineSettings settings = settings_of(engine::Policy::spec());
  std::size_t judged = 0;
  std::map<std::string, std::size_t> by_draft;
  for (const Json& one : cases()) {
    const auto made = compile_with_engine(settings, request_of(one));
    ++by_draft[one.at("draft").get<std::string>()];
    if (const auto* fault = std::get_if<engine::CompileFault>(&made)) {
      const CompileReply reply = compile_reply(*fault);
      EXPECT_EQ(one.value("outcome", "ok"), name(reply.outcome)) << one.at("id") << " " << reply.message;
      EXPECT_EQ(one.value("code", ""), reply.code) << one.at("id");
      continue;
    }
    EXPECT_FALSE(one.contains("outcome")) << one.at("id");
    const auto& constraint = std::get<engine::Constraint>(made);
    auto unknown = one.value("unknown", std::vector<std::string>());
    std::sort(unknown.begin(), unknown.end());
    EXPECT_EQ(unknown_of(constraint), unknown) << one.at("id");
    judged += judge(one, constraint, settings);
  }
  EXPECT_EQ(cases().size(), 217U);
  EXPECT_EQ(by_draft.size(), 5U);
  EXPECT_GE(judged, 380U);
}

// Whatever the policy admits of spellings (drafts.md 3.1): what stands in the cases stays so in a plain one.
TEST(DraftsCases, AnIntegerOfDraft4IsSpelledAsOne) {
  const auto admits = [](engine::Policy policy, const std::string& schema, const std::string& text) {
    const EngineSettings settings = settings_of(policy);
    ValidateRequest request;
    request.schema = schema;
    request.dialect = dialect_of("4");
    const auto made = compile_with_engine(settings, request);
    const auto* constraint = std::get_if<engine::Constraint>(&made);
    if (constraint == nullptr) return false;
    const engine::Session start(*constraint, settings.vocabulary, settings.path);
    return drive_bytes(start.fork(), settings.vocabulary, text).validity == Validity::valid;
  };
  const std::string integer = R"({"type":"integer"})";
  const std::string other = R"({"type":"number","not":{"type":"integer"}})";
  for (const engine::Policy& policy :
       {engine::Policy::spec(), engine::Policy::model(), engine::Policy::canonical()}) {
    EXPECT_TRUE(admits(policy, integer, "12"));
    EXPECT_FALSE(admits(policy, integer, "12.0"));
    EXPECT_FALSE(admits(policy, integer, "1e40"));
    EXPECT_FALSE(admits(policy, other, "12"));
    EXPECT_TRUE(admits(policy, other, "1e40"));
    EXPECT_TRUE(admits(policy, other, "12.5"));
  }
  EXPECT_TRUE(admits(engine::Policy::spec(), other, "12.0"));
  EXPECT_FALSE(admits(engine::Policy::canonical(), other, "12.0")) << "no canonical spelling";
  // Equal items in different spellings: the values count for uniqueItems, the spellings for the type.
  const std::string pair =
      R"({"items":[{"type":"integer"},{"type":"number","not":{"type":"integer"},"minimum":1,"maximum":2}],
          "additionalItems":false,"minItems":2,"uniqueItems":true})";
  EXPECT_TRUE(admits(engine::Policy::spec(), pair, "[1,2.0]"));
  EXPECT_FALSE(admits(engine::Policy::spec(), pair, "[1,1.0]"));
  EXPECT_FALSE(admits(engine::Policy::spec(), pair, "[1,2]"));
  EXPECT_TRUE(admits(engine::Policy::spec(), pair, "[1,1.5]"));
}

}  // namespace
}  // namespace lockstep::conformance

// The oracle behind the interface: outcomes, offsets, limits, documents as deep as the limit; the table of
// subjects.
#include "lockstep/conformance/subject/oracle_subject.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "lockstep/conformance/subject/big_stack.h"
#include "lockstep/conformance/subject/subjects.h"

namespace lockstep::conformance {
namespace {

ValidateReply ask(const std::string& schema, std::vector<std::string> instances, bool assert_formats = false,
                  const Registry& registry = {}) {
  ValidateRequest request;
  request.schema = schema;
  request.instances = std::move(instances);
  request.assert_formats = assert_formats;
  request.registry = std::make_shared<Registry>(registry);
  return make_oracle_subject()->validate(request);
}

TEST(OracleSubject, SaysWhereATextDiesAndHowFarItGot) {
  const ValidateReply reply =
      ask(R"({"type":"array"})", {"[1]", " [ ] ", "1", "[1", "[1,]", "[\"\\ud800\"]", ""});
  ASSERT_EQ(reply.compile.outcome, Compile::ok) << reply.compile.message;
  ASSERT_EQ(reply.instances.size(), 7U);
  EXPECT_EQ(reply.instances[0].validity, Validity::valid);
  EXPECT_EQ(reply.instances[0].at, 3U);
  EXPECT_EQ(reply.instances[1].at, 5U);
  EXPECT_EQ(reply.instances[2].validity, Validity::invalid);
  EXPECT_FALSE(reply.instances[2].at.has_value());  // JSON, but not valid: no byte is to blame
  for (std::size_t i = 3; i < 7; ++i) EXPECT_EQ(reply.instances[i].validity, Validity::invalid) << i;
  EXPECT_EQ(reply.instances[3].at, 2U);  // truncated: the length
  EXPECT_EQ(reply.instances[4].at, 3U);
  EXPECT_EQ(reply.instances[6].at, 0U);
}

TEST(OracleSubject, MapsTheOutcomesOfCompilation) {
  EXPECT_EQ(ask("true", {"1"}).compile.outcome, Compile::ok);
  ValidateReply reply = ask("{\"type\":", {"1"});
  EXPECT_EQ(reply.compile.outcome, Compile::malformed);
  EXPECT_EQ(reply.compile.code, "truncated");
  EXPECT_EQ(reply.compile.offset, 8U);
  EXPECT_TRUE(reply.instances.empty());
  reply = ask(R"({"type":"no such type"})", {"1"});
  EXPECT_EQ(reply.compile.outcome, Compile::malformed);
  EXPECT_EQ(reply.compile.code, "invalid_schema");
  reply = ask(R"({"$ref":"http://nowhere.example/x"})", {"1"});
  EXPECT_EQ(reply.compile.outcome, Compile::malformed);
  EXPECT_EQ(reply.compile.code, "bad_reference");
  reply = ask(R"({"$schema":"http://json-schema.org/draft-03/schema#"})", {"1"});
  EXPECT_EQ(reply.compile.outcome, Compile::refused);
  EXPECT_EQ(reply.compile.code, "unsupported_dialect");
  EXPECT_EQ(reply.compile.keyword, "$schema");
}

TEST(OracleSubject, RegistryAndFormatsReachTheOracle) {
  const Registry registry = {{"http://x.example/int", R"({"type":"integer"})"}};
  const ValidateReply reply = ask(R"({"$ref":"http://x.example/int"})", {"1", "\"a\""}, false, registry);
  ASSERT_EQ(reply.instances.size(), 2U) << reply.compile.message;
  EXPECT_EQ(reply.instances[0].validity, Validity::valid);
  EXPECT_EQ(reply.instances[1].validity, Validity::invalid);
  EXPECT_EQ(ask(R"({"format":"date"})", {"\"x\""}, false).instances.at(0).validity, Validity::valid);
  EXPECT_EQ(ask(R"({"format":"date"})", {"\"x\""}, true).instances.at(0).validity, Validity::invalid);
}

std::string nested(std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); }

TEST(OracleSubject, DeepDocumentsAreJudgedAndDeeperOnesUnknown) {
  const std::size_t depth = OracleSettings{}.json_depth;
  const ValidateReply reply = ask(R"({"type":"array","items":{"$ref":"#"}})",
                                  {nested(depth - 1), nested(depth + 1), nested(2'000'000)});
  ASSERT_EQ(reply.compile.outcome, Compile::ok);
  ASSERT_EQ(reply.instances.size(), 3U);
  EXPECT_EQ(reply.instances[0].validity, Validity::valid) << reply.instances[0].reason;
  for (std::size_t i = 1; i < 3; ++i) {
    EXPECT_EQ(reply.instances[i].validity, Validity::unknown) << i;  // not read, so nothing is known
    EXPECT_EQ(reply.instances[i].reason.substr(0, 8), "too_deep");
  }
}

TEST(OracleSubject, ASchemaBeyondALimitIsNoMalformedOne) {
  std::string schema = "{}";
  for (std::size_t i = 0; i <= OracleSettings{}.json_depth; ++i) schema = "{\"not\":" + schema + "}";
  EXPECT_EQ(ask(schema, {"1"}).compile.outcome, Compile::limit);
}

TEST(BigStack, RunsOnceAndHandsExceptionsOn) {
  int calls = 0;
  EXPECT_TRUE(run_on_stack(std::size_t{1} << 20U, [&] { ++calls; }));
  EXPECT_EQ(calls, 1);
  EXPECT_THROW((void)run_on_stack(std::size_t{1} << 20U, [] { throw std::bad_alloc(); }), std::bad_alloc);
  EXPECT_FALSE(run_on_stack(1, [&] { ++calls; }));  // below the least stack of a thread
  EXPECT_EQ(calls, 1);
}

TEST(SubjectTable, KnowsEveryoneByName) {
  const SubjectTable table = all_subjects();
  std::set<std::string> names;
  for (const SubjectEntry& entry : table.entries()) {
    EXPECT_TRUE(names.insert(entry.name).second);
    EXPECT_FALSE(entry.sentence.empty());
  }
  EXPECT_TRUE(names.contains("oracle"));
  std::string error;
  EXPECT_EQ(table.make("nobody", {}, error), nullptr);
  for (const std::string& name : names) EXPECT_NE(error.find(name), std::string::npos) << name;
  const std::unique_ptr<Subject> oracle = table.make("oracle", {}, error);
  ASSERT_NE(oracle, nullptr);
  EXPECT_EQ(oracle->name(), "oracle");
  EXPECT_TRUE(oracle->capabilities().validate);
  EXPECT_EQ(oracle->start({}).compile.outcome, Compile::refused);
}

}  // namespace
}  // namespace lockstep::conformance

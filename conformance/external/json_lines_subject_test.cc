// The protocol's client: who is to blame when a validator dies, replies that the protocol does not know,
// registries.
#include "lockstep/conformance/external/json_lines_subject.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace lockstep::conformance {
namespace {

// Answers by the instance's text: "die", "hang", anything else is valid iff it is in the schema's text.
constexpr const char* kValidator = R"(
import json, os, sys, time
documents = None
for line in sys.stdin:
    request = json.loads(line)
    reply = {"id": request["id"]}
    if request["op"] == "registry":
        documents = request["documents"]
    elif documents is None:
        reply["no_registry"] = True
    else:
        schema = request["schema"]
        if schema == "die": os.abort()
        if "die" in request["instances"]: os.abort()
        if "hang" in request["instances"]: time.sleep(1000)
        text = documents.get(schema, schema)
        reply["compile"] = "bogus" if schema == "bogus" else "ok"
        reply["replies"] = [{"validity": "valid" if isinstance(i, str) and i in text else "invalid"} for i in request["instances"]]
        if schema == "short": reply["replies"] = reply["replies"][1:]
    print(json.dumps(reply)); sys.stdout.flush()
)";

JsonLinesSubject subject() {
  JsonLinesSubjectOptions options;
  options.name = "stand-in";
  options.command.argv = {"/usr/bin/env", "python3", "-c", kValidator};
  options.limits.time = std::chrono::milliseconds{3000};
  return JsonLinesSubject(std::move(options));
}

ValidateRequest request(std::string schema, std::vector<std::string> instances) {
  ValidateRequest made;
  made.schema = std::move(schema);
  made.instances = std::move(instances);
  return made;
}

std::vector<Validity> validities(const ValidateReply& reply) {
  std::vector<Validity> all;
  for (const InstanceReply& one : reply.instances) all.push_back(one.validity);
  return all;
}

TEST(JsonLinesSubject, BlamesOnlyTheInstanceThatKilledTheProcess) {
  JsonLinesSubject one = subject();
  const ValidateReply reply = one.validate(request("abc", {"a", "die", "x", "hang", "c"}));
  EXPECT_EQ(reply.compile.outcome, Compile::ok);
  EXPECT_EQ(validities(reply), (std::vector<Validity>{Validity::valid, Validity::crash, Validity::invalid,
                                                      Validity::hang, Validity::unknown}));
  EXPECT_EQ(validities(one.validate(request("abc", {"b"}))), (std::vector<Validity>{Validity::valid}));
}

TEST(JsonLinesSubject, BlamesTheSchemaThatKillsTheProcess) {
  JsonLinesSubject one = subject();
  const ValidateReply reply = one.validate(request("die", {"a", "b"}));
  EXPECT_EQ(reply.compile.outcome, Compile::crash);
  EXPECT_TRUE(reply.instances.empty());
}

TEST(JsonLinesSubject, TakesAReplyThatTheProtocolDoesNotKnowForNoVerdict) {
  JsonLinesSubject one = subject();
  EXPECT_EQ(one.validate(request("bogus", {"a"})).compile.outcome, Compile::crash);
  const ValidateReply reply = one.validate(request("short", {"s", "h"}));
  EXPECT_EQ(validities(reply), (std::vector<Validity>{Validity::error, Validity::error}));
}

TEST(JsonLinesSubject, SendsTheRegistryOnceAndAgainAfterADeath) {
  JsonLinesSubject one = subject();
  ValidateRequest asked = request("urn:x", {"q"});
  EXPECT_EQ(validities(one.validate(asked)), (std::vector<Validity>{Validity::invalid}));
  asked.registry = std::make_shared<const Registry>(Registry{{"urn:x", "qqq"}});
  EXPECT_EQ(validities(one.validate(asked)), (std::vector<Validity>{Validity::valid}));
  asked.instances = {"die", "q"};
  EXPECT_EQ(validities(one.validate(asked)), (std::vector<Validity>{Validity::crash, Validity::valid}));
}

TEST(JsonLinesSubject, SendsBytesThatAreNoUtf8AsHex) {
  JsonLinesSubject one = subject();
  EXPECT_EQ(validities(one.validate(request("abc", {"\xff", "b"}))),
            (std::vector<Validity>{Validity::invalid, Validity::valid}));
}

}  // namespace
}  // namespace lockstep::conformance

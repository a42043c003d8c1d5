// `lockstep compile`: each outcome with its code, pointer and exit code; what asserts nothing is listed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "lockstep/cli/test_program.h"

namespace lockstep::cli {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

Ran compile(const std::string& schema, std::vector<std::string> more = {}) {
  more.insert(more.begin(), {"compile", "--schema-text", schema});
  return run(more);
}

json first_line(const Ran& ran) {
  std::istringstream lines(ran.out);
  std::string line;
  std::getline(lines, line);
  return json::parse(line);
}

TEST(Compile, SaysWhatItMade) {
  const Ran ran = compile(R"({"type":"integer","title":"t","colour":1})");
  EXPECT_EQ(ran.exit, 0);
  EXPECT_THAT(ran.out, HasSubstr("outcome   ok\nidentity  "));
  EXPECT_THAT(ran.out, HasSubstr("whitespace=any"));
  EXPECT_THAT(ran.out, HasSubstr("remark: unknown_keyword at schema#/colour\n"));
  EXPECT_THAT(ran.out, HasSubstr("remark: annotation at schema#/title\n"));
  EXPECT_THAT(ran.out, HasSubstr("states            3 of 1048576\n"));
}

TEST(Compile, JsonHasTheSame) {
  const json line = first_line(compile(R"({"type":"integer","colour":1})", {"--json", "--policy", "model"}));
  EXPECT_EQ(line["outcome"], "ok");
  EXPECT_EQ(line["identity"].get<std::string>().size(), 64U);
  EXPECT_EQ(line["unknown_keywords"][0]["keyword"], "colour");
  EXPECT_EQ(line["unknown_keywords"][0]["pointer"], "/colour");
  EXPECT_EQ(line["annotations"].size(), 0U);
  EXPECT_EQ(line["counters"]["overruns"]["count"], 0);
  EXPECT_THAT(line["policy"].get<std::string>(), HasSubstr("number_bytes=40"));
}

TEST(Compile, RefusesByKeywordAndPointer) {
  const Ran ran = compile(R"({"properties":{"a":{"multipleOf":1e2000}}})", {"--json"});
  EXPECT_EQ(ran.exit, 5);
  const json line = first_line(ran);
  EXPECT_EQ(line["outcome"], "refused");
  EXPECT_EQ(line["keyword"], "multipleOf");
  EXPECT_EQ(line["pointer"], "/properties/a/multipleOf");
  EXPECT_THAT(ran.err, HasSubstr("schema#/properties/a/multipleOf"));
}

TEST(Compile, DraftsAreThoseOfTheCallerOrTheSchema) {
  const std::string older = R"({"dependentRequired":{"a":["b"]}})";
  EXPECT_THAT(compile(older, {"--draft", "7"}).out,
              HasSubstr("unknown_keyword at schema#/dependentRequired\n"));
  EXPECT_THAT(compile(older).out, Not(HasSubstr("unknown_keyword")));
  EXPECT_EQ(compile("true", {"--draft", "4"}).exit, 2);
  const Ran named =
      compile(R"({"$schema":"http://json-schema.org/draft-06/schema#","if":true})", {"--draft", "2019-09"});
  EXPECT_THAT(named.out, HasSubstr("unknown_keyword at schema#/if\n"));
  const Ran third = compile("{}", {"--draft", "3"});
  EXPECT_EQ(third.exit, 5);
  EXPECT_THAT(third.err, HasSubstr("error[unsupported_dialect]"));
}

TEST(Compile, NullableIsReadWhereOpenApiIsAskedFor) {
  const std::string schema = R"({"type":"string","nullable":true})";
  const Ran refused = compile(schema);
  EXPECT_EQ(refused.exit, 5);
  EXPECT_THAT(refused.err, HasSubstr("--openapi"));
  const Ran read = compile(schema, {"--openapi", "--json"});
  EXPECT_EQ(read.exit, 0);
  EXPECT_NE(first_line(read)["identity"],
            first_line(compile(R"({"type":"string"})", {"--json"}))["identity"]);
}

TEST(Compile, EmptyAndMalformedAreTold) {
  const Ran empty = compile("false");
  EXPECT_EQ(empty.exit, 1);
  EXPECT_THAT(empty.err, HasSubstr("error[empty]: the schema is empty"));
  const Ran malformed = compile(R"({"type":"strin"})");
  EXPECT_EQ(malformed.exit, 2);
  EXPECT_THAT(malformed.err, HasSubstr("/type"));
  EXPECT_EQ(compile("{").exit, 2);
}

TEST(Compile, PolicyAndFieldsAreReadStrictly) {
  EXPECT_EQ(compile("true", {"--policy", "loose"}).exit, 2);
  EXPECT_EQ(compile("true", {"--set", "whitespace"}).exit, 2);
  EXPECT_THAT(compile("true", {"--set", "whitespace=wide"}).err, HasSubstr("bad_policy_value"));
  EXPECT_THAT(compile("true", {"--set", "colour=red"}).err, HasSubstr("unknown_policy_field"));
  const auto identity = [](std::vector<std::string> more) {
    more.push_back("--json");
    return first_line(compile("true", more))["identity"].get<std::string>();
  };
  EXPECT_EQ(identity({}), identity({"--policy", "spec"}));
  EXPECT_NE(identity({}), identity({"--set", "whitespace=compact"}));
  EXPECT_NE(identity({}), identity({"--format", "assert"}));
  EXPECT_EQ(compile("true", {"also.json"}).exit, 2);
}

}  // namespace
}  // namespace lockstep::cli

// lockstep explain: reasons by pointer, where a text dies, exit codes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "lockstep/cli/test_program.h"

namespace lockstep::cli {
namespace {

using testing::HasSubstr;

constexpr const char* kSchema =
    R"({"type":"object","properties":{"name":{"type":"string","maxLength":3},"age":{"type":"integer"}},
        "required":["name","age"],"additionalProperties":false})";

TEST(ExplainCommand, NamesTheKeywordAndWhatCouldCome) {
  const Ran ran = run({"explain", "--schema-text", kSchema, "--text", R"({"name":"Al")", "--next", "}"});
  EXPECT_EQ(ran.exit, 0);
  EXPECT_THAT(ran.out, HasSubstr("blocked at byte 12: '}', in the value at \"\""));
  EXPECT_THAT(ran.out, HasSubstr("because of keyword #/required: a required member has not come: \"age\""));
  EXPECT_THAT(ran.out, HasSubstr("bytes that could come: 0x09 0x0A 0x0D 0x20 ','"));
}

TEST(ExplainCommand, FindsWhereATextDies) {
  const Ran ran = run({"explain", "--schema-text", kSchema, "--text", R"({"name":"Alice","age":3})"});
  EXPECT_THAT(ran.out, HasSubstr("blocked at byte 12"));
  EXPECT_THAT(ran.out, HasSubstr("#/properties/name/maxLength"));
}

TEST(ExplainCommand, SaysItInJson) {
  const Ran ran = run({"explain", "--schema-text", "{\"type\":\"object\"}", "--text", R"({"a":1,"\u0061)",
                       "--next", "\"", "--json"});
  const auto line = nlohmann::json::parse(ran.out.substr(0, ran.out.find('\n')));
  EXPECT_EQ(line.at("allowed"), false);
  EXPECT_EQ(line.at("byte"), '"');
  EXPECT_EQ(line.at("reasons").at(0).at("parts").at(0).at("keyword"), "duplicate_name");
}

TEST(ExplainCommand, ATextThatDiesBeforeIsAnError) {
  const Ran ran = run({"explain", "--schema-text", "{\"type\":\"array\"}", "--text", "{", "--next", "}"});
  EXPECT_EQ(ran.exit, 2);
  EXPECT_THAT(ran.err, HasSubstr("text_not_viable"));
}

}  // namespace
}  // namespace lockstep::cli

// What asserts nothing is listed, with its pointer, in the order of the text.
#include <gtest/gtest.h>

#include "lockstep/oracle/schema/schema_testing.h"

namespace lockstep::oracle {
namespace {

TEST(Remarks, ListWhatAssertsNothing) {
  EXPECT_EQ(
      remarks(R"({"minLenght":1,"properties":{"a/b":{"format":"date","contentEncoding":"base64"}},"x-y":2,
      "items":{"dependencies":{}},"pattern":"\\-"})"),
      "unknown_keyword /minLenght minLenght\n"
      "unknown_keyword /x-y x-y\n"
      "pattern_without_u /pattern \\-\n"
      "format_annotation /properties/a~1b/format date\n"
      "content_annotation /properties/a~1b/contentEncoding base64\n"
      "deprecated_keyword /items/dependencies dependencies\n");
}

TEST(Remarks, AreEmptyWhereEverythingAsserts) {
  EXPECT_EQ(
      remarks(
          R"({"$id":"http://x/a","$comment":"c","title":"t","default":{"any":1},"type":"string","pattern":"a",
      "examples":[{"unknown":1}],"const":{"unknown":1}})"),
      "");
}

TEST(Remarks, FormatsThatAssertAreNotListed) {
  SchemaOptions options;
  options.assert_formats = true;
  EXPECT_EQ(remarks(R"({"format":"date","not":{"format":"phone"}})", {}, options),
            "format_annotation /not/format phone\n");
}

TEST(Remarks, NamePatternsOfMembersAndOddReferences) {
  EXPECT_EQ(
      remarks(
          R"({"patternProperties":{"a":true,"\\-/":true},"$defs":{"my type":true},"$ref":"#/$defs/my type"})"),
      "pattern_without_u /patternProperties/\\-~1 \\-/\n"
      "reference_characters /$ref #/$defs/my type\n");
}

TEST(Remarks, OfOtherDocumentsHaveTheirUri) {
  const Registry registry = {{"http://x/a", R"({"y":1})"}};
  EXPECT_EQ(remarks(R"({"$ref":"http://x/a","z":1})", registry),
            "unknown_keyword /z z\nunknown_keyword http://x/a#/y y\n");
  EXPECT_EQ(remarks(R"({"$ref":"https://json-schema.org/draft/2020-12/schema"})"), "");
}

TEST(Remarks, APlaceThatAReferenceMakesASchemaIsLookedThrough) {
  EXPECT_EQ(remarks(R"({"definitions":{"a":{"y":1}},"$ref":"#/definitions/a"})"),
            "deprecated_keyword /definitions definitions\nunknown_keyword /definitions/a/y y\n");
}

}  // namespace
}  // namespace lockstep::oracle

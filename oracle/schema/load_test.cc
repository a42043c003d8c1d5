// Everything that can be wrong with a schema is found at load, with a code and the place.
#include <gtest/gtest.h>

#include "lockstep/oracle/schema/schema_testing.h"

namespace lockstep::oracle {
namespace {

TEST(Load, BrokenTextHasTheReadersCodeAndOffset) {
  const std::pair<const char*, const char*> kBroken[] = {{"", "truncated"},
                                                         {R"({"type":)", "truncated"},
                                                         {R"({"a":1,"a":2})", "duplicate_name"},
                                                         {"{\"a\":\"\xFF\"}", "invalid_utf8"},
                                                         {R"({} {})", "trailing_bytes"},
                                                         {"\xEF\xBB\xBF{}", "byte_order_mark"}};
  for (const auto& [text, code] : kBroken) EXPECT_EQ(load(text), std::string(code) + " at ") << text;
  const Outcome<Schema> schema = Schema::load(R"({"type":"string",})", {});
  ASSERT_FALSE(schema.ok());
  EXPECT_EQ(schema.error().offset, 17U);
}

TEST(Load, InvalidAgainstTheMetaschemaPointsAtTheFault) {
  const std::pair<const char*, const char*> kInvalid[] = {
      {R"({"type":"strnig"})", "/type"},
      {R"({"type":["string","strnig"]})", "/type/1"},
      {R"({"type":[]})", "/type"},
      {R"({"type":5})", "/type"},
      {R"({"properties":{"a":{"items":{"minLength":-1}}}})", "/properties/a/items/minLength"},
      {R"({"minLength":1.5})", "/minLength"},
      {R"({"maxLength":"1"})", "/maxLength"},
      {R"({"multipleOf":0})", "/multipleOf"},
      {R"({"required":["a","a"]})", "/required"},
      {R"({"required":"a"})", "/required"},
      {R"({"allOf":[]})", "/allOf"},
      {R"({"allOf":[true,1]})", "/allOf/1"},
      {R"({"items":[{}]})", "/items"},
      {R"({"properties":[]})", "/properties"},
      {R"({"properties":{"a~b/c":null}})", "/properties/a~0b~1c"},
      {R"({"$defs":{"d":{"pattern":1}}})", "/$defs/d/pattern"},
      {R"({"$id":"#frag"})", "/$id"},
      {R"({"$id":1})", "/$id"},
      {R"({"$anchor":"1a"})", "/$anchor"},
      {R"({"$ref":1})", "/$ref"},
      {R"({"enum":1})", "/enum"},
      {R"({"dependentRequired":{"a":[1]}})", "/dependentRequired/a/0"},
      {R"({"not":{"anyOf":[{"if":{"then":3}}]}})", "/not/anyOf/0/if/then"},
      {R"({"uniqueItems":1})", "/uniqueItems"},
      {R"({"title":1})", "/title"},
      {R"({"format":1})", "/format"},
      {R"({"contentSchema":1})", "/contentSchema"},
      {"[]", ""},
      {"null", ""},
      {"\"s\"", ""},
  };
  for (const auto& [schema, pointer] : kInvalid) {
    EXPECT_EQ(load(schema), std::string("invalid_schema at ") + pointer) << schema;
  }
  const Outcome<Schema> schema = Schema::load(R"({"a":1, "type":"strnig"})", {});
  ASSERT_FALSE(schema.ok());
  EXPECT_EQ(schema.error().offset, 15U) << "the byte where the value at fault begins";
}

TEST(Load, ABranchThatFailsOnTheWayToSuccessIsNoFault) {
  EXPECT_EQ(load(R"({"allOf":[{"type":["string","null"]}],"dependencies":{"a":["b"]},"minimum":"1"})"),
            "invalid_schema at /minimum");
}

TEST(Load, ReferencesAreResolvedWhetherTheyAreReachedOrNot) {
  const std::pair<const char*, const char*> kBroken[] = {
      {R"({"$ref":"#/nowhere"})", "/$ref"},
      {R"({"$defs":{"unused":{"$ref":"#/$defs/none"}}})", "/$defs/unused/$ref"},
      {R"({"$ref":"#noAnchor"})", "/$ref"},
      {R"({"$dynamicRef":"#noAnchor"})", "/$dynamicRef"},
      {R"({"$ref":"http://not.loaded/x"})", "/$ref"},
      {R"({"properties":{"p":{"if":{"$ref":"other.json#/a"}}}})", "/properties/p/if/$ref"},
      {R"({"$ref":"#/required","required":["a"]})", "/$ref"},
      {R"({"$ref":"#/title","title":"a"})", "/$ref"},
      {R"({"$ref":"#/a~2"})", "/$ref"},
      {R"({"$ref":"#/a%zz"})", "/$ref"},
      {R"({"$ref":"a b"})", "/$ref"},
      {R"({"$ref":"#/allOf/01","allOf":[true,true]})", "/$ref"},
      {R"({"$ref":"#/allOf/2","allOf":[true,true]})", "/$ref"},
      {R"({"$ref":"#/allOf/-","allOf":[true,true]})", "/$ref"},
  };
  for (const auto& [schema, pointer] : kBroken) {
    EXPECT_EQ(load(schema), std::string("bad_reference at ") + pointer) << schema;
  }
}

TEST(Load, AReferenceInAConstantIsNone) {
  EXPECT_EQ(
      load(R"({"const":{"$ref":"#/nowhere"},"enum":[{"$ref":"x"}],"default":{"$ref":"y"},"x":{"$ref":"z"}})"),
      "ok");
  EXPECT_EQ(load(R"({"properties":{"$ref":{"type":"string"}}})"), "ok");
}

TEST(Load, BadPatternsPointAtThePattern) {
  EXPECT_EQ(load(R"({"properties":{"a":{"pattern":"("}}})"), "bad_pattern at /properties/a/pattern");
  EXPECT_EQ(load(R"({"patternProperties":{"a":true,"[":true}})"), "bad_pattern at /patternProperties/[");
  EXPECT_EQ(load(R"({"x":{"pattern":"("}})"), "ok");
}

TEST(Load, IdentifiersAreUnique) {
  EXPECT_EQ(load(R"({"$defs":{"a":{"$id":"http://x/a"},"b":{"$id":"http://X/./a"}}})"),
            "bad_identifier at /$defs/b/$id");
  EXPECT_EQ(load(R"({"$id":"http://x/a","$defs":{"a":{"$id":"a"}}})"), "bad_identifier at /$defs/a/$id");
  EXPECT_EQ(load(R"({"$defs":{"a":{"$anchor":"n"},"b":{"$dynamicAnchor":"n"}}})"),
            "bad_identifier at /$defs/b/$dynamicAnchor");
  EXPECT_EQ(load(R"({"$anchor":"n","$dynamicAnchor":"n"})"), "ok");
  EXPECT_EQ(load(R"({"$defs":{"a":{"$anchor":"n"},"b":{"$id":"b","$anchor":"n"}}})"), "ok");
  EXPECT_EQ(load(R"({"$id":"a b"})"), "bad_identifier at /$id");
  EXPECT_EQ(load(R"({"$id":"http://x/a#"})"), "ok");
}

TEST(Load, AFaultInAnotherDocumentPointsAtTheReferenceThatLedThere) {
  const Registry registry = {{"http://x/invalid", R"({"type":"strnig"})"},
                             {"http://x/broken", R"({"type")"},
                             {"http://x/loose", R"({"$ref":"#/none"})"},
                             {"http://x/chain", R"({"$defs":{"a":{"$ref":"invalid"}}})"},
                             {"http://x/old", R"({"$schema":"http://json-schema.org/draft-03/schema#"})"}};
  const auto to = [](const char* name) {
    return std::string(R"({"properties":{"p":{"$ref":"http://x/)") + name + "\"}}}";
  };
  EXPECT_EQ(load(to("invalid"), registry), "invalid_schema at /properties/p/$ref");
  EXPECT_EQ(load(to("broken"), registry), "truncated at /properties/p/$ref");
  EXPECT_EQ(load(to("loose"), registry), "bad_reference at /properties/p/$ref");
  EXPECT_EQ(load(to("chain"), registry), "invalid_schema at /properties/p/$ref");
  EXPECT_EQ(load(to("old"), registry), "unsupported_dialect at /properties/p/$ref");
  EXPECT_EQ(load("{}", registry), "ok") << "documents that nobody reaches are not looked at";
}

TEST(Load, IsDeterministic) {
  const char* schema = R"({"x":1,"$defs":{"b":{"y":1},"a":{"z":1}},"z":2})";
  EXPECT_EQ(remarks(schema), remarks(schema));
}

}  // namespace
}  // namespace lockstep::oracle

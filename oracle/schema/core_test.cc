// References, identifiers and the dynamic scope, beyond what the official suite asks.
#include <gtest/gtest.h>

#include "lockstep/oracle/schema/schema_testing.h"

namespace lockstep::oracle {
namespace {

TEST(Reference, SiblingsAreJudged) {
  const char* schema = R"({"$defs":{"a":{"type":"integer"}},"$ref":"#/$defs/a","minimum":3})";
  EXPECT_EQ(judge(schema, "3"), "yes");
  EXPECT_EQ(judge(schema, "2"), "no");
  EXPECT_EQ(judge(schema, "3.5"), "no");
}

TEST(Reference, EscapesAreDecodedPercentFirst) {
  const char* schema = R"({"$defs":{"a/b~c%d \"é":{"type":"null"}},"$ref":")";
  for (const char* pointer : {"#/$defs/a~1b~0c%25d%20%22%C3%A9", "#/%24defs/a%7E1b%7e0c%25d%20%22%c3%a9"}) {
    EXPECT_EQ(judge(std::string(schema) + pointer + "\"}", "null"), "yes") << pointer;
    EXPECT_EQ(judge(std::string(schema) + pointer + "\"}", "1"), "no") << pointer;
  }
  EXPECT_EQ(load(std::string(schema) + "#/$defs/a/b\"}"), "bad_reference at /$ref");
}

TEST(Reference, AnArrayIndexLeadsToItsItem) {
  const char* schema = R"({"anyOf":[{"type":"string"},{"$ref":"#/allOf/0"}],"allOf":[{"minLength":1}]})";
  EXPECT_EQ(judge(schema, "1"), "yes");
  EXPECT_EQ(judge(schema, R"("")"), "no");
}

TEST(Reference, ABooleanIsATarget) {
  EXPECT_EQ(judge(R"({"$defs":{"no":false},"properties":{"a":{"$ref":"#/$defs/no"}}})", R"({"a":1})"), "no");
  EXPECT_EQ(judge(R"({"$defs":{"yes":true},"$ref":"#/$defs/yes"})", "1"), "yes");
}

TEST(Reference, CrossesIntoAnEmbeddedResourceByPointer) {
  const char* schema = R"({"$id":"http://x/root","$ref":"#/$defs/a/$defs/b",
      "$defs":{"a":{"$id":"http://y/a","$defs":{"b":{"$ref":"#/$defs/c"},"c":{"type":"string"}}},"c":{"type":"null"}}})";
  EXPECT_EQ(judge(schema, R"("s")"), "yes") << "#/$defs/c is resolved against http://y/a";
  EXPECT_EQ(judge(schema, "null"), "no");
}

TEST(Reference, AFragmentIsOfTheResourceAndNotOfTheDocument) {
  const char* schema =
      R"({"$id":"http://x/root","properties":{"p":{"$id":"sub","items":{"$ref":"#"}}},"type":"object"})";
  EXPECT_EQ(judge(schema, R"({"p":[[[]]]})"), "yes");
  EXPECT_EQ(judge(schema, R"([])"), "no");
}

TEST(Reference, RelativeIdentifiersNestAndEquivalentSpellingsMeet) {
  const char* schema = R"({"$id":"HTTP://Example.com/a/b","$ref":"http://example.com/a/c/./x/../d",
      "$defs":{"c":{"$id":"c/","$defs":{"d":{"$id":"%64","type":"integer"}}}}})";
  EXPECT_EQ(judge(schema, "1"), "yes");
  EXPECT_EQ(judge(schema, "1.5"), "no");
}

TEST(Reference, RelativeWithoutAnyBase) {
  EXPECT_EQ(judge(R"({"$ref":"item","$defs":{"i":{"$id":"item","type":"null"}}})", "null"), "yes");
  EXPECT_EQ(judge(R"({"$ref":"/item","$defs":{"i":{"$id":"item","type":"null"}}})", "0"), "no");
}

TEST(Reference, BaseUriFromTheCallerReachesTheRegistry) {
  const Registry registry = {{"http://host/folder/other.json", R"({"type":"string"})"}};
  SchemaOptions options;
  options.base_uri = "http://host/folder/me.json";
  EXPECT_EQ(judge(R"({"$ref":"other.json"})", R"("s")", registry, options), "yes");
  EXPECT_EQ(judge(R"({"$ref":"other.json"})", "1", registry, options), "no");
  EXPECT_EQ(load(R"({"$ref":"other.json"})", registry), "bad_reference at /$ref");
  EXPECT_EQ(judge(R"({"properties":{"a":{"$ref":"me.json"}},"maxProperties":1})", R"({"a":{"b":1,"c":2}})",
                  registry, options),
            "no");
  options.base_uri = "folder/me.json";
  EXPECT_EQ(load("{}", registry, options), "bad_identifier at ");
}

TEST(Reference, ARemoteDocumentIsKnownByItsAddressAndItsIdentifier) {
  const Registry registry = {
      {"http://host/a", R"({"$id":"http://other/b","$defs":{"x":{"type":"null"}},"$ref":"#/$defs/x"})"}};
  const char* schema =
      R"({"properties":{"p":{"$ref":"http://host/a"},"q":{"$ref":"http://other/b#/$defs/x"}}})";
  EXPECT_EQ(judge(schema, R"({"p":null,"q":null})", registry), "yes");
  EXPECT_EQ(judge(schema, R"({"p":1})", registry), "no");
  EXPECT_EQ(judge(schema, R"({"q":1})", registry), "no");
}

TEST(Reference, OneDocumentUnderTwoAddressesIsOneResource) {
  const char* text = R"({"$id":"http://host/b","type":"null","$defs":{"e":{"$id":"e"}}})";
  const Registry registry = {{"http://host/a", text}, {"http://host/b", text}};
  const char* b_first = R"({"properties":{"p":{"$ref":"http://host/b"},"q":{"$ref":"http://host/a"}}})";
  const char* a_first = R"({"properties":{"p":{"$ref":"http://host/a"},"q":{"$ref":"http://host/b"}}})";
  for (const char* schema : {a_first, b_first}) {
    EXPECT_EQ(judge(schema, R"({"p":null,"q":null})", registry), "yes");
    EXPECT_EQ(judge(schema, R"({"q":1})", registry), "no");
  }
  const Registry differ = {{"http://host/a", R"({"$id":"http://host/b"})"}, {"http://host/b", text}};
  EXPECT_EQ(load(b_first, differ), "bad_identifier at /properties/q/$ref");
}

TEST(Reference, ManyReferencesIntoManyDefinitionsAreCheap) {
  std::string schema = R"({"$defs":{)";
  std::string uses;
  for (int i = 0; i < 20'000; ++i) {
    const std::string name = "d" + std::to_string(i);
    schema += (i == 0 ? "\"" : ",\"") + name + R"(":{"const":)" + std::to_string(i) + "}";
    uses += (i == 0 ? R"({"$ref":"#/$defs/)" : R"(,{"$ref":"#/$defs/)") + name + "\"}";
  }
  schema += R"(},"anyOf":[)" + uses + "]}";
  EXPECT_EQ(judge(schema, "19999"), "yes");
}

TEST(Reference, TheMetaschemaIsATarget) {
  const char* schema = R"({"$ref":"https://json-schema.org/draft/2020-12/schema"})";
  EXPECT_EQ(judge(schema, R"({"type":"string","properties":{"a":{"minimum":1}}})"), "yes");
  EXPECT_EQ(judge(schema, R"({"properties":{"a":{"minimum":"1"}}})"), "no");
  EXPECT_EQ(judge(schema, "3"), "no");
}

TEST(Reference, AnUnknownKeywordsValueBecomesASchemaWhenReferenced) {
  const char* schema =
      R"({"definitions":{"a":{"$id":"http://x/a","$ref":"#/$defs/n","$defs":{"n":{"type":"integer"}}}},
      "$defs":{"n":{"type":"null"}},"$ref":"#/definitions/a"})";
  EXPECT_EQ(judge(schema, "1"), "yes");
  EXPECT_EQ(judge(schema, "null"), "no");
  EXPECT_EQ(load(R"({"properties":{"p":{"$ref":"#/x/a"}},"x":{"a":{"type":"strnig"}}})"),
            "invalid_schema at /x/a/type");
  EXPECT_EQ(load(R"({"x":{"a":{"type":"strnig"}}})"), "ok") << "nobody says that this is a schema";
}

TEST(Reference, AnIdentifierInAPlaceThatAReferenceMadeASchemaIsFoundInAnyOrder) {
  const char* before =
      R"({"allOf":[{"$ref":"http://x/late"},{"$ref":"#/x/a"}],"x":{"a":{"$id":"http://x/late","type":"null"}}})";
  const char* after =
      R"({"allOf":[{"$ref":"#/x/a"},{"$ref":"http://x/late"}],"x":{"a":{"$id":"http://x/late","type":"null"}}})";
  for (const char* schema : {before, after}) {
    EXPECT_EQ(judge(schema, "null"), "yes");
    EXPECT_EQ(judge(schema, "1"), "no");
  }
}

TEST(Identifier, IsNoneInsideEnumConstOrAnUnknownKeyword) {
  for (const char* keyword :
       {R"("const":{"$id":"http://x/a"})", R"("enum":[{"$id":"http://x/a"}])", R"("x":{"$id":"http://x/a"})",
        R"("default":{"$id":"http://x/a"})", R"("examples":[{"$id":"http://x/a"}])",
        R"("properties":{"$id":{"const":"http://x/a"}})"}) {
    const std::string schema = std::string("{") + keyword + R"(,"$ref":"http://x/a"})";
    EXPECT_EQ(load(schema), "bad_reference at /$ref") << schema;
    const std::string twice = std::string("{") + keyword + R"(,"$defs":{"a":{"$id":"http://x/a"}}})";
    EXPECT_EQ(load(twice), "ok") << twice;
  }
}

TEST(Identifier, IsOneInContentSchemaAndEveryApplicator) {
  for (const char* keyword :
       {"contentSchema", "not", "if", "then", "else", "items", "contains", "additionalProperties",
        "propertyNames", "unevaluatedItems", "unevaluatedProperties"}) {
    const std::string schema = std::string(R"({"$defs":{"d":{")") + keyword +
                               R"(":{"$id":"http://x/a","type":"null"}}},"$ref":"http://x/a"})";
    EXPECT_EQ(judge(schema, "null"), "yes") << keyword;
    EXPECT_EQ(judge(schema, "1"), "no") << keyword;
  }
}

TEST(Anchor, BelongsToItsResource) {
  const char* schema = R"({"$id":"http://x/root","$defs":{"e":{"$id":"e","$anchor":"here","type":"null"},
      "r":{"$anchor":"here","type":"integer"}},"properties":{"a":{"$ref":"#here"},"b":{"$ref":"e#here"}}})";
  EXPECT_EQ(judge(schema, R"({"a":1,"b":null})"), "yes");
  EXPECT_EQ(judge(schema, R"({"a":null})"), "no");
  EXPECT_EQ(judge(schema, R"({"b":1})"), "no");
  EXPECT_EQ(load(R"({"$id":"http://x/root","$defs":{"e":{"$id":"e","$anchor":"here"}},"$ref":"#here"})"),
            "bad_reference at /$ref");
}

// Three resources with the same dynamic anchor: the outermost in the dynamic scope is taken, not the nearest.
TEST(DynamicReference, TakesTheOutermostOfSeveralResources) {
  const char* schema = R"({"$id":"http://x/root","$defs":{
      "list":{"$id":"list","items":{"$dynamicRef":"#item"},"$defs":{"i":{"$dynamicAnchor":"item"}}},
      "middle":{"$id":"middle","$ref":"list","$defs":{"i":{"$dynamicAnchor":"item","type":"string"}}},
      "outer":{"$id":"outer","$ref":"middle","$defs":{"i":{"$dynamicAnchor":"item","type":"integer"}}}},
      "properties":{"o":{"$ref":"outer"},"m":{"$ref":"middle"},"l":{"$ref":"list"}}})";
  EXPECT_EQ(judge(schema, R"({"o":[1],"m":["s"],"l":[null]})"), "yes");
  EXPECT_EQ(judge(schema, R"({"o":["s"]})"), "no");
  EXPECT_EQ(judge(schema, R"({"m":[1]})"), "no");
}

// The scope that a branch has left is no longer looked at.
TEST(DynamicReference, ForgetsResourcesThatHaveBeenLeft) {
  const char* schema = R"({"$id":"http://x/root","allOf":[{"$ref":"middle"},{"$ref":"list"}],"$defs":{
      "list":{"$id":"list","properties":{"v":{"$dynamicRef":"#item"}},"$defs":{"i":{"$dynamicAnchor":"item"}}},
      "middle":{"$id":"middle","properties":{"w":{"$ref":"list"}},"$defs":{"i":{"$dynamicAnchor":"item","type":"string"}}}}})";
  EXPECT_EQ(judge(schema, R"({"v":1})"), "yes");
  EXPECT_EQ(judge(schema, R"({"w":{"v":1}})"), "no");
  EXPECT_EQ(judge(schema, R"({"w":{"v":"s"}})"), "yes");
}

TEST(DynamicReference, ToADynamicAnchorInAnotherDocument) {
  const Registry registry = {{"http://x/tree", R"({"$dynamicAnchor":"node","type":"object",
      "properties":{"children":{"type":"array","items":{"$dynamicRef":"#node"}}}})"}};
  const char* strict =
      R"({"$id":"http://x/strict","$dynamicAnchor":"node","$ref":"tree","unevaluatedProperties":false})";
  EXPECT_EQ(judge(strict, R"({"children":[{"children":[]}]})", registry), "yes");
  EXPECT_EQ(judge(strict, R"({"children":[{"kids":[]}]})", registry), "no");
  EXPECT_EQ(judge(R"({"$ref":"http://x/tree"})", R"({"children":[{"kids":[]}]})", registry), "yes");
}

}  // namespace
}  // namespace lockstep::oracle

// What drafts_cases.json has no case for: remarks, registries, metaschemas of somebody else, OpenAPI.
#include <gtest/gtest.h>

#include "lockstep/oracle/schema/schema_testing.h"

namespace lockstep::oracle {
namespace {

SchemaOptions asked_for(const char* dialect) {
  SchemaOptions options;
  options.default_dialect = dialect;
  return options;
}

const SchemaOptions kDraft4 = asked_for("http://json-schema.org/draft-04/schema#");
const SchemaOptions kDraft7 = asked_for("http://json-schema.org/draft-07/schema#");
const SchemaOptions kDraft2019 = asked_for("https://json-schema.org/draft/2019-09/schema");

TEST(OlderDrafts, SiblingsOfAReferenceAreListed) {
  EXPECT_EQ(remarks(R"({"$ref":"#/definitions/a","x":1,"definitions":{"a":{"y":1}}})", {}, kDraft7),
            "void_beside_ref /x x\nvoid_beside_ref /definitions definitions\n"
            "unknown_keyword /definitions/a/y y\n");
}

TEST(OlderDrafts, ASchemaKeywordBelowTheRootIsListed) {
  EXPECT_EQ(remarks(R"({"items":{"$schema":"http://json-schema.org/draft-07/schema#","const":1}})"),
            "schema_below_root /items/$schema http://json-schema.org/draft-07/schema#\n");
}

TEST(OlderDrafts, AnIdentifierBesideAReferenceNamesNothing) {
  EXPECT_EQ(
      load(R"({"allOf":[{"$ref":"b"}],"definitions":{"b":{"$id":"b","$ref":"#/definitions/c"},"c":true}})",
           {}, kDraft7),
      "bad_reference at /allOf/0/$ref");
  EXPECT_EQ(load(R"({"allOf":[{"$ref":"b"}],"definitions":{"b":{"$id":"b"},"c":true}})", {}, kDraft7), "ok");
}

TEST(OlderDrafts, AFragmentOfAnIdentifierNamesAPlace) {
  const char* schema = R"({"properties":{"a":{"$ref":"b.json#x"},"b":{"$ref":"#y"}},
      "definitions":{"b":{"$id":"b.json#x","type":"string"},"y":{"$id":"#y","type":"null"}}})";
  EXPECT_EQ(judge(schema, R"({"a":"","b":null})", {}, kDraft7), "yes");
  EXPECT_EQ(judge(schema, R"({"a":1})", {}, kDraft7), "no");
  EXPECT_EQ(judge(schema, R"({"b":1})", {}, kDraft7), "no");
  EXPECT_EQ(load(R"({"definitions":{"b":{"$id":"#/x"}}})", {}, kDraft7),
            "bad_identifier at /definitions/b/$id");
}

TEST(OlderDrafts, AMetaschemaOfSomebodyElseHasTheKeywordsOfItsOwnDraft) {
  const Registry registry = {{"http://x/meta",
                              R"({"$schema":"http://json-schema.org/draft-04/schema#","id":"http://x/meta",
      "required":["title"],"$vocabulary":{"http://x/unheard-of":true}})"}};
  const char* schema =
      R"({"$schema":"http://x/meta","title":"t","const":1,"minimum":1,"exclusiveMinimum":true})";
  EXPECT_EQ(judge(schema, "1", registry), "no");
  EXPECT_EQ(judge(schema, "2", registry), "yes");
  EXPECT_EQ(load(R"({"$schema":"http://x/meta"})", registry), "invalid_schema at ");
  EXPECT_EQ(load(R"({"$schema":"http://x/meta","title":"t","exclusiveMinimum":true})", registry),
            "invalid_schema at /exclusiveMinimum");
}

TEST(OlderDrafts, VocabulariesOf2019) {
  const auto meta = [](const char* vocabularies) {
    return Registry{
        {"http://x/meta", std::string(R"({"$schema":"https://json-schema.org/draft/2019-09/schema",
        "$id":"http://x/meta","$vocabulary":{"https://json-schema.org/draft/2019-09/vocab/core":true)") +
                              vocabularies + "}}"}};
  };
  const Registry applicator = meta(R"(,"https://json-schema.org/draft/2019-09/vocab/applicator":true)");
  EXPECT_EQ(judge(R"({"$schema":"http://x/meta","minimum":1})", "0", applicator), "yes");
  EXPECT_EQ(judge(R"({"$schema":"http://x/meta","items":[false]})", "[0]", applicator), "no");
  EXPECT_EQ(judge(R"({"$schema":"http://x/meta","unevaluatedItems":false})", "[0]", applicator), "no");
  const Registry format = meta(R"(,"https://json-schema.org/draft/2019-09/vocab/format":true)");
  EXPECT_EQ(judge(R"({"$schema":"http://x/meta","format":"ipv4"})", R"("x")", format), "no");
  EXPECT_EQ(judge(R"({"$schema":"http://x/meta","format":"own"})", R"("x")", format), "yes");
  EXPECT_EQ(load(R"({"$schema":"http://x/meta"})", meta(R"(,"http://x/unheard-of":true)")),
            "unsupported_vocabulary at /$schema");
}

TEST(OlderDrafts, ARecursiveReferenceIsAlwaysTheRoot) {
  EXPECT_EQ(load(R"({"$recursiveRef":"#/$defs/a","$defs":{"a":true}})", {}, kDraft2019),
            "bad_reference at /$recursiveRef");
}

TEST(OlderDrafts, ReferencesAreJudgedByTheDraftOfWhereTheyLead) {
  const Registry registry = {
      {"http://x/4", R"({"$schema":"http://json-schema.org/draft-04/schema#","type":"integer"})"},
      {"http://x/own", R"({"type":"integer"})"}};
  const char* schema = R"({"properties":{"a":{"$ref":"http://x/4"},"b":{"$ref":"http://x/own"}}})";
  EXPECT_EQ(judge(schema, R"({"a":1.0})", registry), "no");
  EXPECT_EQ(judge(schema, R"({"b":1.0})", registry), "yes");
  EXPECT_EQ(judge(schema, R"({"b":1.0})", registry, kDraft4), "no");
}

TEST(OlderDrafts, ContainsLeavesItemsUnevaluatedBefore2020) {
  const char* from_2020 = R"({"$ref":"http://x/a","unevaluatedItems":false})";
  const Registry registry = {
      {"http://x/a", R"({"$schema":"https://json-schema.org/draft/2019-09/schema","contains":{"const":1}})"},
  };
  EXPECT_EQ(judge(from_2020, "[1]", registry), "no");
}

TEST(OpenApi, NullableAddsNullToAType) {
  SchemaOptions options;
  options.openapi = true;
  EXPECT_EQ(judge(R"({"type":"string","nullable":true})", "null", {}, options), "yes");
  EXPECT_EQ(judge(R"({"type":["string"],"nullable":true})", "null", {}, options), "yes");
  EXPECT_EQ(judge(R"({"type":"string","nullable":true})", "1", {}, options), "no");
  EXPECT_EQ(judge(R"({"type":"string","nullable":false})", "null", {}, options), "no");
  EXPECT_EQ(judge(R"({"type":"string","nullable":true,"enum":["a"]})", "null", {}, options), "no");
  EXPECT_EQ(load(R"({"type":"string","nullable":1})", {}, options), "invalid_schema at /nullable");
  EXPECT_EQ(load(R"({"properties":{"a":{"nullable":true}}})"),
            "unsupported_keyword at /properties/a/nullable");
}

}  // namespace
}  // namespace lockstep::oracle

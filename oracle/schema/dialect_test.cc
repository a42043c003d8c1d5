// $schema and $vocabulary: which keywords a schema has, and what is refused by name.
#include <gtest/gtest.h>

#include "lockstep/oracle/schema/schema_testing.h"

namespace lockstep::oracle {
namespace {

std::string vocabularies(const char* list) {
  std::string out = R"("$vocabulary":{"https://json-schema.org/draft/2020-12/vocab/core":true)";
  for (std::string_view rest = list; !rest.empty();) {
    const std::size_t space = rest.find(' ');
    out +=
        R"(,"https://json-schema.org/draft/2020-12/vocab/)" + std::string(rest.substr(0, space)) + "\":true";
    rest.remove_prefix(space == std::string_view::npos ? rest.size() : space + 1);
  }
  return out + "}";
}

Registry with_metaschema(const std::string& members) {
  return {
      {"http://x/meta", R"({"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"http://x/meta")" +
                            (members.empty() ? "" : "," + members) + "}"}};
}

TEST(Dialect, AbsentOrWithEmptyFragmentIs2020_12) {
  EXPECT_EQ(judge(R"({"minimum":1})", "0"), "no");
  EXPECT_EQ(judge(R"({"$schema":"https://json-schema.org/draft/2020-12/schema#","minimum":1})", "0"), "no");
}

TEST(Dialect, OthersAreRefusedByName) {
  for (const char* uri :
       {"http://json-schema.org/draft-03/schema#", "http://json-schema.org/draft-05/schema#",
        "https://json-schema.org/draft/next/schema", "http://json-schema.org/schema#",
        "https://example.com/unknown", "relative", "https://json-schema.org/draft/2020-12/schema#x"}) {
    const std::string schema = std::string(R"({"$schema":")") + uri + "\"}";
    EXPECT_EQ(load(schema), "unsupported_dialect at /$schema") << uri;
  }
  SchemaOptions options;
  options.default_dialect = "http://json-schema.org/draft-03/schema#";
  EXPECT_EQ(load("{}", {}, options), "unsupported_dialect at ");
  EXPECT_EQ(load(R"({"$schema":"https://json-schema.org/draft/2020-12/schema"})", {}, options), "ok");
}

TEST(Dialect, OfAnEmbeddedResourceIsItsOwn) {
  EXPECT_EQ(load(R"({"$defs":{"a":{"$id":"a","$schema":"http://json-schema.org/draft-03/schema#"}}})"),
            "unsupported_dialect at /$defs/a/$schema");
  const Registry registry = with_metaschema(vocabularies("applicator"));
  const char* schema = R"({"$defs":{"a":{"$id":"a","$schema":"http://x/meta","minimum":"ignored"}},
      "properties":{"a":{"$ref":"a"},"b":{"minimum":5}}})";
  EXPECT_EQ(judge(schema, R"({"a":1,"b":5})", registry), "yes")
      << "minimum is no keyword of the embedded resource";
  EXPECT_EQ(judge(schema, R"({"b":4})", registry), "no");
}

TEST(Dialect, OfAnEmbeddedResourceJudgesAllOfIt) {
  const Registry registry = with_metaschema(vocabularies("applicator validation") +
                                            R"(,"$dynamicAnchor":"meta","allOf":[{"$ref":"#/$defs/strict"},
      {"$ref":"https://json-schema.org/draft/2020-12/schema"}],"$defs":{"strict":{"required":["title"]}})");
  const auto embed = [](const char* members) {
    return std::string(R"({"$defs":{"a":{"$id":"a","$schema":"http://x/meta")") + members + "}}}";
  };
  EXPECT_EQ(load(embed(""), registry), "invalid_schema at /$defs/a");
  EXPECT_EQ(load(embed(R"(,"title":"t","not":{"title":1})"), registry),
            "invalid_schema at /$defs/a/not/title");
  EXPECT_EQ(load(embed(R"(,"title":"t","not":{"title":"t"})"), registry), "ok");
}

TEST(Dialect, MayChangeWithoutAResource) {
  EXPECT_EQ(load(R"({"$defs":{"a":{"$schema":"http://json-schema.org/draft-03/schema#"}}})"),
            "unsupported_dialect at /$defs/a/$schema");
  EXPECT_EQ(load(R"({"$defs":{"a":{"$schema":"http://json-schema.org/draft-04/schema#","not":true}}})"),
            "invalid_schema at /$defs/a/not");
  EXPECT_EQ(load(R"({"$defs":{"a":{"$schema":"https://json-schema.org/draft/2020-12/schema"}}})"), "ok");
}

TEST(Vocabulary, DecidesWhichKeywordsThereAre) {
  const Registry registry = with_metaschema(vocabularies("applicator"));
  const char* schema =
      R"({"$schema":"http://x/meta","properties":{"a":false},"minimum":"no keyword","contains":true,"minContains":2})";
  EXPECT_EQ(judge(schema, R"({"a":1})", registry), "no");
  EXPECT_EQ(judge(schema, "[1]", registry), "yes") << "minContains is no keyword, so one match is enough";
  EXPECT_EQ(judge(schema, "[]", registry), "no");
  const Registry no_unevaluated = with_metaschema(vocabularies("applicator validation"));
  EXPECT_EQ(
      judge(R"({"$schema":"http://x/meta","unevaluatedProperties":false})", R"({"a":1})", no_unevaluated),
      "yes");
}

TEST(Vocabulary, AMetaschemaThatIsLaxerThanItsVocabulariesDoesNotGetPast) {
  const Registry registry = with_metaschema(vocabularies("applicator validation"));
  EXPECT_EQ(load(R"({"$schema":"http://x/meta","properties":{"a":{"allOf":[1]}}})", registry),
            "invalid_schema at /properties/a/allOf/0");
  EXPECT_EQ(load(R"({"$schema":"http://x/meta","type":["strnig"]})", registry), "invalid_schema at /type/0");
  EXPECT_EQ(load(R"({"$schema":"http://x/meta","minLength":-1})", registry), "invalid_schema at /minLength");
}

TEST(Vocabulary, AMetaschemaMayBeStricter) {
  const Registry registry = with_metaschema(vocabularies("applicator validation") +
                                            R"(,"$dynamicAnchor":"meta","required":["title"],
      "$ref":"https://json-schema.org/draft/2020-12/schema")");
  EXPECT_EQ(load(R"({"$schema":"http://x/meta"})", registry), "invalid_schema at ");
  EXPECT_EQ(load(R"({"$schema":"http://x/meta","title":"t","properties":{"a":{}}})", registry),
            "invalid_schema at /properties/a");
  EXPECT_EQ(load(R"({"$schema":"http://x/meta","title":"t","properties":{"a":{"title":"t"}}})", registry),
            "ok");
}

TEST(Vocabulary, UnknownAndRequiredIsRefusedUnknownAndOptionalIsNot) {
  const char* schema = R"({"$schema":"http://x/meta","minimum":1})";
  EXPECT_EQ(load(schema, with_metaschema(R"("$vocabulary":{"http://x/vocab":true})")),
            "unsupported_vocabulary at /$schema");
  const Registry optional = with_metaschema(
      R"("$vocabulary":{"http://x/vocab":false,"https://json-schema.org/draft/2020-12/vocab/validation":false})");
  EXPECT_EQ(judge(schema, "0", optional), "no") << "a known vocabulary counts, required or not";
  EXPECT_EQ(judge(schema, "0", with_metaschema("")), "no")
      << "no $vocabulary: those of the metaschema's own dialect";
}

TEST(Vocabulary, FormatAssertionAssertsAndRefusesUnknownFormats) {
  const Registry registry = with_metaschema(vocabularies("format-assertion"));
  EXPECT_EQ(judge(R"({"$schema":"http://x/meta","format":"ipv4"})", R"("x")", registry), "no");
  EXPECT_EQ(load(R"({"$schema":"http://x/meta","format":"no-such-format"})", registry),
            "unknown_format at /format");
  SchemaOptions options;
  options.assert_formats = true;
  EXPECT_EQ(judge(R"({"$schema":"http://x/meta","format":"ipv4"})", R"("x")",
                  with_metaschema(vocabularies("validation")), options),
            "yes")
      << "format is no keyword of this dialect";
}

TEST(Metaschema, MayDescribeItselfButNotInACircle) {
  const Registry itself = {
      {"http://x/meta", R"({"$schema":"http://x/meta",)" + vocabularies("applicator validation") + "}"}};
  EXPECT_EQ(judge(R"({"$schema":"http://x/meta","minimum":1})", "0", itself), "no");
  const Registry wrong = {{"http://x/meta", R"({"$schema":"http://x/meta","required":["title"],)" +
                                                vocabularies("applicator validation") + "}"}};
  EXPECT_EQ(load(R"({"$schema":"http://x/meta"})", wrong), "invalid_schema at /$schema");
  const Registry silent = {{"http://x/meta", R"({"$schema":"http://x/meta"})"}};
  EXPECT_EQ(load(R"({"$schema":"http://x/meta"})", silent), "unsupported_dialect at /$schema");
  const Registry circle = {{"http://x/a", R"({"$schema":"http://x/b"})"},
                           {"http://x/b", R"({"$schema":"http://x/a"})"}};
  EXPECT_EQ(load(R"({"$schema":"http://x/a"})", circle), "unsupported_dialect at /$schema");
}

TEST(Metaschema, ALongChainIsRefused) {
  Registry registry;
  for (int i = 0; i < 1000; ++i) {
    registry["http://x/" + std::to_string(i)] = R"({"$schema":"http://x/)" + std::to_string(i + 1) + "\"}";
  }
  EXPECT_EQ(load(R"({"$schema":"http://x/0"})", registry), "unsupported_dialect at /$schema");
}

TEST(Metaschema, TheOfficialOnesCannotBeReplaced) {
  const Registry registry = {{"https://json-schema.org/draft/2020-12/schema", "{}"},
                             {"https://json-schema.org/draft/2020-12/meta/validation", "true"}};
  EXPECT_EQ(load(R"({"type":"strnig"})", registry), "invalid_schema at /type");
  EXPECT_EQ(
      judge(R"({"$ref":"https://json-schema.org/draft/2020-12/meta/validation"})", R"({"type":1})", registry),
      "no");
}

TEST(Metaschema, EveryOfficialOneIsValidAndLoads) {
  for (const char* name :
       {"schema", "meta/core", "meta/applicator", "meta/unevaluated", "meta/validation", "meta/meta-data",
        "meta/format-annotation", "meta/format-assertion", "meta/content"}) {
    const std::string schema =
        std::string(R"({"$ref":"https://json-schema.org/draft/2020-12/)") + name + "\"}";
    EXPECT_EQ(judge(schema, "{}"), "yes") << name;
    EXPECT_EQ(judge(schema, "1"), "no") << name;
  }
}

}  // namespace
}  // namespace lockstep::oracle

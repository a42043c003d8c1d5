// Drafts 4 to 2019-09 become the nodes of 2020-12. The whole norm: conformance/spec/drafts_cases_test.cc.
#include <gtest/gtest.h>

#include <array>
#include <set>

#include "lockstep/engine/json/parser.h"
#include "lockstep/engine/schema/keywords.h"
#include "lockstep/engine/schema/schema.h"

namespace lockstep::engine {
namespace {

constexpr const char* kDraft4 = "http://json-schema.org/draft-04/schema#";
constexpr const char* kDraft6 = "http://json-schema.org/draft-06/schema#";
constexpr const char* kDraft7 = "http://json-schema.org/draft-07/schema#";
constexpr const char* kDraft2019 = "https://json-schema.org/draft/2019-09/schema";

std::variant<Schema, CompileFault> read(std::string_view text, const char* dialect,
                                        const Registry& registry = {}, bool openapi = false) {
  SchemaOptions options;
  options.default_dialect = dialect;
  options.openapi = openapi;
  return read_schema(text, registry, options, {}, nullptr);
}

Schema good(std::string_view text, const char* dialect, const Registry& registry = {}, bool openapi = false) {
  auto result = read(text, dialect, registry, openapi);
  if (const auto* fault = std::get_if<CompileFault>(&result)) {
    ADD_FAILURE() << text << ": " << fault->error.code << " " << fault->error.message;
    return {};
  }
  return std::get<Schema>(std::move(result));
}

CompileFault bad(std::string_view text, const char* dialect, const Registry& registry = {},
                 bool openapi = false) {
  auto result = read(text, dialect, registry, openapi);
  if (const auto* fault = std::get_if<CompileFault>(&result)) return *fault;
  ADD_FAILURE() << text << " was read";
  return {};
}

std::vector<std::string> remarks(const Schema& schema) {
  std::vector<std::string> listed;
  for (const Remark& remark : schema.remarks)
    listed.push_back(std::string(remark.kind) + " " + std::string(remark.pointer));
  return listed;
}

using Names = std::vector<std::string>;

TEST(OlderDrafts, EachHasItsKeywords) {
  const std::array<std::set<std::string>, 5> added = {
      {{"$schema",
        "$ref",
        "id",
        "type",
        "enum",
        "multipleOf",
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "minLength",
        "maxLength",
        "pattern",
        "minItems",
        "maxItems",
        "uniqueItems",
        "minProperties",
        "maxProperties",
        "required",
        "properties",
        "patternProperties",
        "additionalProperties",
        "items",
        "additionalItems",
        "allOf",
        "anyOf",
        "oneOf",
        "not",
        "title",
        "description",
        "default",
        "format",
        "dependencies",
        "definitions"},
       {"$id", "const", "contains", "propertyNames", "examples"},
       {"if", "then", "else", "readOnly", "writeOnly", "$comment", "contentMediaType", "contentEncoding"},
       {"$anchor", "$defs", "$vocabulary", "$recursiveRef", "$recursiveAnchor", "minContains", "maxContains",
        "dependentRequired", "dependentSchemas", "unevaluatedItems", "unevaluatedProperties", "contentSchema",
        "deprecated"},
       {"prefixItems", "$dynamicRef", "$dynamicAnchor"}}};
  std::set<std::string> all = {"nullable", "extends", "$", ""};
  for (const auto& names : added) all.insert(names.begin(), names.end());
  std::set<std::string> known;
  for (std::size_t draft = 0; draft < added.size(); ++draft) {
    known.insert(added[draft].begin(), added[draft].end());
    if (draft == 1) known.erase("id");
    if (draft == 4) {
      for (const char* gone : {"additionalItems", "$recursiveRef", "$recursiveAnchor"}) known.erase(gone);
    }
    for (const std::string& name : all) {
      const auto found = keyword_named(name, {static_cast<Draft>(draft), kDialectVocabularies});
      EXPECT_EQ(found && found->role != Role::retired, known.contains(name)) << draft << " " << name;
    }
  }
}

TEST(OlderDrafts, ShapesOfDraft4) {
  const std::tuple<Shape, const char*, const char*> kRows[] = {
      {Shape::schema, "{}", "true"},
      {Shape::schema_or_boolean, "false", "[]"},
      {Shape::schema_array, "[{}]", "[false]"},
      {Shape::schema_or_array, "[{}]", "[]"},
      {Shape::schema_or_array, "{}", "true"},
      {Shape::schema_map, R"({"a":{}})", R"({"a":true})"},
      {Shape::schema_or_names_map, R"({"a":["b"],"c":{}})", R"({"a":[]})"},
      {Shape::names, R"(["a"])", "[]"},
      {Shape::count, "2", "2.0"},
      {Shape::different_values, R"([1,"1",[1],{"a":1,"b":2}])", "[1,10e-1]"},
      {Shape::different_values, R"([[[1],[]],[[1]],["a","b"],["ab"]])",
       R"([{"a":1,"b":[2]},{"b":[2.0],"a":1}])"},
      {Shape::different_values, R"([null,false,"null"])", "[]"},
      {Shape::different_values, R"(["\u0061b","b"])", R"(["a","\u0061"])"},
  };
  for (const auto& [shape, good, bad] : kRows) {
    const json::Document right = json::parse(good).value();
    EXPECT_EQ(shape_fault(shape, right.root(), Draft::draft4), std::nullopt) << good;
    const json::Document wrong = json::parse(bad).value();
    EXPECT_TRUE(shape_fault(shape, wrong.root(), Draft::draft4).has_value()) << bad;
  }
}

TEST(OlderDrafts, Draft4InTheWordsOf2020) {
  const Schema schema = good(R"({"type":["integer","null"],"minimum":1,"exclusiveMinimum":true,"maximum":3,
      "exclusiveMaximum":false,"items":[{},{"type":"string"}],"additionalItems":false,
      "dependencies":{"a":["b"],"c":{"required":["d"]}}})",
                             kDraft4);
  const Node& node = schema.nodes.at(schema.root);
  EXPECT_EQ(node.types, kIntegerWord | kNull);
  EXPECT_EQ(node.exclusive_minimum, Decimal::saturating("1"));
  EXPECT_EQ(node.exclusive_maximum, std::nullopt);
  ASSERT_EQ(node.prefix_items.size(), 2U);
  EXPECT_EQ(schema.nodes.at(node.prefix_items[1]).pointer, "/items/1");
  EXPECT_EQ(schema.nodes.at(*node.items).boolean, false);
  EXPECT_EQ(node.dependent_required, (std::vector<std::pair<std::string, Names>>{{"a", {"b"}}}));
  ASSERT_EQ(node.dependent_schemas.size(), 1U);
  EXPECT_EQ(schema.nodes.at(node.dependent_schemas[0].second).pointer, "/dependencies/c");
  EXPECT_EQ(node.applicators, (std::vector<Applicator>{Applicator::prefix_items, Applicator::items,
                                                       Applicator::dependent_schemas}));
  EXPECT_EQ(node.dependent_required_keyword, "dependencies");
  EXPECT_EQ(remarks(schema), (Names{"without_effect /exclusiveMaximum"}));
}

TEST(OlderDrafts, NothingCountsBesideALoneReference) {
  const std::string text = R"({"$ref":"#/definitions/a","definitions":{"a":{"x":1}},"type":"null","y":1,
      "title":"t","properties":{"p":{"z":1}}})";
  const Schema schema = good(text, kDraft7);
  EXPECT_EQ(schema.nodes.at(schema.root).types, kAnyType);
  EXPECT_TRUE(schema.nodes.at(schema.root).properties.empty());
  EXPECT_EQ(remarks(schema), (Names{"without_effect /type", "without_effect /y", "without_effect /title",
                                    "without_effect /properties", "unknown_keyword /definitions/a/x"}));
  EXPECT_EQ(good(text, kDraft2019).nodes.at(0).types, kNull);
}

TEST(OlderDrafts, UnknownKeywordsAreListedWhereNothingLeads) {
  EXPECT_EQ(remarks(good(R"({"definitions":{"a":{"const":1,"not":{"if":{}}}}})", kDraft4)),
            (Names{"unknown_keyword /definitions/a/const", "unknown_keyword /definitions/a/not/if"}));
  EXPECT_EQ(remarks(good(R"({"$recursiveRef":"#","allOf":[{"$ref":"#/allOf/1"},{"x":1}]})",
                         "https://json-schema.org/draft/2020-12/schema")),
            (Names{"unknown_keyword /$recursiveRef", "unknown_keyword /allOf/1/x"}));
}

TEST(OlderDrafts, SchemaBelowTheRootIsListed) {
  const Schema schema =
      good(R"({"properties":{"a":{"$schema":"http://json-schema.org/draft-04/schema","id":"#n",
      "type":"integer","not":{"$ref":"#n"}},"b":{"$id":"http://x/b","$schema":"https://json-schema.org/draft-06/schema",
      "items":[{"type":"integer"}]}}})",
           "https://json-schema.org/draft/2020-12/schema");
  const Node& root = schema.nodes.at(schema.root);
  const NodeId a = root.properties.at(0).second;
  EXPECT_EQ(schema.nodes.at(a).types, kIntegerWord);
  EXPECT_EQ(schema.nodes.at(*schema.nodes.at(a).negated).ref, a);
  EXPECT_EQ(schema.nodes.at(schema.nodes.at(root.properties.at(1).second).prefix_items.at(0)).types,
            kInteger);
  EXPECT_EQ(remarks(schema), (Names{"schema_below_root /properties/a/$schema"}));
}

TEST(OlderDrafts, IdentifiersWithFragments) {
  const Registry registry = {
      {"http://x/other", R"({"id":"http://y/o#top","definitions":{"d":{"id":"#%64"}}})"}};
  const Schema schema = good(R"({"id":"http://x/root","allOf":[{"$ref":"other#top"},{"$ref":"http://y/o#d"},
      {"$ref":"a.json#foo"},{"$ref":"http://x/a.json"},{"$ref":"#/definitions/b"}],
      "definitions":{"a":{"id":"a.json#foo","type":"null"},"b":{"id":"#/no/name"}}})",
                             kDraft4, registry);
  const Node& root = schema.nodes.at(schema.root);
  const auto led = [&](std::size_t i) -> const Node& {
    return schema.nodes.at(*schema.nodes.at(root.all_of.at(i)).ref);
  };
  EXPECT_EQ(led(0).document, 1U);
  EXPECT_EQ(led(1).pointer, "/definitions/d");
  EXPECT_EQ(led(2).types, kNull);
  EXPECT_EQ(&led(2), &led(3));
  EXPECT_EQ(bad(R"({"definitions":{"a":{"$id":"#n"},"b":{"$id":"#n"}}})", kDraft7).error.code,
            "bad_identifier");
  EXPECT_EQ(bad(R"({"$id":"#%zz"})", kDraft7).error.code, "bad_identifier");
  EXPECT_EQ(bad(R"({"$ref":"#n","definitions":{"a":{"$ref":"#","$id":"#n"}}})", kDraft6).error.code,
            "bad_reference");
  EXPECT_EQ(bad(R"({"$ref":"#n","allOf":[{"id":"#n"}]})", kDraft7).error.code, "bad_reference");
}

TEST(OlderDrafts, RecursiveReferencesFollowTheScope) {
  const std::string tree =
      R"("t":{"$id":"http://x/tree","$recursiveAnchor":true,"items":{"$recursiveRef":"#"}})";
  const Schema schema = good(
      R"({"$id":"http://x/r","$recursiveAnchor":true,"$ref":"tree","$defs":{)" + tree + "}}", kDraft2019);
  const Node& root = schema.nodes.at(schema.root);
  const Node& items = schema.nodes.at(*schema.nodes.at(*root.ref).items);
  EXPECT_EQ(schema.nodes.at(*items.dynamic_ref).pointer, "");
  EXPECT_EQ(schema.nodes.at(*items.dynamic_ref_initial).pointer, "/$defs/t");
  EXPECT_EQ(items.dynamic_ref_keyword, "$recursiveRef");
  EXPECT_EQ(bad(R"({"$recursiveRef":"#/x","x":{}})", kDraft2019).error.pointer, "/$recursiveRef");
  // Of 2020-12 the scope is told by $dynamicAnchor alone.
  const Schema newer =
      good(R"({"$id":"http://x/r","$dynamicRef":"tree#","$defs":{)" + tree + "}}", kDraft2019);
  EXPECT_EQ(remarks(newer), (Names{"unknown_keyword /$dynamicRef"}));
}

TEST(OlderDrafts, DialectsOfMetaschemas) {
  const std::string stem = "https://json-schema.org/draft/2019-09/";
  const Registry registry = {
      {"http://x/seven", R"({"$schema":"http://json-schema.org/draft-07/schema#"})"},
      {"http://x/applies", "{\"$schema\":\"" + stem + "schema\",\"$vocabulary\":{\"" + stem +
                               "vocab/applicator\":true,\"" + stem + "vocab/format\":true}}"},
      {"http://x/newer",
       "{\"$schema\":\"" + stem +
           "schema\",\"$vocabulary\":{\"https://json-schema.org/draft/2020-12/vocab/core\":true}}"},
      {"http://x/silent", "{\"$schema\":\"" + stem + "schema\"}"}};
  EXPECT_EQ(remarks(good(R"({"$schema":"http://x/seven","dependentRequired":{}})", kDraft4, registry)),
            (Names{"unknown_keyword /dependentRequired"}));
  const Schema schema = good(R"({"$schema":"http://x/applies","type":1,"items":[{}],"unevaluatedItems":{},
      "format":"date"})",
                             kDraft4, registry);
  EXPECT_EQ(remarks(schema), (Names{"unknown_keyword /type", "format_annotation /format"}));
  EXPECT_TRUE(schema.nodes.at(0).unevaluated_items.has_value());
  EXPECT_FALSE(schema.nodes.at(0).contained_is_evaluated);
  for (const char* uri : {"http://x/newer", "http://x/silent", "http://x/none"}) {
    EXPECT_EQ(bad("{\"$schema\":\"" + std::string(uri) + "\"}", kDraft7, registry).error.code,
              "unsupported_dialect");
  }
  // The caller's choice may be a metaschema too, and is looked at where it counts alone.
  EXPECT_EQ(remarks(good(R"({"dependentRequired":{}})", "http://x/seven", registry)).size(), 1U);
  EXPECT_EQ(bad("{}", "http://x/none", registry).error.code, "unsupported_dialect");
  good(R"({"$schema":"http://json-schema.org/draft-06/schema"})", "http://x/none", registry);
  EXPECT_EQ(bad("true", kDraft4).error.code, "invalid_schema");
}

TEST(OlderDrafts, NullableIsOpenApis) {
  for (const char* dialect : {kDraft4, kDraft7, kDraft2019}) {
    const CompileFault fault = bad(R"({"items":{"nullable":false}})", dialect);
    EXPECT_EQ(fault.status, CompileStatus::refused);
    EXPECT_EQ(fault.error.code, "unsupported_keyword");
    EXPECT_EQ(fault.keyword, "nullable");
    EXPECT_EQ(fault.error.pointer, "/items/nullable");
  }
  const auto of = [](std::string_view text) { return good(text, kDraft4, {}, true); };
  EXPECT_EQ(of(R"({"nullable":true,"type":"string"})").nodes.at(0).types, kString | kNull);
  EXPECT_EQ(of(R"({"type":["string"],"nullable":true})").nodes.at(0).types, kString | kNull);
  EXPECT_EQ(remarks(of(R"({"type":"string","nullable":true})")), Names{});
  EXPECT_EQ(of(R"({"type":"string","nullable":false})").nodes.at(0).types, kString);
  EXPECT_EQ(remarks(of(R"({"type":"string","nullable":false})")), (Names{"without_effect /nullable"}));
  EXPECT_EQ(of(R"({"nullable":true,"enum":["a"]})").nodes.at(0).types, kAnyType);
  EXPECT_EQ(remarks(of(R"({"nullable":true})")), (Names{"without_effect /nullable"}));
  EXPECT_EQ(bad(R"({"type":"string","nullable":1})", kDraft4, {}, true).error.code, "invalid_schema");
}

}  // namespace
}  // namespace lockstep::engine

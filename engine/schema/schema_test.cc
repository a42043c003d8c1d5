#include "lockstep/engine/schema/schema.h"

#include <gtest/gtest.h>

namespace lockstep::engine {
namespace {

std::variant<Schema, CompileFault> read(std::string_view text, const Registry& registry = {},
                                        const SchemaOptions& options = {}, const Limits& limits = {}) {
  return read_schema(text, registry, options, limits, nullptr);
}

Schema good(std::string_view text, const Registry& registry = {}, const SchemaOptions& options = {}) {
  auto result = read(text, registry, options);
  if (const auto* fault = std::get_if<CompileFault>(&result)) {
    ADD_FAILURE() << text << ": " << fault->error.code << " " << fault->error.message;
    return {};
  }
  return std::get<Schema>(std::move(result));
}

CompileFault bad(std::string_view text, const Registry& registry = {}, const SchemaOptions& options = {},
                 const Limits& limits = {}) {
  auto result = read(text, registry, options, limits);
  if (const auto* fault = std::get_if<CompileFault>(&result)) return *fault;
  ADD_FAILURE() << text << " was read";
  return {};
}

TEST(ReadSchema, KeywordsBecomeOneNode) {
  const Schema schema =
      good(R"({"type":["integer","string"],"minimum":1.50,"maxLength":2e1,"enum":[1,"a"],"const":1,
      "required":["b","a"],"properties":{"b":true,"a":{}},"items":false,"prefixItems":[{}],"minItems":1})");
  const Node& node = schema.nodes.at(schema.root);
  EXPECT_EQ(node.types, kInteger | kString);
  EXPECT_EQ(*node.minimum, Decimal::saturating("1.5"));
  EXPECT_EQ(node.max_length, 20U);
  EXPECT_EQ(node.enums.size(), 2U);
  EXPECT_EQ(node.required, (std::vector<std::string>{"b", "a"}));
  ASSERT_EQ(node.properties.size(), 2U);
  EXPECT_EQ(node.properties[0].first, "b");
  EXPECT_EQ(schema.nodes.at(node.properties[1].second).pointer, "/properties/a");
  EXPECT_EQ(node.applicators,
            (std::vector<Applicator>{Applicator::properties, Applicator::items, Applicator::prefix_items}));
}

TEST(ReadSchema, ReferencesAreResolvedOnce) {
  const Schema schema = good(R"({"$defs":{"a":{"$id":"http://x/a","$anchor":"n","items":{"$ref":"#n"}}},
      "properties":{"p":{"$ref":"#/$defs/a"},"q":{"$ref":"http://x/a#n"}}})");
  const Node& root = schema.nodes.at(schema.root);
  EXPECT_EQ(schema.nodes.at(root.properties[0].second).ref, schema.nodes.at(root.properties[1].second).ref);
}

TEST(ReadSchema, PointersMayBeEscapedAndLeadIntoUnknownPlaces) {
  const Schema schema = good(R"({"$defs":{"a/b~c%":{"type":"null"}},"x":{"y":[{"type":"string"}]},
      "allOf":[{"$ref":"#/$defs/a~1b~0c%25"},{"$ref":"#/x/y/0"}]})");
  const Node& root = schema.nodes.at(schema.root);
  EXPECT_EQ(schema.nodes.at(*schema.nodes.at(root.all_of[0]).ref).types, kNull);
  EXPECT_EQ(schema.nodes.at(*schema.nodes.at(root.all_of[1]).ref).types, kString);
}

TEST(ReadSchema, DocumentsComeFromTheRegistryOnly) {
  const Registry registry = {
      {"http://x/doc.json", R"({"$defs":{"s":{"type":"string"}},"$ref":"#/$defs/s"})"}};
  const Schema schema = good(R"({"$id":"http://x/root.json","$ref":"doc.json"})", registry);
  EXPECT_EQ(schema.documents.size(), 2U);
  // An anchor is found by the URI that the document was retrieved by, too.
  good(R"({"$ref":"http://x/there#a"})", {{"http://x/there", R"({"$id":"http://y/own","$anchor":"a"})"}});
  const CompileFault fault = bad(R"({"a":1,"items":{"$ref":"http://x/none.json"}})", registry);
  EXPECT_EQ(fault.status, CompileStatus::malformed);
  EXPECT_EQ(fault.error.code, "bad_reference");
  EXPECT_EQ(fault.error.pointer, "/items/$ref");
}

TEST(ReadSchema, AReferenceDoesNotMoveTheBaseOfWhereItLeads) {
  const std::string begin = R"({"$id":"http://x/","$defs":{"a":{"$id":"s/","type":"null"}},"allOf":[)";
  good(begin + R"({"$ref":"#/$defs/a"},{"$ref":"http://x/s/"}]})");
  EXPECT_EQ(bad(begin + R"({"$ref":"#/$defs/a"},{"$ref":"http://x/s/s/"}]})").error.code, "bad_reference");
}

TEST(ReadSchema, MalformedSchemasAreCodedWithTheirPlace) {
  struct Row {
    const char* text;
    const char* code;
    const char* pointer;
  };
  const Row kRows[] = {
      {R"({"type":"strnig"})", "invalid_schema", "/type"},
      {R"({"properties":{"a":{"minLength":-1}}})", "invalid_schema", "/properties/a/minLength"},
      {R"({"$defs":{"unused":{"required":["a","a"]}}})", "invalid_schema", "/$defs/unused/required"},
      {R"({"pattern":1})", "invalid_schema", "/pattern"},
      {R"({"title":1})", "invalid_schema", "/title"},
      {R"({"definitions":{"a":1}})", "invalid_schema", "/definitions"},
      {R"(1)", "invalid_schema", ""},
      {R"({"$ref":"#/nowhere"})", "bad_reference", "/$ref"},
      {R"({"$ref":"#name"})", "bad_reference", "/$ref"},
      {R"({"$ref":"#/type","type":"null"})", "bad_reference", "/$ref"},
      {R"({"$defs":{"a":{"$id":"x"},"b":{"$id":"x"}}})", "bad_identifier", "/$defs/b/$id"},
      {R"({"$defs":{"a":{"$anchor":"x"},"b":{"$anchor":"x"}}})", "bad_identifier", "/$defs/b/$anchor"},
  };
  for (const Row& row : kRows) {
    const CompileFault fault = bad(row.text);
    EXPECT_EQ(fault.status, CompileStatus::malformed) << row.text;
    EXPECT_EQ(fault.error.code, row.code) << row.text;
    EXPECT_EQ(fault.error.pointer, row.pointer) << row.text;
  }
  const CompileFault truncated = bad(R"({"type":)");
  EXPECT_EQ(truncated.status, CompileStatus::malformed);
  EXPECT_EQ(truncated.error.offset, 8U);
}

TEST(ReadSchema, EveryKeywordThatIsNotEnforcedIsRefusedByName) {
  const std::pair<const char*, const char*> kRows[] = {{"multipleOf", "1e2000"}, {"pattern", R"("(a)\\1")"}};
  for (const auto& [name, value] : kRows) {
    const CompileFault fault = bad("{\"items\":{\"" + std::string(name) + "\":" + value + "}}");
    EXPECT_EQ(fault.status, CompileStatus::refused) << name;
    EXPECT_EQ(fault.keyword, name);
    EXPECT_EQ(fault.error.pointer, "/items/" + std::string(name));
  }
  EXPECT_EQ(bad(R"({"patternProperties":{"(a)\\1":{}}})").keyword, "patternProperties");
  EXPECT_EQ(bad(R"({"maxContains":5000,"contains":{}})").keyword, "maxContains");
  EXPECT_EQ(bad(R"({"$schema":"http://json-schema.org/draft-03/schema#"})").keyword, "$schema");
  EXPECT_EQ(bad(R"({"items":{"$schema":"http://json-schema.org/draft-03/schema#"}})").error.pointer,
            "/items/$schema");
  SchemaOptions formats;
  formats.assert_formats = true;
  for (const char* name : {"hostname", "idn-hostname", "idn-email", "regex"}) {
    const CompileFault fault = bad("{\"not\":{\"format\":\"" + std::string(name) + "\"}}", {}, formats);
    EXPECT_EQ(fault.status, CompileStatus::refused) << name;
    EXPECT_EQ(fault.keyword, "format") << name;
    EXPECT_EQ(fault.error.pointer, "/not/format") << name;
    EXPECT_NE(fault.error.message.find(name), std::string::npos) << fault.error.message;
  }
}

TEST(ReadSchema, FormatsAssertOrAreListed) {
  SchemaOptions formats;
  formats.assert_formats = true;
  const Schema asserts = good(R"({"format":"date","items":{"format":"colour"}})", {}, formats);
  const Node& root = asserts.nodes.at(asserts.root);
  ASSERT_NE(root.format, nullptr);
  EXPECT_EQ(root.format->name, "date");
  EXPECT_FALSE(says_nothing(root));
  EXPECT_EQ(asserts.nodes.at(*root.items).format, nullptr);
  ASSERT_EQ(asserts.remarks.size(), 1U);
  EXPECT_EQ(asserts.remarks[0].kind, "format_annotation");
  EXPECT_EQ(asserts.remarks[0].pointer, "/items/format");
  const Schema annotates = good(R"({"format":"regex"})");
  EXPECT_EQ(annotates.nodes.at(annotates.root).format, nullptr);
}

TEST(ReadSchema, DynamicReferencesFollowTheScope) {
  const Registry registry = {{"http://x/list", R"({"$id":"http://x/list","items":{"$dynamicRef":"#item"},
      "$defs":{"d":{"$dynamicAnchor":"item"}}})"}};
  const Schema schema = good(
      R"({"$id":"http://x/root","properties":{"plain":{"$ref":"http://x/list"},"strings":{"$ref":"strings"}},
      "$defs":{"strings":{"$id":"strings","$ref":"list","$defs":{"s":{"$dynamicAnchor":"item","type":"string"}}}}})",
      registry);
  const Node& root = schema.nodes.at(schema.root);
  const auto items_of = [&](NodeId list) { return schema.nodes.at(*schema.nodes.at(list).items); };
  const NodeId plain = *schema.nodes.at(root.properties[0].second).ref;
  const NodeId strings = *schema.nodes.at(*schema.nodes.at(root.properties[1].second).ref).ref;
  EXPECT_EQ(schema.nodes.at(*items_of(plain).dynamic_ref).types, kAnyType);
  EXPECT_EQ(schema.nodes.at(*items_of(strings).dynamic_ref).types, kString);
  EXPECT_EQ(schema.nodes.at(*items_of(strings).dynamic_ref_initial).pointer, "/$defs/d");
  // Without a dynamic anchor at its end it is a plain reference.
  const Schema plainly =
      good(R"({"$anchor":"a","items":{"$dynamicRef":"#a"},"contains":{"$dynamicRef":"#/items"}})");
  EXPECT_EQ(plainly.nodes.at(*plainly.nodes.at(plainly.root).items).dynamic_ref, plainly.root);
}

TEST(ReadSchema, AMetaschemaNamesTheVocabulariesOfItsDialect) {
  const std::string stem = "https://json-schema.org/draft/2020-12/";
  const auto meta = [&](const std::string& vocabularies) {
    return "{\"$schema\":\"" + stem + "schema\",\"$vocabulary\":{\"" + stem + "vocab/core\":true" +
           vocabularies + "}}";
  };
  const Registry registry = {{"http://x/applies", meta(",\"" + stem + "vocab/applicator\":true")},
                             {"http://x/foreign", meta(",\"http://x/vocab\":true")},
                             {"http://x/optional", meta(",\"http://x/vocab\":false")},
                             {"http://x/asserts", meta(",\"" + stem + "vocab/format-assertion\":false")},
                             {"http://x/silent", "{\"$schema\":\"" + stem + "schema\"}"}};
  const Schema schema =
      good(R"({"$schema":"http://x/applies","minimum":"no number","properties":{"a":{"type":"null"}},
      "$defs":{"own":{"$id":"http://x/own","$schema":"https://json-schema.org/draft/2020-12/schema","type":"null"}},
      "allOf":[{"$ref":"http://x/own"}]})",
           registry);
  const Node& root = schema.nodes.at(schema.root);
  EXPECT_EQ(schema.nodes.at(root.properties.at(0).second).types, kAnyType);
  EXPECT_EQ(schema.nodes.at(*schema.nodes.at(root.all_of.at(0)).ref).types, kNull);
  EXPECT_EQ(schema.remarks.at(0).kind, "unknown_keyword");
  const auto read_with = [&](const std::string& text) { return read(text, registry); };
  for (const char* dialect : {"http://x/foreign", "http://x/silent", "http://x/none"}) {
    const auto result = read_with("{\"$schema\":\"" + std::string(dialect) + "\"}");
    ASSERT_TRUE(std::holds_alternative<CompileFault>(result)) << dialect;
    EXPECT_EQ(std::get<CompileFault>(result).keyword, "$schema") << dialect;
  }
  EXPECT_TRUE(std::holds_alternative<Schema>(read_with(R"({"$schema":"http://x/optional","type":1})")));
  const auto asserting = read_with(R"({"$schema":"http://x/asserts","format":"date"})");
  ASSERT_TRUE(std::holds_alternative<Schema>(asserting));
  EXPECT_NE(std::get<Schema>(asserting).nodes.at(0).format, nullptr);
  EXPECT_EQ(std::get<CompileFault>(read_with(R"({"$schema":"http://x/asserts","format":"regex"})")).keyword,
            "format");
}

TEST(ReadSchema, WhatDecidesNothingIsListed) {
  const Schema schema =
      good(R"({"title":"t","format":"date","x-mine":1,"uniqueItems":false,"then":{},"minContains":2,
      "patternProperties":{},"$defs":{"unreached":{"not":{}}}})");
  std::vector<std::string> listed;
  for (const Remark& remark : schema.remarks)
    listed.push_back(std::string(remark.kind) + " " + std::string(remark.pointer));
  EXPECT_EQ(listed, (std::vector<std::string>{"annotation /title", "format_annotation /format",
                                              "unknown_keyword /x-mine", "without_effect /uniqueItems",
                                              "without_effect /then", "without_effect /minContains",
                                              "without_effect /patternProperties"}));
}

TEST(ReadSchema, LimitsAreNamed) {
  Limits small;
  small.schema_bytes = 8;
  EXPECT_EQ(bad(R"({"type":"null"})", {}, {}, small).status, CompileStatus::limit);
  const CompileFault deep = bad(std::string(200'000, '['));
  EXPECT_EQ(deep.status, CompileStatus::limit);
  EXPECT_EQ(bad(R"({"minimum":1e99999999999})").status, CompileStatus::limit);
  EXPECT_EQ(bad(R"({"enum":[{"a":[1e99999999999]}]})").error.pointer, "/enum");
}

TEST(ReadSchema, CancellationStopsIt) {
  Cancellation cancellation;
  cancellation.cancel();
  const auto result = read_schema("{}", {}, {}, {}, &cancellation);
  ASSERT_TRUE(std::holds_alternative<CompileFault>(result));
  EXPECT_EQ(std::get<CompileFault>(result).status, CompileStatus::cancelled);
}

}  // namespace
}  // namespace lockstep::engine

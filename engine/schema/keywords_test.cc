#include "lockstep/engine/schema/keywords.h"

#include <gtest/gtest.h>

#include "lockstep/engine/json/parser.h"

namespace lockstep::engine {
namespace {

json::Document read(const std::string& text) { return json::parse(text).value(); }

TEST(Keywords, EveryNameOfTheTableIsFound) {
  // The table is searched by halves: one name out of order would hide others.
  for (const char* name : {"$anchor",
                           "$comment",
                           "$defs",
                           "$dynamicAnchor",
                           "$dynamicRef",
                           "$id",
                           "$recursiveAnchor",
                           "$recursiveRef",
                           "$ref",
                           "$schema",
                           "$vocabulary",
                           "additionalProperties",
                           "allOf",
                           "anyOf",
                           "const",
                           "contains",
                           "contentEncoding",
                           "contentMediaType",
                           "contentSchema",
                           "default",
                           "definitions",
                           "dependencies",
                           "dependentRequired",
                           "dependentSchemas",
                           "deprecated",
                           "description",
                           "else",
                           "enum",
                           "examples",
                           "exclusiveMaximum",
                           "exclusiveMinimum",
                           "format",
                           "if",
                           "items",
                           "maxContains",
                           "maxItems",
                           "maxLength",
                           "maxProperties",
                           "maximum",
                           "minContains",
                           "minItems",
                           "minLength",
                           "minProperties",
                           "minimum",
                           "multipleOf",
                           "not",
                           "oneOf",
                           "pattern",
                           "patternProperties",
                           "prefixItems",
                           "properties",
                           "propertyNames",
                           "readOnly",
                           "required",
                           "then",
                           "title",
                           "type",
                           "unevaluatedItems",
                           "unevaluatedProperties",
                           "uniqueItems",
                           "writeOnly"}) {
    EXPECT_TRUE(keyword_named(name)) << name;
  }
  EXPECT_FALSE(keyword_named("additionalItems"));
  EXPECT_FALSE(keyword_named(""));
}

TEST(Keywords, ShapesAreThoseOfTheMetaschema) {
  struct Row {
    Shape shape;
    const char* good;
    const char* bad;
  };
  const Row kRows[] = {
      {Shape::schema, "true", "1"},
      {Shape::schema, "{}", "[]"},
      {Shape::schema_array, "[{},false]", "[]"},
      {Shape::schema_array, "[true]", "[1]"},
      {Shape::schema_map, "{\"a\":true}", "{\"a\":null}"},
      {Shape::schema_or_strings_map, "{\"a\":[\"b\"]}", "{\"a\":[\"b\",\"b\"]}"},
      {Shape::string, "\"\"", "null"},
      {Shape::identifier, "\"a#\"", "\"a#b\""},
      {Shape::identifier, "\"\"", "\"#b\""},
      {Shape::anchor, "\"_a.b-1\"", "\"1a\""},
      {Shape::anchor, "\"a\"", "\"\""},
      {Shape::boolean, "false", "0"},
      {Shape::boolean_map, "{\"u\":true}", "{\"u\":1}"},
      {Shape::number, "-1.5e3", "\"1\""},
      {Shape::positive_number, "1e-9", "0.0"},
      {Shape::positive_number, "2", "-2"},
      {Shape::count, "2.0", "2.5"},
      {Shape::count, "1e2", "-1"},
      {Shape::count, "-0", "\"1\""},
      {Shape::type, "\"integer\"", "\"strnig\""},
      {Shape::type, "[\"null\",\"object\"]", "[\"null\",\"null\"]"},
      {Shape::type, "[\"array\"]", "[]"},
      {Shape::array, "[]", "{}"},
      {Shape::unique_strings, "[]", "[\"a\",\"a\"]"},
      {Shape::unique_strings, "[\"a\"]", "[1]"},
      {Shape::strings_map, "{\"a\":[]}", "{\"a\":\"b\"}"},
  };
  for (const Row& row : kRows) {
    const json::Document good = read(row.good);
    EXPECT_EQ(shape_fault(row.shape, good.root()), std::nullopt) << row.good;
    const json::Document bad = read(row.bad);
    EXPECT_TRUE(shape_fault(row.shape, bad.root()).has_value()) << row.bad;
  }
}

TEST(Keywords, CountsAreByValue) {
  EXPECT_EQ(count_of(read("2.0").root()), 2U);
  EXPECT_EQ(count_of(read("1e2").root()), 100U);
  EXPECT_EQ(count_of(read("0e9").root()), 0U);
  EXPECT_EQ(count_of(read("18446744073709551615").root()), 18446744073709551615U);
  EXPECT_EQ(count_of(read("1e999999999999").root()), 18446744073709551615U);
}

}  // namespace
}  // namespace lockstep::engine

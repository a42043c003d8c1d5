// Every case of conformance/spec/drafts_cases.json: outcomes, verdicts, and which keywords are unknown.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "lockstep/oracle/json_text/json_text.h"
#include "lockstep/oracle/schema/drafts_testing.h"
#include "lockstep/oracle/schema/schema_testing.h"

namespace lockstep::oracle {
namespace {

std::string string_of(const JsonValue& of, std::string_view name) {
  const JsonValue* found = of.find(name);
  return found == nullptr ? "" : found->text;
}

std::vector<std::string> strings_of(const JsonValue& of, std::string_view name) {
  std::vector<std::string> out;
  if (const JsonValue* found = of.find(name)) {
    for (const JsonValue& item : found->items) out.push_back(item.text);
  }
  std::sort(out.begin(), out.end());
  return out;
}

std::vector<std::string> unknown_keywords(const Schema& schema) {
  std::vector<std::string> out;
  for (const Schema::Remark& remark : schema.remarks()) {
    if (remark.kind == "unknown_keyword") out.push_back(remark.pointer);
  }
  std::sort(out.begin(), out.end());
  return out;
}

// How many answers were compared.
std::size_t judge_case(const JsonValue& one, const std::string& schema) {
  const std::string id = string_of(one, "id");
  SchemaOptions options;
  options.default_dialect = dialect_of_draft(string_of(one, "draft"));
  const Outcome<Schema> loaded = Schema::load(schema, {}, options);
  if (one.find("outcome") != nullptr) {
    EXPECT_EQ(loaded ? "ok" : loaded.error().code, string_of(one, "code")) << id;
    return 1;
  }
  EXPECT_TRUE(loaded.ok()) << id << ": " << loaded.error().message;
  if (!loaded) return 0;
  EXPECT_EQ(unknown_keywords(loaded.value()), strings_of(one, "unknown")) << id;
  std::size_t compared = 1;
  for (const auto& [field, expected] : {std::pair("valid", "yes"), std::pair("invalid", "no")}) {
    for (const std::string& text : strings_of(one, field)) {
      EXPECT_EQ(judge(schema, text, {}, options), expected) << id << ": " << text;
      ++compared;
    }
  }
  return compared;
}

TEST(DraftsCases, AreAnsweredAsTheNormSays) {
  const std::string text = drafts_cases_text();
  ASSERT_FALSE(text.empty());
  const Outcome<JsonValue> data = parse_json(text);
  ASSERT_TRUE(data.ok());
  const JsonValue* cases = data.value().find("cases");
  ASSERT_NE(cases, nullptr);
  EXPECT_EQ(std::to_string(cases->items.size()), string_of(data.value(), "count"));
  EXPECT_GE(cases->items.size(), 217U);
  std::size_t compared = 0;
  for (const JsonValue& one : cases->items) {
    const JsonValue* schema = one.find("schema");
    ASSERT_NE(schema, nullptr);
    compared += judge_case(one, text.substr(schema->begin, schema->end - schema->begin));
  }
  EXPECT_GE(compared, 700U);
}

}  // namespace
}  // namespace lockstep::oracle

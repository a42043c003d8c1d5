// Prefixes under drafts 4 to 2019-09: against the list of all short texts, and the texts of
// drafts_cases.json.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "lockstep/oracle/json_text/json_text.h"
#include "lockstep/oracle/schema/drafts_testing.h"
#include "lockstep/oracle/schema_prefix/schema_prefix.h"

namespace lockstep::oracle {
namespace {

Outcome<PrefixOracle> prefixes_of(const std::string& draft, const std::string& schema,
                                  const OraclePolicy& policy = {}) {
  SchemaOptions options;
  options.default_dialect = dialect_of_draft(draft);
  return PrefixOracle::make(schema, {}, options, policy);
}

// Every text over the alphabet up to that length that may begin a JSON text.
std::vector<std::string> begun_texts(std::string_view alphabet, std::size_t longest,
                                     const PrefixOracle& any) {
  std::vector<std::string> out = {""};
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (out[i].size() == longest) continue;
    for (const char byte : alphabet) {
      const std::string longer = out[i] + byte;
      if (any.viable(longer).is_yes()) out.push_back(longer);
    }
  }
  return out;
}

struct Tally {
  std::size_t sure = 0;
  std::size_t unknown = 0;
};

// What is complete has prefixes that are viable; a prefix said to be viable has a text that is `room` bytes
// longer at most.
void compare(const std::string& draft, const std::string& schema, std::string_view alphabet,
             std::size_t longest, std::size_t room, Tally& tally) {
  const Outcome<PrefixOracle> any = prefixes_of("2020-12", "true");
  const Outcome<PrefixOracle> oracle = prefixes_of(draft, schema);
  ASSERT_TRUE(any.ok() && oracle.ok()) << schema;
  std::set<std::string> begin_some;
  const std::vector<std::string> texts = begun_texts(alphabet, longest + room, any.value());
  for (const std::string& text : texts) {
    if (!oracle.value().complete(text).is_yes()) continue;
    for (std::size_t size = 0; size <= text.size(); ++size) begin_some.insert(text.substr(0, size));
  }
  for (const std::string& text : texts) {
    if (text.size() > longest) continue;
    const Answer viable = oracle.value().viable(text);
    ++(viable.is_unknown() ? tally.unknown : tally.sure);
    if (viable.is_unknown()) continue;
    EXPECT_EQ(viable.is_yes(), begin_some.contains(text)) << draft << " " << schema << " " << text;
  }
}

TEST(DraftPrefixes, IntegersOfDraft4AreSpellings) {
  Tally tally;
  for (const char* schema :
       {R"({"type":"integer"})", R"({"not":{"type":"integer"}})",
        R"({"type":["integer","null"],"minimum":2})", R"({"type":"integer","enum":[1.0,10]})",
        R"({"enum":[1,10,1.5],"not":{"type":"integer"}})",
        R"({"anyOf":[{"type":"integer","maximum":0},{"enum":[1]}]})",
        R"({"oneOf":[{"type":"integer"},{"minimum":1}]})", R"({"type":"integer","multipleOf":5})",
        R"({"minimum":1,"exclusiveMinimum":true,"maximum":11,"exclusiveMaximum":false})",
        R"({"not":{"minimum":1,"exclusiveMinimum":true}})"}) {
    compare("4", schema, "015.e-", 2, 4, tally);
  }
  EXPECT_EQ(tally.unknown, 0U);
  EXPECT_GE(tally.sure, 150U);
}

TEST(DraftPrefixes, ItemsByTheirPlaces) {
  Tally tally;
  for (const char* draft : {"4", "6", "7", "2019-09"}) {
    for (const char* schema :
         {R"({"type":"array","items":[{"type":"integer"},{"type":"number"}],"additionalItems":false})",
          R"({"type":"array","items":[{"type":"integer"}],"additionalItems":{"type":"array"},"minItems":2})",
          R"({"not":{"items":[{"type":"array"}],"additionalItems":{"type":"number"}}})",
          R"({"type":"array","additionalItems":false,"maxItems":1})",
          R"({"type":"array","items":{"type":"number"},"additionalItems":false})"}) {
      compare(draft, schema, "0[],", 3, 6, tally);
    }
  }
  for (const char* schema :
       {R"({"type":"array","contains":{"type":"array"},"unevaluatedItems":{"type":"number"}})",
        R"({"type":"array","contains":{"type":"array"},"unevaluatedItems":{"type":"array"}})",
        R"({"type":"array","items":[{"type":"array"}],"unevaluatedItems":{"type":"number"}})",
        R"({"not":{"contains":{"type":"array"},"unevaluatedItems":{"type":"array"}},"type":"array"})"}) {
    compare("2019-09", schema, "0[],", 3, 6, tally);
  }
  EXPECT_EQ(tally.unknown, 0U);
  EXPECT_GE(tally.sure, 200U);
}

TEST(DraftPrefixes, ListedValuesWithIntegersInsideAreUnknownOrRight) {
  Tally tally;
  for (const char* schema :
       {R"({"enum":[[1],[0]],"items":{"type":"integer"}})",
        R"({"enum":[[1.0]],"items":{"not":{"type":"integer"}}})",
        R"({"type":"array","items":{"type":"integer","maximum":1},"uniqueItems":true})"}) {
    compare("4", schema, "01[],.", 3, 5, tally);
  }
  EXPECT_GE(tally.sure, 20U);
}

// Valid texts are viable all along, in compact spelling; of invalid ones the whole may be viable but not
// complete.
TEST(DraftPrefixes, AgreeWithTheCasesOfTheNorm) {
  const std::string text = drafts_cases_text();
  ASSERT_FALSE(text.empty());
  const Outcome<JsonValue> data = parse_json(text);
  ASSERT_TRUE(data.ok());
  std::size_t asked = 0;
  std::size_t unknown = 0;
  for (const JsonValue& one : data.value().find("cases")->items) {
    if (one.find("outcome") != nullptr) continue;
    const JsonValue& schema = *one.find("schema");
    const Outcome<PrefixOracle> oracle =
        prefixes_of(one.find("draft")->text, text.substr(schema.begin, schema.end - schema.begin));
    ASSERT_TRUE(oracle.ok()) << one.find("id")->text;
    for (const char* field : {"valid", "invalid"}) {
      const JsonValue* texts = one.find(field);
      if (texts == nullptr) continue;
      const bool valid = std::string_view(field) == "valid";
      for (const JsonValue& instance : texts->items) {
        EXPECT_EQ(oracle.value().complete(instance.text).is_yes(), valid) << one.find("id")->text;
        for (std::size_t size = 0; valid && size <= instance.text.size(); ++size) {
          const Answer viable = oracle.value().viable(instance.text.substr(0, size));
          EXPECT_FALSE(viable.is_no()) << one.find("id")->text << " " << instance.text << " " << size;
          ++asked;
          if (viable.is_unknown()) ++unknown;
        }
        // No text goes on behind the bracket or quote that closes the document.
        const bool closed = std::string_view("]}\"el").find(instance.text.back()) != std::string_view::npos;
        if (!valid && closed) {
          EXPECT_TRUE(oracle.value().viable(instance.text).is_no()) << one.find("id")->text << instance.text;
          ++asked;
        }
      }
    }
  }
  EXPECT_GE(asked, 1500U);
  EXPECT_EQ(unknown, 0U);
}

}  // namespace
}  // namespace lockstep::oracle

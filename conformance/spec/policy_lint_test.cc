// policy.md and policy_cases.json: complete, in step with each other, with the oracle's JSON reader and with
// the presets that the engine has.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "lockstep/engine/policy/policy.h"
#include "lockstep/oracle/json_text/json_text.h"
#include "lockstep/oracle/schema/schema_check.h"

namespace lockstep::conformance {
namespace {

using Json = nlohmann::json;

const std::string kFolder = LOCKSTEP_SOURCE_DIR "/conformance/spec/";

std::string read(const std::string& name) {
  std::ifstream file(kFolder + name, std::ios::binary);
  EXPECT_TRUE(file) << name << " is missing";
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string from_hex(const std::string& hex) {
  std::string bytes;
  for (std::size_t at = 0; at + 1 < hex.size(); at += 2) {
    bytes.push_back(static_cast<char>(std::stoi(hex.substr(at, 2), nullptr, 16)));
  }
  return bytes;
}

std::string text_of(const Json& c) {
  return c.contains("hex") ? from_hex(c.at("hex")) : c.at("text").get<std::string>();
}

std::string word(const Json& value) { return value.is_string() ? value.get<std::string>() : value.dump(); }

// What stands between back quotes.
std::vector<std::string> code_words(const std::string& text) {
  std::vector<std::string> words;
  const std::regex code("`([^`]+)`");
  for (auto at = std::sregex_iterator(text.begin(), text.end(), code); at != std::sregex_iterator(); ++at) {
    words.push_back((*at)[1]);
  }
  return words;
}

// A row of the table of section 3.
struct Row {
  std::string field;
  std::set<std::string> values;  // "none" and "integer" for number_bytes
  std::map<std::string, std::string> presets;
};

std::vector<Row> page_table() {
  std::vector<Row> rows;
  std::istringstream page(read("policy.md"));
  bool in_section = false;
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("## ")) in_section = line == "## 3. Presets";
    if (!in_section || !line.starts_with("| `")) continue;
    std::vector<std::string> cells;
    std::istringstream parts(line.substr(1));
    for (std::string cell; std::getline(parts, cell, '|');) cells.push_back(cell);
    EXPECT_EQ(cells.size(), 5U) << line;
    Row row{code_words(cells.at(0)).at(0), {}, {}};
    for (const std::string& value : code_words(cells.at(1))) row.values.insert(value);
    if (cells.at(1).find("an integer") != std::string::npos) row.values.insert("integer");
    const std::vector<std::string> names = {"spec", "model", "canonical"};
    for (std::size_t i = 0; i < names.size(); ++i) row.presets[names[i]] = code_words(cells.at(i + 2)).at(0);
    rows.push_back(row);
  }
  return rows;
}

const Json& cases() {
  static const Json document = Json::parse(read("policy_cases.json"));
  return document.at("cases");
}

TEST(PolicyNorm, TableNamesTheSevenFieldsInOrder) {
  std::vector<std::string> fields;
  for (const Row& row : page_table()) fields.push_back(row.field);
  EXPECT_EQ(fields, (std::vector<std::string>{"whitespace", "outer_whitespace", "key_order", "numbers",
                                              "number_bytes", "escapes", "format"}));
}

TEST(PolicyNorm, EngineHasThePresetsOfTheTable) {
  const std::vector<Row> rows = page_table();
  ASSERT_EQ(rows.size(), 7U);
  for (const std::string preset : {"spec", "model", "canonical"}) {
    std::string expected;
    for (const Row& row : rows) {
      expected += (expected.empty() ? "" : " ") + row.field + "=" + row.presets.at(preset);
    }
    const auto policy = engine::policy_named(preset);
    ASSERT_TRUE(policy.ok()) << preset;
    EXPECT_EQ(engine::canonical_text(policy.value()), expected);
  }
}

TEST(PolicyNorm, EngineKnowsEveryValueOfTheTableAndNoOther) {
  int known = 0;
  for (const Row& row : page_table()) {
    for (const std::string& value : row.values) {
      const std::string spelled = value == "integer" ? "4294967295" : value;
      EXPECT_TRUE(engine::with_field(engine::Policy::spec(), row.field, spelled).ok())
          << row.field << " " << value;
      ++known;
    }
    for (const std::string wrong : {"", "Any", "0", "4294967296", "bounded "}) {
      EXPECT_FALSE(engine::with_field(engine::Policy::spec(), row.field, wrong).ok())
          << row.field << " " << wrong;
    }
  }
  EXPECT_EQ(known, 17);
}

TEST(PolicyCases, IdsAreUniqueAndNameTheirField) {
  std::set<std::string> ids;
  for (const Json& c : cases()) {
    const std::string id = c.at("id");
    std::string prefix = c.at("field");
    for (char& letter : prefix) letter = letter == '_' ? '-' : letter;
    EXPECT_TRUE(id.starts_with(prefix + "-")) << id;
    EXPECT_TRUE(ids.insert(id).second) << id;
  }
  EXPECT_GE(ids.size(), 160U);
}

TEST(PolicyCases, EveryFieldHasTwentyAndEveryValueIsCoveredBothWays) {
  std::map<std::string, int> per_field;
  std::map<std::string, std::map<std::string, std::set<std::string>>> seen;  // field, value: expectations
  for (const Json& c : cases()) {
    const std::string field = c.at("field");
    ++per_field[field];
    if (field == "always") continue;
    seen[field][c.at("value").is_number() ? "integer" : word(c.at("value"))].insert(word(c.at("expect")));
  }
  EXPECT_GE(per_field["always"], 20);
  for (const Row& row : page_table()) {
    EXPECT_GE(per_field[row.field], 20) << row.field;
    std::set<std::string> values;
    for (const auto& [value, expectations] : seen[row.field]) {
      values.insert(value);
      EXPECT_EQ(expectations, (std::set<std::string>{"in", "out"})) << row.field << " " << value;
    }
    EXPECT_EQ(values, row.values) << row.field;
  }
}

TEST(PolicyCases, TheValueIsTheOneOfPresetAndOverride) {
  std::map<std::string, Row> rows;
  for (const Row& row : page_table()) rows[row.field] = row;
  for (const Json& c : cases()) {
    const std::string field = c.at("field");
    const Json overridden = c.value("override", Json::object());
    for (const auto& [name, value] : overridden.items()) {
      ASSERT_EQ(rows.count(name), 1U) << c.at("id");
      EXPECT_TRUE(rows[name].values.count(value.is_number() ? "integer" : word(value)) == 1) << c.at("id");
    }
    if (field == "always") continue;
    const Json from_override = overridden.value(field, Json());
    const std::string expected =
        from_override.is_null() ? rows.at(field).presets.at(c.at("preset")) : word(from_override);
    EXPECT_EQ(word(c.at("value")), expected) << c.at("id");
  }
}

TEST(PolicyCases, TextsOfTheLanguageAreStrictJsonToTheOracle) {
  int parsed = 0;
  for (const Json& c : cases()) {
    if (c.at("expect") == "in") {
      EXPECT_TRUE(oracle::parse_json(text_of(c)).ok()) << c.at("id");
      ++parsed;
    }
    if (c.contains("witness") || c.contains("witness_hex")) {
      const std::string witness =
          c.contains("witness") ? c.at("witness").get<std::string>() : from_hex(c.at("witness_hex"));
      EXPECT_TRUE(oracle::parse_json(witness).ok()) << c.at("id");
      EXPECT_TRUE(witness.starts_with(text_of(c).substr(0, c.at("at")))) << c.at("id");
      ++parsed;
    }
    if (c.contains("schema")) {
      EXPECT_TRUE(oracle::parse_json(c.at("schema").get<std::string>()).ok()) << c.at("id");
    }
  }
  EXPECT_GE(parsed, 160);
}

// Under `spec` without a schema the language is RFC 8259 with the rules of section 2, which the oracle's
// reader has.
TEST(PolicyCases, WithoutASchemaSpecIsWhatTheOracleReads) {
  int compared = 0;
  int places = 0;
  for (const Json& c : cases()) {
    if (c.at("preset") != "spec" || c.contains("override") || c.contains("schema")) continue;
    const auto outcome = oracle::parse_json(text_of(c));
    EXPECT_EQ(outcome.ok(), c.at("expect") == "in") << c.at("id");
    ++compared;
    // The reader reports a repeated name where it begins; the language dies where it ends.
    if (outcome.ok() || !c.contains("at") || outcome.error().code == "duplicate_name") continue;
    EXPECT_EQ(outcome.error().offset, c.at("at").get<std::size_t>())
        << c.at("id") << " " << outcome.error().code;
    ++places;
  }
  EXPECT_GE(compared, 50);
  EXPECT_GE(places, 25);
}

// What a policy adds to a schema can only take texts away, but for `plain`, whose negations can add some.
TEST(PolicyCases, TextsOfTheLanguageAreValidToTheOracleAndSpecIsValidity) {
  int valid = 0;
  int compared = 0;
  for (const Json& c : cases()) {
    const auto instance = oracle::parse_json(text_of(c));
    if (!instance.ok()) continue;
    std::map<std::string, std::string> policy;
    for (const Row& row : page_table()) policy[row.field] = row.presets.at(c.at("preset"));
    const Json overridden = c.value("override", Json::object());
    for (const auto& [name, value] : overridden.items()) policy[name] = word(value);
    oracle::SchemaOptions options;
    options.assert_formats = policy.at("format") == "assert";
    const auto schema = oracle::Schema::load(c.value("schema", "true"), {}, options);
    ASSERT_TRUE(schema.ok()) << c.at("id") << " " << schema.error().message;
    const oracle::Answer answer = schema.value().check(instance.value());
    ASSERT_FALSE(answer.is_unknown()) << c.at("id") << " " << answer.reason;
    if (c.at("expect") == "in" && policy.at("numbers") != "plain") {
      EXPECT_TRUE(answer.is_yes()) << c.at("id");
      ++valid;
    }
    if (c.at("preset") == "spec" && overridden.empty()) {
      EXPECT_EQ(answer.is_yes(), c.at("expect") == "in") << c.at("id");
      ++compared;
    }
  }
  EXPECT_GE(valid, 80);
  EXPECT_GE(compared, 40);
}

}  // namespace
}  // namespace lockstep::conformance

// Every case of conformance/spec/policy_cases.json against the PrefixOracle: is the text in, where does it
// die, is the witness what it says.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "lockstep/oracle/json_text/json_text.h"
#include "lockstep/oracle/schema_prefix/prefix_testing.h"

namespace lockstep::oracle {
namespace {

struct Case {
  std::string id;
  OraclePolicy policy;
  std::string schema = "true";
  std::string text;
  bool in = false;
  bool has_at = false;
  std::size_t at = 0;
  std::string witness;
};

std::string string_of(const JsonValue& of, std::string_view name) {
  const JsonValue* found = of.find(name);
  return found == nullptr ? "" : found->text;
}

Case read_case(const JsonValue& c) {
  Case out;
  out.id = string_of(c, "id");
  const auto preset = OraclePolicy::preset(string_of(c, "preset"));
  EXPECT_TRUE(preset) << out.id;
  out.policy = preset.value_or(OraclePolicy());
  if (const JsonValue* fields = c.find("override")) {
    for (const JsonMember& field : fields->members)
      EXPECT_TRUE(out.policy.set(field.name, field.value.text)) << out.id;
  }
  if (c.find("schema") != nullptr) out.schema = string_of(c, "schema");
  out.text = string_of(c, "text");
  const std::string hex = string_of(c, "hex");
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
    out.text.push_back(static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16)));
  }
  out.in = string_of(c, "expect") == "in";
  out.has_at = c.find("at") != nullptr;
  if (out.has_at) out.at = std::stoul(string_of(c, "at"));
  out.witness = string_of(c, "witness");
  return out;
}

struct Tally {
  std::size_t asked = 0;
  std::size_t unknown = 0;
  std::set<std::string> unknown_cases;
};

// A prefix that must be viable, or must not be; unknown is counted.
void expect_viable(const PrefixOracle& oracle, const Case& c, std::size_t length, bool expected,
                   Tally& tally) {
  const Answer answer = oracle.viable(std::string_view(c.text).substr(0, length));
  ++tally.asked;
  if (answer.is_unknown()) {
    ++tally.unknown;
    tally.unknown_cases.insert(c.id + " (" + answer.reason + ")");
    return;
  }
  EXPECT_EQ(word_of(answer), expected ? "yes" : "no") << c.id << " at " << length;
}

void judge_case(const Case& c, Tally& tally) {
  const PrefixOracle oracle = oracle_for(c.schema, c.policy);
  EXPECT_EQ(word_of(oracle.complete(c.text)), c.in ? "yes" : "no") << c.id;
  if (c.in) {
    for (std::size_t length = 0; length <= c.text.size(); ++length)
      expect_viable(oracle, c, length, true, tally);
    return;
  }
  if (!c.has_at) return;
  for (std::size_t length = 0; length <= c.at; ++length) expect_viable(oracle, c, length, true, tally);
  for (std::size_t length = c.at + 1; length <= c.text.size(); ++length)
    expect_viable(oracle, c, length, false, tally);
  EXPECT_EQ(word_of(oracle.complete(c.witness)), "yes") << c.id;
  EXPECT_TRUE(c.witness.starts_with(c.text.substr(0, c.at))) << c.id;
}

TEST(PolicyCases, EveryCaseIsJudgedAsTheNormSays) {
  const std::string text = read_file(LOCKSTEP_SOURCE_DIR "/conformance/spec/policy_cases.json");
  const Outcome<JsonValue> parsed = parse_json(text);
  ASSERT_TRUE(parsed);
  const JsonValue* cases = parsed.value().find("cases");
  ASSERT_NE(cases, nullptr);
  ASSERT_GE(cases->items.size(), 240U);
  Tally tally;
  for (const JsonValue& c : cases->items) judge_case(read_case(c), tally);
  std::string list;
  for (const std::string& id : tally.unknown_cases) list += "\n  " + id;
  std::printf("%zu cases, %zu prefixes, %zu unknown%s\n", cases->items.size(), tally.asked, tally.unknown,
              list.c_str());
  EXPECT_GE(tally.asked, 3000U);
  EXPECT_LE(tally.unknown, 60U);
  // A format is not exact by structure; everything else in the norm is decided.
  for (const std::string& id : tally.unknown_cases) {
    EXPECT_TRUE(id.starts_with("format-")) << id;
  }
}

}  // namespace
}  // namespace lockstep::oracle

// Random schemas of the keywords that are exact by structure, under the three presets: no answer is unknown;
// every prefix of a valid spelled document is viable; every viable prefix can be walked to a complete text,
// which the JSON reader and Schema::check then judge.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <random>

#include "lockstep/oracle/schema_prefix/prefix_testing.h"

namespace lockstep::oracle {
namespace {

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : engine_(seed) {}
  std::size_t below(std::size_t count) { return static_cast<std::size_t>(engine_() % count); }
  bool once_in(std::size_t count) { return below(count) == 0; }
  template <std::size_t count>
  std::string of(const char* const (&choices)[count]) {
    return choices[below(count)];
  }

 private:
  std::mt19937_64 engine_;
};

constexpr const char* kNames[] = {"a", "b", "ab", "\\u00e9", "n"};
constexpr const char* kValues[] = {"null",  "true",    "0",  "1",         "2.5", "-3",        "100", "\"\"",
                                   "\"a\"", "\"abc\"", "[]", "[1,\"a\"]", "{}",  "{\"a\":1}", "1.0", "1e2"};
constexpr const char* kTypes[] = {"null", "boolean", "integer", "number", "string", "array", "object"};
constexpr const char* kBounds[] = {"-3", "0", "0.5", "2", "2.5", "7", "1e2"};

class SchemaMaker {
 public:
  explicit SchemaMaker(Dice& dice) : dice_(dice) {}

  std::string document() {
    std::string defs;
    for (const char* name : {"p", "q", "r"}) {
      if (!defs.empty()) defs += ',';
      // Never a bare reference: nothing comes back to itself in place.
      defs += "\"" + std::string(name) + "\":{" + keywords(1, false) + "}";
    }
    return "{" + keywords(3, true) + ",\"$defs\":{" + defs + "}}";
  }

 private:
  std::string schema(std::size_t depth) {
    if (dice_.once_in(12)) return dice_.once_in(3) ? "false" : "true";
    if (dice_.once_in(4)) return std::string("{\"$ref\":\"#/$defs/") + "pqr"[dice_.below(3)] + "\"}";
    return "{" + keywords(depth, true) + "}";
  }

  std::string keywords(std::size_t depth, bool in_place) {
    std::string out = "\"type\":" + types();
    const auto add = [&out](const std::string& name, const std::string& value) {
      out += ",\"" + name + "\":" + value;
    };
    if (dice_.once_in(6)) add("enum", list(kValues, 5));
    if (dice_.once_in(14)) add("const", dice_.of(kValues));
    if (dice_.once_in(4)) add(dice_.once_in(2) ? "minimum" : "exclusiveMinimum", dice_.of(kBounds));
    if (dice_.once_in(4)) add(dice_.once_in(2) ? "maximum" : "exclusiveMaximum", dice_.of(kBounds));
    if (dice_.once_in(5)) add("minLength", std::to_string(dice_.below(3)));
    if (dice_.once_in(5)) add("maxLength", std::to_string(dice_.below(4)));
    if (dice_.once_in(4)) add("minItems", std::to_string(dice_.below(3)));
    if (dice_.once_in(4)) add("maxItems", std::to_string(dice_.below(4)));
    if (dice_.once_in(6)) add("minProperties", std::to_string(dice_.below(3)));
    if (dice_.once_in(6)) add("maxProperties", std::to_string(dice_.below(4)));
    if (dice_.once_in(4)) add("required", std::string("[\"") + dice_.of(kNames) + "\"]");
    if (depth == 0) return out;
    if (!dice_.once_in(3)) add("properties", properties(depth - 1));
    if (dice_.once_in(2)) add("additionalProperties", dice_.once_in(2) ? "false" : schema(depth - 1));
    if (dice_.once_in(3)) add("prefixItems", schemas(depth - 1));
    if (dice_.once_in(2)) add("items", schema(depth - 1));
    if (in_place && dice_.once_in(4)) add("anyOf", schemas(depth - 1));
    if (in_place && dice_.once_in(6)) add("allOf", schemas(depth - 1));
    return out;
  }

  std::string types() {
    if (dice_.once_in(3)) return std::string("\"") + (dice_.once_in(2) ? "object" : "array") + "\"";
    std::string out;
    for (const char* type : kTypes) {
      if (dice_.once_in(2)) out += (out.empty() ? "\"" : ",\"") + std::string(type) + "\"";
    }
    return out.empty() ? "\"object\"" : "[" + out + "]";
  }

  template <std::size_t count>
  std::string list(const char* const (&choices)[count], std::size_t most) {
    std::string out;
    for (std::size_t i = 0; i <= dice_.below(most); ++i) out += (out.empty() ? "" : ",") + dice_.of(choices);
    return "[" + out + "]";
  }

  std::string schemas(std::size_t depth) {
    std::string out = schema(depth);
    for (std::size_t more = dice_.below(3); more > 0; --more) out += "," + schema(depth);
    return "[" + out + "]";
  }

  std::string properties(std::size_t depth) {
    std::string out;
    for (const char* name : kNames) {
      if (!dice_.once_in(2)) continue;
      out += (out.empty() ? "\"" : ",\"") + std::string(name) + "\":" + schema(depth);
    }
    return "{" + out + "}";
  }

  Dice& dice_;
};

// A spelled value without regard to any schema; compact, so that every preset may admit it.
std::string random_value(Dice& dice, std::size_t depth) {
  const std::size_t kind = dice.below(depth == 0 ? 4 : 8);
  if (kind < 4) return dice.of(kValues);
  const bool array = kind < 6;
  std::string out;
  std::size_t next = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    if (dice.once_in(3)) continue;
    if (!out.empty()) out += ',';
    if (!array) {
      if (next >= 5) break;
      out += "\"" + std::string(kNames[next]) + "\":";
      next += 1 + dice.below(2);
    }
    out += random_value(dice, depth - 1);
  }
  if (!out.empty() && out.back() == ',') out.pop_back();
  return array ? "[" + out + "]" : "{" + out + "}";
}

struct Tally {
  std::size_t schemas = 0, empty = 0, questions = 0, documents = 0, walks = 0, endless = 0, dead = 0;
};

Answer asked(const PrefixOracle& oracle, const std::string& schema, const std::string& prefix, Tally& tally) {
  ++tally.questions;
  const Answer answer = oracle.viable(prefix);
  EXPECT_FALSE(answer.is_unknown()) << schema << "\n" << shown(prefix) << ": " << answer.reason;
  return answer;
}

// From a viable prefix to a complete text, by viable pieces; what ends something comes first, then the names
// that schemas may require, then single bytes in orders that take turns, so that no digit is repeated for
// ever.
std::string walk(const PrefixOracle& oracle, const std::string& schema, std::string text, Tally& tally) {
  static const std::string kOrders[] = {"\"la:0e1u5a9.,nbtfrs{[-\\236478dcixyEXpqvwz }]",
                                        "\"la:1e9u52.,nbtfrs{[-\\0364a78dcixyEXpqvwz }]",
                                        "\"e:9la1u52.,nbtfrs{[-\\0364a78dcixyEXpqvwz }]"};
  for (std::size_t steps = 0; steps < 300; ++steps) {
    const Answer stop = oracle.complete(text);
    EXPECT_FALSE(stop.is_unknown()) << schema << "\n" << text;
    if (stop.is_yes()) return text;
    std::vector<std::string> pieces;
    for (const char* name : kNames) pieces.push_back("\"" + std::string(name) + "\":");
    pieces.insert(pieces.end(), {"\"}", "\"]", "\"", "}", "]", ","});
    for (const char c : kOrders[steps % 3]) pieces.emplace_back(1, c);
    for (unsigned byte = 0; byte < 256; ++byte) pieces.emplace_back(1, static_cast<char>(byte));
    const auto next = std::find_if(pieces.begin(), pieces.end(), [&](const std::string& piece) {
      return asked(oracle, schema, text + piece, tally).is_yes();
    });
    if (next == pieces.end()) {
      ADD_FAILURE() << schema << "\nno byte may follow " << shown(text);
      return "";
    }
    text += *next;
  }
  ++tally.endless;  // the walk was not clever enough
  return "";
}

void judge(const std::string& schema, const OraclePolicy& policy, Dice& dice, Tally& tally) {
  const PrefixOracle oracle = oracle_for(schema, policy);
  ++tally.schemas;
  if (asked(oracle, schema, "", tally).is_no()) ++tally.empty;
  for (std::size_t i = 0; i < 40; ++i) {
    std::string text = random_value(dice, 3);
    const Outcome<JsonValue> value = parse_json(text);
    if (!value) continue;
    const bool in = oracle.complete(text).is_yes();
    EXPECT_FALSE(in && !oracle.schema().check(value.value()).is_yes()) << schema << "\n" << text;
    if (policy == OraclePolicy::spec()) {
      EXPECT_EQ(in, oracle.schema().check(value.value()).is_yes()) << schema << "\n" << text;
    }
    if (in) ++tally.documents;
    std::size_t alive = 0;
    for (; alive < text.size() && asked(oracle, schema, text.substr(0, alive + 1), tally).is_yes();) ++alive;
    EXPECT_FALSE(in && alive < text.size()) << schema << "\n" << text << " dies at " << alive;
    if (alive < text.size()) ++tally.dead;
    if (alive == 0 || i % 8 != 0) continue;
    const std::string whole = walk(oracle, schema, text.substr(0, alive), tally);
    if (whole.empty()) continue;
    const Outcome<JsonValue> end = parse_json(whole);
    ASSERT_TRUE(end) << schema << "\n" << whole;
    EXPECT_TRUE(oracle.schema().check(end.value()).is_yes()) << schema << "\n" << whole;
    EXPECT_TRUE(whole.starts_with(text.substr(0, alive)));
    ++tally.walks;
  }
}

TEST(RandomSchema, NothingIsUnknownAndEveryViablePrefixHasItsText) {
  const char* given = std::getenv("LOCKSTEP_SEED");
  const std::uint64_t seed = given == nullptr ? 1 : std::strtoull(given, nullptr, 10);
  std::printf("seed %llu (LOCKSTEP_SEED)\n", static_cast<unsigned long long>(seed));
  Dice dice(seed);
  Tally tally;
  const OraclePolicy policies[] = {OraclePolicy::spec(), OraclePolicy::model(), OraclePolicy::canonical()};
  for (std::size_t round = 0; round < 600; ++round) {
    const std::string schema = SchemaMaker(dice).document();
    judge(schema, policies[round % 3], dice, tally);
    if (::testing::Test::HasFailure()) break;
  }
  std::printf("%zu schemas (%zu empty), %zu questions, none unknown; %zu documents in, %zu texts that die\n",
              tally.schemas, tally.empty, tally.questions, tally.documents, tally.dead);
  std::printf("%zu walks to a text, %zu without end\n", tally.walks, tally.endless);
  EXPECT_GE(tally.questions, 50'000U);
  EXPECT_GE(tally.documents, 300U);
  EXPECT_GE(tally.dead, 3'000U);
  EXPECT_GE(tally.walks, 300U);
  EXPECT_LE(tally.endless * 50, tally.walks);
}

}  // namespace
}  // namespace lockstep::oracle

#include "lockstep/oracle/json_text/equality.h"

#include <gtest/gtest.h>

#include <string>

namespace lockstep::oracle {
namespace {

JsonValue value_of(const std::string& text) {
  Outcome<JsonValue> outcome = parse_json(text);
  EXPECT_TRUE(outcome.ok()) << text;
  return outcome.ok() ? std::move(outcome.value()) : JsonValue{};
}

// Texts of one class are equal, texts of different classes are not.
TEST(Equality, SeparatesValuesNotSpellings) {
  const std::vector<std::vector<std::string>> classes = {
      {"null"},
      {"true"},
      {"false"},
      {"0", "-0", "0.0", "0e5", "-0.00e-3"},
      {"1", "1.0", "10e-1", "0.1E+1"},
      {"-1"},
      {"9007199254740993", "9007199254740993.0"},
      {"9007199254740992"},
      {"1e400", "10e399"},
      {"1e401"},
      {"\"\""},
      {"\"1\""},
      {"\"\xC3\xA9\"", "\"\\u00e9\"", "\"\\u00E9\""},
      {"\"e\\u0301\""},
      {"\"\\/\"", "\"/\"", "\"\\u002f\""},
      {"[]", "[ ]"},
      {"{}"},
      {"[0]", "[-0.0]"},
      {"[null]"},
      {"[1,2]", "[1.0,\n20e-1]"},
      {"[2,1]"},
      {"[1,2,3]"},
      {"[[]]"},
      {"{\"a\":1,\"b\":2}", "{\"b\":2.0,\"\\u0061\":1}"},
      {"{\"a\":2,\"b\":1}"},
      {"{\"a\":1}"},
      {"{\"a\":1,\"c\":2}"},
      {"{\"a\":1,\"b\":2,\"c\":3}"},
      {"{\"a\":null}"},
      {"{\"a\":{\"x\":1,\"y\":[]}}", "{\"a\":{\"y\":[],\"x\":1e0}}"},
  };
  std::size_t compared = 0;
  for (std::size_t i = 0; i < classes.size(); ++i) {
    for (std::size_t j = 0; j < classes.size(); ++j) {
      for (const std::string& a : classes[i]) {
        for (const std::string& b : classes[j]) {
          EXPECT_EQ(equal(value_of(a), value_of(b)), i == j) << a << " and " << b;
          ++compared;
        }
      }
    }
  }
  EXPECT_GE(compared, 2000U);
}

TEST(Equality, ReachesTheDeepestTrees) {
  JsonLimits limits;
  limits.depth = 4000;
  const std::string open(3999, '[');
  const std::string shut(3999, ']');
  const Outcome<JsonValue> one = parse_json(open + "[1]" + shut, limits);
  const Outcome<JsonValue> same = parse_json(open + "[1.0]" + shut, limits);
  const Outcome<JsonValue> other = parse_json(open + "[2]" + shut, limits);
  ASSERT_TRUE(one.ok() && same.ok() && other.ok());
  EXPECT_TRUE(equal(one.value(), same.value()));
  EXPECT_FALSE(equal(one.value(), other.value()));
}

}  // namespace
}  // namespace lockstep::oracle

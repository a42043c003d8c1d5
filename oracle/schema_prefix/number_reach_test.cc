// Bounds, divisors and excluded values with exponents of any size: the answers are exact, and the work,
// counted in digit steps, depends on the digits that are written and not on the sizes of the exponents.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "lockstep/oracle/json_text/digits.h"
#include "lockstep/oracle/schema_prefix/number_set.h"
#include "lockstep/oracle/schema_prefix/prefix_testing.h"

namespace lockstep::oracle {
namespace {

using Words = std::vector<std::string>;

// Digit steps of a new oracle for the schema, the prefixes asked; none of them may be unknown.
std::uint64_t steps_of(const std::string& schema, const Words& prefixes, const OraclePolicy& policy) {
  const std::uint64_t before = digit_steps();
  PrefixOracle oracle = oracle_for(schema, policy);
  for (const std::string& prefix : prefixes) {
    EXPECT_FALSE(oracle.viable(prefix).is_unknown()) << schema << " " << prefix;
  }
  return digit_steps() - before;
}

Words beginnings_of(const std::string& text) {
  Words out;
  for (std::size_t size = 0; size <= text.size(); ++size) out.push_back(text.substr(0, size));
  return out;
}

// What once took hours: numbers above 1e-400 that are multiples, and none of them begins with these digits.
TEST(NumberReach, WorkDoesNotGrowWithTheExponentOfABound) {
  const auto schema = [](const std::string& bound) {
    return R"({"type":"number","exclusiveMinimum":)" + bound + R"(,"maximum":5,"multipleOf":1.5})";
  };
  const Words prefixes = {"", "-", "0", "1", "2", "5", "31", "7.5"};
  const std::uint64_t few = steps_of(schema("1e-4"), prefixes, {});
  EXPECT_GE(few, 100U);
  for (const char* bound : {"1e-20", "1e-80", "1e-400", "1e-99999", "1e-999999999999999"}) {
    const std::uint64_t steps = steps_of(schema(bound), prefixes, {});
    std::printf("%s: %llu digit steps\n", bound, static_cast<unsigned long long>(steps));
    EXPECT_LE(steps, 3 * few) << bound;
  }
}

// Every kind of bound and divisor, huge and tiny, alone and against each other, under every rule for numbers.
TEST(NumberReach, WorkIsBoundedWhereverTheExponentStands) {
  const Words schemas = {R"("exclusiveMinimum":1e-400)",
                         R"("exclusiveMinimum":-1e-400,"maximum":5)",
                         R"("minimum":1e400)",
                         R"("minimum":-1e99999,"maximum":1e99999)",
                         R"("exclusiveMinimum":1e-99999,"exclusiveMaximum":1e99999,"multipleOf":3)",
                         R"("exclusiveMinimum":0,"exclusiveMaximum":1e-99999,"multipleOf":7e-300)",
                         R"("minimum":1e400,"multipleOf":1e-300)",
                         R"("minimum":1e300,"maximum":2e300,"multipleOf":7e-300)",
                         R"("minimum":0.5,"maximum":2,"multipleOf":7e-99999,"not":{"multipleOf":1e-300})",
                         R"("multipleOf":3e400,"not":{"multipleOf":2e99999})",
                         R"("multipleOf":1e-99999,"not":{"multipleOf":1e-99998})",
                         R"("not":{"multipleOf":1e99999})",
                         R"("allOf":[{"multipleOf":6e99999},{"multipleOf":4e-99999}])",
                         R"("minimum":1e99999,"maximum":1e99999)",
                         R"("not":{"enum":[1e-99999,1e99999,0]})",
                         R"("multipleOf":1e300,"not":{"const":1e300},"maximum":1e301)"};
  const Words texts = {"-1.5e-40", "0.003E+9", "12.5", "700000", "1e99999", "9E-99999", "2.5e400"};
  std::size_t asked = 0;
  std::uint64_t most = 0;
  for (const std::string& schema : schemas) {
    for (const char* type : {"number", "integer"}) {
      const std::string whole = R"({"type":")" + std::string(type) + "\"," + schema + "}";
      for (const OraclePolicy& policy :
           {OraclePolicy::spec(), OraclePolicy::model(), OraclePolicy::canonical()}) {
        for (const std::string& text : texts) {
          const Words prefixes = beginnings_of(text);
          const std::uint64_t steps = steps_of(whole, prefixes, policy);
          EXPECT_LE(steps, 10'000'000U) << whole << " " << text;
          most = std::max(most, steps);
          asked += prefixes.size();
        }
      }
    }
  }
  std::printf("%zu asked, %llu digit steps at most\n", asked, static_cast<unsigned long long>(most));
  EXPECT_GE(asked, 5'000U);
}

struct Row {
  const char* schema;
  const char* prefix;
  bool expected;
};

// Each by hand; the arithmetic is in the comments.
const std::vector<Row>& rows() {
  static const std::vector<Row> all = {
      // The multiples of 1.5 above 1e-400 and up to 5: 1.5, 3, 4.5.
      {R"({"exclusiveMinimum":1e-400,"maximum":5,"multipleOf":1.5})", "1", true},
      {R"({"exclusiveMinimum":1e-400,"maximum":5,"multipleOf":1.5})", "2", false},
      {R"({"exclusiveMinimum":1e-400,"maximum":5,"multipleOf":1.5})", "45", true},
      {R"({"exclusiveMinimum":1e-400,"maximum":5,"multipleOf":1.5})", "46", false},
      {R"({"exclusiveMinimum":1e-400,"maximum":1,"multipleOf":1.5})", "0", false},
      {R"({"exclusiveMinimum":1e-400,"maximum":1,"multipleOf":1.5})", "-", false},
      // Only 0 is an integer between -1e-400 and 1e-400.
      {R"({"type":"integer","minimum":-1e-400,"maximum":1e-400})", "0", true},
      {R"({"type":"integer","minimum":-1e-400,"maximum":1e-400})", "1", false},
      {R"({"type":"integer","exclusiveMinimum":1e-400,"exclusiveMaximum":1})", "0", false},
      // From 1e400 up to 1e400 + 6 there is one multiple of 7: 10^6 = 1 mod 7 and 400 = 4 mod 6, so
      // 10^400 = 10^4 = 4 mod 7, and 1e400 + 3 it is.
      {R"({"minimum":1e400,"maximum":1e400,"multipleOf":7})", "1", false},
      {R"({"minimum":1e400,"maximum":1e400,"multipleOf":1e-99999})", "1", true},
      {R"({"minimum":1e400,"maximum":1e400,"multipleOf":1e-99999})", "100000e395", true},
      {R"({"minimum":1e400,"maximum":1e400,"multipleOf":1e-99999})", "100000e396", false},
      // 3e99999 is a multiple of 3e-99999, 1e99999 is none: 3 does not divide 10^199998.
      {R"({"minimum":1e99999,"maximum":1e99999,"multipleOf":3e-99999})", "1", false},
      {R"({"minimum":3e99999,"maximum":3e99999,"multipleOf":3e-99999})", "3", true},
      // Multiples of 6e99999 and 4e-99999 are those of 6e99999: 6, 12, 18, ... 48, 54.
      {R"({"allOf":[{"multipleOf":6e99999},{"multipleOf":4e-99999}],"exclusiveMinimum":0,"maximum":5e100000})",
       "4", true},
      {R"({"allOf":[{"multipleOf":6e99999},{"multipleOf":4e-99999}],"exclusiveMinimum":0,"maximum":5e100000})",
       "5", false},
      // All multiples of 1e99999 are multiples of 1e-99999.
      {R"({"multipleOf":1e99999,"not":{"multipleOf":1e-99999}})", "1", false},
      {R"({"multipleOf":1e-99999,"not":{"multipleOf":1e99999}})", "1", true},
      // Below 1e-300 the only multiple is 0.
      {R"({"type":"number","multipleOf":1e-300,"exclusiveMaximum":1e-300,"minimum":0})", "0", true},
      {R"({"type":"number","multipleOf":1e-300,"exclusiveMaximum":1e-300,"minimum":0})", "0.000e-99999",
       true},
      {R"({"type":"number","multipleOf":1e-300,"exclusiveMaximum":1e-300,"minimum":0})", "1", false},
      // An exponent that has begun.
      {R"({"exclusiveMinimum":0,"maximum":1e-99999})", "1e-99998", true},  // ... 1e-999980
      {R"({"exclusiveMinimum":1e-100000,"maximum":1e-99999})", "1e-99998", false},
      {R"({"minimum":1e9999,"maximum":9e9999})", "12e999", true},  // 12e9998 and 12e9999 > 9e9999
      {R"({"minimum":1e9999,"maximum":9e9999})", "12e9997", false}};
  return all;
}

TEST(NumberReach, AnswersAreExact) {
  for (const Row& row : rows()) {
    PrefixOracle oracle = oracle_for(R"({"type":"number","allOf":[)" + std::string(row.schema) + "]}", {});
    EXPECT_EQ(word_of(oracle.viable(row.prefix)), row.expected ? "yes" : "no")
        << row.schema << " " << row.prefix;
  }
  EXPECT_GE(rows().size(), 25U);
}

// Under `plain` a listed integer is an integer word, however long; one of more than 100,000 digits is not
// written, and then only a bound on the length can say no.
TEST(NumberReach, AListedIntegerIsALongWordUnderPlain) {
  OraclePolicy policy;
  policy.numbers = NumberRule::plain;
  for (const char* schema : {R"({"const":1e5000})", R"({"enum":[2e-400,1e99999],"type":"integer"})",
                             R"({"const":10e4999,"multipleOf":1e-400})"}) {
    const PrefixOracle oracle = oracle_for(schema, policy);
    EXPECT_EQ(word_of(oracle.viable("")), "yes") << schema;
    EXPECT_EQ(word_of(oracle.viable("1000")), "yes") << schema;
    EXPECT_EQ(word_of(oracle.viable("1e")), "no") << schema;
    EXPECT_EQ(word_of(oracle.viable("11")), "no") << schema;
  }
  const std::string word = "1" + std::string(5000, '0');
  EXPECT_EQ(word_of(oracle_for(R"({"const":1e5000})", policy).complete(word)), "yes");
  EXPECT_EQ(word_of(oracle_for(R"({"const":1e5000})", policy).viable(word + "0")), "no");
  const std::string beyond = R"({"const":1e100000})";
  EXPECT_TRUE(oracle_for(beyond, policy).viable("1").is_unknown());
  EXPECT_TRUE(oracle_for(beyond, policy).viable("").is_unknown());
  EXPECT_EQ(word_of(oracle_for(beyond, policy).viable("2")), "no");
  EXPECT_EQ(word_of(oracle_for(beyond, policy).viable("1e")), "no");
  EXPECT_EQ(word_of(oracle_for(R"({"const":"a"})", policy).viable("1")), "no");
  EXPECT_EQ(word_of(oracle_for(beyond, OraclePolicy::model()).viable("1")), "no");
  EXPECT_EQ(word_of(oracle_for(beyond, {}).viable("1")), "yes");
}

// Few integers beside a far bound can be listed one by one.
TEST(NumberReach, DistinctItemsBesideAFarBound) {
  const std::string integers =
      R"({"type":"array","uniqueItems":true,"minItems":3,"items":{"type":"integer","minimum":-1e-400,)";
  const PrefixOracle few = oracle_for(integers + R"("maximum":1.5}})", {});
  EXPECT_EQ(word_of(few.viable("[0,1,")), "no");
  const PrefixOracle enough = oracle_for(integers + R"("maximum":2.5}})", {});
  EXPECT_EQ(word_of(enough.viable("[0,1,")), "yes");
  EXPECT_EQ(word_of(enough.viable("[0,1,2")), "yes");
  EXPECT_EQ(word_of(enough.viable("[0,0")), "yes");  // 0e0 is 0, 0.2e1 is 2
  EXPECT_EQ(word_of(enough.viable("[0,1,2,")), "no");
  const PrefixOracle dense = oracle_for(
      R"({"type":"array","uniqueItems":true,"minItems":9,"items":{"type":"number","exclusiveMinimum":1e-400,"exclusiveMaximum":1e-399}})",
      {});
  EXPECT_EQ(word_of(dense.viable("[")), "yes");
}

}  // namespace
}  // namespace lockstep::oracle

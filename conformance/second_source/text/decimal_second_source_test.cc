// The oracle's decimals against Python's integers and fractions, which share nothing with them.
#include <gtest/gtest.h>

#include <array>
#include <sstream>

#include "ask.h"
#include "decimal_answers.h"
#include "number_maker.h"

namespace lockstep::conformance::second_source {
namespace {

using Pairs = std::vector<std::pair<std::string, std::string>>;

Pairs make_pairs(std::size_t count, std::uint64_t from, long long exponent_base) {
  NumberMaker maker(from);
  Pairs pairs;
  for (std::size_t i = 0; i < count; ++i) pairs.push_back(maker.pair(exponent_base));
  return pairs;
}

std::vector<std::string> ask_python(const Pairs& pairs, const std::string& method) {
  std::vector<std::string> lines;
  for (const auto& [a, b] : pairs) lines.push_back(a + " " + b);
  return ask("'" LOCKSTEP_DEPS_DIR "/python/bin/python' " + script("decimals.py") + " " + method, lines);
}

std::array<std::string, 5> columns(const std::string& line) {
  std::array<std::string, 5> fields;
  std::istringstream in(line);
  for (std::string& field : fields) in >> field;
  return fields;
}

// How often each answer came, so that no column is a constant.
void expect_variety(const std::vector<std::string>& answers, std::size_t at_least) {
  std::size_t less = 0;
  std::size_t greater = 0;
  std::size_t equal = 0;
  std::size_t multiples = 0;
  std::size_t others = 0;
  std::size_t integers = 0;
  std::size_t counts = 0;
  for (const std::string& answer : answers) {
    const auto fields = columns(answer);
    less += fields[0] == "-1" ? 1 : 0;
    greater += fields[0] == "1" ? 1 : 0;
    equal += fields[1] == "1" ? 1 : 0;
    multiples += fields[2] == "1" && fields[1] == "0" ? 1 : 0;
    others += fields[2] == "0" ? 1 : 0;
    integers += fields[3] == "1" ? 1 : 0;
    counts += fields[4] != "-" && fields[4] != "0" ? 1 : 0;
  }
  std::printf("less %zu, greater %zu, equal %zu, multiples %zu, others %zu, integers %zu, counts %zu\n", less,
              greater, equal, multiples, others, integers, counts);
  for (const std::size_t count : {less, greater, equal, multiples, others, integers, counts})
    EXPECT_GE(count, at_least);
}

void expect_agreement(const Pairs& pairs, const std::string& method, std::size_t at_least) {
  const std::vector<std::string> theirs = ask_python(pairs, method);
  ASSERT_EQ(theirs.size(), pairs.size());
  std::size_t differences = 0;
  std::size_t compared = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const std::string ours = oracle_answer(pairs[i]);
    ++compared;
    if (ours == theirs[i]) continue;
    if (++differences <= 20) {
      ADD_FAILURE() << pairs[i].first << " and " << pairs[i].second << ": oracle " << ours << ", Python "
                    << theirs[i];
    }
  }
  std::printf("compared %zu pairs, %zu differences\n", compared, differences);
  EXPECT_EQ(differences, 0U);
  EXPECT_GE(compared, at_least);
  expect_variety(theirs, at_least / 50);
}

TEST(DecimalSecondSource, AgreesWithFractions) {
  expect_agreement(make_pairs(40000, seed(20261130), 0), "fractions", 40000);
}

TEST(DecimalSecondSource, AgreesWithModularArithmeticOnHugeExponents) {
  const std::uint64_t from = seed(20261201);
  expect_agreement(make_pairs(10000, from, 999999999999999999), "modular", 10000);
  expect_agreement(make_pairs(10000, from + 1, -999999999999999999), "modular", 10000);
}

// The two ways that Python counts are independent of each other as well.
TEST(DecimalSecondSource, PythonAgreesWithItself) {
  const Pairs pairs = make_pairs(5000, seed(20261202), 0);
  const std::vector<std::string> fractions = ask_python(pairs, "fractions");
  ASSERT_EQ(fractions.size(), 5000U);
  EXPECT_EQ(fractions, ask_python(pairs, "modular"));
}

// The pairs are such that an inexact answer to any of the five questions is found out.
TEST(DecimalSecondSource, ConvictsBinaryFloatingPoint) {
  const Pairs pairs = make_pairs(20000, seed(20261130), 0);
  const std::vector<std::string> theirs = ask_python(pairs, "fractions");
  ASSERT_EQ(theirs.size(), pairs.size());
  std::array<std::size_t, 5> wrong{};
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const auto inexact = columns(binary64_answer(pairs[i]));
    const auto exact = columns(theirs[i]);
    for (std::size_t field = 0; field < wrong.size(); ++field)
      wrong[field] += inexact[field] != exact[field] ? 1 : 0;
  }
  for (const std::size_t count : wrong) EXPECT_GE(count, 20U);
}

}  // namespace
}  // namespace lockstep::conformance::second_source

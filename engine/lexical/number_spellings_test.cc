// Every number text of at most five bytes, judged by arithmetic of this file's own, against random languages:
// each prefix is viable exactly when one of those texts goes on from it, under every limit of bytes and every
// way of spelling.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "lockstep/engine/lexical/number_language.h"

namespace lockstep::engine {
namespace {

constexpr std::size_t kMostBytes = 5;
constexpr std::string_view kAlphabet = "-+.eE0123456789";

// coefficient * 10^exponent; the coefficient is no multiple of 10 unless it is 0.
struct Value {
  std::int64_t coefficient = 0;
  int exponent = 0;
};

Value value_of(std::int64_t coefficient, int exponent) {
  while (coefficient != 0 && coefficient % 10 == 0) {
    coefficient /= 10;
    ++exponent;
  }
  return {coefficient, coefficient == 0 ? 0 : exponent};
}

// Coefficients have at most six digits, so beyond twelve places of difference the exponents decide.
int order(Value a, Value b) {
  if (a.coefficient == 0 || b.coefficient == 0 || (a.coefficient < 0) != (b.coefficient < 0)) {
    return a.coefficient < b.coefficient ? -1 : a.coefficient > b.coefficient ? 1 : 0;
  }
  const int sign = a.coefficient < 0 ? -1 : 1;
  if (a.exponent > b.exponent + 12) return sign;
  if (b.exponent > a.exponent + 12) return -sign;
  for (; a.exponent > b.exponent; --a.exponent) a.coefficient *= 10;
  for (; b.exponent > a.exponent; --b.exponent) b.coefficient *= 10;
  return a.coefficient < b.coefficient ? -1 : a.coefficient > b.coefficient ? 1 : 0;
}

// The norm's rule, written out.
std::string canonical(Value value) {
  if (value.coefficient == 0) return "0";
  const std::string sign = value.coefficient < 0 ? "-" : "";
  const std::string d = std::to_string(value.coefficient < 0 ? -value.coefficient : value.coefficient);
  const int n = static_cast<int>(d.size());
  const int k = value.exponent;
  const int plain_digits = k >= 0 ? n + k : k > -n ? n : 1 - k;
  if (plain_digits > 32) {
    return sign + d[0] + (n > 1 ? "." + d.substr(1) : "") + "e" + std::to_string(n + k - 1);
  }
  if (k >= 0) return sign + d + std::string(static_cast<std::size_t>(k), '0');
  if (k > -n)
    return sign + d.substr(0, static_cast<std::size_t>(n + k)) + "." +
           d.substr(static_cast<std::size_t>(n + k));
  return sign + "0." + std::string(static_cast<std::size_t>(-k - n), '0') + d;
}

// A text that begins a number text of at most kMostBytes.
struct Node {
  std::string text;
  int parent = -1;
  bool number = false;
  bool plain = false;
  bool is_canonical = false;
  Value value;
};

// All of them, parents first. Built from the grammar's parts, not by an automaton.
class Texts {
 public:
  Texts() {
    node_of("");
    const std::vector<std::string> runs = digit_runs(kMostBytes);
    for (const std::string& integer : runs) {
      if (integer.size() > 1 && integer[0] == '0') continue;
      for (const char* sign : {"", "-"}) add_integer(sign, integer, runs);
    }
  }
  const std::vector<Node>& nodes() const { return nodes_; }

 private:
  static std::vector<std::string> digit_runs(std::size_t longest) {
    std::vector<std::string> out, last = {""};
    for (std::size_t size = 1; size <= longest; ++size) {
      std::vector<std::string> next;
      for (const std::string& run : last) {
        for (char c = '0'; c <= '9'; ++c) next.push_back(run + c);
      }
      out.insert(out.end(), next.begin(), next.end());
      last = next;
    }
    return out;
  }

  void add_integer(const std::string& sign, const std::string& integer,
                   const std::vector<std::string>& runs) {
    const std::string start = sign + integer;
    if (start.size() > kMostBytes) return;
    add_exponents(start, std::stoll(start), 0, runs);
    for (const std::string& fraction : runs) {
      if (start.size() + 1 + fraction.size() > kMostBytes) break;
      add_exponents(start + "." + fraction, std::stoll(start + fraction), -static_cast<int>(fraction.size()),
                    runs);
    }
  }

  void add_exponents(const std::string& start, std::int64_t coefficient, int exponent,
                     const std::vector<std::string>& runs) {
    add(start, value_of(coefficient, exponent));
    for (const char* mark : {"e", "E", "e+", "E+", "e-", "E-"}) {
      for (const std::string& run : runs) {
        const std::string text = start + mark + run;
        if (text.size() > kMostBytes) break;
        add(text, value_of(coefficient, exponent + (mark[1] == '-' ? -1 : 1) * std::stoi(run)));
      }
    }
  }

  void add(const std::string& text, Value value) {
    Node& node = nodes_[static_cast<std::size_t>(node_of(text))];
    node.number = true;
    node.plain = text.find_first_of(".eE") == std::string::npos;
    node.value = value;
    node.is_canonical = text == canonical(value);
  }

  int node_of(const std::string& text) {
    const auto found = ids_.find(text);
    if (found != ids_.end()) return found->second;
    const int parent = text.empty() ? -1 : node_of(text.substr(0, text.size() - 1));
    const int id = static_cast<int>(nodes_.size());
    nodes_.push_back({text, parent, false, false, false, {}});
    ids_.emplace(text, id);
    return id;
  }

  std::vector<Node> nodes_;
  std::map<std::string, int> ids_;
};

const std::vector<Node>& all_texts() {
  static const Texts texts;
  return texts.nodes();
}

struct Sample {
  std::vector<Value> points;
  std::vector<NumberVerdict> at, between;

  NumberLanguage language() const {
    std::vector<Decimal> decimals;
    for (const Value& p : points) {
      decimals.push_back(Decimal::from_parts(
          p.coefficient < 0, std::to_string(p.coefficient < 0 ? -p.coefficient : p.coefficient), p.exponent));
    }
    return {decimals, at, between};
  }

  bool contains(const Node& node) const {
    if (!node.number) return false;
    std::size_t i = 0;
    while (i < points.size() && order(points[i], node.value) < 0) ++i;
    const bool hit = i < points.size() && order(points[i], node.value) == 0;
    const NumberVerdict& verdict = hit ? at[i] : between[i];
    if (node.value.exponent < 0) return verdict.fraction;
    return node.plain ? verdict.plain_integer : verdict.other_integer;
  }
};

NumberVerdict random_verdict(std::mt19937& random, int percent) {
  const auto yes = [&] { return static_cast<int>(random() % 100) < percent; };
  return {yes(), yes(), yes()};
}

Sample random_sample(std::mt19937& random) {
  Sample out;
  const std::size_t count = random() % 5;
  const std::int64_t span = std::vector<std::int64_t>{3, 20, 150, 2000}[random() % 4];
  for (std::size_t i = 0; i < count; ++i) {
    const std::int64_t c =
        static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(2 * span + 1)) - span;
    const int e =
        random() % 8 == 0 ? static_cast<int>(random() % 80) - 40 : static_cast<int>(random() % 6) - 4;
    const Value point = value_of(c, e);
    if (std::none_of(out.points.begin(), out.points.end(), [&](Value p) { return order(p, point) == 0; })) {
      out.points.push_back(point);
    }
  }
  std::sort(out.points.begin(), out.points.end(), [](Value a, Value b) { return order(a, b) < 0; });
  const int percent = std::vector<int>{15, 35, 60}[random() % 3];
  for (std::size_t i = 0; i < out.points.size(); ++i) out.at.push_back(random_verdict(random, percent));
  for (std::size_t i = 0; i <= out.points.size(); ++i)
    out.between.push_back(random_verdict(random, percent / 2));
  return out;
}

std::string describe(const Sample& sample) {
  const auto bits = [](NumberVerdict v) {
    return std::string("[") + (v.plain_integer ? "p" : "-") + (v.other_integer ? "o" : "-") +
           (v.fraction ? "f]" : "-]");
  };
  std::string out;
  for (std::size_t i = 0; i < sample.points.size(); ++i) {
    out += bits(sample.between[i]) + " " + std::to_string(sample.points[i].coefficient) + "e" +
           std::to_string(sample.points[i].exponent) + bits(sample.at[i]) + " ";
  }
  return out + bits(sample.between.back());
}

// Returns the comparisons made.
std::size_t compare_all(const Sample& sample, Numbers numbers, std::size_t limit) {
  const std::vector<Node>& nodes = all_texts();
  std::vector<bool> member(nodes.size()), viable(nodes.size());
  for (std::size_t i = nodes.size(); i-- > 0;) {
    const Node& node = nodes[i];
    member[i] = node.text.size() <= limit && (numbers != Numbers::canonical || node.is_canonical) &&
                sample.contains(node);
    viable[i] = viable[i] || member[i];
    if (viable[i] && node.parent >= 0) viable[static_cast<std::size_t>(node.parent)] = true;
  }
  Policy policy;
  policy.numbers = numbers;
  policy.number_bytes = static_cast<std::uint32_t>(limit);
  const NumberLanguage language = sample.language();
  const NumberSpellings spellings(language, policy);
  std::size_t compared = 0;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const std::string& text = nodes[i].text;
    if (text.size() > limit + 1) continue;
    compared += 2;
    const bool says_viable = spellings.viable(text);
    EXPECT_EQ(says_viable, viable[i]) << text << " limit " << limit << " in " << describe(sample);
    EXPECT_EQ(spellings.complete(text), member[i])
        << text << " limit " << limit << " in " << describe(sample);
    if (says_viable) {
      const std::string whole = text + spellings.finish(text);
      EXPECT_TRUE(spellings.complete(whole)) << text << " -> " << whole << " in " << describe(sample);
    }
    if (::testing::Test::HasFailure()) break;
  }
  return compared;
}

std::uint32_t seed() {
  const char* given = std::getenv("LOCKSTEP_SEED");
  const std::uint32_t out = given != nullptr ? static_cast<std::uint32_t>(std::stoul(given)) : 4101U;
  std::cout << "LOCKSTEP_SEED=" << out << "\n";
  return out;
}

TEST(NumberSpellingsTest, EveryShortPrefixIsViableExactlyWhenAShortMemberGoesOnFromIt) {
  std::mt19937 random(seed());
  std::size_t compared = 0, alive = 0;
  for (int round = 0; round < 120 && !HasFailure(); ++round) {
    const Sample sample = random_sample(random);
    const std::size_t limit = round % 12 == 0 ? kMostBytes : 1 + random() % 4;
    compared += compare_all(sample, round % 4 == 3 ? Numbers::canonical : Numbers::json, limit);
    const NumberLanguage language = sample.language();
    alive += NumberSpellings(language, Policy::spec()).viable("") ? 1 : 0;
  }
  std::cout << compared << " comparisons, " << alive << " languages with a member\n";
  if (HasFailure()) return;
  EXPECT_GT(compared, 1'000'000U);
  EXPECT_GT(alive, 80U);
}

TEST(NumberSpellingsTest, NothingFollowsABrokenText) {
  const NumberLanguage everything({}, {}, {{true, true, true}});
  const NumberSpellings spellings(everything, Policy::spec());
  std::vector<std::string> known;
  for (const Node& node : all_texts()) {
    if (node.text.size() <= 4) known.push_back(node.text);
  }
  std::sort(known.begin(), known.end());
  std::size_t dead = 0;
  for (const std::string& text : known) {
    if (text.size() == 4) continue;
    EXPECT_TRUE(spellings.viable(text)) << text;
    for (const char c : kAlphabet) {
      const std::string longer = text + c;
      const bool begins = std::binary_search(known.begin(), known.end(), longer);
      EXPECT_EQ(spellings.viable(longer), begins) << longer;
      EXPECT_TRUE(begins || !spellings.complete(longer)) << longer;
      dead += begins ? 0 : 1;
    }
    for (const char c : {' ', ',', 'a', '\0', '\x80'}) EXPECT_FALSE(spellings.viable(text + c));
  }
  EXPECT_GT(dead, 4'900U);
}

}  // namespace
}  // namespace lockstep::engine

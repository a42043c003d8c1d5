// Long numbers, too many to enumerate: random walks through them. At every text passed, what is said of it
// must follow from what is said of the texts one byte longer: it is viable iff it is complete or one of them
// is viable, and its shortest completion has one byte more than the shortest of theirs. Together with
// `complete`, which only compares values, and with the limit of bytes, where nothing follows, this settles
// every answer.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "lockstep/engine/lexical/number_language.h"
#include "lockstep/engine/lexical/number_texts_test.h"

namespace lockstep::engine {
namespace {

constexpr std::string_view kAlphabet = "-+.eE0123456789";

class Generator {
 public:
  explicit Generator(std::uint32_t seed) : random_(seed) {}

  std::size_t below(std::size_t count) { return static_cast<std::size_t>(random_()) % count; }
  bool percent(std::size_t share) { return below(100) < share; }

  std::string digits() {
    const std::size_t size = percent(50) ? 1 + below(3) : 1 + below(40);
    std::string out;
    for (std::size_t i = 0; i < size; ++i) out.push_back("0123456789099001"[below(16)]);
    return out;
  }

  // Neighbours of earlier points now and then, so that cells are thin.
  void add_point(std::vector<Decimal>& points, bool far) {
    if (!points.empty() && percent(40)) {
      const Decimal& near = points[below(points.size())];
      const std::size_t kept = near.digits().empty() ? 0 : 1 + below(near.digits().size());
      std::string changed = near.digits().substr(0, kept);
      const std::int64_t exponent = near.exponent() + static_cast<std::int64_t>(near.digits().size() - kept);
      if (percent(50)) {
        const std::string more = digits();
        points.push_back(Decimal::from_parts(near.negative(), changed + more,
                                             exponent - static_cast<std::int64_t>(more.size())));
      } else if (!changed.empty() && changed.back() != '9') {
        ++changed.back();
        points.push_back(Decimal::from_parts(near.negative(), changed, exponent));
      }
      return;
    }
    if (percent(15)) {  // a thin cell around a round number
      const std::size_t round = below(300) * (percent(30) ? 10 : 1) + 1;
      for (const bool over : {false, true}) {
        const std::size_t places = 1 + below(4);
        const std::string step = std::to_string(1 + below(9));
        const std::string text =
            std::to_string(over ? round : round - 1) + "." + std::string(places - 1, over ? '0' : '9');
        points.push_back(*Decimal::parse(text + step));
      }
      return;
    }
    if (percent(15)) {  // one digit before the point
      const std::string more = "3" + digits();
      points.push_back(Decimal::from_parts(percent(40), more, 1 - static_cast<std::int64_t>(more.size())));
      return;
    }
    const std::int64_t span = far ? kLargestExponent : percent(60) ? 4 : 50;
    const std::int64_t exponent =
        static_cast<std::int64_t>(random_() % static_cast<std::uint64_t>(2 * span + 1)) - span;
    points.push_back(Decimal::from_parts(percent(40), digits(), exponent));
  }

  NumberVerdict verdict(std::size_t share) { return {percent(share), percent(share), percent(share)}; }

  NumberLanguage language(bool far) {
    std::vector<Decimal> points;
    for (std::size_t i = below(6); i > 0; --i) add_point(points, far);
    std::sort(points.begin(), points.end());
    points.erase(std::unique(points.begin(), points.end()), points.end());
    std::vector<NumberVerdict> at, between;
    const std::size_t share = std::vector<std::size_t>{8, 20, 50}[below(3)];
    for (std::size_t i = 0; i < points.size(); ++i) at.push_back(verdict(share));
    if (!far && percent(20)) return with_divisors(std::move(points), std::move(at), share);
    for (std::size_t i = 0; i <= points.size(); ++i) between.push_back(verdict(share / 2));
    return {std::move(points), std::move(at), std::move(between)};
  }

  // Small ones, long ones, ones with many factors 2 or 5, at any place.
  Decimal divisor() {
    std::string text;
    if (percent(25)) {
      text = std::to_string((percent(50) ? 1ULL : 3ULL) << below(60));
    } else if (percent(20)) {
      std::uint64_t fives = 1;
      for (std::size_t i = below(24); i > 0; --i) fives *= 5;
      text = std::to_string(fives);
    } else {
      text = percent(60) ? std::to_string(1 + below(130)) : "1" + digits();
    }
    const std::int64_t span = percent(70) ? 3 : 20;
    const auto exponent = static_cast<std::int64_t>(below(static_cast<std::size_t>(2 * span + 1))) - span;
    return Decimal::from_parts(false, text, exponent);
  }

  NumberLanguage with_divisors(std::vector<Decimal> points, std::vector<NumberVerdict> at,
                               std::size_t share) {
    std::vector<Decimal> numbers;
    for (std::size_t i = 1 + below(3); i > 0; --i) numbers.push_back(divisor());
    auto divisors = std::make_shared<const Divisors>(std::move(numbers));
    std::vector<CellVerdicts> between(points.size() + 1);
    for (CellVerdicts& cell : between) {
      for (std::size_t i = divisors->classes(true, 100)->size(); i > 0; --i)
        cell.integers.push_back(verdict(share / 2));
      for (std::size_t i = divisors->classes(false, 100)->size(); i > 0; --i)
        cell.fractions.push_back(verdict(share / 2));
    }
    return {std::move(points), std::move(at), between, std::move(divisors)};
  }

  Decimal multiple(const Divisors& divisors) {
    const Decimal& divisor = divisors.numbers()[below(divisors.numbers().size())];
    const BigInteger times = from_digits(percent(60) ? std::to_string(1 + below(40)) : "1" + digits());
    const BigInteger product = from_digits(divisor.digits()) * times;
    return Decimal::from_parts(percent(40), product.get_str(), divisor.exponent());
  }

  // A text close to a point of the language, or a multiple, in some spelling.
  std::string guide(const NumberLanguage& language) {
    Decimal point = language.points()[below(language.points().size())];
    if (language.divisors() != nullptr && percent(50)) point = multiple(*language.divisors());
    std::string digits = point.digits() + std::string(percent(30) ? below(4) : 0, '0');
    std::int64_t exponent =
        point.exponent() - static_cast<std::int64_t>(digits.size() - point.digits().size());
    if (percent(30)) digits += this->digits();
    if (digits.empty()) digits = "0";
    std::string out = point.negative() ? "-" : "";
    const std::size_t whole = percent(40) ? 1 : 1 + below(digits.size());
    if (percent(20)) {
      const std::size_t zeros = below(5);
      out += "0." + std::string(zeros, '0') + digits;
      exponent += static_cast<std::int64_t>(digits.size() + zeros);
    } else if (whole < digits.size()) {
      out += digits.substr(0, whole) + "." + digits.substr(whole);
      exponent += static_cast<std::int64_t>(digits.size() - whole);
    } else {
      out += digits;
    }
    if (exponent != 0 || percent(20)) out += (percent(80) ? "e" : "E") + std::to_string(exponent);
    return out;
  }

 private:
  std::mt19937_64 random_;
};

struct Counts {
  std::size_t viable = 0, dead = 0, finished = 0, long_texts = 0, exponents = 0, members = 0, multiples = 0;
};

class Walk {
 public:
  Walk(const NumberLanguage& language, const Policy& policy, bool finishes, Generator& generator,
       Counts& counts)
      : language_(language),
        spellings_(language, policy),
        limit_(policy.number_bytes),
        finishes_(finishes),
        generator_(generator),
        counts_(counts) {}

  void run() {
    const std::string guide = generator_.guide(language_);
    check_prefixes_of_member(guide);
    std::string text;
    for (std::size_t step = 0; step < 70 && !::testing::Test::HasFailure(); ++step) {
      const std::vector<char> next = check(text);
      if (spellings_.viable(text) && next.empty()) return;
      if (text.size() < guide.size() && text == guide.substr(0, text.size()) && generator_.percent(93)) {
        text.push_back(guide[text.size()]);
      } else if (!next.empty()) {
        text.push_back(next[generator_.below(next.size())]);
      } else {
        text.push_back(kAlphabet[generator_.below(kAlphabet.size())]);
      }
      if (!spellings_.viable(text) && ++dead_steps_ > 2) return;
    }
  }

 private:
  void check_prefixes_of_member(const std::string& guide) {
    if (!spellings_.complete(guide)) return;
    ++counts_.members;
    for (std::size_t size = 0; size <= guide.size(); ++size) {
      EXPECT_TRUE(spellings_.viable(guide.substr(0, size))) << guide << " cut to " << size;
    }
  }

  // Checks one text; returns the bytes that may follow.
  std::vector<char> check(const std::string& text) {
    std::vector<char> next;
    std::size_t shortest = std::string::npos;
    for (const char c : kAlphabet) {
      if (!spellings_.viable(text + c)) continue;
      next.push_back(c);
      if (finishes_) shortest = std::min(shortest, spellings_.finish(text + c).size() + 1);
    }
    const bool complete = spellings_.complete(text);
    const bool viable = spellings_.viable(text);
    EXPECT_EQ(viable, complete || !next.empty()) << text;
    ++(viable ? counts_.viable : counts_.dead);
    counts_.long_texts += viable && text.size() > 20 ? 1 : 0;
    counts_.exponents += viable && text.find_first_of("eE") != std::string::npos ? 1 : 0;
    if (!viable || !finishes_) return next;
    const std::string rest = spellings_.finish(text);
    ++counts_.finished;
    counts_.multiples += language_.divisors() != nullptr ? 1 : 0;
    EXPECT_EQ(rest.size(), complete ? 0 : shortest) << text << " + " << rest;
    EXPECT_TRUE(spellings_.complete(text + rest)) << text << " + " << rest;
    EXPECT_TRUE(!limit_ || text.size() + rest.size() <= *limit_) << text << " + " << rest;
    return next;
  }

  const NumberLanguage& language_;
  NumberSpellings spellings_;
  std::optional<std::uint32_t> limit_;
  bool finishes_;
  Generator& generator_;
  Counts& counts_;
  std::size_t dead_steps_ = 0;
};

std::string describe(const NumberLanguage& language) {
  const auto bits = [](NumberVerdict v) {
    return std::string("[") + (v.plain_integer ? "p" : "-") + (v.other_integer ? "o" : "-") +
           (v.fraction ? "f] " : "-] ");
  };
  std::string out = bits(language.between()[0]);
  for (std::size_t i = 0; i < language.points().size(); ++i) {
    const Decimal& point = language.points()[i];
    out += (point.negative() ? "-" : "") + point.digits() + "e" + std::to_string(point.exponent()) +
           bits(language.at_point()[i]) + bits(language.between()[i + 1]);
  }
  if (language.divisors() == nullptr) return out;
  out += "divisors";
  for (const Decimal& divisor : language.divisors()->numbers()) {
    out += " " + divisor.digits() + "e" + std::to_string(divisor.exponent());
  }
  for (std::size_t cell = 0; cell <= language.points().size(); ++cell) {
    out += "; cell";
    for (const NumberClass& one : language.classes(cell)) {
      out += one.integral ? " integers of" : " fractions of";
      for (const std::size_t i : one.of) out += " " + std::to_string(i);
      out += " not of";
      for (const std::size_t i : one.not_of) out += " " + std::to_string(i);
      out += " " + bits(one.verdict);
    }
  }
  return out;
}

TEST(NumberWalkTest, EveryAnswerFollowsFromThoseOneByteOn) {
  Generator generator(number_texts::seed_of(77));
  Counts counts;
  for (int round = 0; round < 1500 && !HasFailure(); ++round) {
    const bool far = round % 10 == 9;  // completions would be too long to write
    const NumberLanguage language = generator.language(far);
    Policy policy;
    policy.numbers = round % 3 == 2 ? Numbers::canonical : Numbers::json;
    if (generator.percent(60)) policy.number_bytes = static_cast<std::uint32_t>(1 + generator.below(60));
    for (int i = 0; i < 6 && !HasFailure(); ++i) Walk(language, policy, !far, generator, counts).run();
    if (HasFailure()) {
      std::cout << describe(language) << " canonical " << (policy.numbers == Numbers::canonical) << " limit "
                << (policy.number_bytes ? std::to_string(*policy.number_bytes) : "none") << "\n";
    }
  }
  std::cout << counts.viable << " viable, " << counts.dead << " dead, " << counts.finished << " finished, "
            << counts.long_texts << " long, " << counts.exponents << " with exponent, " << counts.members
            << " members met, " << counts.multiples << " finished where divisors count\n";
  if (HasFailure()) return;
  EXPECT_GT(counts.viable, 60'000U);
  EXPECT_GT(counts.dead, 5'000U);
  EXPECT_GT(counts.finished, 50'000U);
  EXPECT_GT(counts.long_texts, 10'000U);
  EXPECT_GT(counts.exponents, 10'000U);
  EXPECT_GT(counts.members, 500U);
  EXPECT_GT(counts.multiples, 10'000U);
}

}  // namespace
}  // namespace lockstep::engine

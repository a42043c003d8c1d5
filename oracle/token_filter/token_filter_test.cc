// Masks of the filter against one question a token, and against what the roles say.
#include "lockstep/oracle/token_filter/token_filter.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace lockstep::oracle {
namespace {

PrefixOracle made(std::string_view schema, const OraclePolicy& policy) {
  Outcome<PrefixOracle> oracle = PrefixOracle::make(schema, {}, {}, policy);
  if (!oracle) {
    ADD_FAILURE() << schema << ": " << oracle.error().code;
    std::abort();
  }
  return oracle.value();
}

// All strings of up to three bytes over an alphabet, every byte once, some twice, and the special ones.
std::vector<FilterToken> vocabulary() {
  std::vector<FilterToken> tokens;
  const std::string alphabet = "{}[]\",:a1.e-t\\u \xC3\xA9";
  for (unsigned byte = 0; byte < 256; ++byte) tokens.push_back({std::string(1, static_cast<char>(byte)), {}});
  for (const char a : alphabet) {
    for (const char b : alphabet) {
      tokens.push_back({{a, b}, TokenRole::text});
      for (const char c : alphabet) tokens.push_back({{a, b, c}, TokenRole::text});
    }
  }
  tokens.push_back({"true", TokenRole::text});
  tokens.push_back({"{\"a\":", TokenRole::text});
  tokens.push_back({"[", TokenRole::text});
  tokens.push_back({"", TokenRole::text});
  tokens.push_back({"1", TokenRole::other});
  tokens.push_back({"</s>", TokenRole::stop});
  tokens.push_back({"", TokenRole::stop});
  return tokens;
}

TEST(TokenFilter, AnswersLikeOneQuestionForEachToken) {
  const std::vector<FilterToken> tokens = vocabulary();
  const std::string schema =
      R"({"anyOf":[{"type":"integer","maximum":15},{"type":"array","maxItems":2,"items":{"$ref":"#"}},)"
      R"({"properties":{"a":{"type":"boolean"},"\u00e9":{"$ref":"#"}},"additionalProperties":false,"type":"object"}]})";
  std::size_t compared = 0;
  std::size_t set = 0;
  for (const OraclePolicy& policy :
       {OraclePolicy::spec(), OraclePolicy::model(), OraclePolicy::canonical()}) {
    const PrefixOracle oracle = made(schema, policy);
    for (const std::string prefix :
         {"", "[", "[1", "{\"", "{\"a\":", "[1,{", "15", "[[]]", "{\"\xC3", "{\"a\":t"}) {
      const std::vector<Answer> mask = filter_tokens(oracle, prefix, tokens);
      ASSERT_EQ(mask.size(), tokens.size());
      for (std::size_t id = 0; id < tokens.size(); ++id) {
        Answer expected = Answer::no();
        if (tokens[id].role == TokenRole::stop) expected = oracle.complete(prefix);
        if (tokens[id].role == TokenRole::text && !tokens[id].bytes.empty()) {
          expected = oracle.viable(prefix + tokens[id].bytes);
        }
        ASSERT_EQ(mask[id].truth, expected.truth) << prefix << " and token " << id << " " << tokens[id].bytes;
        ASSERT_FALSE(mask[id].is_unknown());
        ++compared;
        set += mask[id].is_yes() ? 1 : 0;
      }
    }
  }
  EXPECT_GE(compared, 150'000U);
  EXPECT_GE(set, 700U);
  std::printf("%zu tokens compared, %zu set\n", compared, set);
}

TEST(TokenFilter, TheStopBitIsThatOfThePrefixAndOtherTokensAreNeverSet) {
  const PrefixOracle oracle = made(R"({"type":"integer"})", OraclePolicy::model());
  const std::vector<FilterToken> tokens = {{"2", TokenRole::text},
                                           {"2", TokenRole::other},
                                           {"", TokenRole::text},
                                           {"2", TokenRole::stop},
                                           {"x", TokenRole::text}};
  const std::vector<Answer> begun = filter_tokens(oracle, "1", tokens);
  EXPECT_TRUE(begun[0].is_yes());
  EXPECT_TRUE(begun[1].is_no());
  EXPECT_TRUE(begun[2].is_no());
  EXPECT_TRUE(begun[3].is_yes());
  EXPECT_TRUE(begun[4].is_no());
  EXPECT_TRUE(filter_tokens(oracle, "-", tokens)[3].is_no()) << "a sign is no number yet";
}

}  // namespace
}  // namespace lockstep::oracle

// The audit convicts a planted wrong verdict, and no explanation hides one; every rule is tried both ways.
#include "lockstep/conformance/judge/audit.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "lockstep/conformance/external/external_subjects.h"
#include "lockstep/conformance/judge/binary64.h"
#include "lockstep/conformance/judge/explanations.h"
#include "lockstep/conformance/judge/shrink.h"
#include "lockstep/conformance/subject/jury.h"
#include "lockstep/conformance/subject/oracle_subject.h"

namespace lockstep::conformance {
namespace {

ValidateRequest request(std::string schema, std::vector<std::string> instances) {
  ValidateRequest made;
  made.schema = std::move(schema);
  made.instances = std::move(instances);
  return made;
}

std::vector<Expected> expected(const std::string& letters) {
  std::vector<Expected> all;
  for (const char c : letters)
    all.push_back(c == 'v' ? Expected::valid : c == 'i' ? Expected::invalid : Expected::unknown);
  return all;
}

// A voter that says what a function says; the smoke test it passes.
class Scripted : public Subject {
 public:
  using Reply = std::function<ValidateReply(const ValidateRequest&)>;
  Scripted(std::string name, Reply reply) : name_(std::move(name)), reply_(std::move(reply)) {}
  std::string name() const override { return name_; }
  std::string version() const override { return "1"; }
  Capabilities capabilities() const override { return {}; }
  ValidateReply validate(const ValidateRequest& asked) override {
    const bool smoke =
        asked.schema.find("\"required\":[\"a\"]") != std::string::npos && asked.instances.size() == 4;
    if (!smoke) return reply_(asked);
    ValidateReply reply;
    for (int i = 0; i < 4; ++i)
      reply.instances.push_back({i == 0 ? Validity::valid : Validity::invalid, "", {}});
    return reply;
  }

 private:
  std::string name_;
  Reply reply_;
};

Scripted::Reply always(Validity validity, std::string reason = "") {
  return [=](const ValidateRequest& asked) {
    ValidateReply reply;
    reply.instances.assign(asked.instances.size(), {validity, reason, {}});
    return reply;
  };
}

Scripted::Reply compiles_to(Compile outcome, std::string keyword = "") {
  return [=](const ValidateRequest&) {
    ValidateReply reply;
    reply.compile.outcome = outcome;
    reply.compile.keyword = keyword;
    return reply;
  };
}

std::vector<Ballot> ballots(Subject& voter, const ValidateRequest& asked, const std::string& truth) {
  std::vector<Ballot> all;
  for (const Vote& vote : poll(voter, asked, expected(truth))) all.push_back(vote.ballot);
  return all;
}

using Ballots = std::vector<Ballot>;

TEST(Poll, TellsAgreementFromASplitAndFromNoVote) {
  const ValidateRequest asked = request("true", {"1", "2", "3"});
  Scripted valid("voter", always(Validity::valid));
  EXPECT_EQ(ballots(valid, asked, "viu"), (Ballots{Ballot::agreed, Ballot::split, Ballot::abstained}));
  Scripted invalid("voter", always(Validity::invalid));
  EXPECT_EQ(ballots(invalid, asked, "viu"), (Ballots{Ballot::split, Ballot::agreed, Ballot::abstained}));
  for (const Validity none : {Validity::unknown, Validity::crash, Validity::hang, Validity::error}) {
    Scripted silent("voter", always(none));
    EXPECT_EQ(ballots(silent, asked, "viv"), Ballots(3, Ballot::abstained));
  }
  for (const Compile none : {Compile::refused, Compile::limit, Compile::crash, Compile::hang}) {
    Scripted silent("voter", compiles_to(none));
    EXPECT_EQ(ballots(silent, asked, "viv"), Ballots(3, Ballot::abstained));
  }
  Scripted rejects("voter", compiles_to(Compile::malformed));
  EXPECT_EQ(ballots(rejects, asked, "viv"), Ballots(3, Ballot::split));
}

TEST(Poll, TakesAnUnreadTextForAVoteOnlyWhereTheTruthCannotReadItEither) {
  Scripted unread("voter", always(Validity::error, "not_parsed: at 3"));
  EXPECT_EQ(ballots(unread, request("true", {"nonsense", "1", "1"}), "iiv"),
            (Ballots{Ballot::agreed, Ballot::abstained, Ballot::split}));
}

TEST(Audit, ConvictsAPlantedWrongVerdictAndCountsIt) {
  std::vector<std::string> missing;
  Audit audit(make_jurors({LOCKSTEP_DEPS_DIR}, missing), {});
  ASSERT_TRUE(missing.empty()) << missing.front();
  audit.add(request(R"({"minimum":3})", {"3", "2", "\"x\""}), expected("viv"), {"a0", "a1", "a2"});
  audit.add(request(R"({"minimum":3})", {"3", "2", "\"x\""}), expected("vvv"),
            {"b0", "b1", "b2"});  // b1 is planted
  audit.add(request(R"({"maxLength":1})", {"\"\\ud83d\\ude00\""}), expected("i"),
            {"c0"});  // planted: one code point
  const AuditResult result = audit.finish();
  EXPECT_EQ(result.offered, 7U);
  EXPECT_EQ(result.audited, 7U);
  EXPECT_EQ(result.audited_by_all, 7U);
  EXPECT_EQ(result.split_triples, 2U);
  ASSERT_EQ(result.splits.size(), 4U);  // both validators, both faults
  EXPECT_EQ(result.splits[0].label, "b1");
  EXPECT_EQ(result.splits[0].voter, "sourcemeta");
  EXPECT_EQ(result.splits[1].voter, "hyperjump");
  EXPECT_EQ(result.splits[2].label, "c0");
  EXPECT_EQ(result.splits[3].request.instances, (std::vector<std::string>{"\"\\ud83d\\ude00\""}));
  ASSERT_EQ(result.triples.size(), 7U);
  EXPECT_TRUE(result.triples[4].split);
  EXPECT_FALSE(result.triples[3].split);
  for (const VoterResult& voter : result.voters) {
    EXPECT_EQ(voter[Ballot::agreed], 5U) << voter.name;
    EXPECT_EQ(voter[Ballot::split], 2U) << voter.name;
    EXPECT_FALSE(voter.version.empty());
  }
}

TEST(Audit, AuditsNothingWithoutAValidatorOrWithOneThatFailsItsSmokeTest) {
  Audit none({}, {});
  none.add(request("true", {"1"}), expected("v"), {"a"});
  EXPECT_EQ(none.finish().audited, 0U);

  class Yes final : public Scripted {
   public:
    Yes() : Scripted("yes", always(Validity::valid)) {}
    ValidateReply validate(const ValidateRequest& asked) override { return always(Validity::valid)(asked); }
  };
  std::vector<std::unique_ptr<Subject>> voters;
  voters.push_back(std::make_unique<Yes>());
  Audit unfit(std::move(voters), {});
  unfit.add(request("true", {"1"}), expected("v"), {"a"});
  const AuditResult result = unfit.finish();
  EXPECT_EQ(result.audited, 0U);
  EXPECT_EQ(result.voters[0].abstained_by.at("smoke_test"), 1U);
}

std::vector<std::string> sampled(std::uint64_t one_in, std::uint64_t seed, bool backwards) {
  std::vector<std::unique_ptr<Subject>> voters;
  voters.push_back(std::make_unique<Scripted>("voter", always(Validity::valid)));
  AuditOptions options;
  options.one_in = one_in;
  options.seed = seed;
  Audit audit(std::move(voters), options);
  for (int i = 0; i < 2000; ++i) {
    const std::string text = std::to_string(backwards ? 1999 - i : i);
    audit.add(request("true", {text}), expected("v"), {text});
  }
  std::vector<std::string> labels;
  for (const AuditedTriple& triple : audit.finish().triples) labels.push_back(triple.label);
  std::sort(labels.begin(), labels.end());
  return labels;
}

TEST(Audit, TakesASeededTenthByTheBytesAlone) {
  EXPECT_EQ(sampled(1, 1, false).size(), 2000U);
  const std::vector<std::string> tenth = sampled(10, 1, false);
  EXPECT_GE(tenth.size(), 140U);
  EXPECT_LE(tenth.size(), 260U);
  EXPECT_EQ(sampled(10, 1, true), tenth);
  EXPECT_NE(sampled(10, 2, false), tenth);
}

// For each rule a case that it explains, and the nearest cases that it must not.
struct RuleCase {
  std::string rule;
  std::string schema;
  std::string instance;
  Expected truth;
  std::string voter;
  Validity vote;
  bool explained;
};

constexpr Expected kValid = Expected::valid;
constexpr Expected kInvalid = Expected::invalid;

std::vector<RuleCase> rule_cases() {
  const Validity valid = Validity::valid;
  const Validity invalid = Validity::invalid;
  const std::string big = R"({"maximum":9007199254740992})";
  return {
      {"binary64_numbers", big, "9007199254740993", kInvalid, "hyperjump", valid, true},
      {"binary64_numbers", big, "9007199254740994", kInvalid, "hyperjump", valid,
       false},  // binary64 holds it
      {"binary64_numbers", big, "9007199254740993", kInvalid, "sourcemeta", valid, false},
      {"binary64_numbers", R"({"maximum":1})", "9007199254740993", kInvalid, "hyperjump", valid, false},
      {"binary64_numbers", R"({"type":"string"})", "0.1", kInvalid, "hyperjump", valid, false},
      {"binary64_numbers", R"({"const":1})", "1.00000000000000000001", kInvalid, "hyperjump", valid, true},
      {"binary64_overflow", R"({"type":"integer"})", "1e400", kValid, "hyperjump", invalid, true},
      {"binary64_overflow", R"({"type":"integer"})", "1e300", kValid, "hyperjump", invalid, false},
      {"binary64_overflow", R"({"type":"integer"})", "1e400", kValid, "sourcemeta", invalid, false},
      {"multiple_of_tolerance", R"({"multipleOf":1e-8})", "1.5e-8", kInvalid, "hyperjump", valid, true},
      {"multiple_of_tolerance", R"({"multipleOf":0.5})", "3.00000001", kInvalid, "hyperjump", valid, true},
      {"multiple_of_tolerance", R"({"multipleOf":2})", "3", kInvalid, "hyperjump", valid, false},
      {"multiple_of_tolerance", R"({"multipleOf":2})", "4", kValid, "hyperjump", invalid, false},
      {"rounded_quotient", R"({"multipleOf":1.5})", "9007199254740992", kInvalid, "sourcemeta", valid, true},
      {"rounded_quotient", R"({"items":{"multipleOf":0.7}})", "[-4503599627370497]", kInvalid, "sourcemeta",
       valid, true},
      {"rounded_quotient", R"({"multipleOf":1.5})", "4", kInvalid, "sourcemeta", valid, false},
      {"rounded_quotient", R"({"multipleOf":1.5})", "6", kValid, "sourcemeta", invalid, false},
      {"rounded_quotient", R"({"multipleOf":3})", "9007199254740992", kInvalid, "sourcemeta", valid, false},
      {"rounded_quotient", R"({"multipleOf":1.5})", "9007199254740992.0", kInvalid, "sourcemeta", valid,
       false},
      {"mixed_number_kinds", R"({"maximum":4.35})", "4.35E+00", kValid, "sourcemeta", invalid, true},
      {"mixed_number_kinds", R"({"maximum":4.5})", "4.5E+00", kValid, "sourcemeta", invalid, false},
      {"mixed_number_kinds", R"({"maximum":4.35})", "4.36", kInvalid, "sourcemeta", valid, false},
      {"exponent_beyond_32_bits", R"({"minimum":5})", "83.5e8021387335407", kValid, "sourcemeta", invalid,
       true},
      {"exponent_beyond_32_bits", R"({"items":{"minimum":5}})", "[83.5E+002147483650]", kValid, "sourcemeta",
       invalid, true},
      {"exponent_beyond_32_bits", R"({"minimum":5})", "83.5e02147483640", kValid, "sourcemeta", invalid,
       false},
      {"exponent_beyond_32_bits", R"({"minimum":5})", "8021387335407", kValid, "sourcemeta", invalid, false},
      {"contains_count_with_exponent", R"({"contains":true,"maxContains":2e0})", "[1,2,3]", kInvalid,
       "sourcemeta", valid, true},
      {"contains_count_with_exponent", R"({"contains":{},"minContains":2E+00,"maxContains":30e-1})", "[{}]",
       kInvalid, "sourcemeta", valid, true},
      {"contains_count_with_exponent", R"({"contains":true,"maxContains":2.0})", "[1,2,3]", kInvalid,
       "sourcemeta", valid, false},
      {"contains_count_with_exponent", R"({"contains":false,"maxContains":2e0})", "[1,2,3]", kInvalid,
       "sourcemeta", valid, false},
      {"dot_line_terminator", R"({"pattern":"^.$"})", "\"\\u2028\"", kInvalid, "sourcemeta", valid, true},
      {"dot_line_terminator", R"({"pattern":"^.$"})", "\"\xe2\x80\xa8\"", kInvalid, "sourcemeta", valid,
       true},
      {"dot_line_terminator", R"({"pattern":"^.$"})", "\"\\n\"", kInvalid, "sourcemeta", valid, false},
      {"dot_line_terminator", R"({"pattern":"^a$"})", "\"\\u2028\"", kInvalid, "sourcemeta", valid, false},
      {"dot_line_terminator", R"({"pattern":"^.b$"})", "\"\\u2028\"", kInvalid, "sourcemeta", valid, false},
      {"empty_name_pattern", R"({"patternProperties":{"":{}},"additionalProperties":false})", R"({"a":1})",
       kValid, "hyperjump", invalid, true},
      {"empty_name_pattern", R"({"patternProperties":{"^":{}},"additionalProperties":false})", R"({"a":1})",
       kValid, "hyperjump", invalid, false},
      {"empty_name_pattern", R"({"patternProperties":{"":{}},"required":["a"]})", R"({"a":1})", kValid,
       "hyperjump", invalid, false},
      {"items_beside_unevaluated_items",
       R"({"unevaluatedItems":false,"if":{"items":{"type":"number"},"unevaluatedItems":true}})", "[0]",
       kValid, "sourcemeta", invalid, true},
      {"items_beside_unevaluated_items",
       R"({"unevaluatedItems":{"type":"string"},"anyOf":[{"unevaluatedItems":{"type":"null"},"items":{}}]})",
       "[[0]]", kValid, "sourcemeta", invalid, true},
      {"items_beside_unevaluated_items",  // they assert
       R"({"if":{"items":{"type":"string"},"unevaluatedItems":true},"then":false})", R"(["a"])", kInvalid,
       "sourcemeta", valid, false},
      {"items_beside_unevaluated_items", R"({"unevaluatedItems":false,"if":{"items":true}})", "[0]", kValid,
       "sourcemeta", invalid, false},
      {"identifier_in_data",
       R"({"enum":[{"$id":"http://a.test/x","type":"null"}],"$defs":{"a":{"type":"integer"}}})",
       R"({"$id":"http://a.test/x","type":"null"})", kValid, "hyperjump", invalid, true},
      {"identifier_in_data", R"({"properties":{"enum":{"$id":"http://a.test/x"}}})", "1", kValid, "hyperjump",
       invalid, false},
      {"identifier_in_data", R"({"enum":[{"type":"null"}]})", R"({"type":"null"})", kValid, "hyperjump",
       invalid, false},
      {"repeated_name", "true", R"({"a":1,"\u0061":2})", kInvalid, "hyperjump", valid, true},
      {"repeated_name", "true", R"({"a":1,"b":2})", kInvalid, "hyperjump", valid, false},
      {"repeated_name", "true", R"([{"a":1},{"a":2}])", kInvalid, "hyperjump", valid, false},
      {"repeated_name", "true", R"({"a":1,"a":2})", kValid, "hyperjump", invalid, false},
      {"lone_surrogate", "true", R"("\ud800")", kInvalid, "hyperjump", valid, true},
      {"lone_surrogate", "true", R"("\ud83d\ude00")", kInvalid, "hyperjump", valid, false},
      {"ill_formed_utf8", "true", "\"\xff\"", kInvalid, "sourcemeta", valid, true},
      {"ill_formed_utf8", "true", "\"\xc3\xa9\"", kInvalid, "sourcemeta", valid, false},
  };
}

TEST(Explanations, ExplainWhatTheyClaimAndNothingNearby) {
  std::set<std::string> tried_for;
  std::set<std::string> tried_against;
  for (const RuleCase& one : rule_cases()) {
    const ValidateRequest asked = request(one.schema, {});
    const Disagreement disagreement{asked, one.instance, one.truth, one.voter, one.vote, false};
    EXPECT_EQ(explain(disagreement), one.explained ? one.rule : "") << one.schema << " " << one.instance;
    (one.explained ? tried_for : tried_against).insert(one.rule);
  }
  const std::string refers = R"({"$ref":"#/x-data/a","x-data":{"a":{"type":"integer"}}})";
  const ValidateRequest into = request(refers, {});
  EXPECT_EQ(explain({into, "1", kValid, "sourcemeta", Validity::unknown, true}), "reference_into_data");
  EXPECT_EQ(explain({into, "1", kValid, "sourcemeta", Validity::invalid, false}), "");
  EXPECT_EQ(explain({into, "1", kValid, "hyperjump", Validity::unknown, true}), "");
  const ValidateRequest real =
      request(R"({"$ref":"#/$defs/a","$defs":{"a":{"type":"integer"}},"x-data":1})", {});
  EXPECT_EQ(explain({real, "1", kValid, "sourcemeta", Validity::unknown, true}), "");
  ValidateRequest time = request(R"({"format":"time"})", {});
  EXPECT_EQ(explain({time, R"("23:59:60Z")", kValid, "hyperjump", Validity::invalid, false}), "");
  time.assert_formats = true;
  EXPECT_EQ(explain({time, R"("23:59:60Z")", kValid, "hyperjump", Validity::invalid, false}), "leap_second");
  EXPECT_EQ(explain({time, R"("23:58:60Z")", kInvalid, "hyperjump", Validity::valid, false}), "");
  EXPECT_EQ(explain({time, R"("23:59:59Z")", kValid, "hyperjump", Validity::invalid, false}), "");
  for (const char* rule : {"reference_into_data", "leap_second"}) {
    tried_for.insert(rule);
    tried_against.insert(rule);
  }
  const ValidateRequest annex = request(R"({"pattern":"^\\-a{,2}$"})", {});
  EXPECT_EQ(explain({annex, "1", kValid, "hyperjump", Validity::unknown, true}), "pattern_needs_annex_b");
  EXPECT_EQ(explain({annex, "1", kValid, "hyperjump", Validity::invalid, false}), "");
  const ValidateRequest plain = request(R"({"pattern":"^a$","x":{"properties":{"pattern":true}}})", {});
  EXPECT_EQ(explain({plain, "1", kValid, "hyperjump", Validity::unknown, true}), "");
  tried_for.insert("pattern_needs_annex_b");
  tried_against.insert("pattern_needs_annex_b");
  for (const ExplanationRule& rule : explanation_rules()) {
    EXPECT_TRUE(tried_for.contains(std::string(rule.name))) << rule.name;
    EXPECT_TRUE(tried_against.contains(std::string(rule.name))) << rule.name;
    EXPECT_FALSE(rule.sentence.empty());
  }
}

// The claims about the validators themselves: on the case that a rule explains, the real validator does vote
// like that.
TEST(Explanations, DescribeTheInstalledValidators) {
  std::size_t checked = 0;
  std::vector<std::string> missing;
  auto voters = make_jurors({LOCKSTEP_DEPS_DIR}, missing);
  ASSERT_EQ(voters.size(), 2U);
  for (const RuleCase& one : rule_cases()) {
    if (!one.explained) continue;
    for (auto& voter : voters) {
      if (voter->name() != one.voter) continue;
      const ValidateReply reply = voter->validate(request(one.schema, {one.instance}));
      ASSERT_EQ(reply.instances.size(), 1U) << one.schema;
      EXPECT_EQ(reply.instances[0].validity, one.vote)
          << one.rule << ": " << one.schema << " " << one.instance;
      ++checked;
    }
  }
  EXPECT_EQ(checked, 21U);
}

TEST(Binary64, WritesTheExactValueOfTheNearestDouble) {
  EXPECT_EQ(rounded_number("0.5"), "5.0e-01");
  EXPECT_EQ(rounded_number("9007199254740993"), "9.007199254740992e+15");
  EXPECT_EQ(rounded_number("0.1"), "1.000000000000000055511151231257827021181583404541015625e-01");
  EXPECT_EQ(rounded_number("1e400"), std::nullopt);
  EXPECT_EQ(rounded_number("1e-400"), "0.0e+00");
  const auto text = round_numbers(R"({"a": [0.5, 1e400, 9007199254740993], "0.1": 1})");
  ASSERT_TRUE(text.has_value());
  EXPECT_EQ(text->text, R"({"a": [0.5, 1e400, 9.007199254740992e+15], "0.1": 1})");
  EXPECT_TRUE(text->changed);
  EXPECT_TRUE(text->overflow);
  EXPECT_FALSE(round_numbers("[0.5, 1]")->changed);
  EXPECT_FALSE(round_numbers("[0.5").has_value());
}

TEST(Shrink, LeavesOnlyWhatTheFailureNeeds) {
  const Pair pair = {
      R"({"title":"x","allOf":[{"properties":{"a":{"minimum":3,"type":"number"},"b":true}},{"maxItems":4}]})",
      R"({"b":[1,2,{"c":null}],"a":2,"d":"long text"})"};
  auto oracle = make_oracle_subject();
  std::size_t calls = 0;
  const Pair small = shrink_pair(pair, [&](const Pair& now) {
    ++calls;
    const ValidateReply reply = oracle->validate(request(now.schema, {now.instance}));
    return now.schema.find("minimum") != std::string::npos && reply.instances.size() == 1 &&
           reply.instances[0].validity == Validity::invalid;
  });
  EXPECT_LE(small.schema.size(), 20U) << small.schema;
  EXPECT_LE(small.instance.size(), 4U) << small.instance;
  EXPECT_NE(small.schema.find("minimum"), std::string::npos);
  EXPECT_LE(calls, 600U);
}

TEST(Shrink, GivesBackWhatOnlyFailsAsItIsSpelled) {
  const Pair pair = {"{ }", "1 "};
  const Pair same = shrink_pair(pair, [](const Pair& now) { return now.schema == "{ }"; });
  EXPECT_EQ(same.schema, "{ }");
  EXPECT_EQ(same.instance, "1 ");
}

TEST(ShrinkSplit, KeepsTheSplit) {
  auto oracle = make_oracle_subject();
  Scripted wrong("voter", always(Validity::valid));
  Split split;
  split.voter = "voter";
  split.truth = Expected::invalid;
  split.request =
      request(R"({"properties":{"a":{"type":"integer"}},"maxProperties":7})", {R"({"a":"x","b":1})"});
  const Split small = shrink_split(split, *oracle, wrong);
  EXPECT_EQ(small.truth, Expected::invalid);
  EXPECT_EQ(small.says, "valid");
  EXPECT_LT(small.request.schema.size(), split.request.schema.size());
  EXPECT_EQ(oracle->validate(small.request).instances[0].validity, Validity::invalid);
}

}  // namespace
}  // namespace lockstep::conformance

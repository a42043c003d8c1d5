// Batches over a subject that answers as it is told.
#include "lockstep/cli/batch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

namespace lockstep::cli {
namespace {

using conformance::Compile;
using conformance::ValidateReply;
using conformance::ValidateRequest;
using conformance::Validity;
using testing::HasSubstr;

class ToldSubject final : public conformance::Subject {
 public:
  std::string name() const override { return "told"; }
  std::string version() const override { return "1"; }
  conformance::Capabilities capabilities() const override { return {}; }
  ValidateReply validate(const ValidateRequest& request) override {
    asked.push_back(request);
    return reply;
  }
  ValidateReply reply;
  std::vector<ValidateRequest> asked;
};

class BatchTest : public testing::Test {
 protected:
  ExitCode run(const std::string& lines) {
    std::istringstream in(lines);
    std::istringstream none;
    std::ostringstream out;
    std::ostringstream err;
    Context context{.in = none, .out = out, .err = err};
    context.common = common_;
    const Batch batch{.lines = in,
                      .name = "b.jsonl",
                      .subject = subject_,
                      .registry = nullptr,
                      .dialect = "d",
                      .assert_formats = false,
                      .patterns = patterns_};
    summary_ = {};
    const ExitCode exit = run_batch(batch, context, summary_);
    out_ = out.str();
    err_ = err.str();
    return exit;
  }

  ToldSubject subject_;
  Common common_;
  bool patterns_ = true;
  reports::Summary summary_;
  std::string out_;
  std::string err_;
};

TEST_F(BatchTest, OneLinePerInstanceInOrderWithTheIdAsItStood) {
  subject_.reply.instances = {
      {Validity::valid, "", 2}, {Validity::invalid, "", std::nullopt}, {Validity::invalid, "", 0}};
  EXPECT_EQ(run(R"({"id":1e2,"schema":{ "a":1},"instances":["11","2","x"]})"
                "\n"),
            ExitCode::pass);
  EXPECT_EQ(out_, R"({"id":1e2,"index":0,"compile":"ok","accepted":true,"at":2})"
                  "\n"
                  R"({"id":1e2,"index":1,"compile":"ok","accepted":false,"at":null})"
                  "\n"
                  R"({"id":1e2,"index":2,"compile":"ok","accepted":false,"at":0})"
                  "\n");
  EXPECT_EQ(err_, "");
  ASSERT_EQ(subject_.asked.size(), 1U);
  EXPECT_EQ(subject_.asked[0].schema, "{ \"a\":1}");
  EXPECT_EQ(subject_.asked[0].dialect, "d");
  EXPECT_EQ(summary_.cases, 3U);
  EXPECT_EQ(summary_.verdicts, (std::map<std::string, std::size_t>{{"accepted", 1}, {"not_accepted", 2}}));
}

TEST_F(BatchTest, ASchemaThatDoesNotCompileStillHasALinePerInstance) {
  subject_.reply.compile = {Compile::malformed, "invalid_schema", "/type", "", "", std::nullopt};
  EXPECT_EQ(run(R"({"id":"a","schema":{},"instances":["1","2"]})"), ExitCode::pass);
  EXPECT_EQ(
      out_,
      R"({"id":"a","index":0,"compile":"malformed","code":"invalid_schema","pointer":"/type","accepted":false,"at":null})"
      "\n"
      R"({"id":"a","index":1,"compile":"malformed","code":"invalid_schema","pointer":"/type","accepted":false,"at":null})"
      "\n");
  subject_.reply.compile = {Compile::limit, "too_deep", "", "", "", 7};
  EXPECT_EQ(run(R"({"id":"a","schema":{},"instances":["1"]})"), ExitCode::pass);
  EXPECT_EQ(out_, R"({"id":"a","index":0,"compile":"limit","code":"too_deep","accepted":false,"at":null})"
                  "\n");
}

TEST_F(BatchTest, AnEmptyLanguageIsAnAnswer) {
  subject_.reply.compile.outcome = Compile::empty;
  subject_.reply.instances = {{Validity::invalid, "", 0}};
  EXPECT_EQ(run(R"({"id":"a","schema":false,"instances":["1"]})"), ExitCode::pass);
  EXPECT_EQ(out_, R"({"id":"a","index":0,"compile":"empty","accepted":false,"at":0})"
                  "\n");
}

TEST_F(BatchTest, UnsupportedFieldsAreRefusedByNameAndTheSubjectIsNotAsked) {
  patterns_ = false;
  for (const auto& [field, name] : {std::pair{R"("schema":{},"policy":"model")", "policy"},
                                    {R"("schema":{},"tokens":"random")", "tokens"},
                                    {R"("schema":{},"mask_at":3)", "mask_at"},
                                    {R"("grammar":"root ::= \"a\"")", "grammar"},
                                    {R"("regex":"a")", "regex"}}) {
    EXPECT_EQ(run(R"({"id":"a","instances":["1"],)" + std::string(field) + "}"), ExitCode::pass);
    EXPECT_EQ(out_, R"({"id":"a","index":0,"compile":"refused","code":")" + std::string(name) +
                        R"(","accepted":false,"at":null})" + "\n");
    EXPECT_EQ(summary_.refused_by, (std::map<std::string, std::size_t>{{name, 1}}));
  }
  EXPECT_TRUE(subject_.asked.empty());
}

TEST_F(BatchTest, APatternMustMatchTheWholeInstance) {
  EXPECT_EQ(run(R"({"id":"a","regex":"a|ab","instances":["a","ab","abc","xa","",{"hex":"61"}]})"),
            ExitCode::pass);
  std::vector<bool> accepted;
  std::istringstream lines(out_);
  for (std::string line; std::getline(lines, line);) {
    const nlohmann::json answer = nlohmann::json::parse(line);
    accepted.push_back(answer["accepted"]);
    EXPECT_EQ(answer["at"].is_null(), !answer["accepted"]) << line;
  }
  EXPECT_EQ(accepted, (std::vector<bool>{true, true, false, false, false, true}));
  // The wrapping must not make a pattern of what is none.
  EXPECT_EQ(run(R"({"id":"a","regex":"a)|(?:b","instances":["a"]})"), ExitCode::pass);
  EXPECT_THAT(out_, HasSubstr(R"("compile":"malformed","code":"bad_pattern")"));
}

TEST_F(BatchTest, ABadLineIsToldWithItsNumberAndDoesNotEndTheRun) {
  subject_.reply.instances = {{Validity::valid, "", 1}};
  EXPECT_EQ(run("{\"id\":\"a\",\"schema\":{},\"instances\":[\"1\"]}\n"
                "nonsense\n"
                "{\"id\":\"b\",\"schema\":{},\"instances\":[\"1\"],\"colour\":1}\n"
                "{\"id\":\"c\",\"schema\":{},\"instances\":[\"1\"]}"),
            ExitCode::usage);
  EXPECT_THAT(err_, HasSubstr("error[bad_line]: "));
  EXPECT_THAT(err_, HasSubstr("  at b.jsonl:2, byte 0\n"));
  EXPECT_THAT(err_, HasSubstr("error[unknown_field]: the field 'colour' is unknown\n  at b.jsonl:3, byte "));
  EXPECT_THAT(out_, HasSubstr(R"("id":"a")"));
  EXPECT_THAT(out_, HasSubstr(R"("id":"c")"));
  EXPECT_EQ(summary_.cases, 2U);
}

TEST_F(BatchTest, AnUnknownAnswerIsNoRejection) {
  subject_.reply.instances = {{Validity::unknown, "steps", std::nullopt}};
  EXPECT_EQ(run(R"({"id":"a","schema":{},"instances":["1"]})"), ExitCode::unresolved);
  EXPECT_EQ(out_, R"({"id":"a","index":0,"compile":"ok","code":"unknown","accepted":null,"at":null})"
                  "\n");
}

TEST_F(BatchTest, ADeadSubjectAndAMiscountingOneAreSubjectErrors) {
  subject_.reply.compile.outcome = Compile::hang;
  EXPECT_EQ(run(R"({"id":"a","schema":{},"instances":["1"]})"), ExitCode::subject_error);
  EXPECT_THAT(out_, HasSubstr(R"("compile":"limit","code":"hang","accepted":false)"));
  subject_.reply = {};
  subject_.reply.instances = {{Validity::valid, "", 1}};
  EXPECT_EQ(run(R"({"id":"a","schema":{},"instances":["1","2"]})"), ExitCode::subject_error);
  EXPECT_THAT(out_, HasSubstr(R"("code":"crash","accepted":false)"));
}

TEST_F(BatchTest, LimitAndShardCountLines) {
  subject_.reply.instances = {{Validity::valid, "", 1}};
  std::string lines;
  for (int i = 0; i < 10; ++i)
    lines += R"({"id":)" + std::to_string(i) + R"(,"schema":{},"instances":["1"]})" + "\n";
  common_.limit = 2;
  common_.shard = {2, 3};
  EXPECT_EQ(run(lines), ExitCode::pass);
  EXPECT_THAT(out_, HasSubstr("{\"id\":1,"));
  EXPECT_THAT(out_, HasSubstr("{\"id\":4,"));
  EXPECT_EQ(summary_.cases, 2U);
}

TEST_F(BatchTest, ALineThatIsTooLongIsABadLineAndTheNextOneIsRead) {
  subject_.reply.instances = {{Validity::valid, "", 1}};
  EXPECT_EQ(
      run(std::string(kLongestBatchLine + 1, ' ') + "\n" + R"({"id":"a","schema":{},"instances":["1"]})"),
      ExitCode::usage);
  EXPECT_THAT(err_, HasSubstr("error[line_too_long]"));
  EXPECT_EQ(summary_.cases, 1U);
}

}  // namespace
}  // namespace lockstep::cli

// Schemas with instances: who is at fault where subject, oracle, file and voters differ.
#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

#include "lockstep/conformance/maskbench/bench_suite.h"
#include "lockstep/conformance/subject/oracle_subject.h"
#include "lockstep/engine/vocabulary/builtin.h"

namespace lockstep::conformance {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

// The oracle, but for some instances; or the oracle shown another schema.
class Bent final : public Subject {
 public:
  explicit Bent(std::map<std::string, InstanceReply> answers, std::string schema = "")
      : answers_(std::move(answers)), schema_(std::move(schema)), oracle_(make_oracle_subject()) {}
  std::string name() const override { return "bent"; }
  std::string version() const override { return "1"; }
  Capabilities capabilities() const override { return oracle_->capabilities(); }
  ValidateReply validate(const ValidateRequest& request) override {
    ValidateRequest other = request;
    if (!schema_.empty()) other.schema = schema_;
    ValidateReply reply = oracle_->validate(other);
    for (std::size_t i = 0; i < reply.instances.size(); ++i) {
      const auto found = answers_.find(request.instances[i]);
      if (found != answers_.end()) reply.instances[i] = found->second;
    }
    return reply;
  }

 private:
  std::map<std::string, InstanceReply> answers_;
  std::string schema_;
  std::unique_ptr<Subject> oracle_;
};

// The engine, whose sessions have another schema.
class OtherSessions final : public Subject {
 public:
  OtherSessions() : engine_(make_engine_subject()) {}
  std::string name() const override { return "other"; }
  std::string version() const override { return "1"; }
  Capabilities capabilities() const override { return engine_->capabilities(); }
  ValidateReply validate(const ValidateRequest& request) override { return engine_->validate(request); }
  MaskStart start(const ValidateRequest& request) override {
    ValidateRequest other = request;
    other.schema = R"({"const":0})";
    return engine_->start(other);
  }

 private:
  std::unique_ptr<Subject> engine_;
};

using Make = std::function<std::unique_ptr<Subject>()>;

Make bent(std::map<std::string, InstanceReply> answers, std::string schema = "") {
  return [=] { return std::make_unique<Bent>(answers, schema); };
}

BenchRun run_with(const Make& subject, const Make& oracle = [] { return make_oracle_subject(); }) {
  BenchRun run;
  run.worker = [=] {
    BenchWorker worker;
    worker.subject = subject();
    worker.oracle = oracle();
    return worker;
  };
  return run;
}

BenchRun engine_run() {
  BenchRun run;
  run.worker = [] {
    const engine::Vocabulary& vocabulary = engine::builtin_vocabulary();
    BenchWorker worker;
    auto engine = make_measured_engine({engine::Policy::spec(), {}, vocabulary, engine::MaskPath::memo});
    worker.measured = engine.get();
    worker.subject = std::move(engine);
    worker.oracle = make_oracle_subject();
    std::string error;
    worker.python = PythonSpeller::make(LOCKSTEP_DEPS_DIR, error);
    EXPECT_NE(worker.python, nullptr) << error;
    worker.variants = std::make_unique<VariantJudge>(*worker.subject, vocabulary,
                                                     *Encoder::open("builtin", LOCKSTEP_DEPS_DIR, vocabulary),
                                                     *worker.python, 2, 1);
    return worker;
  };
  return run;
}

const char* const kDraft4 = R"({"$schema":"http://json-schema.org/draft-04/schema#",)"
                            R"("type":"integer","minimum":3,"exclusiveMinimum":true})";

std::vector<BenchSchema> small() {
  return {{"f/int", R"({"type":"integer"})", {{"1", true}, {"1.0", true}, {"\"x\"", false}}},
          {"f/draft4", kDraft4, {{"4", true}, {"3", false}, {"4.0", false}}},
          {"f/format", R"({"items":{"format":"ipv4"}})", {{"[ \"1.2.3.4\" ]", true}, {"[\"1.2.3\"]", false}}},
          {"f/empty", "false", {{"1", false}}},
          {"f/refused", R"({"pattern":"(a)\\1"})", {{"\"aa\"", true}}},
          {"f/untested", "{}", {}},
          {"f/malformed", R"({"type":"no"})", {}}};
}

BenchOutcome one(const BenchRun& run, const std::string& schema, const std::string& data, bool valid) {
  return run_maskbench({{"f/x", schema, {{data, valid}}}}, run);
}

TEST(MaskbenchRun, TheEngineIsRightAndRefusesByName) {
  const BenchOutcome outcome = run_maskbench(small(), engine_run());
  EXPECT_EQ(outcome.exit, reports::ExitCode::pass);
  ASSERT_EQ(outcome.cases.size(), 12U);
  std::map<std::string, std::size_t> verdicts;
  for (const reports::Case& test : outcome.cases) ++verdicts[test.verdict];
  EXPECT_EQ(verdicts, (std::map<std::string, std::size_t>{{"agree", 11}, {"refused", 1}}));
  EXPECT_EQ(outcome.cases[9].id, "f/refused/0");
  EXPECT_EQ(outcome.cases[9].refused_by, "pattern");
  EXPECT_EQ(outcome.cases[10].id, "f/untested/compile");
  EXPECT_GE(outcome.variants, 30U);
  ASSERT_EQ(outcome.figures.size(), 7U);
  EXPECT_EQ(outcome.figures[0].outcome, "ok");
  EXPECT_GT(outcome.figures[0].cost->bytes, 0U);
  EXPECT_GE(outcome.figures[0].grown_bytes, outcome.figures[0].cost->bytes);
  EXPECT_EQ(outcome.figures[4].outcome, "refused");
  EXPECT_EQ(outcome.figures[4].reason, "pattern");
  EXPECT_EQ(outcome.figures[6].outcome, "malformed");
}

TEST(MaskbenchRun, AWrongSubjectIsConvictedWhereTheOracleHoldsWithTheFile) {
  const std::string integer = R"({"type":"integer"})";
  const BenchOutcome wide =
      one(run_with(bent({{"\"x\"", {Validity::valid, "", {}, {}}}})), integer, "\"x\"", false);
  EXPECT_EQ(wide.cases[0].verdict, "over_accept");
  EXPECT_THAT(wide.cases[0].detail, HasSubstr("the oracle says invalid"));
  EXPECT_EQ(wide.exit, reports::ExitCode::conformance_failure);
  EXPECT_EQ(wide.unlisted, std::vector<std::string>{"f/x/0"});
  const BenchOutcome narrow =
      one(run_with(bent({{"1", {Validity::invalid, "", {}, {}}}})), integer, "1", true);
  EXPECT_EQ(narrow.cases[0].verdict, "over_reject");
  const BenchOutcome limit =
      one(run_with(bent({{"1", {Validity::error, "limit_states", {}, {}}}})), integer, "1", true);
  EXPECT_EQ(limit.cases[0].verdict, "limit");
  const BenchOutcome error =
      one(run_with(bent({{"1", {Validity::error, "broken", {}, {}}}})), integer, "1", true);
  EXPECT_EQ(error.cases[0].verdict, "inconsistent");
  // The compact text of the same value.
  const BenchOutcome compact =
      one(run_with(bent({{"[1]", {Validity::invalid, "", {}, {}}}})), R"({"type":"array"})", "[ 1 ]", true);
  EXPECT_EQ(compact.cases[0].verdict, "over_reject");
  EXPECT_THAT(compact.cases[0].detail, HasSubstr("compact: "));
  // Formats are asserted, `$schema` decides.
  EXPECT_EQ(one(run_with(bent({}, "{}")), R"({"format":"ipv4"})", "\"1\"", false).cases[0].verdict,
            "over_accept");
  EXPECT_EQ(one(run_with(bent({}, R"({"minimum":3})")), kDraft4, "3", false).cases[0].verdict, "over_accept");
}

TEST(MaskbenchRun, AnOracleThatCannotTellDoesNotExcuse) {
  const Make blind = bent({{"1", {Validity::unknown, "budget", {}, {}}}});
  const BenchOutcome outcome =
      one(run_with(bent({{"1", {Validity::invalid, "", {}, {}}}}), blind), "{}", "1", true);
  EXPECT_EQ(outcome.cases[0].verdict, "over_reject");
  EXPECT_THAT(outcome.cases[0].detail, HasSubstr("the oracle says unknown budget"));
}

TEST(MaskbenchRun, AWrongFileIsListedAndVotersSettleIt) {
  BenchRun run = run_with([] { return make_engine_subject(); });
  const BenchOutcome alone = one(run, R"({"type":"integer"})", "\"x\"", true);
  EXPECT_EQ(alone.cases[0].verdict, kFileDisagrees);
  EXPECT_EQ(alone.cases[0].expected, "valid");
  EXPECT_TRUE(alone.unlisted.empty());
  EXPECT_EQ(alone.exit, reports::ExitCode::unresolved) << "nothing else was compared";
  Bent agrees({});
  run.voters = {&agrees};
  const BenchOutcome settled = one(run, R"({"type":"integer"})", "\"x\"", true);
  EXPECT_EQ(settled.cases[0].verdict, kFileDisagrees);
  EXPECT_THAT(settled.cases[0].detail, HasSubstr("bent agrees with the truth"));
  Bent contradicts({{"\"x\"", {Validity::valid, "", {}, {}}}});
  run.voters = {&agrees, &contradicts};
  const BenchOutcome split = one(run, R"({"type":"integer"})", "\"x\"", true);
  EXPECT_EQ(split.cases[0].verdict, "split_vote");
  EXPECT_EQ(split.exit, reports::ExitCode::conformance_failure);
  // Compact and in variants a subject that holds with the oracle must stay with it.
  const Make unstable = bent({{"[ \"x\" ]", {Validity::valid, "", {}, {}}}});
  EXPECT_EQ(one(run_with(unstable, unstable), R"({"items":false})", "[ \"x\" ]", false).cases[0].verdict,
            "over_reject");
}

TEST(MaskbenchRun, AnOracleAgainstSubjectAndFileIsTold) {
  const BenchOutcome outcome =
      one(run_with([] { return make_engine_subject(); }, bent({{"1", {Validity::invalid, "", {}, {}}}})),
          "{}", "1", true);
  EXPECT_EQ(outcome.cases[0].verdict, "agree");
  EXPECT_EQ(outcome.oracle_against, std::vector<std::string>{"f/x/0"});
}

TEST(MaskbenchRun, SchemasThatBothCallMalformedAreTheFiles) {
  const BenchOutcome both =
      one(run_with([] { return make_engine_subject(); }), R"({"type":"no"})", "1", true);
  EXPECT_EQ(both.cases[0].verdict, kFileDisagrees);
  const BenchOutcome subject = one(run_with(bent({}, R"({"type":"no"})")), "{}", "1", true);
  EXPECT_EQ(subject.cases[0].verdict, "over_reject");
  const BenchOutcome taken = run_maskbench({{"f/x", R"({"type":"no"})", {}}}, run_with(bent({}, "{}")));
  EXPECT_EQ(taken.cases[0].verdict, "over_accept");
  const BenchOutcome turned_down = run_maskbench({{"f/x", "{}", {}}}, run_with(bent({}, R"({"type":"no"})")));
  EXPECT_EQ(turned_down.cases[0].verdict, "over_reject");
}

TEST(MaskbenchRun, VariantsConvict) {
  BenchRun run = engine_run();
  const auto whole = run.worker;
  run.worker = [whole] {
    BenchWorker worker = whole();
    const engine::Vocabulary& vocabulary = engine::builtin_vocabulary();
    worker.measured = nullptr;
    worker.subject = std::make_unique<OtherSessions>();
    worker.variants = std::make_unique<VariantJudge>(*worker.subject, vocabulary,
                                                     *Encoder::open("builtin", LOCKSTEP_DEPS_DIR, vocabulary),
                                                     *worker.python, 2, 1);
    return worker;
  };
  const BenchOutcome outcome = one(run, R"({"type":"integer"})", "12", true);
  EXPECT_EQ(outcome.cases[0].verdict, "over_reject");
  EXPECT_THAT(outcome.cases[0].detail, HasSubstr("tokens: 12"));
}

// In a part of draft 4 another spelling is another verdict: there is none then that changes what is an
// integer.
TEST(MaskbenchRun, PartsOfDraft4KeepTheirIntegers) {
  const std::string part =
      R"({"items":{"$schema":"http://json-schema.org/draft-04/schema#","type":"integer"}})";
  for (const char* data : {"[1,2,3,4,5,6,7,8,9]", "[10,20,30,40,50]"}) {
    const BenchOutcome outcome = one(engine_run(), part, data, true);
    EXPECT_EQ(outcome.cases[0].verdict, "agree") << outcome.cases[0].detail;
    EXPECT_EQ(outcome.without.count("spellings that make other numbers integers"), 1U)
        << "the test shows nothing";
  }
}

TEST(MaskbenchRun, ThreadsShardsLimitsAndResumptionChangeNothing) {
  BenchRun run = engine_run();
  const BenchOutcome whole = run_maskbench(small(), run);
  run.threads = 3;
  EXPECT_EQ(run_maskbench(small(), run).cases, whole.cases);
  std::multiset<std::string> ids, parts;
  for (const reports::Case& test : whole.cases) ids.insert(test.id);
  run.shards = 3;
  for (run.shard = 1; run.shard <= 3; ++run.shard) {
    for (const reports::Case& test : run_maskbench(small(), run).cases) parts.insert(test.id);
  }
  EXPECT_EQ(parts, ids);
  run.shard = run.shards = 1;
  run.limit = 3;
  EXPECT_EQ(run_maskbench(small(), run).figures.size(), 3U);
  run.limit = 0;
  // One schema whole, one torn.
  run.done = {whole.cases[0], whole.cases[1], whole.cases[2], whole.cases[3]};
  std::size_t fresh = 0;
  run.sink = [&](const reports::Case&) { ++fresh; };
  const BenchOutcome resumed = run_maskbench(small(), run);
  EXPECT_EQ(resumed.cases, whole.cases);
  EXPECT_EQ(resumed.variants, whole.variants);
  EXPECT_EQ(resumed.taken_over, 1U);
  EXPECT_EQ(fresh, 8U);
  std::size_t looks = 0;
  run.done.clear();
  run.threads = 1;
  run.stop_requested = [&] { return ++looks > 2; };
  const BenchOutcome stopped = run_maskbench(small(), run);
  EXPECT_TRUE(stopped.cancelled);
  EXPECT_EQ(stopped.figures.size(), 2U);
}

TEST(MaskbenchRun, ExpectationsHoldBothWays) {
  BenchRun run = run_with(bent({{"1", {Validity::invalid, "", {}, {}}}}));
  run.expectations.entries["f/x/0"] = {Verdict::over_reject, "planted"};
  EXPECT_EQ(one(run, "{}", "1", true).exit, reports::ExitCode::pass);
  EXPECT_EQ(one(run, "{}", "2", true).exit, reports::ExitCode::stale_expectation_list);
}

TEST(MeasuredEngine, CompilesOneSchemaOnce) {
  const auto engine = make_measured_engine(
      {engine::Policy::spec(), {}, engine::builtin_vocabulary(), engine::MaskPath::memo});
  ValidateRequest request;
  request.schema = R"({"type":"array"})";
  request.instances = {"[]", "{}"};
  const ValidateReply reply = engine->validate(request);
  ASSERT_EQ(reply.instances.size(), 2U);
  EXPECT_EQ(reply.instances[0].validity, Validity::valid);
  EXPECT_EQ(reply.instances[1].validity, Validity::invalid);
  const double cost = engine->cost().milliseconds;
  request.instances.clear();
  EXPECT_NE(engine->start(request).session, nullptr);
  EXPECT_EQ(engine->cost().milliseconds, cost) << "compiled again";
  request.schema = "false";
  request.instances = {"1"};
  EXPECT_EQ(engine->validate(request).instances[0].validity, Validity::invalid);
  EXPECT_EQ(engine->cost().bytes, 0U);
  EXPECT_EQ(engine->start(request).session, nullptr);
}

TEST(MeasuredEngine, TakesItsTimeAndNoMore) {
  BenchRun run;
  run.worker = [] {
    BenchWorker worker;
    worker.subject = make_measured_engine(
        {engine::Policy::spec(), {}, engine::builtin_vocabulary(), engine::MaskPath::memo}, -1);
    worker.oracle = make_oracle_subject();
    return worker;
  };
  const BenchOutcome outcome = one(run, "{}", "1", true);
  EXPECT_EQ(outcome.cases[0].verdict, "hang");
  EXPECT_EQ(outcome.exit, reports::ExitCode::conformance_failure);
}

class MaskbenchFile : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) / fmt::format("lockstep_maskbench_{}", ::getpid());
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }
  void put(const std::string& name, const std::string& text) const { std::ofstream(folder_ / name) << text; }
  BenchFault fault(const std::string& line) const {
    put("b.jsonl", "\n" + line + "\n");
    const auto read = read_maskbench(folder_);
    const auto* found = std::get_if<BenchFault>(&read);
    EXPECT_NE(found, nullptr) << line;
    return found == nullptr ? BenchFault{} : *found;
  }
  fs::path folder_;
};

TEST_F(MaskbenchFile, KeepsTheBytes) {
  put("b.jsonl", R"({"id":"y","schema":true,"tests":[]})");
  put("a.jsonl",
      R"({"id":"x","schema":{ "minimum":1.0 },"tests":[{"valid":true,"data":1.50,"description":"d"}],"features":[]})"
      "\n");
  put("notes.txt", "no line of it");
  const auto read = read_maskbench(folder_);
  const auto& schemas = std::get<std::vector<BenchSchema>>(read);
  ASSERT_EQ(schemas.size(), 2U);
  EXPECT_EQ(schemas[0].id, "a/x");
  EXPECT_EQ(schemas[0].schema, R"({ "minimum":1.0 })");
  EXPECT_EQ(schemas[0].tests[0].data, "1.50");
  EXPECT_EQ(schemas[1].id, "b/y");
}

TEST_F(MaskbenchFile, TellsWhatIsWrong) {
  const auto none = read_maskbench(folder_ / "none");
  EXPECT_EQ(std::get<BenchFault>(none).code, "no_files");
  const BenchFault json = fault("{");
  EXPECT_EQ(json.code, "bad_json");
  EXPECT_EQ(json.file, "b.jsonl");
  EXPECT_EQ(json.line, 2U);
  EXPECT_EQ(fault(R"({"id":"x","schema":{},"tests":[],"test":[]})").pointer, "/test");
  EXPECT_EQ(fault(R"({"id":"x","schema":{},"tests":[{"valid":1,"data":1}]})").pointer, "/tests/0/valid");
  EXPECT_EQ(fault(R"({"id":"x","schema":{},"tests":[{"valid":true}]})").pointer, "/tests/0");
  EXPECT_EQ(fault(R"({"id":"x","tests":[]})").code, "bad_line");
  EXPECT_EQ(fault(R"({"id":"x","schema":1,"tests":[]})"
                  "\n"
                  R"({"id":"x","schema":1,"tests":[]})")
                .code,
            "duplicate_id");
}

}  // namespace
}  // namespace lockstep::conformance

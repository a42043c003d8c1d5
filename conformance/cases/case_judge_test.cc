// Our own reported cases: the engine is right on each, and every rule convicts a subject that breaks it.
#include "lockstep/conformance/cases/case_judge.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <set>
#include <sstream>

#include "lockstep/conformance/cases/case_script.h"
#include "lockstep/conformance/cases/case_suite.h"
#include "lockstep/conformance/subject/oracle_subject.h"
#include "lockstep/conformance/suite/json_schema_suite.h"
#include "lockstep/engine/vocabulary/builtin.h"
#include "lockstep/engine/vocabulary/tiktoken.h"

namespace lockstep::conformance {
namespace {

using engine::TokenId;
using testing::HasSubstr;

const std::vector<CaseRow>& rows() {
  static const std::vector<CaseRow> all = [] {
    std::ifstream in(LOCKSTEP_SOURCE_DIR "/conformance/cases/testdata/rows.jsonl", std::ios::binary);
    std::stringstream text;
    text << in.rdbuf();
    auto read = read_cases(text.str());
    const auto* fault = std::get_if<CaseFault>(&read);
    EXPECT_EQ(fault, nullptr) << fault->message << " " << fault->line << fault->pointer;
    return fault == nullptr ? std::get<std::vector<CaseRow>>(std::move(read)) : std::vector<CaseRow>{};
  }();
  return all;
}

const CaseRow& row(const std::string& id) {
  const auto found =
      std::find_if(rows().begin(), rows().end(), [&](const CaseRow& one) { return one.id == id; });
  EXPECT_NE(found, rows().end()) << id;
  return *found;
}

CaseTools tools() {
  const engine::Vocabulary& vocabulary = engine::builtin_vocabulary();
  return {vocabulary, *Encoder::open("builtin", LOCKSTEP_DEPS_DIR, vocabulary), dialect_of("2020-12"),
          nullptr, 1};
}

// The engine with what a test bends: the language, the compile reply, the session, the vocabulary.
struct Bends {
  std::function<void(CaseLanguage&)> language;
  std::function<void(CompileReply&)> compile;
  std::function<void(std::vector<std::uint32_t>&, bool terminated)> mask;
  std::function<bool(std::uint32_t, bool)> accept;
  bool lies_about_stop = false, keeps_on_reset = false, keeps_on_rollback = false, shares_forks = false;
  bool terminates_never = false, fails_rollback = false;
  std::string limit;  // the code of every mask's error
  std::string forced;
  std::function<std::string(std::string)> file;  // of a vocabulary
};

class BentSession final : public CaseSession {
 public:
  BentSession(std::shared_ptr<CaseSession> session, const Bends& bends)
      : session_(std::move(session)), bends_(bends) {}
  std::vector<std::uint32_t> mask() override {
    if (!bends_.limit.empty()) return {};
    std::vector<std::uint32_t> words = session_->mask();
    if (bends_.mask) bends_.mask(words, session_->terminated());
    return words;
  }
  bool accept(std::uint32_t token) override {
    const bool taken = session_->accept(token);
    return bends_.accept ? bends_.accept(token, taken) : taken;
  }
  bool can_stop() override { return session_->can_stop() != bends_.lies_about_stop; }
  bool rollback(std::size_t tokens) override {
    return !bends_.fails_rollback && (bends_.keeps_on_rollback || session_->rollback(tokens));
  }
  void reset() override {
    if (!bends_.keeps_on_reset) session_->reset();
  }
  bool terminated() override { return !bends_.terminates_never && session_->terminated(); }
  std::unique_ptr<CaseSession> fork() override {
    if (bends_.shares_forks) return std::make_unique<BentSession>(session_, bends_);
    return std::make_unique<BentSession>(session_->fork(), bends_);
  }
  std::string forced() override { return bends_.forced.empty() ? session_->forced() : bends_.forced; }
  std::string error() const override { return bends_.limit.empty() ? session_->error() : bends_.limit; }

 private:
  std::shared_ptr<CaseSession> session_;
  const Bends& bends_;
};

class BentSubject final : public CaseSubject {
 public:
  explicit BentSubject(Bends bends) : bends_(std::move(bends)), engine_(make_engine_case_subject()) {}
  std::string name() const override { return "bent"; }
  std::string version() const override { return "1"; }
  bool has_masks() const override { return true; }
  CaseStart start(const CaseLanguage& language, const engine::Vocabulary& vocabulary) override {
    CaseLanguage other = language;
    if (bends_.language) bends_.language(other);
    CaseStart started = engine_->start(other, vocabulary);
    if (bends_.compile) bends_.compile(started.compile);
    if (started.compile.outcome != Compile::ok) started.session.reset();
    if (started.session) started.session = std::make_unique<BentSession>(std::move(started.session), bends_);
    return started;
  }
  engine::Result<engine::Vocabulary> read_vocabulary(const std::string& file,
                                                     const engine::VocabularyOptions& options) override {
    return engine_->read_vocabulary(bends_.file ? bends_.file(file) : file, options);
  }
  ValidateReply validate(const ValidateRequest&) override { return {}; }
  InstanceReply viable(const ValidateRequest&) override { return {}; }

 private:
  Bends bends_;
  std::unique_ptr<CaseSubject> engine_;
};

VariantResult judged(const CaseRow& one, Bends bends) {
  BentSubject subject(std::move(bends));
  return CaseJudge(subject, tools()).judge(one).result;
}

void expect(const CaseRow& one, Bends bends, Verdict verdict, const std::string& words) {
  const VariantResult result = judged(one, std::move(bends));
  EXPECT_EQ(result.verdict, verdict) << one.id << ": " << result.detail;
  EXPECT_THAT(result.detail, HasSubstr(words)) << one.id;
}

Bends with_schema(const std::string& schema) {
  Bends bends;
  bends.language = [schema](CaseLanguage& language) { language.schema.schema = schema; };
  return bends;
}

Bends with_reply(Compile outcome, const std::string& code, const std::string& keyword) {
  Bends bends;
  bends.compile = [=](CompileReply& reply) {
    reply = {};
    reply.outcome = outcome;
    reply.code = code;
    reply.keyword = keyword;
  };
  return bends;
}

CaseRow only(CaseRow one, const std::function<void(CaseRow&)>& change) {
  one.accept.clear();
  one.accept_policy.clear();
  one.reject.clear();
  one.unclear.clear();
  change(one);
  return one;
}

TEST(OwnCases, HaveEveryFormThatThereIs) {
  std::set<std::string> types;
  std::set<ScriptStep::Op> ops;
  for (const CaseRow& one : rows()) {
    types.insert(one.input_type);
    if (one.session) {
      for (const ScriptStep& step : one.session->script) ops.insert(step.op);
    }
  }
  EXPECT_EQ(types, (std::set<std::string>{"gbnf", "json_schema", "regex", "session", "tokenizer", "tools"}));
  EXPECT_EQ(ops.size(), 12U);
  EXPECT_EQ(row("schema-recipe").text, R"({"enum":["v23","v34","v45","end5"]})");
  EXPECT_EQ(row("recipes").accept, (std::vector<std::string>{"\"ababab\"", " [[[[1]]]] "}));
}

TEST(OwnCases, TheEngineIsRightOnEach) {
  const auto engine = make_engine_case_subject();
  const CaseOutcome outcome = run_cases(*engine, rows(), {.tools = tools()});
  EXPECT_EQ(outcome.exit, reports::ExitCode::pass);
  EXPECT_EQ(outcome.cases.size(), rows().size());
  EXPECT_EQ(outcome.not_applicable,
            (std::map<std::string, std::size_t>{
                {"gbnf", 1}, {"session in words", 1}, {"session over a grammar", 1}, {"tools", 1}}));
  std::size_t agreed = 0;
  for (const reports::Case& one : outcome.cases) {
    if (one.verdict == "agree") {
      ++agreed;
      EXPECT_GT(variants_in(one.detail), 0U) << one.id;
    }
    const bool refused = one.id == "refused" && one.refused_by == "pattern" && one.verdict == "refused";
    EXPECT_TRUE(one.verdict == "agree" || one.verdict == kNotApplicable || refused)
        << one.id << ": " << one.verdict << ": " << one.detail;
  }
  EXPECT_EQ(agreed, rows().size() - 5);
  EXPECT_GT(outcome.fed, 500U);
}

TEST(OwnCases, TheOracleIsRightOnTheSchemas) {
  const auto oracle = make_oracle_subject();
  const auto locator = make_oracle_subject({.locates = true});
  const auto subject = make_document_case_subject(*oracle, locator.get());
  const CaseOutcome outcome = run_cases(*subject, rows(), {.tools = tools()});
  EXPECT_EQ(outcome.exit, reports::ExitCode::pass);
  for (const reports::Case& one : outcome.cases)
    EXPECT_TRUE(one.verdict == "agree" || one.verdict == kNotApplicable) << one.id << ": " << one.detail;
  EXPECT_EQ(std::count_if(outcome.cases.begin(), outcome.cases.end(),
                          [](const reports::Case& one) { return one.verdict == "agree"; }),
            13);
  // Without the locator nobody knows beginnings, and that is no agreement.
  const auto blind = make_document_case_subject(*oracle, nullptr);
  EXPECT_EQ(CaseJudge(*blind, tools()).judge(row("schema")).result.verdict, Verdict::unknown);
}

TEST(OwnCases, AWrongListConvictsTheOracleToo) {
  const auto oracle = make_oracle_subject();
  const auto locator = make_oracle_subject({.locates = true});
  const auto subject = make_document_case_subject(*oracle, locator.get());
  const auto verdict = [&](const CaseRow& one) {
    return CaseJudge(*subject, tools()).judge(one).result.verdict;
  };
  EXPECT_EQ(verdict(only(row("schema"), [](CaseRow& one) { one.accept = {"{}"}; })), Verdict::over_reject);
  EXPECT_EQ(verdict(only(row("schema"), [](CaseRow& one) { one.reject = {{"{\"a\":1}", false}}; })),
            Verdict::over_accept);
  EXPECT_EQ(verdict(only(row("schema"), [](CaseRow& one) { one.reject = {{"{\"a\":", true}}; })),
            Verdict::mask_too_wide);
}

TEST(CaseRules, ListsConvict) {
  expect(row("schema"), with_schema("{}"), Verdict::over_accept, "reject in bytes: {}");
  expect(row("schema"), with_schema(R"({"const":{"a":1}})"), Verdict::agree, "");
  expect(row("schema"), with_schema(R"({"const":{"a":2}})"), Verdict::over_reject,
         "accept in bytes: {\"a\":1}");
  const CaseRow policy = only(row("schema"), [](CaseRow& one) { one.accept_policy = {"{ \"a\" : 1e0 }"}; });
  expect(policy, with_schema(R"({"const":{"a":2}})"), Verdict::over_reject, "accept_policy");
  const CaseRow dead = only(row("schema"), [](CaseRow& one) { one.reject = {{"{\"b", true}}; });
  expect(dead, {}, Verdict::agree, "");
  expect(dead, with_schema("{}"), Verdict::mask_too_wide, "dead_prefix in bytes: {\"b");
  const CaseRow whole = only(row("schema"), [](CaseRow& one) { one.reject = {{"{}", true}}; });
  expect(whole, with_schema("{}"), Verdict::over_accept, "taken as complete");
  Bends ends;
  ends.lies_about_stop = true;
  const CaseRow unclear = only(row("schema"), [](CaseRow& one) { one.unclear = {"{\"a\":1}"}; });
  expect(unclear, {}, Verdict::agree, "");
  expect(unclear, ends, Verdict::inconsistent, "unclear");
}

TEST(CaseRules, TheDraftAndTheFormatAreTheRows) {
  for (const char* id : {"draft-4", "draft-option"}) {
    Bends bends;
    bends.language = [](CaseLanguage& language) {
      language.schema.dialect = dialect_of("7");
      language.schema.schema = R"({"minimum":3})";
    };
    expect(row(id), bends, Verdict::over_accept, "reject in bytes: 3");
  }
  Bends bends;
  bends.language = [](CaseLanguage& language) {
    language.schema.assert_formats = !language.schema.assert_formats;
  };
  expect(row("format"), bends, Verdict::over_accept, "2021-02-29");
  expect(row("format-annotates"), bends, Verdict::over_reject, "2021-02-29");
}

TEST(CaseRules, CompileConvicts) {
  const CaseRow error = only(row("error"), [](CaseRow&) {});
  expect(error, with_schema("{}"), Verdict::over_accept, "had to turn down");
  expect(error, with_schema("false"), Verdict::over_accept, "found a meaning");
  expect(error, with_reply(Compile::malformed, "", ""), Verdict::inconsistent, "without saying what");
  expect(error, with_reply(Compile::refused, "unsupported", ""), Verdict::inconsistent,
         "without saying what");
  expect(error, with_reply(Compile::refused, "unsupported", "type"), Verdict::agree, "");
  expect(error, with_reply(Compile::limit, "limit_states", ""), Verdict::limit, "limit_states");
  expect(row("schema"), with_reply(Compile::malformed, "bad", ""), Verdict::over_reject, "malformed");
  expect(row("schema"), with_reply(Compile::refused, "no", "type"), Verdict::refused, "type");
  expect(row("schema"), with_reply(Compile::limit, "limit_states", ""), Verdict::limit, "limit_states");
  expect(row("schema"), with_schema("false"), Verdict::over_reject, "called empty");
  expect(row("ok-or-limit"), with_reply(Compile::limit, "limit_states", ""), Verdict::agree, "");
  expect(row("ok-or-limit"), with_reply(Compile::refused, "no", "type"), Verdict::refused, "type");
  expect(row("ok-or-limit"), with_reply(Compile::malformed, "bad", ""), Verdict::over_reject, "malformed");
  expect(row("ok-or-limit"), with_schema("{}"), Verdict::over_accept, "[1,2,3]");
  expect(row("ok-or-error"), with_reply(Compile::malformed, "bad", ""), Verdict::agree, "");
  expect(row("ok-or-error"), with_reply(Compile::limit, "limit_states", ""), Verdict::limit, "limit_states");
  expect(row("ok-or-error"), with_schema("{}"), Verdict::over_accept, "\"ab\"");
  expect(row("error-or-empty"), with_schema("{}"), Verdict::over_accept, "reject");
  expect(only(row("error-or-empty"), [](CaseRow&) {}), with_schema("{}"), Verdict::mask_too_wide,
         "empty language");
  expect(row("error-or-empty"), with_reply(Compile::ok, "", ""), Verdict::inconsistent, "does not start");
}

TEST(CaseRules, MasksConvict) {
  Bends clears;
  clears.mask = [](std::vector<std::uint32_t>& words, bool) { std::fill(words.begin(), words.end(), 0); };
  expect(row("schema"), clears, Verdict::inconsistent, "mask and accept disagree");
  Bends both = clears;
  both.accept = [](std::uint32_t, bool) { return false; };
  expect(row("schema"), both, Verdict::over_reject, "died at token 1 of 7");
  Bends limited;
  limited.limit = "limit_states";
  expect(row("schema"), limited, Verdict::limit, "limit_states after 0 of 7 tokens");
  limited.limit = "cancelled";
  expect(row("schema"), limited, Verdict::inconsistent, "no mask after 0 tokens");
  Bends wide;
  wide.language = [](CaseLanguage& language) { language.regex = "[^]*"; };
  expect(row("regex"), wide, Verdict::over_accept, "reject");
  wide.language = [](CaseLanguage& language) { language.regex = "x"; };
  expect(row("regex"), wide, Verdict::over_reject, "accept");
}

// A change of a session's behaviour -> the step at which the script meets it.
TEST(CaseRules, ScriptsConvict) {
  const CaseRow script = only(row("session"), [](CaseRow&) {});
  expect(script, {}, Verdict::agree, "");
  const auto bent = [](const std::function<void(Bends&)>& change) {
    Bends bends;
    change(bends);
    return bends;
  };
  expect(script, bent([](Bends& b) { b.forced = "g"; }), Verdict::inconsistent,
         "step 3 of the script: 'g' is forced");
  expect(script, bent([](Bends& b) { b.keeps_on_reset = true; }), Verdict::mask_too_wide, "step 22");
  expect(script, bent([](Bends& b) { b.keeps_on_rollback = true; }), Verdict::mask_too_narrow, "step 14");
  expect(script, bent([](Bends& b) { b.fails_rollback = true; }), Verdict::inconsistent,
         "does not roll back 3");
  expect(script, bent([](Bends& b) { b.terminates_never = true; }), Verdict::inconsistent, "step 11");
  expect(script, bent([](Bends& b) { b.shares_forks = true; }), Verdict::inconsistent,
         "mask and accept disagree");
  expect(script, bent([](Bends& b) { b.lies_about_stop = true; }), Verdict::inconsistent, "can_stop");
  // A special token as text, in mask and accept alike; padding; a language that is too wide or too narrow.
  expect(script, bent([](Bends& b) {
           b.mask = [](std::vector<std::uint32_t>& words, bool end) { words[0] |= end ? 0 : 1U << 9U; };
           b.accept = [](std::uint32_t token, bool taken) { return taken || token == 9; };
         }),
         Verdict::mask_too_wide, "token 9, which is no text");
  expect(script, bent([](Bends& b) {
           b.mask = [](std::vector<std::uint32_t>& words, bool) { words[0] |= 1U << 20U; };
           b.accept = [](std::uint32_t token, bool taken) { return taken || token == 20; };
         }),
         Verdict::inconsistent, "padding bit 20");
  const auto regex = [&](const char* text) {
    return bent([text](Bends& b) { b.language = [text](CaseLanguage& language) { language.regex = text; }; });
  };
  expect(script, regex("[^]*"), Verdict::mask_too_wide, "step 2 of the script: token 1 is allowed");
  expect(script, regex("a"), Verdict::mask_too_wide, "step 2 of the script: token 2 is allowed");
  expect(script, regex("go( (a|b|aa|\\u{e9}))*\\.?| "), Verdict::mask_too_wide, "token 1");
  expect(script, regex("go\\.?"), Verdict::mask_too_narrow, "step 7 of the script: token 1 is not allowed");
  CaseRow accepts = script;
  accepts.session->script.resize(5);
  accepts.session->script.erase(accepts.session->script.begin(), accepts.session->script.begin() + 3);
  expect(accepts, regex(" ?go"), Verdict::over_accept, "step 1 of the script: token 1 was taken");
  expect(accepts, regex("a"), Verdict::over_reject, "step 2 of the script: token 0 was refused");
  CaseRow many = script;
  many.session->script = {row("session").session->script[4], row("session").session->script[9]};
  expect(many, regex("go "), Verdict::over_reject, "1 tokens were taken, not 4");
}

TEST(CaseRules, SameMaskConvicts) {
  CaseRow one = only(row("session"), [](CaseRow&) {});
  ScriptStep mark = row("session").session->script[5], same = row("session").session->script[15];
  one.session->script = {mark, row("session").session->script[4], same};
  expect(one, {}, Verdict::inconsistent, "step 3 of the script: the mask is not that of 'go'");
}

TEST(CaseRules, VocabulariesConvict) {
  const auto bent = [](const std::string& from, const std::string& to) {
    Bends bends;
    bends.file = [=](std::string file) {
      const std::size_t at = file.find(from);
      if (at != std::string::npos) file.replace(at, from.size(), to);
      return file;
    };
    return bends;
  };
  expect(row("pieces"), bent("ByteLevel", "Fuse"), Verdict::inconsistent, "spells");
  expect(row("pieces-sentencepiece"), bent("ByteFallback", "Fuse"), Verdict::inconsistent, "<0x41>");
  expect(row("pieces"), bent("\"model\"", "\"modul\""), Verdict::inconsistent, "does not load");
  expect(row("decoder"), bent("ByteLevel", "Fuse"), Verdict::inconsistent, "does not spell");
  expect(row("decoder"), bent("ByteLevel", "Unheard"), Verdict::refused, "Unheard");
  expect(row("long-tokens"), bent("Yg==", "Yw=="), Verdict::inconsistent, "token 2 has other bytes");
  expect(row("long-tokens"), bent("Yg==", "!"), Verdict::inconsistent, "do not load");
  Bends wide;
  wide.language = [](CaseLanguage& language) { language.choices = {"a", "b"}; };
  expect(row("long-tokens"), wide, Verdict::over_reject, "token 1");
  wide.language = [](CaseLanguage& language) { language.choices.emplace_back("b"); };
  expect(row("long-tokens"), wide, Verdict::mask_too_wide, "token 2 at the start of the text of token 0");
  wide.language = [](CaseLanguage& language) { language.choices.clear(); };
  expect(row("long-tokens"), wide, Verdict::inconsistent, "does not compile");
}

TEST(CaseSuite, ShardsLimitsAndResumes) {
  const auto engine = make_engine_case_subject();
  const CaseOutcome whole = run_cases(*engine, rows(), {.tools = tools()});
  std::vector<std::string> ids;
  for (std::size_t shard = 1; shard <= 3; ++shard) {
    const CaseOutcome part = run_cases(*engine, rows(), {.tools = tools(), .shard = shard, .shards = 3});
    for (const reports::Case& one : part.cases) ids.push_back(one.id);
  }
  EXPECT_EQ(std::set<std::string>(ids.begin(), ids.end()).size(), rows().size());
  EXPECT_EQ(ids.size(), rows().size());
  EXPECT_EQ(select_rows(rows().size(), {.tools = tools(), .limit = 5}).size(), 5U);
  std::size_t fresh = 0;
  CaseRun again{.tools = tools()};
  again.done = {whole.cases[0], whole.cases[4]};
  again.sink = [&](const reports::Case&) { ++fresh; };
  const CaseOutcome resumed = run_cases(*engine, rows(), again);
  EXPECT_EQ(resumed.cases, whole.cases);
  EXPECT_EQ(resumed.fed, whole.fed);
  EXPECT_EQ(fresh, rows().size() - 2);
}

TEST(CaseSuite, ExpectationsHoldBothWays) {
  BentSubject wide(with_schema("{}"));
  CaseRun run{.tools = tools()};
  EXPECT_EQ(run_cases(wide, {row("schema")}, run).exit, reports::ExitCode::conformance_failure);
  run.expectations.entries["schema"] = {Verdict::over_accept, "planted"};
  const CaseOutcome listed = run_cases(wide, {row("schema")}, run);
  EXPECT_EQ(listed.exit, reports::ExitCode::pass);
  EXPECT_TRUE(listed.cases[0].listed);
  const auto engine = make_engine_case_subject();
  EXPECT_EQ(run_cases(*engine, {row("schema")}, run).exit, reports::ExitCode::stale_expectation_list);
  EXPECT_EQ(run_cases(*engine, {row("grammar")}, {.tools = tools()}).exit, reports::ExitCode::unresolved)
      << "nothing was compared";
}

TEST(AsText, MarksWhatIsCut) {
  EXPECT_EQ(as_text("a\xC3\xA9"), "a\xC3\xA9");
  EXPECT_EQ(as_text("a\xE6\x97"), "a\xEF\xBF\xBD");
}

}  // namespace
}  // namespace lockstep::conformance

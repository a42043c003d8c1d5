// lockstep conform: exit codes, the summary object, shards, resumption, the vote, expectation lists.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "lockstep/cli/test_program.h"
#include "lockstep/reports/record.h"

namespace lockstep::cli {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::HasSubstr;

class ConformTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) /
              fmt::format("lockstep_conform_{}_{}",
                          testing::UnitTest::GetInstance()->current_test_info()->name(), ::getpid());
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  Ran conform(std::vector<std::string> more, const std::string& report = "report.jsonl") const {
    std::vector<std::string> arguments = {"conform", "--json", "--report", path(report)};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(arguments);
  }

  static json summary(const Ran& ran) {
    const std::size_t last = ran.out.rfind('\n', ran.out.size() - 2);
    return json::parse(ran.out.substr(last == std::string::npos ? 0 : last + 1), nullptr, false);
  }

  reports::Record record(const std::string& name) const {
    reports::ReadError error;
    std::optional<reports::Record> read = reports::read_record(path(name), error);
    EXPECT_TRUE(read.has_value()) << error.code << ": " << error.message;
    return read.value_or(reports::Record{});
  }

  fs::path folder_;
};

std::vector<std::string> lines_of(const std::string& file) {
  std::ifstream in(file);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

TEST_F(ConformTest, TheOracleIsRightOnEveryRequiredCase) {
  const Ran ran = conform({"--suite", "json-schema", "--draft", "2020-12", "--subject", "oracle"});
  EXPECT_EQ(ran.exit, 0) << ran.out << ran.err;
  const json object = summary(ran);
  EXPECT_EQ(object.at("command"), "conform");
  EXPECT_EQ(object.at("exit"), 0);
  EXPECT_EQ(object.at("report"), path("report.jsonl"));
  EXPECT_EQ(object.at("cases"), 1257);
  EXPECT_EQ(object.at("verdicts"), json({{"agree", 1257}}));
  EXPECT_EQ(object.at("refused_by"), json::object());
  EXPECT_EQ(record("report.jsonl").cases.size(), 1257U);
  const std::size_t untested = ran.out.find("Not tested:");
  const std::size_t counts = ran.out.find("Counts:");
  ASSERT_NE(untested, std::string::npos);
  EXPECT_LT(untested, counts);
  EXPECT_THAT(ran.out, HasSubstr("649 left out; --optional adds them"));
}

TEST_F(ConformTest, ShardsMakeUpTheWhole) {
  ASSERT_EQ(conform({"--draft", "2020-12"}, "whole").exit, 0);
  std::map<std::string, std::string> whole;
  for (const reports::Case& one : record("whole").cases) whole[one.id] = one.verdict;
  std::map<std::string, std::string> parts;
  std::size_t sum = 0;
  for (const char* shard : {"1/3", "2/3", "3/3"}) {
    ASSERT_EQ(conform({"--draft", "2020-12", "--shard", shard}, "part").exit, 0);
    for (const reports::Case& one : record("part").cases) parts[one.id] = one.verdict;
    sum += record("part").cases.size();
  }
  EXPECT_EQ(parts, whole);
  EXPECT_EQ(sum, whole.size());
}

TEST_F(ConformTest, ATornRunResumesToTheSameReport) {
  const std::vector<std::string> options = {"--limit", "200", "--seed", "7"};
  ASSERT_EQ(conform(options).exit, 0);
  const std::vector<std::string> whole = lines_of(path("report.jsonl"));
  ASSERT_EQ(whole.size(), 202U);
  for (const std::size_t kept : {std::size_t{1}, std::size_t{2}, std::size_t{100}, std::size_t{201}}) {
    std::ofstream out(path("report.jsonl"));
    for (std::size_t i = 0; i < kept; ++i) out << whole[i] << '\n';
    out << whole[kept].substr(0, 9);  // torn in the middle of a line
    out.close();
    std::vector<std::string> again = options;
    again.emplace_back("--resume");
    ASSERT_EQ(conform(again).exit, 0) << kept;
    std::vector<std::string> resumed = lines_of(path("report.jsonl"));
    ASSERT_EQ(resumed.size(), whole.size());
    resumed.pop_back();  // the footer has the seconds
    EXPECT_TRUE(std::equal(resumed.begin(), resumed.end(), whole.begin())) << kept;
  }
}

TEST_F(ConformTest, AnInterruptLeavesAStreamThatResumesToTheSameReport) {
  const std::vector<std::string> options = {"--limit", "80", "--seed", "7"};
  ASSERT_EQ(conform(options).exit, 0);
  std::vector<std::string> whole = lines_of(path("report.jsonl"));
  const std::atomic<bool> stop{true};
  std::istringstream in;
  std::ostringstream out;
  std::ostringstream err;
  Context context{.in = in, .out = out, .err = err};
  context.deps = LOCKSTEP_DEPS_DIR;
  context.stop = &stop;
  std::vector<std::string> arguments = {"conform", "--json", "--report", path("report.jsonl")};
  arguments.insert(arguments.end(), options.begin(), options.end());
  EXPECT_EQ(run_program(arguments, context, all_commands()), 5);
  EXPECT_THAT(err.str(), HasSubstr("error[interrupted]"));
  EXPECT_EQ(lines_of(path("report.jsonl")).size(), 1U);  // the header alone: no footer, so no report
  std::vector<std::string> again = options;
  again.emplace_back("--resume");
  ASSERT_EQ(conform(again).exit, 0);
  std::vector<std::string> resumed = lines_of(path("report.jsonl"));
  ASSERT_EQ(resumed.size(), whole.size());
  whole.pop_back();
  resumed.pop_back();
  EXPECT_EQ(resumed, whole);
}

TEST_F(ConformTest, ALimitIsDrawnBySeedAndRepeats) {
  ASSERT_EQ(conform({"--limit", "50", "--seed", "3"}, "a").exit, 0);
  ASSERT_EQ(conform({"--limit", "50", "--seed", "3"}, "b").exit, 0);
  ASSERT_EQ(conform({"--limit", "50", "--seed", "4"}, "c").exit, 0);
  EXPECT_EQ(record("a").cases, record("b").cases);
  EXPECT_NE(record("a").cases, record("c").cases);
  EXPECT_EQ(record("c").cases.size(), 50U);
}

TEST_F(ConformTest, TheAuditAsksBothValidators) {
  const Ran ran = conform({"--limit", "60", "--audit"});
  EXPECT_EQ(ran.exit, 0) << ran.out << ran.err;
  EXPECT_GE(summary(ran).at("audited"), 50);
  std::size_t both = 0;
  for (const reports::Case& one : record("report.jsonl").cases) {
    both += one.detail.find("sourcemeta") != std::string::npos &&
            one.detail.find("hyperjump") != std::string::npos;
  }
  EXPECT_EQ(both, 60U);
  const Ran one = conform({"--limit", "60", "--audit", "--without", "hyperjump"});
  EXPECT_EQ(one.exit, 0) << one.err;
  EXPECT_EQ(summary(one).at("not_tested").at("vote of hyperjump"), "left out by --without");
}

// A real validator that is known to be wrong here, so that the failing exits are seen from outside.
TEST_F(ConformTest, KnownFailuresAreListedUnlistedOrStale) {
  const std::vector<std::string> base = {"--subject", "python-jsonschema", "--limit",   "120",       "--seed",
                                         "1",         "--without",         "hyperjump", "--optional"};
  json list = {{"subject", "python-jsonschema"}, {"draft", "2020-12"}, {"entries", json::array()}};
  const auto with_list = [&](const json& entries) {
    list["entries"] = entries;
    std::ofstream(path("list.json")) << list.dump();
    std::vector<std::string> arguments = base;
    arguments.insert(arguments.end(), {"--expectations", path("list.json")});
    return conform(arguments);
  };
  const Ran unlisted = with_list(json::array());
  ASSERT_EQ(unlisted.exit, 1) << unlisted.out << unlisted.err;
  json entries = json::array();
  for (const reports::Case& one : record("report.jsonl").cases) {
    if (one.verdict == "agree" || one.verdict == "refused" || one.verdict == "unknown") continue;
    EXPECT_FALSE(one.listed);
    entries.push_back({{"id", one.id}, {"verdict", one.verdict}, {"reason", "seen in the run before"}});
  }
  ASSERT_GE(entries.size(), 2U);
  EXPECT_EQ(conform(base).exit, 0) << "the project's own list names them as well";
  EXPECT_EQ(with_list(entries).exit, 0);
  for (const reports::Case& one : record("report.jsonl").cases) {
    EXPECT_EQ(one.listed, one.verdict != "agree" && one.verdict != "refused" && one.verdict != "unknown")
        << one.id;
  }
  json one_missing = entries;
  one_missing.erase(0);
  const Ran missing = with_list(one_missing);
  EXPECT_EQ(missing.exit, 1);
  EXPECT_THAT(missing.out,
              HasSubstr("not in the expectation list: " + entries[0].at("id").get<std::string>()));
  json one_more = entries;
  one_more.push_back({{"id", "draft2020-12/no/such/case"}, {"verdict", "crash"}, {"reason", "r"}});
  const Ran stale = with_list(one_more);
  EXPECT_EQ(stale.exit, 6);
  EXPECT_EQ(summary(stale).at("exit"), 6);
  EXPECT_THAT(stale.out, HasSubstr("stale in the expectation list: draft2020-12/no/such/case"));
  json malformed = entries;
  malformed[0]["reason"] = "";
  EXPECT_EQ(with_list(malformed).exit, 2);
}

TEST_F(ConformTest, GeneratedPairsAreAuditedAndWithoutVotesTheOracleIsUnresolved) {
  const Ran audited = conform({"--suite", "generated", "--audit", "--limit", "150"});
  EXPECT_EQ(audited.exit, 0) << audited.out << audited.err;
  EXPECT_GE(summary(audited).at("audited"), 150);
  EXPECT_EQ(summary(audited).at("audited"), summary(audited).at("cases"));
  EXPECT_EQ(record("report.jsonl").cases.front().id, "generated/1/0/0");

  const Ran alone = conform({"--suite", "generated", "--limit", "150"});
  EXPECT_EQ(alone.exit, 5) << alone.out;
  const Ran blind = conform({"--suite", "generated", "--audit", "--limit", "50", "--without", "sourcemeta",
                             "--without", "hyperjump"});
  EXPECT_EQ(blind.exit, 4) << blind.out;
  EXPECT_EQ(conform({"--suite", "generated", "--resume"}).exit, 2);
}

TEST_F(ConformTest, AWrongSubjectFailsOnGeneratedPairs) {
  const Ran ran = conform({"--suite", "generated", "--limit", "3000", "--subject", "python-jsonschema"});
  EXPECT_EQ(ran.exit, 1) << ran.err;  // its patterns are not ECMA-262
  const json verdicts = summary(ran).at("verdicts");
  EXPECT_GE(verdicts.value("over_accept", 0) + verdicts.value("over_reject", 0), 3) << verdicts.dump();
}

TEST_F(ConformTest, ASubjectThatRefusesEverythingIsUnresolved) {
  const Ran ran = conform({"--subject", "valijson", "--limit", "20"});
  EXPECT_EQ(ran.exit, 5) << ran.err;
  EXPECT_EQ(summary(ran).at("verdicts"), json({{"refused", 20}}));
  EXPECT_EQ(summary(ran).at("refused_by"), json({{"$schema", 20}}));
}

TEST_F(ConformTest, MistakesOfTheCaller) {
  EXPECT_EQ(conform({"--draft", "3"}).exit, 2);
  EXPECT_EQ(conform({"--subject", "nobody"}).exit, 2);
  EXPECT_EQ(conform({"--suite", "other"}).exit, 2);
  EXPECT_EQ(conform({"--expectations", path("absent.json")}).exit, 2);
}

TEST_F(ConformTest, TheEngineIsAskedInOtherSpellingsToo) {
  const Ran ran = conform({"--subject", "engine", "--limit", "300", "--seed", "3"});
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_EQ(summary(ran)["cases"], 300);
  EXPECT_GE(summary(ran)["variants"], 500);
  const Ran again = conform({"--subject", "engine", "--limit", "300", "--seed", "3"}, "again.jsonl");
  EXPECT_EQ(record("report.jsonl").cases, record("again.jsonl").cases);
  EXPECT_FALSE(
      summary(conform({"--subject", "engine", "--variants", "0", "--limit", "20"})).contains("variants"));
  EXPECT_FALSE(summary(conform({"--subject", "oracle", "--limit", "20"})).contains("variants"));
}

// Its own tokenizer's tokens, of a real vocabulary.
TEST_F(ConformTest, VariantsUnderARealVocabulary) {
  const Ran ran = conform({"--subject", "engine", "--vocab", "llama-3", "--variants", "2", "--limit", "200"});
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_GE(summary(ran)["variants"], 200);
}

TEST_F(ConformTest, TextsThatTheEngineWritesAreAudited) {
  const Ran ran = conform({"--suite", "written", "--subject", "engine", "--audit", "--audit-one-in", "20",
                           "--limit", "12", "--seed", "2"});
  EXPECT_EQ(ran.exit, 0) << ran.err;
  const json said = summary(ran);
  EXPECT_GE(said["cases"], 300);
  EXPECT_GE(said["audited"], 15);
  EXPECT_LE(said["audited"].get<std::size_t>() * 10, said["cases"].get<std::size_t>());
  EXPECT_EQ(conform({"--suite", "written", "--subject", "oracle"}).exit, 2);
  EXPECT_EQ(conform({"--suite", "insertion", "--subject", "oracle"}).exit, 2);
}

TEST_F(ConformTest, VariantsNeedMasks) {
  EXPECT_EQ(conform({"--subject", "oracle", "--variants", "2"}).exit, 2);
  EXPECT_EQ(conform({"--subject", "hyperjump", "--vocab", "llama-3"}).exit, 2);
}

const char* const kRows = LOCKSTEP_SOURCE_DIR "/conformance/cases/testdata/rows.jsonl";

TEST_F(ConformTest, ReportedCasesAreJudgedOrNamed) {
  const Ran ran = conform({"--suite", "cases", "--path", kRows, "--subject", "engine"});
  EXPECT_EQ(ran.exit, 0) << ran.out << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("not applicable, gbnf: 1 rows"));
  const json object = summary(ran);
  EXPECT_EQ(object.at("cases"), 26);
  EXPECT_EQ(object.at("verdicts"), json({{"agree", 21}, {"refused", 1}, {"not_applicable", 4}}));
  EXPECT_EQ(object.at("refused_by"), json({{"pattern", 1}}));
  EXPECT_GT(object.at("variants").get<std::size_t>(), 500U);
  const Ran oracle = conform({"--suite", "cases", "--path", kRows, "--subject", "oracle"}, "oracle.jsonl");
  EXPECT_EQ(oracle.exit, 0) << oracle.out << oracle.err;
  EXPECT_EQ(summary(oracle).at("verdicts"), json({{"agree", 13}, {"not_applicable", 13}}));
}

TEST_F(ConformTest, AWrongReportedCaseFailsAndABadOneIsTold) {
  std::ifstream in(kRows);
  std::string first;
  std::getline(in, first);
  std::string wrong = first;
  wrong.replace(wrong.find("\"reject\": [\"{}\""), 15, "\"reject\": [\"{\\\"a\\\":1}\"");
  std::ofstream(path("wrong.jsonl")) << wrong << '\n';
  const Ran failed = conform({"--suite", "cases", "--path", path("wrong.jsonl"), "--subject", "engine"});
  EXPECT_EQ(failed.exit, 1) << failed.err;
  EXPECT_THAT(failed.out, HasSubstr("not in the expectation list: schema"));
  std::ofstream(path("bad.jsonl")) << first << "\n\n" << R"({"id":"x","kind":"crush"})" << '\n';
  const Ran bad = conform({"--suite", "cases", "--path", path("bad.jsonl"), "--subject", "engine"});
  EXPECT_EQ(bad.exit, 2);
  EXPECT_THAT(bad.err, HasSubstr("bad_row"));
  EXPECT_THAT(bad.err, HasSubstr("bad.jsonl:3: /kind"));
  EXPECT_EQ(conform({"--suite", "cases", "--path", path("none.jsonl")}).exit, 2);
  EXPECT_EQ(conform({"--suite", "cases"}).exit, 2);
  EXPECT_EQ(conform({"--path", kRows}).exit, 2);
  EXPECT_EQ(conform({"--suite", "cases", "--path", kRows, "--audit"}).exit, 2);
  EXPECT_EQ(conform({"--suite", "cases", "--path", kRows, "--variants", "3"}).exit, 2);
}

TEST_F(ConformTest, MaskbenchIsJudgedWithItsCosts) {
  fs::create_directories(folder_ / "bench");
  std::ofstream(folder_ / "bench" / "a.jsonl")
      << R"({"id":"i","schema":{"type":"integer"},"tests":[{"valid":true,"data":1},{"valid":false,"data":"x"}]})"
      << '\n'
      << R"({"id":"r","schema":{"pattern":"(a)\\1"},"tests":[{"valid":true,"data":"aa"}]})" << '\n'
      << R"({"id":"w","schema":{"type":"integer"},"tests":[{"valid":true,"data":"x"}]})" << '\n';
  const std::vector<std::string> options = {"--suite",   "maskbench",  "--path",    path("bench"),
                                            "--subject", "engine",     "--without", "hyperjump",
                                            "--without", "sourcemeta", "--figures", path("costs.jsonl")};
  const Ran ran = conform(options);
  EXPECT_EQ(ran.exit, 0) << ran.out << ran.err;
  const json object = summary(ran);
  EXPECT_EQ(object.at("cases"), 4);
  EXPECT_EQ(object.at("schemas"), 3);
  EXPECT_EQ(object.at("verdicts"), json({{"agree", 2}, {"refused", 1}, {"file_disagrees", 1}}));
  EXPECT_EQ(object.at("refused_by"), json({{"pattern", 1}}));
  EXPECT_EQ(object.at("compiles").at("outcomes"), json({{"ok", 2}, {"refused", 1}}));
  EXPECT_EQ(object.at("compiles").at("refused_schemas"), json({{"pattern", 1}}));
  EXPECT_GT(object.at("compiles").at("largest_bytes"), 0);
  EXPECT_GT(object.at("variants"), 10);
  EXPECT_THAT(ran.out, HasSubstr("The file disagrees with subject and oracle:\n  a/w/0"));
  const std::vector<std::string> costs = lines_of(path("costs.jsonl"));
  ASSERT_EQ(costs.size(), 3U);
  EXPECT_EQ(json::parse(costs[1]).at("reason"), "pattern");
  // The same records again, and by the oracle, which nobody has beside it.
  const std::vector<std::string> first = lines_of(path("report.jsonl"));
  ASSERT_EQ(conform(options).exit, 0);
  const std::vector<std::string> again = lines_of(path("report.jsonl"));
  EXPECT_TRUE(std::equal(first.begin(), first.end() - 1, again.begin(), again.end() - 1));
  const Ran oracle = conform(
      {"--suite", "maskbench", "--path", path("bench"), "--without", "hyperjump", "--without", "sourcemeta"});
  EXPECT_EQ(oracle.exit, 1) << oracle.out;
  EXPECT_EQ(summary(oracle).at("verdicts"), json({{"agree", 3}, {"over_reject", 1}}));
}

TEST_F(ConformTest, MistakesAroundMaskbenchExitTwo) {
  std::ofstream(path("x.jsonl")) << R"({"id":"i","schema":{},"test":[]})" << '\n';
  const Ran bad = conform({"--suite", "maskbench", "--path", folder_.string(), "--subject", "engine"});
  EXPECT_EQ(bad.exit, 2);
  EXPECT_THAT(bad.err, HasSubstr("x.jsonl:1: "));
  EXPECT_EQ(conform({"--suite", "maskbench"}).exit, 2);
  EXPECT_EQ(conform({"--suite", "maskbench", "--path", path("none")}).exit, 2);
  EXPECT_EQ(conform({"--suite", "maskbench", "--path", folder_.string(), "--optional"}).exit, 2);
  EXPECT_EQ(conform({"--threads", "2"}).exit, 2);
}

}  // namespace
}  // namespace lockstep::cli

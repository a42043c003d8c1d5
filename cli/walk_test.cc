// lockstep walk: passes on the engine, convicts a planted one, replays from its seed.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "lockstep/cli/test_program.h"
#include "lockstep/reports/record.h"

namespace lockstep::cli {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class WalkCommand : public testing::Test {
 protected:
  void TearDown() override { std::filesystem::remove(path_); }
  Ran walk(const std::vector<std::string>& more) {
    std::vector<std::string> arguments = {"walk", "--json", "--report", path_};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(arguments);
  }
  reports::Record record() const {
    reports::ReadError error;
    const std::optional<reports::Record> read = reports::read_record(path_, error);
    EXPECT_TRUE(read) << error.message;
    return read.value_or(reports::Record{});
  }
  static json summary(const Ran& ran) {
    const std::size_t last = ran.out.rfind('\n', ran.out.size() - 2);
    return json::parse(ran.out.substr(last == std::string::npos ? 0 : last + 1), nullptr, false);
  }
  std::string path_ =
      (std::filesystem::path(testing::TempDir()) / fmt::format("lockstep_walk_{}.jsonl", ::getpid()))
          .string();
};

// Sizes of a run of a second or so.
std::vector<std::string> sized(std::vector<std::string> more, const char* prefixes = "400") {
  const std::vector<std::string> sizes = {"--schemas", "12",  "--prefixes", prefixes,
                                          "--masks",   "220", "--full",     "12"};
  more.insert(more.end(), sizes.begin(), sizes.end());
  return more;
}

std::string read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// All of a stream but its one time, the footer's last field.
std::string but_for_the_time(const std::string& stream) {
  return stream.substr(0, stream.rfind("\"seconds\":"));
}

TEST_F(WalkCommand, TheEnginePassesAndTheFiguresAreTold) {
  const Ran ran = walk({"--schemas", "40", "--prefixes", "1600", "--masks", "800", "--full", "60"});
  EXPECT_EQ(ran.exit, 0) << ran.out << ran.err;
  const json object = summary(ran);
  EXPECT_GE(object.at("schemas"), 40);
  EXPECT_GE(object.at("prefixes"), 1600);
  EXPECT_GE(object.at("bits"), 1600 * 250);
  EXPECT_GE(object.at("masks"), 800);
  EXPECT_GE(object.at("dense_masks"), 240);
  EXPECT_GE(object.at("full_masks"), 60);
  EXPECT_EQ(object.at("differences"), 0);
  EXPECT_GE(object.at("verdicts").at("agree"), 1600);
  EXPECT_GE(object.at("refused_by").size(), 1U);
  EXPECT_GE(object.at("by_keyword").size(), 40U);
  const json type = object.at("by_keyword").at("type");
  EXPECT_GE(type.at("asked"), 100'000);
  EXPECT_GE(type.at("prefixes"), 400);
  EXPECT_GE(type.at("masks"), 200);
  EXPECT_GE(type.at("full_masks"), 10);
  EXPECT_LT(type.at("unknown"), type.at("asked").get<int>() / 50);
  EXPECT_GE(object.at("full_in_strings"), 30);
  EXPECT_FALSE(object.contains("audited"));
  EXPECT_THAT(ran.out, testing::ContainsRegex("\n  keyword .*prefixes.*masks.*in full.*unknown.*refused\n"));
  EXPECT_THAT(ran.out, testing::ContainsRegex("\n  unevaluatedProperties +[0-9]+ +[0-9]+ +[0-9]+ "));
  EXPECT_THAT(ran.out, testing::ContainsRegex("prefixes at byte level [12][0-9]+ "));
  EXPECT_THAT(ran.out, HasSubstr("(floor 1600)"));
  EXPECT_THAT(ran.out, HasSubstr("differences 0"));
}

TEST_F(WalkCommand, ARunBelowItsOwnFloorFailsItsSelfCheck) {
  const Ran ran = walk(sized({"--dense", "100"}));
  EXPECT_EQ(ran.exit, 4) << ran.out << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("self-check failed: "));
  EXPECT_THAT(ran.out, HasSubstr("must be at least 100 %"));
  EXPECT_EQ(summary(ran).at("exit"), 4);
}

TEST_F(WalkCommand, AKeywordWithTooFewPrefixesFailsItsSelfCheck) {
  const Ran ran = walk(sized({"--per-keyword", "500"}));
  EXPECT_EQ(ran.exit, 4) << ran.out << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("self-check failed: prefixes under "));
}

// With the validators themselves. sourcemeta starts a process a schema, so few of them.
TEST_F(WalkCommand, TheTextsOnWhichBothAgreeAreAudited) {
  const Ran all = walk(sized({"--audit"}));
  EXPECT_EQ(all.exit, 0) << all.out << all.err;
  EXPECT_GE(summary(all).at("audited"), 100);
  EXPECT_THAT(all.out, HasSubstr("with an unexplained split"));
  EXPECT_THAT(all.out, testing::ContainsRegex(
                           "complete texts on which subject and oracle agree: [0-9]+ valid, [1-9]"));
  EXPECT_EQ(record().header.limits.at("audit one in"), "1");
  EXPECT_TRUE(record().header.versions.contains("voter hyperjump"));
  const Ran part = walk(sized({"--audit", "--audit-one-in", "5", "--without", "sourcemeta"}));
  EXPECT_EQ(part.exit, 0) << part.out << part.err;
  EXPECT_GE(summary(part).at("audited"), 10);
  EXPECT_LE(summary(part).at("audited").get<int>() * 2, summary(all).at("audited").get<int>());
  EXPECT_THAT(part.out, HasSubstr("sourcemeta is left out"));
  const Ran none = walk(sized({"--audit", "--audit-one-in", "1000000"}));
  EXPECT_EQ(none.exit, 4) << none.out;
  EXPECT_EQ(summary(none).at("audited"), 0);
  EXPECT_THAT(none.out, HasSubstr("self-check failed: nothing was audited"));
  const Ran few = walk({"--audit", "--audit-one-in", "10", "--limit", "3", "--without", "sourcemeta"});
  EXPECT_EQ(few.exit, 0) << few.out << few.err;
  EXPECT_GE(summary(few).at("audited"), 1);
}

// The words of the reproducer's command line, quotes taken away.
std::vector<std::string> words_of(const std::string& line) {
  std::vector<std::string> words(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line.compare(i, 4, "'\\''") == 0 && quoted) {
      words.back() += '\'';
      i += 3;
    } else if (line[i] == '\'') {
      quoted = !quoted;
    } else if (line[i] == ' ' && !quoted) {
      words.emplace_back();
    } else {
      words.back() += line[i];
    }
  }
  return words;
}

TEST_F(WalkCommand, APlantedEngineFailsWithACommandThatShowsItAgain) {
  const Ran ran = walk(sized({"--planted", "stop_bit_lost"}));
  EXPECT_EQ(ran.exit, 1) << ran.out << ran.err;
  EXPECT_GE(summary(ran).at("differences"), 1);
  EXPECT_THAT(ran.out, HasSubstr("found: over_reject by stop_bit"));
  EXPECT_EQ(record().header.subject, "planted:stop_bit_lost");
  std::size_t shown = 0;
  std::istringstream lines(ran.out);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("  lockstep walk --schema-text ")) continue;
    EXPECT_LE(line.size(), 120U) << "not small: " << line;
    std::vector<std::string> words = words_of(line.substr(2));
    words.erase(words.begin());
    const Ran again = run(words);
    EXPECT_EQ(again.exit, 1) << line << again.out << again.err;
    EXPECT_THAT(again.out, HasSubstr("oracle: "));
    ++shown;
    // Without the fault nothing is found there.
    words.resize(words.size() - 2);
    EXPECT_EQ(run(words).exit, 0) << line;
  }
  EXPECT_GE(shown, 1U);
  EXPECT_LE(shown, 10U);
}

TEST_F(WalkCommand, OnePrefixOfOneSchema) {
  const Ran ran =
      run({"walk", "--schema-text", R"({"maxLength":2,"type":"string"})", "--prefix", R"("\\"a)", "--json"});
  EXPECT_EQ(ran.exit, 0) << ran.out << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("engine: '\"'; may not stop"));
  EXPECT_THAT(ran.out, HasSubstr("oracle: '\"'; may not stop"));
  EXPECT_EQ(summary(ran).at("bits"), 257);
  const Ran bytes = run({"walk", "--schema-text", "true", "--prefix", R"("\xC3)"});
  EXPECT_THAT(bytes.out, HasSubstr("engine: 0x80-0xBF; may not stop"));
  EXPECT_EQ(run({"walk", "--schema-text", "true", "--prefix", "tx"}).exit, 2);
  EXPECT_EQ(run({"walk", "--schema-text", "true", "--prefix", "\\n"}).exit, 2);
  EXPECT_EQ(run({"walk", "--schema-text", "true"}).exit, 2);
  EXPECT_EQ(run({"walk", "--schema-text", "true", "--prefix", "", "--audit"}).exit, 2);
  EXPECT_EQ(run({"walk", "--schema-text", "{", "--prefix", ""}).exit, 2);
  EXPECT_EQ(run({"walk", "--schema-text", "false", "--prefix", ""}).exit, 5);
}

TEST_F(WalkCommand, ASeedReplaysToTheSameReportApartFromItsTime) {
  ASSERT_EQ(walk(sized({"--seed", "5"})).exit, 0);
  const std::string first = read_file(path_);
  ASSERT_EQ(walk(sized({"--seed", "5"})).exit, 0);
  EXPECT_EQ(but_for_the_time(first), but_for_the_time(read_file(path_)));
  const std::vector<reports::Case> cases = record().cases;
  EXPECT_GE(cases.size(), 400U);
  ASSERT_EQ(walk(sized({"--seed", "5", "--threads", "3"})).exit, 0);
  EXPECT_EQ(cases, record().cases);
  ASSERT_EQ(walk(sized({"--seed", "6"})).exit, 0);
  EXPECT_NE(cases, record().cases);
}

TEST_F(WalkCommand, AnInterruptedRunIsResumedToTheSameReport) {
  const std::vector<std::string> arguments = sized({"--seed", "5"});
  ASSERT_EQ(walk(arguments).exit, 0);
  const std::string whole = read_file(path_);
  std::vector<std::string> resumed = arguments;
  resumed.emplace_back("--resume");
  std::size_t checked = 0;
  // Torn anywhere: inside the header, between lines, inside a line.
  for (const std::size_t percent : {0U, 3U, 20U, 50U, 77U, 99U}) {
    std::ofstream(path_, std::ios::binary)
        << whole.substr(0, whole.rfind("{\"type\":\"footer\"") * percent / 100);
    const Ran ran = walk(resumed);
    EXPECT_EQ(ran.exit, 0) << ran.err;
    EXPECT_EQ(but_for_the_time(read_file(path_)), but_for_the_time(whole)) << percent;
    ++checked;
  }
  EXPECT_EQ(checked, 6U);
  EXPECT_EQ(walk(resumed).exit, 2) << "a finished report is not resumed";
}

TEST_F(WalkCommand, EveryFieldOfThePolicyByItself) {
  for (const char* field : {"whitespace=bounded", "whitespace=single", "whitespace=compact",
                            "outer_whitespace=none", "key_order=declared", "numbers=plain",
                            "numbers=canonical", "number_bytes=5", "escapes=minimal", "format=assert"}) {
    const Ran ran =
        walk({"--set", field, "--schemas", "30", "--prefixes", "300", "--masks", "200", "--full", "10"});
    EXPECT_EQ(ran.exit, 0) << field << ran.out << ran.err;
    EXPECT_GE(summary(ran).at("masks"), 200) << field;
  }
}

TEST_F(WalkCommand, MistakesOfTheCaller) {
  EXPECT_EQ(walk({"--policy", "none"}).exit, 2);
  EXPECT_EQ(walk({"--set", "whitespace=none"}).exit, 2);
  EXPECT_EQ(walk({"--vocab", "no-such"}).exit, 2);
  EXPECT_EQ(walk({"--planted", "no-such"}).exit, 2);
  EXPECT_EQ(walk({"--subject", "/no/such/engine"}).exit, 3);
  EXPECT_EQ(walk({"--subject", "/no/such/engine", "--planted", "stop_bit_lost"}).exit, 2);
  EXPECT_EQ(walk({"--prefixes", "0"}).exit, 2);
  EXPECT_EQ(walk({"--schemas", "0"}).exit, 2);
  EXPECT_EQ(walk({"--limit", "3"}).exit, 0);
}

}  // namespace
}  // namespace lockstep::cli

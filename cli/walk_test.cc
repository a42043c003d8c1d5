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

TEST_F(WalkCommand, TheEnginePassesAndTheFiguresAreTold) {
  const Ran ran = walk({"--schemas", "60", "--masks", "60"});
  EXPECT_EQ(ran.exit, 0) << ran.out << ran.err;
  const json object = summary(ran);
  EXPECT_GE(object.at("masks"), 500);
  EXPECT_GE(object.at("dense_masks"), 50);
  EXPECT_EQ(object.at("differences"), 0);
  EXPECT_GE(object.at("verdicts").at("agree"), 500);
  EXPECT_GE(object.at("refused_by").size(), 1U);
  EXPECT_THAT(ran.out, HasSubstr("masks in full by the oracle's token filter 60"));
}

TEST_F(WalkCommand, APlantedEngineFailsWithAReproducer) {
  const Ran ran = walk({"--schemas", "20", "--planted", "stop_bit_lost"});
  EXPECT_EQ(ran.exit, 1) << ran.out << ran.err;
  EXPECT_GE(summary(ran).at("differences"), 1);
  EXPECT_THAT(ran.out, HasSubstr("found: over_reject by stop_bit"));
  EXPECT_THAT(ran.out, HasSubstr("  schema "));
  EXPECT_EQ(record().header.subject, "planted:stop_bit_lost");
}

TEST_F(WalkCommand, TheSameSeedGivesTheSameReportAndAnotherAnother) {
  ASSERT_EQ(walk({"--schemas", "12", "--seed", "5"}).exit, 0);
  const reports::Record first = record();
  ASSERT_EQ(walk({"--schemas", "12", "--seed", "5"}).exit, 0);
  const reports::Record second = record();
  EXPECT_EQ(first.cases, second.cases);
  EXPECT_EQ(json::parse(first.footer).at("summary"), json::parse(second.footer).at("summary"));
  ASSERT_EQ(walk({"--schemas", "12", "--seed", "6"}).exit, 0);
  EXPECT_NE(first.cases, record().cases);
}

TEST_F(WalkCommand, EveryFieldOfThePolicyByItself) {
  for (const char* field : {"whitespace=bounded", "whitespace=single", "whitespace=compact",
                            "outer_whitespace=none", "key_order=declared", "numbers=plain",
                            "numbers=canonical", "number_bytes=5", "escapes=minimal", "format=assert"}) {
    const Ran ran = walk({"--set", field, "--schemas", "40", "--prefixes", "8", "--masks", "20"});
    EXPECT_EQ(ran.exit, 0) << field << ran.out << ran.err;
    EXPECT_GE(summary(ran).at("masks"), 200) << field;
  }
}

TEST_F(WalkCommand, MistakesOfTheCaller) {
  EXPECT_EQ(walk({"--policy", "none"}).exit, 2);
  EXPECT_EQ(walk({"--set", "whitespace=none"}).exit, 2);
  EXPECT_EQ(walk({"--vocab", "no-such"}).exit, 2);
  EXPECT_EQ(walk({"--planted", "no-such"}).exit, 2);
  EXPECT_EQ(walk({"--resume"}).exit, 2);
  EXPECT_EQ(walk({"--subject", "/no/such/engine"}).exit, 3);
  EXPECT_EQ(walk({"--subject", "/no/such/engine", "--planted", "stop_bit_lost"}).exit, 2);
  EXPECT_EQ(walk({"--schemas", "0"}).exit, 5);  // nothing was compared
}

}  // namespace
}  // namespace lockstep::cli

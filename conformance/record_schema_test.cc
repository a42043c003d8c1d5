// The written format of record streams, judged by the oracle: every line of a real stream is valid against
// reports/record_schema.json, and every breach that the reader convicts by its form is invalid.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "lockstep/oracle/schema/schema_check.h"
#include "lockstep/reports/record.h"
#include "lockstep/reports/summary.h"

namespace lockstep::conformance {
namespace {

std::string read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

class RecordSchemaTest : public testing::Test {
 protected:
  void SetUp() override {
    const std::string text = read_file(LOCKSTEP_SOURCE_DIR "/reports/record_schema.json");
    oracle::Outcome<oracle::Schema> loaded = oracle::Schema::load(text, {});
    ASSERT_TRUE(loaded) << loaded.error().code << ": " << loaded.error().message;
    schema_ = std::make_unique<oracle::Schema>(loaded.value());
    write_stream();
  }

  // Header, two cases, footer, every field filled.
  void write_stream() {
    const std::string path = testing::TempDir() + "lockstep_record_schema_test.jsonl";
    reports::Header header{.command = "conform",
                           .arguments = {"--seed", "1"},
                           .subject = "oracle",
                           .subject_version = "1",
                           .pins = {{"suite", "4.26.0"}},
                           .versions = {{"compiler", "g++"}},
                           .machine = {{"cores", "2"}},
                           .seeds = {{"seed", "1"}},
                           .limits = {{"cases", "2"}}};
    std::string error;
    auto writer = reports::RecordWriter::create(path, header, error);
    ASSERT_NE(writer, nullptr) << error;
    writer->add({.id = "a", .keywords = {"type"}, .verdict = "agree", .expected = "valid", .got = "valid"});
    writer->add({.id = "b", .verdict = "refused", .detail = "\xff", .refused_by = "$schema", .listed = true});
    reports::Summary summary;
    summary.command = "conform";
    summary.verdicts = writer->counts();
    ASSERT_TRUE(writer->finish(nlohmann::json::parse(reports::to_json(summary).dump())));
    std::istringstream lines(read_file(path));
    for (std::string line; std::getline(lines, line);) lines_.push_back(line);
    std::filesystem::remove(path);
    ASSERT_EQ(lines_.size(), 4U);
  }

  bool valid(const std::string& line) const {
    const oracle::Outcome<oracle::JsonValue> tree = oracle::parse_json(line);
    EXPECT_TRUE(tree) << line;
    if (!tree) return false;
    const oracle::Answer answer = schema_->check(tree.value());
    EXPECT_FALSE(answer.is_unknown()) << answer.reason;
    return answer.is_yes();
  }

  std::unique_ptr<oracle::Schema> schema_;
  std::vector<std::string> lines_;
};

TEST_F(RecordSchemaTest, EveryLineOfAStreamIsValid) {
  for (const std::string& line : lines_) EXPECT_TRUE(valid(line)) << line;
}

TEST_F(RecordSchemaTest, EveryFieldIsRequiredAndNoOtherIsAllowed) {
  std::size_t breaches = 0;
  for (const std::string& line : lines_) {
    const nlohmann::json whole = nlohmann::json::parse(line);
    for (const auto& [field, value] : whole.items()) {
      nlohmann::json without = whole;
      without.erase(field);
      EXPECT_FALSE(valid(without.dump())) << field << " left out of " << line;
      nlohmann::json other = whole;
      other[field] = nullptr;
      EXPECT_FALSE(valid(other.dump())) << field << " null in " << line;
      breaches += 2;
    }
    nlohmann::json more = whole;
    more["colour"] = "red";
    EXPECT_FALSE(valid(more.dump())) << line;
    ++breaches;
  }
  EXPECT_GE(breaches, 2U * (11 + 9 + 9 + 5) + 4);
}

TEST_F(RecordSchemaTest, ValuesOutOfRangeAreInvalid) {
  const auto changed = [&](std::size_t line, const char* pointer, const nlohmann::json& value) {
    nlohmann::json json = nlohmann::json::parse(lines_[line]);
    json[nlohmann::json::json_pointer(pointer)] = value;
    return json.dump();
  };
  EXPECT_TRUE(valid(changed(1, "/verdict", "over_accept")));
  EXPECT_FALSE(valid(changed(0, "/format", "lockstep-record-2")));
  EXPECT_FALSE(valid(changed(0, "/pins/suite", 4)));
  EXPECT_FALSE(valid(changed(1, "/id", "")));
  EXPECT_FALSE(valid(changed(1, "/verdict", "Over accept")));
  EXPECT_FALSE(valid(changed(1, "/keywords", {"type", 1})));
  EXPECT_FALSE(valid(changed(3, "/cases", -1)));
  EXPECT_FALSE(valid(changed(3, "/counts/agree", 0)));
  EXPECT_FALSE(valid(changed(3, "/counts/Agree", 1)));
  EXPECT_FALSE(valid(changed(3, "/seconds", -0.5)));
}

}  // namespace
}  // namespace lockstep::conformance

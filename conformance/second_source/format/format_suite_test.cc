// Every string instance of the official suite's optional/format folder against the oracle's check_format.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "lockstep/oracle/format/format.h"

namespace lockstep::oracle {
namespace {

using Json = nlohmann::json;

const std::string kSuite = LOCKSTEP_DEPS_DIR "/suite/tests/";

Json read_suite_file(const std::string& path) {
  std::ifstream file(kSuite + path);
  EXPECT_TRUE(file) << kSuite << path << " is missing";
  return Json::parse(file);
}

// Cases in which the suite contradicts the document that the format cites: "file: description". A case listed
// here must come out wrong, so that the list cannot outlive its reason.
const std::set<std::string> kSuiteErrors = {};

struct FileCount {
  std::string name;   // file and format
  int least_strings;  // string instances that are compared at least
};

const std::vector<FileCount> kFiles = {
    {"date", 41},
    {"date-time", 19},
    {"duration", 20},
    {"ecmascript-regex", 1},
    {"email", 16},
    {"hostname", 19},
    {"idn-email", 4},
    {"idn-hostname", 59},
    {"ipv4", 10},
    {"ipv6", 34},
    {"iri", 9},
    {"iri-reference", 7},
    {"json-pointer", 32},
    {"regex", 2},
    {"relative-json-pointer", 12},
    {"time", 39},
    {"unknown", 1},
    {"uri", 20},
    {"uri-reference", 7},
    {"uri-template", 4},
    {"uuid", 15},
};

class FormatSuite : public testing::TestWithParam<FileCount> {};

TEST_P(FormatSuite, EveryStringInstanceComesOutAsTheSuiteSays) {
  const FileCount& expected = GetParam();
  int compared = 0;
  for (const std::string draft : {"draft2020-12", "draft2019-09", "draft7"}) {
    std::string path = draft;
    path += "/optional/format/" + expected.name + ".json";
    if (draft != "draft2020-12" && !std::ifstream(kSuite + path))
      continue;  // the older drafts have fewer formats
    int in_file = 0;
    for (const Json& group : read_suite_file(path)) {
      const std::string format = group.at("schema").at("format");
      for (const Json& test : group.at("tests")) {
        if (!test.at("data").is_string()) continue;
        const std::string label = expected.name + ": " + test.at("description").get<std::string>();
        const Answer answer = check_format(format, test.at("data").get<std::string>());
        ++in_file;
        ASSERT_FALSE(answer.is_unknown()) << label << ": " << answer.reason;
        const bool agrees = answer.is_yes() == test.at("valid").get<bool>();
        EXPECT_EQ(agrees, kSuiteErrors.count(label) == 0) << path << ", " << label << ": " << test.at("data");
      }
    }
    if (draft == "draft2020-12") {
      EXPECT_GE(in_file, expected.least_strings) << path;
    }
    compared += in_file;
  }
  EXPECT_GE(compared, expected.least_strings);
}

INSTANTIATE_TEST_SUITE_P(Files, FormatSuite, testing::ValuesIn(kFiles), [](const auto& instance) {
  std::string name = instance.param.name;
  for (char& c : name) c = c == '-' ? '_' : c;
  return name;
});

TEST(FormatSuite, TheFolderHasNoFileThatIsNotCompared) {
  std::set<std::string> compared;
  for (const FileCount& file : kFiles) compared.insert(file.name + ".json");
  std::set<std::string> present;
  for (const auto& entry : std::filesystem::directory_iterator(kSuite + "draft2020-12/optional/format")) {
    present.insert(entry.path().filename());
  }
  EXPECT_EQ(present, compared);
}

TEST(FormatSuite, FormatAssertionFileHoldsForTheFormatItself) {
  int compared = 0;
  for (const Json& group : read_suite_file("draft2020-12/optional/format-assertion.json")) {
    for (const Json& test : group.at("tests")) {
      const Answer answer = check_format(group.at("schema").at("format").get<std::string>(),
                                         test.at("data").get<std::string>());
      EXPECT_EQ(answer.is_yes(), test.at("valid").get<bool>()) << test.at("description");
      ++compared;
    }
  }
  EXPECT_EQ(compared, 4);
}

TEST(FormatNames, AreTheNineteenOfTheSpecification) {
  int known = 0;
  for (const FileCount& file : kFiles) known += is_known_format(file.name) ? 1 : 0;
  EXPECT_EQ(known, 19);
  EXPECT_FALSE(is_known_format("unknown"));
  EXPECT_FALSE(is_known_format("ecmascript-regex"));
}

}  // namespace
}  // namespace lockstep::oracle

// The pin bites on any byte, and the loader hands on the bytes of the files with the expected answers of the
// files.
#include <fmt/core.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "lockstep/conformance/suite/json_schema_suite.h"
#include "lockstep/conformance/suite/keywords.h"
#include "lockstep/conformance/suite/pin.h"

namespace lockstep::conformance {
namespace {

namespace fs = std::filesystem;

const fs::path kPin = fs::path(LOCKSTEP_SOURCE_DIR) / "vendor" / "suite.sha256";

SuitePin the_pin() {
  Fault fault;
  const std::optional<SuitePin> pin = read_pin(kPin, fault);
  EXPECT_TRUE(pin.has_value()) << fault.message;
  return pin.value_or(SuitePin{});
}

SuitePlaces the_places() {
  Fault fault;
  const std::optional<SuitePlaces> places = find_suite(LOCKSTEP_DEPS_DIR, fault);
  EXPECT_TRUE(places.has_value()) << fault.message;
  return places.value_or(SuitePlaces{});
}

const PinnedFiles& the_files() {
  static const PinnedFiles kFiles = [] {
    Fault fault;
    std::optional<PinnedFiles> files = read_pinned(the_pin(), the_places(), fault);
    EXPECT_TRUE(files.has_value()) << fault.code << ": " << fault.message;
    return files.value_or(PinnedFiles{});
  }();
  return kFiles;
}

// A private copy of the pinned folders that a test may damage.
class Copy : public testing::Test {
 protected:
  void SetUp() override {
    const testing::TestInfo* test = testing::UnitTest::GetInstance()->current_test_info();
    root_ = fs::path(testing::TempDir()) / fmt::format("lockstep_suite_{}_{}", test->name(), ::getpid());
    fs::remove_all(root_);
    fs::create_directories(root_);
    const SuitePlaces real = the_places();
    places_ = {root_ / "suite", root_ / "schemas"};
    fs::create_directories(places_.suite);
    fs::copy(real.suite / "tests", places_.suite / "tests", fs::copy_options::recursive);
    fs::copy(real.suite / "remotes", places_.suite / "remotes", fs::copy_options::recursive);
    fs::copy(real.metaschemas, places_.metaschemas, fs::copy_options::recursive);
  }
  void TearDown() override { fs::remove_all(root_); }

  Fault fault_of_reading() {
    Fault fault;
    EXPECT_FALSE(read_pinned(the_pin(), places_, fault).has_value());
    return fault;
  }

  fs::path root_;
  SuitePlaces places_;
};

void flip_one_bit(const fs::path& file, std::streamoff at) {
  std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
  ASSERT_TRUE(stream);
  stream.seekg(at);
  const int byte = stream.get();
  ASSERT_GE(byte, 0);
  stream.seekp(at);
  stream.put(static_cast<char>(byte ^ 1));
}

TEST_F(Copy, AnUntouchedCopyIsTaken) {
  Fault fault;
  const std::optional<PinnedFiles> files = read_pinned(the_pin(), places_, fault);
  ASSERT_TRUE(files.has_value()) << fault.message;
  EXPECT_EQ(files->size(), the_pin().files.size());
}

TEST_F(Copy, OneChangedBitAnywhereIsNamed) {
  const std::map<std::string, fs::path> damaged = {
      {"tests/draft2020-12/optional/format/date.json",
       places_.suite / "tests/draft2020-12/optional/format/date.json"},
      {"remotes/integer.json", places_.suite / "remotes/integer.json"},
      {"metaschemas/draft7/metaschema.json", places_.metaschemas / "draft7/metaschema.json"}};
  for (const auto& [name, file] : damaged) {
    flip_one_bit(file, 7);
    const Fault fault = fault_of_reading();
    EXPECT_EQ(fault.code, "suite_file_changed");
    EXPECT_EQ(fault.file, name);
    EXPECT_NE(fault.message.find(name), std::string::npos);
    flip_one_bit(file, 7);
  }
  Fault fault;
  EXPECT_TRUE(read_pinned(the_pin(), places_, fault).has_value()) << "the damage was not undone";
}

TEST_F(Copy, AnAddedFileIsNamed) {
  std::ofstream(places_.suite / "tests/draft7/zzz.json") << "[]";
  const Fault fault = fault_of_reading();
  EXPECT_EQ(fault.code, "suite_file_added");
  EXPECT_EQ(fault.file, "tests/draft7/zzz.json");
}

TEST_F(Copy, AMissingFileIsNamed) {
  ASSERT_TRUE(fs::remove(places_.suite / "tests/draft4/ref.json"));
  const Fault fault = fault_of_reading();
  EXPECT_EQ(fault.code, "suite_file_missing");
  EXPECT_EQ(fault.file, "tests/draft4/ref.json");
}

TEST_F(Copy, APinThatWasEditedIsInconsistent) {
  std::ifstream in(kPin);
  std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  const std::size_t line = text.find("tests/draft4/ref.json");
  ASSERT_NE(line, std::string::npos);
  char& digit = text[line - 3];
  digit = digit == '0' ? '1' : '0';
  std::ofstream(root_ / "pin") << text;
  Fault fault;
  EXPECT_FALSE(read_pin(root_ / "pin", fault).has_value());
  EXPECT_EQ(fault.code, "pin_inconsistent");
  std::ofstream(root_ / "pin") << "nonsense\n";
  EXPECT_FALSE(read_pin(root_ / "pin", fault).has_value());
  EXPECT_EQ(fault.code, "pin_malformed");
  EXPECT_FALSE(read_pin(root_ / "absent", fault).has_value());
  EXPECT_EQ(fault.code, "pin_unreadable");
}

TEST_F(Copy, AFolderWithoutSuiteIsNotInstalled) {
  Fault fault;
  EXPECT_FALSE(find_suite(root_, fault).has_value());
  EXPECT_EQ(fault.code, "suite_not_installed");
}

// Counted from the archive apart from this code: required, optional, formats.
struct Counts {
  std::size_t required;
  std::size_t all;
};

TEST(Suite, HasEveryTestOfEveryDraft) {
  const std::map<std::string, Counts> expected = {{"4", {610, 863}},
                                                  {"6", {829, 1149}},
                                                  {"7", {913, 1465}},
                                                  {"2019-09", {1227, 1864}},
                                                  {"2020-12", {1257, 1906}}};
  ASSERT_EQ(suite_drafts().size(), expected.size());
  for (const std::string& draft : suite_drafts()) {
    Fault fault;
    const std::optional<Suite> suite = load_suite(the_files(), draft, fault);
    ASSERT_TRUE(suite.has_value()) << draft << ": " << fault.message;
    EXPECT_EQ(suite->count(false), expected.at(draft).required) << draft;
    EXPECT_EQ(suite->count(true), expected.at(draft).all) << draft;
    EXPECT_EQ(suite->dialect, dialect_of(draft));
    std::set<std::string> ids;
    for (const SuiteGroup& group : suite->groups) {
      for (const SuiteTest& test : group.tests) EXPECT_TRUE(ids.insert(test.id).second) << test.id;
    }
    EXPECT_EQ(ids.size(), expected.at(draft).all);
  }
}

// A second reading of the same files by another library: same expectations, and the slices mean the same
// values. The library folds duplicate names and rounds numbers, so it cannot stand in for the loader, but it
// can check it.
TEST(Suite, AgreesWithAnIndependentReader) {
  std::size_t compared = 0;
  for (const std::string& draft : suite_drafts()) {
    Fault fault;
    const std::optional<Suite> suite = load_suite(the_files(), draft, fault);
    ASSERT_TRUE(suite.has_value()) << fault.message;
    std::map<std::string, std::size_t> next;  // file -> group
    for (const SuiteGroup& group : suite->groups) {
      const std::string& text = the_files().at(fmt::format("tests/draft{}/{}", draft, group.file));
      const nlohmann::json file = nlohmann::json::parse(text);
      const nlohmann::json& twin = file.at(next[group.file]++);
      ASSERT_EQ(twin.at("tests").size(), group.tests.size()) << group.file;
      EXPECT_EQ(nlohmann::json::parse(group.schema), twin.at("schema"));
      EXPECT_NE(text.find(group.schema), std::string::npos);
      EXPECT_EQ(group.assert_formats, group.file.starts_with("optional/format/"));
      EXPECT_EQ(group.optional, group.file.starts_with("optional/"));
      for (std::size_t i = 0; i < group.tests.size(); ++i) {
        const SuiteTest& test = group.tests[i];
        EXPECT_EQ(test.expected == Expected::valid, twin.at("tests").at(i).at("valid").get<bool>())
            << test.id;
        EXPECT_NE(test.expected, Expected::unknown);
        EXPECT_EQ(nlohmann::json::parse(test.instance), twin.at("tests").at(i).at("data")) << test.id;
        ++compared;
      }
    }
  }
  EXPECT_EQ(compared, 863U + 1149U + 1465U + 1864U + 1906U);
}

TEST(Suite, HandsOnNumberTextAsItStands) {
  Fault fault;
  const std::optional<Suite> suite = load_suite(the_files(), "2020-12", fault);
  ASSERT_TRUE(suite.has_value());
  std::set<std::string> instances;
  for (const SuiteGroup& group : suite->groups) {
    for (const SuiteTest& test : group.tests) instances.insert(test.instance);
  }
  EXPECT_TRUE(instances.contains("1.0"));
  EXPECT_TRUE(instances.contains("1e308"));
  EXPECT_TRUE(instances.contains("12345678910111213141516171819202122232425262728293031"));
}

TEST(Suite, RepeatedDescriptionsGetANumber) {
  const PinnedFiles files = {
      {"tests/draft7/a.json",
       R"([{"description":"c","schema":true,"tests":[{"description":"t","data":1,"valid":true},)"
       R"({"description":"t","data":2,"valid":true}]},)"
       R"({"description":"c","schema":true,"tests":[{"description":"t","data":3,"valid":false}]}])"}};
  Fault fault;
  const std::optional<Suite> suite = load_suite(files, "7", fault);
  ASSERT_TRUE(suite.has_value()) << fault.message;
  ASSERT_EQ(suite->groups.size(), 2U);
  EXPECT_EQ(suite->groups[0].tests[0].id, "draft7/a.json/c/t");
  EXPECT_EQ(suite->groups[0].tests[1].id, "draft7/a.json/c/t (2)");
  EXPECT_EQ(suite->groups[1].tests[0].id, "draft7/a.json/c/t (3)");
  EXPECT_EQ(suite->groups[1].tests[0].expected, Expected::invalid);
}

TEST(Suite, RejectsFilesThatAreNoSuite) {
  Fault fault;
  EXPECT_FALSE(load_suite(the_files(), "3", fault).has_value());
  EXPECT_EQ(fault.code, "unknown_draft");
  EXPECT_FALSE(load_suite({}, "7", fault).has_value());
  EXPECT_EQ(fault.code, "suite_empty");
  const std::vector<std::string> broken = {
      "[",
      "{}",
      "[{}]",
      R"([{"description":"c","schema":true,"tests":[]}])",
      R"([{"description":"c","schema":true,"tests":[{"description":"t","data":1,"valid":1}]}])",
      R"([{"description":"c","schema":true,"tests":[{"description":"t","valid":true}]}])"};
  for (const std::string& text : broken) {
    EXPECT_FALSE(load_suite({{"tests/draft7/a.json", text}}, "7", fault).has_value()) << text;
    EXPECT_EQ(fault.code, "suite_malformed") << text;
    EXPECT_EQ(fault.file, "tests/draft7/a.json") << text;
  }
}

TEST(Suite, RegistryHasRemotesAndMetaschemas) {
  Fault fault;
  const std::shared_ptr<const Registry> registry = suite_registry(the_files(), fault);
  ASSERT_NE(registry, nullptr) << fault.message;
  for (const char* uri :
       {"http://localhost:1234/integer.json", "http://localhost:1234/draft2020-12/integer.json",
        "https://json-schema.org/draft/2020-12/schema", "http://json-schema.org/draft-07/schema",
        "https://json-schema.org/draft/2019-09/meta/applicator", "http://json-schema.org/draft-04/schema"}) {
    EXPECT_TRUE(registry->contains(uri)) << uri;
  }
  EXPECT_EQ(registry->at("http://localhost:1234/integer.json"), the_files().at("remotes/integer.json"));
  for (const auto& [uri, text] : *registry) EXPECT_EQ(uri.find('#'), std::string::npos) << uri;
}

std::set<std::string> used(const std::string& schema) {
  const oracle::Outcome<oracle::JsonValue> tree = oracle::parse_json(schema);
  EXPECT_TRUE(tree.ok()) << schema;
  return tree.ok() ? keywords_of(tree.value()) : std::set<std::string>();
}

TEST(Keywords, OnlyAtSchemaPositions) {
  using Set = std::set<std::string>;
  EXPECT_EQ(used("true"), Set{"true/false"});
  EXPECT_EQ(used("{}"), Set{});
  EXPECT_EQ(used(R"({"properties":{"maximum":{"type":"string"},"x":false}})"),
            (Set{"properties", "type", "true/false"}));
  EXPECT_EQ(used(R"({"const":{"minimum":1},"enum":[{"required":[]}],"default":{"not":{}}})"),
            (Set{"const", "enum", "default"}));
  EXPECT_EQ(used(R"({"allOf":[{"$ref":"#"},{"not":{"minItems":1}}],"x-foo":{"maxItems":1}})"),
            (Set{"allOf", "$ref", "not", "minItems"}));
  EXPECT_EQ(used(R"({"dependencies":{"a":["b"],"c":{"pattern":"x"}}})"), (Set{"dependencies", "pattern"}));
}

TEST(Keywords, OfAFileName) {
  using Set = std::set<std::string>;
  EXPECT_EQ(keywords_of_file("refRemote.json"), Set{"$ref"});
  EXPECT_EQ(keywords_of_file("optional/format/date.json"), Set{"format"});
  EXPECT_EQ(keywords_of_file("if-then-else.json"), (Set{"if", "then", "else"}));
  EXPECT_EQ(keywords_of_file("minContains.json"), Set{"minContains"});
  EXPECT_EQ(keywords_of_file("optional/bignum.json"), Set{});
}

TEST(Keywords, EveryGroupOfTheSuiteConcernsOne) {
  Fault fault;
  std::size_t groups = 0;
  for (const std::string& draft : suite_drafts()) {
    const std::optional<Suite> suite = load_suite(the_files(), draft, fault);
    ASSERT_TRUE(suite.has_value());
    for (const SuiteGroup& group : suite->groups) {
      EXPECT_FALSE(group.keywords.empty()) << draft << " " << group.file << " " << group.schema;
      EXPECT_TRUE(std::is_sorted(group.keywords.begin(), group.keywords.end()));
      ++groups;
    }
  }
  EXPECT_GT(groups, 1600U);
}

}  // namespace
}  // namespace lockstep::conformance

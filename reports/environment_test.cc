// What the header of a report says about the machine and the packages.
#include "lockstep/reports/environment.h"

#include <gtest/gtest.h>

#include "lockstep/reports/test_streams.h"

namespace lockstep::reports {
namespace {

TEST(EnvironmentTest, FindsTheVersionsThatAreReallyThere) {
  const TemporaryFolder folder;
  namespace fs = std::filesystem;
  fs::create_directories(folder.file("npm/gate/node_modules/@scope/here"));
  write_file(folder.file("npm/gate/package.json"),
             R"({"dependencies":{"@scope/here":"1.0.0","gone":"2.0.0"}})");
  write_file(folder.file("npm/gate/node_modules/@scope/here/package.json"), R"({"version":"1.0.1"})");
  fs::create_directories(folder.file("python/lib/python3.11/site-packages/jsonschema-4.26.0.dist-info"));
  const Environment found = collect_environment(folder.file(""), "0.1.0");
  EXPECT_EQ(found.pins,
            (std::map<std::string, std::string>{
                {"npm:@scope/here", "1.0.1"}, {"npm:gone", "not installed"}, {"pip:jsonschema", "4.26.0"}}));
  EXPECT_EQ(found.versions.at("lockstep"), "0.1.0");
  EXPECT_NE(found.versions.at("compiler").find_first_of("0123456789"), std::string::npos);
  EXPECT_TRUE(found.versions.contains("apt:libfmt-dev"));
  for (const char* field : {"os", "kernel", "architecture", "cpu", "cores", "memory_mib"}) {
    EXPECT_FALSE(found.machine.at(field).empty()) << field;
  }
}

TEST(EnvironmentTest, TheFetchedPackagesOfThisBuildAreFound) {
  const Environment found = collect_environment(LOCKSTEP_DEPS_DIR, "0.1.0");
  for (const char* package : {"npm:@sourcemeta/jsonschema", "npm:@hyperjump/json-schema", "pip:jsonschema"}) {
    ASSERT_TRUE(found.pins.contains(package)) << package << ": run './run setup'";
    EXPECT_NE(found.pins.at(package), "not installed") << package;
  }
}

TEST(EnvironmentTest, IsEqualOnEqualMachinesAndSurvivesAnEmptyFolder) {
  const TemporaryFolder folder;
  const Environment first = collect_environment(folder.file("none"), "0.1.0");
  const Environment second = collect_environment(folder.file("none"), "0.1.0");
  EXPECT_TRUE(first.pins.empty());
  EXPECT_EQ(first.versions, second.versions);
  EXPECT_EQ(first.machine, second.machine);
}

}  // namespace
}  // namespace lockstep::reports

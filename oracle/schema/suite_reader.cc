// Reader of the official suite, on the oracle's own parser, whose spans give the original bytes.
#include "lockstep/oracle/schema/suite_reader.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "lockstep/oracle/json_text/json_text.h"

namespace lockstep::oracle {
namespace {

namespace fs = std::filesystem;

const fs::path kSuite = fs::path(LOCKSTEP_DEPS_DIR) / "suite";

std::string read_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw std::runtime_error("cannot read " + path.string());
  return {std::istreambuf_iterator<char>(in), {}};
}

const JsonValue& member(const JsonValue& value, const char* name) {
  const JsonValue* found = value.find(name);
  if (found == nullptr) throw std::runtime_error(std::string("the suite lacks ") + name);
  return *found;
}

void read_groups(const std::string& draft, const std::string& file, std::vector<SuiteGroup>& out) {
  const std::string text = read_file(kSuite / "tests" / draft / file);
  const Outcome<JsonValue> tree = parse_json(text);
  if (!tree) throw std::runtime_error(file + ": " + tree.error().message);
  const auto bytes = [&text](const JsonValue& value) {
    return text.substr(value.begin, value.end - value.begin);
  };
  for (const JsonValue& group : tree.value().items) {
    SuiteGroup& read = out.emplace_back();
    read.file = file;
    read.description = member(group, "description").text;
    read.schema = bytes(member(group, "schema"));
    for (const JsonValue& test : member(group, "tests").items) {
      read.tests.push_back(
          {member(test, "description").text, bytes(member(test, "data")), member(test, "valid").boolean});
    }
  }
}

}  // namespace

std::vector<SuiteGroup> read_suite(const std::string& draft, const std::string& folder) {
  std::vector<std::string> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(kSuite / "tests" / draft / folder)) {
    if (entry.is_regular_file()) files.push_back((fs::path(folder) / entry.path().filename()).string());
  }
  std::sort(files.begin(), files.end());
  std::vector<SuiteGroup> groups;
  for (const std::string& file : files) read_groups(draft, file, groups);
  return groups;
}

const Registry& suite_registry() {
  static const Registry kRegistry = [] {
    Registry registry;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(kSuite / "remotes")) {
      if (!entry.is_regular_file()) continue;
      const std::string path = fs::relative(entry.path(), kSuite / "remotes").generic_string();
      registry.emplace("http://localhost:1234/" + path, read_file(entry.path()));
    }
    return registry;
  }();
  return kRegistry;
}

}  // namespace lockstep::oracle

#include "lockstep/conformance/suite/json_schema_suite.h"

#include <fmt/core.h>

#include <array>
#include <set>

#include "lockstep/conformance/suite/keywords.h"
#include "lockstep/oracle/json_text/json_text.h"

namespace lockstep::conformance {
namespace {

using oracle::JsonKind;
using oracle::JsonValue;

struct Draft {
  std::string_view name;
  std::string_view folder;
  std::string_view dialect;
};
constexpr std::array<Draft, 5> kDrafts = {{
    {"2020-12", "draft2020-12", "https://json-schema.org/draft/2020-12/schema"},
    {"2019-09", "draft2019-09", "https://json-schema.org/draft/2019-09/schema"},
    {"7", "draft7", "http://json-schema.org/draft-07/schema#"},
    {"6", "draft6", "http://json-schema.org/draft-06/schema#"},
    {"4", "draft4", "http://json-schema.org/draft-04/schema#"},
}};
constexpr std::string_view kRemotes = "remotes/";
constexpr std::string_view kRemoteBase = "http://localhost:1234/";

const Draft* find_draft(std::string_view name) {
  for (const Draft& draft : kDrafts) {
    if (draft.name == name) return &draft;
  }
  return nullptr;
}

const JsonValue* member(const JsonValue& object, std::string_view name, JsonKind kind) {
  const JsonValue* found = object.find(name);
  return found != nullptr && found->kind == kind ? found : nullptr;
}

std::string slice(const std::string& text, const JsonValue& value) {
  return text.substr(value.begin, value.end - value.begin);
}

// Reads one file into groups. Ids are made unique over the whole draft by `used`.
class FileReader {
 public:
  FileReader(std::string_view folder, std::string file, const std::string& text, std::set<std::string>& used)
      : folder_(folder), file_(std::move(file)), text_(text), used_(used) {}

  bool read(std::vector<SuiteGroup>& groups) {
    const oracle::Outcome<JsonValue> tree = oracle::parse_json(text_);
    if (!tree) {
      problem_ = fmt::format("{} at byte {}", tree.error().message, tree.error().offset);
      return false;
    }
    if (tree.value().kind != JsonKind::array) return bad("the file is no array");
    for (const JsonValue& item : tree.value().items) {
      if (!read_group(item, groups)) return false;
    }
    return true;
  }

  const std::string& problem() const { return problem_; }

 private:
  bool bad(std::string what) {
    problem_ = std::move(what);
    return false;
  }

  bool read_group(const JsonValue& item, std::vector<SuiteGroup>& groups) {
    const JsonValue* description = member(item, "description", JsonKind::string);
    const JsonValue* schema = item.find("schema");
    const JsonValue* tests = member(item, "tests", JsonKind::array);
    if (description == nullptr || schema == nullptr || tests == nullptr || tests->items.empty()) {
      return bad("a case lacks description, schema or tests");
    }
    SuiteGroup group;
    group.file = file_;
    group.schema = slice(text_, *schema);
    group.optional = file_.starts_with("optional/");
    group.assert_formats = file_.starts_with("optional/format/");
    std::set<std::string> keywords = keywords_of(*schema);
    keywords.merge(keywords_of_file(file_));
    group.keywords.assign(keywords.begin(), keywords.end());
    for (const JsonValue& test : tests->items) {
      if (!read_test(test, description->text, group)) return false;
    }
    groups.push_back(std::move(group));
    return true;
  }

  bool read_test(const JsonValue& test, const std::string& group_description, SuiteGroup& group) {
    const JsonValue* description = member(test, "description", JsonKind::string);
    const JsonValue* data = test.find("data");
    const JsonValue* valid = member(test, "valid", JsonKind::boolean);
    if (description == nullptr || data == nullptr || valid == nullptr) {
      return bad("a test lacks description, data or valid");
    }
    const std::string plain =
        fmt::format("{}/{}/{}/{}", folder_, file_, group_description, description->text);
    std::string id = plain;
    for (int n = 2; !used_.insert(id).second; ++n) id = fmt::format("{} ({})", plain, n);
    group.tests.push_back(
        {std::move(id), slice(text_, *data), valid->boolean ? Expected::valid : Expected::invalid});
    return true;
  }

  std::string_view folder_;
  std::string file_;
  const std::string& text_;
  std::set<std::string>& used_;
  std::string problem_;
};

}  // namespace

std::size_t Suite::count(bool with_optional) const {
  std::size_t sum = 0;
  for (const SuiteGroup& group : groups) {
    if (with_optional || !group.optional) sum += group.tests.size();
  }
  return sum;
}

std::vector<std::string> suite_drafts() {
  std::vector<std::string> names;
  for (const Draft& draft : kDrafts) names.emplace_back(draft.name);
  return names;
}

std::string dialect_of(std::string_view draft) {
  const Draft* found = find_draft(draft);
  return found == nullptr ? std::string() : std::string(found->dialect);
}

std::optional<Suite> load_suite(const PinnedFiles& files, std::string_view draft, Fault& fault) {
  const Draft* known = find_draft(draft);
  if (known == nullptr) {
    fault = {"unknown_draft", fmt::format("no draft is called '{}'", draft), {}};
    return std::nullopt;
  }
  Suite suite;
  suite.draft = draft;
  suite.dialect = known->dialect;
  const std::string prefix = fmt::format("tests/{}/", known->folder);
  std::set<std::string> used;
  for (auto file = files.lower_bound(prefix); file != files.end() && file->first.starts_with(prefix);
       ++file) {
    FileReader reader(known->folder, file->first.substr(prefix.size()), file->second, used);
    if (!reader.read(suite.groups)) {
      fault = {"suite_malformed", fmt::format("{}: {}", file->first, reader.problem()), file->first};
      return std::nullopt;
    }
  }
  if (suite.groups.empty()) {
    fault = {"suite_empty", fmt::format("no case of draft {}", draft), prefix};
    return std::nullopt;
  }
  return suite;
}

std::shared_ptr<const Registry> suite_registry(const PinnedFiles& files, Fault& fault) {
  auto registry = std::make_shared<Registry>();
  for (const auto& [path, bytes] : files) {
    if (path.starts_with(kRemotes)) {
      registry->emplace(std::string(kRemoteBase) + path.substr(kRemotes.size()), bytes);
    }
    if (!path.starts_with("metaschemas/")) continue;
    const oracle::Outcome<JsonValue> tree = oracle::parse_json(bytes);
    const JsonValue* id = nullptr;
    if (tree) id = member(tree.value(), tree.value().find("$id") != nullptr ? "$id" : "id", JsonKind::string);
    if (id == nullptr) {
      fault = {"suite_malformed", fmt::format("{} is no metaschema with an identifier", path), path};
      return nullptr;
    }
    registry->emplace(id->text.substr(0, id->text.find('#')), bytes);
  }
  return registry;
}

}  // namespace lockstep::conformance

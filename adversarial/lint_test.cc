// The project's own cases are clean, and the lint sees each fault that a file can have.
#include "lockstep/adversarial/lint.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace lockstep::adversarial {
namespace {

using nlohmann::json;
using testing::Contains;
using testing::HasSubstr;

const CaseFolder& own() {
  static const CaseFolder kFolder = [] {
    conformance::Fault fault;
    auto folder = read_folder(LOCKSTEP_SOURCE_DIR "/adversarial", fault);
    EXPECT_TRUE(folder) << fault.code << " " << fault.file;
    return folder.value_or(CaseFolder{});
  }();
  return kFolder;
}

TEST(AdversarialCases, AreCleanAndMany) {
  for (const std::string& complaint : lint(own())) ADD_FAILURE() << complaint;
  std::size_t count = 0;
  std::size_t declared = 0;
  for (const HostileCase& one : cases_of(own())) {
    ++count;
    declared += one.bytes ? 1U : 0U;
  }
  EXPECT_GE(count, 185U);
  EXPECT_GE(declared, 45U);
}

// Every case with a recipe says how large it is: a changed recipe is then seen. Random ones have no fixed
// size.
TEST(AdversarialCases, RecipesDeclareTheirBytes) {
  std::size_t recipes = 0;
  for (const CaseFile& file : own().files) {
    for (const json& one : file.document.at("cases")) {
      const std::string text = json({one.value("schema", json()), one.value("instances", json())}).dump();
      if (text.find("\"recipe\"") == std::string::npos || text.find("\"random\"") != std::string::npos)
        continue;
      ++recipes;
      EXPECT_TRUE(one.contains("bytes")) << one.at("id");
    }
  }
  EXPECT_GE(recipes, 45U);
}

struct Mutation {
  const char* complaint;
  std::function<void(CaseFolder&)> make;
};

json& case_at(CaseFolder& folder, std::size_t file, std::size_t index) {
  return folder.files[file].document["cases"][index];
}

std::size_t index_of(const CaseFolder& folder, std::size_t file, const std::string& id) {
  const json& cases = folder.files[file].document["cases"];
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (cases[i]["id"] == id) return i;
  }
  ADD_FAILURE() << id;
  return 0;
}

// What the schema of the cases forbids, then what only the lint can see.
std::vector<Mutation> mutations() {
  return {
      {"schema.json: invalid", [](CaseFolder& f) { case_at(f, 0, 0)["colour"] = "red"; }},
      {"schema.json: invalid", [](CaseFolder& f) { case_at(f, 0, 0).erase("expect"); }},
      {"schema.json: invalid", [](CaseFolder& f) { case_at(f, 0, 0)["expect"] = {"fine"}; }},
      {"schema.json: invalid", [](CaseFolder& f) { case_at(f, 0, 0)["schema"]["recipe"] = "bake"; }},
      {"schema.json: invalid", [](CaseFolder& f) { case_at(f, 0, 0)["schema"]["times"] = 0; }},
      {"text.json: invalid", [](CaseFolder& f) { case_at(f, 1, 0)["instances"][0].erase("valid"); }},
      {"text.json: invalid", [](CaseFolder& f) { case_at(f, 1, 0)["flags"] = json::array(); }},
      {"vocabulary.json: invalid",
       [](CaseFolder& f) { case_at(f, 2, 0)["vocabulary"]["each_byte"] = false; }},
      {"session.json: invalid", [](CaseFolder& f) { case_at(f, 3, 0)["steps"][0] = {{"jump", 1}}; }},
      {"session.json: invalid", [](CaseFolder& f) { case_at(f, 3, 0)["steps"][0] = {{"accept", 1}}; }},
      {"its kind is",
       [](CaseFolder& f) {
         std::swap(f.files[0], f.files[1]);
         std::swap(f.texts[0], f.texts[1]);
         std::swap(f.files[0].name, f.files[1].name);
       }},
      {"schema.json: count", [](CaseFolder& f) { f.files[0].document["count"] = 1; }},
      {"the id stands there twice", [](CaseFolder& f) { case_at(f, 0, 1)["id"] = case_at(f, 0, 0)["id"]; }},
      {"declares", [](CaseFolder& f) { case_at(f, 0, 0)["bytes"] = 7; }},
      {"the flag 'Unheard' is not defined",
       [](CaseFolder& f) { case_at(f, 1, 0)["flags"].push_back("Unheard"); }},
      {"no case uses the flag 'Idle'",
       [](CaseFolder& f) { f.notes["flags"]["Idle"] = {{"bug_type", "exhaustion"}, {"effect", "none"}}; }},
      {"no case uses the bug type 'boredom'",
       [](CaseFolder& f) { f.schema["$defs"]["bug_type"]["enum"].push_back("boredom"); }},
      {"no case uses the outcome 'maybe'",
       [](CaseFolder& f) { f.schema["$defs"]["outcome"]["enum"].push_back("maybe"); }},
      {"no case uses the kind 'grammar'",
       [](CaseFolder& f) { f.schema["$defs"]["kind"]["enum"].push_back("grammar"); }},
      {"no case uses the kind of token 'soft'",
       [](CaseFolder& f) { f.schema["$defs"]["token_kind"]["enum"].push_back("soft"); }},
      {"no case uses the recipe 'bake'",
       [](CaseFolder& f) {
         json& recipes = f.schema["$defs"]["recipe"]["oneOf"];
         recipes.push_back(recipes[0]);
         recipes.back()["properties"]["recipe"]["const"] = "bake";
       }},
      {"no case uses the step 'jump'",
       [](CaseFolder& f) { f.schema["$defs"]["step"]["oneOf"].push_back({{"required", {"jump"}}}); }},
      {"several right outcomes and a flag",
       [](CaseFolder& f) {
         case_at(f, 0, index_of(f, 0, "contradiction-bounds"))["expect"] = {"empty", "limit"};
       }},
      {"several right outcomes and a flag",
       [](CaseFolder& f) {
         case_at(f, 0, index_of(f, 0, "contradiction-bounds"))["flags"].push_back("LimitMayCome");
       }},
      {"exact answer stands where",
       [](CaseFolder& f) { case_at(f, 0, index_of(f, 0, "contradiction-bounds")).erase("engine"); }},
      {"none of the right ones",
       [](CaseFolder& f) {
         case_at(f, 0, index_of(f, 0, "contradiction-bounds"))["engine"]["outcome"] = "limit";
       }},
      {"has a code exactly where",
       [](CaseFolder& f) { case_at(f, 0, index_of(f, 0, "contradiction-bounds"))["engine"].erase("code"); }},
      {"instances of what does not compile",
       [](CaseFolder& f) {
         case_at(f, 0, index_of(f, 0, "type-misspelt"))["instances"] = {{{"text", "1"}, {"valid", false}}};
       }},
      {"notes.json", [](CaseFolder& f) { f.notes.erase("flags"); }},
      {"longer than", [](CaseFolder& f) { case_at(f, 0, 0)["schema"]["times"] = 100'000'000U; }},
  };
}

TEST(AdversarialLint, SeesEachFault) {
  std::size_t tried = 0;
  for (const Mutation& mutation : mutations()) {
    CaseFolder folder = own();
    mutation.make(folder);
    for (std::size_t i = 0; i < folder.files.size(); ++i) folder.texts[i] = folder.files[i].document.dump();
    EXPECT_THAT(lint(folder), Contains(HasSubstr(mutation.complaint))) << "mutation " << tried;
    ++tried;
  }
  EXPECT_EQ(tried, 30U);
}

TEST(AdversarialLint, SeesANameThatStandsTwice) {
  CaseFolder folder = own();
  folder.texts[3].replace(folder.texts[3].find("{"), 1, R"({"kind":"session",)");
  EXPECT_THAT(lint(folder), Contains(HasSubstr("session.json: invalid")));
}

TEST(AdversarialLint, AFolderThatCannotBeReadIsNamed) {
  conformance::Fault fault;
  EXPECT_FALSE(read_folder(std::filesystem::path(testing::TempDir()) / "no_such_folder", fault));
  EXPECT_EQ(fault.code, "cases_unreadable");
  EXPECT_THAT(fault.file, HasSubstr("case_schema.json"));
}

}  // namespace
}  // namespace lockstep::adversarial

// trj-1.md and trj_1_cases.json: complete, in step with each other and with the oracle's JSON reader.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>
#include <string>

#include "lockstep/oracle/json_text/json_text.h"

namespace lockstep::conformance {
namespace {

using Json = nlohmann::json;
using Names = std::set<std::string>;

std::string read(const std::string& name) {
  std::ifstream file(LOCKSTEP_SOURCE_DIR "/conformance/spec/" + name, std::ios::binary);
  EXPECT_TRUE(file) << name << " is missing";
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

const Json& cases() {
  static const Json document = Json::parse(read("trj_1_cases.json"));
  return document.at("cases");
}

std::string schema_of(const Json& c) {
  if (c.contains("schema")) return c.at("schema");
  const Json& g = c.at("generate");
  std::string text = g.at("before");
  for (int i = 0; i < g.at("times").get<int>(); ++i) {
    std::string piece = g.at("repeat");
    if (const auto at = piece.find("{i}"); at != std::string::npos) piece.replace(at, 3, std::to_string(i));
    text += piece;
  }
  return text + g.at("after").get<std::string>();
}

// The part of the page between two texts.
std::string part(const std::string& from, const std::string& to) {
  const std::string page = read("trj-1.md");
  const auto begin = page.find(from);
  const auto end = page.find(to, begin == std::string::npos ? 0 : begin + from.size());
  EXPECT_TRUE(begin != std::string::npos && end != std::string::npos) << from << " ... " << to;
  return page.substr(begin, end - begin);
}

Names found(const std::string& text, const std::string& expression) {
  Names names;
  const std::regex pattern(expression);
  for (auto at = std::sregex_iterator(text.begin(), text.end(), pattern); at != std::sregex_iterator();
       ++at) {
    names.insert((*at)[1]);
  }
  return names;
}

// The words in the first cells of a table's rows.
Names first_cells(const std::string& table) {
  Names names;
  std::istringstream lines(table);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("| `")) names.merge(found(line.substr(0, line.find('|', 1)), "`([^`]+)`"));
  }
  return names;
}

Names field_of_cases(const std::string& outcome, const std::string& field) {
  Names names;
  for (const Json& c : cases()) {
    if (c.at("outcome") == outcome && c.contains(field)) names.insert(c.at(field).get<std::string>());
  }
  return names;
}

TEST(Trj1Cases, IdsAreUniqueAndEveryOutcomeIsThere) {
  Names ids;
  std::map<std::string, int> outcomes;
  for (const Json& c : cases()) {
    EXPECT_TRUE(ids.insert(c.at("id").get<std::string>()).second) << c.at("id");
    ++outcomes[c.at("outcome").get<std::string>()];
  }
  EXPECT_GE(ids.size(), 140U);
  for (const std::string outcome : {"ok", "empty", "refused", "malformed", "limit"}) {
    EXPECT_GE(outcomes[outcome], 5) << outcome;
  }
  EXPECT_EQ(outcomes.size(), 5U);
}

TEST(Trj1Cases, EveryLimitOfThePageIsMetAndExceeded) {
  const Names limits = first_cells(part("## 3. Limits", "## 4."));
  EXPECT_EQ(limits.size(), 11U);
  EXPECT_EQ(field_of_cases("limit", "limit"), limits);
  Names met;
  for (const Json& c : cases()) {
    const std::string id = c.at("id");
    if (id.starts_with("limit-") && id.ends_with("-met")) met.insert(id.substr(6, id.size() - 10));
  }
  EXPECT_GE(met.size(), 11U);
}

TEST(Trj1Cases, EveryCodeOfThePageOccurs) {
  const Names named = found(part("## 5. Outcomes", "## 6."), "code\\s+`([a-z_]+)`");
  Names used = field_of_cases("refused", "code");
  used.merge(field_of_cases("malformed", "code"));
  EXPECT_EQ(used, named);
  EXPECT_EQ(named.size(), 8U);
}

TEST(Trj1Cases, EveryAdmittedKeywordOccursInASchemaThatIsAdmitted) {
  std::string admitted;
  for (const Json& c : cases()) {
    if (c.at("outcome") == "ok") admitted += schema_of(c);
  }
  const Names keywords = first_cells(part("## 2. Keywords", "## 3."));
  EXPECT_EQ(keywords.size(), 27U);
  for (const std::string& keyword : keywords) {
    EXPECT_NE(admitted.find("\"" + keyword + "\":"), std::string::npos) << keyword;
  }
}

TEST(Trj1Cases, EveryKeywordRefusedByNameOccurs) {
  const Names listed = found(part("Refused, among all others:", "; and"), "`([^`]+)`");
  EXPECT_GE(listed.size(), 30U);
  Names refused;
  for (const Json& c : cases()) {
    if (c.value("code", "") == "unsupported_keyword") refused.insert(c.at("keyword").get<std::string>());
  }
  for (const std::string& keyword : listed) EXPECT_EQ(refused.count(keyword), 1U) << keyword;
}

TEST(Trj1Cases, SchemasAreWhatTheirOutcomeSaysToTheOraclesReader) {
  int pointers = 0;
  for (const Json& c : cases()) {
    const std::string schema = schema_of(c);
    const bool is_json = oracle::parse_json(schema).ok();
    EXPECT_EQ(is_json, c.at("outcome") != "malformed" || c.contains("code")) << c.at("id");
    if (!c.contains("pointer")) continue;
    EXPECT_TRUE(Json::parse(schema).contains(Json::json_pointer(c.at("pointer").get<std::string>())))
        << c.at("id");
    ++pointers;
  }
  EXPECT_GE(pointers, 80);
}

}  // namespace
}  // namespace lockstep::conformance

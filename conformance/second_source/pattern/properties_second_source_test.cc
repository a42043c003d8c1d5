// Every \p{...} expression against V8, code point by code point over what Unicode 15.0 assigns. V8's Unicode
// is newer: the code points whose values changed since are listed in unicode_changes.txt, and the list must
// hold exactly.
#include <gtest/gtest.h>

#include <fstream>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "lockstep/oracle/unicode/properties.h"
#include "v8.h"

namespace lockstep::conformance {
namespace {

using oracle::CodePointSet;

nlohmann::json ranges_json(const CodePointSet& set) {
  nlohmann::json ranges = nlohmann::json::array();
  for (const auto& range : set.ranges()) {
    ranges.push_back({static_cast<std::uint32_t>(range.first), static_cast<std::uint32_t>(range.last)});
  }
  return ranges;
}

// Script and Script_Extensions are apart even where their sets are equal in 15.0; so are category and binary
// ones.
std::string property_kind(std::string_view expression) {
  const std::string_view prefix = expression.substr(0, expression.find('='));
  if (prefix == "Script" || prefix == "sc") return "Script";
  if (prefix == "Script_Extensions" || prefix == "scx") return "Script_Extensions";
  return "other";
}

// "0378 1E00-1E05", from code points.
std::string spell(const std::vector<std::uint32_t>& code_points) {
  std::vector<oracle::CodePointRange> single;
  for (const std::uint32_t c : code_points) single.push_back({c, c});
  std::ostringstream text;
  text << std::hex << std::uppercase;
  const CodePointSet set(single);
  for (const auto& range : set.ranges()) {
    text << " " << static_cast<std::uint32_t>(range.first);
    if (range.last != range.first) text << "-" << static_cast<std::uint32_t>(range.last);
  }
  return text.str();
}

// Lines "expression -gone +new"; "#" begins a comment. The expression is the alphabetically first of its
// aliases.
std::set<std::string> expected_changes() {
  const std::string path =
      std::string(LOCKSTEP_SOURCE_DIR) + "/conformance/second_source/pattern/unicode_changes.txt";
  std::ifstream file(path);
  EXPECT_TRUE(file) << path << " is missing";
  std::set<std::string> lines;
  for (std::string line; std::getline(file, line);) {
    if (!line.empty() && line[0] != '#') lines.insert(line);
  }
  return lines;
}

TEST(PropertiesAgainstV8, EveryExpressionOverEveryAssignedCodePoint) {
  nlohmann::json input;
  const CodePointSet assigned = *oracle::find_property("Assigned");
  input["assigned"] = ranges_json(assigned);
  std::map<std::string, std::string> first_alias;  // property and ranges -> expression
  const auto expressions = oracle::property_expressions();
  for (const auto expression : expressions) {
    input["properties"][std::string(expression)] = ranges_json(*oracle::find_property(expression));
  }
  const auto output = nlohmann::json::parse(run_node("v8_properties.mjs", input.dump()));

  std::set<std::string> unknown_there;
  std::map<std::string, std::string> change_of;  // first alias -> its change, or nothing
  std::size_t compared = 0;
  for (const auto expression : expressions) {
    const nlohmann::json& result = output.at(std::string(expression));
    if (result.is_null()) {
      unknown_there.insert(std::string(expression));
      continue;
    }
    compared += result.at("compared").get<std::size_t>();
    const auto here = result.at("here").get<std::vector<std::uint32_t>>();
    const auto there = result.at("there").get<std::vector<std::uint32_t>>();
    const std::string key = property_kind(expression) + input["properties"][std::string(expression)].dump();
    const std::string name = first_alias.emplace(key, std::string(expression)).first->second;
    std::string change;
    if (!here.empty()) change += " only in 15.0:" + spell(here);
    if (!there.empty()) change += " only later:" + spell(there);
    EXPECT_EQ(change_of.emplace(name, change).first->second, change) << expression << " against " << name;
  }
  std::set<std::string> changes;
  for (const auto& [name, change] : change_of) {
    if (!change.empty()) changes.insert(name + change);
  }
  std::cout << expressions.size() << " expressions, " << compared << " comparisons, " << changes.size()
            << " properties changed\n";
  EXPECT_GE(compared, 400'000'000U);
  EXPECT_EQ(unknown_there,
            (std::set<std::string>{"Script=Hrkt", "Script=Katakana_Or_Hiragana", "Script_Extensions=Hrkt",
                                   "Script_Extensions=Katakana_Or_Hiragana", "sc=Hrkt",
                                   "sc=Katakana_Or_Hiragana", "scx=Hrkt", "scx=Katakana_Or_Hiragana"}));
  const std::set<std::string> expected = expected_changes();
  for (const std::string& line : changes) EXPECT_TRUE(expected.contains(line)) << "not listed: " << line;
  for (const std::string& line : expected) EXPECT_TRUE(changes.contains(line)) << "no longer so: " << line;
}

}  // namespace
}  // namespace lockstep::conformance

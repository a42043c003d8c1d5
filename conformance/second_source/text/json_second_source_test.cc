// The oracle's JSON reader against V8's JSON.parse: the same texts accepted, with the same meaning. Two
// differences are meant: the oracle refuses repeated names and lone surrogate escapes. v8_json.mjs finds both
// in the source by itself.
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "ask.h"
#include "json_answers.h"
#include "text_maker.h"

namespace lockstep::conformance::second_source {
namespace {

struct Compared {
  std::map<std::string, std::size_t> classes;
  std::vector<std::string> differences;
};

bool has(const std::string& flags, char flag) { return flags.find(flag) != std::string::npos; }

// The class of one pair of answers; "difference" where no rule accounts for them.
std::string judge(const JsonAnswer& ours, const std::string& theirs) {
  if (theirs == "utf8") return ours.code.empty() ? "difference" : "ill-formed UTF-8";
  if (theirs == "reject") {
    return ours.code.empty() || ours.code == "invalid_utf8" ? "difference" : "rejected by both";
  }
  if (theirs.substr(0, 7) != "accept ") return "difference";
  const std::size_t space = theirs.find(' ', 7);
  const std::string flags = theirs.substr(7, space - 7);
  if (has(flags, 'd') || has(flags, 's')) {
    if (ours.code == "duplicate_name" && has(flags, 'd')) return "duplicate name";
    if (ours.code == "lone_surrogate" && has(flags, 's')) return "lone surrogate";
    return "difference";
  }
  if (!ours.code.empty() || ours.dump != theirs.substr(space + 1)) return "difference";
  return has(flags, 'b') ? "accepted by both, beyond binary64" : "accepted by both";
}

using Reader = std::function<JsonAnswer(const std::string&)>;

Compared compare(const std::vector<std::string>& texts, const std::vector<std::string>& theirs,
                 const Reader& reader) {
  Compared compared;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const JsonAnswer ours = reader(texts[i]);
    const std::string which = judge(ours, theirs[i]);
    ++compared.classes[which];
    if (which != "difference") continue;
    compared.differences.push_back(testing::PrintToString(texts[i]) + "\n  oracle: " + ours.code + ours.dump +
                                   "\n  V8: " + theirs[i]);
  }
  return compared;
}

std::vector<std::string> make_texts(std::size_t count, std::uint64_t from) {
  TextMaker maker(from);
  std::vector<std::string> texts;
  while (texts.size() < count) texts.push_back(maker.text());
  return texts;
}

std::vector<std::string> ask_v8(const std::vector<std::string>& texts) {
  std::vector<std::string> lines;
  for (const std::string& text : texts) lines.push_back(to_hex(text));
  return ask("node " + script("v8_json.mjs"), lines);
}

TEST(JsonSecondSource, AgreesWithV8) {
  const std::vector<std::string> texts = make_texts(60000, seed(20261130));
  const std::vector<std::string> theirs = ask_v8(texts);
  ASSERT_EQ(theirs.size(), texts.size());
  Compared compared = compare(texts, theirs, oracle_reads);
  for (const auto& [name, count] : compared.classes) std::printf("%s: %zu\n", name.c_str(), count);
  for (std::size_t i = 0; i < compared.differences.size() && i < 10; ++i)
    ADD_FAILURE() << compared.differences[i];
  EXPECT_EQ(compared.differences.size(), 0U);
  EXPECT_GE(compared.classes["accepted by both"], 15000U);
  EXPECT_GE(compared.classes["accepted by both, beyond binary64"], 500U);
  EXPECT_GE(compared.classes["rejected by both"], 15000U);
  EXPECT_GE(compared.classes["ill-formed UTF-8"], 1000U);
  EXPECT_GE(compared.classes["duplicate name"], 1000U);
  EXPECT_GE(compared.classes["lone surrogate"], 1000U);
}

// Readers that are wrong in one way each. The same texts and the same rules find every one of them out.
TEST(JsonSecondSource, ConvictsReadersThatAreWrong) {
  const std::vector<std::string> texts = make_texts(10000, seed(20261130));
  const std::vector<std::string> theirs = ask_v8(texts);
  ASSERT_EQ(theirs.size(), texts.size());
  ASSERT_TRUE(compare(texts, theirs, oracle_reads).differences.empty());

  const auto forgiving = [](const std::string& code) {
    return [code](const std::string& text) {
      const JsonAnswer answer = oracle_reads(text);
      return answer.code == code ? JsonAnswer{"", "n n"} : answer;
    };
  };
  const auto rewritten = [](const std::string& from, const std::string& to) {
    return [from, to](const std::string& text) {
      JsonAnswer answer = oracle_reads(text);
      const std::size_t at = answer.dump.find(from);
      if (at != std::string::npos) answer.dump.replace(at, from.size(), to);
      return answer;
    };
  };
  const std::map<std::string, Reader> wrong = {
      {"accepts repeated names", forgiving("duplicate_name")},
      {"accepts lone surrogates", forgiving("lone_surrogate")},
      {"accepts ill-formed UTF-8", forgiving("invalid_utf8")},
      {"accepts control characters", forgiving("control_character")},
      {"accepts bad numbers", forgiving("bad_number")},
      {"accepts bad escapes", forgiving("bad_escape")},
      {"accepts truncated texts", forgiving("truncated")},
      {"accepts what follows the value", forgiving("trailing_bytes")},
      {"loses the sign of zero", rewritten("d8000000000000000", "d0000000000000000")},
      {"loses superfluous zeros", rewritten("0 ", " ")},
      {"decodes a tabulator as a space", rewritten("s9.", "s20.")},
      {"trims a byte-order mark in a string", rewritten("feff.", "")},
      {"rejects every empty name",
       [](const std::string& text) {
         return text.find("\"\":") == std::string::npos ? oracle_reads(text)
                                                        : JsonAnswer{"unexpected_byte", ""};
       }},
  };
  for (const auto& [fault, reader] : wrong) {
    EXPECT_GE(compare(texts, theirs, reader).differences.size(), 1U) << fault << " escaped";
  }
}

}  // namespace
}  // namespace lockstep::conformance::second_source

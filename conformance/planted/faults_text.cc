#include <nlohmann/json.hpp>
#include <regex>

#include "lockstep/conformance/planted/faults.h"

namespace lockstep::conformance {
namespace {

// As most readers do: the last of several equal names wins. Texts that the library cannot read stay as they
// are.
void last_name_wins(std::string& text) {
  const nlohmann::ordered_json tree = nlohmann::ordered_json::parse(text, nullptr, false);
  if (tree.is_discarded() || oracle::parse_json(text).ok()) return;
  const nlohmann::json last = nlohmann::json::parse(text, nullptr, false);
  std::string written = last.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  if (oracle::parse_json(written).ok()) text = std::move(written);
}

// Replaces every match of `pattern`, only in texts that are no JSON as they stand.
auto repaired(const char* pattern, const char* replacement) {
  return [expression = std::regex(pattern), replacement](std::string& text) {
    if (oracle::parse_json(text).ok()) return;
    std::string out = std::regex_replace(text, expression, replacement);
    if (oracle::parse_json(out).ok()) text = std::move(out);
  };
}

void strip_byte_order_mark(std::string& text) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  if (text.starts_with(kMark)) text.erase(0, kMark.size());
}

}  // namespace

std::vector<PlantedFault> text_faults() {
  std::vector<PlantedFault> faults;
  const auto add = [&](std::string name, std::string sentence, std::function<void(std::string&)> text) {
    faults.push_back({std::move(name), std::move(sentence), nullptr, std::move(text), nullptr});
  };
  add("last_name_wins", "of two members with one name the last counts", last_name_wins);
  add("byte_order_mark_skipped", "a byte-order mark at the start is skipped", strip_byte_order_mark);
  add("lone_surrogate_replaced", "a lone surrogate is U+FFFD",
      repaired(R"(\\u[dD][89a-fA-F][0-9a-fA-F]{2})", "\\ufffd"));
  add("trailing_comma_taken", "a comma before a closing bracket is skipped",
      repaired(R"(,\s*([\]}]))", "$1"));
  add("leading_zero_taken", "a number may begin with zeros", repaired(R"(\b0+([0-9]))", "$1"));
  add("not_a_number_taken", "NaN is a number", repaired(R"(NaN)", "0"));
  add("control_in_string_taken", "a raw control character may stand in a string",
      repaired("[\\x01-\\x1f]", " "));
  return faults;
}

}  // namespace lockstep::conformance

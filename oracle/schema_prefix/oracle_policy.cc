// The presets and the words of policy.md section 3.
#include "lockstep/oracle/schema_prefix/oracle_policy.h"

#include <array>
#include <charconv>
#include <string_view>
#include <utility>

namespace lockstep::oracle {
namespace {

template <typename Field, std::size_t count>
bool choose(Field& field, std::string_view value,
            const std::array<std::pair<std::string_view, Field>, count>& words) {
  for (const auto& [word, meaning] : words) {
    if (word == value) {
      field = meaning;
      return true;
    }
  }
  return false;
}

template <typename Field>
using Word = std::pair<std::string_view, Field>;

constexpr std::array<Word<WhitespaceRule>, 4> kWhitespace = {{{"any", WhitespaceRule::any},
                                                              {"bounded", WhitespaceRule::bounded},
                                                              {"single", WhitespaceRule::single},
                                                              {"compact", WhitespaceRule::compact}}};
constexpr std::array<Word<OuterWhitespaceRule>, 2> kOuter = {
    {{"json", OuterWhitespaceRule::json}, {"none", OuterWhitespaceRule::none}}};
constexpr std::array<Word<KeyOrderRule>, 2> kKeyOrder = {
    {{"any", KeyOrderRule::any}, {"declared", KeyOrderRule::declared}}};
constexpr std::array<Word<NumberRule>, 3> kNumbers = {
    {{"json", NumberRule::json}, {"plain", NumberRule::plain}, {"canonical", NumberRule::canonical}}};
constexpr std::array<Word<EscapeRule>, 2> kEscapes = {
    {{"json", EscapeRule::json}, {"minimal", EscapeRule::minimal}}};
constexpr std::array<Word<FormatRule>, 2> kFormat = {
    {{"annotate", FormatRule::annotate}, {"assert", FormatRule::assertion}}};

bool set_number_bytes(std::optional<std::uint32_t>& bytes, std::string_view value) {
  if (value == "none") {
    bytes.reset();
    return true;
  }
  std::uint32_t read = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), read);
  if (error != std::errc() || end != value.data() + value.size() || read == 0) return false;
  bytes = read;
  return true;
}

}  // namespace

OraclePolicy OraclePolicy::spec() { return {}; }

OraclePolicy OraclePolicy::model() {
  OraclePolicy policy;
  policy.whitespace = WhitespaceRule::bounded;
  policy.outer_whitespace = OuterWhitespaceRule::none;
  policy.numbers = NumberRule::plain;
  policy.number_bytes = 40;
  policy.format = FormatRule::assertion;
  return policy;
}

OraclePolicy OraclePolicy::canonical() {
  OraclePolicy policy;
  policy.whitespace = WhitespaceRule::compact;
  policy.outer_whitespace = OuterWhitespaceRule::none;
  policy.key_order = KeyOrderRule::declared;
  policy.numbers = NumberRule::canonical;
  policy.escapes = EscapeRule::minimal;
  policy.format = FormatRule::assertion;
  return policy;
}

std::optional<OraclePolicy> OraclePolicy::preset(std::string_view name) {
  if (name == "spec") return spec();
  if (name == "model") return model();
  if (name == "canonical") return canonical();
  return std::nullopt;
}

bool OraclePolicy::set(std::string_view field, std::string_view value) {
  if (field == "whitespace") return choose(whitespace, value, kWhitespace);
  if (field == "outer_whitespace") return choose(outer_whitespace, value, kOuter);
  if (field == "key_order") return choose(key_order, value, kKeyOrder);
  if (field == "numbers") return choose(numbers, value, kNumbers);
  if (field == "number_bytes") return set_number_bytes(number_bytes, value);
  if (field == "escapes") return choose(escapes, value, kEscapes);
  if (field == "format") return choose(format, value, kFormat);
  return false;
}

}  // namespace lockstep::oracle

// The spelling policy (conformance/spec/policy.md, section 3), the oracle's own type.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace lockstep::oracle {

enum class WhitespaceRule { any, bounded, single, compact };
enum class OuterWhitespaceRule { json, none };
enum class KeyOrderRule { any, declared };
enum class NumberRule { json, plain, canonical };
enum class EscapeRule { json, minimal };
enum class FormatRule { annotate, assertion };

// Thread rules: a plain value. As made it is the preset `spec`.
struct OraclePolicy {
  WhitespaceRule whitespace = WhitespaceRule::any;
  OuterWhitespaceRule outer_whitespace = OuterWhitespaceRule::json;
  KeyOrderRule key_order = KeyOrderRule::any;
  NumberRule numbers = NumberRule::json;
  std::optional<std::uint32_t> number_bytes;  // nullopt: `none`; else at least 1
  EscapeRule escapes = EscapeRule::json;
  FormatRule format = FormatRule::annotate;

  static OraclePolicy spec();
  static OraclePolicy model();
  static OraclePolicy canonical();

  // By the words of section 3. False for a word that the page does not have; the policy is unchanged then.
  static std::optional<OraclePolicy> preset(std::string_view name);
  bool set(std::string_view field, std::string_view value);

  bool operator==(const OraclePolicy&) const = default;
};

}  // namespace lockstep::oracle

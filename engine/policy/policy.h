// The spelling policy: which texts of a value the language contains. Normative: conformance/spec/policy.md.
// Every field changes the language and so the identity of a constraint.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "lockstep/engine/base/result.h"

namespace lockstep::engine {

enum class Whitespace : std::uint8_t { any, bounded, single, compact };
enum class OuterWhitespace : std::uint8_t { json, none };
enum class KeyOrder : std::uint8_t { any, declared };
enum class Numbers : std::uint8_t { json, plain, canonical };
enum class Escapes : std::uint8_t { json, minimal };
enum class Format : std::uint8_t { annotate, assert_listed };

inline constexpr std::uint32_t kBoundedWhitespaceBytes = 64;  // longest run under Whitespace::bounded

// Thread rules: a plain value. The default is the preset `spec`.
struct Policy {
  Whitespace whitespace = Whitespace::any;
  OuterWhitespace outer_whitespace = OuterWhitespace::json;
  KeyOrder key_order = KeyOrder::any;
  Numbers numbers = Numbers::json;
  std::optional<std::uint32_t> number_bytes;  // longest spelling of a number, in bytes
  Escapes escapes = Escapes::json;
  Format format = Format::annotate;

  static Policy spec();
  static Policy model();
  static Policy canonical();

  bool operator==(const Policy&) const = default;
};

// "spec", "model", "canonical". Error code: unknown_policy.
Result<Policy> policy_named(std::string_view preset);

// Sets one field by its name and value as the norm writes them ("whitespace", "bounded"; "number_bytes", "40"
// or "none"). Error codes: unknown_policy_field, bad_policy_value.
Result<Policy> with_field(Policy policy, std::string_view field, std::string_view value);

// Every field as `name=value`, in the norm's order, separated by one space: part of a constraint's identity.
std::string canonical_text(const Policy& policy);

}  // namespace lockstep::engine

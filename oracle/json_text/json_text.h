// Strict JSON text (RFC 8259) to a tree that keeps what validators tend to lose: member order, the exact text
// of every number, byte spans. Refused beyond the RFC's grammar: duplicate member names (compared after
// decoding), lone surrogate escapes, a byte-order mark, ill-formed UTF-8 (RFC 3629). Cost: linear; memory
// about 150 bytes a value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/oracle/answer.h"

namespace lockstep::oracle {

enum class JsonKind : std::uint8_t { null, boolean, number, string, array, object };

struct JsonMember;

// Thread rules: immutable after parsing; share freely.
struct JsonValue {
  JsonKind kind = JsonKind::null;
  bool boolean = false;   // kind boolean
  std::size_t begin = 0;  // byte span of the value in the text, [begin, end)
  std::size_t end = 0;
  std::string text;                 // string: decoded, as UTF-8; number: the exact source text; else empty
  std::vector<JsonValue> items;     // array
  std::vector<JsonMember> members;  // object, in source order, names unique

  // The member's value or nullptr. Linear in the number of members.
  const JsonValue* find(std::string_view name) const;
};

struct JsonMember {
  std::string name;            // decoded, as UTF-8
  std::size_t name_begin = 0;  // byte span of the name with its quotes
  std::size_t name_end = 0;
  JsonValue value;
};

struct JsonLimits {
  std::size_t bytes = 16U << 20U;  // longest text: "text_too_large"
  std::size_t depth = 1000;        // deepest nesting of arrays and objects: "too_deep"; 4000 at the very most
};

// Codes: truncated, unexpected_byte, invalid_utf8, byte_order_mark, bad_escape, lone_surrogate,
// control_character, bad_number, duplicate_name, trailing_bytes, text_too_large, too_deep. Error::offset is
// the first byte that no valid text could have there (the length of the text for "truncated"); duplicate_name
// points at the second name's quote.
Outcome<JsonValue> parse_json(std::string_view text, const JsonLimits& limits = {});

}  // namespace lockstep::oracle

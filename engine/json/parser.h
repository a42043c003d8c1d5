// The strict JSON reader: RFC 8259, nothing more.
//
// Refused on top of the grammar, because two readers could disagree about the meaning: names that are equal
// after decoding within one object (section 4), a byte order mark, ill-formed UTF-8 (section 8.1), lone
// surrogates written as escapes (section 8.2). Not recursive, so depth costs no stack.
//
// Error codes, each with the byte offset: json_syntax, json_truncated (the text ends inside a value),
// json_trailing (something after the value), json_duplicate_name (the offset of the second name),
// json_invalid_utf8, json_lone_surrogate, json_byte_order_mark, json_too_large, json_too_deep,
// json_too_many_values.
#pragma once

#include <cstddef>
#include <string>

#include "lockstep/engine/base/meter.h"
#include "lockstep/engine/base/result.h"
#include "lockstep/engine/json/document.h"

namespace lockstep::engine::json {

// Memory of a document is at most its text + 20 bytes a value or name + 4 bytes a name + the decoded form of
// strings with escapes (shorter than their spelling). Time is O(n log n) in the bytes, also for hostile
// names.
struct Limits {
  std::size_t max_bytes = std::size_t{64} << 20U;  // of the text; never above 4 GiB - 1
  std::size_t max_depth = 1000;                    // arrays and objects open at once; bounds recursive users
  std::size_t max_values = std::size_t{8} << 20U;  // values and names; 20 bytes each. Bounds no single string
};

// Takes the text (move it in: it is kept). Charges an operation for each value and for each two names
// compared, where there is a meter, and passes one for each 64 bytes; its Stop is the caller's. Thread rules:
// a function without shared state.
Result<Document> parse(std::string text, const Limits& limits = {}, Meter* meter = nullptr);

}  // namespace lockstep::engine::json

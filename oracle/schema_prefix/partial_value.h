// A JSON text that may end anywhere, parsed once: closed values as trees, and the one place where the text
// ends. RFC 8259, policy.md sections 2, 4.1, 4.2, 4.4 to 4.6: all that does not ask the schema. Thread rules:
// plain values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/oracle/json_text/json_text.h"
#include "lockstep/oracle/schema_prefix/oracle_policy.h"
#include "lockstep/oracle/schema_prefix/partial_string.h"

namespace lockstep::oracle {

// absent: not a byte of it is there. open: the text ends inside, or behind a number, which may go on.
enum class PartialState : std::uint8_t { absent, open, closed };

// How an open array or object ends.
enum class PartialTail : std::uint8_t {
  may_close,   // behind the bracket, or behind an item or member: the next may come, or the end
  must_go_on,  // behind a comma
  in_name,     // object: in a name whose quote is not closed
  in_part,     // array: `last` is open; object: the name is closed, and `last` absent or open
};

struct PartialValue {
  PartialState state = PartialState::absent;
  JsonKind kind = JsonKind::null;
  JsonValue value;       // closed: all of it. Open array or object: the closed items or members
  std::string text;      // open literal or number
  PartialString string;  // open string
  PartialTail tail = PartialTail::may_close;
  PartialString name;                  // in_name, in_part
  std::unique_ptr<PartialValue> last;  // in_part
};

enum class PartialFault : std::uint8_t { none, dead, too_deep };

// dead: no text under the policy begins so, whatever the schema. too_deep: more than `depth` open brackets.
PartialFault parse_partial(std::string_view text, const OraclePolicy& policy, std::size_t depth,
                           PartialValue& out);

}  // namespace lockstep::oracle

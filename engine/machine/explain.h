// Why may a text not go on with these bytes? In the words of the schema, with pointers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "lockstep/engine/base/cancellation.h"
#include "lockstep/engine/base/limits.h"
#include "lockstep/engine/machine/machine.h"
#include "lockstep/engine/policy/policy.h"
#include "lockstep/engine/schema/schema.h"

namespace lockstep::engine {

// One thing that forbids.
struct ReasonPart {
  enum class Kind : std::uint8_t {
    keyword,  // of the schema, at `pointer`; an empty keyword is a subschema `false`
    policy,   // a field of the policy, named by `keyword`
    json,     // no JSON text goes on so: RFC 8259, UTF-8, names twice
  };
  Kind kind = Kind::keyword;
  std::string keyword;
  std::string pointer;
  std::string message;  // a sentence
};

// Parts that forbid together: without any one of them (where irreducible) the bytes would be taken, were
// there no other reason.
struct Reason {
  std::vector<ReasonPart> parts;
  bool irreducible = true;
};

struct Explanation {
  bool allowed = false;                 // nothing to explain
  std::size_t taken = 0;                // of the bytes, before the one that is refused
  std::optional<std::uint8_t> refused;  // that byte; nullopt: the end of the text is
  std::string place;             // JSON pointer, in the instance, of the value that is being written there
  std::vector<bool> could_come;  // 256: the bytes that may come there
  bool could_stop = false;       // or the end
  std::vector<Reason> reasons;   // each forbids by itself; at most kMostReasons, the rest is not looked for
};
inline constexpr std::size_t kMostReasons = 4;

// What one machine says of it: everything but the place and the reasons. Error codes: text_not_viable
// (`offset`), and why the machine was interrupted.
std::variant<Explanation, Error> first_look(Machine& machine, std::string_view text, std::string_view bytes);

// `text`: what was written so far; `bytes`: what is to come next; no bytes: why may the text not end here?
// The reasons are found by taking keywords away (find_cores), so they are true of the language and do not
// follow the way in which the engine happens to decide. Error codes: text_not_viable (`offset`: where the
// text itself dies), cancelled, and those of a compile. Cost: at most Limits::conflict_questions readings of
// the text.
std::variant<Explanation, Error> explain(const Schema& schema, const Policy& policy, const Limits& limits,
                                         std::string_view text, std::string_view bytes,
                                         const Cancellation* cancellation);

// The first two items of an open array of the text that are equal, were it ended here in the shortest way.
std::optional<std::pair<std::size_t, std::size_t>> repeated_item(std::string_view text);

// The sentence for a keyword of a node, where the text that was taken stands at the reason. Those that depend
// on more of the text: explain_teller.h.
std::string sentence_of(const Schema& schema, NodeId node, std::string_view keyword, std::string_view taken);

}  // namespace lockstep::engine

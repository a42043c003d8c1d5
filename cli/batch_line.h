// One line of `check --batch`: the request that it holds, or what is wrong with it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "lockstep/cli/command.h"

namespace lockstep::cli {

struct BatchRequest {
  enum class Kind { schema, grammar, regex };

  std::string id;  // its JSON text as it stood in the line: a string or a number
  Kind kind = Kind::schema;
  std::string text;                    // the schema's original bytes; a grammar or pattern decoded
  std::vector<std::string> instances;  // bytes
  std::string dialect;                 // URI; empty: the default
  std::optional<bool> assert_formats;  // where the line says
  // What whole-document subjects do not do: "policy", "tokens", "mask_at"; the first one asked for, else
  // empty.
  std::string beyond;
  // For the engine: policy fields as written, the preset as the field "preset"; "", "canonical" or "random";
  // bytes.
  std::vector<std::pair<std::string, std::string>> policy;
  std::string tokens;
  std::optional<std::size_t> mask_at;
};

// Codes: bad_line, duplicate_field, unknown_field, missing_field, bad_field. The location is a byte offset in
// the line. The schema's bytes are not looked into: whether they are JSON is the subject's to say.
std::variant<BatchRequest, CodedError> parse_batch_line(std::string_view line);

}  // namespace lockstep::cli

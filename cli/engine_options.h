// What several commands ask the built-in engine with: policy and vocabulary.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "lockstep/cli/command.h"
#include "lockstep/engine/policy/policy.h"
#include "lockstep/engine/vocabulary/vocabulary.h"

namespace lockstep::cli {

struct EngineOptions {
  std::string policy = "spec";
  std::vector<std::string> fields;  // "field=value", over the preset
  std::string vocabulary = "builtin";
  bool openapi = false;
};

// --policy and --set.
void add_policy_options(Arguments& app, EngineOptions& options);
// --openapi.
void add_openapi_option(Arguments& app, EngineOptions& options);
// --vocab.
void add_vocabulary_option(Arguments& app, EngineOptions& options);

// Codes: unknown_policy, unknown_policy_field, bad_policy_value, usage.
std::variant<engine::Policy, CodedError> policy_of(const EngineOptions& options);
// Codes: those of conformance::open_vocabulary.
std::variant<engine::Vocabulary, CodedError> vocabulary_of(const EngineOptions& options,
                                                           const Context& context);

// Pairs of a field and its value; the field "preset", wherever it stands, is what the others change. `base`
// where there is none.
std::variant<engine::Policy, engine::Error> policy_with(
    engine::Policy base, const std::vector<std::pair<std::string, std::string>>& fields);

// A set of bytes for a person: 'a'-'z' '_' 0x80-0xBF.
std::string shown_bytes(const std::vector<bool>& allowed);

}  // namespace lockstep::cli

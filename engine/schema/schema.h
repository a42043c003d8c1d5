// A JSON Schema text as the machine sees it: one node for each subschema, references resolved, older drafts
// in the words of 2020-12, every keyword either here or refused by name. No annotation keyword is here; they
// are listed.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "lockstep/engine/base/blocks.h"
#include "lockstep/engine/base/cancellation.h"
#include "lockstep/engine/base/limits.h"
#include "lockstep/engine/base/text_arena.h"
#include "lockstep/engine/format/format.h"
#include "lockstep/engine/json/document.h"
#include "lockstep/engine/lexical/decimal.h"
#include "lockstep/engine/lexical/pattern.h"

namespace lockstep::engine {

using NodeId = std::uint32_t;

// Bits of Node::types.
enum TypeBit : std::uint8_t {
  kNull = 1,
  kBoolean = 2,
  kObject = 4,
  kArray = 8,
  kString = 16,
  kNumber = 32,   // every number, integers too
  kInteger = 64,  // integers only; kNumber includes them
  // Those of draft 4: integers that are spelled without a fraction and an exponent.
  kIntegerWord = 128,
};
inline constexpr std::uint8_t kAnyType = kNull | kBoolean | kObject | kArray | kString | kNumber;

// The keywords that lead to other subschemas, for walks in the order of the text (KeyOrder::declared).
enum class Applicator : std::uint8_t {
  properties,
  pattern_properties,
  additional_properties,
  prefix_items,
  items,
  contains,
  unevaluated_properties,
  unevaluated_items,
  property_names,
  all_of,
  any_of,
  one_of,
  negated,
  condition,
  then,
  otherwise,
  dependent_schemas,
  ref,
  dynamic_ref
};

// One subschema in one dynamic scope (Core 7.1): where `$dynamicRef` tells scopes apart there is a node for
// each. Absent keywords are nullopt or empty.
struct Node {
  std::string_view pointer;                     // JSON pointer in its document; lives in Schema::texts
  std::uint32_t document = 0;                   // index in Schema::documents
  std::optional<bool> boolean;                  // the schemas `true` and `false`
  std::uint8_t types = kAnyType;                // `type`, `nullable`
  std::vector<std::vector<json::Value>> enums;  // `enum`, `const`: the value is a member of each list
  std::vector<std::string_view> enum_keywords;  // of each list: \"enum\" or \"const\"

  std::optional<Decimal> minimum, maximum, exclusive_minimum, exclusive_maximum, multiple_of;
  std::optional<std::uint64_t> min_length, max_length, min_items, max_items, min_properties, max_properties;
  std::optional<std::uint64_t> min_contains, max_contains;  // decide nothing without `contains`
  std::optional<Pattern> pattern;
  std::shared_ptr<const StringFormat> format;  // where it asserts
  bool unique_items = false;

  std::vector<std::pair<std::string, NodeId>> properties;  // decoded names, in the order of the text
  std::optional<NodeId> additional_properties;
  std::vector<std::pair<NodeId, NodeId>> pattern_properties;  // a node that holds the `pattern`, the schema
  std::optional<NodeId> property_names;
  std::vector<std::string> required;
  std::vector<NodeId> prefix_items;
  std::optional<NodeId> items, contains;
  std::optional<NodeId> unevaluated_properties, unevaluated_items;
  bool contained_is_evaluated = true;  // by this `unevaluatedItems`; not in 2019-09

  std::vector<NodeId> all_of, any_of, one_of;
  std::optional<NodeId> negated;                     // `not`
  std::optional<NodeId> condition, then, otherwise;  // `if`; the others decide nothing without it
  std::vector<std::pair<std::string, std::vector<std::string>>> dependent_required;
  std::vector<std::pair<std::string, NodeId>> dependent_schemas;  // in the order of the text
  std::optional<NodeId> ref;
  std::optional<NodeId> dynamic_ref;          // `$dynamicRef`, for the dynamic scope that this node is in
  std::optional<NodeId> dynamic_ref_initial;  // ... before any dynamic scope is looked at
  std::vector<Applicator> applicators;        // those that are here, in the order of the text

  // What they are called here: older drafts say the same in other words.
  std::string_view prefix_items_keyword = "prefixItems";
  std::string_view dependent_required_keyword = "dependentRequired";
  std::string_view dynamic_ref_keyword = "$dynamicRef";
};

// The subschemas that a node applies to the same value, whatever its type.
std::vector<NodeId> in_place_of(const Node& node);
// Does the node say nothing (`ref` left out of account)? Then it holds for every value, though it may
// evaluate members for an `unevaluatedProperties`.
bool says_nothing(const Node& node);

// A keyword that is no assertion for us: listed with the compile result. Its texts live in Schema::texts, or
// for good.
struct Remark {
  std::string_view kind;  // unknown_keyword, annotation, format_annotation, without_effect,
                          // pattern_without_u, schema_below_root
  std::string_view pointer;
  std::string_view keyword;
};

// Thread rules: immutable. Owns its documents, so that the json::Values in its nodes stay valid.
struct Schema {
  std::vector<json::Document> documents;
  TextArena texts;
  Blocks<Node> nodes;
  NodeId root = 0;
  std::vector<Remark> remarks;
};

// Documents that `$ref` may reach, by absolute URI without fragment. Never the network.
using Registry = std::map<std::string, std::string, std::less<>>;

enum class CompileStatus : std::uint8_t { ok, empty, refused, malformed, limit, cancelled };

struct CompileFault {
  CompileStatus status = CompileStatus::malformed;
  Error error;                          // code, message, offset or pointer
  std::string keyword;                  // for refused
  std::vector<std::string> conflict{};  // for empty: pointers of keywords that conflict (machine/conflict.h)
};

// One without a place.
inline CompileFault compile_fault(CompileStatus status, std::string code, std::string message) {
  return {status, {std::move(code), std::move(message), std::nullopt, ""}, ""};
}

struct SchemaOptions {
  std::string default_dialect =
      "https://json-schema.org/draft/2020-12/schema";  // of documents without `$schema`
  bool assert_formats = false;
  bool openapi = false;  // `nullable` is a keyword, that of OpenAPI 3.0; else it is refused
};

// Reads, checks every keyword's own shape as its metaschema demands (malformed), resolves identifiers and
// references, and refuses what is not in Node. Cost: linear in the texts.
std::variant<Schema, CompileFault> read_schema(std::string_view text, const Registry& registry,
                                               const SchemaOptions& options, const Limits& limits,
                                               const Cancellation* cancellation);

}  // namespace lockstep::engine

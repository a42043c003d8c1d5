// Is this document valid against this schema? JSON Schema 2020-12 back to draft 4, one function per
// keyword. Slow, plain, trusted because it can be read next to the specification and because the official
// suite judges it.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lockstep/oracle/answer.h"
#include "lockstep/oracle/json_text/json_text.h"

namespace lockstep::oracle {

// Documents that `$ref` may reach, by absolute URI without fragment. Never the network.
// The official metaschemas are always there. Texts are bytes as given; parsed on first use.
using Registry = std::map<std::string, std::string, std::less<>>;

struct SchemaOptions {
  bool assert_formats = false;
  // Numbers as `numbers: plain` of conformance/spec/policy.md 4.4 has them: `integer` in `type` holds only
  // for an instance spelled as an integer word, and so does a number in `enum` or `const` whose value is
  // integral. Of instances only, never while a schema is judged against its metaschema.
  bool plain_numbers = false;
  // conformance/spec/drafts.md 3.11: `nullable: true` beside a `type` adds null to it; else `nullable` is an
  // error.
  bool openapi = false;
  // The dialect where `$schema` is absent, in every document.
  std::string default_dialect = "https://json-schema.org/draft/2020-12/schema";
  std::string base_uri;              // retrieval URI of the schema; "" gives an opaque default
  JsonLimits limits;                 // of every document
  std::size_t subschemas = 500'000;  // of all documents together: error too_large
  std::size_t depth = 4000;  // nested evaluations while judging against a metaschema: error depth; a level
                             // of schema nesting takes about four
  std::size_t steps = 100'000'000;  // keyword evaluations of the same: error steps
};

struct CheckLimits {
  // Nested evaluations: unknown("depth: ..."). Each takes up to 1.1 KiB of stack in a release build (measured
  // over all applicators; several times that with AddressSanitizer): whoever raises it runs on a larger
  // stack.
  std::size_t depth = 2000;
  std::size_t steps = 50'000'000;  // keyword evaluations: unknown("steps: ...")
  std::size_t pattern_steps = 10'000'000;
};

// A schema ready to judge. Thread rules: immutable after load; many threads may check.
class Schema {
 public:
  // Error codes: those of parse_json; invalid_schema (against its metaschema, pointer of the fault),
  // bad_reference (pointer of the $ref), bad_pattern, unsupported_dialect, unsupported_vocabulary,
  // bad_identifier ($id, anchors), unknown_format (only where the dialect has the format-assertion
  // vocabulary), unsupported_keyword (`nullable`), too_large, depth, steps. A fault in another document has
  // the pointer of the reference that led there, and the message names document and place.
  static Outcome<Schema> load(std::string_view text, const Registry& registry,
                              const SchemaOptions& options = {});

  // The instance must come from parse_json.
  Answer check(const JsonValue& instance, const CheckLimits& limits = {}) const;

  // What the schema carries that is no assertion here, each with its JSON pointer: unknown keywords, unknown
  // formats, content* annotations, patterns that are valid only without `u`, references with characters that
  // no URI has. In the order of the text; documents that references reached follow in the order in which they
  // were reached.
  struct Remark {
    std::string kind;  // unknown_keyword, deprecated_keyword (decides nothing in this draft), void_beside_ref
                       // (up to draft 7), schema_below_root, format_annotation, content_annotation,
                       // pattern_without_u, reference_characters
    std::string pointer;  // in another document: its URI, "#", and the pointer there
    std::string detail;
  };
  const std::vector<Remark>& remarks() const;

  struct Impl;
  // The loaded model, for the parts of the oracle that read schemas themselves (model.h).
  const Impl& impl() const { return *impl_; }

 private:
  explicit Schema(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}
  std::shared_ptr<const Impl> impl_;
};

}  // namespace lockstep::oracle

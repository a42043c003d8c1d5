// A loaded schema: documents, schema resources, subschemas with their keywords. Built by the loader, then
// immutable.
#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "lockstep/oracle/json_text/json_text.h"
#include "lockstep/oracle/pattern/pattern.h"
#include "lockstep/oracle/schema/rules.h"
#include "lockstep/oracle/schema/schema_check.h"
#include "lockstep/oracle/schema/uri.h"

namespace lockstep::oracle {

// A set of vocabularies under the URI of a metaschema (Core 8.1).
struct Dialect {
  std::string uri;  // identity_of the metaschema's URI
  Draft draft = Draft::draft2020;
  unsigned vocabularies = 0;
  // Judges schemas of the dialect. Null only while the metaschema itself is being loaded.
  std::shared_ptr<const Schema::Impl> metaschema;
};

// One JSON text. Its tree never moves, so addresses of its values name schema locations.
struct Document {
  std::string uri;           // retrieval URI; of the first document the base it was given
  std::size_t index = 0;     // the first document, the one that was loaded by hand, has 0
  bool official = false;     // one of the embedded metaschemas
  std::string reached_from;  // pointer, in the first document, of the reference that led here
  JsonValue root;
};

struct Subschema;

// Core 4.3.5: a schema with a base URI of its own.
struct Resource {
  Uri base;
  const Subschema* root = nullptr;
  std::map<std::string, const Subschema*, std::less<>> anchors;  // $anchor and $dynamicAnchor
  // $dynamicAnchor; under kRecursiveAnchor a root with `$recursiveAnchor: true`.
  std::map<std::string, const Subschema*, std::less<>> dynamic_anchors;
};

// No text of JSON holds this byte, so no anchor has the name.
inline constexpr std::string_view kRecursiveAnchor = "\xff";

// A keyword of one schema object, ready to be judged. Those of older drafts have been translated
// (older_drafts.cc): the rule is one of 2020-12, the value stays where the text has it.
struct Keyword {
  const Rule* rule = nullptr;
  const JsonValue* value = nullptr;
  const Subschema* target = nullptr;  // $ref, $dynamicRef
  std::string dynamic_anchor;         // $dynamicRef that must search the dynamic scope, else ""
  std::vector<Pattern> patterns;      // pattern: one; patternProperties: one for each member
  bool integer_words = false;         // type of draft 4: `integer` is a spelling, drafts.md 3.1
  bool evaluates = true;              // false: contains before 2020-12, drafts.md 3.7
};

// A place where a schema stands: an object or a boolean.
struct Subschema {
  const JsonValue* value = nullptr;
  Document* document = nullptr;
  Resource* resource = nullptr;
  std::shared_ptr<const Dialect> dialect;
  const Subschema* parent = nullptr;
  std::string path;  // pointer from the parent
  std::vector<Keyword> keywords;

  // The keyword as judged here; nullptr when absent or of no active vocabulary.
  const Keyword* find(std::string_view name) const;
  // JSON pointer in the document.
  std::string pointer() const;
};

struct Schema::Impl {
  std::deque<Document> documents;
  std::deque<Resource> resources;
  std::deque<Subschema> subschemas;
  std::deque<JsonValue> written;  // values of keywords that the schema's text has not: `type` with null added
  std::unordered_map<const JsonValue*, Subschema*> at;   // never iterated
  std::map<std::string, Resource*, std::less<>> by_uri;  // identity_of
  const Subschema* root = nullptr;
  bool plain_numbers = false;  // SchemaOptions
  bool integer_words = false;  // some `type` of draft 4 lists `integer`: equal numbers are not equally valid
  bool annotates = false;      // some unevaluated* is judged, so annotations have to be collected
  std::vector<Remark> remarks;
};

}  // namespace lockstep::oracle

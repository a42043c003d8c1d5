// From text to a Schema::Impl: parse, find resources and identifiers, judge against the metaschema, resolve
// every reference. Everything that can be wrong with a schema is found here, before any instance is seen.
#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "lockstep/oracle/schema/model.h"

namespace lockstep::oracle {

// nullopt: no fault.
using Fail = std::optional<Error>;

// Thread rules: one load, one thread; used once.
class Loader {
 public:
  // `chain`: the metaschemas that are being loaded around this one, outermost first, as identities.
  Loader(const Registry& registry, const SchemaOptions& options, std::vector<std::string> chain);

  // The first document, under its retrieval URI.
  Outcome<std::shared_ptr<Schema::Impl>> run(std::string_view text, const std::string& uri, bool official);

  // dialect.cc: loads a metaschema, reads off its vocabularies, judges it by what describes it.
  Outcome<std::shared_ptr<const Dialect>> build_dialect(const std::string& identity, std::string_view text,
                                                        bool official) const;

 private:
  // A place that index() has still to visit.
  struct Place {
    const JsonValue* value = nullptr;
    const Subschema* parent = nullptr;
    std::string path;              // from the parent
    Resource* resource = nullptr;  // of the parent; null for the root of a document
    Document* document = nullptr;
  };
  // A reference that has not been resolved yet.
  struct Reference {
    Subschema* schema = nullptr;
    std::size_t keyword = 0;
  };

  // loader.cc
  Fail add_document(std::string_view text, const std::string& uri, bool official,
                    const std::string& reached_from);
  Resource* known_copy(const Document& document);
  Fail compile_all();
  Fail compile(Subschema& schema);
  Fail compile_keyword(Subschema& schema, const Rule& rule, const JsonMember& member);
  // older_drafts.cc: what the keyword says, as 2020-12 says it; nothing where it decides nothing.
  std::vector<Keyword> read_keyword(const Rule& rule, const JsonMember& member,
                                    const Subschema& schema) const;
  const JsonValue& with_null(const JsonValue& type) const;
  Fail check_nullable(const Subschema& schema, const JsonMember& member) const;
  Fail compile_patterns(const Subschema& schema, const JsonMember& member, Keyword& keyword);
  Error fault(const Document& document, const std::string& pointer, std::size_t offset, std::string code,
              std::string message) const;
  Error fault(const Subschema& schema, const JsonMember& member, std::string code, std::string message) const;

  // index.cc: identifiers (Core 8.2) at the places that are subschemas.
  Fail index(Place root);
  Fail visit(const Place& place, std::deque<Place>& todo);
  Fail choose_dialect(const Place& place, Subschema& schema);
  void enter_resource(const Place& place, Subschema& schema);
  void name_resource(Subschema& schema, const JsonMember& id, const Uri& own);
  void read_anchors(Subschema& schema);
  void add_anchor(Subschema& schema, const JsonMember& member, const std::string& name);
  void push_children(const Subschema& schema, std::deque<Place>& todo);
  Fail check_against_metaschemas(const Subschema& root,
                                 const std::vector<const Subschema*>& of_other_dialects);
  Fail check_against(const Dialect& dialect, const Subschema& schema,
                     const std::set<const JsonValue*>& opaque);

  // dialect.cc: $schema and $vocabulary (Core 8.1).
  Outcome<std::shared_ptr<const Dialect>> dialect_of(const std::string& uri_text);
  Outcome<std::shared_ptr<const Dialect>> load_dialect(const std::string& identity);
  Outcome<std::shared_ptr<const Dialect>> own_dialect(const std::string& identity) const;

  // reference.cc: $ref and $dynamicRef (Core 8.2.3, 9.2).
  // Resolved, "not found (yet)" as the message in `missing`, or a fault for good.
  Fail resolve(Reference reference, std::string& missing);
  Fail resolve_recursive(const Subschema& schema, const JsonMember& member, Keyword& keyword) const;
  Fail find_resource(const Subschema& from, const JsonMember& member, const Uri& target, Resource*& found);
  Fail find_pointer(const Subschema& from, const JsonMember& member, Resource& resource,
                    const std::string& pointer, const Subschema*& found, std::string& missing);
  const JsonValue* step(const JsonValue& value, const std::string& token);
  Fail resolve_deferred();
  const std::string* registry_text(const std::string& identity);

  const Registry& registry_;
  const SchemaOptions& options_;
  const std::vector<std::string> chain_;
  std::map<std::string, const std::string*> registry_by_identity_;  // filled when first needed
  // The members of large objects by name, for pointers; filled when first needed, never iterated.
  std::unordered_map<const JsonValue*, std::unordered_map<std::string_view, const JsonValue*>> names_;
  std::map<std::string, std::shared_ptr<const Dialect>> dialects_;
  std::shared_ptr<Schema::Impl> impl_;
  std::vector<Error> identifier_faults_;  // reported after the metaschema has had its say
  std::size_t compiled_ = 0;              // subschemas before this one are compiled
  std::vector<Reference> deferred_;
};

// remarks.cc
// Error: too_large.
Outcome<std::vector<Schema::Remark>> collect_remarks(const Schema::Impl& impl, bool assert_formats);
// Does `format` assert at this place? (Validation 7.2.1, 7.2.2)
bool asserts_format(const Dialect& dialect, bool assert_formats, std::string_view format);
// dialect.cc: a draft's own dialect; loaded once.
Outcome<std::shared_ptr<const Dialect>> official_dialect(Draft draft);
// index.cc: the keyword that identifies, `$id` or `id`, where it counts (drafts.md 2, 3.3); else nullptr.
const JsonMember* identifier_of(const JsonValue& schema, const Dialect& dialect);
// older_drafts.cc, drafts.md 3.3: a `$ref` is there and nothing beside it counts.
bool voids_siblings(const JsonValue& schema, const Dialect& dialect);
// older_drafts.cc, drafts.md 3.2: the value at fault where a keyword lacks the neighbour that it is about.
const JsonValue* neighbour_fault(const Rule& rule, const JsonMember& member, const JsonValue& schema);

}  // namespace lockstep::oracle

// The documents of one compile: shapes checked against the metaschema, identifiers indexed, references
// resolved.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "lockstep/engine/base/blocks.h"
#include "lockstep/engine/base/interned_words.h"
#include "lockstep/engine/base/limits.h"
#include "lockstep/engine/base/meter.h"
#include "lockstep/engine/base/text_arena.h"
#include "lockstep/engine/json/document.h"
#include "lockstep/engine/schema/dialect.h"
#include "lockstep/engine/schema/keywords.h"
#include "lockstep/engine/schema/schema.h"

namespace lockstep::engine {

// Stands for `$recursiveAnchor: true` among dynamic anchors; no `$dynamicAnchor` has this name.
inline constexpr std::string_view kRecursiveAnchor = "$recursiveAnchor";

// One subschema and where it stands.
struct SchemaPlace {
  std::uint32_t document = 0;
  json::Value value;
  std::string_view pointer;  // in its document
  std::string_view base;     // absolute URI of its resource; a key of resources_
  Dialect dialect;
  bool is_void = false;  // below a keyword that a `$ref` beside it makes void
};

// Does a reference stand here that makes all beside it void?
bool has_lone_ref(const SchemaPlace& place);

// Passes what it copies.
std::string copied(std::string_view text, Meter& meter);

CompileFault malformed(std::string code, std::string message, const std::string& pointer);

// Thread rules: one thread at a time.
class Documents {
 public:
  // Work and memory are charged to the meter.
  Documents(const Registry& registry, const SchemaOptions& options, const Limits& limits, Meter& meter)
      : registry_(registry), options_(options), limits_(limits), meter_(meter) {}

  // Reads and indexes a document; its root on success.
  std::variant<SchemaPlace, CompileFault> add(std::string_view text, const std::string& uri);
  // What `reference` at `from` leads to; reads documents of the registry as needed. `keyword` holds it.
  std::variant<SchemaPlace, CompileFault> resolve(const SchemaPlace& from, std::string_view reference,
                                                  std::string_view keyword = "$ref");

  // The subschema of a resource with this $dynamicAnchor; its root, if it has a $recursiveAnchor.
  const SchemaPlace* dynamic_anchor(std::string_view resource, std::string_view name) const;
  bool has_dynamic_anchors(std::string_view resource) const { return dynamic_resources_.contains(resource); }

  const std::vector<json::Document>& documents() const { return documents_; }
  // Every subschema that was indexed, in order, and the place of one of them there.
  const Blocks<SchemaPlace>& places() const { return places_; }
  std::size_t number_of(const SchemaPlace& place) const;
  // Each `$schema` that stands where the specifications forbid it.
  const std::vector<Remark>& remarks() const { return remarks_; }
  TextArena& texts() { return texts_; }  // where the places that were indexed have their pointers

  // The place of a subschema that was indexed.
  const SchemaPlace& place_of(std::uint32_t document, json::Value value) const;

 private:
  using Key = std::pair<std::uint32_t, std::size_t>;  // document, first byte
  const SchemaPlace* indexed(const Key& key) const;   // nullptr: it is not
  std::optional<CompileFault> index(const SchemaPlace& place);
  std::optional<CompileFault> index_members(const SchemaPlace& place);
  std::optional<CompileFault> index_children(const SchemaPlace& place, const Keyword& keyword,
                                             json::Value value);
  // identifiers.cc
  std::variant<Dialect, CompileFault> dialect_named(std::string_view uri, std::string_view pointer) const;
  std::variant<Dialect, CompileFault> dialect_of_metaschema(std::string_view uri,
                                                            std::string_view pointer) const;
  std::optional<CompileFault> identify(SchemaPlace& place);
  std::optional<CompileFault> name_resource(SchemaPlace& place);
  std::optional<CompileFault> name_anchors(const SchemaPlace& place);
  std::optional<CompileFault> add_anchor(const SchemaPlace& place, std::string_view name,
                                         std::string_view keyword);
  bool begins_resource(const SchemaPlace& place) const;
  std::variant<SchemaPlace, CompileFault> follow(const SchemaPlace& from, const SchemaPlace& resource,
                                                 std::string_view pointer, std::string_view keyword);

  const Registry& registry_;
  SchemaOptions options_;
  Limits limits_;
  Meter& meter_;
  std::vector<json::Document> documents_;
  TextArena texts_;
  InternedWords indexed_;                                    // keys
  Blocks<SchemaPlace> places_;                               // of each
  std::map<std::string, Key, std::less<>> resources_;        // by absolute URI
  std::map<std::string, Key, std::less<>> anchors_;          // by URI#name
  std::map<std::string, Key, std::less<>> dynamic_anchors_;  // those of $dynamicAnchor, $recursiveAnchor
  std::set<std::string, std::less<>> dynamic_resources_;     // with one of them
  std::vector<Remark> remarks_;
};

}  // namespace lockstep::engine

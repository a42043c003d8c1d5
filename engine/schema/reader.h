// Reads documents into nodes: a subschema is read when something leads to it.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "lockstep/engine/base/interned_words.h"
#include "lockstep/engine/schema/documents.h"
#include "lockstep/engine/schema/keywords.h"
#include "lockstep/engine/schema/schema.h"

namespace lockstep::engine {

// For one schema. Thread rules: one thread.
class Reader {
 public:
  Reader(const Registry& registry, const SchemaOptions& options, const Limits& limits,
         const Cancellation* cancellation)
      : documents_(registry, options, limits, meter_), options_(options), limits_(limits) {
    meter_.set_cancellation(cancellation);
    meter_.set_memory_limit(limits.constraint_bytes);
    meter_.set_between_looks(limits.between_looks);
  }

  std::variant<Schema, CompileFault> read(std::string_view text);

 private:
  // The resources entered so far that have a $dynamicAnchor, outermost first, each once.
  using Scope = std::vector<std::string>;
  NodeId node_of(const SchemaPlace& place);
  bool first_reading(const SchemaPlace& place);
  void list_unreached();
  std::optional<CompileFault> pattern_properties(Node& node, const SchemaPlace& place, json::Value value);
  std::optional<CompileFault> dynamic_reference(Node& node, const SchemaPlace& place,
                                                std::string_view reference);
  void lead_dynamically(Node& node, const SchemaPlace& initial, std::string_view anchor);
  std::optional<CompileFault> fill(NodeId id, const SchemaPlace& place);
  std::optional<CompileFault> read_members(Node& node, const SchemaPlace& place);
  std::optional<CompileFault> keyword(Node& node, const SchemaPlace& place, const Keyword& keyword,
                                      json::Value value);
  std::optional<CompileFault> applicator(Node& node, const SchemaPlace& place, std::string_view name,
                                         json::Value value);
  std::optional<CompileFault> assertion(Node& node, const SchemaPlace& place, std::string_view name,
                                        json::Value value);
  std::optional<CompileFault> pattern(std::optional<Pattern>& into, const SchemaPlace& place,
                                      std::string_view keyword, std::string_view source);
  std::optional<CompileFault> bound(std::optional<Decimal>& into, const SchemaPlace& place,
                                    std::string_view name, json::Value value);
  std::optional<CompileFault> format(Node& node, const SchemaPlace& place, std::string_view name);
  std::optional<CompileFault> check_numbers(const SchemaPlace& place, std::string_view name,
                                            json::Value value);
  void add_dependent(Node& node, const json::Member& member);
  // older_drafts.cc; `lone_ref`: has_lone_ref(place).
  bool without_meaning(const SchemaPlace& place, std::string_view name, bool lone_ref);
  std::optional<CompileFault> nullable(const SchemaPlace& place, json::Value value, bool lone_ref);
  bool adds_null(const SchemaPlace& place) const;
  std::optional<CompileFault> recursive_reference(Node& node, const SchemaPlace& place,
                                                  std::string_view reference);
  void dependencies(Node& node, const SchemaPlace& place, json::Value value);
  void items(Node& node, const SchemaPlace& place, json::Value value);
  std::optional<CompileFault> exclusive(std::optional<Decimal>& into, const SchemaPlace& place,
                                        std::string_view name, json::Value value);
  bool has_effect(const SchemaPlace& place, std::string_view name, json::Value value) const;
  // `kind`: a literal.
  void remark(std::string_view kind, const SchemaPlace& place, std::string_view name);
  std::vector<NodeId> children(const SchemaPlace& place, json::Value array);
  void add_name(std::vector<std::string>& names, json::Value item) {
    pass_bytes(&meter_, item.string().size());
    names.emplace_back(item.string());
  }
  NodeId child(const SchemaPlace& place, json::Value value) {
    return node_of(documents_.place_of(place.document, value));
  }

  std::variant<Schema, CompileFault> read_within(std::string_view text);

  Meter meter_;
  std::string_view reading_;  // the subschema that is being read, by its pointer
  Documents documents_;
  SchemaOptions options_;
  Limits limits_;
  Schema schema_;
  std::map<std::string, std::shared_ptr<const StringFormat>> formats_;
  struct Waiting {
    NodeId node = 0;
    SchemaPlace place;
    Scope scope;
  };
  std::map<Scope, std::uint32_t> scopes_;  // numbered
  InternedWords places_;                   // document, first byte, scope
  std::vector<NodeId> placed_ = {0};       // the node of each
  std::deque<Waiting> waiting_;
  Scope scope_;                // of the node being read
  std::vector<bool> reached_;  // by number of its place
  bool lists_ = true;          // remarks: of each place once
};

CompileFault unsupported_keyword(const SchemaPlace& place, std::string_view name, const std::string& message);

}  // namespace lockstep::engine

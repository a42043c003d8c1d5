// What names dialects and places: $schema, $id or id, $anchor, $dynamicAnchor, $recursiveAnchor
// (conformance/spec/drafts.md sections 1 and 3).
#include "lockstep/engine/json/parser.h"
#include "lockstep/engine/schema/documents.h"
#include "lockstep/engine/schema/keywords.h"
#include "lockstep/engine/schema/uri.h"

namespace lockstep::engine {
namespace {

CompileFault unsupported_dialect(std::string_view pointer, std::string_view uri, std::string_view why) {
  return {CompileStatus::refused,
          {"unsupported_dialect", "the dialect " + std::string(uri) + " " + std::string(why), std::nullopt,
           pointer_to(pointer, "$schema")},
          "$schema"};
}

std::optional<std::string> string_at(json::Value object, std::string_view name) {
  const std::optional<json::Value> found = object.find(name);
  if (!found || !found->is(json::Kind::string)) return std::nullopt;
  return std::string(found->string());
}

}  // namespace

std::variant<Dialect, CompileFault> Documents::dialect_named(std::string_view uri,
                                                             std::string_view pointer) const {
  if (const std::optional<Draft> draft = draft_named(uri)) return Dialect{*draft, kDialectVocabularies};
  return dialect_of_metaschema(without_empty_fragment(uri), pointer);
}

// A metaschema of the registry is written for a draft; from 2019-09 on (Core section 8.1.2) it names the
// vocabularies of its dialect. A keyword of none of them is unknown there.
std::variant<Dialect, CompileFault> Documents::dialect_of_metaschema(std::string_view uri,
                                                                     std::string_view pointer) const {
  const auto document = registry_.find(uri);
  if (document == registry_.end()) return unsupported_dialect(pointer, uri, "is not supported");
  const Result<json::Document> parsed = json::parse(copied(document->second, meter_), {}, &meter_);
  if (!parsed.ok() || !parsed.value().root().is(json::Kind::object))
    return unsupported_dialect(pointer, uri, "has no metaschema that can be read");
  const json::Value root = parsed.value().root();
  const std::optional<Draft> draft = draft_named(string_at(root, "$schema").value_or(""));
  const std::optional<json::Value> vocabulary = root.find("$vocabulary");
  if (draft && *draft < Draft::draft2019_09) return Dialect{*draft, kDialectVocabularies};
  if (!draft || !vocabulary || shape_fault(Shape::boolean_map, *vocabulary, *draft, &meter_))
    return unsupported_dialect(pointer, uri, "does not say its vocabularies");
  Dialect dialect{*draft, kCoreVocabulary};
  for (const json::Member member : vocabulary->members()) {
    if (const std::optional<Vocabularies> known = vocabulary_named(member.name(), *draft)) {
      dialect.vocabularies = static_cast<Vocabularies>(dialect.vocabularies | *known);
    } else if (member.value.boolean()) {
      return unsupported_dialect(pointer, uri, "requires a vocabulary that is not supported");
    }
  }
  return dialect;
}

bool Documents::begins_resource(const SchemaPlace& place) const {
  const auto found = resources_.find(place.base);
  return found != resources_.end() && found->second == Key{place.document, place.value.span().begin};
}

// `$schema` is read first, as it says which keyword identifies.
std::optional<CompileFault> Documents::identify(SchemaPlace& place) {
  const std::optional<std::string> schema = string_at(place.value, "$schema");
  if (schema) {
    const std::variant<Dialect, CompileFault> dialect = dialect_named(*schema, place.pointer);
    if (const CompileFault* fault = std::get_if<CompileFault>(&dialect)) return *fault;
    place.dialect = std::get<Dialect>(dialect);
  }
  if (!has_lone_ref(place)) {
    if (std::optional<CompileFault> fault = name_resource(place)) return fault;
  }
  if (schema && !begins_resource(place))
    remarks_.push_back({"schema_below_root", texts_.keep(pointer_to(place.pointer, "$schema")), "$schema"});
  return name_anchors(place);
}

// Core section 8.2.1; up to draft 7 a fragment that is a plain name names the place.
std::optional<CompileFault> Documents::name_resource(SchemaPlace& place) {
  const std::string_view keyword = id_keyword(place.dialect.draft);
  const std::optional<json::Value> id = place.value.find(keyword);
  const std::optional<Keyword> known = keyword_named(keyword, place.dialect);
  if (!id || !known || shape_fault(known->shape, *id)) return std::nullopt;
  const std::optional<SplitReference> split = split_fragment(id->string());
  if (!split) {
    return malformed("bad_identifier",
                     "the fragment of " + std::string(keyword) + " has a bad percent escape",
                     pointer_to(place.pointer, keyword));
  }
  const Key key{place.document, place.value.span().begin};
  const std::string name = split->fragment.value_or("");
  if (name.empty() || !split->without_fragment.empty()) {
    const auto [at, added] =
        resources_.try_emplace(resolve_reference(place.base, split->without_fragment), key);
    place.base = at->first;
    if (!added && at->second != key) {
      return malformed("bad_identifier", "two schemas are identified by " + std::string(place.base),
                       pointer_to(place.pointer, keyword));
    }
  }
  return name.empty() || name[0] == '/' ? std::nullopt : add_anchor(place, name, keyword);
}

std::optional<CompileFault> Documents::name_anchors(const SchemaPlace& place) {
  const Key key{place.document, place.value.span().begin};
  for (const std::string_view keyword : {"$anchor", "$dynamicAnchor"}) {
    const std::optional<json::Value> anchor = place.value.find(keyword);
    const std::optional<Keyword> known = keyword_named(keyword, place.dialect);
    if (!anchor || !known || shape_fault(known->shape, *anchor)) continue;
    if (keyword == "$dynamicAnchor") {
      dynamic_anchors_.try_emplace(std::string(place.base) + "#" + std::string(anchor->string()), key);
      dynamic_resources_.emplace(place.base);
    }
    if (auto fault = add_anchor(place, anchor->string(), keyword)) return fault;
  }
  const std::optional<json::Value> recursive = place.value.find(kRecursiveAnchor);
  if (place.dialect.draft == Draft::draft2019_09 && recursive && recursive->is(json::Kind::boolean) &&
      recursive->boolean() && begins_resource(place)) {
    dynamic_anchors_.try_emplace(std::string(place.base) + "#" + std::string(kRecursiveAnchor), key);
    dynamic_resources_.emplace(place.base);
  }
  return std::nullopt;
}

std::optional<CompileFault> Documents::add_anchor(const SchemaPlace& place, std::string_view name,
                                                  std::string_view keyword) {
  const Key key{place.document, place.value.span().begin};
  const auto [at, added] = anchors_.try_emplace(std::string(place.base) + "#" + std::string(name), key);
  if (added || at->second == key) return std::nullopt;
  return malformed("bad_identifier", "two schemas of one resource have the anchor " + std::string(name),
                   pointer_to(place.pointer, keyword));
}

const SchemaPlace* Documents::dynamic_anchor(std::string_view resource, std::string_view name) const {
  const auto found = dynamic_anchors_.find(std::string(resource) + "#" + std::string(name));
  return found == dynamic_anchors_.end() ? nullptr : indexed(found->second);
}

}  // namespace lockstep::engine

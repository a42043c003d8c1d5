#include "lockstep/engine/schema/documents.h"

#include <algorithm>
#include <array>

#include "lockstep/engine/base/check.h"
#include "lockstep/engine/json/parser.h"
#include "lockstep/engine/schema/keywords.h"
#include "lockstep/engine/schema/uri.h"

namespace lockstep::engine {
namespace {

std::array<std::uint32_t, 3> words_of(const std::pair<std::uint32_t, std::size_t>& key) {
  const std::uint64_t begin = key.second;
  return {key.first, static_cast<std::uint32_t>(begin >> 32U), static_cast<std::uint32_t>(begin)};
}

CompileFault malformed(std::string code, std::string message, const std::string& pointer) {
  return {CompileStatus::malformed, {std::move(code), std::move(message), std::nullopt, pointer}, ""};
}

constexpr std::size_t kBytesOfValue = 20;                     // json/parser.h
constexpr std::size_t kCopiedAtOnce = std::size_t{1} << 20U;  // far less than a millisecond

std::string copy_of(std::string_view text, Meter& meter) {
  std::string copy;
  copy.reserve(text.size());
  for (; !text.empty(); text.remove_prefix(std::min(text.size(), kCopiedAtOnce))) {
    copy += text.substr(0, kCopiedAtOnce);
    pass_bytes(&meter, kCopiedAtOnce);
  }
  return copy;
}

bool is_schema(json::Value value) { return value.is(json::Kind::object) || value.is(json::Kind::boolean); }

std::string without_empty_fragment(std::string_view uri) {
  if (uri.ends_with('#')) uri.remove_suffix(1);
  return std::string(uri);
}

CompileFault unsupported_dialect(const SchemaPlace& place, std::string_view uri, std::string_view why) {
  return {CompileStatus::refused,
          {"unsupported_dialect", "the dialect " + std::string(uri) + " " + std::string(why), std::nullopt,
           pointer_to(place.pointer, "$schema")},
          "$schema"};
}

}  // namespace

std::variant<SchemaPlace, CompileFault> Documents::add(std::string_view text, const std::string& uri) {
  json::Limits limits;
  limits.max_bytes = limits_.schema_bytes;
  limits.max_depth = limits_.schema_depth;
  limits.max_values = limits_.constraint_bytes / kBytesOfValue;
  meter_.poll();
  Result<json::Document> parsed = json::parse(copy_of(text, meter_), limits, &meter_);
  if (!parsed.ok()) {
    Error error = parsed.error();
    const std::string_view limit = error.code == "json_too_large"         ? "limit_schema_bytes"
                                   : error.code == "json_too_deep"        ? "limit_schema_depth"
                                   : error.code == "json_too_many_values" ? "limit_constraint_bytes"
                                                                          : "";
    if (!limit.empty()) error.code = limit;
    return CompileFault{limit.empty() ? CompileStatus::malformed : CompileStatus::limit, error, ""};
  }
  meter_.hold(text.size());
  documents_.push_back(std::move(parsed).value());
  SchemaPlace root{static_cast<std::uint32_t>(documents_.size() - 1), documents_.back().root(), "", {}};
  if (!is_schema(root.value)) return malformed("invalid_schema", "a schema is an object or a boolean", "");
  root.base = resources_.try_emplace(uri, Key{root.document, root.value.span().begin}).first->first;
  if (std::optional<CompileFault> fault = index(root)) return *fault;
  return place_of(root.document, root.value);
}

const SchemaPlace& Documents::place_of(std::uint32_t document, json::Value value) const {
  const SchemaPlace* found = indexed({document, value.span().begin});
  LOCKSTEP_CHECK(found != nullptr);
  return *found;
}

const SchemaPlace* Documents::indexed(const Key& key) const {
  const std::uint32_t number = indexed_.find(words_of(key));
  return number == 0 ? nullptr : &places_[number - 1];
}

std::optional<CompileFault> Documents::index(const SchemaPlace& given) {
  SchemaPlace place = given;
  if (place.value.is(json::Kind::object)) {
    if (std::optional<CompileFault> fault = identify(place)) return fault;
  }
  const Key key(place.document, place.value.span().begin);
  if (indexed(key) != nullptr) return std::nullopt;
  place.pointer = texts_.keep(place.pointer);
  indexed_.add(words_of(key));
  places_.push_back(place);
  meter_.hold(sizeof(SchemaPlace) + sizeof(Node) + place.pointer.size() + place.base.size());
  meter_.charge(1 + (place.value.is(json::Kind::object) ? place.value.size() : 0));
  if (place.value.is(json::Kind::boolean)) return std::nullopt;
  for (const json::Member member : place.value.members()) {
    meter_.pass();
    const std::optional<Keyword> keyword = keyword_named(member.name(), place.vocabularies);
    if (!keyword) continue;
    if (const auto fault = shape_fault(keyword->shape, member.value, &meter_)) {
      return malformed("invalid_schema", std::string(member.name()) + " " + *fault,
                       pointer_to(place.pointer, member.name()));
    }
    if (auto fault = index_children(place, member.name(), member.value)) return fault;
  }
  return std::nullopt;
}

std::optional<CompileFault> Documents::index_children(const SchemaPlace& place, std::string_view name,
                                                      json::Value value) {
  const std::string pointer = pointer_to(place.pointer, name);
  const auto child = [&](json::Value of, const std::string& at) {
    return index({place.document, of, at, place.base, place.vocabularies});
  };
  switch (keyword_named(name)->shape) {
    case Shape::schema:
      return child(value, pointer);
    case Shape::schema_array: {
      std::size_t i = 0;
      for (const json::Value item : value.elements()) {
        if (auto fault = child(item, pointer_to(pointer, std::to_string(i++)))) return fault;
      }
      return std::nullopt;
    }
    case Shape::schema_map:
    case Shape::schema_or_strings_map:
      for (const json::Member member : value.members()) {
        meter_.pass();
        if (!is_schema(member.value)) continue;
        if (auto fault = child(member.value, pointer_to(pointer, member.name()))) return fault;
      }
      return std::nullopt;
    default:
      return std::nullopt;
  }
}

// Core section 8.1.2: a metaschema of the registry, written for 2020-12, names the vocabularies of its
// dialect. A keyword of none of them is unknown there.
std::optional<CompileFault> Documents::dialect_of(SchemaPlace& place, std::string_view uri) const {
  place.vocabularies = kDialectVocabularies;
  if (uri == kDialect202012) return std::nullopt;
  const auto document = registry_.find(uri);
  if (document == registry_.end()) return unsupported_dialect(place, uri, "is not supported");
  const Result<json::Document> parsed = json::parse(copy_of(document->second, meter_), {}, &meter_);
  if (!parsed.ok() || !parsed.value().root().is(json::Kind::object))
    return unsupported_dialect(place, uri, "has no metaschema that can be read");
  const json::Value root = parsed.value().root();
  const std::optional<json::Value> of = root.find("$schema");
  const std::optional<json::Value> vocabulary = root.find("$vocabulary");
  if (!of || !of->is(json::Kind::string) || without_empty_fragment(of->string()) != kDialect202012 ||
      !vocabulary || shape_fault(Shape::boolean_map, *vocabulary, &meter_))
    return unsupported_dialect(place, uri, "does not say its vocabularies");
  place.vocabularies = kCoreVocabulary;
  for (const json::Member member : vocabulary->members()) {
    if (const std::optional<Vocabularies> known = vocabulary_named(member.name())) {
      place.vocabularies = static_cast<Vocabularies>(place.vocabularies | *known);
    } else if (member.value.boolean()) {
      return unsupported_dialect(place, uri, "requires a vocabulary that is not supported");
    }
  }
  return std::nullopt;
}

// $id, $schema, $anchor, $dynamicAnchor: Core sections 8.1 and 8.2.
std::optional<CompileFault> Documents::identify(SchemaPlace& place) {
  const Key key{place.document, place.value.span().begin};
  const std::optional<json::Value> id = place.value.find("$id");
  if (id && id->is(json::Kind::string) && !shape_fault(Shape::identifier, *id)) {
    const auto [at, added] =
        resources_.try_emplace(resolve_reference(place.base, without_empty_fragment(id->string())), key);
    place.base = at->first;
    if (!added && at->second != key) {
      return malformed("bad_identifier", "two schemas are identified by " + std::string(place.base),
                       pointer_to(place.pointer, "$id"));
    }
  }
  const std::optional<json::Value> dialect = place.value.find("$schema");
  if (dialect && dialect->is(json::Kind::string)) {
    // Without an $id beside it Core 8.1.1 gives it no meaning, so that nobody can enforce another one
    // exactly.
    const std::string uri = without_empty_fragment(dialect->string());
    const bool resource = place.pointer.empty() || id;
    if (!resource && uri != kDialect202012) return unsupported_dialect(place, uri, "stands below the root");
    if (resource) {
      if (std::optional<CompileFault> fault = dialect_of(place, uri)) return fault;
    }
  }
  for (const std::string_view keyword : {"$anchor", "$dynamicAnchor"}) {
    if (auto fault = name_anchor(place, keyword)) return fault;
  }
  return std::nullopt;
}

std::optional<CompileFault> Documents::name_anchor(const SchemaPlace& place, std::string_view keyword) {
  const std::optional<json::Value> anchor = place.value.find(keyword);
  if (!anchor || shape_fault(Shape::anchor, *anchor)) return std::nullopt;
  const Key key{place.document, place.value.span().begin};
  const std::string name = std::string(place.base) + "#" + std::string(anchor->string());
  if (keyword == "$dynamicAnchor") {
    dynamic_anchors_.try_emplace(name, key);
    dynamic_resources_.emplace(place.base);
  }
  const auto [at, added] = anchors_.try_emplace(name, key);
  if (added || at->second == key) return std::nullopt;
  return malformed("bad_identifier",
                   "two schemas of one resource have the anchor " + std::string(anchor->string()),
                   pointer_to(place.pointer, keyword));
}

const SchemaPlace* Documents::dynamic_anchor(std::string_view resource, std::string_view name) const {
  const auto found = dynamic_anchors_.find(std::string(resource) + "#" + std::string(name));
  return found == dynamic_anchors_.end() ? nullptr : indexed(found->second);
}

std::variant<SchemaPlace, CompileFault> Documents::resolve(const SchemaPlace& from,
                                                           std::string_view reference,
                                                           std::string_view keyword) {
  const auto unresolved = [&](const std::string& why) {
    return malformed("bad_reference", std::string(keyword) + " " + std::string(reference) + ": " + why,
                     pointer_to(from.pointer, keyword));
  };
  const std::optional<SplitReference> split = split_fragment(reference);
  if (!split) return unresolved("the fragment has a bad percent escape");
  const std::string uri = split->without_fragment.empty()
                              ? std::string(from.base)
                              : resolve_reference(from.base, split->without_fragment);
  if (!resources_.contains(uri)) {
    const auto document = registry_.find(uri);
    if (document == registry_.end())
      return unresolved("there is no document " + uri + " (documents are preloaded, never fetched)");
    std::variant<SchemaPlace, CompileFault> added = add(document->second, uri);
    if (CompileFault* fault = std::get_if<CompileFault>(&added)) {
      fault->error.message += " (in " + uri + ")";
      return *fault;
    }
  }
  const std::string fragment = split->fragment.value_or("");
  const SchemaPlace& resource = *indexed(resources_.find(uri)->second);
  if (fragment.empty()) return resource;
  if (fragment[0] == '/') return follow(from, resource, fragment);
  const auto anchor = anchors_.find(uri + "#" + fragment);
  if (anchor == anchors_.end()) return unresolved("there is no such anchor");
  return *indexed(anchor->second);
}

// Core section 9.2.1: a JSON pointer from the root of a resource. A place that is no known subschema is read
// as one.
std::variant<SchemaPlace, CompileFault> Documents::follow(const SchemaPlace& from,
                                                          const SchemaPlace& resource,
                                                          std::string_view pointer) {
  const auto missing = [&] {
    return malformed("bad_reference", "$ref leads to " + std::string(pointer) + ", where there is no schema",
                     pointer_to(from.pointer, "$ref"));
  };
  const std::optional<std::vector<std::string>> tokens = pointer_tokens(pointer);
  if (!tokens) return missing();
  json::Value value = resource.value;
  std::string at(resource.pointer);
  std::string_view base = resource.base;
  Vocabularies vocabularies = resource.vocabularies;
  for (const std::string& token : *tokens) {
    std::optional<json::Value> next;
    if (value.is(json::Kind::object)) {
      next = value.find(token);
    } else if (value.is(json::Kind::array) && !token.empty() && token.size() < 10 &&
               token.find_first_not_of("0123456789") == std::string::npos &&
               (token == "0" || token[0] != '0')) {
      std::size_t index = std::stoul(token);
      for (const json::Value item : value.elements()) {
        meter_.charge();
        if (index-- == 0) {
          next = item;
          break;
        }
      }
    }
    if (!next) return missing();
    value = *next;
    at = pointer_to(at, token);
    const SchemaPlace* known = indexed({resource.document, value.span().begin});
    if (known == nullptr) continue;
    base = known->base;
    vocabularies = known->vocabularies;
  }
  if (!is_schema(value)) return missing();
  if (std::optional<CompileFault> fault = index({resource.document, value, at, base, vocabularies}))
    return *fault;
  return place_of(resource.document, value);
}

}  // namespace lockstep::engine

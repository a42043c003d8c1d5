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

constexpr std::size_t kBytesOfValue = 20;                     // json/parser.h
constexpr std::size_t kCopiedAtOnce = std::size_t{1} << 20U;  // far less than a millisecond

}  // namespace

std::string copied(std::string_view text, Meter& meter) {
  std::string copy;
  copy.reserve(text.size());
  for (; !text.empty(); text.remove_prefix(std::min(text.size(), kCopiedAtOnce))) {
    copy += text.substr(0, kCopiedAtOnce);
    pass_bytes(&meter, kCopiedAtOnce);
  }
  return copy;
}

CompileFault malformed(std::string code, std::string message, const std::string& pointer) {
  return {CompileStatus::malformed, {std::move(code), std::move(message), std::nullopt, pointer}, ""};
}

bool has_lone_ref(const SchemaPlace& place) {
  return ref_stands_alone(place.dialect.draft) && place.value.is(json::Kind::object) &&
         place.value.find("$ref").has_value();
}

std::variant<SchemaPlace, CompileFault> Documents::add(std::string_view text, const std::string& uri) {
  json::Limits limits;
  limits.max_bytes = limits_.schema_bytes;
  limits.max_depth = limits_.schema_depth;
  limits.max_values = limits_.constraint_bytes / kBytesOfValue;
  meter_.poll();
  Result<json::Document> parsed = json::parse(copied(text, meter_), limits, &meter_);
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
  SchemaPlace root{static_cast<std::uint32_t>(documents_.size() - 1), documents_.back().root(), "", "", {}};
  const bool object = root.value.is(json::Kind::object);
  const std::optional<json::Value> declared = object ? root.value.find("$schema") : std::nullopt;
  if (!declared || !declared->is(json::Kind::string)) {
    const std::variant<Dialect, CompileFault> dialect = dialect_named(options_.default_dialect, "");
    if (const CompileFault* fault = std::get_if<CompileFault>(&dialect)) return *fault;
    root.dialect = std::get<Dialect>(dialect);
  }
  if (!object && !is_schema(root.value, root.dialect.draft)) {
    const bool no_booleans = root.dialect.draft == Draft::draft4;
    return malformed("invalid_schema",
                     no_booleans ? "a schema is an object" : "a schema is an object or a boolean", "");
  }
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

std::size_t Documents::number_of(const SchemaPlace& place) const {
  const std::uint32_t number = indexed_.find(words_of({place.document, place.value.span().begin}));
  LOCKSTEP_CHECK(number != 0);
  return number - 1;
}

std::optional<CompileFault> Documents::index(const SchemaPlace& given) {
  const Key key(given.document, given.value.span().begin);
  if (indexed(key) != nullptr) return std::nullopt;
  SchemaPlace place = given;
  if (place.value.is(json::Kind::object)) {
    if (std::optional<CompileFault> fault = identify(place)) return fault;
  }
  place.pointer = texts_.keep(place.pointer);
  indexed_.add(words_of(key));
  places_.push_back(place);
  meter_.hold(sizeof(SchemaPlace) + sizeof(Node) + place.pointer.size() + place.base.size());
  meter_.charge(1 + (place.value.is(json::Kind::object) ? place.value.size() : 0));
  return place.value.is(json::Kind::boolean) ? std::nullopt : index_members(place);
}

std::optional<CompileFault> Documents::index_members(const SchemaPlace& place) {
  const bool lone_ref = has_lone_ref(place);
  for (const json::Member member : place.value.members()) {
    meter_.pass();
    const std::optional<Keyword> keyword = keyword_named(member.name(), place.dialect);
    if (!keyword) continue;
    if (const auto fault = shape_fault(keyword->shape, member.value, place.dialect.draft, &meter_)) {
      return malformed("invalid_schema", std::string(member.name()) + " " + *fault,
                       pointer_to(place.pointer, member.name()));
    }
    SchemaPlace parent = place;
    parent.is_void = place.is_void || (lone_ref && keyword->name != "definitions");
    if (auto fault = index_children(parent, *keyword, member.value)) return fault;
  }
  if (place.dialect.draft != Draft::draft4) return std::nullopt;
  // The metaschema of draft 4: `dependencies`.
  for (const auto& [name, bound] :
       {std::pair("exclusiveMinimum", "minimum"), std::pair("exclusiveMaximum", "maximum")}) {
    if (place.value.find(name) && !place.value.find(bound)) {
      return malformed("invalid_schema", std::string(name) + " needs " + bound + " beside it",
                       pointer_to(place.pointer, name));
    }
  }
  return std::nullopt;
}

std::optional<CompileFault> Documents::index_children(const SchemaPlace& place, const Keyword& keyword,
                                                      json::Value value) {
  const std::string pointer = pointer_to(place.pointer, keyword.name);
  const auto child = [&](json::Value of, const std::string& at) {
    return index({place.document, of, at, place.base, place.dialect, place.is_void});
  };
  switch (keyword.shape) {
    case Shape::schema:
    case Shape::schema_or_boolean:
    case Shape::schema_array:
    case Shape::schema_or_array: {
      if (!value.is(json::Kind::array)) return child(value, pointer);
      std::size_t i = 0;
      for (const json::Value item : value.elements()) {
        if (auto fault = child(item, pointer_to(pointer, std::to_string(i++)))) return fault;
      }
      return std::nullopt;
    }
    case Shape::schema_map:
    case Shape::schema_or_strings_map:
    case Shape::schema_or_names_map:
      for (const json::Member member : value.members()) {
        meter_.pass();
        if (!is_schema(member.value, place.dialect.draft)) continue;
        if (auto fault = child(member.value, pointer_to(pointer, member.name()))) return fault;
      }
      return std::nullopt;
    default:
      return std::nullopt;
  }
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
  if (fragment[0] == '/') return follow(from, resource, fragment, keyword);
  const auto anchor = anchors_.find(std::string(resource.base) + "#" + fragment);
  if (anchor == anchors_.end()) return unresolved("there is no such anchor");
  return *indexed(anchor->second);
}

// Core section 9.2.1: a JSON pointer from the root of a resource. A place that is no known subschema is read
// as one.
std::variant<SchemaPlace, CompileFault> Documents::follow(const SchemaPlace& from,
                                                          const SchemaPlace& resource,
                                                          std::string_view pointer,
                                                          std::string_view keyword) {
  const auto missing = [&] {
    return malformed(
        "bad_reference",
        std::string(keyword) + " leads to " + std::string(pointer) + ", where there is no schema",
        pointer_to(from.pointer, keyword));
  };
  const std::optional<std::vector<std::string>> tokens = pointer_tokens(pointer);
  if (!tokens) return missing();
  json::Value value = resource.value;
  std::string at(resource.pointer);
  std::string_view base = resource.base;
  Dialect dialect = resource.dialect;
  const SchemaPlace* known = &resource;
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
    known = indexed({resource.document, value.span().begin});
    if (known == nullptr) continue;
    base = known->base;
    dialect = known->dialect;
  }
  if (known != nullptr) return *known;
  if (!is_schema(value, dialect.draft)) return missing();
  if (std::optional<CompileFault> fault = index({resource.document, value, at, base, dialect})) return *fault;
  return place_of(resource.document, value);
}

}  // namespace lockstep::engine

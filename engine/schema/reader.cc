#include "lockstep/engine/schema/reader.h"

#include <algorithm>
#include <array>

#include "lockstep/engine/schema/multiples.h"
#include "lockstep/engine/schema/uri.h"

namespace lockstep::engine {
namespace {

// Retrieval URI of a schema that has none: relative references need a base (RFC 3986 section 5.1.4).
constexpr std::string_view kDefaultBase = "lockstep:///schema";

bool leads_to_schemas(const Keyword& keyword) {
  switch (keyword.shape) {
    case Shape::schema:
    case Shape::schema_or_boolean:
    case Shape::schema_array:
    case Shape::schema_or_array:
    case Shape::schema_map:
    case Shape::schema_or_strings_map:
    case Shape::schema_or_names_map:
      return true;
    default:
      return keyword.name == "$ref" || keyword.name == "$dynamicRef" || keyword.name == "$recursiveRef";
  }
}

}  // namespace

CompileFault unsupported_keyword(const SchemaPlace& place, std::string_view name,
                                 const std::string& message) {
  return {CompileStatus::refused,
          {"unsupported_keyword", message, std::nullopt, pointer_to(place.pointer, name)},
          std::string(name)};
}

NodeId Reader::node_of(const SchemaPlace& place) {
  Scope scope = scope_;
  if (documents_.has_dynamic_anchors(place.base) &&
      std::find(scope.begin(), scope.end(), place.base) == scope.end()) {
    scope.emplace_back(place.base);
  }
  const std::uint32_t number =
      scopes_.try_emplace(scope, static_cast<std::uint32_t>(scopes_.size())).first->second;
  const std::uint64_t begin = place.value.span().begin;
  const std::array<std::uint32_t, 4> key = {place.document, static_cast<std::uint32_t>(begin >> 32U),
                                            static_cast<std::uint32_t>(begin), number};
  if (const std::uint32_t known = places_.find(key)) return placed_[known];
  const NodeId made = static_cast<NodeId>(schema_.nodes.size());
  schema_.nodes.emplace_back();
  places_.add(key);
  placed_.push_back(made);
  waiting_.push_back({made, place, std::move(scope)});
  return made;
}

std::vector<NodeId> Reader::children(const SchemaPlace& place, json::Value array) {
  std::vector<NodeId> nodes;
  for (const json::Value item : array.elements()) {
    meter_.pass();
    nodes.push_back(child(place, item));
  }
  return nodes;
}

void Reader::remark(std::string_view kind, const SchemaPlace& place, std::string_view name) {
  if (!lists_) return;
  TextArena& texts = documents_.texts();
  schema_.remarks.push_back({kind, texts.keep(pointer_to(place.pointer, name)), texts.keep(name)});
}

std::variant<Schema, CompileFault> Reader::read(std::string_view text) {
  try {
    return read_within(text);
  } catch (const Meter::Stop& stop) {
    if (stop.limit.empty())
      return CompileFault{
          CompileStatus::cancelled, {"cancelled", "the caller asked to stop", std::nullopt, ""}, ""};
    return CompileFault{CompileStatus::limit,
                        {std::string(stop.limit), "this schema has more subschemas than memory has room for",
                         std::nullopt, std::string(reading_)},
                        ""};
  }
}

std::variant<Schema, CompileFault> Reader::read_within(std::string_view text) {
  std::variant<SchemaPlace, CompileFault> added = documents_.add(text, std::string(kDefaultBase));
  if (const CompileFault* fault = std::get_if<CompileFault>(&added)) return *fault;
  const SchemaPlace root = std::get<SchemaPlace>(added);
  schema_.root = node_of(root);
  while (!waiting_.empty()) {
    meter_.charge();
    const Waiting next = std::move(waiting_.front());
    waiting_.pop_front();
    reading_ = next.place.pointer;
    scope_ = next.scope;
    if (std::optional<CompileFault> fault = fill(next.node, next.place)) return *fault;
  }
  list_unreached();
  schema_.documents = documents_.documents();
  if (std::optional<CompileFault> fault = check_multiples(schema_.nodes, limits_, meter_)) return *fault;
  schema_.texts = std::move(documents_.texts());
  return std::move(schema_);
}

// A place is read once for each dynamic scope.
bool Reader::first_reading(const SchemaPlace& place) {
  const std::size_t number = documents_.number_of(place);
  if (reached_.size() <= number) reached_.resize(documents_.places().size());
  if (reached_[number]) return false;
  reached_[number] = true;
  return true;
}

// What nothing leads to is not read; what its draft does not know is listed all the same.
void Reader::list_unreached() {
  lists_ = true;
  reached_.resize(documents_.places().size());
  std::size_t number = 0;
  for (const SchemaPlace& place : documents_.places()) {
    meter_.pass();
    if (reached_[number++] || place.is_void || !place.value.is(json::Kind::object)) continue;
    const bool lone_ref = has_lone_ref(place);
    for (const json::Member member : place.value.members()) {
      meter_.pass();
      if (options_.openapi && member.name() == "nullable") continue;
      const std::optional<Keyword> known = keyword_named(member.name(), place.dialect);
      if (!lone_ref && (!known || known->role == Role::retired))
        remark("unknown_keyword", place, member.name());
    }
  }
  for (const Remark& one : documents_.remarks()) schema_.remarks.push_back(one);
}

std::optional<CompileFault> Reader::fill(NodeId id, const SchemaPlace& place) {
  Node node;
  node.pointer = place.pointer;
  node.document = place.document;
  lists_ = first_reading(place);
  if (place.value.is(json::Kind::boolean)) {
    node.boolean = place.value.boolean();
  } else if (std::optional<CompileFault> fault = read_members(node, place)) {
    return fault;
  }
  schema_.nodes[id] = std::move(node);
  return std::nullopt;
}

std::optional<CompileFault> Reader::read_members(Node& node, const SchemaPlace& place) {
  const bool lone_ref = has_lone_ref(place);
  for (const json::Member member : place.value.members()) {
    meter_.pass();
    if (member.name() == "nullable") {
      if (std::optional<CompileFault> fault = nullable(place, member.value, lone_ref)) return fault;
      continue;
    }
    if (without_meaning(place, member.name(), lone_ref)) continue;
    const std::optional<Keyword> known = keyword_named(member.name(), place.dialect);
    if (!known) {
      remark("unknown_keyword", place, member.name());
    } else if (std::optional<CompileFault> fault = keyword(node, place, *known, member.value)) {
      return fault;
    }
  }
  return std::nullopt;
}

std::optional<CompileFault> Reader::keyword(Node& node, const SchemaPlace& place, const Keyword& keyword,
                                            json::Value value) {
  switch (keyword.role) {
    case Role::structural:
      return std::nullopt;
    case Role::refused:
      if (has_effect(place, keyword.name, value))
        return unsupported_keyword(place, keyword.name, std::string(keyword.name) + " is not enforced");
      remark("without_effect", place, keyword.name);
      return std::nullopt;
    case Role::retired:
      remark("unknown_keyword", place, keyword.name);
      return std::nullopt;
    case Role::annotation:
      if (keyword.name == "format" && is_listed_format(value.string()) &&
          (options_.assert_formats || (place.dialect.vocabularies & kFormatAssertionVocabulary) != 0))
        return format(node, place, value.string());
      remark(keyword.name == "format" ? "format_annotation" : "annotation", place, keyword.name);
      return std::nullopt;
    case Role::enforced:
      break;
  }
  if (!has_effect(place, keyword.name, value)) remark("without_effect", place, keyword.name);
  return leads_to_schemas(keyword) ? applicator(node, place, keyword.name, value)
                                   : assertion(node, place, keyword.name, value);
}

// Does a keyword decide anything here? Validation and Applicator sections of each.
bool Reader::has_effect(const SchemaPlace& place, std::string_view name, json::Value value) const {
  const auto beside = [&](std::string_view other) { return place.value.find(other).has_value(); };
  if (name == "uniqueItems") return value.boolean();
  if (name == "then" || name == "else") return beside("if");
  if (name == "minContains" || name == "maxContains") return beside("contains");
  if (name == "patternProperties") return value.size() > 0;
  if (name == "additionalItems") {
    const std::optional<json::Value> items = place.value.find("items");
    return items && items->is(json::Kind::array);
  }
  if (place.dialect.draft == Draft::draft4 && (name == "exclusiveMinimum" || name == "exclusiveMaximum"))
    return value.boolean();
  return true;
}

}  // namespace lockstep::engine

#include "lockstep/engine/schema/schema.h"

#include <algorithm>
#include <array>
#include <deque>

#include "lockstep/engine/base/check.h"
#include "lockstep/engine/base/interned_words.h"
#include "lockstep/engine/schema/documents.h"
#include "lockstep/engine/schema/keywords.h"
#include "lockstep/engine/schema/multiples.h"
#include "lockstep/engine/schema/uri.h"

namespace lockstep::engine {
namespace {

// Retrieval URI of a schema that has none: relative references need a base (RFC 3986 section 5.1.4).
constexpr std::string_view kDefaultBase = "lockstep:///schema";

// Hits are counted one by one: a state for each.
constexpr std::uint64_t kMostContains = 4096;

std::uint8_t type_bit(std::string_view name) {
  if (name == "null") return kNull;
  if (name == "boolean") return kBoolean;
  if (name == "object") return kObject;
  if (name == "array") return kArray;
  if (name == "string") return kString;
  return name == "number" ? kNumber : kInteger;
}

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
  std::optional<CompileFault> pattern_properties(Node& node, const SchemaPlace& place, json::Value value);
  std::optional<CompileFault> dynamic_reference(Node& node, const SchemaPlace& place,
                                                std::string_view reference);
  std::optional<CompileFault> fill(NodeId id, const SchemaPlace& place);
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
  Scope scope_;  // of the node being read
};

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
  const bool declares = root.value.is(json::Kind::object) && root.value.find("$schema");
  if (!declares && options_.default_dialect != kDialect202012) {
    return CompileFault{
        CompileStatus::refused,
        {"unsupported_dialect", "the dialect " + options_.default_dialect + " is not supported", std::nullopt,
         "/$schema"},
        "$schema"};
  }
  schema_.root = node_of(root);
  while (!waiting_.empty()) {
    meter_.charge();
    const Waiting next = std::move(waiting_.front());
    waiting_.pop_front();
    reading_ = next.place.pointer;
    scope_ = next.scope;
    if (std::optional<CompileFault> fault = fill(next.node, next.place)) return *fault;
  }
  schema_.documents = documents_.documents();
  if (std::optional<CompileFault> fault = check_multiples(schema_.nodes, limits_, meter_)) return *fault;
  schema_.texts = std::move(documents_.texts());
  return std::move(schema_);
}

std::optional<CompileFault> Reader::fill(NodeId id, const SchemaPlace& place) {
  Node node;
  node.pointer = place.pointer;
  node.document = place.document;
  if (place.value.is(json::Kind::boolean)) {
    node.boolean = place.value.boolean();
  } else {
    for (const json::Member member : place.value.members()) {
      meter_.pass();
      const std::optional<Keyword> known = keyword_named(member.name(), place.vocabularies);
      if (!known) {
        remark("unknown_keyword", place, member.name());
      } else if (std::optional<CompileFault> fault = keyword(node, place, *known, member.value)) {
        return fault;
      }
    }
  }
  schema_.nodes[id] = std::move(node);
  return std::nullopt;
}

std::optional<CompileFault> Reader::keyword(Node& node, const SchemaPlace& place, const Keyword& keyword,
                                            json::Value value) {
  const auto refused = [&] {
    return CompileFault{CompileStatus::refused,
                        {"unsupported_keyword", std::string(keyword.name) + " is not enforced", std::nullopt,
                         pointer_to(place.pointer, keyword.name)},
                        std::string(keyword.name)};
  };
  switch (keyword.role) {
    case Role::structural:
      return std::nullopt;
    case Role::refused:
      if (has_effect(place, keyword.name, value)) return refused();
      remark("without_effect", place, keyword.name);
      return std::nullopt;
    case Role::annotation:
      if (keyword.name == "format" && is_listed_format(value.string()) &&
          (options_.assert_formats || (place.vocabularies & kFormatAssertionVocabulary) != 0))
        return format(node, place, value.string());
      remark(keyword.name == "format" ? "format_annotation" : "annotation", place, keyword.name);
      return std::nullopt;
    case Role::enforced:
      break;
  }
  if (!has_effect(place, keyword.name, value)) remark("without_effect", place, keyword.name);
  if (keyword.shape == Shape::schema || keyword.shape == Shape::schema_array ||
      keyword.shape == Shape::schema_map || keyword.name == "$ref" || keyword.name == "$dynamicRef") {
    return applicator(node, place, keyword.name, value);
  }
  return assertion(node, place, keyword.name, value);
}

// Does a keyword decide anything here? Validation and Applicator sections of each.
bool Reader::has_effect(const SchemaPlace& place, std::string_view name, json::Value value) const {
  const auto beside = [&](std::string_view other) { return place.value.find(other).has_value(); };
  if (name == "uniqueItems") return value.boolean();
  if (name == "then" || name == "else") return beside("if");
  if (name == "minContains" || name == "maxContains") return beside("contains");
  if (name == "patternProperties") return value.size() > 0;
  return true;
}

// The keywords with one place in Node each.
struct PlainApplicator {
  std::string_view name;
  Applicator applicator;
  std::optional<NodeId> Node::* one = nullptr;
  std::vector<NodeId> Node::* list = nullptr;
  std::vector<std::pair<std::string, NodeId>> Node::* map = nullptr;
};

const PlainApplicator& plain_applicator(std::string_view name) {
  static const std::vector<PlainApplicator> kAll = {
      {"properties", Applicator::properties, nullptr, nullptr, &Node::properties},
      {"additionalProperties", Applicator::additional_properties, &Node::additional_properties},
      {"prefixItems", Applicator::prefix_items, nullptr, &Node::prefix_items},
      {"items", Applicator::items, &Node::items},
      {"contains", Applicator::contains, &Node::contains},
      {"unevaluatedProperties", Applicator::unevaluated_properties, &Node::unevaluated_properties},
      {"unevaluatedItems", Applicator::unevaluated_items, &Node::unevaluated_items},
      {"propertyNames", Applicator::property_names, &Node::property_names},
      {"allOf", Applicator::all_of, nullptr, &Node::all_of},
      {"anyOf", Applicator::any_of, nullptr, &Node::any_of},
      {"oneOf", Applicator::one_of, nullptr, &Node::one_of},
      {"not", Applicator::negated, &Node::negated},
      {"if", Applicator::condition, &Node::condition},
      {"then", Applicator::then, &Node::then},
      {"else", Applicator::otherwise, &Node::otherwise},
      {"dependentSchemas", Applicator::dependent_schemas, nullptr, nullptr, &Node::dependent_schemas},
  };
  const auto found =
      std::find_if(kAll.begin(), kAll.end(), [&](const auto& one) { return one.name == name; });
  LOCKSTEP_CHECK(found != kAll.end());
  return *found;
}

std::optional<CompileFault> Reader::applicator(Node& node, const SchemaPlace& place, std::string_view name,
                                               json::Value value) {
  if (name == "$ref") {
    std::variant<SchemaPlace, CompileFault> target = documents_.resolve(place, value.string());
    if (const CompileFault* fault = std::get_if<CompileFault>(&target)) return *fault;
    node.ref = node_of(std::get<SchemaPlace>(target));
    node.applicators.push_back(Applicator::ref);
    return std::nullopt;
  }
  if (name == "patternProperties") return pattern_properties(node, place, value);
  if (name == "$dynamicRef") return dynamic_reference(node, place, value.string());
  const PlainApplicator& keyword = plain_applicator(name);
  node.applicators.push_back(keyword.applicator);
  if (keyword.one != nullptr) node.*keyword.one = child(place, value);
  if (keyword.list != nullptr) node.*keyword.list = children(place, value);
  if (keyword.map != nullptr) {
    for (const json::Member member : value.members()) {
      meter_.pass(2);
      (node.*keyword.map).emplace_back(std::string(member.name()), child(place, member.value));
    }
  }
  return std::nullopt;
}

std::optional<CompileFault> Reader::pattern_properties(Node& node, const SchemaPlace& place,
                                                       json::Value value) {
  for (const json::Member member : value.members()) {
    Node name;
    name.pointer =
        documents_.texts().keep(pointer_to(pointer_to(place.pointer, "patternProperties"), member.name()));
    name.document = place.document;
    if (auto fault = pattern(name.pattern, place, "patternProperties", std::string(member.name())))
      return fault;
    schema_.nodes.push_back(std::move(name));
    const auto id = static_cast<NodeId>(schema_.nodes.size() - 1);
    node.pattern_properties.emplace_back(id, child(place, member.value));
  }
  node.applicators.push_back(Applicator::pattern_properties);
  return std::nullopt;
}

// Core section 8.2.3.2: where the reference leads to a $dynamicAnchor, the outermost resource of the dynamic
// scope that has that anchor too is meant.
std::optional<CompileFault> Reader::dynamic_reference(Node& node, const SchemaPlace& place,
                                                      std::string_view reference) {
  std::variant<SchemaPlace, CompileFault> found = documents_.resolve(place, reference, "$dynamicRef");
  if (const CompileFault* fault = std::get_if<CompileFault>(&found)) return *fault;
  const SchemaPlace initial = std::get<SchemaPlace>(found);
  SchemaPlace target = initial;
  const std::string name = split_fragment(reference)->fragment.value_or("");
  const SchemaPlace* anchored = documents_.dynamic_anchor(initial.base, name);
  if (anchored != nullptr && anchored->document == initial.document &&
      anchored->value.span().begin == initial.value.span().begin) {
    for (const std::string& resource : scope_) {
      if (const SchemaPlace* outer = documents_.dynamic_anchor(resource, name)) {
        target = *outer;
        break;
      }
    }
  }
  node.dynamic_ref_initial = node_of(initial);
  node.dynamic_ref = node_of(target);
  node.applicators.push_back(Applicator::dynamic_ref);
  return std::nullopt;
}

std::optional<CompileFault> Reader::bound(std::optional<Decimal>& into, const SchemaPlace& place,
                                          std::string_view name, json::Value value) {
  meter_.pass(8);
  Result<Decimal> parsed = Decimal::parse(value.number(), &meter_);
  if (!parsed.ok()) {
    Error error = parsed.error();
    error.pointer = pointer_to(place.pointer, name);
    return CompileFault{CompileStatus::limit, error, ""};
  }
  into = std::move(parsed).value();
  return std::nullopt;
}

// A regular expression: of `pattern`, or a name in `patternProperties`.
std::optional<CompileFault> Reader::pattern(std::optional<Pattern>& into, const SchemaPlace& place,
                                            std::string_view keyword, std::string_view source) {
  Result<Pattern> compiled = Pattern::compile(source, limits_, &meter_);
  if (!compiled.ok()) {
    Error error = compiled.error();
    error.pointer = pointer_to(place.pointer, keyword);
    const CompileStatus status = error.code == "pattern_syntax"   ? CompileStatus::malformed
                                 : error.code == "back_reference" ? CompileStatus::refused
                                                                  : CompileStatus::limit;
    return CompileFault{status, std::move(error), std::string(keyword)};
  }
  if (compiled->without_u()) remark("pattern_without_u", place, keyword);
  into = std::move(compiled).value();
  return std::nullopt;
}

std::optional<CompileFault> Reader::format(Node& node, const SchemaPlace& place, std::string_view name) {
  std::shared_ptr<const StringFormat>& known = formats_[std::string(name)];
  if (!known) {
    Result<StringFormat> made = string_format(name);
    if (!made.ok()) {
      Error error = made.error();
      error.pointer = pointer_to(place.pointer, "format");
      return CompileFault{CompileStatus::refused, std::move(error), "format"};
    }
    known = std::make_shared<const StringFormat>(std::move(made).value());
  }
  node.format = known;
  return std::nullopt;
}

// Every number of a listed value must be within the limits of Decimal.
std::optional<CompileFault> Reader::check_numbers(const SchemaPlace& place, std::string_view name,
                                                  json::Value value) {
  meter_.pass();
  if (value.is(json::Kind::number)) {
    std::optional<Decimal> unused;
    return bound(unused, place, name, value);
  }
  if (value.is(json::Kind::array)) {
    for (const json::Value item : value.elements()) {
      if (auto fault = check_numbers(place, name, item)) return fault;
    }
  }
  if (value.is(json::Kind::object)) {
    for (const json::Member member : value.members()) {
      if (auto fault = check_numbers(place, name, member.value)) return fault;
    }
  }
  return std::nullopt;
}

std::optional<CompileFault> Reader::assertion(Node& node, const SchemaPlace& place, std::string_view name,
                                              json::Value value) {
  if (name == "type") {
    node.types = 0;
    if (value.is(json::Kind::string)) node.types = type_bit(value.string());
    if (value.is(json::Kind::array)) {
      for (const json::Value item : value.elements()) node.types |= type_bit(item.string());
    }
  } else if (name == "enum" || name == "const") {
    if (auto fault = check_numbers(place, name, value)) return fault;
    std::vector<json::Value> values;
    if (name == "const") {
      values.push_back(value);
    } else {
      for (const json::Value item : value.elements()) {
        meter_.pass();
        values.push_back(item);
      }
    }
    node.enums.push_back(std::move(values));
    node.enum_keywords.emplace_back(name == "const" ? "const" : "enum");
  } else if (name == "required") {
    for (const json::Value item : value.elements()) add_name(node.required, item);
  } else if (name == "uniqueItems") {
    node.unique_items = value.boolean();
  } else if (name == "pattern") {
    return pattern(node.pattern, place, name, value.string());
  } else if (name == "dependentRequired") {
    for (const json::Member member : value.members()) {
      auto& [trigger, names] =
          node.dependent_required.emplace_back(member.name(), std::vector<std::string>());
      for (const json::Value item : member.value.elements()) add_name(names, item);
    }
  } else if (name == "minimum") {
    return bound(node.minimum, place, name, value);
  } else if (name == "maximum") {
    return bound(node.maximum, place, name, value);
  } else if (name == "exclusiveMinimum") {
    return bound(node.exclusive_minimum, place, name, value);
  } else if (name == "exclusiveMaximum") {
    return bound(node.exclusive_maximum, place, name, value);
  } else if (name == "multipleOf") {
    return bound(node.multiple_of, place, name, value);
  } else {
    static const std::map<std::string_view, std::optional<std::uint64_t> Node::*> kCounts = {
        {"minLength", &Node::min_length},         {"maxLength", &Node::max_length},
        {"minItems", &Node::min_items},           {"maxItems", &Node::max_items},
        {"minProperties", &Node::min_properties}, {"maxProperties", &Node::max_properties},
        {"minContains", &Node::min_contains},     {"maxContains", &Node::max_contains}};
    node.*kCounts.at(name) = count_of(value, &meter_);
    const bool contains = name == "minContains" || name == "maxContains";
    if (contains && place.value.find("contains") && count_of(value, &meter_) > kMostContains) {
      return CompileFault{CompileStatus::refused,
                          {"unsupported_keyword", std::string(name) + " beyond 4096 is not enforced",
                           std::nullopt, pointer_to(place.pointer, name)},
                          std::string(name)};
    }
  }
  return std::nullopt;
}

}  // namespace

std::vector<NodeId> in_place_of(const Node& node) {
  std::vector<NodeId> all;
  for (const auto* list : {&node.all_of, &node.any_of, &node.one_of}) {
    all.insert(all.end(), list->begin(), list->end());
  }
  for (const auto& [name, id] : node.dependent_schemas) all.push_back(id);
  const bool branches = node.condition.has_value();
  for (const auto& one : {node.negated, node.condition, branches ? node.then : std::nullopt,
                          branches ? node.otherwise : std::nullopt, node.ref, node.dynamic_ref}) {
    if (one) all.push_back(*one);
  }
  return all;
}

bool says_nothing(const Node& node) {
  if (node.boolean) return *node.boolean;
  return node.types == kAnyType && node.enums.empty() && !node.minimum && !node.maximum &&
         !node.exclusive_minimum && !node.exclusive_maximum && !node.multiple_of && !node.min_length &&
         !node.max_length && !node.pattern && !node.format && !node.unique_items && !node.min_items &&
         !node.max_items && !node.min_properties && !node.max_properties && !node.property_names &&
         node.pattern_properties.empty() && !node.contains && !node.unevaluated_properties &&
         !node.unevaluated_items && node.properties.empty() && !node.additional_properties &&
         node.required.empty() && node.prefix_items.empty() && !node.items && node.all_of.empty() &&
         node.any_of.empty() && node.one_of.empty() && !node.negated &&
         !(node.condition && (node.then || node.otherwise)) && node.dependent_required.empty() &&
         node.dependent_schemas.empty() && !node.dynamic_ref;
}

std::variant<Schema, CompileFault> read_schema(std::string_view text, const Registry& registry,
                                               const SchemaOptions& options, const Limits& limits,
                                               const Cancellation* cancellation) {
  return Reader(registry, options, limits, cancellation).read(text);
}

}  // namespace lockstep::engine

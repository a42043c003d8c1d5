// The keywords that hold for a value by itself.
#include <map>

#include "lockstep/engine/schema/reader.h"
#include "lockstep/engine/schema/uri.h"

namespace lockstep::engine {
namespace {

// Hits are counted one by one: a state for each.
constexpr std::uint64_t kMostContains = 4096;

std::uint8_t type_bit(std::string_view name, Draft draft) {
  if (name == "null") return kNull;
  if (name == "boolean") return kBoolean;
  if (name == "object") return kObject;
  if (name == "array") return kArray;
  if (name == "string") return kString;
  if (name == "number") return kNumber;
  return draft == Draft::draft4 ? kIntegerWord : kInteger;
}

}  // namespace

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

// A name, and those that it needs beside it.
void Reader::add_dependent(Node& node, const json::Member& member) {
  auto& [trigger, names] = node.dependent_required.emplace_back(member.name(), std::vector<std::string>());
  for (const json::Value item : member.value.elements()) add_name(names, item);
}

std::optional<CompileFault> Reader::assertion(Node& node, const SchemaPlace& place, std::string_view name,
                                              json::Value value) {
  if (name == "type") {
    node.types = 0;
    if (value.is(json::Kind::string)) node.types = type_bit(value.string(), place.dialect.draft);
    if (value.is(json::Kind::array)) {
      for (const json::Value item : value.elements())
        node.types |= type_bit(item.string(), place.dialect.draft);
    }
    if (adds_null(place)) node.types |= kNull;
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
    for (const json::Member member : value.members()) add_dependent(node, member);
  } else if (name == "minimum") {
    return bound(node.minimum, place, name, value);
  } else if (name == "maximum") {
    return bound(node.maximum, place, name, value);
  } else if (name == "exclusiveMinimum") {
    return exclusive(node.exclusive_minimum, place, name, value);
  } else if (name == "exclusiveMaximum") {
    return exclusive(node.exclusive_maximum, place, name, value);
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
      return unsupported_keyword(place, name, std::string(name) + " beyond 4096 is not enforced");
    }
  }
  return std::nullopt;
}

}  // namespace lockstep::engine

#include "lockstep/quality/plan/strict_json.h"

#include <utility>

#include "lockstep/oracle/json_text/json_text.h"

namespace lockstep::quality {

using nlohmann::json;

engine::Result<json> parse_object(std::string_view text) {
  const oracle::Outcome<oracle::JsonValue> strict = oracle::parse_json(text);
  if (!strict) {
    return engine::Error{"bad_json", "no strict JSON: " + strict.error().code, strict.error().offset, ""};
  }
  json parsed = json::parse(text, nullptr, false);
  if (!parsed.is_object()) return engine::Error{"bad_json", "not one JSON object", std::nullopt, ""};
  return parsed;
}

StrictObject::StrictObject(const json& object, std::string place)
    : object_(object), place_(std::move(place)) {
  if (!object.is_object()) fault("is no object");
}

const json* StrictObject::take(const char* name, bool (json::*is)() const noexcept, const char* what) {
  taken_.insert(name);
  const auto found = object_.is_object() ? object_.find(name) : object_.end();
  if (found == object_.end()) {
    fault(std::string("lacks the field ") + name);
    return nullptr;
  }
  if (((*found).*is)()) return &*found;
  fault(std::string(name) + " is no " + what);
  return nullptr;
}

std::string StrictObject::text(const char* name) {
  const json* value = take(name, &json::is_string, "text");
  return value == nullptr ? std::string() : value->get<std::string>();
}

std::uint64_t StrictObject::count(const char* name) {
  const json* value = take(name, &json::is_number_unsigned, "whole number from 0");
  return value == nullptr ? 0 : value->get<std::uint64_t>();
}

double StrictObject::number(const char* name) {
  const json* value = take(name, &json::is_number, "number");
  return value == nullptr ? 0 : value->get<double>();
}

const json& StrictObject::array(const char* name) {
  static const json kNone = json::array();
  const json* value = take(name, &json::is_array, "array");
  return value == nullptr ? kNone : *value;
}

const json& StrictObject::object(const char* name) {
  static const json kNone = json::object();
  const json* value = take(name, &json::is_object, "object");
  return value == nullptr ? kNone : *value;
}

std::string StrictObject::word(const char* name, const std::set<std::string>& words) {
  std::string value = text(name);
  if (!words.contains(value)) fault(std::string(name) + " has the unknown value '" + value + "'");
  return value;
}

void StrictObject::fault(const std::string& message) {
  if (fault_.empty()) fault_ = message;
}

std::optional<engine::Error> StrictObject::finish(const char* code) {
  if (fault_.empty() && object_.is_object()) {
    for (const auto& [name, value] : object_.items()) {
      if (!taken_.contains(name)) fault("has the unknown field " + name);
    }
  }
  if (fault_.empty()) return std::nullopt;
  return engine::Error{code, (place_.empty() ? "the document" : place_) + " " + fault_, std::nullopt, place_};
}

}  // namespace lockstep::quality

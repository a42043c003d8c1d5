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

const json* StrictObject::take(const char* name) {
  taken_.insert(name);
  const auto found = object_.is_object() ? object_.find(name) : object_.end();
  if (found != object_.end()) return &*found;
  fault(std::string("lacks the field ") + name);
  return nullptr;
}

std::string StrictObject::text(const char* name) {
  const json* value = take(name);
  if (value == nullptr) return {};
  if (value->is_string()) return value->get<std::string>();
  fault(std::string(name) + " is no text");
  return {};
}

std::uint64_t StrictObject::count(const char* name) {
  const json* value = take(name);
  if (value == nullptr) return 0;
  if (value->is_number_unsigned()) return value->get<std::uint64_t>();
  fault(std::string(name) + " is no whole number from 0");
  return 0;
}

double StrictObject::number(const char* name) {
  const json* value = take(name);
  if (value == nullptr) return 0;
  if (value->is_number()) return value->get<double>();
  fault(std::string(name) + " is no number");
  return 0;
}

const json& StrictObject::array(const char* name) {
  static const json kNone = json::array();
  const json* value = take(name);
  if (value == nullptr) return kNone;
  if (value->is_array()) return *value;
  fault(std::string(name) + " is no array");
  return kNone;
}

const json& StrictObject::object(const char* name) {
  static const json kNone = json::object();
  const json* value = take(name);
  if (value == nullptr) return kNone;
  if (value->is_object()) return *value;
  fault(std::string(name) + " is no object");
  return kNone;
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

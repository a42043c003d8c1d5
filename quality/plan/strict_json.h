// JSON of ours read strictly: no name twice, no field that nobody asked for, every field of its type.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "lockstep/engine/base/result.h"

namespace lockstep::quality {

// Error code `bad_json`: no strict JSON (RFC 8259, no name twice), or no object.
engine::Result<nlohmann::json> parse_object(std::string_view text);

// One object, field by field. The first fault stays; finish() tells it, or the field that nobody asked for.
class StrictObject {
 public:
  // `place`: a JSON pointer, for the messages.
  StrictObject(const nlohmann::json& object, std::string place);

  std::string text(const char* name);
  std::uint64_t count(const char* name);
  double number(const char* name);
  const nlohmann::json& array(const char* name);   // an empty one after a fault
  const nlohmann::json& object(const char* name);  // the same
  bool has(const char* name) const { return object_.contains(name); }
  // What `name` must be one of.
  std::string word(const char* name, const std::set<std::string>& words);

  void fault(const std::string& message);
  std::optional<engine::Error> finish(const char* code);
  const std::string& place() const { return place_; }

 private:
  // nullptr, and a fault, where the field is missing or `is` something else.
  const nlohmann::json* take(const char* name, bool (nlohmann::json::*is)() const noexcept, const char* what);

  const nlohmann::json& object_;
  std::string place_;
  std::set<std::string, std::less<>> taken_;
  std::string fault_;
};

}  // namespace lockstep::quality

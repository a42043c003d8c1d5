// Strict reading of the objects in a row: what is asked for by name is known, everything else is a fault.
// Of this folder and maskbench/.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/oracle/json_text/json_text.h"

namespace lockstep::conformance {

// Thrown while reading only; read_cases() and read_maskbench() catch it.
struct BadRow {
  std::string pointer;
  std::string message;
};

std::string pointer_to(const std::string& pointer, std::string_view name);  // one step down, ~ and / escaped

// One object of the row. Every member must be asked for before end().
class RowFields {
 public:
  // Throws where the value is no object.
  RowFields(const oracle::JsonValue& object, std::string pointer);

  // Null where it is absent.
  const oracle::JsonValue* find(std::string_view name);
  const oracle::JsonValue& need(std::string_view name);
  bool has(std::string_view name) const { return object_.find(name) != nullptr; }
  std::string at(std::string_view name) const { return pointer_to(pointer_, name); }
  const std::string& pointer() const { return pointer_; }

  // Throws, naming the first member that nobody asked for.
  void end() const;

 private:
  const oracle::JsonValue& object_;
  std::string pointer_;
  std::set<std::string, std::less<>> asked_;
};

std::string read_string(const oracle::JsonValue& value, const std::string& pointer);
bool read_boolean(const oracle::JsonValue& value, const std::string& pointer);
// A plain spelling, at most `most`.
std::size_t read_count(const oracle::JsonValue& value, const std::string& pointer, std::size_t most);
const std::vector<oracle::JsonValue>& read_array(const oracle::JsonValue& value, const std::string& pointer);
std::vector<std::uint32_t> read_ids(const oracle::JsonValue& value, const std::string& pointer);

// Lower-case or upper-case digits in pairs.
std::string read_hex(const oracle::JsonValue& value, const std::string& pointer);

// A string, or a recipe {"$gen": repeat | nest | join}: what it spells, at most 64 MiB.
std::string read_text(const oracle::JsonValue& value, const std::string& pointer);
bool is_recipe(const oracle::JsonValue& value);
// Throws where a recipe stands anywhere inside: in a place where none is read.
void no_recipes(const oracle::JsonValue& value, const std::string& pointer);

}  // namespace lockstep::conformance

// Tools for rewriting schemas and instances on purpose: walks and small edits of JSON trees.
#pragma once

#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>

#include "lockstep/oracle/json_text/json_text.h"

namespace lockstep::conformance {

oracle::JsonValue json_string(std::string text);
oracle::JsonValue json_number(std::string text);
oracle::JsonValue json_boolean(bool value);
oracle::JsonValue json_array(std::vector<oracle::JsonValue> items);
oracle::JsonValue json_object(std::vector<std::pair<std::string, oracle::JsonValue>> members);

oracle::JsonValue* find_member(oracle::JsonValue& object, std::string_view name);
void erase_member(oracle::JsonValue& object, std::string_view name);
// Renames; where `to` is there already, the member goes into a new branch of allOf instead.
void rename_member(oracle::JsonValue& object, std::string_view from, std::string_view to);
// Adds `schema` as one more branch of the schema's allOf. Existing pointers stay good.
void add_to_all_of(oracle::JsonValue& object, oracle::JsonValue schema);
// Moves the named members, as far as they are there, into an object of their own.
oracle::JsonValue take_members(oracle::JsonValue& object, std::initializer_list<std::string_view> names);

// Calls `edit` for every object at a schema position, subschemas first.
void for_each_schema(oracle::JsonValue& schema, const std::function<void(oracle::JsonValue&)>& edit);
// Does any object at a schema position have one of these keywords?
bool uses_keyword(const oracle::JsonValue& schema, std::initializer_list<std::string_view> names);
// Calls `edit` for every value, children first. Member names are not values.
void for_each_value(oracle::JsonValue& value, const std::function<void(oracle::JsonValue&)>& edit);

}  // namespace lockstep::conformance

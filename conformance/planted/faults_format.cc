// Formats misread, a fault or two a family: what other validators of each are known for.
#include <fmt/core.h>

#include "lockstep/conformance/planted/faults.h"
#include "lockstep/conformance/planted/rewrite.h"

namespace lockstep::conformance {
namespace {

using oracle::JsonValue;

template <typename Edit>
auto where_format_is(std::string format, Edit edit) {
  return [format, edit](JsonValue& schema, JsonValue&) {
    for_each_schema(schema, [&](JsonValue& object) {
      JsonValue* name = find_member(object, "format");
      if (name != nullptr && name->kind == oracle::JsonKind::string && name->text == format) edit(object);
    });
  };
}

// Strings that the pattern matches are of the format too.
auto also(const char* format, const char* pattern) {
  return where_format_is(format, [pattern](JsonValue& object) {
    JsonValue known = take_members(object, {"format"});
    JsonValue more = json_object({{"type", json_string("string")}, {"pattern", json_string(pattern)}});
    add_to_all_of(object, json_object({{"anyOf", json_array({std::move(known), std::move(more)})}}));
  });
}

// Strings that the pattern matches are not.
auto without(const char* format, const char* pattern) {
  return where_format_is(format, [pattern](JsonValue& object) {
    JsonValue gone = json_object({{"type", json_string("string")}, {"pattern", json_string(pattern)}});
    add_to_all_of(object, json_object({{"not", std::move(gone)}}));
  });
}

auto read_as(const char* format, const char* other) {
  return where_format_is(format, [other](JsonValue& object) { find_member(object, "format")->text = other; });
}

}  // namespace

std::vector<PlantedFault> format_faults() {
  std::vector<PlantedFault> faults;
  const auto add = [&](std::string name, std::string sentence, auto trees) {
    faults.push_back({std::move(name), std::move(sentence), trees, nullptr, nullptr});
  };
  add("duration_weeks_beside", "weeks stand beside other units", also("duration", "^P([0-9]+[YMWD])+$"));
  add("email_dots_anywhere", "dots may stand anywhere in an address",
      also("email", "^[A-Za-z.]+@[A-Za-z.]+$"));
  add("hostname_underscores", "labels may have underscores", also("hostname", "^[A-Za-z0-9_.]+$"));
  add("ipv4_leading_zeros", "octets may begin with zeros",
      also("ipv4", "^0*[0-9]{1,2}(\\.0*[0-9]{1,2}){3}$"));
  add("ipv6_zone", "an address may have a zone", also("ipv6", "^[0-9A-Fa-f:]+%.+$"));
  add("iri_ascii_only", "an IRI is a URI", read_as("iri", "uri"));
  add("leap_second_anywhere", "any minute of a day may have a second 60",
      also("date-time", "^.{10}T([01][0-9]|2[0-3]):[0-5][0-9]:60Z$"));
  add("leap_second_never", "no minute has a second 60", without("time", ":60"));
  add("pointer_as_fragment", "a JSON pointer may be a URI fragment", also("json-pointer", "^#(/[a-z]*)*$"));
  add("relative_pointer_zeros", "how many levels up may begin with zeros",
      also("relative-json-pointer", "^0[0-9]+(#|(/[^/~]*)*)$"));
  add("uri_relative", "a URI may be relative", read_as("uri", "uri-reference"));
  add("uri_template_unclosed", "the last expression need not be closed", also("uri-template", "\\{[a-z]*$"));
  add("uuid_of_known_versions", "a UUID has a version from 1 to 5", without("uuid", "^.{14}[^1-5]"));
  return faults;
}

}  // namespace lockstep::conformance

// Where a half-written text stands, read from the text alone.
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace lockstep::engine {

struct TextPlace {
  std::string pointer;          // JSON pointer of the value that is being written, in the instance
  bool in_object = false;       // the innermost open container is an object
  bool in_name = false;         // inside a name of it
  bool in_string = false;       // inside a string value
  std::set<std::string> names;  // complete names of the innermost open object
  std::string name;             // the name being written, decoded as far as it goes; else the last one
};

// `text` is the beginning of a JSON text (RFC 8259). Cost: linear.
TextPlace place_of(std::string_view text);

}  // namespace lockstep::engine

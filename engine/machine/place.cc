#include "lockstep/engine/machine/place.h"

#include <cstddef>
#include <vector>

#include "lockstep/engine/lexical/code_points.h"
#include "lockstep/engine/schema/uri.h"

namespace lockstep::engine {
namespace {

struct Open {
  bool object = false;
  std::size_t index = 0;
  bool after_colon = false;
  bool after_value = false;  // a string or a container has just ended
  std::string name;
  std::set<std::string> names;
};

// What half a string spells: an unfinished escape or character at its end is left out.
std::string decoded_beginning(std::string_view body) {
  std::size_t whole = 0;
  for (std::size_t at = 0; at < body.size();) {
    std::size_t size = 1;
    const auto byte = static_cast<unsigned char>(body[at]);
    if (byte == '\\') {
      size = at + 1 < body.size() && body[at + 1] == 'u' ? 6 : 2;
      const bool high = size == 6 && at + 6 <= body.size() && (body[at + 2] == 'd' || body[at + 2] == 'D') &&
                        std::string_view("89abAB").find(body[at + 3]) != std::string_view::npos;
      if (high) size = 12;
    } else if (byte >= 0xC2) {
      size = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
    }
    at += size;
    if (at <= body.size()) whole = at;
  }
  return decoded_body(body.substr(0, whole));
}

}  // namespace

TextPlace place_of(std::string_view text) {
  std::vector<Open> open;
  std::size_t string_from = 0;
  bool in_string = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char byte = text[at];
    if (in_string) {
      if (byte == '\\') ++at;
      if (byte != '"') continue;
      in_string = false;
      if (open.empty()) continue;
      if (!open.back().object || open.back().after_colon) {
        open.back().after_value = true;
        continue;
      }
      open.back().name = decoded_body(text.substr(string_from, at - string_from));
      open.back().names.insert(open.back().name);
    } else if (byte == '"') {
      in_string = true;
      string_from = at + 1;
    } else if (byte == '{' || byte == '[') {
      open.push_back({byte == '{', 0, false, false, {}, {}});
    } else if ((byte == '}' || byte == ']') && !open.empty()) {
      open.pop_back();
      if (!open.empty()) open.back().after_value = true;
    } else if (byte == ',' && !open.empty()) {
      ++open.back().index;
      open.back().after_colon = false;
      open.back().after_value = false;
    } else if (byte == ':' && !open.empty()) {
      open.back().after_colon = true;
    }
  }
  TextPlace place;
  for (const Open& one : open) {
    if ((one.object && !one.after_colon) || one.after_value) break;
    place.pointer = pointer_to(place.pointer, one.object ? one.name : std::to_string(one.index));
  }
  if (open.empty()) {
    place.in_string = in_string;
    return place;
  }
  Open& last = open.back();
  place.in_object = last.object;
  place.in_name = in_string && last.object && !last.after_colon;
  place.in_string = in_string && !place.in_name;
  place.names = std::move(last.names);
  place.name = place.in_name ? decoded_beginning(text.substr(string_from)) : last.name;
  return place;
}

}  // namespace lockstep::engine

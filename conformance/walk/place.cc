#include "lockstep/conformance/walk/place.h"

#include <string>

namespace lockstep::conformance {
namespace {

// Bytes that still belong to the character or escape begun inside a string.
struct StringScan {
  std::size_t continuation = 0;  // bytes of the character
  std::size_t hex = 0;           // digits of `\u`
  bool backslash = false;

  // True at the closing quote.
  bool step(unsigned char byte) {
    if (backslash) {
      backslash = false;
      if (byte == 'u') hex = 4;
    } else if (hex > 0) {
      --hex;
    } else if (continuation > 0) {
      --continuation;
    } else if (byte == '\\') {
      backslash = true;
    } else if (byte >= 0xc0) {
      continuation = byte >= 0xf0 ? 3 : byte >= 0xe0 ? 2 : 1;
    } else {
      return byte == '"';
    }
    return false;
  }
};

PrefixPlace place_in_string(const StringScan& scan, bool is_name) {
  if (scan.backslash || scan.hex > 0) return PrefixPlace::escape;
  if (scan.continuation > 0) return PrefixPlace::partial_utf8;
  return is_name ? PrefixPlace::name : PrefixPlace::string;
}

bool number_byte(char c) {
  return (c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E';
}

}  // namespace

std::string_view name(PrefixPlace place) {
  static constexpr std::array<std::string_view, kPlaces> kNames = {
      "structure", "name", "string", "escape", "partial_utf8", "number", "literal"};
  return kNames[static_cast<std::size_t>(place)];
}

std::array<PrefixPlace, kPlaces> all_places() {
  std::array<PrefixPlace, kPlaces> all{};
  for (std::size_t i = 0; i < kPlaces; ++i) all[i] = static_cast<PrefixPlace>(i);
  return all;
}

PrefixPlace place_of(std::string_view prefix) {
  std::string open;       // brackets
  bool name_due = false;  // a string that begins here is a name
  bool inside = false;
  StringScan scan;
  std::string word;  // the token being written outside strings
  for (const char c : prefix) {
    if (inside) {
      if (scan.step(static_cast<unsigned char>(c))) inside = false;
      continue;
    }
    if (c == '"') {
      inside = true;
      scan = {};
    } else if (c == '{' || c == '[') {
      open += c;
      name_due = c == '{';
    } else if ((c == '}' || c == ']') && !open.empty()) {
      open.pop_back();
      name_due = false;
    } else if (c == ',') {
      name_due = !open.empty() && open.back() == '{';
    } else if (c == ':') {
      name_due = false;
    }
    const bool part = number_byte(c) || (c >= 'a' && c <= 'z');
    word = part ? word + c : "";
  }
  if (inside) return place_in_string(scan, name_due);
  if (word.empty() || word == "true" || word == "false" || word == "null") return PrefixPlace::structure;
  return word[0] >= 'a' ? PrefixPlace::literal : PrefixPlace::number;
}

}  // namespace lockstep::conformance

#include "lockstep/oracle/json_text/text_generator.h"

#include <set>
#include <vector>

namespace lockstep::oracle {
namespace {

// The functions below draw within rc::gen::exec.

std::size_t below(std::size_t n) { return *rc::gen::inRange<std::size_t>(0, n); }

std::string one_of(const std::vector<std::string>& pieces) { return pieces[below(pieces.size())]; }

std::string digits(std::size_t at_least, std::size_t at_most) {
  std::string out;
  const std::size_t count = at_least + below(at_most - at_least + 1);
  for (std::size_t i = 0; i < count; ++i) out.push_back(static_cast<char>('0' + below(10)));
  return out;
}

std::string draw_number() {
  std::string text = one_of({"", "-"});
  text += below(4) == 0 ? "0" : std::to_string(1 + below(9)) + digits(0, 12);
  if (below(2) == 0) text += "." + digits(1, 12);
  if (below(2) == 0)
    text += one_of({"e", "E", "e+", "e-", "E-"}) + one_of({"", "0", "00"}) + std::to_string(below(401));
  return text;
}

std::string draw_string() {
  std::string text = "\"";
  const std::size_t count = below(4);
  for (std::size_t i = 0; i < count; ++i) {
    text += one_of({"a", "b", "\\u0061", " ", "\\\"", "\\\\", "\\/", "\\n", "\\u0000", "\\uD83D\\uDE00",
                    "\\ud7ff", "\xC3\xA9", "\xE2\x82\xAC", "\xED\x9F\xBF", "\xEE\x80\x80", "\xF0\x9F\x98\x80",
                    "\x7F"});
  }
  return text + "\"";
}

std::string space() { return one_of({"", "", "", " ", "\n", "\t\r "}); }

std::string draw_value(int depth) {
  const std::size_t kind = below(depth > 0 ? 8 : 4);
  if (kind == 0) return one_of({"null", "true", "false"});
  if (kind <= 2) return draw_number();
  if (kind == 3) return draw_string();
  const bool is_array = kind <= 5;
  std::string text = is_array ? "[" : "{";
  const std::size_t count = below(4);
  for (std::size_t i = 0; i < count; ++i) {
    text += (i > 0 ? "," : "") + space();
    // A counter makes the names unique.
    if (!is_array) text += draw_string().insert(1, std::to_string(i)) + space() + ":" + space();
    text += draw_value(depth - 1) + space();
  }
  return text + space() + (is_array ? "]" : "}");
}

std::string draw_text() { return space() + draw_value(4) + space(); }

std::string row_of(std::size_t at_most, const std::vector<std::string>& pieces) {
  std::string text;
  const std::size_t count = below(at_most + 1);
  for (std::size_t i = 0; i < count; ++i) text += one_of(pieces);
  return text;
}

// Tokens in any order, a string of doubtful pieces, or members whose names are often alike.
std::string draw_row() {
  switch (below(3)) {
    case 0:
      return row_of(8, {"{", "}", "[", "]",    ":",   ",", "\"a\"",        "\"",   "1",    "-",
                        "0", ".", "e", "true", "nul", " ", "\xEF\xBB\xBF", "\xC3", "\x80", "\x01"});
    case 1:
      return "\"" + row_of(6, {"a",     "\\",   "\\u",  "\\ud83d", "\\uD83D", "\\uDE00", "\\ude00",
                               "\\u00", "0",    "d",    "C",       "\xE0",    "\xED",    "\xF4",
                               "\x80",  "\xA0", "\x8F", "\xBF",    "\x1F",    "\""});
    default:
      return "[{" +
             row_of(4, {"\"a\":0,", "\"\\u0061\":[],", "\"b\":{},", "\"\":{\"a\":{\"b\":0}},", "\"aa\":1,"});
  }
}

std::string draw_broken_text() {
  if (below(2) == 0) return draw_row();
  std::string text = draw_text();
  const std::size_t count = 1 + below(3);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t at = below(text.size() + 1);
    const std::size_t how = below(3);
    const std::string piece =
        one_of({"\"", "\\", "{", "]", ",", ":", "0", "-", ".", "e", "\x1F", "\xED", "\xF4", "\x80", "\\uDC00",
                "\\uD800", "u", std::string(1, static_cast<char>(below(256)))});
    if (how == 0) text.insert(at, piece);
    if (how == 1) text.replace(at, 1, piece);
    if (how == 2) text.erase(at, 1 + below(2));
  }
  return text;
}

}  // namespace

rc::Gen<std::string> number_text() { return rc::gen::exec(draw_number); }
rc::Gen<std::string> json_text() { return rc::gen::exec(draw_text); }
rc::Gen<std::string> broken_json_text() { return rc::gen::exec(draw_broken_text); }

}  // namespace lockstep::oracle

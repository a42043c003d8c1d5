#include "lockstep/oracle/json_text/json_number.h"

namespace lockstep::oracle {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// 1*DIGIT. False when there is none.
bool read_digits(std::string_view text, std::size_t& at) {
  const std::size_t begin = at;
  while (at < text.size() && is_digit(text[at])) ++at;
  return at > begin;
}

bool next_is(std::string_view text, std::size_t at, std::string_view any_of) {
  return at < text.size() && any_of.find(text[at]) != std::string_view::npos;
}

Error digit_missing(std::string_view text, std::size_t at) {
  if (at >= text.size()) return {"truncated", "The text ends within a number.", text.size(), ""};
  return {"bad_number", "A number needs a digit here (RFC 8259 section 6).", at, ""};
}

}  // namespace

// number = [ minus ] int [ frac ] [ exp ]
std::optional<Error> read_number(std::string_view text, std::size_t& at) {
  if (next_is(text, at, "-")) ++at;
  if (next_is(text, at, "0")) {  // int = zero / ( digit1-9 *DIGIT )
    ++at;
    if (at < text.size() && is_digit(text[at])) {
      return Error{"bad_number", "A number has no digit after a leading zero (RFC 8259 section 6).", at, ""};
    }
  } else if (!read_digits(text, at)) {
    return digit_missing(text, at);
  }
  if (next_is(text, at, ".")) {  // frac = decimal-point 1*DIGIT
    ++at;
    if (!read_digits(text, at)) return digit_missing(text, at);
  }
  if (next_is(text, at, "eE")) {  // exp = e [ minus / plus ] 1*DIGIT
    ++at;
    if (next_is(text, at, "+-")) ++at;
    if (!read_digits(text, at)) return digit_missing(text, at);
  }
  return std::nullopt;
}

bool is_json_number(std::string_view text) {
  std::size_t at = 0;
  return !read_number(text, at) && at == text.size();
}

}  // namespace lockstep::oracle

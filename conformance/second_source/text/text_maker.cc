#include "text_maker.h"

namespace lockstep::conformance::second_source {

std::string TextMaker::one_of(std::initializer_list<const char*> pieces) {
  return pieces.begin()[below(pieces.size())];
}

std::string TextMaker::space() { return one_of({"", "", "", "", "", " ", "\n", "\t", "\r\n", "   "}); }

std::string TextMaker::digits(std::uint64_t at_least, std::uint64_t at_most) {
  std::string out;
  const std::uint64_t count = at_least + below(at_most - at_least + 1);
  while (out.size() < count) out.push_back(static_cast<char>('0' + below(10)));
  return out;
}

std::string TextMaker::number() {
  std::string text = one_of({"", "", "-"});
  text += below(4) == 0 ? "0" : std::to_string(1 + below(9)) + digits(0, below(3) == 0 ? 25 : 3);
  if (below(3) == 0) text += "." + digits(1, below(3) == 0 ? 25 : 4);
  if (below(3) == 0) text += one_of({"e", "E", "e+", "E+", "e-", "E-"}) + digits(1, 3);
  if (below(40) == 0) text += text.find_first_of("eE") == std::string::npos ? "e400" : "99";
  return text;
}

std::string TextMaker::hex_escape(unsigned code_unit) {
  std::string text = "\\u";
  for (unsigned shift = 16; shift > 0; shift -= 4) {
    const char* digits_of_case = below(2) == 0 ? "0123456789abcdef" : "0123456789ABCDEF";
    text += digits_of_case[(code_unit >> (shift - 4)) & 15U];
  }
  return text;
}

std::string TextMaker::character() {
  const auto upto = [this](unsigned n) { return static_cast<unsigned>(below(n)); };
  switch (below(9)) {
    case 0:
      return one_of({"\\\"", "\\\\", "\\/", "\\b", "\\f", "\\n", "\\r", "\\t"});
    case 1:
      return hex_escape(upto(0x100));
    case 2:
      return hex_escape(below(2) == 0 ? upto(0xD800) : 0xE000 + upto(0x2000));
    case 3:
      return hex_escape(0xD800 + upto(0x400)) + hex_escape(0xDC00 + upto(0x400));
    case 4:
      if (surrogates_) return hex_escape(0xD800 + upto(0x800));
      return one_of({"\xC2\x80", "\xDF\xBF", "\xC3\xA9"});
    case 5:
      if (ill_formed_) {
        return one_of({"\xC1\xBF", "\xE0\x9F\xBF", "\xED\xA0\x80", "\xF0\x8F\xBF\xBF", "\xF4\x90\x80\x80",
                       "\xF5\x80\x80\x80", "\x80", "\xC3", "\xE2\x82", "\xF0\x9F\x98"});
      }
      return one_of(
          {"\xE0\xA0\x80", "\xE2\x80\xA8", "\xED\x9F\xBF", "\xEE\x80\x80", "\xEF\xBB\xBF", "\xEF\xBF\xBF"});
    case 6:
      return one_of({"\xF0\x90\x80\x80", "\xF0\x9F\x98\x80", "\xF4\x8F\xBF\xBF"});
    default:
      return one_of({"a", "b", "Z", "0", " ", "!", "#", "[", "]", "{", "}", ":", ",", "'", "~", "\x7F"});
  }
}

std::string TextMaker::string() {
  std::string text = "\"";
  for (std::uint64_t count = below(6); count > 0; --count) text += character();
  return text + "\"";
}

// A counter inside a name makes it unique; some names are such as JavaScript treats in a way of its own.
std::string TextMaker::name(std::uint64_t index) {
  if (duplicates_ && below(8) != 0) return one_of({"\"a\"", "\"\\u0061\"", "\"\xC3\xA9\"", "\"\\u00e9\""});
  if (index == 0 && below(8) == 0)
    return one_of({"\"__proto__\"", "\"constructor\"", "\"\"", "\"toJSON\"", "\"4294967295\""});
  const std::string number = std::to_string(9 - index);
  if (below(2) == 0) return "\"" + number + "\"";
  return string().insert(1, number + "_");
}

std::string TextMaker::value(int depth) {
  const std::uint64_t kind = below(depth > 0 ? 9 : 5);
  if (kind == 0) return one_of({"null", "true", "false"});
  if (kind <= 2) return number();
  if (kind <= 4) return string();
  const bool is_array = kind <= 6;
  std::string text = is_array ? "[" : "{";
  const std::uint64_t count = below(5);
  for (std::uint64_t i = 0; i < count; ++i) {
    text += (i > 0 ? "," : "") + space();
    if (!is_array) text += name(i) + space() + ":" + space();
    text += value(depth - 1) + space();
  }
  return text + (count == 0 ? space() : "") + (is_array ? "]" : "}");
}

std::string TextMaker::broken(std::string text) {
  for (std::uint64_t count = 1 + below(2); count > 0; --count) {
    const std::uint64_t at = below(text.size() + 1);
    switch (below(6)) {
      case 0:
        if (at < text.size()) text[at] = static_cast<char>(text[at] ^ (1 << below(8)));
        break;
      case 1:
        text.resize(at);
        break;
      case 2:
        text.erase(at, 1 + below(2));
        break;
      case 3:
        text.insert(at, 1, static_cast<char>(below(256)));
        break;
      case 4:
        text.insert(at, one_of({"\"",
                                "\\",
                                "{",
                                "}",
                                "[",
                                "]",
                                ":",
                                ",",
                                "0",
                                "-",
                                "+",
                                ".",
                                "e",
                                "1",
                                " ",
                                "\n",
                                "\\u",
                                "\\ud800",
                                "null",
                                "\xEF\xBB\xBF",
                                "\xC0\xAF",
                                "\xED\xA0\x80",
                                "\xE2\x80\xA8",
                                "//",
                                "/**/"}));
        break;
      default:
        text.insert(at, text.substr(below(text.size() + 1), 1 + below(4)));
    }
  }
  return text;
}

std::string TextMaker::text() {
  duplicates_ = below(4) == 0;
  surrogates_ = below(6) == 0;
  ill_formed_ = below(20) == 0;
  std::string text = space() + value(4) + space();
  return below(2) == 0 ? text : broken(std::move(text));
}

}  // namespace lockstep::conformance::second_source

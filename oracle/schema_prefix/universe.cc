// Texts made from lists; nothing here knows a prefix.
#include "lockstep/oracle/schema_prefix/universe.h"

#include <cstdio>
#include <cstdlib>

#include "lockstep/oracle/json_text/json_number.h"
#include "lockstep/oracle/json_text/json_text.h"
#include "lockstep/oracle/json_text/utf8.h"
#include "lockstep/oracle/schema/schema_check.h"

namespace lockstep::oracle {
namespace {

void arrays(const UniverseShape& shape, const Texts& parts, const std::string& begun, std::size_t count,
            Texts& out) {
  out.push_back("[" + begun + "]");
  if (count == shape.items) return;
  for (const std::string& part : parts) {
    arrays(shape, parts, count == 0 ? part : begun + "," + shape.behind + part, count + 1, out);
  }
}

void objects(const UniverseShape& shape, const Texts& parts, const std::string& begun,
             const std::set<std::string>& used, Texts& out) {
  out.push_back("{" + begun + "}");
  if (used.size() == shape.members) return;
  const std::string before = used.empty() ? "" : begun + "," + shape.behind;
  for (const std::string& name : shape.names) {
    std::set<std::string> names = used;
    if (!names.insert(name).second) continue;
    for (const std::string& part : parts) {
      std::string member = before;
      member.append(name).append(":").append(shape.behind).append(part);
      objects(shape, parts, member, names, out);
    }
  }
}

// The four digits in every mixture of cases.
Texts cases_of(const std::string& digits) {
  Texts out = {""};
  for (const char c : digits) {
    Texts longer;
    for (const std::string& text : out) {
      longer.push_back(text + c);
      if (c >= 'a') longer.push_back(text + static_cast<char>(c - 'a' + 'A'));
    }
    out = std::move(longer);
  }
  return out;
}

Texts unit_spellings(char32_t unit) {
  static constexpr std::string_view kHex = "0123456789abcdef";
  std::string digits;
  for (const unsigned shift : {12U, 8U, 4U, 0U}) digits.push_back(kHex[(unit >> shift) & 15U]);
  Texts out;
  for (const std::string& text : cases_of(digits)) out.push_back("\\u" + text);
  return out;
}

Texts character_spellings(char32_t c) {
  Texts out;
  if (c >= 0x20 && c != '"' && c != '\\') append_utf8(c, out.emplace_back());
  static constexpr std::u32string_view kShort = U"\"\\/\b\f\n\r\t";
  const std::size_t place = kShort.find(c);
  if (place != std::u32string_view::npos) out.push_back(std::string("\\") + "\"\\/bfnrt"[place]);
  if (c < 0x10000) {
    for (const std::string& unit : unit_spellings(c)) out.push_back(unit);
    return out;
  }
  for (const std::string& high : unit_spellings(0xD800 + ((c - 0x10000) >> 10U))) {
    for (const std::string& low : unit_spellings(0xDC00 + ((c - 0x10000) & 0x3FFU)))
      out.push_back(high + low);
  }
  return out;
}

}  // namespace

Texts universe(const UniverseShape& shape) {
  Texts all = shape.scalars;
  for (std::size_t depth = 0; depth < shape.depth; ++depth) {
    Texts next = shape.scalars;
    arrays(shape, all, "", 0, next);
    objects(shape, all, "", {}, next);
    all = std::move(next);
  }
  return all;
}

Texts string_spellings(std::u32string_view characters) {
  Texts out = {"\""};
  for (const char32_t c : characters) {
    Texts longer;
    for (const std::string& text : out) {
      for (const std::string& spelled : character_spellings(c)) longer.push_back(text + spelled);
    }
    out = std::move(longer);
  }
  for (std::string& text : out) text += '"';
  return out;
}

Texts number_spellings(std::size_t longest) {
  Texts begun = {""};
  Texts out;
  for (std::size_t length = 1; length <= longest; ++length) {
    Texts longer;
    for (const std::string& text : begun) {
      for (const char c : std::string_view("0123456789-+.eE")) {
        longer.push_back(text + c);
        if (is_json_number(longer.back())) out.push_back(longer.back());
      }
    }
    begun = std::move(longer);
  }
  return out;
}

std::set<std::string> language_of(const std::string& schema, const Texts& texts, bool plain,
                                  const Filter& filter) {
  SchemaOptions options;
  options.plain_numbers = plain;
  const Outcome<Schema> loaded = Schema::load(schema, {}, options);
  if (!loaded) {
    std::fprintf(stderr, "%s: %s\n", schema.c_str(), loaded.error().code.c_str());
    std::abort();
  }
  std::set<std::string> out;
  for (const std::string& text : texts) {
    const Outcome<JsonValue> value = parse_json(text);
    if (value && loaded.value().check(value.value()).is_yes() && filter(text)) out.insert(text);
  }
  return out;
}

std::set<std::string> prefixes_of(const std::set<std::string>& language) {
  std::set<std::string> out;
  for (const std::string& text : language) {
    for (std::size_t length = 0; length <= text.size(); ++length) out.insert(text.substr(0, length));
  }
  return out;
}

}  // namespace lockstep::oracle

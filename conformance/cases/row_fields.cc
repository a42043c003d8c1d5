#include "lockstep/conformance/cases/row_fields.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <utility>

namespace lockstep::conformance {
namespace {

using oracle::JsonKind;
using oracle::JsonValue;

constexpr std::size_t kLongestText = std::size_t{64} << 20U;

std::string replaced(std::string_view text, std::string_view what, std::string_view by) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    if (text.substr(at).starts_with(what)) {
      out += by;
      at += what.size();
    } else {
      out += text[at++];
    }
  }
  return out;
}

// The parts of a recipe: strings, absent ones empty.
class Recipe {
 public:
  Recipe(const JsonValue& value, const std::string& pointer) : fields_(value, pointer) {
    kind_ = read_string(fields_.need("$gen"), fields_.at("$gen"));
    count_ = read_count(fields_.need("n"), fields_.at("n"), kLongestText);
  }

  std::string spell() {
    if (kind_ == "repeat") return repeat();
    if (kind_ == "nest") return nest();
    if (kind_ == "join") return join();
    throw BadRow{fields_.at("$gen"), fmt::format("no recipe is called '{}'", kind_)};
  }

 private:
  std::string may(std::string_view name) {
    const JsonValue* found = fields_.find(name);
    return found == nullptr ? std::string() : read_string(*found, fields_.at(name));
  }
  std::string must(std::string_view name) { return read_string(fields_.need(name), fields_.at(name)); }

  void fits(std::size_t each) const {
    if (each > 0 && count_ > kLongestText / each)
      throw BadRow{fields_.pointer(), "the recipe makes a text of more than 64 MiB"};
  }
  std::string many(const std::string& unit) const {
    fits(unit.size());
    std::string out;
    for (std::size_t i = 0; i < count_; ++i) out += unit;
    return out;
  }

  std::string repeat() {
    const std::string pre = may("pre"), unit = must("unit"), post = may("post");
    fields_.end();
    return pre + many(unit) + post;
  }
  std::string nest() {
    const std::string pre = may("pre"), open = must("open"), mid = may("mid"), close = must("close"),
                      post = may("post");
    fields_.end();
    return pre + many(open) + mid + many(close) + post;
  }
  std::string join() {
    const std::string pre = may("pre"), item = must("item"), sep = may("sep"), post = may("post");
    const JsonValue* from = fields_.find("from");
    const std::size_t first = from == nullptr ? 0 : read_count(*from, fields_.at("from"), kLongestText);
    fields_.end();
    fits(item.size() + sep.size() + 20);
    std::string out = pre;
    for (std::size_t i = first; i < first + count_; ++i) {
      if (i > first) out += sep;
      out += replaced(replaced(item, "{i}", std::to_string(i)), "{i+1}", std::to_string(i + 1));
    }
    return out + replaced(post, "{n}", std::to_string(first + count_));
  }

  RowFields fields_;
  std::string kind_;
  std::size_t count_ = 0;
};

}  // namespace

std::string pointer_to(const std::string& pointer, std::string_view name) {
  return pointer + "/" + replaced(replaced(name, "~", "~0"), "/", "~1");
}

RowFields::RowFields(const JsonValue& object, std::string pointer)
    : object_(object), pointer_(std::move(pointer)) {
  if (object.kind != JsonKind::object) throw BadRow{pointer_, "is no object"};
}

const JsonValue* RowFields::find(std::string_view name) {
  asked_.emplace(name);
  return object_.find(name);
}

const JsonValue& RowFields::need(std::string_view name) {
  const JsonValue* found = find(name);
  if (found == nullptr) throw BadRow{pointer_, fmt::format("the field '{}' is missing", name)};
  return *found;
}

void RowFields::end() const {
  for (const oracle::JsonMember& member : object_.members) {
    if (!asked_.contains(member.name))
      throw BadRow{at(member.name), fmt::format("no field is called '{}' here", member.name)};
  }
}

std::string read_string(const JsonValue& value, const std::string& pointer) {
  if (value.kind != JsonKind::string) throw BadRow{pointer, "is no string"};
  return value.text;
}

bool read_boolean(const JsonValue& value, const std::string& pointer) {
  if (value.kind != JsonKind::boolean) throw BadRow{pointer, "is neither true nor false"};
  return value.boolean;
}

std::size_t read_count(const JsonValue& value, const std::string& pointer, std::size_t most) {
  std::size_t count = 0;
  const char* end = value.text.data() + value.text.size();
  const auto read = std::from_chars(value.text.data(), end, count);
  if (value.kind != JsonKind::number || read.ec != std::errc() || read.ptr != end || count > most)
    throw BadRow{pointer, fmt::format("is no whole number from 0 to {}", most)};
  return count;
}

const std::vector<JsonValue>& read_array(const JsonValue& value, const std::string& pointer) {
  if (value.kind != JsonKind::array) throw BadRow{pointer, "is no array"};
  return value.items;
}

std::vector<std::uint32_t> read_ids(const JsonValue& value, const std::string& pointer) {
  std::vector<std::uint32_t> ids;
  for (const JsonValue& item : read_array(value, pointer)) {
    ids.push_back(static_cast<std::uint32_t>(
        read_count(item, pointer_to(pointer, std::to_string(ids.size())), 0x7FFFFFFF)));
  }
  return ids;
}

std::string read_hex(const JsonValue& value, const std::string& pointer) {
  const std::string digits = read_string(value, pointer);
  std::string bytes;
  for (std::size_t i = 0; i + 1 < digits.size() + digits.size() % 2; i += 2) {
    unsigned byte = 0;
    const char* end = digits.data() + std::min(i + 2, digits.size());
    const auto read = std::from_chars(digits.data() + i, end, byte, 16);
    if (digits.size() % 2 != 0 || read.ec != std::errc() || read.ptr != end)
      throw BadRow{pointer, "is no even number of hexadecimal digits"};
    bytes += static_cast<char>(byte);
  }
  return bytes;
}

bool is_recipe(const JsonValue& value) {
  return value.kind == JsonKind::object && value.find("$gen") != nullptr;
}

std::string read_text(const JsonValue& value, const std::string& pointer) {
  return is_recipe(value) ? Recipe(value, pointer).spell() : read_string(value, pointer);
}

void no_recipes(const JsonValue& value, const std::string& pointer) {
  if (is_recipe(value)) throw BadRow{pointer, "a recipe stands where none is read"};
  for (std::size_t i = 0; i < value.items.size(); ++i)
    no_recipes(value.items[i], pointer_to(pointer, std::to_string(i)));
  for (const oracle::JsonMember& member : value.members)
    no_recipes(member.value, pointer_to(pointer, member.name));
}

}  // namespace lockstep::conformance

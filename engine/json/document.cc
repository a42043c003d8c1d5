// Reading access to the arena.
#include "lockstep/engine/json/document.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "lockstep/engine/base/check.h"
#include "lockstep/engine/json/data.h"

namespace lockstep::engine::json {
namespace {

// One reference token of an RFC 6901 pointer, "~0" and "~1" replaced; nothing where an escape is malformed.
std::optional<std::string> unescape(std::string_view token) {
  std::string text;
  for (std::size_t i = 0; i < token.size(); ++i) {
    if (token[i] != '~') {
      text += token[i];
    } else if (i + 1 < token.size() && (token[i + 1] == '0' || token[i + 1] == '1')) {
      text += token[++i] == '0' ? '~' : '/';
    } else {
      return std::nullopt;
    }
  }
  return text;
}

void append_escaped(std::string_view token, std::string& pointer) {
  pointer += '/';
  for (const char c : token) {
    if (c == '~') {
      pointer += "~0";
    } else if (c == '/') {
      pointer += "~1";
    } else {
      pointer += c;
    }
  }
}

// RFC 6901 section 4: digits without a leading zero.
std::optional<std::size_t> array_index(std::string_view token) {
  if (token.empty() || (token.size() > 1 && token[0] == '0')) return std::nullopt;
  std::size_t index = 0;
  const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), index);
  if (error != std::errc() || end != token.data() + token.size()) return std::nullopt;
  return index;
}

}  // namespace

std::string_view name(Kind kind) {
  switch (kind) {
    case Kind::null:
      return "null";
    case Kind::boolean:
      return "boolean";
    case Kind::number:
      return "number";
    case Kind::string:
      return "string";
    case Kind::array:
      return "array";
    case Kind::object:
      return "object";
  }
  return "?";
}

Kind Value::kind() const { return static_cast<Kind>(data_->nodes[index_].kind); }

Span Value::span() const { return {data_->nodes[index_].begin, data_->nodes[index_].end}; }

std::string_view Value::raw() const {
  const Node& node = data_->nodes[index_];
  return std::string_view(data_->text).substr(node.begin, node.end - node.begin);
}

bool Value::boolean() const {
  LOCKSTEP_CHECK(is(Kind::boolean));
  return raw() == "true";
}

std::string_view Value::number() const {
  LOCKSTEP_CHECK(is(Kind::number));
  return raw();
}

std::string_view Value::string() const {
  LOCKSTEP_CHECK(is(Kind::string));
  return string_of(*data_, data_->nodes[index_]);
}

std::size_t Value::size() const {
  LOCKSTEP_CHECK(is(Kind::array) || is(Kind::object));
  return data_->nodes[index_].extra;
}

Elements Value::elements() const {
  LOCKSTEP_CHECK(is(Kind::array));
  return {data_, index_ + 1, data_->nodes[index_].next};
}

Members Value::members() const {
  LOCKSTEP_CHECK(is(Kind::object));
  return {data_, index_ + 1, data_->nodes[index_].next};
}

std::optional<Value> Value::find(std::string_view wanted) const {
  LOCKSTEP_CHECK(is(Kind::object));
  const Node& node = data_->nodes[index_];
  if (node.extra < kSortedFrom) {
    for (const Member member : members()) {
      if (member.name() == wanted) return member.value;
    }
    return std::nullopt;
  }
  const auto begin = data_->sorted.begin() + node.side;
  const auto end = begin + node.extra;
  const auto order = [](std::string_view text) { return std::pair(hash_of(text), text); };
  const auto found = std::lower_bound(begin, end, order(wanted), [&](std::uint32_t key, const auto& goal) {
    return order(string_of(*data_, data_->nodes[key])) < goal;
  });
  if (found == end || string_of(*data_, data_->nodes[*found]) != wanted) return std::nullopt;
  return Value(data_, *found + 1);
}

std::optional<std::uint64_t> Value::as_u64() const {
  if (!is(Kind::number)) return std::nullopt;
  const std::string_view text = raw();
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

Elements::Iterator& Elements::Iterator::operator++() {
  index_ = data_->nodes[index_].next;
  return *this;
}

Member Members::Iterator::operator*() const { return {Value(data_, index_), Value(data_, index_ + 1)}; }

Members::Iterator& Members::Iterator::operator++() {
  index_ = data_->nodes[index_ + 1].next;
  return *this;
}

Value Document::root() const { return {data_.get(), 0}; }

std::string_view Document::text() const { return data_->text; }

std::string Document::pointer(const Value& value) const {
  LOCKSTEP_CHECK(value.data_ == data_.get());
  const auto holds = [&](const Value& v) {
    return v.index_ <= value.index_ && value.index_ < data_->nodes[v.index_].next;
  };
  std::string pointer;
  Value current = root();
  while (current.index_ != value.index_) {
    if (current.is(Kind::array)) {
      std::size_t index = 0;
      for (const Value element : current.elements()) {
        if (holds(element)) {
          append_escaped(std::to_string(index), pointer);
          current = element;
          break;
        }
        ++index;
      }
    } else {
      for (const Member member : current.members()) {
        if (member.key.index_ == value.index_ || holds(member.value)) {
          append_escaped(member.name(), pointer);
          if (member.key.index_ == value.index_) return pointer;
          current = member.value;
          break;
        }
      }
    }
  }
  return pointer;
}

std::optional<Value> Document::resolve(std::string_view pointer) const {
  Value current = root();
  while (!pointer.empty()) {
    if (pointer[0] != '/') return std::nullopt;
    const std::size_t end = std::min(pointer.find('/', 1), pointer.size());
    const std::optional<std::string> token = unescape(pointer.substr(1, end - 1));
    pointer.remove_prefix(end);
    if (!token) return std::nullopt;
    std::optional<Value> child;
    if (current.is(Kind::object)) {
      child = current.find(*token);
    } else if (current.is(Kind::array)) {
      const std::optional<std::size_t> index = array_index(*token);
      if (!index || *index >= current.size()) return std::nullopt;
      Elements::Iterator at = current.elements().begin();
      for (std::size_t i = 0; i < *index; ++i) ++at;
      child = *at;
    }
    if (!child) return std::nullopt;
    current = *child;
  }
  return current;
}

std::size_t Document::memory_bytes() const {
  return data_->text.capacity() + data_->nodes.capacity() * sizeof(Node) + data_->decoded_bytes.capacity() +
         data_->decoded.capacity() * sizeof(Decoded) + data_->sorted.capacity() * sizeof(std::uint32_t);
}

}  // namespace lockstep::engine::json

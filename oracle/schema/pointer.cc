// JSON Pointer by RFC 6901.
#include "lockstep/oracle/schema/pointer.h"

namespace lockstep::oracle {
namespace {

// The part of `value` whose span holds the byte `at`, its token appended to `path`; nullptr where none does.
const JsonValue* part_at(const JsonValue& value, std::size_t at, std::string& path) {
  for (std::size_t i = 0; i < value.items.size(); ++i) {
    const JsonValue& item = value.items[i];
    if (at < item.begin || at >= item.end) continue;
    path += pointer_step(std::to_string(i));
    return &item;
  }
  for (const JsonMember& member : value.members) {
    if (at < member.value.begin || at >= member.value.end) continue;
    path += pointer_step(member.name);
    return &member.value;
  }
  return nullptr;
}

}  // namespace

std::string pointer_step(std::string_view token) {
  std::string out = "/";
  for (const char c : token) {
    if (c == '~') {
      out += "~0";
    } else if (c == '/') {
      out += "~1";
    } else {
      out += c;
    }
  }
  return out;
}

std::optional<std::vector<std::string>> pointer_tokens(std::string_view pointer) {
  std::vector<std::string> tokens;
  if (pointer.empty()) return tokens;
  if (pointer.front() != '/') return std::nullopt;
  for (std::size_t i = 0; i < pointer.size(); ++i) {
    const char c = pointer[i];
    if (c == '/') {
      tokens.emplace_back();
    } else if (c == '~') {
      const char escape = i + 1 < pointer.size() ? pointer[++i] : '\0';
      if (escape != '0' && escape != '1') return std::nullopt;
      tokens.back() += escape == '0' ? '~' : '/';
    } else {
      tokens.back() += c;
    }
  }
  return tokens;
}

const JsonValue* pointer_child(const JsonValue& value, std::string_view token) {
  if (value.kind == JsonKind::object) return value.find(token);
  if (value.kind != JsonKind::array || token.empty() || token.size() > 18) return nullptr;
  if (token.size() > 1 && token.front() == '0') return nullptr;
  std::size_t index = 0;
  for (const char c : token) {
    if (c < '0' || c > '9') return nullptr;
    index = index * 10 + static_cast<std::size_t>(c - '0');
  }
  return index < value.items.size() ? &value.items[index] : nullptr;
}

std::string pointer_of(const JsonValue& root, const JsonValue& target) {
  std::string path;
  const JsonValue* at = &root;
  while (at != nullptr && at != &target) at = part_at(*at, target.begin, path);
  return path;
}

}  // namespace lockstep::oracle

#include "lockstep/engine/schema/uri.h"

namespace lockstep::engine {
namespace {

struct Parts {
  std::string_view scheme, authority, path, query;
  bool has_scheme = false, has_authority = false, has_query = false;
};

// RFC 3986 appendix B.
Parts parts_of(std::string_view uri) {
  Parts parts;
  const std::size_t colon = uri.find(':');
  if (colon != std::string_view::npos && colon > 0 && colon < uri.find_first_of("/?#")) {
    parts.has_scheme = true;
    parts.scheme = uri.substr(0, colon);
    uri.remove_prefix(colon + 1);
  }
  if (const std::size_t mark = uri.find('?'); mark != std::string_view::npos) {
    parts.has_query = true;
    parts.query = uri.substr(mark + 1);
    uri = uri.substr(0, mark);
  }
  if (uri.starts_with("//")) {
    parts.has_authority = true;
    const std::size_t end = uri.find('/', 2);
    parts.authority = uri.substr(2, end == std::string_view::npos ? end : end - 2);
    uri = end == std::string_view::npos ? std::string_view() : uri.substr(end);
  }
  parts.path = uri;
  return parts;
}

// RFC 3986 section 5.2.4.
std::string without_dots(std::string_view input) {
  std::string out;
  while (!input.empty()) {
    if (input.starts_with("../")) {
      input.remove_prefix(3);
    } else if (input.starts_with("./") || input.starts_with("/./")) {
      input.remove_prefix(2);
    } else if (input == "/." || input == "/..") {
      if (input == "/..") out.erase(out.rfind('/') == std::string::npos ? 0 : out.rfind('/'));
      input = "/";
    } else if (input.starts_with("/../")) {
      input.remove_prefix(3);
      out.erase(out.rfind('/') == std::string::npos ? 0 : out.rfind('/'));
    } else if (input == "." || input == "..") {
      input = {};
    } else {
      const std::size_t next = input.find('/', 1);
      out += input.substr(0, next);
      input = next == std::string_view::npos ? std::string_view() : input.substr(next);
    }
  }
  return out;
}

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const char lower = static_cast<char>(c | 0x20);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

}  // namespace

std::optional<SplitReference> split_fragment(std::string_view reference) {
  const std::size_t hash = reference.find('#');
  if (hash == std::string_view::npos) return SplitReference{std::string(reference), std::nullopt};
  std::string fragment;
  for (std::size_t at = hash + 1; at < reference.size(); ++at) {
    if (reference[at] != '%') {
      fragment += reference[at];
      continue;
    }
    const int high = at + 2 < reference.size() ? hex_value(reference[at + 1]) : -1;
    const int low = at + 2 < reference.size() ? hex_value(reference[at + 2]) : -1;
    if (high < 0 || low < 0) return std::nullopt;
    fragment += static_cast<char>(high * 16 + low);
    at += 2;
  }
  return SplitReference{std::string(reference.substr(0, hash)), fragment};
}

std::string resolve_reference(std::string_view base_uri, std::string_view reference) {
  const Parts base = parts_of(base_uri);
  const Parts given = parts_of(reference);
  Parts out = given;
  std::string path;
  if (given.has_scheme || given.has_authority) {
    path = without_dots(given.path);
  } else {
    out.has_authority = base.has_authority;
    out.authority = base.authority;
    if (given.path.empty()) {
      path = base.path;
      if (!given.has_query) {
        out.has_query = base.has_query;
        out.query = base.query;
      }
    } else if (given.path.starts_with('/')) {
      path = without_dots(given.path);
    } else {
      const std::size_t slash = base.path.rfind('/');
      std::string merged = base.has_authority && base.path.empty() ? "/" : "";
      if (slash != std::string_view::npos) merged = base.path.substr(0, slash + 1);
      path = without_dots(merged + std::string(given.path));
    }
  }
  if (!given.has_scheme) {
    out.has_scheme = base.has_scheme;
    out.scheme = base.scheme;
  }
  std::string uri;
  if (out.has_scheme) uri += std::string(out.scheme) + ":";
  if (out.has_authority) uri += "//" + std::string(out.authority);
  uri += path;
  if (out.has_query) uri += "?" + std::string(out.query);
  return uri;
}

namespace {

void replace_each(std::string& text, std::string_view what, std::string_view with) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size())) {
    text.replace(at, what.size(), with);
  }
}

bool has_lone_tilde(std::string_view pointer) {
  std::size_t at = pointer.find('~');
  while (at != std::string_view::npos) {
    const std::string_view escape = pointer.substr(at, 2);
    if (escape != "~0" && escape != "~1") return true;
    at = pointer.find('~', at + 2);
  }
  return false;
}

}  // namespace

std::optional<std::vector<std::string>> pointer_tokens(std::string_view pointer) {
  const bool rooted = pointer.empty() || pointer.front() == '/';
  if (!rooted || has_lone_tilde(pointer)) return std::nullopt;
  std::vector<std::string> tokens;
  while (!pointer.empty()) {
    const std::size_t next = pointer.find('/', 1);
    std::string token(pointer.substr(1, next == std::string_view::npos ? next : next - 1));
    // Section 4: ~1 before ~0, so that ~01 is ~1 and no slash.
    replace_each(token, "~1", "/");
    replace_each(token, "~0", "~");
    tokens.push_back(std::move(token));
    pointer = next == std::string_view::npos ? std::string_view() : pointer.substr(next);
  }
  return tokens;
}

std::string pointer_to(std::string_view pointer, std::string_view token) {
  std::string escaped(token);
  replace_each(escaped, "~", "~0");
  replace_each(escaped, "/", "~1");
  return std::string(pointer) + "/" + escaped;
}

}  // namespace lockstep::engine

// URI references by RFC 3986, written along its sections.
#include "lockstep/oracle/schema/uri.h"

namespace lockstep::oracle {
namespace {

constexpr std::string_view kUpperHex = "0123456789ABCDEF";

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

bool is_alpha(char c) { return lower(c) >= 'a' && lower(c) <= 'z'; }
bool is_digit(char c) { return kUpperHex.substr(0, 10).find(c) != std::string_view::npos; }

// npos for what is no hexadecimal digit.
std::size_t hex_value(char c) { return kUpperHex.find(upper(c)); }

// Section 2.3.
bool is_unreserved(char c) {
  return is_alpha(c) || is_digit(c) || std::string_view("-._~").find(c) != std::string_view::npos;
}

// Section 2.2, sub-delims.
bool is_sub_delim(char c) { return std::string_view("!$&'()*+,;=").find(c) != std::string_view::npos; }

bool is_triplet(std::string_view text, std::size_t at) {
  constexpr std::size_t kNone = std::string_view::npos;
  return at + 2 < text.size() && text[at] == '%' && hex_value(text[at + 1]) != kNone &&
         hex_value(text[at + 2]) != kNone;
}

// unreserved, pct-encoded, sub-delims, and the given others.
bool consists_of(std::string_view text, std::string_view others) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (is_unreserved(c) || is_sub_delim(c) || others.find(c) != std::string_view::npos) continue;
    if (!is_triplet(text, i)) return false;
    i += 2;
  }
  return true;
}

// Section 3.1.
bool is_scheme(std::string_view text) {
  if (text.empty() || !is_alpha(text[0])) return false;
  for (const char c : text) {
    if (!is_alpha(c) && !is_digit(c) && c != '+' && c != '-' && c != '.') return false;
  }
  return true;
}

// Section 5.2.4: the input is consumed segment by segment.
std::string remove_dot_segments(std::string input) {
  std::string output;
  const auto drop_last = [&output] {
    const std::size_t slash = output.rfind('/');
    output.erase(slash == std::string::npos ? 0 : slash);
  };
  std::string_view in = input;
  while (!in.empty()) {
    if (in.starts_with("../")) {
      in.remove_prefix(3);
    } else if (in.starts_with("./") || in.starts_with("/./")) {
      in.remove_prefix(2);
    } else if (in == "/.") {
      in = "/";
    } else if (in.starts_with("/../")) {
      in.remove_prefix(3);
      drop_last();
    } else if (in == "/..") {
      in = "/";
      drop_last();
    } else if (in == "." || in == "..") {
      in = {};
    } else {
      const std::size_t end = in.find('/', 1);
      output += in.substr(0, end);
      in.remove_prefix(end == std::string_view::npos ? in.size() : end);
    }
  }
  return output;
}

// Section 5.2.3.
std::string merge_paths(const Uri& base, const std::string& path) {
  if (base.authority && base.path.empty()) return "/" + path;
  const std::size_t slash = base.path.rfind('/');
  return (slash == std::string::npos ? std::string() : base.path.substr(0, slash + 1)) + path;
}

// Sections 6.2.2.1 and 6.2.2.2.
std::string normal_percent(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!is_triplet(text, i)) {
      out += text[i];
      continue;
    }
    const std::size_t value = hex_value(text[i + 1]) * 16 + hex_value(text[i + 2]);
    if (value < 0x80 && is_unreserved(static_cast<char>(value))) {
      out += static_cast<char>(value);
    } else {
      out += '%';
      out += kUpperHex[value / 16];
      out += kUpperHex[value % 16];
    }
    i += 2;
  }
  return out;
}

// Section 6.2.2.1: the host is case-insensitive, the user information before it is not.
std::string normal_authority(std::string_view text) {
  const std::size_t at = text.rfind('@');
  const std::size_t host = at == std::string_view::npos ? 0 : at + 1;
  std::string lowered(text);
  for (std::size_t i = host; i < lowered.size(); ++i) lowered[i] = lower(lowered[i]);
  return normal_percent(lowered);
}

}  // namespace

std::optional<Uri> parse_uri(std::string_view text) {
  Uri uri;
  if (const std::size_t hash = text.find('#'); hash != std::string_view::npos) {
    uri.fragment = std::string(text.substr(hash + 1));
    text = text.substr(0, hash);
  }
  if (const std::size_t mark = text.find('?'); mark != std::string_view::npos) {
    uri.query = std::string(text.substr(mark + 1));
    text = text.substr(0, mark);
  }
  const std::size_t colon = text.find(':');
  if (colon != std::string_view::npos && colon < text.find('/')) {
    // Section 4.2: the first segment of a relative path holds no colon, so this must be a scheme.
    if (!is_scheme(text.substr(0, colon))) return std::nullopt;
    uri.scheme = std::string(text.substr(0, colon));
    text.remove_prefix(colon + 1);
  }
  if (text.starts_with("//")) {
    const std::size_t end = text.find('/', 2);
    uri.authority = std::string(text.substr(2, end == std::string_view::npos ? end : end - 2));
    text = end == std::string_view::npos ? std::string_view() : text.substr(end);
  }
  uri.path = std::string(text);
  if (uri.authority && !consists_of(*uri.authority, ":@[]")) return std::nullopt;
  if (!consists_of(uri.path, ":@/")) return std::nullopt;
  if (uri.query && !consists_of(*uri.query, ":@/?")) return std::nullopt;
  return uri;
}

bool has_fragment_faults(const Uri& uri) { return uri.fragment && !consists_of(*uri.fragment, ":@/?"); }

Uri resolve_uri(const Uri& base, const Uri& reference) {
  Uri target;
  target.fragment = reference.fragment;
  if (reference.scheme) {
    target.scheme = reference.scheme;
    target.authority = reference.authority;
    target.path = remove_dot_segments(reference.path);
    target.query = reference.query;
    return target;
  }
  target.scheme = base.scheme;
  if (reference.authority) {
    target.authority = reference.authority;
    target.path = remove_dot_segments(reference.path);
    target.query = reference.query;
    return target;
  }
  target.authority = base.authority;
  if (reference.path.empty()) {
    target.path = base.path;
    target.query = reference.query ? reference.query : base.query;
    return target;
  }
  const bool rooted = reference.path.front() == '/';
  target.path = remove_dot_segments(rooted ? reference.path : merge_paths(base, reference.path));
  target.query = reference.query;
  return target;
}

std::string identity_of(const Uri& uri) {
  std::string out;
  if (uri.scheme) {
    for (const char c : *uri.scheme) out += lower(c);
    out += ':';
  }
  if (uri.authority) out += "//" + normal_authority(*uri.authority);
  const std::string path = normal_percent(uri.path);
  out += uri.scheme ? remove_dot_segments(path) : path;
  if (uri.query) out += "?" + normal_percent(*uri.query);
  return out;
}

std::optional<std::string> percent_decode(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out += text[i];
      continue;
    }
    if (!is_triplet(text, i)) return std::nullopt;
    out += static_cast<char>(hex_value(text[i + 1]) * 16 + hex_value(text[i + 2]));
    i += 2;
  }
  return out;
}

}  // namespace lockstep::oracle

#include "lockstep/conformance/external/wire.h"

namespace lockstep::conformance {
namespace {

using nlohmann::json;

bool is_utf8(const std::string& text) {
  try {
    (void)json(text).dump();
    return true;
  } catch (const json::exception&) {
    return false;
  }
}

int digit_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

}  // namespace

std::string hex_of(std::string_view bytes) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string hex;
  hex.reserve(bytes.size() * 2);
  for (const char c : bytes) {
    hex += kDigits[static_cast<unsigned char>(c) >> 4U];
    hex += kDigits[static_cast<unsigned char>(c) & 15U];
  }
  return hex;
}

std::optional<std::string> bytes_of_hex(std::string_view hex) {
  if (hex.size() % 2 != 0) return std::nullopt;
  std::string bytes;
  bytes.reserve(hex.size() / 2);
  for (std::size_t i = 0; i < hex.size(); i += 2) {
    const int high = digit_of(hex[i]);
    const int low = digit_of(hex[i + 1]);
    if (high < 0 || low < 0) return std::nullopt;
    bytes += static_cast<char>(high * 16 + low);
  }
  return bytes;
}

json wire_text(const std::string& text) {
  if (is_utf8(text)) return text;
  return {{"hex", hex_of(text)}};
}

std::optional<std::string> text_of_wire(const json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (!value.is_object() || value.size() != 1 || !value.contains("hex") || !value["hex"].is_string())
    return std::nullopt;
  return bytes_of_hex(value["hex"].get_ref<const std::string&>());
}

std::string string_at(const json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::optional<CompileReply> compile_of_wire(const json& reply) {
  const std::string outcome = string_at(reply, "compile");
  for (const Compile one : {Compile::ok, Compile::empty, Compile::refused, Compile::malformed, Compile::limit,
                            Compile::crash, Compile::hang}) {
    if (name(one) != outcome) continue;
    CompileReply compile;
    compile.outcome = one;
    compile.code = string_at(reply, "code");
    compile.pointer = string_at(reply, "pointer");
    compile.keyword = string_at(reply, "keyword");
    compile.message = string_at(reply, "message");
    return compile;
  }
  return std::nullopt;
}

}  // namespace lockstep::conformance

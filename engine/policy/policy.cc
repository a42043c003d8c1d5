#include "lockstep/engine/policy/policy.h"

#include <array>
#include <charconv>
#include <cstddef>

namespace lockstep::engine {
namespace {

// The values of each field in the order of its enum.
constexpr std::array<std::string_view, 4> kWhitespace = {"any", "bounded", "single", "compact"};
constexpr std::array<std::string_view, 2> kOuter = {"json", "none"};
constexpr std::array<std::string_view, 2> kKeyOrder = {"any", "declared"};
constexpr std::array<std::string_view, 3> kNumbers = {"json", "plain", "canonical"};
constexpr std::array<std::string_view, 2> kEscapes = {"json", "minimal"};
constexpr std::array<std::string_view, 2> kFormat = {"annotate", "assert"};

template <typename Enum, std::size_t N>
bool assign(const std::array<std::string_view, N>& names, std::string_view value, Enum& field) {
  for (std::size_t i = 0; i < N; ++i) {
    if (names[i] == value) {
      field = static_cast<Enum>(i);
      return true;
    }
  }
  return false;
}

template <typename Enum, std::size_t N>
std::string_view text(const std::array<std::string_view, N>& names, Enum field) {
  return names[static_cast<std::size_t>(field)];
}

bool assign_number_bytes(std::string_view value, std::optional<std::uint32_t>& field) {
  if (value == "none") {
    field.reset();
    return true;
  }
  std::uint32_t bytes = 0;
  const auto [end, fault] = std::from_chars(value.data(), value.data() + value.size(), bytes);
  if (fault != std::errc() || end != value.data() + value.size() || bytes == 0) return false;
  field = bytes;
  return true;
}

}  // namespace

Policy Policy::spec() { return {}; }

Policy Policy::model() {
  Policy policy;
  policy.whitespace = Whitespace::bounded;
  policy.outer_whitespace = OuterWhitespace::none;
  policy.numbers = Numbers::plain;
  policy.number_bytes = 40;
  policy.format = Format::assert_listed;
  return policy;
}

Policy Policy::canonical() {
  Policy policy;
  policy.whitespace = Whitespace::compact;
  policy.outer_whitespace = OuterWhitespace::none;
  policy.key_order = KeyOrder::declared;
  policy.numbers = Numbers::canonical;
  policy.escapes = Escapes::minimal;
  policy.format = Format::assert_listed;
  return policy;
}

Result<Policy> policy_named(std::string_view preset) {
  if (preset == "spec") return Policy::spec();
  if (preset == "model") return Policy::model();
  if (preset == "canonical") return Policy::canonical();
  return Error{"unknown_policy", "no policy '" + std::string(preset) + "': spec, model, canonical", {}, ""};
}

Result<Policy> with_field(Policy policy, std::string_view field, std::string_view value) {
  bool known = true;
  bool set = false;
  if (field == "whitespace") {
    set = assign(kWhitespace, value, policy.whitespace);
  } else if (field == "outer_whitespace") {
    set = assign(kOuter, value, policy.outer_whitespace);
  } else if (field == "key_order") {
    set = assign(kKeyOrder, value, policy.key_order);
  } else if (field == "numbers") {
    set = assign(kNumbers, value, policy.numbers);
  } else if (field == "number_bytes") {
    set = assign_number_bytes(value, policy.number_bytes);
  } else if (field == "escapes") {
    set = assign(kEscapes, value, policy.escapes);
  } else if (field == "format") {
    set = assign(kFormat, value, policy.format);
  } else {
    known = false;
  }
  if (!known) return Error{"unknown_policy_field", "no policy field '" + std::string(field) + "'", {}, ""};
  if (!set) {
    return Error{
        "bad_policy_value", "'" + std::string(value) + "' is no value of " + std::string(field), {}, ""};
  }
  return policy;
}

std::string canonical_text(const Policy& policy) {
  const auto pair = [](std::string_view name, std::string_view value) {
    return std::string(name) + "=" + std::string(value);
  };
  return pair("whitespace", text(kWhitespace, policy.whitespace)) + " " +
         pair("outer_whitespace", text(kOuter, policy.outer_whitespace)) + " " +
         pair("key_order", text(kKeyOrder, policy.key_order)) + " " +
         pair("numbers", text(kNumbers, policy.numbers)) + " " +
         pair("number_bytes", policy.number_bytes ? std::to_string(*policy.number_bytes) : "none") + " " +
         pair("escapes", text(kEscapes, policy.escapes)) + " " + pair("format", text(kFormat, policy.format));
}

}  // namespace lockstep::engine

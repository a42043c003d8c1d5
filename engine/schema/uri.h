// References between schemas: RFC 3986 section 5 resolution, fragments, JSON pointers (RFC 6901).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::engine {

struct SplitReference {
  std::string without_fragment;
  std::optional<std::string> fragment;  // percent-decoded
};

// nullopt when a percent sign is not followed by two hexadecimal digits.
std::optional<SplitReference> split_fragment(std::string_view reference);

// Section 5.2 with the strict parser; neither argument has a fragment.
std::string resolve_reference(std::string_view base, std::string_view reference);

// The reference tokens of a JSON pointer, unescaped; nullopt when it is none.
std::optional<std::vector<std::string>> pointer_tokens(std::string_view pointer);

// `pointer` with one more token.
std::string pointer_to(std::string_view pointer, std::string_view token);

}  // namespace lockstep::engine

// One JSON string token: finds its end, checks it and decodes its escapes. Private to this folder.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "lockstep/engine/base/error.h"
#include "lockstep/engine/base/meter.h"

namespace lockstep::engine::json {

struct ScannedString {
  std::size_t end = 0;   // past the closing quote
  bool escaped = false;  // then the decoded form was appended to the output, else nothing was
};

// Between two looks of the meter while one string is read: some 50 microseconds.
inline constexpr std::size_t kBytesAtOnce = std::size_t{1} << 16U;

// `begin` is the place of the opening quote. What was appended to `decoded` before a failure stays.
std::optional<Error> scan_string(std::string_view text, std::size_t begin, std::string& decoded,
                                 ScannedString& out, Meter* meter = nullptr);

}  // namespace lockstep::engine::json

#include "lockstep/engine/vocabulary/tiktoken.h"

#include <charconv>
#include <string>
#include <utility>

#include "lockstep/engine/vocabulary/builder.h"
#include "lockstep/engine/vocabulary/piece.h"

namespace lockstep::engine {
namespace {

std::optional<Error> read_line(std::string_view line, VocabularyBuilder& builder) {
  const std::size_t space = line.find(' ');
  if (space == std::string_view::npos || space == 0) {
    return Error{"bad_line", "a line is '<base64> <id>'", {}, ""};
  }
  const std::optional<std::string> bytes = decode_base64(line.substr(0, space));
  if (!bytes) return Error{"bad_base64", "the token is not base64 with padding (RFC 4648)", {}, ""};
  const std::string_view digits = line.substr(space + 1);
  TokenId id = 0;
  const auto [end, failed] = std::from_chars(digits.data(), digits.data() + digits.size(), id);
  if (failed != std::errc() || end != digits.data() + digits.size()) {
    return Error{"bad_number", "the token id is not a decimal number below 2^32", {}, ""};
  }
  return builder.add(id, *bytes, TokenKind::normal);
}

}  // namespace

Result<Vocabulary> read_tiktoken(std::string_view bytes, const VocabularyOptions& options) {
  if (bytes.size() > options.limits.max_file_bytes) {
    return Error{"oversized_file",
                 "the file has more than " + std::to_string(options.limits.max_file_bytes) + " bytes",
                 options.limits.max_file_bytes, ""};
  }
  VocabularyBuilder builder("tiktoken", options);
  std::size_t number = 0;
  for (std::size_t at = 0; at < bytes.size();) {
    ++number;
    const std::size_t end = bytes.find('\n', at);
    if (end == std::string_view::npos) {
      return Error{"truncated_file",
                   "line " + std::to_string(number) + " is cut: it does not end with a newline", bytes.size(),
                   ""};
    }
    if (end != at) {
      if (auto error = read_line(bytes.substr(at, end - at), builder)) {
        error->message = "line " + std::to_string(number) + ": " + error->message;
        error->offset = at;
        return *error;
      }
    }
    at = end + 1;
  }
  if (bytes.empty()) return Error{"truncated_file", "the file is empty", 0, ""};
  for (const SpecialToken& special : options.specials) {
    if (auto error = builder.add(special.id, special.text, TokenKind::control)) return *error;
  }
  return builder.finish();
}

}  // namespace lockstep::engine

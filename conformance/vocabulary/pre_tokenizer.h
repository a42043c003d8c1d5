// A tokenizer's first step: a regular expression cuts the text into pieces, and no token spans two of them.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/engine/base/result.h"

namespace lockstep::conformance {

// The expressions are written for Rust's regex and for Oniguruma; here PCRE2 runs them, with Unicode
// properties. Where the dialects differ, the expression is rewritten to mean the same: `\s` and `\S` are the
// property White_Space, which has U+0085. Thread rules: const calls from any thread.
class PreTokenizer {
 public:
  // Error: bad_pattern.
  static engine::Result<PreTokenizer> make(const std::string& pattern);

  // The matches from left to right, and what lies between them: together the whole text, which must be UTF-8.
  // Error: encoder_limit, where PCRE2's own limit on backtracking is reached.
  engine::Result<std::vector<std::string_view>> split(std::string_view text) const;

  // Characters that Unicode assigns only in a later version than PCRE2 knows may be letters to a newer
  // tokenizer: where such a one stands, nobody can say which pieces are right. Characters that are never
  // assigned (U+FFFE, U+FDD0, ...) are not among them.
  static bool has_unassigned(std::string_view text);

  // "14.0.0"
  static std::string unicode_version();

 private:
  struct Code;
  explicit PreTokenizer(std::shared_ptr<const Code> code) : code_(std::move(code)) {}
  std::shared_ptr<const Code> code_;
};

}  // namespace lockstep::conformance

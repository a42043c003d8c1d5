#include "lockstep/conformance/vocabulary/pre_tokenizer.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <fmt/core.h>
#include <pcre2.h>

#include <array>
#include <optional>
#include <utility>

namespace lockstep::conformance {

using engine::Error;
using engine::Result;

struct PreTokenizer::Code {
  explicit Code(pcre2_code* compiled) : regex(compiled) {}
  ~Code() { pcre2_code_free(regex); }
  Code(const Code&) = delete;
  Code& operator=(const Code&) = delete;
  pcre2_code* regex;
};

namespace {

// The property White_Space (UAX #44): separators and six controls.
constexpr std::string_view kWhiteSpace = R"(\p{Z}\x09-\x0D\x{85})";

// `\s` and `\S` in other words. A class with `\S` in it does not occur: nullopt.
std::optional<std::string> with_white_space(std::string_view pattern) {
  std::string out;
  bool in_class = false;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const std::string_view two = pattern.substr(i, 2);
    if (two == "\\s") {
      out += in_class ? std::string(kWhiteSpace) : fmt::format("[{}]", kWhiteSpace);
      ++i;
    } else if (two == "\\S") {
      if (in_class) return std::nullopt;
      out += fmt::format("[^{}]", kWhiteSpace);
      ++i;
    } else if (two.front() == '\\') {
      out += two;
      ++i;
    } else {
      if (two.front() == '[') in_class = true;
      if (two.front() == ']') in_class = false;
      out += two.front();
    }
  }
  return out;
}

PCRE2_SPTR bytes_of(std::string_view text) { return reinterpret_cast<PCRE2_SPTR>(text.data()); }

struct Match {
  int result = 0;  // of pcre2_match
  std::size_t begin = 0;
  std::size_t end = 0;
};

class Matcher {
 public:
  explicit Matcher(const pcre2_code* regex)
      : regex_(regex), data_(pcre2_match_data_create_from_pattern(regex, nullptr)) {}
  ~Matcher() { pcre2_match_data_free(data_); }
  Matcher(const Matcher&) = delete;
  Matcher& operator=(const Matcher&) = delete;

  // `checked`: the text is known to be UTF-8.
  Match next(std::string_view text, std::size_t from) {
    const int result =
        pcre2_match(regex_, bytes_of(text), text.size(), from, PCRE2_NO_UTF_CHECK, data_, nullptr);
    if (result < 0) return {result, 0, 0};
    const PCRE2_SIZE* ends = pcre2_get_ovector_pointer(data_);
    return {result, ends[0], ends[1]};
  }

 private:
  const pcre2_code* regex_;
  pcre2_match_data* data_;
};

pcre2_code* compile(std::string_view pattern, std::string& fault) {
  int code = 0;
  PCRE2_SIZE at = 0;
  pcre2_code* regex = pcre2_compile(bytes_of(pattern), pattern.size(),
                                    PCRE2_UTF | PCRE2_UCP | PCRE2_DOLLAR_ENDONLY, &code, &at, nullptr);
  if (regex == nullptr) {
    std::array<PCRE2_UCHAR, 256> message{};
    pcre2_get_error_message(code, message.data(), message.size());
    fault = fmt::format("{} at {}", reinterpret_cast<const char*>(message.data()), at);
  }
  return regex;
}

}  // namespace

Result<PreTokenizer> PreTokenizer::make(const std::string& pattern) {
  const std::optional<std::string> rewritten = with_white_space(pattern);
  if (!rewritten) return Error{"bad_pattern", "\\S inside a class: " + pattern, {}, ""};
  std::string fault;
  pcre2_code* regex = compile(*rewritten, fault);
  if (regex == nullptr) return Error{"bad_pattern", fault + ": " + pattern, {}, ""};
  return PreTokenizer(std::make_shared<const Code>(regex));
}

Result<std::vector<std::string_view>> PreTokenizer::split(std::string_view text) const {
  Matcher matcher(code_->regex);
  std::vector<std::string_view> pieces;
  std::size_t done = 0;
  while (done < text.size()) {
    const Match match = matcher.next(text, done);
    if (match.result == PCRE2_ERROR_NOMATCH || match.begin == match.end) break;
    if (match.result < 0)
      return Error{"encoder_limit", fmt::format("PCRE2 error {}", match.result), done, ""};
    if (match.begin > done) pieces.push_back(text.substr(done, match.begin - done));
    pieces.push_back(text.substr(match.begin, match.end - match.begin));
    done = match.end;
  }
  if (done < text.size()) pieces.push_back(text.substr(done));
  return pieces;
}

bool PreTokenizer::has_unassigned(std::string_view text) {
  // Noncharacters: U+FDD0 to U+FDEF, and the last two of every plane (The Unicode Standard, 23.7).
  std::string last_two;
  for (unsigned plane = 0; plane <= 16; ++plane)
    last_two += fmt::format("\\x{{{:X}}}\\x{{{:X}}}", plane << 16U | 0xFFFEU, plane << 16U | 0xFFFFU);
  static const Code kUnassigned = [&] {
    std::string fault;
    return Code(compile("(?![\\x{FDD0}-\\x{FDEF}" + last_two + "])\\p{Cn}", fault));
  }();
  return Matcher(kUnassigned.regex).next(text, 0).result >= 0;
}

std::string PreTokenizer::unicode_version() {
  std::array<char, 64> version{};
  pcre2_config(PCRE2_CONFIG_UNICODE_VERSION, version.data());
  return version.data();
}

}  // namespace lockstep::conformance

#include "lockstep/conformance/cases/gbnf_regex.h"

#include <fmt/core.h>

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace lockstep::conformance {
namespace {

constexpr std::size_t kLongest = std::size_t{1} << 20U;
constexpr std::size_t kDeepest = 100;

bool is_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
}

// A rule's alternatives, in which names of rules stand as pairs (text before, name).
struct Rule {
  std::vector<std::pair<std::string, std::string>> names;
  std::string rest;
};

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  std::map<std::string, Rule> read() {
    std::map<std::string, Rule> rules;
    for (blank(true); at_ < text_.size(); blank(true)) {
      const std::string name = read_name();
      blank(false);
      take("::=");
      blank(true);
      rule_ = {};
      alternatives(0);
      if (!rules.emplace(name, std::move(rule_)).second)
        fail(fmt::format("the rule '{}' is there twice", name));
      blank(false);
      if (at_ < text_.size() && text_[at_] != '\n' && text_[at_] != '\r') fail("a rule does not end");
    }
    return rules;
  }

  [[noreturn]] void fail(const std::string& why) const {
    throw NotRegular{fmt::format("{}, at byte {}", why, at_)};
  }

 private:
  void put(std::string_view text) {
    rule_.rest += text;
    if (rule_.rest.size() > kLongest) fail("the grammar is too large");
  }
  bool sees(std::string_view text) const { return text_.substr(at_).starts_with(text); }
  void take(std::string_view text) {
    if (!sees(text)) fail(fmt::format("'{}' is missing", text));
    at_ += text.size();
  }
  bool may_take(std::string_view text) {
    if (!sees(text)) return false;
    at_ += text.size();
    return true;
  }

  void blank(bool lines) {
    for (; at_ < text_.size(); ++at_) {
      if (text_[at_] == '#') {
        while (at_ < text_.size() && text_[at_] != '\n' && text_[at_] != '\r') ++at_;
        if (at_ == text_.size()) return;
      }
      const char c = text_[at_];
      const bool skipped = c == ' ' || c == '\t' || (lines && (c == '\n' || c == '\r'));
      if (!skipped) return;
    }
  }

  std::string read_name() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_name(text_[at_])) ++at_;
    if (at_ == begin) fail("a name is missing");
    return std::string(text_.substr(begin, at_ - begin));
  }

  void alternatives(std::size_t depth) {
    if (depth > kDeepest) fail("groups are nested too deep");
    put("(?:");
    sequence(depth);
    for (;;) {
      const std::size_t before = at_;
      blank(true);
      if (!may_take("|")) {
        at_ = before;
        break;
      }
      blank(true);
      put("|");
      sequence(depth);
    }
    put(")");
  }

  // The next rule's head ends the sequence of the last one.
  bool at_rule_head() {
    const std::size_t before = at_;
    (void)read_name();
    blank(false);
    const bool head = sees("::=");
    at_ = before;
    return head;
  }

  void sequence(std::size_t depth) {
    for (;;) {
      const std::size_t before = at_;
      blank(depth > 0);
      if (at_ == text_.size() || !item(depth)) {
        at_ = before;
        return;
      }
      quantifier();
    }
  }

  bool item(std::size_t depth) {
    if (may_take("\"")) {
      put("(?:");
      while (!may_take("\"")) put_code_point(code_point());
      put(")");
    } else if (may_take("[")) {
      put(may_take("^") ? "[^" : "[");
      while (!may_take("]")) class_member();
      put("]");
    } else if (may_take(".")) {
      put("[^]");
    } else if (may_take("(")) {
      alternatives(depth + 1);
      blank(true);
      take(")");
    } else if (is_name(text_[at_]) && !at_rule_head()) {
      put("(?:");
      std::string name = read_name();
      rule_.names.emplace_back(std::exchange(rule_.rest, {}), std::move(name));
      put(")");
    } else {
      return false;
    }
    return true;
  }

  void class_member() {
    const std::uint32_t first = code_point();
    put_code_point(first);
    if (!sees("-") || sees("-]")) return;
    ++at_;
    const std::uint32_t last = code_point();
    if (last < first) fail("the ends of a range are in the wrong order");
    put("-");
    put_code_point(last);
  }

  void quantifier() {
    if (at_ == text_.size()) return;
    const char c = text_[at_];
    if (c == '*' || c == '+' || c == '?') {
      put(std::string(1, c));
      ++at_;
    } else if (may_take("{")) {
      const std::size_t end = text_.find('}', at_);
      const std::string_view inside = text_.substr(at_, end == std::string_view::npos ? end : end - at_);
      if (end == std::string_view::npos || inside.empty() || inside.size() > 20 || inside[0] == ',' ||
          inside.find_first_not_of("0123456789,") != std::string_view::npos)
        fail("a repetition is none");
      put(fmt::format("{{{}}}", inside));
      at_ = end + 1;
    } else {
      return;
    }
    if (at_ < text_.size() && (sees("*") || sees("+") || sees("?") || sees("{")))
      fail("two quantifiers follow");
  }

  void put_code_point(std::uint32_t value) { put(fmt::format("\\u{{{:x}}}", value)); }

  std::uint32_t code_point() {
    if (at_ == text_.size()) fail("a literal or class does not end");
    if (may_take("\\")) return escape();
    const auto lead = static_cast<unsigned char>(text_[at_]);
    const std::size_t size = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    std::uint32_t value = size == 1 ? lead : lead & (0xFFU >> (size + 1));
    if (at_ + size > text_.size()) fail("a character does not end");
    for (std::size_t i = 1; i < size; ++i)
      value = value << 6U | (static_cast<unsigned char>(text_[at_ + i]) & 0x3FU);
    at_ += size;
    return value;
  }

  std::uint32_t escape() {
    if (at_ == text_.size()) fail("an escape does not end");
    const char c = text_[at_++];
    const std::string_view digits = c == 'x' ? "xx" : c == 'u' ? "xxxx" : c == 'U' ? "xxxxxxxx" : "";
    if (!digits.empty()) {
      std::uint32_t value = 0;
      for (std::size_t i = 0; i < digits.size(); ++i, ++at_) {
        const std::size_t digit =
            std::string_view("0123456789abcdef")
                .find(at_ < text_.size() ? static_cast<char>(text_[at_] | (text_[at_] > '9' ? 0x20 : 0))
                                         : '?');
        if (digit == std::string_view::npos) fail("an escape has other than hexadecimal digits");
        value = value << 4U | static_cast<std::uint32_t>(digit);
      }
      if (value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF)) fail("an escape is no character");
      return value;
    }
    switch (c) {
      case 'n':
        return '\n';
      case 'r':
        return '\r';
      case 't':
        return '\t';
      default:
        break;
    }
    if (std::string_view("\\\"[]-^/'").find(c) == std::string_view::npos) fail("an escape is not known");
    return static_cast<unsigned char>(c);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  Rule rule_;
};

class Expansion {
 public:
  explicit Expansion(const std::map<std::string, Rule>& rules) : rules_(rules) {}

  std::string of(const std::string& name) {
    const auto done = done_.find(name);
    if (done != done_.end()) {
      if (!done->second) throw NotRegular{fmt::format("the rule '{}' is recursive", name)};
      return *done->second;
    }
    const auto rule = rules_.find(name);
    if (rule == rules_.end()) throw NotRegular{fmt::format("there is no rule '{}'", name)};
    if (done_.size() > kDeepest) throw NotRegular{"there are too many rules"};
    done_[name] = std::nullopt;
    std::string text;
    for (const auto& [before, inner] : rule->second.names) {
      text += before + of(inner);
      if (text.size() > kLongest) throw NotRegular{"the grammar is too large"};
    }
    text += rule->second.rest;
    done_[name] = text;
    return text;
  }

 private:
  const std::map<std::string, Rule>& rules_;
  std::map<std::string, std::optional<std::string>> done_;  // nullopt: being expanded
};

}  // namespace

std::variant<std::string, NotRegular> regex_of_gbnf(std::string_view grammar) {
  try {
    const std::map<std::string, Rule> rules = Reader(grammar).read();
    return Expansion(rules).of("root");
  } catch (const NotRegular& none) {
    return none;
  }
}

}  // namespace lockstep::conformance

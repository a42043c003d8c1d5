// One loop over the text; an explicit stack of open containers.
#include "lockstep/engine/json/parser.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "lockstep/engine/json/data.h"
#include "lockstep/engine/json/scan_string.h"

namespace lockstep::engine::json {
namespace {

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

class Parser {
 public:
  Parser(std::string text, const Limits& limits, Meter* meter)
      : data_(std::make_shared<Data>()), limits_(limits), meter_(meter) {
    data_->text = std::move(text);
    limits_.max_bytes = std::min<std::size_t>(limits_.max_bytes, std::numeric_limits<std::uint32_t>::max());
    limits_.max_values = std::min<std::size_t>(limits_.max_values, kMaxSide);
  }

  Result<Document> run() {
    if (text().size() > limits_.max_bytes) {
      return Error{"json_too_large",
                   "the text has " + std::to_string(text().size()) + " bytes, the limit is " +
                       std::to_string(limits_.max_bytes),
                   limits_.max_bytes, ""};
    }
    if (text().substr(0, 3) == "\xEF\xBB\xBF")
      return Error{"json_byte_order_mark", "a byte order mark", 0, ""};
    if (!parse_text()) return *error_;
    data_->nodes.shrink_to_fit();
    return Document(std::shared_ptr<const Data>(std::move(data_)));
  }

 private:
  std::string_view text() const { return data_->text; }

  bool fail(const char* code, std::string message, std::size_t offset) {
    error_ = Error{code, std::move(message), offset, ""};
    return false;
  }

  bool fail_syntax(std::string message) {
    if (at_ >= text().size()) return fail("json_truncated", std::move(message), text().size());
    return fail("json_syntax", std::move(message), at_);
  }

  // Past all bytes like those.
  template <typename Like>
  void skip(const Like& like) {
    bool more = true;
    while (more) {
      const std::size_t from = at_;
      const std::size_t stop = std::min(text().size(), at_ + kBytesAtOnce);
      while (at_ < stop && like(text()[at_])) ++at_;
      more = at_ == stop && at_ < text().size();
      if (at_ != from) pass_bytes(meter_, at_ - from);
    }
  }

  void skip_space() { skip(is_space); }

  bool next_is(char c) const { return at_ < text().size() && text()[at_] == c; }

  // value, then as many closings as follow, then the comma or the end.
  bool parse_text() {
    while (true) {
      skip_space();
      bool opened = false;
      if (!parse_value(opened)) return false;
      if (opened) {
        skip_space();
        if (!next_is(closing())) {
          if (!parse_name()) return false;
          continue;
        }
      }
      if (!parse_after_value()) return false;
      if (open_.empty()) return true;
    }
  }

  char closing() const { return data_->nodes[open_.back()].kind == unsigned(Kind::object) ? '}' : ']'; }

  // After a value: closes containers; stops before the next value, or at the end of the text.
  bool parse_after_value() {
    while (!open_.empty()) {
      skip_space();
      if (next_is(closing())) {
        ++at_;
        if (!close()) return false;
        continue;
      }
      if (!next_is(',')) return fail_syntax(std::string("expected ',' or '") + closing() + "'");
      ++at_;
      return parse_name();
    }
    skip_space();
    if (at_ < text().size()) return fail("json_trailing", "something follows the JSON value", at_);
    return true;
  }

  // In an object: the name and the colon. In an array: nothing.
  bool parse_name() {
    Node& parent = data_->nodes[open_.back()];
    ++parent.extra;
    if (parent.kind != unsigned(Kind::object)) return true;
    skip_space();
    if (!next_is('"')) return fail_syntax("expected a name in quotes");
    if (!parse_string()) return false;
    skip_space();
    if (!next_is(':')) return fail_syntax("expected ':' after a name");
    ++at_;
    return true;
  }

  bool parse_value(bool& opened) {
    if (at_ >= text().size()) return fail_syntax("expected a value");
    switch (text()[at_]) {
      case '{':
        opened = true;
        return open(Kind::object);
      case '[':
        opened = true;
        return open(Kind::array);
      case '"':
        return parse_string();
      case 't':
        return parse_word("true", Kind::boolean);
      case 'f':
        return parse_word("false", Kind::boolean);
      case 'n':
        return parse_word("null", Kind::null);
      default:
        return parse_number();
    }
  }

  void charge() {
    if (meter_ != nullptr) meter_->charge();
  }

  bool add(Kind kind, std::size_t begin, std::size_t end) {
    charge();
    if (data_->nodes.size() >= limits_.max_values) {
      return fail("json_too_many_values",
                  "more than " + std::to_string(limits_.max_values) + " values and names", begin);
    }
    Node node;
    node.begin = static_cast<std::uint32_t>(begin);
    node.end = static_cast<std::uint32_t>(end);
    node.next = static_cast<std::uint32_t>(data_->nodes.size() + 1);
    node.kind = static_cast<unsigned>(kind) & 7U;
    data_->nodes.push_back(node);
    return true;
  }

  bool open(Kind kind) {
    if (open_.size() >= limits_.max_depth) {
      return fail("json_too_deep",
                  "more than " + std::to_string(limits_.max_depth) + " open arrays and objects", at_);
    }
    if (!add(kind, at_, at_)) return false;
    open_.push_back(static_cast<std::uint32_t>(data_->nodes.size() - 1));
    ++at_;
    return true;
  }

  bool close() {
    const std::uint32_t index = open_.back();
    open_.pop_back();
    Node& node = data_->nodes[index];
    node.end = static_cast<std::uint32_t>(at_);
    node.next = static_cast<std::uint32_t>(data_->nodes.size());
    return node.kind != unsigned(Kind::object) || check_names(index);
  }

  bool parse_string() {
    ScannedString scanned;
    const std::size_t before = data_->decoded_bytes.size();
    if (auto error = scan_string(text(), at_, data_->decoded_bytes, scanned, meter_)) {
      error_ = std::move(error);
      return false;
    }
    if (!add(Kind::string, at_, scanned.end)) return false;
    if (scanned.escaped) {
      data_->decoded.push_back({before, data_->decoded_bytes.size() - before});
      data_->nodes.back().extra = static_cast<std::uint32_t>(data_->decoded.size());
    }
    at_ = scanned.end;
    return true;
  }

  bool parse_word(std::string_view word, Kind kind) {
    const std::string_view rest = text().substr(at_, word.size());
    if (rest != word) {
      if (rest == word.substr(0, rest.size())) at_ = text().size();  // cut inside the word
      return fail_syntax("expected '" + std::string(word) + "'");
    }
    if (!add(kind, at_, at_ + word.size())) return false;
    at_ += word.size();
    return true;
  }

  bool parse_digits(const char* what) {
    if (at_ >= text().size() || !is_digit(text()[at_])) return fail_syntax(what);
    skip(is_digit);
    return true;
  }

  // RFC 8259 section 6.
  bool parse_number() {
    const std::size_t begin = at_;
    if (next_is('-')) ++at_;
    if (next_is('0')) {
      ++at_;
      if (at_ < text().size() && is_digit(text()[at_]))
        return fail_syntax("a number must not begin with 0 and a digit");
    } else if (!parse_digits(at_ == begin ? "expected a value" : "expected a digit after '-'")) {
      return false;
    }
    if (next_is('.')) {
      ++at_;
      if (!parse_digits("expected a digit after '.'")) return false;
    }
    if (next_is('e') || next_is('E')) {
      ++at_;
      if (next_is('+') || next_is('-')) ++at_;
      if (!parse_digits("expected a digit in the exponent")) return false;
    }
    return add(Kind::number, begin, at_);
  }

  bool fail_duplicate(std::uint32_t second) {
    const Node& node = data_->nodes[second];
    return fail("json_duplicate_name",
                "the name " + data_->text.substr(node.begin, std::min(node.end - node.begin, 80U)) +
                    " appears twice in one object",
                node.begin);
  }

  std::uint64_t hash_of_name(std::string_view name) {
    std::uint64_t hash = hash_of(name.substr(0, kBytesAtOnce));
    for (std::size_t at = kBytesAtOnce; at < name.size(); at += kBytesAtOnce) {
      pass_bytes(meter_, kBytesAtOnce);
      hash = hash_of(name.substr(at, kBytesAtOnce), hash);
    }
    return hash;
  }

  // Names are compared after decoding. Reports the second of the pair that ends first in the text.
  bool check_names(std::uint32_t object) {
    names_.clear();
    const Node& node = data_->nodes[object];
    for (std::uint32_t at = object + 1; at < node.next; at = data_->nodes[at + 1].next)
      names_.push_back({0, at});
    const auto name_of = [&](std::uint32_t at) { return string_of(*data_, data_->nodes[at]); };
    if (node.extra < kSortedFrom) {
      for (std::size_t second = 1; second < names_.size(); ++second) {
        for (std::size_t first = 0; first < second; ++first) {
          const std::string_view name = name_of(names_[second].second);
          pass_bytes(meter_, name.size() / 8);
          if (name_of(names_[first].second) == name) {
            return fail_duplicate(names_[second].second);
          }
        }
      }
      return true;
    }
    for (auto& [hash, at] : names_) {
      pass(meter_);
      hash = hash_of_name(name_of(at));
    }
    std::sort(names_.begin(), names_.end(), [&](const auto& a, const auto& b) {
      charge();
      if (a.first != b.first) return a.first < b.first;
      const int order = name_of(a.second).compare(name_of(b.second));
      return order != 0 ? order < 0 : a.second < b.second;
    });
    std::optional<std::uint32_t> earliest;
    for (std::size_t i = 1; i < names_.size(); ++i) {
      const bool same = names_[i - 1].first == names_[i].first &&
                        name_of(names_[i - 1].second) == name_of(names_[i].second);
      if (same && (!earliest || names_[i].second < *earliest)) earliest = names_[i].second;
    }
    if (earliest) return fail_duplicate(*earliest);
    data_->nodes[object].side = static_cast<std::uint32_t>(data_->sorted.size()) & kMaxSide;
    for (const auto& [hash, at] : names_) data_->sorted.push_back(at);
    return true;
  }

  std::shared_ptr<Data> data_;
  Limits limits_;
  Meter* meter_;
  std::size_t at_ = 0;
  std::vector<std::uint32_t> open_;
  std::vector<std::pair<std::uint64_t, std::uint32_t>> names_;  // scratch: hash of a name, its node
  std::optional<Error> error_;
};

Result<Document> parse(std::string text, const Limits& limits, Meter* meter) {
  return Parser(std::move(text), limits, meter).run();
}

}  // namespace lockstep::engine::json

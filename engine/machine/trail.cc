#include "lockstep/engine/machine/trail.h"

#include "lockstep/engine/lexical/code_points.h"
#include "lockstep/engine/schema/uri.h"

namespace lockstep::engine {
namespace {

bool is_space(char byte) { return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r'; }

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  std::vector<OpenValue> read(bool ended) {
    while (at_ < text_.size()) {
      const char byte = text_[at_];
      if (is_space(byte) || byte == ':') {
        after_colon_ = after_colon_ || byte == ':';
        ++at_;
      } else if (byte == ',') {
        after_colon_ = false;
        ++at_;
      } else if (byte == '}' || byte == ']') {
        ++at_;
        close();
      } else if (byte == '"' && in_object() && !after_colon_) {
        read_name();
      } else {
        begin(byte);
      }
    }
    const bool scalar = !open_.empty() && open_.back().kind == OpenValue::Kind::other;
    if (scalar && ended) close();
    return std::move(open_);
  }

 private:
  bool in_object() const { return !open_.empty() && open_.back().kind == OpenValue::Kind::object; }

  // Offset behind the closing quote; the end of the text where there is none.
  std::size_t end_of_string() const {
    for (std::size_t at = at_ + 1; at < text_.size(); ++at) {
      if (text_[at] == '\\') {
        ++at;
      } else if (text_[at] == '"') {
        return at + 1;
      }
    }
    return std::string_view::npos;
  }

  void read_name() {
    const std::size_t end = end_of_string();
    if (end == std::string_view::npos) {
      open_.back().name_from = at_;
      at_ = text_.size();
      return;
    }
    open_.back().names.push_back(decoded_body(text_.substr(at_ + 1, end - at_ - 2)));
    at_ = end;
  }

  void begin(char byte) {
    OpenValue value;
    value.from = at_;
    if (!open_.empty()) {
      const OpenValue& outer = open_.back();
      value.pointer =
          pointer_to(outer.pointer, in_object() ? outer.names.back() : std::to_string(outer.items.size()));
    }
    after_colon_ = false;
    value.kind = byte == '{'   ? OpenValue::Kind::object
                 : byte == '[' ? OpenValue::Kind::array
                 : byte == '"' ? OpenValue::Kind::string
                               : OpenValue::Kind::other;
    open_.push_back(std::move(value));
    if (byte == '{' || byte == '[') {
      ++at_;
      return;
    }
    if (byte == '"') {
      const std::size_t end = end_of_string();
      at_ = end == std::string_view::npos ? text_.size() : end;
      if (end != std::string_view::npos) close();
      return;
    }
    while (at_ < text_.size() && std::string_view(",]} \t\n\r").find(text_[at_]) == std::string_view::npos)
      ++at_;
    if (at_ < text_.size()) close();
  }

  void close() {
    if (open_.empty()) return;
    const std::string_view whole = text_.substr(open_.back().from, at_ - open_.back().from);
    if (open_.size() == 1) {  // the text is over; what it is made of stays told
      return;
    }
    open_.pop_back();
    after_colon_ = false;
    OpenValue& outer = open_.back();
    if (outer.kind == OpenValue::Kind::object) {
      outer.members.emplace_back(outer.names.back(), whole);
    } else {
      outer.items.push_back(whole);
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool after_colon_ = false;
  std::vector<OpenValue> open_;
};

}  // namespace

std::vector<OpenValue> trail_of(std::string_view text, bool ended) { return Reader(text).read(ended); }

}  // namespace lockstep::engine

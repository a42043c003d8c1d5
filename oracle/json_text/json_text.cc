// The reader keeps its own stack of open arrays and objects, so that no text can exhaust the machine's.
#include "lockstep/oracle/json_text/json_text.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <set>
#include <utility>

#include "lockstep/oracle/json_text/json_number.h"
#include "lockstep/oracle/json_text/json_string.h"

namespace lockstep::oracle {
namespace {

// Trees are copied, compared and destroyed recursively: whatever the caller asks for, no deeper than this.
constexpr std::size_t kDeepest = 4000;

// An array or object whose end was not reached yet.
struct Open {
  JsonValue value;
  JsonMember member;                         // object: the member whose value is being read
  std::set<std::string, std::less<>> names;  // object: names so far
};

class Reader {
 public:
  Reader(std::string_view text, std::size_t depth) : text_(text), depth_(std::min(depth, kDeepest)) {}

  Outcome<JsonValue> read();

 private:
  bool begin_value(JsonValue& value, bool& complete);
  bool open(JsonValue& value, bool& complete);
  bool scalar(JsonValue& value);
  bool literal(JsonValue& value);
  bool name(Open& object);
  bool end_value(JsonValue& value, bool& complete);
  void close(JsonValue& value);
  void skip_space();
  bool more(const char* where);
  bool fail(const char* code, const char* message, std::size_t offset);
  bool passed(std::optional<Error> failure);

  std::string_view text_;
  std::size_t depth_;
  std::size_t at_ = 0;
  std::vector<Open> stack_;
  Error error_;
};

// ws = *( space / tab / line feed / carriage return ), RFC 8259 section 2
void Reader::skip_space() {
  while (at_ < text_.size() && std::string_view(" \t\n\r").find(text_[at_]) != std::string_view::npos) ++at_;
}

bool Reader::fail(const char* code, const char* message, std::size_t offset) {
  error_ = {code, message, offset, ""};
  return false;
}

// True when there is no failure.
bool Reader::passed(std::optional<Error> failure) {
  if (!failure) return true;
  error_ = *std::move(failure);
  return false;
}

// Skips white space; false, with the error, at the end of the text.
bool Reader::more(const char* where) {
  skip_space();
  if (at_ < text_.size()) return true;
  return fail("truncated", where, text_.size());
}

// false / null / true, RFC 8259 section 3
bool Reader::literal(JsonValue& value) {
  const char first = text_[at_];
  const std::string_view word = first == 't' ? "true" : first == 'f' ? "false" : "null";
  value.kind = first == 'n' ? JsonKind::null : JsonKind::boolean;
  value.boolean = first == 't';
  for (const char expected : word) {
    if (at_ >= text_.size()) return fail("truncated", "The text ends within a literal name.", text_.size());
    if (text_[at_] != expected) {
      return fail("unexpected_byte", "The literal names are true, false and null (RFC 8259 section 3).", at_);
    }
    ++at_;
  }
  return true;
}

bool Reader::scalar(JsonValue& value) {
  const char first = text_[at_];
  if (first == 't' || first == 'f' || first == 'n') return literal(value);
  if (first == '"') {
    value.kind = JsonKind::string;
    return passed(read_string(text_, at_, value.text));
  }
  if (first == '-' || (first >= '0' && first <= '9')) {
    value.kind = JsonKind::number;
    if (!passed(read_number(text_, at_))) return false;
    value.text = text_.substr(value.begin, at_ - value.begin);
    return true;
  }
  return fail("unexpected_byte", "No value begins with this byte (RFC 8259 section 3).", at_);
}

// Reads a name and its colon, up to where the value begins; text_[at_] should be the opening quote.
bool Reader::name(Open& object) {
  if (text_[at_] != '"')
    return fail("unexpected_byte", "A member begins with its name (RFC 8259 section 4).", at_);
  JsonMember member;
  member.name_begin = at_;
  if (!passed(read_string(text_, at_, member.name))) return false;
  member.name_end = at_;
  if (!object.names.insert(member.name).second) {
    return fail("duplicate_name", "The object has a member of this name already.", member.name_end - 1);
  }
  object.member = std::move(member);
  if (!more("The text ends within an object.")) return false;
  if (text_[at_] != ':') return fail("unexpected_byte", "A colon follows a name (RFC 8259 section 4).", at_);
  ++at_;
  return true;
}

// text_[at_] is `[` or `{`. Leaves it open unless it is empty.
bool Reader::open(JsonValue& value, bool& complete) {
  if (stack_.size() >= depth_) return fail("too_deep", "Arrays and objects are nested too deeply.", at_);
  const bool is_array = text_[at_] == '[';
  value.kind = is_array ? JsonKind::array : JsonKind::object;
  ++at_;
  if (!more("The text ends within an array or object.")) return false;
  if (text_[at_] == (is_array ? ']' : '}')) {
    ++at_;
    value.end = at_;
    return true;
  }
  complete = false;
  stack_.push_back({std::move(value), {}, {}});
  return is_array || name(stack_.back());
}

// Reads a scalar or an empty array or object (complete), or the beginning of another one.
bool Reader::begin_value(JsonValue& value, bool& complete) {
  if (!more("The text ends where a value should begin.")) return false;
  complete = true;
  value.begin = at_;
  if (text_[at_] == '[' || text_[at_] == '{') return open(value, complete);
  if (!scalar(value)) return false;
  value.end = at_;
  return true;
}

// Puts a complete value into the innermost open array or object.
void Reader::close(JsonValue& value) {
  Open& parent = stack_.back();
  if (parent.value.kind == JsonKind::array) {
    parent.value.items.push_back(std::move(value));
  } else {
    parent.member.value = std::move(value);
    parent.value.members.push_back(std::move(parent.member));
  }
}

// After a complete value inside an array or object: a comma, and another value follows; or the end, and
// `value` becomes the array or object that ended.
bool Reader::end_value(JsonValue& value, bool& complete) {
  close(value);
  if (!more("The text ends within an array or object.")) return false;
  Open& parent = stack_.back();
  const bool is_array = parent.value.kind == JsonKind::array;
  if (text_[at_] == ',') {
    ++at_;
    complete = false;
    if (is_array) return true;
    return more("The text ends within an object.") && name(parent);
  }
  if (text_[at_] != (is_array ? ']' : '}')) {
    return fail("unexpected_byte",
                "A comma or the closing bracket follows a value (RFC 8259 sections 4 and 5).", at_);
  }
  ++at_;
  value = std::move(parent.value);
  value.end = at_;
  stack_.pop_back();
  return true;
}

// JSON-text = ws value ws, RFC 8259 section 2
Outcome<JsonValue> Reader::read() {
  if (text_.substr(0, 3) == "\xEF\xBB\xBF") {
    return Error{"byte_order_mark", "A JSON text has no byte-order mark (RFC 8259 section 8.1).", 0, ""};
  }
  for (;;) {
    JsonValue value;
    bool complete = false;
    if (!begin_value(value, complete)) return error_;
    while (complete) {
      if (stack_.empty()) {
        skip_space();
        if (at_ == text_.size()) return value;
        return Error{"trailing_bytes", "Only white space follows the value (RFC 8259 section 2).", at_, ""};
      }
      if (!end_value(value, complete)) return error_;
    }
  }
}

}  // namespace

const JsonValue* JsonValue::find(std::string_view name) const {
  for (const JsonMember& member : members) {
    if (member.name == name) return &member.value;
  }
  return nullptr;
}

Outcome<JsonValue> parse_json(std::string_view text, const JsonLimits& limits) {
  if (text.size() > limits.bytes) {
    return Error{"text_too_large", "The text has more bytes than allowed.", limits.bytes, ""};
  }
  return Reader(text, limits.depth).read();
}

}  // namespace lockstep::oracle

#include "lockstep/oracle/schema_prefix/partial_value.h"

#include <utility>

#include "lockstep/oracle/json_text/json_number.h"
#include "lockstep/oracle/schema_prefix/number_set.h"

namespace lockstep::oracle {
namespace {

constexpr std::size_t kBoundedRun = 64;  // 4.1

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

class Parser {
 public:
  Parser(std::string_view text, const OraclePolicy& policy, std::size_t depth)
      : text_(text), policy_(policy), depth_(depth) {}

  PartialFault document(PartialValue& out) {
    if (!outer_run() || !value(out)) return fault();
    if (out.state != PartialState::closed) return PartialFault::none;  // the text ended
    if (!outer_run() || at_ < text_.size()) return fault();
    return PartialFault::none;
  }

 private:
  PartialFault fault() const { return too_deep_ ? PartialFault::too_deep : PartialFault::dead; }
  bool ended() const { return at_ == text_.size(); }

  std::string_view run() {
    const std::size_t begin = at_;
    while (!ended() && is_space(text_[at_])) ++at_;
    return text_.substr(begin, at_ - begin);
  }

  bool outer_run() { return run().empty() || policy_.outer_whitespace == OuterWhitespaceRule::json; }

  // White space between two tokens. A run that the text ends in may still grow.
  bool inner_run(bool behind_separator) {
    const std::string_view found = run();
    switch (policy_.whitespace) {
      case WhitespaceRule::any:
        return true;
      case WhitespaceRule::bounded:
        return found.size() <= kBoundedRun;
      case WhitespaceRule::single:
        return behind_separator ? found == " " || (found.empty() && ended()) : found.empty();
      case WhitespaceRule::compact:
        return found.empty();
    }
    return false;
  }

  bool value(PartialValue& out) {
    if (ended()) return true;
    const char c = text_[at_];
    out.state = PartialState::open;
    if (c == '{') return nested(out, JsonKind::object, &Parser::members);
    if (c == '[') return nested(out, JsonKind::array, &Parser::items);
    if (c == '"') return string(out);
    if (c == 't') return literal("true", JsonKind::boolean, out);
    if (c == 'f') return literal("false", JsonKind::boolean, out);
    if (c == 'n') return literal("null", JsonKind::null, out);
    return number(out);
  }

  bool nested(PartialValue& out, JsonKind kind, bool (Parser::*parts)(PartialValue&)) {
    out.kind = kind;
    out.value.kind = kind;
    if (open_ == depth_) {
      too_deep_ = true;
      return false;
    }
    ++open_;
    ++at_;
    const bool good = (this->*parts)(out);
    --open_;
    return good;
  }

  bool literal(std::string_view word, JsonKind kind, PartialValue& out) {
    const std::string_view there = text_.substr(at_, word.size());
    if (!word.starts_with(there)) return false;
    at_ += there.size();
    out.kind = kind;
    out.text = there;
    if (there != word) return true;
    out.state = PartialState::closed;
    out.value.kind = kind;
    out.value.boolean = word == "true";
    return true;
  }

  bool string(PartialValue& out) {
    out.kind = JsonKind::string;
    ++at_;
    if (!read_partial_string(text_, at_, policy_.escapes, out.string)) return false;
    if (!out.string.closed) return true;
    out.state = PartialState::closed;
    out.value.kind = JsonKind::string;
    out.value.text = out.string.text;
    return true;
  }

  // A number that the text ends with may go on, so its spelling is judged later, with the schema.
  bool number(PartialValue& out) {
    const std::size_t begin = at_;
    const std::optional<Error> error = read_number(text_, at_);
    if (error && error->code != "truncated") return false;
    out.kind = JsonKind::number;
    out.text = text_.substr(begin);
    if (error || ended()) {
      at_ = text_.size();
      return true;
    }
    out.state = PartialState::closed;
    out.value.kind = JsonKind::number;
    out.value.text = text_.substr(begin, at_ - begin);
    return admits_spelling(out.value.text, policy_);
  }

  // Behind a part: a comma, the end, or the end of the text. `more`: a comma.
  bool separator(char close, PartialValue& out, bool& more) {
    more = false;
    out.tail = PartialTail::may_close;
    if (!inner_run(false)) return false;
    if (ended()) return true;
    const char c = text_[at_++];
    if (c == close) {
      out.state = PartialState::closed;
      return true;
    }
    more = true;
    out.tail = PartialTail::must_go_on;
    return c == ',' && inner_run(true);
  }

  bool closes_at_once(char close, PartialValue& out) {
    if (ended() || text_[at_] != close) return false;
    ++at_;
    out.state = PartialState::closed;
    return true;
  }

  bool items(PartialValue& out) {
    if (!inner_run(false)) return false;
    if (closes_at_once(']', out)) return true;
    for (bool more = true; more;) {
      if (ended()) return true;
      auto item = std::make_unique<PartialValue>();
      if (!value(*item)) return false;
      if (item->state != PartialState::closed) {
        out.tail = PartialTail::in_part;
        out.last = std::move(item);
        return true;
      }
      out.value.items.push_back(std::move(item->value));
      if (!separator(']', out, more)) return false;
    }
    return true;
  }

  bool members(PartialValue& out) {
    if (!inner_run(false)) return false;
    if (closes_at_once('}', out)) return true;
    for (bool more = true; more;) {
      if (ended()) return true;
      bool goes_on = false;
      if (!member(out, goes_on)) return false;
      if (!goes_on) return true;
      if (!separator('}', out, more)) return false;
    }
    return true;
  }

  // goes_on: the member is closed; else the text ended in it.
  bool member(PartialValue& out, bool& goes_on) {
    if (text_[at_] != '"') return false;
    ++at_;
    out.name = {};
    if (!read_partial_string(text_, at_, policy_.escapes, out.name)) return false;
    out.tail = out.name.closed ? PartialTail::in_part : PartialTail::in_name;
    if (!out.name.closed) return true;
    if (out.value.find(out.name.text) != nullptr) return false;  // section 2: dead at the quote
    out.last = std::make_unique<PartialValue>();
    if (!inner_run(false)) return false;
    if (ended()) return true;
    if (text_[at_++] != ':' || !inner_run(true) || !value(*out.last)) return false;
    if (out.last->state != PartialState::closed) return true;
    JsonMember closed;
    closed.name = out.name.text;
    closed.value = std::move(out.last->value);
    out.value.members.push_back(std::move(closed));
    out.last.reset();
    goes_on = true;
    return true;
  }

  std::string_view text_;
  const OraclePolicy& policy_;
  const std::size_t depth_;
  std::size_t at_ = 0;
  std::size_t open_ = 0;
  bool too_deep_ = false;
};

}  // namespace

PartialFault parse_partial(std::string_view text, const OraclePolicy& policy, std::size_t depth,
                           PartialValue& out) {
  return Parser(text, policy, depth).document(out);
}

}  // namespace lockstep::oracle

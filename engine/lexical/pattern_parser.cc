#include "lockstep/engine/lexical/pattern_parser.h"

#include <algorithm>

#include "lockstep/engine/lexical/code_points.h"

namespace lockstep::engine {
namespace {

CodePointSet line_terminators() { return CodePointSet({{'\n', '\n'}, {'\r', '\r'}, {0x2028, 0x2029}}); }

bool is_one_of(std::uint32_t symbol, std::string_view ascii) {
  return symbol < 0x80 && ascii.find(static_cast<char>(symbol)) != std::string_view::npos;
}

// Decimal digits without superfluous zeros compare by length, then by text: bounds may be of any size.
bool less(std::string_view a, std::string_view b) {
  a.remove_prefix(std::min(a.find_first_not_of('0'), a.size()));
  b.remove_prefix(std::min(b.find_first_not_of('0'), b.size()));
  return a.size() != b.size() ? a.size() < b.size() : a < b;
}

std::uint64_t saturated(std::string_view digits) {
  std::uint64_t value = 0;
  for (const char c : digits) {
    const auto digit = static_cast<std::uint64_t>(c - '0');
    if (value > (kUnbounded - digit) / 10) return kUnbounded;
    value = value * 10 + digit;
  }
  return value;
}

}  // namespace

PatternParser::PatternParser(std::string_view text, bool unicode, const Limits& limits, Meter* meter)
    : unicode_(unicode), limits_(limits), meter_(meter) {
  for (std::size_t at = 0; at < text.size();) {
    pass(meter_);
    const CodePointAt here = code_point_at(text, at);
    if (unicode || here.value < 0x10000) {
      symbols_.push_back(here.value);
    } else {
      symbols_.push_back(kFirstSurrogate + ((here.value - 0x10000) >> 10U));
      symbols_.push_back(kFirstLowSurrogate + (here.value & 0x3FFU));
      offsets_.push_back(at);
    }
    offsets_.push_back(at);
    at += here.size;
  }
  offsets_.push_back(text.size());
  syntax_.without_u = !unicode;
}

void PatternParser::fail(std::string message, std::optional<std::size_t> at) {
  if (!error_) error_ = Error{"pattern_syntax", std::move(message), offsets_[at.value_or(at_)], ""};
  at_ = symbols_.size();
}

bool PatternParser::take(char c) {
  if (peek() != static_cast<unsigned char>(c)) return false;
  ++at_;
  return true;
}

bool PatternParser::take(std::string_view word) {
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (peek(i) != static_cast<unsigned char>(word[i])) return false;
  }
  at_ += word.size();
  return true;
}

PatternParser::Id PatternParser::add(PatternNode node) {
  syntax_.nodes.push_back(std::move(node));
  return static_cast<Id>(syntax_.nodes.size() - 1);
}

PatternParser::Id PatternParser::add(Kind kind, std::vector<Id> children) {
  PatternNode node;
  node.kind = kind;
  node.children = std::move(children);
  return add(std::move(node));
}

PatternParser::Id PatternParser::set_of(CodePointSet set) {
  pass(meter_, set.spans().size());
  syntax_.sets.push_back(std::move(set));
  const Id one = add(Kind::set);
  syntax_.nodes[one].set = static_cast<std::uint32_t>(syntax_.sets.size() - 1);
  return one;
}

// Whether \1 is a reference, and \k one by name, depends on the groups of the whole pattern.
void PatternParser::count_groups() {
  const auto pass_class = [this] {
    while (peek() != kEnd && !take(']')) at_ += peek() == '\\' ? 2 : 1;
  };
  while (peek() != kEnd) {
    if (take('[')) {
      pass_class();
      continue;
    }
    pass(meter_);
    const bool opens = peek() == '(';
    at_ += peek() == '\\' ? 2 : 1;
    if (!opens) continue;
    const bool named = peek() == '?' && peek(1) == '<' && peek(2) != '=' && peek(2) != '!';
    named_groups_ = named_groups_ || named;
    groups_ += named || peek() != '?' ? 1 : 0;
  }
  at_ = 0;
}

Result<PatternSyntax> PatternParser::parse() {
  count_groups();
  syntax_.root = disjunction();
  if (!failed() && peek() == ')') fail("a closing parenthesis without its opening one");
  for (const auto& [name, at] : named_references_) {
    if (!failed() && !all_names_.contains(name)) fail("no group has this name", at);
  }
  if (error_) return *error_;
  return std::move(syntax_);
}

PatternParser::Id PatternParser::disjunction() {
  pass(meter_, 2 * names_.size());  // copied twice
  const std::set<std::string> before = names_;
  std::set<std::string> after = names_;
  std::vector<Id> alternatives;
  do {
    names_ = before;
    alternatives.push_back(alternative());
    after.insert(names_.begin(), names_.end());
  } while (!failed() && take('|'));
  names_ = std::move(after);
  return alternatives.size() == 1 ? alternatives[0] : add(Kind::choice, std::move(alternatives));
}

PatternParser::Id PatternParser::alternative() {
  std::vector<Id> terms;
  while (!failed() && peek() != kEnd && peek() != '|' && peek() != ')') terms.push_back(term());
  return terms.size() == 1 ? terms[0] : add(Kind::sequence, std::move(terms));
}

PatternParser::Id PatternParser::look(bool ahead, bool negated) {
  PatternNode node;
  node.kind = Kind::look;
  node.ahead = ahead;
  node.negated = negated;
  node.children = {disjunction()};
  if (!take(')')) fail("an unterminated group");
  return add(std::move(node));
}

// An assertion that no quantifier may follow, or nothing.
std::optional<PatternParser::Id> PatternParser::assertion() {
  if (take('^')) return add(Kind::start);
  if (take('$')) return add(Kind::end);
  if (take("\\b") || take("\\B")) {
    PatternNode node;
    node.kind = Kind::boundary;
    node.negated = symbols_[at_ - 1] == 'B';
    return add(std::move(node));
  }
  return std::nullopt;
}

PatternParser::Id PatternParser::term() {
  pass(meter_);
  if (const std::optional<Id> found = assertion()) return *found;
  if (peek() != '(') return quantified(atom());
  if (++depth_ > limits_.pattern_depth) {
    if (!error_) error_ = Error{"limit_pattern_depth", "groups nested too deep", offsets_[at_], ""};
    at_ = symbols_.size();
    return 0;
  }
  // Only without `u` may a quantifier follow a look-ahead (Annex B.1.2), and never a look-behind.
  bool quantifiable = true;
  Id found = 0;
  if (take("(?=") || take("(?!")) {
    quantifiable = !unicode_;
    found = look(true, symbols_[at_ - 1] == '!');
  } else if (take("(?<=") || take("(?<!")) {
    quantifiable = false;
    found = look(false, symbols_[at_ - 1] == '!');
  } else {
    found = group();
  }
  --depth_;
  return quantifiable ? quantified(found) : found;
}

PatternParser::Id PatternParser::group() {
  const std::size_t opened = at_;
  take('(');
  if (take('?') && !take(':')) {
    if (!take('<')) fail("an unknown kind of group");
    const std::size_t at = at_;
    const std::string name = group_name();
    if (!failed() && !names_.insert(name).second) fail("two groups that can both match share a name", at);
    all_names_.insert(name);
  }
  const Id inside = disjunction();
  if (!take(')')) fail("an unterminated group", opened);
  return inside;
}

// ECMA-262 22.2.1 PatternCharacter; Annex B.1.2 ExtendedPatternCharacter and InvalidBracedQuantifier.
PatternParser::Id PatternParser::atom() {
  const std::uint32_t c = peek();
  std::uint64_t least = 0;
  std::uint64_t most = 0;
  if (c == '*' || c == '+' || c == '?') {
    fail("a quantifier with nothing before it");
  } else if (c == '.') {
    ++at_;
    return set_of(line_terminators().complement());
  } else if (c == '[') {
    return set_of(character_class());
  } else if (c == '\\') {
    return atom_escape();
  } else if (unicode_ && is_one_of(c, "]{}")) {
    fail("a bracket or brace that nothing opened or that begins no quantifier");
  } else if (c == '{' && braces(least, most)) {
    fail("a quantifier with nothing before it");
  } else {
    ++at_;
    return symbol_of(c);
  }
  return 0;
}

PatternParser::Id PatternParser::quantified(Id atom) {
  PatternNode node;
  node.kind = Kind::repeat;
  if (failed() || !quantifier(node.least, node.most)) return atom;
  take('?');
  node.children = {atom};
  return add(std::move(node));
}

bool PatternParser::quantifier(std::uint64_t& least, std::uint64_t& most) {
  most = kUnbounded;
  if (take('*')) return true;
  if (take('+')) {
    least = 1;
    return true;
  }
  if (take('?')) {
    most = 1;
    return true;
  }
  return braces(least, most);
}

// {n}, {n,} or {n,m}; else false, and nothing is taken.
bool PatternParser::braces(std::uint64_t& least, std::uint64_t& most) {
  const std::size_t begin = at_;
  const auto digits = [this] {
    std::string text;
    for (; at_digit(); ++at_) text += static_cast<char>(peek());
    return text;
  };
  std::string low;
  std::string high;
  bool bounded = true;
  if (take('{')) low = digits();
  if (!low.empty() && take(',')) {
    high = digits();
    bounded = !high.empty();
  } else {
    high = low;
  }
  if (low.empty() || !take('}')) {
    at_ = begin;
    return false;
  }
  if (bounded && less(high, low)) fail("numbers out of order in a quantifier", begin);
  least = saturated(low);
  most = bounded ? saturated(high) : kUnbounded;
  return true;
}

Result<PatternSyntax> parse_pattern(std::string_view text, const Limits& limits, Meter* meter) {
  Result<PatternSyntax> strict = PatternParser(text, true, limits, meter).parse();
  if (strict.ok() || strict.error().code != "pattern_syntax") return strict;
  return PatternParser(text, false, limits, meter).parse();
}

}  // namespace lockstep::engine

// Disjunctions, groups, assertions, quantifiers. Open groups stand on a stack of their own, so nesting costs
// no C++ stack.
#include "lockstep/oracle/pattern/pattern_parse.h"

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "lockstep/oracle/pattern/pattern_class.h"
#include "lockstep/oracle/pattern/pattern_reader.h"

namespace lockstep::oracle {
namespace {

using NodeIndex = std::uint32_t;

// A Disjunction being read: the whole pattern, or what an open parenthesis began.
struct Scope {
  enum class Opened { pattern, plain, capture, lookahead, lookbehind } opened = Opened::pattern;
  std::size_t begin = 0;  // the parenthesis
  bool negative = false;
  bool backward = false;            // of the terms inside
  std::uint32_t group = 0;          // capture
  std::uint32_t groups_before = 0;  // captures opened to the left
  std::vector<NodeIndex> alternatives;
  std::vector<NodeIndex> terms;          // of the alternative being read
  std::set<std::u32string> own_names;    // of the alternative being read
  std::set<std::u32string> other_names;  // of the alternatives before it
};

// Moves `from` into `into`; false where both hold the same name.
bool merge_names(std::set<std::u32string>& into, std::set<std::u32string>& from) {
  if (into.size() < from.size()) into.swap(from);
  into.merge(from);
  return from.empty();
}

struct Bounds {
  std::uint32_t min = 0;
  std::uint32_t max = 0;
  bool in_order = true;
};

std::uint32_t saturate(const std::string& digits) {
  if (digits.size() > 10) return kLargestBound;
  const std::uint64_t value = digits.empty() ? 0 : std::stoull(digits);
  return value > kLargestBound ? kLargestBound : static_cast<std::uint32_t>(value);
}

// "{" DecimalDigits [ "," [ DecimalDigits ] ] "}"; nullopt, and nothing read, where there is none.
std::optional<Bounds> braced_bounds(PatternReader& reader) {
  const std::size_t begin = reader.position();
  if (reader.eat(U'{')) {
    if (const auto low = reader.decimal_digits()) {
      Bounds bounds{saturate(*low), saturate(*low), true};
      if (reader.eat(U',')) {
        const auto high = reader.decimal_digits();
        bounds.max = high ? saturate(*high) : kUnbounded;
        bounds.in_order = !high || std::pair(low->size(), *low) <= std::pair(high->size(), *high);
      }
      if (reader.eat(U'}')) return bounds;
    }
  }
  reader.rewind(begin);
  return std::nullopt;
}

class Parser {
 public:
  Parser(const SourceText& text, bool unicode_mode) : reader_(text, unicode_mode) {
    syntax_.unicode_mode = unicode_mode;
    syntax_.group_count = reader_.group_count();
    scopes_.emplace_back();
  }

  Outcome<Syntax> parse() {
    while (!reader_.at_end()) term();
    if (!reader_.failed() && scopes_.size() > 1) reader_.fail(scopes_.back().begin, "The group has no end.");
    if (!reader_.failed()) syntax_.root = end_disjunction();
    if (!reader_.failed()) resolve_names();
    if (reader_.failed()) return reader_.error();
    return std::move(syntax_);
  }

 private:
  NodeIndex add(Node node) {
    node.backward = scopes_.back().backward;
    syntax_.nodes.push_back(std::move(node));
    return static_cast<NodeIndex>(syntax_.nodes.size() - 1);
  }

  NodeIndex add(NodeKind kind, bool negative = false) {
    Node node;
    node.kind = kind;
    node.negative = negative;
    return add(std::move(node));
  }

  NodeIndex add_character(char32_t character) {
    const NodeIndex index = add(NodeKind::character);
    syntax_.nodes[index].character = character;
    return index;
  }

  NodeIndex add_set(CodePointSet set) {
    const NodeIndex index = add(NodeKind::character_set);
    syntax_.nodes[index].set = static_cast<std::uint32_t>(syntax_.sets.size());
    syntax_.sets.push_back(std::move(set));
    return index;
  }

  // One Term, or one of the marks between terms.
  void term() {
    const std::size_t begin = reader_.position();
    const char32_t c = reader_.peek();
    const bool strict = reader_.unicode_mode();
    if (c == U'{' && !strict) {
      if (braced_bounds(reader_))
        return reader_.fail(begin, "Nothing to repeat.");  // InvalidBracedQuantifier
    }
    reader_.advance();
    switch (c) {
      case U'|':
        return end_alternative();
      case U'(':
        return open_group(begin);
      case U')':
        return close_group(begin);
      case U'^':
        return assertion(add(NodeKind::line_start));
      case U'$':
        return assertion(add(NodeKind::line_end));
      case U'*':
      case U'+':
      case U'?':
        return reader_.fail(begin, "Nothing to repeat.");
      case U'.':
        return atom(add_set(dot_set()), groups_opened_);
      case U'[':
        return atom(add_set(character_class(reader_)), groups_opened_);
      case U'\\':
        return escape(begin);
      case U'{':
      case U'}':
      case U']':
        if (strict) return reader_.fail(begin, "A bracket of its own needs an escape.");
        break;
      default:
        break;
    }
    atom(add_character(c), groups_opened_);
  }

  void assertion(NodeIndex node) { scopes_.back().terms.push_back(node); }

  void escape(std::size_t begin) {
    const char32_t c = reader_.peek();
    if (c == U'b' || c == U'B') {
      reader_.advance();
      return assertion(add(NodeKind::word_boundary, c == U'B'));
    }
    if (c == U'k' && (reader_.unicode_mode() || reader_.has_group_names())) {
      reader_.advance();
      if (!reader_.eat(U'<')) return reader_.fail(begin, "\\k needs a group name.");
      return named_reference(begin);
    }
    if (c >= U'1' && c <= U'9' && numbered_reference()) return;
    if (auto set = class_escape(reader_)) return atom(add_set(*std::move(set)), groups_opened_);
    atom(add_character(reader_.character_escape(false)), groups_opened_);
  }

  void named_reference(std::size_t begin) {
    const NodeIndex node = add(NodeKind::back_reference);
    named_references_.push_back({node, reader_.group_name(), begin});
    syntax_.has_back_reference = true;
    atom(node, groups_opened_);
  }

  // DecimalEscape; Annex B: only where there are that many groups.
  bool numbered_reference() {
    const std::size_t begin = reader_.position();
    const std::uint32_t number = saturate(*reader_.decimal_digits());
    if (number > syntax_.group_count) {
      reader_.rewind(begin);
      return false;
    }
    const NodeIndex node = add(NodeKind::back_reference);
    syntax_.nodes[node].groups = {number};
    syntax_.has_back_reference = true;
    atom(node, groups_opened_);
    return true;
  }

  // Reads the quantifier behind an atom, if there is one, and appends the term.
  void atom(NodeIndex node, std::uint32_t groups_before) {
    const std::size_t begin = reader_.position();
    std::optional<Bounds> bounds;
    if (reader_.eat(U'*')) {
      bounds = Bounds{0, kUnbounded, true};
    } else if (reader_.eat(U'+')) {
      bounds = Bounds{1, kUnbounded, true};
    } else if (reader_.eat(U'?')) {
      bounds = Bounds{0, 1, true};
    } else {
      bounds = braced_bounds(reader_);
      if (bounds && !bounds->in_order)
        return reader_.fail(begin, "The bounds of the quantifier are out of order.");
    }
    if (bounds) {
      Node quantifier;
      quantifier.kind = NodeKind::quantifier;
      quantifier.greedy = !reader_.eat(U'?');
      quantifier.min = bounds->min;
      quantifier.max = bounds->max;
      quantifier.group = groups_before;
      quantifier.group_count = groups_opened_ - groups_before;
      quantifier.children = {node};
      node = add(std::move(quantifier));
    }
    scopes_.back().terms.push_back(node);
  }

  void open_group(std::size_t begin) {
    Scope scope;
    scope.begin = begin;
    scope.backward = scopes_.back().backward;
    scope.groups_before = groups_opened_;
    scope.opened = Scope::Opened::plain;
    std::u32string name;
    if (!reader_.eat(U'?')) {
      scope.opened = Scope::Opened::capture;
    } else if (reader_.eat(U':')) {
      // A plain group.
    } else if (reader_.peek() == U'=' || reader_.peek() == U'!') {
      scope.opened = Scope::Opened::lookahead;
      scope.negative = reader_.peek() == U'!';
      scope.backward = false;
      reader_.advance();
    } else if (reader_.peek() == U'<' && (reader_.peek(1) == U'=' || reader_.peek(1) == U'!')) {
      scope.opened = Scope::Opened::lookbehind;
      scope.negative = reader_.peek(1) == U'!';
      scope.backward = true;
      reader_.advance(2);
    } else if (reader_.eat(U'<')) {
      scope.opened = Scope::Opened::capture;
      name = reader_.group_name();
      if (reader_.failed()) return;
    } else {
      return reader_.fail(begin, "Not a kind of group.");
    }
    if (scope.opened == Scope::Opened::capture) scope.group = ++groups_opened_;
    if (!name.empty()) {
      if (!scopes_.back().own_names.insert(name).second)
        return reader_.fail(begin, "The group name is used twice.");
      groups_of_name_[name].push_back(scope.group);
    }
    scopes_.push_back(std::move(scope));
  }

  void end_alternative() {
    Scope& scope = scopes_.back();
    NodeIndex node = 0;
    if (scope.terms.size() == 1) {
      node = scope.terms.front();
    } else {
      node = add(NodeKind::alternative);
      syntax_.nodes[node].children = std::move(scope.terms);
    }
    scope.terms.clear();
    scope.alternatives.push_back(node);
    // The same name in two alternatives is no fault; only the union goes on to the outer alternative.
    if (scope.other_names.size() < scope.own_names.size()) scope.other_names.swap(scope.own_names);
    scope.other_names.merge(scope.own_names);
    scope.own_names.clear();
  }

  NodeIndex end_disjunction() {
    end_alternative();
    std::vector<NodeIndex>& alternatives = scopes_.back().alternatives;
    if (alternatives.size() == 1) return alternatives.front();
    const NodeIndex node = add(NodeKind::disjunction);
    syntax_.nodes[node].children = std::move(alternatives);
    return node;
  }

  void close_group(std::size_t position) {
    if (scopes_.size() == 1) return reader_.fail(position, "There is no group to end.");
    const NodeIndex inside = end_disjunction();
    Scope scope = std::move(scopes_.back());
    scopes_.pop_back();
    if (!merge_names(scopes_.back().own_names, scope.other_names)) {
      return reader_.fail(scope.begin, "A group name in this group is used twice.");
    }
    if (scope.opened == Scope::Opened::plain) return atom(inside, scope.groups_before);
    const bool look = scope.opened != Scope::Opened::capture;
    const NodeIndex node = add(look ? NodeKind::look : NodeKind::capture, scope.negative);
    syntax_.nodes[node].group = scope.group;
    syntax_.nodes[node].children = {inside};
    // Annex B: QuantifiableAssertion, lookaheads only.
    const bool quantifiable = !look || (scope.opened == Scope::Opened::lookahead && !reader_.unicode_mode());
    if (quantifiable) return atom(node, scope.groups_before);
    assertion(node);
  }

  void resolve_names() {
    for (const NamedReference& reference : named_references_) {
      const auto found = groups_of_name_.find(reference.name);
      if (found == groups_of_name_.end()) return reader_.fail(reference.begin, "No group has this name.");
      syntax_.nodes[reference.node].groups = found->second;
    }
  }

  struct NamedReference {
    NodeIndex node;
    std::u32string name;
    std::size_t begin;
  };

  PatternReader reader_;
  Syntax syntax_;
  std::vector<Scope> scopes_;
  std::uint32_t groups_opened_ = 0;
  std::map<std::u32string, std::vector<std::uint32_t>> groups_of_name_;
  std::vector<NamedReference> named_references_;
};

}  // namespace

Outcome<Syntax> parse_pattern(std::string_view source, bool unicode_mode) {
  std::size_t bad_offset = 0;
  const auto text = decode_source(source, unicode_mode, bad_offset);
  if (!text) return Error{"bad_pattern", "The pattern is not UTF-8.", bad_offset, {}};
  return Parser(*text, unicode_mode).parse();
}

}  // namespace lockstep::oracle

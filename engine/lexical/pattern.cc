#include "lockstep/engine/lexical/pattern.h"

#include <algorithm>
#include <map>

#include "lockstep/engine/lexical/pattern_syntax.h"

namespace lockstep::engine {
namespace {

// Writes the syntax tree out from its end: every part knows what comes after it.
class Writer {
 public:
  Writer(const PatternSyntax& syntax, const Limits& limits, Meter* meter)
      : syntax_(syntax), limits_(limits), meter_(meter) {}

  Result<PatternProgram> write() {
    program_.without_u = syntax_.without_u;
    program_.start = part(syntax_.root, add({}));
    if (look_steps_ > limits_.pattern_look_steps) {
      return Error{"limit_pattern_look_steps",
                   "the pattern has more than " + std::to_string(limits_.pattern_look_steps) +
                       " steps within look-around",
                   std::nullopt, ""};
    }
    if (full_) {
      return Error{"limit_pattern_steps",
                   "the pattern has more than " + std::to_string(limits_.pattern_steps) +
                       " steps when its repetitions are written out",
                   std::nullopt, ""};
    }
    if (too_many_classes()) {
      return Error{"limit_pattern_classes",
                   "the sets of the pattern tell apart more than " + std::to_string(limits_.pattern_classes) +
                       " classes of symbols, set by set",
                   std::nullopt, ""};
    }
    return std::move(program_);
  }

 private:
  using Step = PatternStep;
  using Kind = PatternNode::Kind;

  // Every span of a set may begin a class and end one.
  bool too_many_classes() const {
    std::size_t spans = 1;
    for (const CodePointSet& set : program_.sets) spans += 2 * set.spans().size();
    return program_.sets.size() > limits_.pattern_classes / spans;
  }

  std::uint32_t add(const Step& step) {
    pass(meter_);
    full_ = full_ || program_.steps.size() >= limits_.pattern_steps;
    if (full_) return 0;
    program_.steps.push_back(step);
    return static_cast<std::uint32_t>(program_.steps.size() - 1);
  }

  std::uint32_t part(std::uint32_t id, std::uint32_t next) {
    const PatternNode& node = syntax_.nodes[id];
    switch (node.kind) {
      case Kind::set:
        return add({Step::Kind::symbol, false, set(node.set), next, 0});
      case Kind::sequence:
        for (auto child = node.children.rbegin(); child != node.children.rend(); ++child)
          next = part(*child, next);
        return next;
      case Kind::choice:
        return choice(node, next);
      case Kind::repeat:
        return repeat(node, next);
      case Kind::start:
        return add({Step::Kind::start, false, 0, next, 0});
      case Kind::end:
        return add({Step::Kind::end, false, 0, next, 0});
      case Kind::boundary:
        program_.has_boundary = true;
        return add({Step::Kind::boundary, node.negated, 0, next, 0});
      case Kind::look:
        return look(node, next);
    }
    return next;
  }

  std::uint32_t set(std::uint32_t of_syntax) {
    const CodePointSet& wanted = syntax_.sets[of_syntax];
    std::vector<std::pair<std::uint32_t, std::uint32_t>> key;
    for (const CodePointSpan& span : wanted.spans()) key.emplace_back(span.first, span.last);
    pass(meter_, key.size());
    const auto [place, added] =
        set_index_.try_emplace(std::move(key), static_cast<std::uint32_t>(program_.sets.size()));
    if (added) program_.sets.push_back(wanted);
    return place->second;
  }

  std::uint32_t choice(const PatternNode& node, std::uint32_t next) {
    std::uint32_t rest = part(node.children.back(), next);
    for (auto child = node.children.rbegin() + 1; child != node.children.rend(); ++child) {
      const std::uint32_t one = part(*child, next);
      rest = add({Step::Kind::split, false, 0, one, rest});
    }
    return rest;
  }

  std::uint32_t look(const PatternNode& node, std::uint32_t next) {
    const std::size_t before = program_.steps.size();
    const std::uint32_t body = part(node.children[0], add({}));
    look_steps_ += program_.steps.size() - before;
    program_.looks.push_back({node.ahead, body});
    return add(
        {Step::Kind::look, node.negated, static_cast<std::uint32_t>(program_.looks.size() - 1), next, 0});
  }

  // Rounds that match the empty text add nothing to what is matched, so they need not be told apart.
  std::uint32_t repeat(const PatternNode& node, std::uint32_t next) {
    const std::uint32_t body = node.children[0];
    if (node.most == 0) return next;
    if (!consumes(body)) return node.least == 0 ? next : part(body, next);
    const std::uint64_t least = nullable(body) ? 0 : node.least;
    std::uint32_t rest = next;
    if (node.most == kUnbounded) {
      rest = add({Step::Kind::split, false, 0, 0, next});
      const std::uint32_t round = part(body, rest);
      if (!full_) program_.steps[rest].next = round;
    } else {
      for (std::uint64_t n = least; n < node.most && !full_; ++n) {
        const std::uint32_t round = part(body, rest);
        rest = add({Step::Kind::split, false, 0, round, next});
      }
    }
    for (std::uint64_t n = 0; n < least && !full_; ++n) rest = part(body, rest);
    return rest;
  }

  bool consumes(std::uint32_t id) {
    pass(meter_);
    const PatternNode& node = syntax_.nodes[id];
    if (node.kind == Kind::set) return true;
    if (node.kind == Kind::look) return false;
    return std::any_of(node.children.begin(), node.children.end(),
                       [this](auto child) { return consumes(child); });
  }

  // Matches the empty text wherever it stands.
  bool nullable(std::uint32_t id) {
    pass(meter_);
    const PatternNode& node = syntax_.nodes[id];
    const auto child_nullable = [this](std::uint32_t child) { return nullable(child); };
    if (node.kind == Kind::sequence)
      return std::all_of(node.children.begin(), node.children.end(), child_nullable);
    if (node.kind == Kind::choice)
      return std::any_of(node.children.begin(), node.children.end(), child_nullable);
    return node.kind == Kind::repeat && (node.least == 0 || nullable(node.children[0]));
  }

  const PatternSyntax& syntax_;
  const Limits& limits_;
  Meter* meter_;
  PatternProgram program_;
  std::map<std::vector<std::pair<std::uint32_t, std::uint32_t>>, std::uint32_t> set_index_;
  std::size_t look_steps_ = 0;  // nested ones count once for each level
  bool full_ = false;
};

}  // namespace

Result<Pattern> Pattern::compile(std::string_view source, const Limits& limits, Meter* meter) {
  Result<PatternSyntax> syntax = parse_pattern(source, limits, meter);
  if (!syntax.ok()) return syntax.error();
  if (syntax->back_reference) {
    return Error{"back_reference", "a back-reference is beyond finite automata", std::nullopt, ""};
  }
  Result<PatternProgram> program = Writer(*syntax, limits, meter).write();
  if (!program.ok()) return program.error();
  return Pattern(source, std::move(program).value());
}

}  // namespace lockstep::engine

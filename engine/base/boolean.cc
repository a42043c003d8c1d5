#include "lockstep/engine/base/boolean.h"

#include <algorithm>
#include <limits>

#include "lockstep/engine/base/check.h"

namespace lockstep::engine {
namespace {

constexpr std::size_t kChosen = 1U << 16U;
constexpr Variable kConstant = std::numeric_limits<Variable>::max();

std::size_t mix(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  std::uint64_t h = a * 0x9E3779B97F4A7C15ULL;
  h = (h ^ (h >> 29U) ^ b) * 0xBF58476D1CE4E5B9ULL;
  h = (h ^ (h >> 32U) ^ c) * 0x94D049BB133111EBULL;
  return h ^ (h >> 31U);
}

}  // namespace

Booleans::Booleans(Meter* meter, std::size_t most_nodes) : meter_(meter), most_nodes_(most_nodes) {
  nodes_.push_back({kConstant, kFalse, kFalse});
  nodes_.push_back({kConstant, kTrue, kTrue});
}

Function Booleans::node(Variable v, Function low, Function high) {
  if (low == high) return low;
  if (2 * nodes_.size() >= index_.size()) grow_index();
  const Node wanted{v, low, high};
  std::size_t slot = mix(v, low, high) & (index_.size() - 1);
  for (; index_[slot] != 0; slot = (slot + 1) & (index_.size() - 1)) {
    if (nodes_[index_[slot]] == wanted) return index_[slot];
  }
  index_[slot] = static_cast<Function>(nodes_.size());
  nodes_.push_back(wanted);
  if (meter_ != nullptr) meter_->hold(kNodeBytes);
  return index_[slot];
}

void Booleans::grow_index() {
  // Of a million nodes that takes long; whoever stops it leaves the index as it was.
  std::vector<Function> grown(index_.empty() ? 64 : 2 * index_.size(), 0);
  for (Function f = kTrue + 1; f < nodes_.size(); ++f) {
    pass();
    std::size_t slot = mix(nodes_[f].variable, nodes_[f].low, nodes_[f].high) & (grown.size() - 1);
    while (grown[slot] != 0) slot = (slot + 1) & (grown.size() - 1);
    grown[slot] = f;
  }
  index_.swap(grown);
}

Function Booleans::branch(Function f, Variable v, bool high) const {
  if (top(f) != v) return f;
  return high ? nodes_[f].high : nodes_[f].low;
}

Function Booleans::minterm(const std::vector<bool>& bits) {
  Function f = kTrue;
  for (std::size_t v = bits.size(); v-- > 0;)
    f = bits[v] ? node(static_cast<Variable>(v), kFalse, f) : node(static_cast<Variable>(v), f, kFalse);
  return f;
}

void Booleans::check_depth(std::size_t depth) const {
  // Three functions of the allowed size have at most so many variables together.
  if (depth > 4 * most_nodes_) throw Meter::Stop{"limit_formula_nodes"};
}

Function Booleans::checked(Function f) const {
  if (nodes_of(f) > most_nodes_) throw Meter::Stop{"limit_formula_nodes"};
  return f;
}

Function Booleans::choose_at(Function condition, Function then, Function otherwise, std::size_t depth) {
  if (condition == kTrue) return then;
  if (condition == kFalse) return otherwise;
  if (then == otherwise) return then;
  if (then == kTrue && otherwise == kFalse) return condition;
  if (chosen_.empty()) chosen_.resize(kChosen);
  const std::size_t slot = mix(condition, then, otherwise) & (kChosen - 1);
  const Chosen& known = chosen_[slot];
  if (known.condition == condition && known.then == then && known.otherwise == otherwise) return known.result;
  const Variable v = std::min({top(condition), top(then), top(otherwise)});
  charge();
  check_depth(depth);
  const Function low =
      choose_at(branch(condition, v, false), branch(then, v, false), branch(otherwise, v, false), depth + 1);
  const Function high =
      choose_at(branch(condition, v, true), branch(then, v, true), branch(otherwise, v, true), depth + 1);
  const Function result = node(v, low, high);
  chosen_[slot] = {condition, then, otherwise, result};  // a cache: only time is lost
  return result;
}

Function Booleans::restrict(Function f, Variable v, bool value) {
  if (top(f) > v) return f;  // constants too
  if (top(f) == v) return value ? nodes_[f].high : nodes_[f].low;
  std::unordered_map<Function, Function> done;
  const std::function<Function(Function)> walk = [&](Function g) -> Function {
    if (top(g) > v) return g;
    if (top(g) == v) return value ? nodes_[g].high : nodes_[g].low;
    if (const auto found = done.find(g); found != done.end()) return found->second;
    charge();
    const Node n = nodes_[g];
    const Function low = walk(n.low);
    const Function high = walk(n.high);
    return done[g] = node(n.variable, low, high);
  };
  return walk(f);
}

Function Booleans::compose(Function f, const std::map<Variable, Function>& replacement) {
  std::unordered_map<Function, Function> done;
  return compose_into(f, replacement, done);
}

Function Booleans::compose_into(Function f, const std::map<Variable, Function>& replacement,
                                std::unordered_map<Function, Function>& done) {
  if (f <= kTrue) return f;
  if (const auto found = done.find(f); found != done.end()) return found->second;
  charge();
  const Node n = nodes_[f];
  const Function low = compose_into(n.low, replacement, done);
  const Function high = compose_into(n.high, replacement, done);
  const auto replaced = replacement.find(n.variable);
  const Function condition = replaced != replacement.end() ? replaced->second : variable(n.variable);
  return done[f] = choose(condition, high, low);
}

bool Booleans::evaluate(Function f, const std::function<bool(Variable)>& value) const {
  while (f > kTrue) f = value(top(f)) ? nodes_[f].high : nodes_[f].low;
  return f == kTrue;
}

std::vector<Variable> Booleans::support(Function f) const {
  if (f <= kTrue) return {};
  if (supports_.empty()) supports_.resize(kSupports);
  Support& known = supports_[f % kSupports];
  if (known.of == f) {
    for (std::size_t i = 0; i < known.nodes; ++i) charge();
    return known.variables;
  }
  const std::set<Function> nodes = reachable(f);
  std::set<Variable> variables;
  for (const Function g : nodes) variables.insert(top(g));
  std::vector<Variable> found(variables.begin(), variables.end());
  if (found.size() <= kMostRemembered) known = {f, nodes.size(), found};
  return found;
}

std::size_t Booleans::nodes_of(Function f) const { return reachable(f).size(); }

std::set<Function> Booleans::reachable(Function f) const {
  std::set<Function> seen;
  std::vector<Function> open = {f};
  while (!open.empty()) {
    const Function g = open.back();
    open.pop_back();
    if (g <= kTrue || !seen.insert(g).second) continue;
    charge();
    open.push_back(nodes_[g].low);
    open.push_back(nodes_[g].high);
  }
  return seen;
}

bool Booleans::cut_few(Function f, Variable first_below, std::size_t most, std::vector<Part>& parts) {
  std::set<Function> seen;
  std::vector<Function> todo = {f};
  std::size_t rests = 0;
  while (!todo.empty()) {
    const Function g = todo.back();
    todo.pop_back();
    pass();
    if (!seen.insert(g).second || g == kFalse) continue;
    if (g == kTrue || top(g) >= first_below) {
      if (++rests > most) return false;
      continue;
    }
    todo.push_back(nodes_[g].low);
    todo.push_back(nodes_[g].high);
  }
  parts = cut(f, first_below);
  return true;
}

std::vector<Booleans::Part> Booleans::cut(Function f, Variable first_below) {
  // Conditions from the root down: a node's condition is the OR over its parents of parent's condition and
  // the branch.
  std::map<std::pair<Variable, Function>, Function> waiting;  // by variable, so parents come first
  std::vector<Part> parts;
  std::map<Function, std::size_t> place;
  const auto reach = [&](Function g, Function condition) {
    if (g <= kTrue || top(g) >= first_below) {
      const auto [at, added] = place.try_emplace(g, parts.size());
      if (added) parts.push_back({kFalse, g});
      parts[at->second].condition = either(parts[at->second].condition, condition);
      return;
    }
    Function& so_far = waiting[{top(g), g}];
    so_far = either(so_far, condition);
  };
  reach(f, kTrue);
  while (!waiting.empty()) {
    const auto first = waiting.begin();
    charge();
    const Function g = first->first.second;
    const Function condition = first->second;
    waiting.erase(first);
    const Node n = nodes_[g];
    const Function test = variable(n.variable);
    reach(n.high, both(condition, test));
    reach(n.low, both(condition, negate(test)));
  }
  return parts;
}

bool Booleans::unique_assignment(Function f, Variable count, std::vector<bool>& assignment) const {
  assignment.assign(count, false);
  for (Variable v = 0; v < count; ++v) {
    if (f <= kTrue || top(f) != v) return false;
    const Node& n = nodes_[f];
    if (n.low != kFalse && n.high != kFalse) return false;
    assignment[v] = n.low == kFalse;
    f = assignment[v] ? n.high : n.low;
  }
  return f == kTrue;
}

}  // namespace lockstep::engine

// Canonical boolean functions: reduced ordered binary decision diagrams (Bryant 1986). Equal functions are
// equal numbers.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "lockstep/engine/base/meter.h"

namespace lockstep::engine {

// A function of one Booleans object. 0 and 1 are the constants.
using Function = std::uint32_t;
inline constexpr Function kFalse = 0;
inline constexpr Function kTrue = 1;

using Variable = std::uint32_t;

// Owner of the nodes. Smaller variables are tested first. Memory: kNodeBytes a node, with its index; nodes
// are never freed. Work is charged to the meter, and a Stop leaves everything as it was: all operations below
// may throw one. A function of more than `most_nodes` variables in a row stops too (limit_formula_nodes), so
// that recursion is bounded. Thread rules: one thread at a time.
class Booleans {
 public:
  static constexpr std::size_t kNodeBytes = 64;

  explicit Booleans(Meter* meter = nullptr, std::size_t most_nodes = 100'000);

  void charge(std::uint64_t operations = 1) const {
    if (meter_ != nullptr) meter_->charge(operations);
  }
  void pass(std::uint64_t operations = 1) const { engine::pass(meter_, operations); }
  LookAtTexts look_at_texts() const { return {meter_}; }
  // Throws limit_formula_nodes when f has more nodes than one function may have; f otherwise.
  Function checked(Function f) const;

  Function variable(Variable v) { return node(v, kFalse, kTrue); }
  Function both(Function a, Function b) { return choose(a, b, kFalse); }
  Function either(Function a, Function b) { return choose(a, kTrue, b); }
  // True for this assignment of the variables 0, 1, ... alone.
  Function minterm(const std::vector<bool>& bits);
  Function negate(Function a) { return choose(a, kFalse, kTrue); }
  Function choose(Function condition, Function then, Function otherwise) {  // if-then-else
    return choose_at(condition, then, otherwise, 0);
  }

  // The function with variable v fixed.
  Function restrict(Function f, Variable v, bool value);
  // Every variable of f that stands in `replacement` replaced by its function, which may use any variables.
  Function compose(Function f, const std::map<Variable, Function>& replacement);
  bool evaluate(Function f, const std::function<bool(Variable)>& value) const;

  // Variables that f depends on, ascending. Charged its nodes, remembered or not.
  std::vector<Variable> support(Function f) const;

  // Cuts f above variable `first_below`: the distinct functions of the variables from there on that f can
  // become, each with the condition on the variables before. Conditions are disjoint and cover everything;
  // order is deterministic.
  struct Part {
    Function condition = kFalse;
    Function rest = kFalse;
  };
  std::vector<Part> cut(Function f, Variable first_below);

  // The same where there are at most `most` parts with a rest other than kFalse; false when there are more.
  bool cut_few(Function f, Variable first_below, std::size_t most, std::vector<Part>& parts);

  // The only assignment of variables [0, count) that makes f true, if there is exactly one.
  bool unique_assignment(Function f, Variable count, std::vector<bool>& assignment) const;

  std::size_t size() const { return nodes_.size(); }
  std::size_t nodes_of(Function f) const;

 private:
  // The decision nodes of f, each once. Charged one by one.
  std::set<Function> reachable(Function f) const;

  struct Node {
    Variable variable;
    Function low;
    Function high;
    bool operator==(const Node&) const = default;
  };
  // One remembered answer of support().
  struct Support {
    Function of = kFalse;  // kFalse: none
    std::size_t nodes = 0;
    std::vector<Variable> variables;
  };
  static constexpr std::size_t kSupports = 1024;
  static constexpr std::size_t kMostRemembered = 32;  // variables
  // One remembered answer of choose().
  struct Chosen {
    Function condition = 0, then = 0, otherwise = 0;  // all 0: none
    Function result = 0;
  };

  void grow_index();
  Function node(Variable v, Function low, Function high);
  Variable top(Function f) const { return nodes_[f].variable; }
  Function branch(Function f, Variable v, bool high) const;
  Function choose_at(Function condition, Function then, Function otherwise, std::size_t depth);
  Function compose_into(Function f, const std::map<Variable, Function>& replacement,
                        std::unordered_map<Function, Function>& done);

  void check_depth(std::size_t depth) const;

  Meter* meter_;
  std::size_t most_nodes_;
  std::vector<Node> nodes_;
  // Flat, so that they are let go of at once however many nodes there are.
  std::vector<Function> index_;            // nodes by their hash, open addressing; 0 is a free slot
  std::vector<Chosen> chosen_;             // by their hash, the last one met in each slot
  mutable std::vector<Support> supports_;  // by their number, the last one met in each slot
};

}  // namespace lockstep::engine

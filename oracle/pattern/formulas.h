// Boolean formulas over numbered leaves, each kept once, so that equal formulas have equal numbers.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace lockstep::oracle {

// Thread rules: one thread.
class Formulas {
 public:
  using Formula = std::uint32_t;
  enum class Kind : std::uint8_t { constant, leaf, all, any, negation };
  struct Node {
    Kind kind = Kind::constant;
    std::uint32_t leaf = 0;
    std::vector<Formula> parts;
    bool operator<(const Node& other) const {
      return std::pair(kind, leaf) != std::pair(other.kind, other.leaf)
                 ? std::pair(kind, leaf) < std::pair(other.kind, other.leaf)
                 : parts < other.parts;
    }
  };
  static constexpr Formula kNo = 0;
  static constexpr Formula kYes = 1;

  Formulas();
  Formula leaf(std::uint32_t which);
  Formula negation(Formula of);
  Formula both(Formula a, Formula b) { return join(Kind::all, a, b); }
  Formula either(Formula a, Formula b) { return join(Kind::any, a, b); }
  const Node& at(Formula formula) const { return *nodes_[formula]; }
  std::size_t size() const { return nodes_.size(); }

 private:
  Formula join(Kind kind, Formula a, Formula b);
  Formula keep(Node node);

  std::map<Node, Formula> known_;
  std::vector<const Node*> nodes_;
};

}  // namespace lockstep::oracle

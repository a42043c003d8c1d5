#include "lockstep/oracle/pattern/formulas.h"

#include <algorithm>

namespace lockstep::oracle {

Formulas::Formulas() {
  keep({Kind::constant, 0, {}});
  keep({Kind::constant, 1, {}});
}

Formulas::Formula Formulas::keep(Node node) {
  const auto [place, added] = known_.emplace(std::move(node), static_cast<Formula>(nodes_.size()));
  if (added) nodes_.push_back(&place->first);
  return place->second;
}

Formulas::Formula Formulas::leaf(std::uint32_t which) { return keep({Kind::leaf, which, {}}); }

Formulas::Formula Formulas::negation(Formula of) {
  if (of == kNo) return kYes;
  if (of == kYes) return kNo;
  if (at(of).kind == Kind::negation) return at(of).parts.front();
  return keep({Kind::negation, 0, {of}});
}

// Flat, sorted, without doubles; a part beside its own negation decides the whole.
Formulas::Formula Formulas::join(Kind kind, Formula a, Formula b) {
  const Formula neutral = kind == Kind::all ? kYes : kNo;
  const Formula final = kind == Kind::all ? kNo : kYes;
  if (a == final || b == final) return final;
  if (a == neutral || a == b) return b;
  if (b == neutral) return a;
  std::vector<Formula> parts;
  for (const Formula part : {a, b}) {
    if (at(part).kind == kind) {
      parts.insert(parts.end(), at(part).parts.begin(), at(part).parts.end());
    } else {
      parts.push_back(part);
    }
  }
  std::sort(parts.begin(), parts.end());
  parts.erase(std::unique(parts.begin(), parts.end()), parts.end());
  for (const Formula part : parts) {
    if (at(part).kind == Kind::negation &&
        std::binary_search(parts.begin(), parts.end(), at(part).parts.front())) {
      return final;
    }
  }
  return parts.size() == 1 ? parts.front() : keep({kind, 0, std::move(parts)});
}

}  // namespace lockstep::oracle

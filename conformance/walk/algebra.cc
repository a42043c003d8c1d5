#include "lockstep/conformance/walk/algebra.h"

#include <fmt/format.h>

#include <memory>
#include <optional>

#include "lockstep/conformance/walk/byte_choice.h"

namespace lockstep::conformance {
namespace {

struct Side {
  std::size_t index = 0;  // in the equation
  std::unique_ptr<WalkSession> session;
};

std::string told(const Equation& equation, const std::string& prefix, const std::string& what) {
  std::string out = fmt::format("{}\n  after: {}\n", what, prefix);
  for (const std::string& schema : equation.schemas) out += "  schema: " + schema + "\n";
  return out;
}

// Is the one inside the other?
bool inside(const std::vector<std::uint32_t>& small, const std::vector<std::uint32_t>& large) {
  for (std::size_t i = 0; i < small.size(); ++i) {
    if ((small[i] & ~large[i]) != 0) return false;
  }
  return true;
}

std::vector<std::uint32_t> united(const std::vector<std::vector<std::uint32_t>>& masks, std::size_t words) {
  std::vector<std::uint32_t> all(words, 0);
  for (std::size_t i = 1; i < masks.size(); ++i) {
    for (std::size_t word = 0; word < words; ++word) all[word] |= masks[i][word];
  }
  return all;
}

// The masks of those that live, the first of the equation first; "" where they stand as the relation says. A
// mask has the bit of a stop token iff the text may end, so stop bits are compared too.
std::string mask_difference(Relation relation, const std::vector<Side>& sides) {
  std::vector<std::vector<std::uint32_t>> masks;
  for (const Side& side : sides) masks.push_back(side.session->mask());
  if (relation == Relation::united)
    return masks[0] == united(masks, masks[0].size()) ? "" : "the first mask is not the union of the others";
  for (std::size_t i = 1; i < masks.size(); ++i) {
    if (relation == Relation::equal && masks[i] != masks[0])
      return fmt::format("masks 0 and {} differ", sides[i].index);
    if (relation == Relation::inside && !inside(masks[0], masks[i]))
      return fmt::format("mask 0 has a bit that mask {} has not", sides[i].index);
  }
  return {};
}

// Compiles all; nullopt where one is refused or over a limit (counted).
std::optional<std::vector<Side>> compile(WalkSubject& subject, const Equation& equation, AlgebraTally& tally,
                                         std::string& wrong) {
  std::vector<Side> sides;
  for (std::size_t i = 0; i < equation.schemas.size(); ++i) {
    WalkStart start = subject.start(equation.schemas[i]);
    if (start.compile.outcome == Compile::refused || start.compile.outcome == Compile::limit) {
      ++tally.refused[start.compile.outcome == Compile::limit ? "limit" : start.compile.keyword];
      return std::nullopt;
    }
    if (start.session) {
      sides.push_back({i, std::move(start.session)});
    } else if (start.compile.outcome != Compile::empty) {
      wrong = fmt::format("schema {}: {} {}", i, name(start.compile.outcome), start.compile.message);
    }
  }
  return sides;
}

// What the relation says where some languages are empty. True: there is nothing to walk.
bool settled_by_emptiness(const Equation& equation, const std::vector<Side>& sides, std::string& wrong) {
  const bool first_lives = !sides.empty() && sides.front().index == 0;
  if (equation.relation == Relation::equal && !sides.empty() && sides.size() != equation.schemas.size())
    wrong = "some are empty and some are not";
  if (equation.relation == Relation::united && first_lives != (sides.size() > (first_lives ? 1U : 0U)))
    wrong = "the union is empty and a part is not, or the other way round";
  if (equation.relation == Relation::inside && first_lives && sides.size() != equation.schemas.size())
    wrong = "the larger is empty and the smaller is not";
  return !first_lives || !wrong.empty();
}

// Takes the byte everywhere; those of a union that die are dropped.
std::string take(Relation relation, std::vector<Side>& sides, std::uint8_t byte) {
  const std::string text(1, static_cast<char>(byte));
  for (std::size_t i = 0; i < sides.size();) {
    if (sides[i].session->accept_bytes(text)) {
      ++i;
    } else if (relation == Relation::united && i > 0) {
      sides.erase(sides.begin() + static_cast<std::ptrdiff_t>(i));
    } else {
      return fmt::format("schema {} does not take byte {:#04x}", sides[i].index, byte);
    }
  }
  return {};
}

}  // namespace

std::string check_equation(WalkSubject& subject, const Equation& equation, Choices& choices,
                           std::size_t steps, AlgebraTally& tally) {
  ++tally.equations;
  std::string wrong;
  std::optional<std::vector<Side>> sides = compile(subject, equation, tally, wrong);
  if (!wrong.empty()) return told(equation, "", wrong);
  if (!sides) return {};
  ++tally.compared;
  if (settled_by_emptiness(equation, *sides, wrong)) {
    ++tally.empty;
    return wrong.empty() ? "" : told(equation, "", wrong);
  }
  std::string prefix;
  const bool dwell = choices.chance(30);
  for (std::size_t step = 0; step <= steps; ++step) {
    ++tally.masks;
    wrong = mask_difference(equation.relation, *sides);
    if (!wrong.empty()) return told(equation, prefix, wrong);
    const std::vector<bool> allowed = sides->front().session->allowed_bytes();
    const std::optional<std::uint8_t> byte = choose_byte(allowed, choices, dwell);
    if (!byte || (only_white_space(allowed) && sides->front().session->can_stop())) break;
    prefix += static_cast<char>(*byte);
    wrong = take(equation.relation, *sides, *byte);
    if (!wrong.empty()) return told(equation, prefix, wrong);
  }
  return {};
}

}  // namespace lockstep::conformance

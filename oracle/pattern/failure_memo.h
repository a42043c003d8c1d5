// Remembers which matcher calls have failed, for patterns whose captures nobody reads. Without it `^(a+)+$`
// takes exponential time; the answers are the same.
//
// A call m(x, c) depends on the matcher, on x, and on what c will do. What c will do is known from the shape
// of its chain of records (which node, how many rounds are left, what follows) and from which rounds in it
// began at x, because the empty check of RepeatMatcher compares with that. Rounds began further out no later
// than rounds further in (in a lookbehind: no earlier position), so a count of the innermost ones suffices.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <unordered_set>

namespace lockstep::oracle {

inline constexpr std::uint32_t kNoShape = 0;     // of a chain that is not remembered
inline constexpr std::uint32_t kEmptyShape = 1;  // of no chain: what the last record of a chain goes on with

struct FailureKey {
  std::uint32_t shape = kNoShape;
  std::uint32_t position = 0;
  std::uint32_t stalled = 0;  // innermost rounds in the chain that began at `position`
  bool operator==(const FailureKey&) const = default;
};

// Thread rules: one owner.
class FailureMemo {
 public:
  // The shape of a chain that begins with `node` (and two numbers about it) and goes on as `parent`: the same
  // number for the same four, a new one otherwise. kNoShape when the memo is full or `parent` is kNoShape.
  std::uint32_t shape(std::uint32_t parent, std::uint32_t node, std::uint32_t a, std::uint32_t b);
  bool contains(const FailureKey& key) const { return failures_.contains(key); }
  void add(const FailureKey& key);

 private:
  struct Link {
    std::uint32_t parent;
    std::uint32_t node;
    std::uint32_t a;
    std::uint32_t b;
    bool operator==(const Link&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Link& link) const;
    std::size_t operator()(const FailureKey& key) const;
  };

  std::unordered_map<Link, std::uint32_t, Hash> shapes_;
  std::unordered_set<FailureKey, Hash> failures_;
};

}  // namespace lockstep::oracle

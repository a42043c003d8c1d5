// Makes a failing pair of schema and instance small, so that it can be pasted into a bug report.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

namespace lockstep::conformance {

struct Pair {
  std::string schema;
  std::string instance;
};

// Removes members and items, replaces subtrees by their parts or by small values and shortens strings, one
// change at a time, as long as `fails` still holds for what is left. Neither text grows. Texts that are no
// JSON come back as they are. Cost: at most `budget` calls of `fails`. Deterministic if `fails` is.
Pair shrink_pair(const Pair& pair, const std::function<bool(const Pair&)>& fails, std::size_t budget = 600);

}  // namespace lockstep::conformance

// Lists in order, each value once. Vectors: of ten thousand values, whoever stops the work does not wait for
// a tree of them to be given back.
#pragma once

#include <algorithm>
#include <vector>

namespace lockstep::engine {

// Most lists come in order, which costs one look at each value. `look` is given the values of each comparison
// and may throw.
template <typename T, typename Look>
void sort_once(std::vector<T>& values, const Look& look) {
  const auto before = [&look](const T& a, const T& b) {
    look(a, b);
    return a < b;
  };
  if (!std::is_sorted(values.begin(), values.end(), before)) std::sort(values.begin(), values.end(), before);
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

template <typename T, typename Value>
bool has_sorted(const std::vector<T>& values, const Value& value) {
  return std::binary_search(values.begin(), values.end(), value);
}

}  // namespace lockstep::engine

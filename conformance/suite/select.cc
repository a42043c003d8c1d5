#include "lockstep/conformance/suite/select.h"

#include <algorithm>
#include <random>
#include <utility>

namespace lockstep::conformance {
namespace {

// mt19937_64 is the same everywhere; std::shuffle and the distributions are not, so the draw is spelled out.
template <typename One>
void sample(std::vector<One>& chosen, const SuiteSelection& selection) {
  if (selection.limit == 0 || selection.limit >= chosen.size()) return;
  std::mt19937_64 random(selection.seed);
  for (std::size_t i = 0; i < selection.limit; ++i) {
    std::swap(chosen[i], chosen[i + random() % (chosen.size() - i)]);
  }
  chosen.resize(selection.limit);
  std::sort(chosen.begin(), chosen.end());
}

}  // namespace

std::vector<std::size_t> select_indices(std::size_t count, const SuiteSelection& selection) {
  std::vector<std::size_t> chosen;
  for (std::size_t index = selection.shard - 1; index < count; index += selection.shards)
    chosen.push_back(index);
  sample(chosen, selection);
  return chosen;
}

std::vector<std::vector<std::size_t>> select_tests(const Suite& suite, const SuiteSelection& selection) {
  std::vector<std::pair<std::size_t, std::size_t>> chosen;  // group, test
  for (std::size_t group = 0; group < suite.groups.size(); ++group) {
    if (suite.groups[group].optional && !selection.optional) continue;
    if (group % selection.shards != selection.shard - 1) continue;
    for (std::size_t test = 0; test < suite.groups[group].tests.size(); ++test)
      chosen.emplace_back(group, test);
  }
  sample(chosen, selection);
  std::vector<std::vector<std::size_t>> tests(suite.groups.size());
  for (const auto& [group, test] : chosen) tests[group].push_back(test);
  return tests;
}

}  // namespace lockstep::conformance

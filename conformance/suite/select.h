// Which tests of a suite a run takes: optional ones, a shard, a seeded sample.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "lockstep/conformance/suite/json_schema_suite.h"

namespace lockstep::conformance {

struct SuiteSelection {
  bool optional = false;  // also the tests below optional/
  std::size_t shard = 1;  // from 1 to shards; schemas are dealt out, so that each is compiled in one shard
  std::size_t shards = 1;
  std::size_t limit = 0;  // at most so many tests of the shard, drawn by the seed; 0: all
  std::uint64_t seed = 1;
};

// The indices below `count` of the shard, or of a sample of it; ascending. Expects as below.
std::vector<std::size_t> select_indices(std::size_t count, const SuiteSelection& selection);

// For each group the indices of its chosen tests, ascending. The shards of one suite are disjoint and cover
// it. Deterministic on every machine. Expects 1 <= shard <= shards.
std::vector<std::vector<std::size_t>> select_tests(const Suite& suite, const SuiteSelection& selection);

}  // namespace lockstep::conformance

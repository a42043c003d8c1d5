// Two hash tables with a bound on their size. Nothing is iterated.
#include "lockstep/oracle/pattern/failure_memo.h"

namespace lockstep::oracle {
namespace {

constexpr std::size_t kMostEntries = 2'000'000;  // about 100 MB in each table

std::uint64_t mix(std::uint64_t seed, std::uint64_t value) {
  const std::uint64_t product = (seed ^ value) * 0x9E3779B97F4A7C15U;
  return product ^ (product >> 29U);
}

}  // namespace

std::size_t FailureMemo::Hash::operator()(const Link& link) const {
  return mix(mix((std::uint64_t{link.parent} << 32U) | link.node, link.a), link.b);
}

std::size_t FailureMemo::Hash::operator()(const FailureKey& key) const {
  return mix((std::uint64_t{key.shape} << 32U) | key.position, key.stalled);
}

std::uint32_t FailureMemo::shape(std::uint32_t parent, std::uint32_t node, std::uint32_t a, std::uint32_t b) {
  if (parent == kNoShape) return kNoShape;
  const Link link{parent, node, a, b};
  if (const auto found = shapes_.find(link); found != shapes_.end()) return found->second;
  if (shapes_.size() >= kMostEntries) return kNoShape;
  const auto number = static_cast<std::uint32_t>(shapes_.size() + 1 + kEmptyShape);
  shapes_.emplace(link, number);
  return number;
}

void FailureMemo::add(const FailureKey& key) {
  if (failures_.size() < kMostEntries) failures_.insert(key);
}

}  // namespace lockstep::oracle

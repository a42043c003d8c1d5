#include "lockstep/conformance/walk/byte_path.h"

#include <algorithm>
#include <bit>

namespace lockstep::conformance {

BytePath::BytePath(const engine::Vocabulary& vocabulary)
    : vocabulary_(vocabulary), spelling_(vocabulary), settable_((vocabulary.logit_width() + 31) / 32, 0) {
  for (std::uint32_t id = 0; id < vocabulary_.size(); ++id) {
    if (vocabulary_.is_text(id)) texts_.emplace_back(vocabulary_.bytes(id), id);
    if (vocabulary_.is_text(id) || vocabulary_.is_stop(id))
      settable_[id / 32] |= std::uint32_t{1} << (id % 32);
  }
  std::sort(texts_.begin(), texts_.end());
}

std::span<const BytePath::Text> BytePath::beginning_with(std::string_view bytes) const {
  const auto first = std::lower_bound(texts_.begin(), texts_.end(), Text{bytes, 0});
  const auto last = std::partition_point(first, texts_.end(),
                                         [&](const Text& one) { return one.first.starts_with(bytes); });
  return {first, last};
}

std::span<const BytePath::Text> BytePath::equal_to(std::string_view bytes) const {
  const auto first = std::lower_bound(texts_.begin(), texts_.end(), Text{bytes, 0});
  const auto last =
      std::partition_point(first, texts_.end(), [&](const Text& one) { return one.first == bytes; });
  return {first, last};
}

std::vector<std::uint32_t> BytePath::mask(WalkSession& session) const {
  std::vector<std::uint32_t> words((vocabulary_.logit_width() + 31) / 32, 0);
  const auto set = [&](std::uint32_t id) { words[id / 32] |= std::uint32_t{1} << (id % 32); };
  std::string_view before;  // the token looked at before
  std::size_t taken = 0;    // bytes of it that the session took, one step each
  for (const auto& [bytes, id] : texts_) {
    const auto common = static_cast<std::size_t>(
        std::mismatch(before.begin(), before.end(), bytes.begin(), bytes.end()).first - before.begin());
    const bool dead = taken < before.size() && common > taken;
    before = bytes;
    if (dead) continue;  // the byte that `before` died at is here too
    if (taken > common && !session.rollback(taken - common)) return {};
    taken = std::min(taken, common);
    while (taken < bytes.size() && session.accept_bytes(bytes.substr(taken, 1))) ++taken;
    if (taken == bytes.size()) set(id);
  }
  if (taken > 0 && !session.rollback(taken)) return {};
  if (session.can_stop()) {
    for (const std::uint32_t id : vocabulary_.stop_ids()) set(id);
  }
  return words;
}

bool bit(const std::vector<std::uint32_t>& mask, std::size_t index) {
  return index / 32 < mask.size() && (mask[index / 32] >> (index % 32) & 1U) != 0;
}

std::size_t count_bits(const std::vector<std::uint32_t>& mask) {
  std::size_t count = 0;
  for (const std::uint32_t word : mask) count += static_cast<std::size_t>(std::popcount(word));
  return count;
}

}  // namespace lockstep::conformance

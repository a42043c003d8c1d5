#include "lockstep/conformance/walk/byte_path.h"

#include <algorithm>
#include <bit>
#include <string_view>
#include <utility>

namespace lockstep::conformance {

BytePath::BytePath(const engine::Vocabulary& vocabulary)
    : vocabulary_(vocabulary), spelling_(vocabulary), settable_((vocabulary.logit_width() + 31) / 32, 0) {
  for (std::uint32_t id = 0; id < vocabulary_.size(); ++id) {
    if (vocabulary_.is_text(id)) texts_.emplace_back(vocabulary_.bytes(id), id);
    if (vocabulary_.is_text(id) || vocabulary_.is_stop(id))
      settable_[id / 32] |= std::uint32_t{1} << (id % 32);
  }
  std::sort(texts_.begin(), texts_.end());
  make_steps();
}

void BytePath::make_steps() {
  std::vector<std::size_t> open;  // the steps that lead to the last one
  const auto close = [&](std::size_t length) {
    for (; open.size() > length; open.pop_back()) {
      steps_[open.back()].beyond = static_cast<std::uint32_t>(steps_.size());
    }
  };
  std::string_view before;
  for (std::size_t text = 0; text < texts_.size(); ++text) {
    const std::string_view bytes = texts_[text].first;
    const auto common = static_cast<std::size_t>(
        std::mismatch(before.begin(), before.end(), bytes.begin(), bytes.end()).first - before.begin());
    close(common);
    for (std::size_t at = common; at < bytes.size(); ++at) {
      open.push_back(steps_.size());
      Step step;
      step.length = static_cast<std::uint32_t>(at + 1);
      step.first_text = static_cast<std::uint32_t>(text);
      step.byte = bytes[at];
      steps_.push_back(step);
    }
    // Equal texts stand side by side, and before whatever extends them.
    ++steps_[open.back()].text_count;
    before = bytes;
  }
  close(0);
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
  std::size_t taken = 0;  // bytes that the session took, one step each
  for (std::size_t at = 0; at < steps_.size();) {
    const Step& step = steps_[at];
    const std::size_t before = step.length - 1;
    if (taken > before && !session.rollback(taken - before)) return {};
    taken = before;
    if (!session.accept_bytes(std::string_view(&step.byte, 1))) {
      at = step.beyond;
      continue;
    }
    ++taken;
    for (std::uint32_t i = 0; i < step.text_count; ++i) set(texts_[step.first_text + i].second);
    ++at;
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

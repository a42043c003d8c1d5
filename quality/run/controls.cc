#include "lockstep/quality/run/controls.h"

#include <fmt/format.h>

#include <algorithm>

namespace lockstep::quality {

std::optional<std::size_t> first_difference(const Generation& a, const Generation& b) {
  const std::size_t common = std::min(a.tokens.size(), b.tokens.size());
  for (std::size_t i = 0; i < common; ++i) {
    if (a.tokens[i] != b.tokens[i]) return i;
  }
  if (a.tokens.size() == b.tokens.size()) return std::nullopt;
  return common;
}

std::string difference(const Generation& a, const Generation& b, bool masks) {
  const std::size_t common = std::min(a.steps.size(), b.steps.size());
  for (std::size_t i = 0; i < common; ++i) {
    if (a.steps[i].logits_sha256 != b.steps[i].logits_sha256)
      return fmt::format("other logits at step {}", i);
    if (masks && a.steps[i].mask_sha256 != b.steps[i].mask_sha256)
      return fmt::format("another mask at step {}", i);
    if (a.steps[i].evidence.chosen != b.steps[i].evidence.chosen)
      return fmt::format("token {} at step {} and then token {}", a.steps[i].evidence.chosen, i,
                         b.steps[i].evidence.chosen);
  }
  if (a.steps.size() != b.steps.size())
    return fmt::format("{} steps and then {}", a.steps.size(), b.steps.size());
  if (const std::optional<std::size_t> at = first_difference(a, b))
    return fmt::format("another token {}", *at);
  if (a.ending != b.ending || a.output != b.output) return "another ending";
  return {};
}

std::string hex_of(std::string_view bytes) {
  std::string out;
  for (const char c : bytes)
    out += fmt::format("{:02x}", static_cast<unsigned>(static_cast<unsigned char>(c)));
  return out;
}

std::string removed_token(const Generation& free, std::size_t step, const engine::Vocabulary& vocabulary) {
  std::string prefix;
  for (std::size_t i = 0; i < step; ++i) {
    if (vocabulary.is_text(free.tokens[i])) prefix += vocabulary.bytes(free.tokens[i]);
  }
  const engine::TokenId token = free.tokens[step];
  const std::string what = vocabulary.is_stop(token)
                               ? "the stop token " + std::string(vocabulary.bytes(token))
                               : "bytes " + hex_of(vocabulary.bytes(token));
  return fmt::format("mask_overconstrained at step {} after {}: the mask has no bit for token {} ({})", step,
                     hex_of(prefix), token, what);
}

}  // namespace lockstep::quality

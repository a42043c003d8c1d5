#include "lockstep/oracle/token_filter/token_filter.h"

#include <map>

namespace lockstep::oracle {

std::vector<Answer> filter_tokens(const PrefixOracle& oracle, std::string_view prefix,
                                  const std::vector<FilterToken>& vocabulary, const PrefixLimits& limits) {
  std::vector<Answer> mask(vocabulary.size(), Answer::no());
  std::map<std::string_view, std::vector<std::size_t>>
      ids;  // in the order of the bytes: beginnings come first
  Answer stop = Answer::no();
  bool stop_is_known = false;
  for (std::size_t id = 0; id < vocabulary.size(); ++id) {
    const FilterToken& token = vocabulary[id];
    if (token.role == TokenRole::text && !token.bytes.empty()) ids[token.bytes].push_back(id);
    if (token.role != TokenRole::stop) continue;
    if (!stop_is_known) stop = oracle.complete(prefix, limits);
    stop_is_known = true;
    mask[id] = stop;
  }
  std::string_view dead;  // the last dead bytes: whatever extends them follows them at once in the order
  for (const auto& [bytes, same] : ids) {
    if (!dead.empty() && bytes.starts_with(dead)) continue;
    const Answer answer = oracle.viable(std::string(prefix) + std::string(bytes), limits);
    if (answer.is_no()) dead = bytes;
    for (const std::size_t id : same) mask[id] = answer;
  }
  return mask;
}

}  // namespace lockstep::oracle

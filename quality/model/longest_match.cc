#include "lockstep/quality/model/longest_match.h"

#include <algorithm>
#include <utility>

#include "lockstep/engine/base/check.h"

namespace lockstep::quality {

LongestMatch::LongestMatch(engine::Vocabulary vocabulary) : vocabulary_(std::move(vocabulary)) {
  for (engine::TokenId id = 0; id < vocabulary_.size(); ++id) {
    if (!vocabulary_.is_text(id)) continue;
    by_bytes_.emplace(vocabulary_.bytes(id), id);
    longest_ = std::max(longest_, vocabulary_.bytes(id).size());
  }
}

std::vector<engine::TokenId> LongestMatch::encode(std::string_view text) const {
  std::vector<engine::TokenId> ids;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t length = std::min(longest_, text.size() - at);
    auto found = by_bytes_.find(text.substr(at, length));
    while (found == by_bytes_.end() && length > 1) found = by_bytes_.find(text.substr(at, --length));
    LOCKSTEP_CHECK(found != by_bytes_.end());  // every byte has a token
    ids.push_back(found->second);
    at += length;
  }
  return ids;
}

}  // namespace lockstep::quality

#include "lockstep/quality/run/wrong_engines.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "lockstep/conformance/planted/wrong_session.h"
#include "lockstep/conformance/walk/place.h"

namespace lockstep::quality {
namespace {

using conformance::BytePath;
using conformance::WalkSession;
using conformance::WrongSession;

// Of tokens that begin one with another only the longest stays: a text has one spelling, and a model that
// prefers another one is blocked. Consistent in itself, so that nothing but comparing whole texts convicts
// it.
class LongestTokenOnly final : public WrongSession {
  LOCKSTEP_WRONG_SESSION(LongestTokenOnly)
 public:
  std::vector<std::uint32_t> mask() override {
    std::vector<std::uint32_t> words = inner().mask();
    const engine::Vocabulary& vocabulary = byte_path().vocabulary();
    const std::vector<std::uint32_t> before = words;
    for (engine::TokenId id = 0; id < vocabulary.size(); ++id) {
      if (!vocabulary.is_text(id) || !conformance::bit(before, id)) continue;
      for (const auto& [bytes, other] : byte_path().beginning_with(vocabulary.bytes(id))) {
        if (bytes.size() > vocabulary.bytes(id).size() && conformance::bit(before, other))
          words[id / 32] &= ~(std::uint32_t{1} << (id % 32));
      }
    }
    return words;
  }
};

// One token of the strings is lost: a text with it in a string cannot be written with it.
class HyphenLostInStrings final : public WrongSession {
  LOCKSTEP_WRONG_SESSION(HyphenLostInStrings)
 public:
  std::vector<std::uint32_t> mask() override {
    std::vector<std::uint32_t> words = inner().mask();
    const std::uint32_t id = *byte_path().vocabulary().byte_token('-');
    if (conformance::in_string(conformance::place_of(bytes())))
      words[id / 32] &= ~(std::uint32_t{1} << (id % 32));
    return words;
  }
};

// Those of conformance/planted that texts can show, and by what.
const std::map<std::string_view, std::vector<std::string>>& shown_by_texts() {
  static const std::map<std::string_view, std::vector<std::string>> kShown = {
      {"memo_too_coarse", {"inconsistent", "over_accept", "mask_overconstrained"}},
      {"padding_bit", {"inconsistent"}},
      {"required_ignored", {"over_accept"}},
      {"stop_tokens_forgotten", {"inconsistent"}},
  };
  return kShown;
}

std::vector<WrongEngine> all() {
  std::vector<WrongEngine> out;
  for (const conformance::MaskFault& fault : conformance::mask_faults()) {
    const auto shown = shown_by_texts().find(fault.name);
    if (shown != shown_by_texts().end())
      out.push_back({fault.name, fault.sentence, shown->second, fault.make});
  }
  const auto hyphen = conformance::session_fault<HyphenLostInStrings>(
      "hyphen_lost_in_strings", "Inside strings the token of the hyphen is never allowed.",
      conformance::Verdict::mask_too_narrow, "byte_path");
  out.push_back({hyphen.name, hyphen.sentence, {"mask_overconstrained"}, hyphen.make});
  const auto longest = conformance::session_fault<LongestTokenOnly>(
      "longest_token_only", "Of tokens that begin one with another only the longest is allowed.",
      conformance::Verdict::mask_too_narrow, "byte_path");
  out.push_back({longest.name, longest.sentence, {"mask_overconstrained"}, longest.make});
  std::sort(out.begin(), out.end(),
            [](const WrongEngine& a, const WrongEngine& b) { return a.name < b.name; });
  return out;
}

}  // namespace

const std::vector<WrongEngine>& wrong_engines() {
  static const std::vector<WrongEngine> kAll = all();
  return kAll;
}

}  // namespace lockstep::quality

#include "lockstep/conformance/planted/follow.h"

#include <algorithm>

#include "lockstep/conformance/judge/compare.h"

namespace lockstep::conformance {
namespace {

constexpr std::size_t kLongest = 400;  // bytes of a text that is followed

Choices choices_for(std::string_view text) {
  std::uint64_t seed = 0xcbf29ce484222325U;
  for (const char c : text) seed = (seed ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return Choices(seeded_bytes(seed));
}

}  // namespace

void follow_texts(WalkSubject& subject, const BytePath& byte_path, const std::string& schema,
                  const std::string& oracle_schema, const std::vector<std::string>& texts, bool full,
                  KnownNextBytes& known, Followed& sum, const FoundOne& found) {
  const WalkStart started = subject.start(schema);
  if (started.compile.outcome == Compile::refused) {
    ++sum.refused;
    return;
  }
  KnownOracle* const asked = known.of(oracle_schema, oracle::OraclePolicy::spec());
  if (asked == nullptr) return;
  const oracle::PrefixOracle& truth = asked->truth();
  const oracle::PrefixLimits limits;
  if (started.compile.outcome == Compile::empty) {
    ++sum.prefixes;
    if (truth.viable("").is_yes())
      found(0, {Verdict::over_reject, "compile", "compiles to empty, and there is a text"});
    return;
  }
  if (!started.session) {
    const Verdict verdict = compare(Expected::unknown, started.compile, nullptr).verdict;
    return found(0, {verdict, "compile", started.compile.message});
  }
  const PrefixJudge judge(byte_path, limits);
  std::uint64_t overruns = 0;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const std::string& text = texts[i];
    if (text.size() > kLongest) continue;
    Choices choices = choices_for(text);
    // Nobody can say what such a schema means (Core 9.4.1), so no mask of it is right.
    const oracle::Answer whole = truth.complete(text);
    if (whole.is_unknown() && whole.reason.starts_with("infinite_recursion")) {
      ++sum.prefixes;
      found(i, {Verdict::inconsistent, "compile", "answers a schema whose evaluation has no end"});
      continue;
    }
    const std::size_t before = choices.below(text.size() + 1);
    const auto session = started.session->fork();
    const auto judge_at = [&](std::size_t size) {
      const auto here = session->fork();
      ++sum.prefixes;
      PrefixFacts facts;
      const std::string prefix = text.substr(0, size);
      for (const Finding& one :
           judge.judge(truth, *started.session, *here, prefix, full ? Depth::full : Depth::mask, choices,
                       facts, &asked->next_bytes(prefix, limits)))
        found(i, one);
      sum.bits += facts.bits;
      sum.full += facts.full ? 1 : 0;
    };
    std::size_t taken = 0;
    while (taken < text.size() && session->accept_bytes(std::string_view(text).substr(taken, 1))) {
      ++taken;
      if (taken == before && taken < text.size()) judge_at(taken);
    }
    judge_at(taken);
    if (started.session->overruns() > overruns) found(i, {Verdict::limit, "limit", "answered by a limit"});
    overruns = started.session->overruns();
  }
}

}  // namespace lockstep::conformance

// The exact tier at one prefix: the oracle decides every next byte and the stop bit; the laws hold, that the
// mask equals the subject's own byte path among them; some masks are compared in full with the oracle's token
// filter.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/conformance/generate/choices.h"
#include "lockstep/conformance/judge/verdict.h"
#include "lockstep/conformance/walk/byte_path.h"
#include "lockstep/conformance/walk/laws.h"
#include "lockstep/conformance/walk/prefix_facts.h"
#include "lockstep/conformance/walk/walk_subject.h"
#include "lockstep/oracle/schema_prefix/schema_prefix.h"
#include "lockstep/oracle/token_filter/token_filter.h"

namespace lockstep::conformance {

// How much is judged at a prefix: each adds to the one before it.
enum class Depth : std::uint8_t {
  bytes,  // every next byte, the stop bit, the subject's own completion
  mask,   // the laws: the mask against the byte path, and all others
  full,   // the mask against the token filter
};

// Thread rules: immutable after construction; many threads may judge at once, each with sessions of its own.
class PrefixJudge {
 public:
  PrefixJudge(const BytePath& byte_path, const oracle::PrefixLimits& limits);

  // `start` is a session at the empty prefix, `here` one at `prefix`; both are left where they are by a right
  // subject. The findings are the failures, in the order of the checks. In `facts.audit` stands every text
  // on which both agree: the prefix, which need not be JSON where it is no text, and its completion. `known`:
  // what `truth` says about the next bytes of `prefix` under the limits given here; null: it is asked.
  std::vector<Finding> judge(const oracle::PrefixOracle& truth, WalkSession& start, WalkSession& here,
                             const std::string& prefix, Depth depth, Choices& choices, PrefixFacts& facts,
                             const oracle::NextBytes* known = nullptr) const;

  // The oracle about one token, as its token filter would answer. `token` is below the vocabulary's size.
  oracle::Answer token_answer(const oracle::PrefixOracle& truth, const std::string& prefix,
                              std::uint32_t token) const {
    return oracle::filter_tokens(truth, prefix, {tokens_[token]}, limits_).front();
  }

 private:
  void judge_bytes(const oracle::NextBytes& right, WalkSession& here, const std::string& prefix,
                   std::vector<Finding>& found, PrefixFacts& facts) const;
  void judge_end(const oracle::PrefixOracle& truth, WalkSession& here, const std::string& prefix,
                 std::vector<Finding>& found, PrefixFacts& facts) const;
  void judge_full(const oracle::PrefixOracle& truth, const std::vector<std::uint32_t>& mask,
                  const std::string& prefix, std::vector<Finding>& found, PrefixFacts& facts) const;

  const BytePath& byte_path_;
  oracle::PrefixLimits limits_;
  std::vector<oracle::FilterToken> tokens_;
};

}  // namespace lockstep::conformance

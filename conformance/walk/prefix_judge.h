// The exact tier at one prefix: the oracle decides every next byte and the stop bit; the laws hold, that the
// mask equals the subject's own byte path among them; some masks are compared in full with the oracle's token
// filter.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/conformance/generate/choices.h"
#include "lockstep/conformance/judge/verdict.h"
#include "lockstep/conformance/walk/byte_path.h"
#include "lockstep/conformance/walk/laws.h"
#include "lockstep/conformance/walk/walk_subject.h"
#include "lockstep/oracle/schema_prefix/schema_prefix.h"
#include "lockstep/oracle/token_filter/token_filter.h"

namespace lockstep::conformance {

struct PrefixCounts {
  std::size_t bytes = 0;  // next bytes and stop bits that the oracle decided
  std::size_t unknown_bytes = 0;
  std::size_t masks = 0;       // compared with the byte path
  std::size_t full_masks = 0;  // compared with the token filter
  std::size_t tokens = 0;      // of these, tokens that the oracle decided
  std::size_t unknown_tokens = 0;
  std::size_t set_bits = 0;                    // of the last mask
  std::map<std::string, std::size_t> unknown;  // reason up to its second word
  LawCounts laws;
};

// Thread rules: one thread at a time.
class PrefixJudge {
 public:
  PrefixJudge(const BytePath& byte_path, const oracle::PrefixLimits& limits);

  // `start` is a session at the empty prefix, `here` one at `prefix`; both are left where they are by a right
  // subject. The findings are the failures, in the order of the checks.
  std::vector<Finding> judge(const oracle::PrefixOracle& truth, WalkSession& start, WalkSession& here,
                             const std::string& prefix, bool full, Choices& choices,
                             PrefixCounts& counts) const;

 private:
  void judge_bytes(const oracle::PrefixOracle& truth, WalkSession& here, const std::string& prefix,
                   std::vector<Finding>& found, PrefixCounts& counts) const;
  void judge_end(const oracle::PrefixOracle& truth, WalkSession& here, const std::string& prefix,
                 std::vector<Finding>& found, PrefixCounts& counts) const;
  void judge_full(const oracle::PrefixOracle& truth, const std::vector<std::uint32_t>& mask,
                  const std::string& prefix, std::vector<Finding>& found, PrefixCounts& counts) const;

  const BytePath& byte_path_;
  oracle::PrefixLimits limits_;
  std::vector<oracle::FilterToken> tokens_;
};

}  // namespace lockstep::conformance

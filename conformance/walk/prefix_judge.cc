#include "lockstep/conformance/walk/prefix_judge.h"

#include <fmt/core.h>

#include <algorithm>

#include "lockstep/conformance/subject/oracle_masks.h"

namespace lockstep::conformance {
namespace {

// "keyword: contains" as it is; the figures of a limit are cut off.
std::string reason_key(const std::string& reason) {
  if (reason.starts_with("keyword: ")) return reason;
  return reason.substr(0, reason.find(':'));
}

constexpr std::size_t kDensePercent = 2;

// FNV-1a, 64 bits: tells masks of a report apart, nothing more.
std::string hash_of(const std::vector<std::uint32_t>& mask) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const std::uint32_t word : mask) {
    for (unsigned shift = 0; shift < 32; shift += 8) {
      hash ^= word >> shift & 0xffU;
      hash *= 0x100000001b3U;
    }
  }
  return fmt::format("{:016x}", hash);
}

bool any_of(const std::vector<bool>& allowed) {
  return std::find(allowed.begin(), allowed.end(), true) != allowed.end();
}

std::string token_text(const engine::Vocabulary& vocabulary, std::uint32_t id) {
  return fmt::format("token {} \"{}\"", id, shown_bytes(vocabulary.bytes(id)));
}

}  // namespace

PrefixJudge::PrefixJudge(const BytePath& byte_path, const oracle::PrefixLimits& limits)
    : byte_path_(byte_path), limits_(limits), tokens_(filter_tokens_of(byte_path.vocabulary())) {}

std::vector<Finding> PrefixJudge::judge(const oracle::PrefixOracle& truth, WalkSession& start,
                                        WalkSession& here, const std::string& prefix, Depth depth,
                                        Choices& choices, PrefixFacts& facts,
                                        const oracle::NextBytes* known) const {
  std::vector<Finding> found;
  facts.place = place_of(prefix);
  judge_bytes(known != nullptr ? *known : truth.next_bytes(prefix, limits_), here, prefix, found, facts);
  judge_end(truth, here, prefix, found, facts);
  if (depth != Depth::bytes) {
    const std::vector<std::uint32_t> mask = here.mask();
    const std::size_t set = count_bits(mask);
    facts.mask = {hash_of(mask), set, set * 100 > kDensePercent * byte_path_.vocabulary().size()};
    if (depth == Depth::full) judge_full(truth, mask, prefix, found, facts);
    check_laws(byte_path_, start, here, prefix, mask, choices, found, facts.laws);
  }
  if (const std::string limit = here.limit_met(); !limit.empty()) found = {{Verdict::limit, "limit", limit}};
  for (const Finding& one : found) ++facts.found[fmt::format("{} by {}", name(one.verdict), one.check)];
  return found;
}

void PrefixJudge::judge_bytes(const oracle::NextBytes& right, WalkSession& here, const std::string& prefix,
                              std::vector<Finding>& found, PrefixFacts& facts) const {
  const std::vector<bool> allowed = here.allowed_bytes();
  bool any = false;
  for (unsigned byte = 0; byte < 256; ++byte) {
    any = any || allowed[byte];
    const oracle::Answer& answer = right.bytes[byte];
    if (answer.is_unknown()) {
      ++facts.unknown;
      ++facts.why[reason_key(answer.reason)];
      continue;
    }
    ++facts.bits;
    if (allowed[byte] == answer.is_yes()) continue;
    const std::string shown = shown_bytes(std::string(1, static_cast<char>(byte)));
    if (allowed[byte]) {
      found.push_back(
          {Verdict::mask_too_wide, "next_byte", "byte " + shown + " is allowed, and no text goes on so"});
    } else {
      found.push_back({Verdict::mask_too_narrow, "next_byte",
                       "byte " + shown + " is not allowed, and a text goes on so"});
    }
  }
  const bool stop = here.can_stop();
  if (!any && !stop)
    found.push_back({Verdict::dead_end, "next_byte", "nothing may follow, and the text is not complete"});
  if (right.stop.is_unknown()) {
    ++facts.unknown;
    ++facts.why[reason_key(right.stop.reason)];
    return;
  }
  ++facts.bits;
  if (stop && right.stop.is_no())
    found.push_back({Verdict::over_accept, "stop_bit", "may stop, and it is no text"});
  if (!stop && right.stop.is_yes())
    found.push_back({Verdict::over_reject, "stop_bit", "may not stop, and it is a text"});
  if (stop == right.stop.is_yes()) facts.audit.push_back({prefix, stop});
}

void PrefixJudge::judge_end(const oracle::PrefixOracle& truth, WalkSession& here, const std::string& prefix,
                            std::vector<Finding>& found, PrefixFacts& facts) const {
  const std::string rest = here.finish();
  const auto fork = here.fork();
  const bool taken = rest.empty() || fork->accept_bytes(rest);
  if (!taken || !fork->can_stop()) {
    // A search that gave up proves nothing, unless it ran into a wall.
    if (taken && !here.knows_the_end() && any_of(fork->allowed_bytes())) {
      ++facts.why["no completion found"];
      return;
    }
    found.push_back(
        {Verdict::dead_end, "finish", "its own completion does not complete the text: " + shown_bytes(rest)});
    return;
  }
  const oracle::Answer answer = truth.complete(prefix + rest, limits_);
  if (answer.is_unknown()) {
    ++facts.why[reason_key(answer.reason)];
  } else if (answer.is_no()) {
    found.push_back(
        {Verdict::over_accept, "finish", "completes to what is no text: " + shown_bytes(prefix + rest)});
  } else {
    facts.audit.push_back({prefix + rest, true});
  }
}

void PrefixJudge::judge_full(const oracle::PrefixOracle& truth, const std::vector<std::uint32_t>& mask,
                             const std::string& prefix, std::vector<Finding>& found,
                             PrefixFacts& facts) const {
  facts.full = PrefixFacts::Full{};
  const std::vector<oracle::Answer> right = oracle::filter_tokens(truth, prefix, tokens_, limits_);
  for (std::uint32_t id = 0; id < right.size(); ++id) {
    if (right[id].is_unknown()) {
      ++facts.full->unknown;
      ++facts.why[reason_key(right[id].reason)];
      continue;
    }
    ++facts.full->tokens;
    if (bit(mask, id) == right[id].is_yes()) continue;
    found.push_back({right[id].is_no() ? Verdict::mask_too_wide : Verdict::mask_too_narrow, "token_filter",
                     token_text(byte_path_.vocabulary(), id), id});
  }
}

}  // namespace lockstep::conformance

// A run of one libFuzzer binary: for so many seconds, what it found made small, what it did.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "lockstep/conformance/external/process.h"
#include "lockstep/conformance/judge/verdict.h"
#include "lockstep/fuzz/check.h"

namespace lockstep::fuzz {

struct CampaignSettings {
  std::filesystem::path binary;   // of a build with LOCKSTEP_FUZZ
  std::filesystem::path folder;   // fuzz/ of the sources: seeds, regressions, dictionaries
  std::filesystem::path scratch;  // corpus and artefacts of the run; made anew
  std::string planted;            // empty: none
  std::uint64_t seed = 1;
  std::size_t seconds = 60;
  std::size_t minimise_seconds = 10;
};

struct CampaignResult {
  std::string problem;  // why the binary could not do its work, else empty
  std::size_t executions = 0;
  std::size_t coverage = 0;  // edges, as libFuzzer counts them
  std::size_t features = 0;
  std::size_t corpus = 0;  // inputs kept
  std::optional<conformance::Verdict> found;
  std::string input;   // of the finding, made small
  std::string detail;  // what the target printed about it
};

// One finding ends it. crash- and leak- artefacts are a finding of the check (its verdict is on the line that
// the target printed) or a crash, timeout- a hang, oom- a crash by memory: by the artefact's name, never by
// libFuzzer's words.
CampaignResult run_campaign(const Target& target, const CampaignSettings& settings);

// The numbers of libFuzzer's final statistics and its last progress line.
void read_statistics(const std::string& err, CampaignResult& result);

// "finding: TARGET: VERDICT" and what follows up to the input; false where no such line stands there.
bool read_finding(const std::string& err, const std::string& target, CampaignResult& result);

}  // namespace lockstep::fuzz

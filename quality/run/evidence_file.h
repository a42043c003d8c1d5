// The evidence of a run, append-only, one line a case: everything that the case's verdict rests on. It can be
// resumed after any death, and then holds the same bytes as a run that was never stopped.
#pragma once

#include <cstdio>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "lockstep/engine/base/result.h"
#include "lockstep/quality/run/item_run.h"

namespace lockstep::quality {

// No times: equal runs give equal bytes.
std::string evidence_line(const CaseOutcome& outcome);

// Thread rules: one thread at a time.
class EvidenceFile {
 public:
  // Truncates. Error code: cannot_write.
  static engine::Result<std::unique_ptr<EvidenceFile>> create(const std::string& path);

  // Goes on behind the lines of `digests` (of the lines so far, in order); whatever follows them, torn or
  // whole, is cut off. Error codes: cannot_write, evidence_differs (a line is missing, or is not the one that
  // was recorded).
  static engine::Result<std::unique_ptr<EvidenceFile>> resume(const std::string& path,
                                                              const std::vector<std::string>& digests);

  ~EvidenceFile();
  EvidenceFile(const EvidenceFile&) = delete;
  EvidenceFile& operator=(const EvidenceFile&) = delete;

  // Flushed. The digest (SHA-256 of the line) goes into the record of the run; empty where it could not be
  // written.
  std::string add(const CaseOutcome& outcome);

 private:
  explicit EvidenceFile(std::FILE* file) : file_(file) {}
  std::FILE* file_;
};

// Every line, strictly: error codes cannot_read, bad_line.
engine::Result<std::vector<nlohmann::json>> read_evidence(const std::string& path);

}  // namespace lockstep::quality

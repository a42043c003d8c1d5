#include "lockstep/quality/run/evidence_file.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <system_error>

#include "lockstep/engine/base/sha256.h"
#include "lockstep/quality/run/controls.h"

namespace lockstep::quality {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using nlohmann::ordered_json;

ordered_json step_json(const StepRecord& step) {
  const StepEvidence& e = step.evidence;
  ordered_json out = {{"token", e.chosen},
                      {"top", e.top},
                      {"best", e.best},
                      {"rank", e.rank},
                      {"set", e.set_size},
                      {"forced", e.forced},
                      {"top_blocked", e.top_blocked},
                      {"infinite", e.infinite},
                      {"nan", e.nan_count},
                      {"kept", e.kept},
                      {"log_kept", e.log_kept},
                      {"kl", e.divergence},
                      {"tv", e.variation},
                      {"log_p", e.log_p},
                      {"log_q", e.log_q},
                      {"i", e.pressure},
                      {"i_mask", e.by_mask},
                      {"i_sample", e.by_sampling},
                      {"h_p", e.entropy_p},
                      {"h_q", e.entropy_q},
                      {"region", step.region}};
  if (e.u) {
    out["u"] = *e.u;
    out["after_min_p"] = step.after_min_p;
    out["after_top_k"] = step.after_top_k;
    out["after_top_p"] = step.after_top_p;
  }
  out["logits_sha256"] = step.logits_sha256;
  out["mask_sha256"] = step.mask_sha256;
  return out;
}

engine::Error error(const char* code, const std::string& message) {
  return {code, message, std::nullopt, ""};
}

}  // namespace

std::string evidence_line(const CaseOutcome& outcome) {
  ordered_json line = {{"id", outcome.id()},
                       {"item", outcome.item},
                       {"condition", outcome.condition},
                       {"repeat", outcome.repeat},
                       {"verdict", outcome.verdict},
                       {"status", name(outcome.status)},
                       {"detail", outcome.detail},
                       {"prompt_sha256", outcome.prompt_sha256},
                       {"prompt_tokens", outcome.prompt_tokens},
                       {"output", hex_of(outcome.generation.output)},
                       {"utf8_complete", outcome.generation.utf8_complete},
                       {"checks", outcome.checks.asked},
                       {"checks_failed", outcome.checks.failed},
                       {"first_failure", outcome.checks.first_failure},
                       {"steps", ordered_json::array()}};
  for (const StepRecord& step : outcome.generation.steps) line["steps"].push_back(step_json(step));
  return line.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

engine::Result<std::unique_ptr<EvidenceFile>> EvidenceFile::create(const std::string& path) {
  std::error_code ignored;
  const fs::path folder = fs::path(path).parent_path();
  if (!folder.empty()) fs::create_directories(folder, ignored);
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) return error("cannot_write", path + " cannot be written");
  return std::unique_ptr<EvidenceFile>(new EvidenceFile(file));
}

engine::Result<std::unique_ptr<EvidenceFile>> EvidenceFile::resume(const std::string& path,
                                                                   const std::vector<std::string>& digests) {
  if (digests.empty()) return create(path);
  std::ifstream written(path, std::ios::binary);
  std::size_t kept = 0;
  std::string line;
  for (const std::string& digest : digests) {
    const bool whole = std::getline(written, line) && !written.eof();
    if (!whole || engine::sha256_hex(line) != digest)
      return error("evidence_differs", path + " does not hold what the record says");
    kept += line.size() + 1;
  }
  std::error_code failure;
  fs::resize_file(path, kept, failure);
  std::FILE* file = failure ? nullptr : std::fopen(path.c_str(), "ab");
  if (file == nullptr) return error("cannot_write", path + " cannot be written");
  return std::unique_ptr<EvidenceFile>(new EvidenceFile(file));
}

EvidenceFile::~EvidenceFile() { std::fclose(file_); }

std::string EvidenceFile::add(const CaseOutcome& outcome) {
  const std::string line = evidence_line(outcome);
  const std::string written = line + "\n";
  const bool whole = std::fwrite(written.data(), 1, written.size(), file_) == written.size();
  if (!whole || std::fflush(file_) != 0) return {};
  return engine::sha256_hex(line);
}

engine::Result<std::vector<json>> read_evidence(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return error("cannot_read", path + " cannot be read");
  std::vector<json> lines;
  for (std::string line; std::getline(file, line);) {
    json parsed = json::parse(line, nullptr, false);
    if (!parsed.is_object() || file.eof())
      return error("bad_line", fmt::format("{}:{} is no whole line", path, lines.size() + 1));
    lines.push_back(std::move(parsed));
  }
  return lines;
}

}  // namespace lockstep::quality

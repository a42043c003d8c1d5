#include "lockstep/fuzz/campaign.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <string_view>
#include <utility>

#include "lockstep/fuzz/inputs.h"

namespace lockstep::fuzz {
namespace {

namespace fs = std::filesystem;
using conformance::ProcessEnd;
using conformance::ProcessResult;
using conformance::Verdict;

constexpr std::size_t kUnitSeconds = 10;   // one input
constexpr std::size_t kMemoryMib = 2048;   // resident
constexpr std::size_t kStartSeconds = 60;  // on top of the time asked for
constexpr std::size_t kOutput = std::size_t{16} << 20U;

// The number behind the last occurrence of a mark.
std::size_t number_after(std::string_view text, std::string_view mark) {
  const std::size_t at = text.rfind(mark);
  if (at == std::string_view::npos) return 0;
  text.remove_prefix(at + mark.size());
  while (text.starts_with(' ')) text.remove_prefix(1);
  std::size_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

ProcessResult run(std::vector<std::string> argv, const CampaignSettings& settings, std::size_t seconds) {
  if (!settings.planted.empty())
    argv.insert(argv.begin(), {"/usr/bin/env", "LOCKSTEP_FUZZ_PLANTED=" + settings.planted});
  return conformance::run_process({std::move(argv), settings.scratch.string(), 0}, "",
                                  {std::chrono::seconds(seconds + kStartSeconds), kOutput});
}

std::vector<std::string> common_options(const Target& target) {
  return {fmt::format("-timeout={}", kUnitSeconds), fmt::format("-rss_limit_mb={}", kMemoryMib),
          fmt::format("-max_len={}", target.longest), "-print_final_stats=1"};
}

// libFuzzer names what it writes after what happened.
std::optional<fs::path> artefact_of(const fs::path& folder) {
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(folder)) found.push_back(entry.path());
  std::sort(found.begin(), found.end());
  return found.empty() ? std::nullopt : std::optional(found.front());
}

Verdict verdict_of(const fs::path& artefact) {
  return artefact.filename().string().starts_with("timeout-") ? Verdict::hang : Verdict::crash;
}

// The smallest input that still fails; the one that there was where nothing smaller was found.
std::string minimised(const Target& target, const fs::path& artefact, const CampaignSettings& settings) {
  const fs::path small = settings.scratch / "minimised";
  std::vector<std::string> argv = {settings.binary.string(), "-minimize_crash=1", "-runs=100000",
                                   fmt::format("-max_total_time={}", settings.minimise_seconds),
                                   "-exact_artifact_path=" + small.string()};
  const std::vector<std::string> options = common_options(target);
  argv.insert(argv.end(), options.begin(), options.end());
  argv.push_back(artefact.string());
  (void)run(std::move(argv), settings, settings.minimise_seconds * 2);
  const std::string before = bytes_of(artefact);
  const std::string after = fs::exists(small) ? bytes_of(small) : before;
  return after.size() < before.size() ? after : before;
}

// Runs the one input again: what it shows now is what is told.
void tell(const Target& target, const CampaignSettings& settings, CampaignResult& result) {
  const fs::path path = settings.scratch / "found";
  std::ofstream(path, std::ios::binary) << result.input;
  std::vector<std::string> argv = {settings.binary.string()};
  const std::vector<std::string> options = common_options(target);
  argv.insert(argv.end(), options.begin(), options.end());
  argv.push_back(path.string());
  const ProcessResult ran = run(std::move(argv), settings, kUnitSeconds * 2);
  if (read_finding(ran.err, target.name, result)) return;
  result.detail = ran.err.substr(0, 2000);
}

}  // namespace

void read_statistics(const std::string& err, CampaignResult& result) {
  result.executions = number_after(err, "stat::number_of_executed_units:");
  result.coverage = number_after(err, " cov: ");
  result.features = number_after(err, " ft: ");
  result.corpus = number_after(err, " corp: ");
}

bool read_finding(const std::string& err, const std::string& target, CampaignResult& result) {
  const std::string mark = "finding: " + target + ": ";
  const std::size_t at = err.find(mark);
  if (at == std::string::npos || (at > 0 && err[at - 1] != '\n')) return false;
  const std::size_t line = err.find('\n', at);
  const std::optional<Verdict> verdict =
      conformance::verdict_named(std::string_view(err).substr(at + mark.size(), line - at - mark.size()));
  if (!verdict || line == std::string::npos) return false;
  result.found = verdict;
  const std::size_t end = err.find("\ninput in hexadecimal: ", line);
  result.detail = err.substr(line + 1, end == std::string::npos ? 2000 : end - line - 1);
  return true;
}

CampaignResult run_campaign(const Target& target, const CampaignSettings& settings) {
  CampaignResult result;
  const fs::path artefacts = settings.scratch / "artefacts";
  const fs::path corpus = settings.scratch / "corpus";
  fs::remove_all(settings.scratch);
  fs::create_directories(artefacts);
  fs::create_directories(corpus);
  std::vector<std::string> argv = {settings.binary.string(), fmt::format("-seed={}", settings.seed),
                                   fmt::format("-max_total_time={}", settings.seconds),
                                   "-artifact_prefix=" + artefacts.string() + "/"};
  const std::vector<std::string> options = common_options(target);
  argv.insert(argv.end(), options.begin(), options.end());
  const fs::path dictionary = settings.folder / "dictionaries" / (target.name + ".dict");
  if (fs::exists(dictionary)) argv.push_back("-dict=" + dictionary.string());
  argv.push_back(corpus.string());  // the first one is written to
  for (const char* kind : {"seeds", "regressions"}) {
    const fs::path inputs = settings.folder / kind / target.name;
    if (fs::is_directory(inputs)) argv.push_back(inputs.string());
  }
  const ProcessResult ran = run(std::move(argv), settings, settings.seconds + kUnitSeconds);
  read_statistics(ran.err, result);
  if (const auto artefact = artefact_of(artefacts)) {
    result.found = verdict_of(*artefact);
    result.input =
        *result.found == Verdict::hang ? bytes_of(*artefact) : minimised(target, *artefact, settings);
    tell(target, settings, result);
    return result;
  }
  if (ran.end != ProcessEnd::exited || ran.code != 0) {
    result.problem =
        fmt::format("{}: {} {}", settings.binary.filename().string(), ran.message, ran.err.substr(0, 500));
  } else if (result.executions == 0) {
    result.problem = "nothing was executed";
  }
  return result;
}

}  // namespace lockstep::fuzz

// The native sourcemeta `jsonschema` program: a schema file and instance files in a private folder, one
// process a batch.
#pragma once

#include <chrono>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "lockstep/conformance/external/temp_folder.h"
#include "lockstep/conformance/subject/subject.h"

namespace lockstep::conformance {

struct SourcemetaOptions {
  std::string program;  // path of the native binary, not of the Node wrapper (which costs 0.5 s a call)
  std::string version;
  std::chrono::milliseconds time{10'000};            // for one process
  std::size_t memory_bytes = std::size_t{2} << 30U;  // address space
  std::size_t batch = 500;                           // instances a process
};

// Thread rules: one thread at a time. Cost: about 6 ms a schema and 20 us an instance.
class Sourcemeta : public Subject {
 public:
  explicit Sourcemeta(SourcemetaOptions options);

  std::string name() const override { return "sourcemeta"; }
  std::string version() const override { return options_.version; }
  Capabilities capabilities() const override;
  ValidateReply validate(const ValidateRequest& request) override;

 private:
  struct Run;
  bool write_registry(const std::shared_ptr<const Registry>& registry);
  static void read_run(const std::vector<nlohmann::json>& objects, int exit_code, Run& run);
  Run run(const ValidateRequest& request, std::size_t first, std::size_t count);

  SourcemetaOptions options_;
  std::unique_ptr<TempFolder> folder_ = std::make_unique<TempFolder>();
  std::shared_ptr<const Registry> registry_;  // what the folder holds
  bool registry_written_ = false;
};

}  // namespace lockstep::conformance

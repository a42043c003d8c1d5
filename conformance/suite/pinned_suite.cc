#include "lockstep/conformance/suite/pinned_suite.h"

#include <fmt/core.h>

namespace lockstep::conformance {

std::optional<PinnedSuite> load_pinned_suite(const std::filesystem::path& source,
                                             const std::filesystem::path& deps, std::string_view draft,
                                             Fault& fault) {
  const std::optional<SuitePin> pin = read_pin(source / "vendor" / "suite.sha256", fault);
  if (!pin) return std::nullopt;
  const std::optional<SuitePlaces> places = find_suite(deps, fault);
  if (!places) return std::nullopt;
  const std::optional<PinnedFiles> files = read_pinned(*pin, *places, fault);
  if (!files) return std::nullopt;
  std::optional<Suite> suite = load_suite(*files, draft, fault);
  if (!suite) return std::nullopt;
  std::shared_ptr<const Registry> registry = suite_registry(*files, fault);
  if (!registry) return std::nullopt;
  return PinnedSuite{*pin, std::move(*suite), std::move(registry)};
}

std::filesystem::path expectation_file(const std::filesystem::path& source, std::string_view subject,
                                       std::string_view draft) {
  return source / "conformance" / "suite" / "expectations" / fmt::format("{}-{}.json", subject, draft);
}

}  // namespace lockstep::conformance

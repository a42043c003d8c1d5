// Points of a text under the engine, for people.
#include "lockstep/cli/check_engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "lockstep/cli/explain_print.h"
#include "lockstep/conformance/subject/engine_drive.h"
#include "lockstep/reports/printable.h"

namespace lockstep::cli {
namespace {

constexpr std::size_t kTokensShown = 12;
constexpr std::size_t kBytesShown = 200;

std::string quoted(std::string_view bytes) {
  std::string text;
  for (const char c : bytes.substr(0, kBytesShown)) {
    const auto byte = static_cast<unsigned char>(c);
    text += byte < 0x80 ? std::string(1, c) : fmt::format("\\x{:02X}", byte);
  }
  return "\"" + reports::printable(text) + (bytes.size() > kBytesShown ? "\"..." : "\"");
}

}  // namespace

std::variant<conformance::EngineSettings, CodedError> engine_settings(const EngineOptions& options,
                                                                      const std::string& format,
                                                                      const Context& context) {
  auto policy = policy_of(options);
  if (auto* error = std::get_if<CodedError>(&policy)) return std::move(*error);
  auto vocabulary = vocabulary_of(options, context);
  if (auto* error = std::get_if<CodedError>(&vocabulary)) return std::move(*error);
  conformance::EngineSettings settings{std::get<engine::Policy>(policy),
                                       {},
                                       std::move(std::get<engine::Vocabulary>(vocabulary)),
                                       engine::MaskPath::memo,
                                       options.openapi};
  if (format == "assert") settings.policy.format = engine::Format::assert_listed;
  if (format == "annotate") settings.policy.format = engine::Format::annotate;
  return settings;
}

void print_point(const conformance::EngineSettings& settings, const conformance::ValidateRequest& request,
                 std::string_view taken, std::string_view refused, Context& context) {
  const auto compiled = conformance::compile_with_engine(settings, request);
  const auto* constraint = std::get_if<engine::Constraint>(&compiled);
  if (constraint == nullptr) return;
  engine::Session session(*constraint, settings.vocabulary, settings.path);
  if (!session.accept_bytes(taken).ok()) return;
  const std::vector<engine::TokenId> ids =
      conformance::ids_after(session.fork(), "").value_or(std::vector<engine::TokenId>{});
  context.out << "bytes that could come: " << shown_bytes(session.allowed_bytes())
              << (session.can_stop() ? ", or the end\n" : "\n");
  context.out << fmt::format("tokens that could come: {} of {}", ids.size(), settings.vocabulary.size());
  for (std::size_t i = 0; i < std::min(ids.size(), kTokensShown); ++i) {
    context.out << fmt::format("{}{} {}", i == 0 ? ": " : ", ", ids[i],
                               quoted(settings.vocabulary.bytes(ids[i])));
  }
  context.out << (ids.size() > kTokensShown ? ", ...\n" : "\n");
  if (const std::string judges = session.describe(); !judges.empty()) {
    context.out << reports::printable("judged by: " + judges) << '\n';
  }
  if (const auto explained = session.explain(refused); explained.ok() && !explained->allowed)
    print_reasons(*explained, taken.size(), context);
  context.out << "one way to the end: " << quoted(session.finish()) << '\n';
}

void print_engine_remarks(const conformance::EngineSettings& settings,
                          const conformance::ValidateRequest& request, const std::string& schema_name,
                          Context& context) {
  const auto compiled = conformance::compile_with_engine(settings, request);
  const auto* constraint = std::get_if<engine::Constraint>(&compiled);
  if (constraint == nullptr) return;
  for (const engine::Remark& remark : constraint->remarks()) {
    context.out << reports::printable(
                       fmt::format("remark: {} at {}#{}", remark.kind, schema_name, remark.pointer))
                << '\n';
  }
}

}  // namespace lockstep::cli

// Policy and vocabulary from the command line.
#include "lockstep/cli/engine_options.h"

#include <fmt/format.h>

#include "lockstep/conformance/vocabulary/vocabulary_pins.h"

namespace lockstep::cli {

void add_policy_options(Arguments& app, EngineOptions& options) {
  app.option("--policy", options.policy, "Which spellings are in: spec, model or canonical (engine only)")
      .shows_default();
  app.option("--set", options.fields,
             "One policy field over the preset, such as whitespace=compact; may be repeated")
      .type_name("FIELD=VALUE")
      .one_value_each();
}

void add_openapi_option(Arguments& app, EngineOptions& options) {
  app.flag("--openapi", options.openapi,
           "Read 'nullable' as OpenAPI 3.0 does; it is refused otherwise (engine only)");
}

void add_vocabulary_option(Arguments& app, EngineOptions& options) {
  app.option("--vocab", options.vocabulary,
             "A pinned name (" + conformance::pinned_vocabulary_names() + ") or a file (engine only)")
      .shows_default();
}

std::variant<engine::Policy, engine::Error> policy_with(
    engine::Policy base, const std::vector<std::pair<std::string, std::string>>& fields) {
  engine::Policy policy = base;
  for (const auto& [field, value] : fields) {
    if (field != "preset") continue;
    engine::Result<engine::Policy> named = engine::policy_named(value);
    if (!named) return named.error();
    policy = *named;
  }
  for (const auto& [field, value] : fields) {
    if (field == "preset") continue;
    engine::Result<engine::Policy> changed = engine::with_field(policy, field, value);
    if (!changed) return changed.error();
    policy = *changed;
  }
  return policy;
}

std::variant<engine::Policy, CodedError> policy_of(const EngineOptions& options) {
  std::vector<std::pair<std::string, std::string>> fields = {{"preset", options.policy}};
  for (const std::string& text : options.fields) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos) {
      return CodedError{"usage", "'" + text + "' is not FIELD=VALUE", "--set",
                        "for example --set whitespace=compact"};
    }
    if (text.starts_with("preset="))
      return CodedError{"usage", "a preset is chosen with --policy", "--set", ""};
    fields.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  }
  const auto policy = policy_with({}, fields);
  if (const auto* error = std::get_if<engine::Error>(&policy)) {
    return CodedError{error->code, error->message, error->code == "unknown_policy" ? "--policy" : "--set",
                      "conformance/spec/policy.md has the fields and their values"};
  }
  return std::get<engine::Policy>(policy);
}

std::variant<engine::Vocabulary, CodedError> vocabulary_of(const EngineOptions& options,
                                                           const Context& context) {
  engine::Result<engine::Vocabulary> opened = conformance::open_vocabulary(options.vocabulary, context.deps);
  if (opened) return std::move(opened).value();
  return CodedError{opened.error().code, opened.error().message, options.vocabulary,
                    "'lockstep vocab' lists the pinned ones and reads files with options"};
}

std::string shown_bytes(const std::vector<bool>& allowed) {
  const auto one = [](std::size_t byte) {
    return byte > 0x20 && byte < 0x7F ? fmt::format("'{}'", static_cast<char>(byte))
                                      : fmt::format("0x{:02X}", byte);
  };
  std::string out;
  for (std::size_t first = 0; first < allowed.size(); ++first) {
    if (!allowed[first]) continue;
    std::size_t last = first;
    while (last + 1 < allowed.size() && allowed[last + 1]) ++last;
    out += (out.empty() ? "" : " ") + one(first);
    if (last > first) out += (last == first + 1 ? " " : "-") + one(last);
    first = last;
  }
  return out.empty() ? "none" : out;
}

}  // namespace lockstep::cli

// lockstep compile: what the built-in engine makes of a schema: outcome, identity, counters, what asserts
// nothing.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <ostream>

#include "lockstep/cli/commands.h"
#include "lockstep/cli/engine_options.h"
#include "lockstep/cli/input.h"
#include "lockstep/conformance/subject/engine_subject.h"
#include "lockstep/engine/session/constraint.h"
#include "lockstep/reports/printable.h"

namespace lockstep::cli {
namespace {

using Json = nlohmann::ordered_json;

struct Options {
  EngineOptions engine;
  std::string schema;
  std::optional<std::string> schema_text;
  std::vector<std::string> registries;
  std::string draft = "2020-12";
  std::string format = "policy";
};

struct Text {
  std::string name;
  std::string bytes;
};

// A counter and the limit that it stands against.
struct Count {
  const char* name;
  std::uint64_t value;
  std::optional<std::uint64_t> limit;
};

std::vector<Count> counts_of(const engine::Constraint& constraint, const engine::Limits& limits,
                             std::size_t schema_bytes) {
  const engine::Constraint::Counters counters = constraint.counters();
  return {{"schema_bytes", schema_bytes, limits.schema_bytes},
          {"states", counters.states, limits.states},
          {"questions", counters.questions, std::nullopt},
          {"largest_question", counters.largest_question, limits.search_steps},
          {"overruns", counters.overruns, std::nullopt}};
}

bool unknown_keyword(const engine::Remark& remark) { return remark.kind == "unknown_keyword"; }

Json remarks_json(const engine::Constraint& constraint, bool unknown) {
  Json list = Json::array();
  for (const engine::Remark& remark : constraint.remarks()) {
    if (unknown_keyword(remark) != unknown) continue;
    list.push_back({{"kind", remark.kind}, {"keyword", remark.keyword}, {"pointer", remark.pointer}});
  }
  return list;
}

void print_compiled(const engine::Constraint& constraint, const engine::Policy& policy,
                    const std::vector<Count>& counts, const Text& schema, Context& context) {
  if (context.common.json) {
    Json counters = Json::object();
    for (const Count& count : counts) {
      counters[count.name]["count"] = count.value;
      if (count.limit) counters[count.name]["limit"] = *count.limit;
    }
    const Json line = {{"outcome", "ok"},
                       {"identity", constraint.identity()},
                       {"policy", engine::canonical_text(policy)},
                       {"counters", counters},
                       {"unknown_keywords", remarks_json(constraint, true)},
                       {"annotations", remarks_json(constraint, false)}};
    context.out << line.dump(-1, ' ', false, Json::error_handler_t::replace) << '\n';
    return;
  }
  context.out << fmt::format("outcome   ok\nidentity  {}\npolicy    {}\n", constraint.identity(),
                             engine::canonical_text(policy));
  for (const Count& count : counts) {
    context.out << fmt::format("{:<17} {}{}\n", count.name, count.value,
                               count.limit ? fmt::format(" of {}", *count.limit) : "");
  }
  for (const engine::Remark& remark : constraint.remarks()) {
    context.out << reports::printable(
                       fmt::format("remark: {} at {}#{}", remark.kind, schema.name, remark.pointer))
                << '\n';
  }
}

ExitCode print_fault(const conformance::CompileReply& reply, const Text& schema, Context& context) {
  const std::string outcome(conformance::name(reply.outcome));
  if (context.common.json) {
    Json line = {
        {"outcome", outcome}, {"code", reply.code}, {"message", reply.message}, {"pointer", reply.pointer}};
    if (reply.offset) line["offset"] = *reply.offset;
    if (!reply.keyword.empty()) line["keyword"] = reply.keyword;
    if (!reply.conflict.empty()) line["conflict"] = reply.conflict;
    context.out << line.dump(-1, ' ', false, Json::error_handler_t::replace) << '\n';
  }
  CodedError error{reply.code, fmt::format("the schema is {}: {}", outcome, reply.message),
                   schema.name + "#" + reply.pointer, "correct the schema at that place"};
  if (reply.offset) error.location = location(schema.name, schema.bytes, *reply.offset);
  switch (reply.outcome) {
    case conformance::Compile::malformed:
      return fail(context, ExitCode::usage, error);
    case conformance::Compile::empty:
      error.help = "nothing can be written under this schema";
      return fail(context, ExitCode::conformance_failure, error);
    case conformance::Compile::refused:
      error.help = reply.keyword == "nullable" ? "with --openapi it is read as OpenAPI 3.0 does"
                                               : "the engine does not enforce '" + reply.keyword + "' yet";
      return fail(context, ExitCode::unresolved, error);
    default:
      error.help = "a smaller schema can be compiled";
      return fail(context, ExitCode::unresolved, error);
  }
}

std::variant<Text, CodedError> read_schema(const Options& options, Context& context) {
  if (options.schema_text) return Text{"schema", *options.schema_text};
  auto bytes = read_bounded(options.schema, context.in, kLongestText);
  if (auto* error = std::get_if<CodedError>(&bytes)) return std::move(*error);
  return Text{options.schema == "-" ? "standard input" : options.schema,
              std::move(std::get<std::string>(bytes))};
}

ExitCode compile(const Options& options, Context& context) {
  if (options.schema.empty() == !options.schema_text) {
    return fail(context, ExitCode::usage,
                {"usage", "name one schema: SCHEMA or --schema-text", "",
                 "'lockstep compile --help' has an example"});
  }
  auto schema = read_schema(options, context);
  if (const auto* error = std::get_if<CodedError>(&schema)) return fail(context, ExitCode::usage, *error);
  auto policy = policy_of(options.engine);
  if (const auto* error = std::get_if<CodedError>(&policy)) return fail(context, ExitCode::usage, *error);
  auto registry = load_registry(options.registries);
  if (const auto* error = std::get_if<CodedError>(&registry)) return fail(context, ExitCode::usage, *error);
  const std::optional<std::string> dialect = dialect_uri(options.draft);
  if (!dialect) {
    return fail(context, ExitCode::usage,
                {"unknown_draft", "no draft is called '" + options.draft + "'", "",
                 "the drafts are 2020-12, 2019-09, 7, 6, 4, or a URI"});
  }
  engine::Policy effective = std::get<engine::Policy>(policy);
  if (options.format == "assert") effective.format = engine::Format::assert_listed;
  if (options.format == "annotate") effective.format = engine::Format::annotate;
  engine::SchemaOptions reading;
  reading.default_dialect = *dialect;
  reading.openapi = options.engine.openapi;
  const engine::Limits limits;
  const Text& text = std::get<Text>(schema);
  const auto made = engine::compile_schema(text.bytes, *std::get<0>(registry), reading, effective, limits);
  reports::Summary summary;
  summary.command = "compile";
  summary.cases = 1;
  if (const auto* fault = std::get_if<engine::CompileFault>(&made)) {
    const conformance::CompileReply reply = conformance::compile_reply(*fault);
    ++summary.verdicts[std::string(conformance::name(reply.outcome))];
    if (reply.outcome == conformance::Compile::refused) ++summary.refused_by[reply.keyword];
    summary.exit = print_fault(reply, text, context);
    return finish(context, summary);
  }
  ++summary.verdicts["ok"];
  const engine::Constraint& constraint = std::get<engine::Constraint>(made);
  print_compiled(constraint, effective, counts_of(constraint, limits, text.bytes.size()), text, context);
  return finish(context, summary);
}

}  // namespace

Command compile_command() {
  Command command;
  command.name = "compile";
  command.summary =
      "Compile a schema with the built-in engine: outcome, identity, counters, what asserts nothing";
  command.examples = {
      "lockstep compile schema.json --policy model",
      "lockstep compile --schema-text '{\"type\":\"integer\"}' --set whitespace=compact --json",
      "lockstep compile schema.json --registry remotes=http://localhost:1234"};
  command.define = [](Arguments& app) -> Command::Run {
    auto options = std::make_shared<Options>();
    app.option("SCHEMA", options->schema, "Schema file, or - for standard input");
    app.option("--schema-text", options->schema_text, "The schema itself");
    add_policy_options(app, options->engine);
    add_openapi_option(app, options->engine);
    add_registry_option(app, options->registries);
    app.option("--draft", options->draft, "Applies where $schema is absent").shows_default();
    app.option("--format", options->format, "annotate, assert, or what the policy says")
        .one_of({"annotate", "assert", "policy"})
        .shows_default();
    return [options](Context& context) { return compile(*options, context); };
  };
  return command;
}

}  // namespace lockstep::cli

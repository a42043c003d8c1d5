// lockstep explain: why may a text not go on so? In the words of the schema, with pointers.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <ostream>

#include "lockstep/cli/commands.h"
#include "lockstep/cli/engine_options.h"
#include "lockstep/cli/explain_print.h"
#include "lockstep/cli/input.h"
#include "lockstep/conformance/subject/engine_subject.h"

namespace lockstep::cli {
namespace {

struct Options {
  EngineOptions engine;
  std::string schema;
  std::optional<std::string> schema_text;
  std::optional<std::string> text;
  std::string file;
  std::optional<std::string> next;
  std::optional<std::uint32_t> token;
  std::vector<std::string> registries;
};

std::variant<std::string, CodedError> read(const std::optional<std::string>& given, const std::string& path,
                                           Context& context) {
  if (given) return *given;
  return read_bounded(path, context.in, kLongestText);
}

std::string usage_fault(const Options& options) {
  if (options.schema.empty() == !options.schema_text) return "name one schema: --schema or --schema-text";
  if (options.file.empty() == !options.text) return "name one text: --text or --file";
  if (options.next && options.token) return "--next and --token are two ways to say the same";
  return "";
}

ExitCode explain_with(const Options& options, const engine::Constraint& constraint,
                      const engine::Vocabulary& vocabulary, const std::string& text, Context& context,
                      reports::Summary& summary) {
  engine::Session session(constraint, vocabulary);
  std::string next = options.next.value_or("");
  if (options.token) {
    if (!vocabulary.is_text(*options.token))
      return fail(context, ExitCode::usage,
                  {"not_a_text_token", "this token spells no text", std::to_string(*options.token),
                   "tokens that are special are never part of a text"});
    next = vocabulary.bytes(*options.token);
  }
  std::size_t before = text.size();
  const engine::Result<bool> taken = session.accept_bytes(text);
  if (!taken.ok()) {
    const std::size_t at = taken.error().offset.value_or(0);
    if (options.next || options.token || !session.accept_bytes(text.substr(0, at)).ok())
      return fail(context, ExitCode::usage,
                  {"text_not_viable", fmt::format("the text itself dies at byte {}", at), "",
                   "leave out --next and --token to see why"});
    next = text.substr(at);
    before = at;
  }
  const engine::Result<engine::Explanation> explained = session.explain(next);
  if (!explained.ok())
    return fail(context, ExitCode::unresolved, {explained.error().code, explained.error().message, "", ""});
  ++summary.verdicts[explained->allowed ? "allowed" : "blocked"];
  if (context.common.json) {
    context.out << explanation_json(*explained, before) << '\n';
  } else {
    print_explanation(*explained, before, context);
  }
  return ExitCode::pass;
}

ExitCode run_explain(const Options& options, Context& context) {
  const std::string fault = usage_fault(options);
  if (!fault.empty())
    return fail(context, ExitCode::usage, {"usage", fault, "", "'lockstep explain --help' has an example"});
  auto policy = policy_of(options.engine);
  if (const auto* error = std::get_if<CodedError>(&policy)) return fail(context, ExitCode::usage, *error);
  auto vocabulary = vocabulary_of(options.engine, context);
  if (const auto* error = std::get_if<CodedError>(&vocabulary)) return fail(context, ExitCode::usage, *error);
  auto registry = load_registry(options.registries);
  if (const auto* error = std::get_if<CodedError>(&registry)) return fail(context, ExitCode::usage, *error);
  auto schema = read(options.schema_text, options.schema, context);
  if (const auto* error = std::get_if<CodedError>(&schema)) return fail(context, ExitCode::usage, *error);
  auto text = read(options.text, options.file, context);
  if (const auto* error = std::get_if<CodedError>(&text)) return fail(context, ExitCode::usage, *error);
  const auto made = engine::compile_schema(std::get<std::string>(schema), *std::get<0>(registry), {},
                                           std::get<engine::Policy>(policy));
  reports::Summary summary;
  summary.command = "explain";
  summary.cases = 1;
  if (const auto* compile = std::get_if<engine::CompileFault>(&made)) {
    const conformance::CompileReply reply = conformance::compile_reply(*compile);
    ++summary.verdicts[std::string(conformance::name(reply.outcome))];
    summary.exit = fail(context, ExitCode::unresolved,
                        {reply.code, "the schema does not compile: " + reply.message, "#" + reply.pointer,
                         "'lockstep compile' says more"});
    return finish(context, summary);
  }
  summary.exit =
      explain_with(options, std::get<engine::Constraint>(made), std::get<engine::Vocabulary>(vocabulary),
                   std::get<std::string>(text), context, summary);
  return finish(context, summary);
}

}  // namespace

Command explain_command() {
  Command command;
  command.name = "explain";
  command.summary = "Why may a text not go on so? In the words of the schema, with pointers";
  command.examples = {
      "lockstep explain --schema schema.json --text '{\"age\":12' --next 1",
      "lockstep explain --schema schema.json --file answer.json",
      "lockstep explain --schema schema.json --text '{\"a' --vocab llama-3 --token 330 --policy model"};
  command.define = [](Arguments& app) -> Command::Run {
    auto options = std::make_shared<Options>();
    app.option("--schema", options->schema, "Schema file, or - for standard input");
    app.option("--schema-text", options->schema_text, "The schema itself");
    app.option("--text", options->text, "What was written so far");
    app.option("--file", options->file, "The same, in a file");
    app.option("--next", options->next,
               "The bytes to come; where neither these nor a token is given: why the text dies where it "
               "dies, or may not end where it ends");
    app.option("--token", options->token, "The token to come, by its id in the vocabulary");
    add_registry_option(app, options->registries);
    add_policy_options(app, options->engine);
    add_vocabulary_option(app, options->engine);
    return [options](Context& context) { return run_explain(*options, context); };
  };
  return command;
}

}  // namespace lockstep::cli

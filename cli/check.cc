// lockstep check: does a schema admit an instance? One pair, or JSON lines.
#include <fmt/format.h>

#include <fstream>
#include <memory>
#include <ostream>

#include "lockstep/cli/batch.h"
#include "lockstep/cli/check_engine.h"
#include "lockstep/cli/commands.h"
#include "lockstep/cli/input.h"
#include "lockstep/conformance/subject/big_stack.h"
#include "lockstep/conformance/subject/oracle_subject.h"
#include "lockstep/conformance/subject/subjects.h"
#include "lockstep/oracle/schema/schema_check.h"
#include "lockstep/reports/printable.h"

namespace lockstep::cli {
namespace {

using conformance::Compile;
using conformance::CompileReply;
using conformance::InstanceReply;
using conformance::Validity;

constexpr std::size_t kStack = std::size_t{512} << 20U;

struct Options {
  std::string subject = "oracle";
  std::string schema;
  std::string instance;
  std::optional<std::string> schema_text;
  std::optional<std::string> instance_text;
  std::string batch;
  std::vector<std::string> registries;
  std::string draft = "2020-12";
  std::string format;  // empty: annotate, or what the engine's policy says
  EngineOptions engine;
};

// Who answers; `engine` where it is the built-in one.
struct Asked {
  std::unique_ptr<conformance::Subject> subject;
  std::optional<conformance::EngineSettings> engine;
};

// A text with the name that errors call it by.
struct Text {
  std::string name;
  std::string bytes;
};

std::variant<Text, CodedError> read_text(const std::optional<std::string>& given, const std::string& path,
                                         const char* what, Context& context) {
  if (given) {
    if (given->size() > kLongestText) {
      return CodedError{"text_too_large", fmt::format("the text is longer than {} bytes", kLongestText), what,
                        ""};
    }
    return Text{what, *given};
  }
  auto bytes = read_bounded(path, context.in, kLongestText);
  if (auto* error = std::get_if<CodedError>(&bytes)) {
    if (error->code == "text_too_large")
      error->message = fmt::format("the {} is longer than {} bytes", what, kLongestText);
    return std::move(*error);
  }
  return Text{path == "-" ? "standard input" : path, std::move(std::get<std::string>(bytes))};
}

// What the schema carries that asserts nothing: said, so that nobody takes it for checked.
void print_remarks(const Text& schema, const conformance::ValidateRequest& request, Context& context) {
  std::vector<oracle::Schema::Remark> remarks;
  const bool ran = conformance::run_on_stack(kStack, [&] {
    oracle::SchemaOptions options;
    options.assert_formats = request.assert_formats;
    options.default_dialect = request.dialect;
    options.limits.depth = 10'000;
    const auto loaded = oracle::Schema::load(schema.bytes, *request.registry, options);
    if (loaded) remarks = loaded.value().remarks();
  });
  if (!ran) context.err << "note: no thread with the stack for the remarks\n";
  for (const oracle::Schema::Remark& remark : remarks) {
    context.out << reports::printable(fmt::format("remark: {} at {}#{}{}{}", remark.kind, schema.name,
                                                  remark.pointer, remark.detail.empty() ? "" : ": ",
                                                  remark.detail))
                << '\n';
  }
}

ExitCode exit_for(Compile outcome) {
  switch (outcome) {
    case Compile::malformed:
      return ExitCode::usage;
    case Compile::crash:
    case Compile::hang:
      return ExitCode::subject_error;
    default:
      return ExitCode::unresolved;
  }
}

ExitCode compile_failed(const Text& schema, const CompileReply& compile, Context& context) {
  CodedError error;
  error.code = compile.code.empty() ? std::string(conformance::name(compile.outcome)) : compile.code;
  error.message = fmt::format("the schema is {}{}{}", conformance::name(compile.outcome),
                              compile.message.empty() ? "" : ": ", compile.message);
  error.location = schema.name;
  if (compile.offset) {
    error.location = location(schema.name, schema.bytes, *compile.offset);
  } else if (!compile.pointer.empty()) {
    error.location = schema.name + "#" + compile.pointer;
  }
  if (compile.outcome == Compile::refused) {
    error.help = "this subject declines '" + compile.keyword + "'; another one may judge it (--subject)";
  } else if (compile.outcome == Compile::limit) {
    error.help = "the schema is beyond a limit of this subject; a smaller one can be judged";
  } else if (compile.code == "bad_reference") {
    error.help = "documents outside the schema come from --registry DIR=URI, never from the network";
  } else {
    error.help = "correct the schema at that place";
  }
  return fail(context, exit_for(compile.outcome), error);
}

ExitCode print_answer(const Text& instance, const InstanceReply& reply, Context& context) {
  if (reply.validity == Validity::valid) {
    context.out << fmt::format("accepted: JSON complete and schema-valid ({} bytes)\n",
                               instance.bytes.size());
    return ExitCode::pass;
  }
  if (reply.validity == Validity::invalid) {
    std::string line = "not accepted";
    if (reply.at) line += ": the text dies at " + location(instance.name, instance.bytes, *reply.at);
    if (!reply.at_unknown.empty()) line += ": where the text dies is unknown, " + reply.at_unknown;
    // No byte is in the way, or it was not looked for, and no parser complains.
    if (!reply.reason.empty()) line += ": " + reply.reason;
    if (!reply.at && reply.reason.empty()) line += ": JSON, but the schema does not admit it";
    context.out << reports::printable(line) << '\n';
    return ExitCode::conformance_failure;
  }
  const bool unknown = reply.validity == Validity::unknown;
  return fail(context, unknown ? ExitCode::unresolved : ExitCode::subject_error,
              {std::string(conformance::name(reply.validity)), "the subject gave no answer: " + reply.reason,
               instance.name, "ask another subject (--subject)"});
}

ExitCode check_pair(const Options& options, const Asked& asked, conformance::ValidateRequest request,
                    Context& context, reports::Summary& summary) {
  std::variant<Text, CodedError> schema = read_text(options.schema_text, options.schema, "schema", context);
  if (const auto* error = std::get_if<CodedError>(&schema)) return fail(context, ExitCode::usage, *error);
  std::variant<Text, CodedError> instance =
      read_text(options.instance_text, options.instance, "instance", context);
  if (const auto* error = std::get_if<CodedError>(&instance)) return fail(context, ExitCode::usage, *error);
  const Text& schema_text = std::get<Text>(schema);
  const Text& instance_text = std::get<Text>(instance);
  request.schema = schema_text.bytes;
  request.instances = {instance_text.bytes};
  if (asked.engine) request.assert_formats = asked.engine->policy.format == engine::Format::assert_listed;
  const conformance::ValidateReply reply = asked.subject->validate(request);
  summary.cases = 1;
  if (reply.instances.size() != 1) {
    ++summary.verdicts[std::string(conformance::name(reply.compile.outcome))];
    if (reply.compile.outcome == Compile::refused) ++summary.refused_by[reply.compile.keyword];
    return compile_failed(schema_text, reply.compile, context);
  }
  const Validity validity = reply.instances[0].validity;
  ++summary.verdicts[validity == Validity::valid     ? "accepted"
                     : validity == Validity::invalid ? "not_accepted"
                                                     : std::string(conformance::name(validity))];
  const ExitCode exit = print_answer(instance_text, reply.instances[0], context);
  if (options.subject == "oracle") print_remarks(schema_text, request, context);
  if (asked.engine) {
    if (validity == Validity::invalid && reply.instances[0].at) {
      print_point(*asked.engine, request,
                  std::string_view(instance_text.bytes).substr(0, *reply.instances[0].at),
                  std::string_view(instance_text.bytes).substr(*reply.instances[0].at), context);
    }
    print_engine_remarks(*asked.engine, request, schema_text.name, context);
  }
  return exit;
}

ExitCode check_batch(const Options& options, const Asked& asked, const conformance::ValidateRequest& request,
                     Context& context, reports::Summary& summary) {
  std::ifstream file;
  if (options.batch != "-") {
    file.open(options.batch, std::ios::binary);
    if (!file || file.peek() == std::ifstream::traits_type::eof()) {
      return fail(context, ExitCode::usage,
                  {"cannot_open", "the batch cannot be read, or is empty", options.batch,
                   "name a file of JSON lines"});
    }
  }
  std::optional<EngineBatch> engine_batch;
  if (asked.engine) {
    engine_batch.emplace(*asked.engine, context.common.seed.value_or(1), options.engine.vocabulary,
                         context.deps);
  }
  const Batch batch{.lines = options.batch == "-" ? context.in : file,
                    .name = options.batch == "-" ? "standard input" : options.batch,
                    .subject = *asked.subject,
                    .registry = request.registry,
                    .dialect = request.dialect,
                    .assert_formats = request.assert_formats,
                    .engine = engine_batch ? &*engine_batch : nullptr,
                    .patterns = options.subject == "oracle"};
  return run_batch(batch, context, summary);
}

// Which texts were given; a message where they do not fit together.
std::string usage_fault(const Options& options) {
  const bool pair =
      !options.schema.empty() || !options.instance.empty() || options.schema_text || options.instance_text;
  if (!options.batch.empty()) return pair ? "--batch goes without SCHEMA and INSTANCE" : "";
  const int schemas = (options.schema.empty() ? 0 : 1) + (options.schema_text ? 1 : 0);
  const int instances = (options.instance.empty() ? 0 : 1) + (options.instance_text ? 1 : 0);
  if (schemas != 1) return "name one schema: SCHEMA or --schema-text";
  if (instances != 1) return "name one instance: INSTANCE or --instance-text";
  if (options.schema == "-" && options.instance == "-")
    return "only one of SCHEMA and INSTANCE can be standard input";
  return "";
}

std::variant<Asked, CodedError> who_is_asked(const Options& options, const Context& context) {
  Asked asked;
  if (options.subject == "engine") {
    auto settings = engine_settings(options.engine, options.format, context);
    if (auto* error = std::get_if<CodedError>(&settings)) return std::move(*error);
    asked.engine = std::get<conformance::EngineSettings>(std::move(settings));
    asked.subject = conformance::make_engine_subject(*asked.engine);
    return asked;
  }
  const EngineOptions plain;
  if (options.engine.policy != plain.policy || !options.engine.fields.empty() ||
      options.engine.vocabulary != plain.vocabulary || options.engine.openapi) {
    return CodedError{"usage", "--policy, --set, --openapi and --vocab are the engine's alone", "",
                      "ask it with --subject engine"};
  }
  if (options.subject == "oracle") {
    asked.subject = conformance::make_oracle_subject({.locates = true});
    return asked;
  }
  std::string message;
  asked.subject = conformance::all_subjects().make(options.subject, {.deps = context.deps}, message);
  if (asked.subject == nullptr)
    return CodedError{"no_subject", message, "", "name another one with --subject"};
  return asked;
}

ExitCode check(Options options, Context& context) {
  // With --schema-text the one positional text is the instance.
  if (options.schema_text && options.instance.empty()) std::swap(options.schema, options.instance);
  const std::string fault = usage_fault(options);
  if (!fault.empty())
    return fail(context, ExitCode::usage, {"usage", fault, "", "'lockstep check --help' has an example"});
  const std::optional<std::string> dialect = dialect_uri(options.draft);
  if (!dialect) {
    return fail(context, ExitCode::usage,
                {"unknown_draft", "no draft is called '" + options.draft + "'", "",
                 "the drafts are 2020-12, 2019-09, 7, 6, 4, or a URI"});
  }
  auto asked = who_is_asked(options, context);
  if (const auto* error = std::get_if<CodedError>(&asked)) return fail(context, ExitCode::usage, *error);
  auto registry = load_registry(options.registries);
  if (const auto* error = std::get_if<CodedError>(&registry)) return fail(context, ExitCode::usage, *error);
  conformance::ValidateRequest request;
  request.dialect = *dialect;
  request.assert_formats = options.format == "assert";
  request.registry = std::get<0>(registry);
  reports::Summary summary;
  summary.command = "check";
  summary.exit = options.batch.empty()
                     ? check_pair(options, std::get<Asked>(asked), request, context, summary)
                     : check_batch(options, std::get<Asked>(asked), request, context, summary);
  return finish(context, summary);
}

}  // namespace

Command check_command() {
  Command command;
  command.name = "check";
  command.summary = "Does a schema admit an instance? One pair, or JSON lines with --batch";
  command.examples = {
      "lockstep check --subject oracle schema.json instance.json",
      "lockstep check --schema-text '{\"type\":\"integer\"}' --instance-text 1.0",
      "lockstep check --subject engine schema.json instance.json --policy model --vocab llama-3",
      "lockstep check --batch pairs.jsonl --registry remotes=http://localhost:1234"};
  command.uses = {.seed = true, .limit = true, .shard = true};
  command.define = [](Arguments& app) -> Command::Run {
    auto options = std::make_shared<Options>();
    app.option("SCHEMA", options->schema, "Schema file, or - for standard input");
    app.option("INSTANCE", options->instance, "Instance file, or - for standard input");
    app.option("--schema-text", options->schema_text, "The schema itself");
    app.option("--instance-text", options->instance_text, "The instance itself");
    app.option("--batch", options->batch,
               "JSON lines {id, schema|grammar|regex, instances, policy?, draft?, format?, "
               "tokens?, mask_at?}; one line per instance comes out")
        .type_name("FILE");
    app.option("--subject", options->subject, "Who is asked").shows_default();
    add_registry_option(app, options->registries);
    app.option("--draft", options->draft, "Applies where $schema is absent").shows_default();
    app.option("--format", options->format,
               "annotate or assert; where not given, annotate, and for the engine what its policy says")
        .one_of({"annotate", "assert"});
    add_policy_options(app, options->engine);
    add_openapi_option(app, options->engine);
    add_vocabulary_option(app, options->engine);
    return [options](Context& context) { return check(*options, context); };
  };
  return command;
}

}  // namespace lockstep::cli

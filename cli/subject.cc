// lockstep subject: serves a subject of this build over JSON lines, so that any program can see its masks.
#include <istream>
#include <memory>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "lockstep/adversarial/planted/hostile_faults.h"
#include "lockstep/cli/batch.h"
#include "lockstep/cli/check_engine.h"
#include "lockstep/cli/commands.h"
#include "lockstep/cli/subject_server.h"
#include "lockstep/conformance/subject/engine_subject.h"
#include "lockstep/conformance/subject/oracle_masks.h"

namespace lockstep::cli {
namespace {

struct Options {
  std::string subject = "engine";
  EngineOptions engine;
  std::string planted;  // empty: the subject as it is
};

// False at the end of the input, or where a line is longer than kLongestBatchLine: there is no going on after
// that.
bool next_request(std::istream& in, std::string& line) {
  line.clear();
  int c = in.get();
  if (c == std::istream::traits_type::eof()) return false;
  for (; c != '\n' && c != std::istream::traits_type::eof(); c = in.get()) {
    if (line.size() == kLongestBatchLine) return false;
    line += static_cast<char>(c);
  }
  return true;
}

ExitCode serve(const Options& options, Context& context) {
  auto settings = engine_settings(options.engine, "", context);
  if (const auto* error = std::get_if<CodedError>(&settings)) return fail(context, ExitCode::usage, *error);
  const auto& chosen = std::get<conformance::EngineSettings>(settings);
  const bool oracle = options.subject == "oracle";
  const adversarial::HostileFault* fault = adversarial::hostile_fault(options.planted);
  const SubjectServer::Factory make = [oracle, fault](const engine::Vocabulary& vocabulary,
                                                      const engine::Policy& policy) {
    if (oracle) return conformance::make_oracle_mask_subject({policy, vocabulary});
    auto healthy = conformance::make_engine_subject({policy, {}, vocabulary, engine::MaskPath::memo});
    return fault != nullptr ? fault->make(std::move(healthy), vocabulary) : std::move(healthy);
  };
  SubjectServer server(make, chosen.vocabulary, chosen.policy, context.deps);
  std::string line;
  while (!server.closed() && !context.stop_requested() && next_request(context.in, line)) {
    context.out << server.answer(line) << '\n' << std::flush;
    if (!context.out) return ExitCode::subject_error;
  }
  if (server.closed() || context.in.eof() || context.stop_requested()) return ExitCode::pass;
  return fail(context, ExitCode::usage,
              {"line_too_long", "a request is longer than 64 MiB", "standard input", ""});
}

}  // namespace

Command subject_command() {
  Command command;
  command.name = "subject";
  command.summary =
      "Serve the engine or the oracle over JSON lines: compile, start, mask, accept, rollback, fork, ...";
  command.examples = {"lockstep subject --subject engine --vocab llama-3 --policy model",
                      "lockstep subject --subject oracle --policy canonical"};
  command.define = [](Arguments& app) -> Command::Run {
    auto options = std::make_shared<Options>();
    app.option("--subject", options->subject, "Who is served").one_of({"engine", "oracle"}).shows_default();
    std::vector<std::string> faults;
    for (const adversarial::HostileFault& fault : adversarial::hostile_faults()) faults.push_back(fault.name);
    app.option("--planted", options->planted, "The engine with this fault, to see a harness convict it")
        .one_of(faults);
    add_policy_options(app, options->engine);
    add_vocabulary_option(app, options->engine);
    return [options](Context& context) { return serve(*options, context); };
  };
  return command;
}

}  // namespace lockstep::cli

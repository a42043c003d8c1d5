// Runs batch lines over a subject.
#include "lockstep/cli/batch.h"

#include <fmt/format.h>

#include <istream>
#include <nlohmann/json.hpp>
#include <ostream>
#include <utility>

#include "lockstep/cli/batch_line.h"
#include "lockstep/cli/progress.h"
#include "lockstep/conformance/subject/big_stack.h"
#include "lockstep/oracle/pattern/pattern.h"

namespace lockstep::cli {
namespace {

using conformance::Compile;
using conformance::CompileReply;
using conformance::InstanceReply;
using conformance::ValidateReply;
using conformance::Validity;

constexpr std::size_t kPatternStack = std::size_t{512} << 20U;

// False at the end of the input. `too_long`: the line was, and only its beginning is in `line`.
bool next_line(std::istream& in, std::string& line, bool& too_long) {
  line.clear();
  too_long = false;
  int c = in.get();
  if (c == std::istream::traits_type::eof()) return false;
  for (; c != '\n' && c != std::istream::traits_type::eof(); c = in.get()) {
    if (line.size() == kLongestBatchLine) {
      too_long = true;
    } else {
      line += static_cast<char>(c);
    }
  }
  return true;
}

ValidateReply refused(const char* what, const std::string& message) {
  ValidateReply reply;
  reply.compile.outcome = Compile::refused;
  reply.compile.code = what;
  reply.compile.keyword = what;
  reply.compile.message = message;
  return reply;
}

// The whole instance must match: the pattern between ^ and $, which without the flag m are the ends of the
// text. It is compiled alone first, so that the wrapping cannot make a pattern of what is none.
ValidateReply match_whole(const BatchRequest& request) {
  ValidateReply reply;
  const auto work = [&] {
    const oracle::Outcome<oracle::Pattern> alone = oracle::Pattern::compile(request.text);
    oracle::Outcome<oracle::Pattern> whole = oracle::Pattern::compile("^(?:" + request.text + ")$");
    if (!alone || !whole || alone.value().without_u() != whole.value().without_u()) {
      reply.compile.outcome = Compile::malformed;
      reply.compile.code = alone ? "bad_pattern" : alone.error().code;
      return;
    }
    for (const std::string& instance : request.instances) {
      const oracle::Answer answer = whole.value().search(instance);
      InstanceReply& one = reply.instances.emplace_back();
      one.reason = answer.reason;
      one.validity = answer.is_unknown() ? Validity::unknown
                     : answer.is_yes()   ? Validity::valid
                                         : Validity::invalid;
      if (answer.is_yes()) one.at = instance.size();
    }
  };
  if (!conformance::run_on_stack(kPatternStack, work)) {
    reply.instances.clear();
    reply.compile.outcome = Compile::limit;
    reply.compile.code = "no_stack";
  }
  return reply;
}

conformance::ValidateRequest request_of(const Batch& batch, const BatchRequest& request) {
  conformance::ValidateRequest validate;
  validate.schema = request.text;
  validate.instances = request.instances;
  validate.dialect = request.dialect.empty() ? batch.dialect : request.dialect;
  validate.assert_formats = request.assert_formats.value_or(batch.assert_formats);
  validate.registry = batch.registry;
  return validate;
}

ValidateReply ask_whole(const Batch& batch, const BatchRequest& request) {
  if (!request.beyond.empty()) return refused(request.beyond.c_str(), "not by whole documents");
  if (request.kind == BatchRequest::Kind::grammar)
    return refused("grammar", "this subject judges no grammars");
  if (request.kind == BatchRequest::Kind::regex) {
    return batch.patterns ? match_whole(request) : refused("regex", "this subject judges no patterns");
  }
  return batch.subject.validate(request_of(batch, request));
}

EngineAnswer ask(const Batch& batch, const BatchRequest& request) {
  if (batch.engine != nullptr) return batch.engine->ask(request, request_of(batch, request));
  return {ask_whole(batch, request), {}, {}};
}

// The five outcomes of the format; a subject that died has reached a limit of its own, and the code says
// which.
std::string_view outcome_name(Compile outcome) {
  const bool died = outcome == Compile::crash || outcome == Compile::hang;
  return died ? "limit" : conformance::name(outcome);
}

// One line of output. The id is the text of the input.
std::string answer_line(const BatchRequest& request, std::size_t index, const CompileReply& compile,
                        const InstanceReply* instance,
                        const std::optional<std::vector<engine::TokenId>>* mask,
                        const std::string& spelling_code) {
  const bool compiled = instance != nullptr;
  nlohmann::ordered_json rest;
  rest["compile"] = outcome_name(compile.outcome);
  std::string code = compile.code.empty() ? spelling_code : compile.code;
  if (compile.outcome == Compile::crash) code = "crash";
  if (compile.outcome == Compile::hang) code = "hang";
  bool known = true;
  if (compiled && instance->validity != Validity::valid && instance->validity != Validity::invalid) {
    known = false;
    code = conformance::name(instance->validity);
  }
  if (compiled && code.empty() && !instance->at_unknown.empty()) code = "at_unknown";
  if (!code.empty()) rest["code"] = code;
  const bool points = compile.outcome == Compile::refused || compile.outcome == Compile::malformed ||
                      compile.outcome == Compile::empty;
  if (!compile.pointer.empty() && points) rest["pointer"] = compile.pointer;
  rest["accepted"] = nullptr;
  if (known) rest["accepted"] = compiled && instance->validity == Validity::valid;
  rest["at"] = nullptr;
  if (compiled && instance->at) rest["at"] = *instance->at;
  if (mask != nullptr) rest["mask"] = mask->has_value() ? nlohmann::ordered_json(**mask) : nullptr;
  const std::string tail = rest.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  return fmt::format("{{\"id\":{},\"index\":{},{}\n", request.id, index, std::string_view(tail).substr(1));
}

// The verdict that the summary counts.
std::string verdict_of(const CompileReply& compile, const InstanceReply* instance) {
  if (instance == nullptr) return std::string(conformance::name(compile.outcome));
  if (instance->validity == Validity::valid) return "accepted";
  if (instance->validity == Validity::invalid) return "not_accepted";
  return std::string(conformance::name(instance->validity));
}

ExitCode exit_of(const std::string& verdict) {
  if (verdict == "crash" || verdict == "hang" || verdict == "error") return ExitCode::subject_error;
  return verdict == "unknown" ? ExitCode::unresolved : ExitCode::pass;
}

// A subject that answers for more or fewer instances than were asked has said nothing.
void check_count(const BatchRequest& request, ValidateReply& reply) {
  const bool compiled = reply.compile.outcome == Compile::ok || reply.compile.outcome == Compile::empty;
  if (reply.instances.size() == (compiled ? request.instances.size() : 0)) return;
  reply.instances.clear();
  reply.compile = {};
  reply.compile.outcome = Compile::crash;
}

}  // namespace

ExitCode run_batch(const Batch& batch, Context& context, reports::Summary& summary) {
  ExitCode exit = ExitCode::pass;
  Progress progress(context, "check", 0);
  std::string line;
  bool too_long = false;
  std::size_t taken = 0;
  for (std::size_t number = 1; next_line(batch.lines, line, too_long); ++number) {
    if (!context.common.shard.holds(number - 1)) continue;
    if (context.common.limit && taken == *context.common.limit) break;
    ++taken;
    if (context.stop_requested()) {
      return fail(context, ExitCode::unresolved,
                  {"interrupted", "stopped before the end of the batch",
                   fmt::format("{}:{}", batch.name, number), ""});
    }
    std::variant<BatchRequest, CodedError> parsed =
        too_long
            ? CodedError{"line_too_long", fmt::format("the line is longer than {} bytes", kLongestBatchLine),
                         "", "split its instances over several lines"}
            : parse_batch_line(line);
    if (auto* error = std::get_if<CodedError>(&parsed)) {
      const std::string place = fmt::format("{}:{}", batch.name, number);
      error->location = error->location.empty() ? place : place + ", " + error->location;
      exit = reports::worse(exit, fail(context, ExitCode::usage, *error));
      continue;
    }
    const BatchRequest& request = std::get<BatchRequest>(parsed);
    EngineAnswer answer = ask(batch, request);
    ValidateReply& reply = answer.reply;
    check_count(request, reply);
    for (std::size_t i = 0; i < request.instances.size(); ++i) {
      const InstanceReply* instance = reply.instances.empty() ? nullptr : &reply.instances[i];
      const std::string verdict = verdict_of(reply.compile, instance);
      context.out << answer_line(request, i, reply.compile, instance,
                                 answer.masks.empty() ? nullptr : &answer.masks[i],
                                 answer.codes.empty() ? "" : answer.codes[i]);
      ++summary.cases;
      ++summary.verdicts[verdict];
      if (verdict == "refused") ++summary.refused_by[reply.compile.keyword];
      exit = reports::worse(exit, exit_of(verdict));
    }
    progress.step();
  }
  return exit;
}

}  // namespace lockstep::cli

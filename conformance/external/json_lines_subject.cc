// Requests and replies of the JSON-lines protocol, and who is to blame when the process dies.
#include "lockstep/conformance/external/json_lines_subject.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "lockstep/conformance/external/wire.h"

namespace lockstep::conformance {
namespace {

using nlohmann::json;

constexpr std::size_t kCulprits = 2;

template <typename Kind>
std::optional<Kind> kind_named(const std::string& text, std::initializer_list<Kind> kinds) {
  for (const Kind kind : kinds) {
    if (name(kind) == text) return kind;
  }
  return std::nullopt;
}

std::optional<InstanceReply> read_instance(const json& reply) {
  if (!reply.is_object()) return std::nullopt;
  const auto validity =
      kind_named(string_at(reply, "validity"), {Validity::valid, Validity::invalid, Validity::unknown,
                                                Validity::crash, Validity::hang, Validity::error});
  if (!validity) return std::nullopt;
  return InstanceReply{*validity, string_at(reply, "reason"), std::nullopt};
}

InstanceReply culprit(AskEnd end, const std::string& message) {
  const Validity validity = end == AskEnd::crashed ? Validity::crash
                            : end == AskEnd::hung  ? Validity::hang
                                                   : Validity::error;
  return {validity, message, std::nullopt};
}

CompileReply compile_culprit(AskEnd end, const std::string& message) {
  CompileReply compile;
  compile.message = message;
  compile.outcome = end == AskEnd::hung ? Compile::hang : Compile::crash;
  if (end == AskEnd::protocol_error) compile.code = "protocol_error";
  if (end == AskEnd::not_started) compile.code = "not_started";
  return compile;
}

}  // namespace

// The answer to a request over some of the instances.
struct JsonLinesSubject::Part {
  AskEnd end = AskEnd::not_started;
  std::string message;
  ValidateReply reply;  // when answered
};

JsonLinesSubject::JsonLinesSubject(JsonLinesSubjectOptions options)
    : options_(std::move(options)), child_(options_.command, options_.limits) {}

Asked JsonLinesSubject::send_registry(const ValidateRequest& request) {
  json documents = json::object();
  if (request.registry) {
    for (const auto& [uri, text] : *request.registry) documents[uri] = wire_text(text);
  }
  Asked asked = child_.ask({{"op", "registry"}, {"documents", documents}, {"dialect", request.dialect}});
  if (asked.end == AskEnd::answered) {
    registry_ = request.registry;
    registry_dialect_ = request.dialect;
    registry_start_ = child_.starts();
  }
  return asked;
}

JsonLinesSubject::Part JsonLinesSubject::ask(const ValidateRequest& request, std::size_t first,
                                             std::size_t count) {
  json message = {{"op", "validate"},
                  {"schema", wire_text(request.schema)},
                  {"instances", json::array()},
                  {"dialect", request.dialect},
                  {"assert_formats", request.assert_formats}};
  for (std::size_t i = first; i < first + count; ++i)
    message["instances"].push_back(wire_text(request.instances[i]));

  // The child may die between two requests, and its registry with it: it says so, and is told again.
  Asked asked;
  for (int attempt = 0; attempt < 2; ++attempt) {
    if (registry_start_ != child_.starts() || child_.starts() == 0 || registry_ != request.registry ||
        registry_dialect_ != request.dialect) {
      asked = send_registry(request);
      if (asked.end != AskEnd::answered) return {asked.end, asked.message, {}};
    }
    asked = child_.ask(message);
    if (asked.end != AskEnd::answered || !asked.reply.contains("no_registry")) break;
    registry_start_ = 0;
  }
  Part part{asked.end, asked.message, {}};
  if (asked.end != AskEnd::answered) return part;
  const auto compile = compile_of_wire(asked.reply);
  const json replies = asked.reply.value("replies", json::array());
  bool sound = compile.has_value() && compile->outcome != Compile::empty && replies.is_array();
  if (sound) {
    part.reply.compile = *compile;
    for (const json& one : replies) {
      const auto instance = read_instance(one);
      sound = sound && instance.has_value();
      if (instance) part.reply.instances.push_back(*instance);
    }
    sound = sound && part.reply.instances.size() == (compile->outcome == Compile::ok ? count : 0);
  }
  if (!sound)
    return {AskEnd::protocol_error, "a reply that the protocol does not know: " + asked.reply.dump(), {}};
  return part;
}

ValidateReply JsonLinesSubject::validate(const ValidateRequest& request) {
  Part whole = ask(request, 0, request.instances.size());
  if (whole.end == AskEnd::answered) return std::move(whole.reply);

  Part schema = ask(request, 0, 0);
  ValidateReply reply;
  if (schema.end != AskEnd::answered) {
    reply.compile = compile_culprit(schema.end, schema.message);
    return reply;
  }
  reply.compile = schema.reply.compile;
  if (reply.compile.outcome != Compile::ok) return reply;
  std::size_t culprits = 0;
  for (std::size_t i = 0; i < request.instances.size(); ++i) {
    if (culprits >= kCulprits) {
      reply.instances.push_back({Validity::unknown, "not asked: the process died on this schema before", {}});
      continue;
    }
    Part one = ask(request, i, 1);
    const bool answered = one.end == AskEnd::answered && one.reply.instances.size() == 1;
    reply.instances.push_back(answered ? one.reply.instances.front() : culprit(one.end, one.message));
    culprits += answered ? 0U : 1U;
  }
  return reply;
}

}  // namespace lockstep::conformance

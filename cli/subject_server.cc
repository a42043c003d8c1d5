// Requests of the JSON-lines protocol, one member function each.
#include "lockstep/cli/subject_server.h"

#include <fmt/format.h>

#include <bit>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "lockstep/cli/engine_options.h"
#include "lockstep/cli/input.h"
#include "lockstep/conformance/external/wire.h"
#include "lockstep/conformance/vocabulary/vocabulary_pins.h"
#include "lockstep/engine/vocabulary/builder.h"

namespace lockstep::cli {
namespace {

using Json = nlohmann::ordered_json;

Json error(const char* code, const std::string& message) { return {{"error", code}, {"message", message}}; }

std::optional<std::string> text_at(const Json& request, const char* name) {
  return request.contains(name) ? conformance::text_of_wire(request[name]) : std::nullopt;
}

std::optional<std::uint64_t> number_at(const Json& request, const char* name) {
  if (!request.contains(name) || !request[name].is_number_unsigned()) return std::nullopt;
  return request[name].get<std::uint64_t>();
}

Json compile_json(const conformance::CompileReply& compile) {
  Json reply = {{"compile", conformance::name(compile.outcome)}};
  if (compile.outcome == conformance::Compile::ok) return reply;
  reply["code"] = compile.code;
  reply["message"] = compile.message;
  reply["pointer"] = compile.pointer;
  if (!compile.keyword.empty()) reply["keyword"] = compile.keyword;
  if (compile.offset) reply["offset"] = *compile.offset;
  if (!compile.conflict.empty()) reply["conflict"] = compile.conflict;
  return reply;
}

// Bit id is bit id % 8 of byte id / 8: the words, little endian.
std::string hex_words(const std::vector<std::uint32_t>& words) {
  std::string hex;
  hex.reserve(words.size() * 8);
  for (const std::uint32_t word : words) {
    for (unsigned shift = 0; shift < 32; shift += 8) hex += fmt::format("{:02x}", word >> shift & 0xFFU);
  }
  return hex;
}

Json ids_of(const std::vector<std::uint32_t>& words) {
  Json ids = Json::array();
  for (std::size_t word = 0; word < words.size(); ++word) {
    for (std::uint32_t rest = words[word]; rest != 0; rest &= rest - 1) {
      ids.push_back(word * 32 + static_cast<std::size_t>(std::countr_zero(rest)));
    }
  }
  return ids;
}

std::optional<engine::TokenKind> kind_of(const std::string& name) {
  for (std::size_t kind = 0; kind < engine::kTokenKinds; ++kind) {
    if (engine::name(static_cast<engine::TokenKind>(kind)) == name)
      return static_cast<engine::TokenKind>(kind);
  }
  return std::nullopt;
}

// {"tokens": [{"hex": ..., "kind": ...}], "stop": [ids], "logit_width": n}
engine::Result<engine::Vocabulary> vocabulary_from(const Json& request) {
  const auto bad = [](const std::string& message) { return engine::Error{"bad_request", message, {}, ""}; };
  engine::VocabularyOptions options;
  options.allow_missing_bytes = true;
  if (request.contains("logit_width")) {
    const auto width = number_at(request, "logit_width");
    if (!width || *width > options.limits.max_tokens) return bad("'logit_width' is a number of bits");
    options.logit_width = static_cast<std::uint32_t>(*width);
  }
  if (request.contains("stop")) {
    for (const Json& id : request["stop"]) {
      if (!id.is_number_unsigned() || id.get<std::uint64_t>() > options.limits.max_tokens)
        return bad("'stop' is a list of ids");
      options.stop_ids.push_back(id.get<engine::TokenId>());
    }
  }
  engine::VocabularyBuilder builder("request", options);
  engine::TokenId next = 0;
  for (const Json& token : request["tokens"]) {
    const std::optional<std::string> bytes = token.is_object() && token.contains("hex")
                                                 ? conformance::text_of_wire(Json{{"hex", token["hex"]}})
                                                 : conformance::text_of_wire(token);
    const auto kind = token.is_object() && token.contains("kind") && token["kind"].is_string()
                          ? kind_of(token["kind"].get<std::string>())
                          : engine::TokenKind::normal;
    if (!bytes || !kind) return bad(fmt::format("token {} is no string and no {{hex, kind}}", next));
    if (const auto fault = builder.add(next++, *bytes, *kind)) return *fault;
  }
  return builder.finish();
}

}  // namespace

SubjectServer::SubjectServer(Factory make, engine::Vocabulary vocabulary, engine::Policy policy,
                             std::string deps)
    : make_(std::move(make)),
      vocabulary_(std::move(vocabulary)),
      policy_(policy),
      deps_(std::move(deps)),
      subject_(make_(vocabulary_, policy_)) {}

std::string SubjectServer::answer(std::string_view line) {
  const Json request = Json::parse(line, nullptr, false);
  Json reply;
  if (!request.is_object() || !request.contains("op") || !request["op"].is_string()) {
    reply = error("bad_request", "a request is a JSON object with a string 'op'");
  } else {
    reply = dispatch(request);
  }
  if (request.is_object() && request.contains("id")) reply["id"] = request["id"];
  return reply.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json SubjectServer::dispatch(const Json& request) {
  const auto op = request["op"].get<std::string>();
  if (op == "hello") return hello();
  if (op == "vocabulary") return vocabulary(request);
  if (op == "compile") return compile(request);
  if (op == "validate") return validate(request);
  if (op == "start") return start(request);
  if (op == "close") return close(request);
  for (const char* known : {"mask", "accept", "rollback", "fork", "forced", "stop"}) {
    if (op != known) continue;
    const auto id = number_at(request, "session");
    const auto found = id ? sessions_.find(*id) : sessions_.end();
    if (found == sessions_.end()) return error("unknown_session", "'session' is no open session");
    return on_session(op, request, *found->second);
  }
  return error("unknown_op", "the op '" + op + "' is unknown");
}

Json SubjectServer::hello() {
  const conformance::Capabilities can = subject_->capabilities();
  return {{"subject", subject_->name()},
          {"version", subject_->version()},
          {"protocol", 1},
          {"validate", can.validate},
          {"mask", can.mask},
          {"asserts_formats", can.asserts_formats},
          {"dialects", can.dialects},
          {"policy", engine::canonical_text(policy_)},
          {"vocabulary", vocabulary_.identity()},
          {"logit_width", vocabulary_.logit_width()}};
}

Json SubjectServer::vocabulary(const Json& request) {
  const bool listed = request.contains("tokens") && request["tokens"].is_array();
  const std::optional<std::string> name = text_at(request, "name");
  if (listed == name.has_value()) return error("bad_request", "'vocabulary' takes 'name' or 'tokens'");
  engine::Result<engine::Vocabulary> opened =
      listed ? vocabulary_from(request) : conformance::open_vocabulary(*name, deps_);
  if (!opened) return error(opened.error().code.c_str(), opened.error().message);
  sessions_.clear();
  constraints_.clear();
  vocabulary_ = *opened;
  subject_ = make_(vocabulary_, policy_);
  return {{"identity", vocabulary_.identity()},
          {"size", vocabulary_.size()},
          {"logit_width", vocabulary_.logit_width()},
          {"stop", vocabulary_.stop_ids()}};
}

// The fields that compile and validate share.
std::optional<Json> SubjectServer::read(const Json& request, conformance::ValidateRequest& validate,
                                        engine::Policy& policy) const {
  const std::optional<std::string> schema = text_at(request, "schema");
  if (!schema) return error("bad_request", "'schema' is the schema's text: a string, or {\"hex\": ...}");
  validate.schema = *schema;
  std::vector<std::pair<std::string, std::string>> fields;
  if (request.contains("policy")) {
    const Json& asked = request["policy"];
    if (asked.is_string()) fields.emplace_back("preset", asked.get<std::string>());
    if (!asked.is_string() && !asked.is_object())
      return error("bad_request", "'policy' is a preset or an object");
    if (asked.is_object()) {
      for (const auto& [field, value] : asked.items()) {
        if (!value.is_string() && !value.is_number_unsigned()) {
          return error("bad_request", "a policy field is a string");
        }
        fields.emplace_back(field, value.is_string() ? value.get<std::string>() : value.dump());
      }
    }
  }
  const auto changed = policy_with(policy_, fields);
  if (const auto* fault = std::get_if<engine::Error>(&changed))
    return error(fault->code.c_str(), fault->message);
  policy = std::get<engine::Policy>(changed);
  if (request.contains("dialect")) {
    const auto dialect = text_at(request, "dialect");
    const auto uri = dialect ? dialect_uri(*dialect) : std::nullopt;
    if (!uri) return error("bad_request", "'dialect' is a draft's name or a URI");
    validate.dialect = *uri;
  }
  auto registry = std::make_shared<conformance::Registry>();
  if (request.contains("registry")) {
    if (!request["registry"].is_object())
      return error("bad_request", "'registry' is an object of texts by URI");
    for (const auto& [uri, value] : request["registry"].items()) {
      const auto text = conformance::text_of_wire(value);
      if (!text) return error("bad_request", "a document of 'registry' is a string or {\"hex\": ...}");
      registry->emplace(uri, *text);
    }
  }
  validate.registry = std::move(registry);
  validate.assert_formats = policy.format == engine::Format::assert_listed;
  return std::nullopt;
}

Json SubjectServer::compile(const Json& request) {
  conformance::ValidateRequest validate;
  engine::Policy policy;
  if (auto fault = read(request, validate, policy)) return *fault;
  if (constraints_.size() >= kMostConstraints) return error("too_many", "close a constraint first");
  conformance::MaskStart started = make_(vocabulary_, policy)->start(validate);
  Json reply = compile_json(started.compile);
  if (started.session == nullptr) return reply;
  reply["constraint"] = next_;
  constraints_[next_++].start = std::move(started.session);
  return reply;
}

Json SubjectServer::validate(const Json& request) {
  conformance::ValidateRequest validate;
  engine::Policy policy;
  if (auto fault = read(request, validate, policy)) return *fault;
  if (!request.contains("instances") || !request["instances"].is_array()) {
    return error("bad_request", "'instances' is a list of texts");
  }
  for (const Json& value : request["instances"]) {
    const auto text = conformance::text_of_wire(value);
    if (!text) return error("bad_request", "an instance is a string or {\"hex\": ...}");
    validate.instances.push_back(*text);
  }
  const conformance::ValidateReply answer = make_(vocabulary_, policy)->validate(validate);
  Json reply = compile_json(answer.compile);
  reply["instances"] = Json::array();
  for (const conformance::InstanceReply& instance : answer.instances) {
    Json one = {{"validity", conformance::name(instance.validity)}};
    if (instance.at) one["at"] = *instance.at;
    if (!instance.reason.empty()) one["reason"] = instance.reason;
    reply["instances"].push_back(std::move(one));
  }
  return reply;
}

Json SubjectServer::open(std::unique_ptr<conformance::MaskSession> session) {
  if (sessions_.size() >= kMostSessions) return error("too_many", "close a session first");
  sessions_.emplace(next_, std::move(session));
  return {{"session", next_++}};
}

Json SubjectServer::start(const Json& request) {
  const auto id = number_at(request, "constraint");
  const auto found = id ? constraints_.find(*id) : constraints_.end();
  if (found == constraints_.end()) return error("unknown_constraint", "'constraint' is no open constraint");
  return open(found->second.start->fork());
}

Json SubjectServer::on_session(const std::string& op, const Json& request,
                               conformance::MaskSession& session) {
  Json reply = asked(op, request, session);
  for (const conformance::Unknown& one : session.unknown()) {
    if (!reply.contains("error") && op != "fork")
      reply["unknown"].push_back({{"reason", one.reason}, {"ids", one.tokens}});
  }
  return reply;
}

Json SubjectServer::asked(const std::string& op, const Json& request, conformance::MaskSession& session) {
  if (op == "mask") {
    const std::vector<std::uint32_t> words = session.mask();
    if (request.value("as", Json("ids")) == "hex") return {{"mask", hex_words(words)}};
    return {{"mask", ids_of(words)}};
  }
  if (op == "accept") {
    const auto token = number_at(request, "token");
    if (!token || *token > 0xFFFFFFFFU) return error("bad_request", "'token' is an id");
    return {{"accepted", session.accept(static_cast<std::uint32_t>(*token))}};
  }
  if (op == "rollback") {
    const auto tokens = number_at(request, "tokens");
    if (!tokens) return error("bad_request", "'tokens' is how many to undo");
    return {{"rolled_back", session.rollback(*tokens)}};
  }
  if (op == "fork") return open(session.fork());
  if (op == "forced") return {{"forced", {{"hex", conformance::hex_of(session.forced())}}}};
  return {{"stop", session.can_stop()}};
}

Json SubjectServer::close(const Json& request) {
  if (const auto session = number_at(request, "session")) return {{"closed", sessions_.erase(*session) == 1}};
  if (const auto constraint = number_at(request, "constraint"))
    return {{"closed", constraints_.erase(*constraint) == 1}};
  closed_ = true;
  return {{"closed", true}};
}

}  // namespace lockstep::cli

// The engine's part of `check --batch`.
#include "lockstep/cli/batch_engine.h"

#include <string>

#include "lockstep/cli/engine_options.h"

namespace lockstep::cli {
namespace {

using conformance::Compile;
using conformance::InstanceReply;
using conformance::Validity;

EngineAnswer failed(Compile outcome, const std::string& code, const std::string& keyword,
                    const std::string& message) {
  EngineAnswer answer;
  answer.reply.compile.outcome = outcome;
  answer.reply.compile.code = code;
  answer.reply.compile.keyword = keyword;
  answer.reply.compile.message = message;
  return answer;
}

}  // namespace

InstanceReply EngineBatch::drive(const engine::Session& start, const BatchRequest& request, std::size_t index,
                                 EngineAnswer& answer) {
  const std::string& text = request.instances[index];
  if (request.tokens == "canonical") {
    const auto tokens = encoder_->value().encode(text);
    answer.codes.push_back(tokens.ok() ? "" : tokens.error().code);
    if (tokens.ok()) return conformance::drive_tokens(start.fork(), settings_.vocabulary, text, *tokens);
  }
  if (request.tokens != "random") return conformance::drive_bytes(start.fork(), settings_.vocabulary, text);
  if (spelling_ == nullptr) spelling_ = std::make_unique<conformance::RandomSpelling>(settings_.vocabulary);
  const auto tokens = spelling_->spell(text, seed_ ^ conformance::hash_of_text(text));
  if (!tokens) return {Validity::error, "the vocabulary cannot spell this text", std::nullopt};
  return conformance::drive_tokens(start.fork(), settings_.vocabulary, text, *tokens);
}

EngineAnswer EngineBatch::ask(const BatchRequest& request, const conformance::ValidateRequest& validate) {
  if (request.kind == BatchRequest::Kind::grammar) {
    return failed(Compile::refused, "grammar", "grammar", "the engine compiles no grammars yet");
  }
  if (request.tokens == "canonical") {
    if (!encoder_) encoder_ = conformance::Encoder::open(name_, deps_, settings_.vocabulary);
    if (!encoder_->ok())
      return failed(Compile::refused, encoder_->error().code, "tokens", encoder_->error().message);
  }
  conformance::EngineSettings settings = settings_;
  const auto policy = policy_with(settings.policy, request.policy);
  if (const auto* error = std::get_if<engine::Error>(&policy)) {
    return failed(Compile::malformed, error->code, "policy", error->message);
  }
  settings.policy = std::get<engine::Policy>(policy);
  if (request.assert_formats) {
    settings.policy.format =
        *request.assert_formats ? engine::Format::assert_listed : engine::Format::annotate;
  }
  conformance::ValidateRequest asked = validate;
  asked.assert_formats = settings.policy.format == engine::Format::assert_listed;

  EngineAnswer answer;
  if (request.mask_at) answer.masks.resize(request.instances.size());
  const auto compiled = request.kind == BatchRequest::Kind::regex
                            ? engine::compile_texts({engine::BareTexts::Kind::regex, request.text, {}})
                            : conformance::compile_with_engine(settings, asked);
  if (const auto* fault = std::get_if<engine::CompileFault>(&compiled)) {
    answer.reply.compile = conformance::compile_reply(*fault);
    if (answer.reply.compile.outcome != Compile::empty) return answer;
    for (std::size_t i = 0; i < request.instances.size(); ++i) {
      answer.reply.instances.push_back({Validity::invalid, "the language is empty", 0});
    }
    return answer;
  }
  const engine::Session start(std::get<engine::Constraint>(compiled), settings.vocabulary, settings.path);
  for (std::size_t i = 0; i < request.instances.size(); ++i) {
    answer.reply.instances.push_back(drive(start, request, i, answer));
    if (!request.mask_at || *request.mask_at > request.instances[i].size()) continue;
    answer.masks[i] = conformance::ids_after(
        start.fork(), std::string_view(request.instances[i]).substr(0, *request.mask_at));
  }
  return answer;
}

}  // namespace lockstep::cli

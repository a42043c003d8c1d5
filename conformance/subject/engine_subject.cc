#include "lockstep/conformance/subject/engine_subject.h"

#include <variant>

#include "lockstep/conformance/subject/engine_drive.h"
#include "lockstep/engine/session/constraint.h"
#include "lockstep/engine/vocabulary/builtin.h"

namespace lockstep::conformance {
namespace {

Compile outcome_of(engine::CompileStatus status) {
  switch (status) {
    case engine::CompileStatus::ok:
      return Compile::ok;
    case engine::CompileStatus::empty:
      return Compile::empty;
    case engine::CompileStatus::refused:
      return Compile::refused;
    case engine::CompileStatus::malformed:
      return Compile::malformed;
    case engine::CompileStatus::limit:
    case engine::CompileStatus::cancelled:
      return Compile::limit;
  }
  return Compile::malformed;
}

class EngineMaskSession final : public MaskSession {
 public:
  explicit EngineMaskSession(engine::Session session) : session_(std::move(session)) {}

  std::vector<std::uint32_t> mask() override {
    std::vector<std::uint32_t> words(session_.mask_words());
    if (!session_.mask(words).ok()) words.clear();
    return words;
  }
  bool accept(std::uint32_t token) override { return session_.accept(token).ok(); }
  bool can_stop() override { return session_.can_stop(); }
  bool rollback(std::size_t tokens) override { return session_.rollback(tokens).ok(); }
  std::unique_ptr<MaskSession> fork() override {
    return std::make_unique<EngineMaskSession>(session_.fork());
  }
  std::string forced() override { return session_.forced(); }

 private:
  engine::Session session_;
};

class EngineSubject final : public Subject {
 public:
  explicit EngineSubject(const EngineSettings& settings) : settings_(settings) {}

  std::string name() const override { return "engine"; }
  std::string version() const override { return std::string(engine::kCompilerVersion); }

  Capabilities capabilities() const override {
    Capabilities can;
    can.validate = true;
    can.mask = true;
    can.asserts_formats = true;
    can.dialects = every_dialect();
    return can;
  }

  ValidateReply validate(const ValidateRequest& request) override {
    ValidateReply reply;
    auto compiled = compile_with_engine(settings_, request);
    if (const auto* fault = std::get_if<engine::CompileFault>(&compiled)) {
      reply.compile = compile_reply(*fault);
      if (reply.compile.outcome != Compile::empty) return reply;
      for (std::size_t i = 0; i < request.instances.size(); ++i) {
        reply.instances.push_back({Validity::invalid, "nothing satisfies the schema", 0});
      }
      return reply;
    }
    const engine::Session start(std::get<engine::Constraint>(compiled), settings_.vocabulary, settings_.path);
    for (const std::string& instance : request.instances) {
      reply.instances.push_back(drive_bytes(start.fork(), settings_.vocabulary, instance));
    }
    return reply;
  }

  MaskStart start(const ValidateRequest& request) override {
    MaskStart started;
    auto compiled = compile_with_engine(settings_, request);
    if (const auto* fault = std::get_if<engine::CompileFault>(&compiled)) {
      started.compile = compile_reply(*fault);
      return started;
    }
    started.session = std::make_unique<EngineMaskSession>(
        engine::Session(std::get<engine::Constraint>(compiled), settings_.vocabulary, settings_.path));
    return started;
  }

 private:
  EngineSettings settings_;
};

}  // namespace

CompileReply compile_reply(const engine::CompileFault& fault) {
  CompileReply reply;
  reply.outcome = outcome_of(fault.status);
  reply.code = fault.error.code;
  reply.pointer = fault.error.pointer;
  reply.keyword = fault.keyword;
  reply.message = fault.error.message;
  reply.offset = fault.error.offset;
  reply.conflict = fault.conflict;
  return reply;
}

std::unique_ptr<MaskSession> make_mask_session(engine::Session session) {
  return std::make_unique<EngineMaskSession>(std::move(session));
}

std::unique_ptr<Subject> make_engine_subject(const EngineSettings& settings) {
  return std::make_unique<EngineSubject>(settings);
}

std::unique_ptr<Subject> make_engine_subject() {
  return make_engine_subject(
      {engine::Policy::spec(), {}, engine::builtin_vocabulary(), engine::MaskPath::memo});
}

}  // namespace lockstep::conformance

// The built-in engine as a walk sees it.
#include <variant>

#include "lockstep/conformance/walk/walk_subject.h"

namespace lockstep::conformance {
namespace {

class EngineWalkSession final : public WalkSession {
 public:
  EngineWalkSession(engine::Constraint constraint, engine::Session session)
      : constraint_(std::move(constraint)), session_(std::move(session)) {}

  std::vector<bool> allowed_bytes() override { return session_.allowed_bytes(); }
  bool accept_bytes(std::string_view bytes) override { return session_.accept_bytes(bytes).ok(); }
  bool can_stop() override { return session_.can_stop(); }
  std::string finish() override { return session_.finish(); }
  std::string forced() override { return session_.forced(); }
  std::vector<std::uint32_t> mask() override {
    std::vector<std::uint32_t> words(session_.mask_words());
    if (!session_.mask(words).ok()) words.clear();
    return words;
  }
  bool accept(std::uint32_t token) override { return session_.accept(token).ok(); }
  bool rollback(std::size_t steps) override { return session_.rollback(steps).ok(); }
  std::unique_ptr<WalkSession> fork() override {
    return std::make_unique<EngineWalkSession>(constraint_, session_.fork());
  }
  std::uint64_t overruns() override { return constraint_.counters().overruns; }

 private:
  engine::Constraint constraint_;
  engine::Session session_;
};

class EngineWalkSubject final : public WalkSubject {
 public:
  explicit EngineWalkSubject(const EngineSettings& settings) : settings_(settings) {}

  std::string name() const override { return "engine"; }

  WalkStart start(std::string_view schema) override {
    WalkStart started;
    auto compiled = engine::compile_schema(schema, {}, {}, settings_.policy, settings_.limits);
    if (const auto* fault = std::get_if<engine::CompileFault>(&compiled)) {
      started.compile = compile_reply(*fault);
      return started;
    }
    started.session = make_engine_walk_session(std::get<engine::Constraint>(compiled), settings_);
    return started;
  }

 private:
  EngineSettings settings_;
};

}  // namespace

std::unique_ptr<WalkSubject> make_engine_walk_subject(const EngineSettings& settings) {
  return std::make_unique<EngineWalkSubject>(settings);
}

std::unique_ptr<WalkSession> make_engine_walk_session(const engine::Constraint& constraint,
                                                      const EngineSettings& settings) {
  return std::make_unique<EngineWalkSession>(constraint,
                                             engine::Session(constraint, settings.vocabulary, settings.path));
}

}  // namespace lockstep::conformance

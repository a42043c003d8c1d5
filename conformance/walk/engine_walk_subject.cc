// The built-in engine as a walk sees it.
#include <string>
#include <utility>
#include <variant>

#include "lockstep/conformance/walk/walk_subject.h"

namespace lockstep::conformance {
namespace {

class EngineWalkSession final : public WalkSession {
 public:
  // `limit`: shared by all sessions of a start.
  EngineWalkSession(engine::Constraint constraint, engine::Session session,
                    std::shared_ptr<std::string> limit)
      : constraint_(std::move(constraint)), session_(std::move(session)), limit_(std::move(limit)) {}

  std::vector<bool> allowed_bytes() override { return session_.allowed_bytes(); }
  bool accept_bytes(std::string_view bytes) override { return done(session_.accept_bytes(bytes)); }
  bool can_stop() override { return session_.can_stop(); }
  std::string finish() override { return session_.finish(); }
  std::string forced() override { return session_.forced(); }
  std::vector<std::uint32_t> mask() override {
    std::vector<std::uint32_t> words(session_.mask_words());
    if (!done(session_.mask(words))) words.clear();
    return words;
  }
  bool accept(std::uint32_t token) override { return done(session_.accept(token)); }
  bool rollback(std::size_t steps) override { return session_.rollback(steps).ok(); }
  std::unique_ptr<WalkSession> fork() override {
    return std::make_unique<EngineWalkSession>(constraint_, session_.fork(), limit_);
  }
  std::uint64_t overruns() override { return constraint_.counters().overruns; }
  std::string limit_met() override { return std::exchange(*limit_, {}); }

 private:
  bool done(const engine::Result<bool>& result) {
    if (!result.ok() && result.error().code.starts_with("limit_"))
      *limit_ = result.error().code + ": " + result.error().message;
    return result.ok();
  }

  engine::Constraint constraint_;
  engine::Session session_;
  std::shared_ptr<std::string> limit_;
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
                                             engine::Session(constraint, settings.vocabulary, settings.path),
                                             std::make_shared<std::string>());
}

}  // namespace lockstep::conformance

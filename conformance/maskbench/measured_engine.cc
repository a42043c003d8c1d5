#include "lockstep/conformance/maskbench/measured_engine.h"

#include <ctime>
#include <utility>
#include <variant>

#include "lockstep/conformance/subject/engine_drive.h"
#include "lockstep/engine/session/session.h"

namespace lockstep::conformance {
namespace {

double processor_milliseconds() {
  std::timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

class Engine final : public MeasuredEngine {
 public:
  Engine(const EngineSettings& settings, double most)
      : settings_(settings), plain_(make_engine_subject(settings)), most_(most) {}

  std::string name() const override { return plain_->name(); }
  std::string version() const override { return plain_->version(); }
  Capabilities capabilities() const override { return plain_->capabilities(); }
  CompileCost cost() const override { return cost_; }
  double text_milliseconds() const override { return spent_; }
  std::size_t bytes_now() const override { return session_ ? constraint_->counters().bytes : 0; }

  ValidateReply validate(const ValidateRequest& request) override {
    compile(request);
    ValidateReply reply;
    reply.compile = compiled_;
    const double begin = processor_milliseconds();
    const auto over = [&] { return processor_milliseconds() - begin > most_; };
    for (const std::string& instance : request.instances) {
      if (session_)
        reply.instances.push_back(drive_bytes(session_->fork(), settings_.vocabulary, instance, over));
      if (compiled_.outcome == Compile::empty)
        reply.instances.push_back({Validity::invalid, "nothing satisfies the schema", 0, {}});
    }
    spent_ = processor_milliseconds() - begin;
    return reply;
  }

  MaskStart start(const ValidateRequest& request) override {
    compile(request);
    MaskStart started;
    started.compile = compiled_;
    if (session_) started.session = make_mask_session(session_->fork());
    return started;
  }

 private:
  void compile(const ValidateRequest& request) {
    if (asked_ && asked_->schema == request.schema && asked_->dialect == request.dialect &&
        asked_->assert_formats == request.assert_formats && asked_->registry == request.registry)
      return;
    asked_ = request;
    asked_->instances.clear();
    session_.reset();
    constraint_.reset();
    compiled_ = {};
    const double begin = processor_milliseconds();
    auto compiled = compile_with_engine(settings_, request);
    cost_ = {processor_milliseconds() - begin, 0};
    if (const auto* fault = std::get_if<engine::CompileFault>(&compiled)) {
      compiled_ = compile_reply(*fault);
      return;
    }
    constraint_ = std::get<engine::Constraint>(std::move(compiled));
    cost_.bytes = constraint_->counters().bytes;
    session_.emplace(*constraint_, settings_.vocabulary, settings_.path);
  }

  EngineSettings settings_;
  std::unique_ptr<Subject> plain_;
  std::optional<ValidateRequest> asked_;
  CompileReply compiled_;
  std::optional<engine::Constraint> constraint_;
  std::optional<engine::Session> session_;
  CompileCost cost_;
  double most_ = 0;
  double spent_ = 0;
};

}  // namespace

std::unique_ptr<MeasuredEngine> make_measured_engine(const EngineSettings& settings,
                                                     double text_milliseconds) {
  return std::make_unique<Engine>(settings, text_milliseconds);
}

}  // namespace lockstep::conformance

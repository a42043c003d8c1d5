// A subject and a session that do what another one does, for faults to change one thing. Private to this
// folder.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "lockstep/conformance/subject/subject.h"
#include "lockstep/engine/vocabulary/vocabulary.h"

namespace lockstep::adversarial {

// A fork is wrapped again. The inner one is shared, so that a fault can hand out the same session twice.
class WrappedSession : public conformance::MaskSession {
 public:
  explicit WrappedSession(std::shared_ptr<conformance::MaskSession> inner) : inner_(std::move(inner)) {}

  std::vector<std::uint32_t> mask() override { return inner_->mask(); }
  bool accept(std::uint32_t token) override { return inner_->accept(token); }
  bool can_stop() override { return inner_->can_stop(); }
  bool rollback(std::size_t tokens) override { return inner_->rollback(tokens); }
  std::unique_ptr<conformance::MaskSession> fork() override { return wrap(inner_->fork()); }
  std::string forced() override { return inner_->forced(); }

 protected:
  virtual std::unique_ptr<conformance::MaskSession> wrap(std::shared_ptr<conformance::MaskSession> inner) = 0;

  std::shared_ptr<conformance::MaskSession> inner_;
};

class WrappedSubject : public conformance::Subject {
 public:
  explicit WrappedSubject(std::unique_ptr<conformance::Subject> inner) : inner_(std::move(inner)) {}

  std::string name() const override { return "planted"; }
  std::string version() const override { return inner_->version(); }
  conformance::Capabilities capabilities() const override { return inner_->capabilities(); }
  conformance::ValidateReply validate(const conformance::ValidateRequest& request) override {
    return inner_->validate(request);
  }
  conformance::MaskStart start(const conformance::ValidateRequest& request) override {
    return inner_->start(request);
  }

 protected:
  std::unique_ptr<conformance::Subject> inner_;
};

}  // namespace lockstep::adversarial

// A session that hands everything on and knows its bytes: what the wrong engines are made from.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lockstep/conformance/planted/wrong_masks.h"
#include "lockstep/conformance/walk/byte_path.h"
#include "lockstep/conformance/walk/walk_subject.h"

namespace lockstep::conformance {

class WrongSession : public WalkSession {
 public:
  WrongSession(std::unique_ptr<WalkSession> inner, const BytePath& byte_path)
      : inner_(std::move(inner)), byte_path_(&byte_path) {}

  std::vector<bool> allowed_bytes() override { return inner_->allowed_bytes(); }
  bool accept_bytes(std::string_view bytes) override { return taken(inner_->accept_bytes(bytes), bytes); }
  bool can_stop() override { return inner_->can_stop(); }
  std::string finish() override { return inner_->finish(); }
  std::string forced() override { return inner_->forced(); }
  std::vector<std::uint32_t> mask() override { return inner_->mask(); }
  bool accept(std::uint32_t token) override {
    const engine::Vocabulary& vocabulary = byte_path_->vocabulary();
    const bool text = token < vocabulary.size() && vocabulary.is_text(token);
    return taken(inner_->accept(token), text ? vocabulary.bytes(token) : std::string_view());
  }
  bool rollback(std::size_t steps) override {
    if (steps > sizes_.size() || !inner_->rollback(steps)) return false;
    for (; steps > 0; --steps) {
      bytes_.resize(sizes_.back());
      sizes_.pop_back();
    }
    return true;
  }
  std::unique_ptr<WalkSession> fork() override {
    std::unique_ptr<WrongSession> copy = wrap(inner_->fork());
    copy->bytes_ = bytes_;
    copy->sizes_ = sizes_;
    return copy;
  }
  std::uint64_t overruns() override { return inner_->overruns(); }

 protected:
  // The same fault around another session.
  virtual std::unique_ptr<WrongSession> wrap(std::unique_ptr<WalkSession> inner) = 0;

  bool taken(bool ok, std::string_view bytes) {
    if (!ok) return false;
    sizes_.push_back(bytes_.size());
    bytes_ += bytes;
    return true;
  }
  const std::string& bytes() const { return bytes_; }
  WalkSession& inner() { return *inner_; }
  const BytePath& byte_path() const { return *byte_path_; }

 private:
  std::unique_ptr<WalkSession> inner_;
  const BytePath* byte_path_;
  std::string bytes_;               // the text so far
  std::vector<std::size_t> sizes_;  // of it before each step
};

// Wraps what `healthy` starts with Session(inner, byte_path).
template <typename Session>
class WrongSessions final : public WalkSubject {
 public:
  WrongSessions(std::string name, std::unique_ptr<WalkSubject> healthy, const BytePath& byte_path)
      : name_(std::move(name)), healthy_(std::move(healthy)), byte_path_(byte_path) {}
  std::string name() const override { return name_; }
  WalkStart start(std::string_view schema) override {
    WalkStart started = healthy_->start(schema);
    if (started.session) started.session = std::make_unique<Session>(std::move(started.session), byte_path_);
    return started;
  }

 private:
  std::string name_;
  std::unique_ptr<WalkSubject> healthy_;
  const BytePath& byte_path_;
};

// The fault whose sessions are Session.
template <typename Session>
MaskFault session_fault(std::string name, std::string sentence, Verdict verdict, std::string check,
                        bool by_witness = false) {
  auto make = [label = name](std::unique_ptr<WalkSubject> healthy,
                             const BytePath& byte_path) -> std::unique_ptr<WalkSubject> {
    return std::make_unique<WrongSessions<Session>>(label, std::move(healthy), byte_path);
  };
  return {std::move(name), std::move(sentence), verdict, std::move(check), by_witness, std::move(make)};
}

// The members that every wrong session needs.
#define LOCKSTEP_WRONG_SESSION(Name)                                                        \
 public:                                                                                    \
  using WrongSession::WrongSession;                                                         \
                                                                                            \
 protected:                                                                                 \
  std::unique_ptr<WrongSession> wrap(std::unique_ptr<WalkSession> inner_session) override { \
    return std::make_unique<Name>(std::move(inner_session), byte_path());                   \
  }

}  // namespace lockstep::conformance

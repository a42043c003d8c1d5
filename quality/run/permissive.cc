#include "lockstep/quality/run/permissive.h"

#include <utility>

namespace lockstep::quality {
namespace {

class PermissiveSession final : public conformance::WalkSession {
 public:
  explicit PermissiveSession(engine::Vocabulary vocabulary) : vocabulary_(std::move(vocabulary)) {}

  std::vector<bool> allowed_bytes() override { return std::vector<bool>(256, true); }
  bool accept_bytes(std::string_view) override { return taken(); }
  bool can_stop() override { return true; }
  std::string finish() override { return ""; }
  std::string forced() override { return ""; }
  std::vector<std::uint32_t> mask() override {
    std::vector<std::uint32_t> words((std::size_t{vocabulary_.logit_width()} + 31) / 32, 0);
    for (engine::TokenId id = 0; id < vocabulary_.size(); ++id) {
      if (vocabulary_.is_text(id) || vocabulary_.is_stop(id)) words[id / 32] |= std::uint32_t{1} << (id % 32);
    }
    return words;
  }
  bool accept(std::uint32_t token) override {
    return token < vocabulary_.size() && (vocabulary_.is_text(token) || vocabulary_.is_stop(token)) &&
           taken();
  }
  bool rollback(std::size_t steps) override {
    if (steps > steps_) return false;
    steps_ -= steps;
    return true;
  }
  std::unique_ptr<conformance::WalkSession> fork() override {
    return std::make_unique<PermissiveSession>(*this);
  }
  std::uint64_t overruns() override { return 0; }

 private:
  bool taken() {
    ++steps_;
    return true;
  }

  engine::Vocabulary vocabulary_;
  std::size_t steps_ = 0;
};

}  // namespace

std::unique_ptr<conformance::WalkSession> make_permissive_session(const engine::Vocabulary& vocabulary) {
  return std::make_unique<PermissiveSession>(vocabulary);
}

}  // namespace lockstep::quality

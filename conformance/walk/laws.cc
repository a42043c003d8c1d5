#include "lockstep/conformance/walk/laws.h"

#include <fmt/core.h>

#include <optional>

namespace lockstep::conformance {
namespace {

using Mask = std::vector<std::uint32_t>;

class Laws {
 public:
  Laws(const engine::Vocabulary& vocabulary, WalkSession& here, const Mask& mask, Choices& choices,
       std::vector<Finding>& found)
      : vocabulary_(vocabulary),
        here_(here),
        mask_(mask),
        choices_(choices),
        found_(found),
        allowed_(here.allowed_bytes()),
        stop_(here.can_stop()) {}

  void determinism() { unchanged("determinism", "the second mask differs from the first"); }

  void rollback() {
    const std::optional<std::uint32_t> token = some_token(true);
    if (!token) return;
    if (!here_.accept(*token))
      return broken("accept", fmt::format("token {} has its bit and is not taken", *token));
    if (!here_.rollback(1)) return broken("rollback", "one step could not be undone");
    unchanged("rollback", fmt::format("token {} taken and undone changes the mask", *token));
  }

  void refusal() {
    const std::optional<std::uint32_t> token = some_token(false);
    if (!token) return;
    const auto fork = here_.fork();
    if (fork->accept(*token))
      return broken("refusal", fmt::format("token {} has no bit and is taken", *token));
    if (fork->mask() != mask_)
      broken("refusal", fmt::format("token {}, not taken, changes the mask", *token));
  }

  void fork() {
    const std::optional<std::uint32_t> token = some_token(true);
    if (!token) return;
    const auto fork = here_.fork();
    if (fork->mask() != mask_) return broken("fork", "a fork has another mask");
    (void)fork->accept(*token);
    unchanged("fork", fmt::format("token {} taken by a fork shows in the original", *token));
  }

  void split(WalkSession& start, const std::string& prefix) {
    const auto other = start.fork();
    for (std::size_t at = 0; at < prefix.size();) {
      const std::size_t size = choices_.between(1, prefix.size() - at);
      if (!other->accept_bytes(std::string_view(prefix).substr(at, size))) {
        return broken("split", fmt::format("dies in a piece of {} bytes from {}", size, at));
      }
      at += size;
    }
    if (other->mask() != mask_) broken("split", "the prefix in other pieces has another mask");
    if (other->can_stop() != stop_) broken("split", "the prefix in other pieces has another stop bit");
  }

  void forced() {
    const std::string bytes = here_.forced();
    const auto fork = here_.fork();
    for (std::size_t i = 0; i < bytes.size() && i < 40; ++i) {
      const std::vector<bool> allowed = fork->allowed_bytes();
      std::size_t count = 0;
      for (const bool one : allowed) count += one ? 1U : 0U;
      if (count != 1 || fork->can_stop() || !fork->accept_bytes(std::string_view(bytes).substr(i, 1))) {
        return broken("forced", fmt::format("byte {} of the forced ones is not the only way on", i));
      }
    }
  }

  void stop() {
    for (const std::uint32_t id : vocabulary_.stop_ids()) {
      const auto fork = here_.fork();
      if (fork->accept(id) != stop_)
        return broken("stop", fmt::format("stop token {} against the stop bit", id));
      if (!stop_) continue;
      if (count_bits(fork->mask()) != 0) return broken("stop", "something may follow a stop token");
    }
  }

 private:
  // A token whose bit is as wanted, text or not; nullopt after some tries.
  std::optional<std::uint32_t> some_token(bool set) {
    const std::size_t size = vocabulary_.size();
    const std::size_t begin = (choices_.below(1000) * 1000 + choices_.below(1000)) * size / 1'000'000;
    for (std::size_t i = 0; i < size; ++i) {
      const std::size_t id = (begin + i) % size;
      if (bit(mask_, id) == set) return static_cast<std::uint32_t>(id);
    }
    return std::nullopt;
  }

  void unchanged(const char* law, const std::string& detail) {
    if (here_.mask() != mask_ || here_.allowed_bytes() != allowed_ || here_.can_stop() != stop_)
      broken(law, detail);
  }
  void broken(const char* law, std::string detail) {
    found_.push_back({Verdict::inconsistent, law, std::move(detail)});
  }

  const engine::Vocabulary& vocabulary_;
  WalkSession& here_;
  const Mask& mask_;
  Choices& choices_;
  std::vector<Finding>& found_;
  std::vector<bool> allowed_;
  bool stop_;
};

}  // namespace

void check_laws(const BytePath& byte_path, WalkSession& start, WalkSession& here, const std::string& prefix,
                const std::vector<std::uint32_t>& mask, Choices& choices, std::vector<Finding>& found) {
  Laws laws(byte_path.vocabulary(), here, mask, choices, found);
  laws.determinism();
  laws.refusal();
  laws.fork();
  laws.split(start, prefix);
  laws.forced();
  laws.stop();
  laws.rollback();  // last: a subject that loses its way here would break the others
}

}  // namespace lockstep::conformance

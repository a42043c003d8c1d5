#include "lockstep/conformance/walk/laws.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace lockstep::conformance {
namespace {

using Mask = std::vector<std::uint32_t>;

constexpr std::size_t kForcedCap = 4096;  // the most bytes that a subject must tell
constexpr std::size_t kSplits = 200;      // tokens that are two others, looked at for one first half

std::size_t ways(const std::vector<bool>& allowed) {
  return static_cast<std::size_t>(std::count(allowed.begin(), allowed.end(), true));
}

std::string token_text(const engine::Vocabulary& vocabulary, std::uint32_t id) {
  return fmt::format("token {} \"{}\"", id, shown_bytes(vocabulary.bytes(id)));
}

// The laws at one prefix, a member function each.
class Laws {
 public:
  Laws(const BytePath& byte_path, WalkSession& start, WalkSession& here, const std::string& prefix,
       const Mask& mask, Choices& choices, std::vector<Finding>& found, LawCounts& counts)
      : byte_path_(byte_path),
        vocabulary_(byte_path.vocabulary()),
        start_(start),
        here_(here),
        prefix_(prefix),
        mask_(mask),
        choices_(choices),
        found_(found),
        counts_(counts),
        allowed_(here.allowed_bytes()),
        stop_(here.can_stop()) {}

  void determinism() { expect_here("determinism", here_, "the second mask differs from the first"); }

  void byte_path() {
    const Mask expected = byte_path_.mask(here_);
    ++counts_["byte_path"];
    if (mask_ == expected) return;
    if (mask_.size() != expected.size()) {
      return broken("byte_path",
                    fmt::format("the mask has {} words, must have {}", mask_.size(), expected.size()));
    }
    for (std::size_t id = 0; id < mask_.size() * 32; ++id) {
      if (bit(mask_, id) == bit(expected, id)) continue;
      return broken("byte_path", fmt::format("{}: bit {}, byte by byte {}", bit_text(id), bit(mask_, id),
                                             bit(expected, id)));
    }
  }

  void clear_bits() {
    const Mask& settable = byte_path_.settable();
    for (std::size_t word = 0; word < mask_.size(); ++word) {
      const std::uint32_t wrong = mask_[word] & (word < settable.size() ? ~settable[word] : ~0U);
      ++counts_["clear_bits"];
      if (wrong == 0) continue;
      std::size_t id = word * 32;
      while (!(wrong >> (id % 32) & 1U)) ++id;
      return broken("clear_bits", bit_text(id) + " is set");
    }
  }

  void refusal() {
    const std::optional<std::uint32_t> token = some_token(false);
    if (!token) return;
    const auto fork = here_.fork();
    if (fork->accept(*token))
      return broken("refusal", token_text(vocabulary_, *token) + " has no bit and is taken");
    expect_here("refusal", *fork, token_text(vocabulary_, *token) + ", not taken, changes the mask");
  }

  void fork() {
    const std::optional<std::uint32_t> token = some_token(true);
    if (!token) return;
    const auto fork = here_.fork();
    if (!expect_here("fork", *fork, "a fork has another mask")) return;
    const auto sibling = fork->fork();
    (void)fork->accept(*token);
    const std::string text = token_text(vocabulary_, *token);
    if (!expect_here("fork", here_, text + " taken by a fork shows in the original")) return;
    if (!expect_here("fork", *sibling, text + " taken by the original shows in its fork")) return;
    const Mask after = fork->mask();
    (void)sibling->accept(some_token(true).value_or(*token));
    if (fork->mask() != after) broken("fork", "what a fork takes shows in the original that has gone on");
  }

  // The prefix in pieces of bytes; then some or all of the pieces undone, and taken again in others.
  void split_and_rollback() {
    const auto other = start_.fork();
    std::vector<std::size_t> ends = feed_pieces(*other, 0, "split");
    if (ends.empty() && !prefix_.empty()) return;
    if (!expect_here("split", *other, "the prefix in other pieces has another mask") || prefix_.empty())
      return;
    const std::size_t undone = choices_.between(1, ends.size());
    if (!other->rollback(undone))
      return broken("rollback", fmt::format("{} of {} steps could not be undone", undone, ends.size()));
    ends.resize(ends.size() - undone);
    const std::size_t left = ends.empty() ? 0 : ends.back();
    const auto fresh = start_.fork();
    if (left > 0 && !fresh->accept_bytes(std::string_view(prefix_).substr(0, left)))
      return broken("split", fmt::format("the first {} bytes in one piece are refused", left));
    ++counts_["rollback"];
    if (other->mask() != fresh->mask() || other->can_stop() != fresh->can_stop())
      return broken("rollback", fmt::format("{} steps undone are not where {} bytes lead", undone, left));
    if (feed_pieces(*other, left, "rollback").empty()) return;
    expect_here("rollback", *other, fmt::format("{} steps undone and taken again change the mask", undone));
  }

  void retokenise() {
    const std::uint64_t seed = choices_.below(65536);
    const auto tokens = byte_path_.spell(prefix_, seed);
    if (!tokens || tokens->empty()) return;
    const auto other = start_.fork();
    for (const std::uint32_t token : *tokens) {
      if (!other->accept(token))
        return broken("retokenise", token_text(vocabulary_, token) + " is on the way and is not taken");
    }
    expect_here("retokenise", *other, fmt::format("{} other tokens have another mask", tokens->size()));
  }

  void token_split() {
    const std::optional<std::uint32_t> first = some_text();
    if (!first) return;
    const std::string_view head = vocabulary_.bytes(*first);
    const auto longer = byte_path_.beginning_with(head);
    const std::size_t begin = longer.empty() ? 0 : choices_.below(longer.size());
    Mask after;
    if (bit(mask_, *first)) {
      const auto fork = here_.fork();
      if (!fork->accept(*first))
        return broken("token_split", token_text(vocabulary_, *first) + " has its bit and is not taken");
      after = fork->mask();
    }
    for (std::size_t i = 0; i < std::min(kSplits, longer.size()); ++i) {
      const auto& [bytes, id] = longer[(begin + i) % longer.size()];
      if (bytes.size() == head.size()) continue;
      for (const auto& [rest, second] : byte_path_.equal_to(bytes.substr(head.size()))) {
        ++counts_["token_split"];
        if (bit(mask_, id) == bit(after, second)) continue;
        return broken("token_split", fmt::format("{}: bit {}, in two tokens {} and {}: {}", bit_text(id),
                                                 bit(mask_, id), *first, second, bit(after, second)));
      }
    }
  }

  void forced() {
    const std::string bytes = here_.forced();
    const auto fork = here_.fork();
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      ++counts_["forced"];
      if (ways(fork->allowed_bytes()) != 1 || fork->can_stop() ||
          !fork->accept_bytes(std::string_view(bytes).substr(i, 1))) {
        return broken("forced", fmt::format("byte {} of the forced ones is not the only way on", i));
      }
    }
    if (bytes.size() >= kForcedCap) return;
    ++counts_["forced"];
    if (ways(fork->allowed_bytes()) == 1 && !fork->can_stop())
      broken("forced", fmt::format("after {} forced bytes there is still one way only", bytes.size()));
  }

  void stop() {
    for (const std::uint32_t id : vocabulary_.stop_ids()) {
      ++counts_["stop"];
      if (bit(mask_, id) != stop_)
        return broken("stop", fmt::format("the bit of stop token {} against the stop bit", id));
      const auto fork = here_.fork();
      if (fork->accept(id) != stop_)
        return broken("stop", fmt::format("stop token {} against the stop bit", id));
      if (!stop_) continue;
      if (count_bits(fork->mask()) != 0) return broken("stop", "something may follow a stop token");
    }
  }

  // Some tokens more, and back, in two goes. Last: a subject that loses its way here would break the others.
  void rollback() {
    std::vector<Mask> masks = {mask_};
    for (std::size_t wanted = choices_.between(1, 4); masks.size() <= wanted;) {
      const std::optional<std::uint32_t> token = token_with(masks.back(), true);
      if (!token) break;
      ++counts_["accept"];
      if (!here_.accept(*token))
        return broken("accept", token_text(vocabulary_, *token) + " has its bit and is not taken");
      masks.push_back(here_.mask());
      if (vocabulary_.is_stop(*token)) break;
    }
    const std::size_t taken = masks.size() - 1;
    if (taken == 0) return;
    const std::size_t first = choices_.between(1, taken);
    if (!here_.rollback(first) || !here_.rollback(0))
      return broken("rollback", fmt::format("{} of {} steps could not be undone", first, taken));
    ++counts_["rollback"];
    if (here_.mask() != masks[taken - first])
      broken("rollback", fmt::format("{} of {} tokens undone give another mask than before", first, taken));
    if (taken > first && !here_.rollback(taken - first))
      return broken("rollback", fmt::format("{} more steps could not be undone", taken - first));
    expect_here("rollback", here_, fmt::format("{} tokens taken and undone change the mask", taken));
  }

 private:
  // The bytes from `at` on, in random pieces, one step each: where each ends. Empty where one died.
  std::vector<std::size_t> feed_pieces(WalkSession& session, std::size_t at, const char* law) {
    std::vector<std::size_t> ends;
    while (at < prefix_.size()) {
      const std::size_t size = choices_.between(1, prefix_.size() - at);
      if (!session.accept_bytes(std::string_view(prefix_).substr(at, size))) {
        broken(law, fmt::format("dies in a piece of {} bytes from {}", size, at));
        return {};
      }
      ends.push_back(at += size);
    }
    return ends;
  }

  std::size_t random_id() {
    return (choices_.below(1000) * 1000 + choices_.below(1000)) * vocabulary_.size() / 1'000'000;
  }
  // A token whose bit is as wanted, text or not; nullopt where there is none.
  std::optional<std::uint32_t> token_with(const Mask& mask, bool set) {
    const std::size_t size = vocabulary_.size();
    const std::size_t begin = random_id();
    for (std::size_t i = 0; i < size; ++i) {
      const std::size_t id = (begin + i) % size;
      if (bit(mask, id) == set) return static_cast<std::uint32_t>(id);
    }
    return std::nullopt;
  }
  std::optional<std::uint32_t> some_token(bool set) { return token_with(mask_, set); }
  // Half of them with their bit set: most vocabularies have few.
  std::optional<std::uint32_t> some_text() {
    if (choices_.chance(50)) {
      const std::optional<std::uint32_t> set = some_token(true);
      if (set && vocabulary_.is_text(*set)) return set;
    }
    const std::size_t id = random_id();
    return vocabulary_.is_text(static_cast<std::uint32_t>(id))
               ? std::optional<std::uint32_t>(static_cast<std::uint32_t>(id))
               : std::nullopt;
  }

  std::string bit_text(std::size_t id) const {
    return id < vocabulary_.size() ? token_text(vocabulary_, static_cast<std::uint32_t>(id))
                                   : fmt::format("padding bit {}", id);
  }

  // Is this session where `here` was at first?
  bool expect_here(const char* law, WalkSession& session, const std::string& otherwise) {
    ++counts_[law];
    if (session.mask() == mask_ && session.allowed_bytes() == allowed_ && session.can_stop() == stop_)
      return true;
    broken(law, otherwise);
    return false;
  }
  void broken(const char* law, std::string detail) {
    found_.push_back({Verdict::inconsistent, law, std::move(detail)});
  }

  const BytePath& byte_path_;
  const engine::Vocabulary& vocabulary_;
  WalkSession& start_;
  WalkSession& here_;
  const std::string& prefix_;
  const Mask& mask_;
  Choices& choices_;
  std::vector<Finding>& found_;
  LawCounts& counts_;
  std::vector<bool> allowed_;
  bool stop_;
};

}  // namespace

const std::vector<std::string>& law_names() {
  static const std::vector<std::string> kNames = {"determinism", "byte_path", "clear_bits", "refusal",
                                                  "fork",        "split",     "retokenise", "token_split",
                                                  "forced",      "accept",    "stop",       "rollback"};
  return kNames;
}

void check_laws(const BytePath& byte_path, WalkSession& start, WalkSession& here, const std::string& prefix,
                const std::vector<std::uint32_t>& mask, Choices& choices, std::vector<Finding>& found,
                LawCounts& counts) {
  Laws laws(byte_path, start, here, prefix, mask, choices, found, counts);
  laws.determinism();
  laws.byte_path();
  laws.clear_bits();
  laws.refusal();
  laws.fork();
  laws.split_and_rollback();
  laws.retokenise();
  laws.token_split();
  laws.forced();
  laws.stop();
  laws.rollback();
}

Seen look(WalkSession& session, std::string prefix) {
  return {std::move(prefix), session.mask(), session.allowed_bytes(), session.can_stop(), session.forced()};
}

void check_cold(WalkSession& cold, std::vector<Seen> seen, Choices& choices, std::string_view law,
                std::vector<Finding>& found, LawCounts& counts) {
  for (std::size_t left = seen.size(); left > 1; --left) std::swap(seen[left - 1], seen[choices.below(left)]);
  for (const Seen& warm : seen) {
    const auto session = cold.fork();
    ++counts[std::string(law)];
    if (!warm.prefix.empty() && !session->accept_bytes(warm.prefix)) {
      found.push_back({Verdict::inconsistent, std::string(law),
                       "\"" + shown_bytes(warm.prefix) + "\" is taken by one start and not by another"});
      continue;
    }
    const Seen now = look(*session, warm.prefix);
    if (now == warm) continue;
    const char* what = now.mask != warm.mask         ? "mask"
                       : now.allowed != warm.allowed ? "next bytes"
                       : now.stop != warm.stop       ? "stop bit"
                                                     : "forced bytes";
    found.push_back({Verdict::inconsistent, std::string(law),
                     fmt::format("at \"{}\" another start has another {}", shown_bytes(warm.prefix), what)});
  }
}

std::string shown_bytes(std::string_view bytes) {
  std::string text;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    text += byte < 0x20 || byte >= 0x7f ? fmt::format("\\x{:02X}", byte) : std::string(1, c);
  }
  return text;
}

}  // namespace lockstep::conformance

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <memory>
#include <vector>

#include "lockstep/conformance/external/wire.h"
#include "lockstep/conformance/generate/vocabulary_generator.h"
#include "lockstep/conformance/planted/wrong_masks.h"
#include "lockstep/conformance/subject/oracle_masks.h"
#include "lockstep/conformance/walk/enforced_schemas.h"
#include "lockstep/conformance/walk/walk_subject.h"
#include "lockstep/fuzz/check.h"
#include "lockstep/oracle/schema_prefix/schema_prefix.h"
#include "lockstep/oracle/token_filter/token_filter.h"

namespace lockstep::fuzz {
namespace {

using namespace conformance;  // NOLINT(google-build-using-namespace): this file is about nothing else

constexpr std::size_t kSteps = 12;
constexpr std::size_t kMasks = 4;     // first places that are compared, and the last one
constexpr std::size_t kLongest = 64;  // bytes of the text
constexpr oracle::PrefixLimits kOracle{.depth = 60, .values = 3'000, .witnesses = 100};

struct Input {
  std::string schema;
  std::optional<std::string> text;  // else tokens are chosen
  Choices choices;
};

Input read(std::string_view bytes) {
  const auto* data = reinterpret_cast<const std::uint8_t*>(bytes.data());
  if (bytes.empty() || bytes.front() == '\0') {
    const std::size_t skip = bytes.empty() ? 0 : 1;
    Choices choices(bytes_then_zeros(data + skip, bytes.size() - skip));
    std::string schema = write_tree(generate_enforced_schema(choices).root);
    return {std::move(schema), std::nullopt, std::move(choices)};
  }
  const std::size_t line = std::min(bytes.find('\n'), bytes.size());
  const std::string_view text = line == bytes.size() ? "" : bytes.substr(line + 1, kLongest);
  return {std::string(bytes.substr(0, line)), std::string(text), Choices(seeded_bytes(bytes.size()))};
}

bool bit(const std::vector<std::uint32_t>& words, std::size_t id) {
  return id / 32 < words.size() && (words[id / 32] >> (id % 32) & 1U) != 0;
}

class MaskCheck {
 public:
  MaskCheck(Input input, std::string_view planted)
      : input_(std::move(input)),
        vocabulary_(generate_vocabulary(input_.choices, {.pieces = 40, .every_byte = true, .longest = 12})),
        byte_path_(vocabulary_) {
    subject_ = make_engine_walk_subject({engine::Policy::spec(), {}, vocabulary_, engine::MaskPath::memo});
    for (const MaskFault& fault : mask_faults()) {
      if (fault.name == planted) subject_ = fault.make(std::move(subject_), byte_path_);
    }
  }

  CheckResult run() {
    const auto truth = oracle::PrefixOracle::make(input_.schema, {}, {}, oracle::OraclePolicy{});
    WalkStart started = subject_->start(input_.schema);
    result_.kind = conformance::name(started.compile.outcome);
    if (started.session == nullptr || !truth) return result_;
    walk(truth.value(), *started.session);
    return result_;
  }

 private:
  void walk(const oracle::PrefixOracle& truth, WalkSession& session) {
    const std::size_t steps = input_.text ? input_.text->size() : kSteps;
    for (std::size_t i = 0; i <= steps && !result_.finding; ++i) {
      const std::vector<std::uint32_t> mask = session.mask();
      if (i < kMasks || i == steps) compare(truth, mask);
      if (i == steps || !step(session, mask, i)) break;
    }
  }

  // A byte of the text, or a token that the mask has. False where there is none.
  bool step(WalkSession& session, const std::vector<std::uint32_t>& mask, std::size_t i) {
    if (input_.text) {
      prefix_ += (*input_.text)[i];
      return session.accept_bytes(std::string_view(*input_.text).substr(i, 1));
    }
    std::vector<std::uint32_t> allowed;
    for (std::uint32_t id = 0; id < vocabulary_.size(); ++id) {
      if (bit(mask, id) && vocabulary_.is_text(id)) allowed.push_back(id);
    }
    if (allowed.empty()) return false;
    const std::uint32_t id = input_.choices.pick(allowed);
    prefix_ += vocabulary_.bytes(id);
    return prefix_.size() <= kLongest && session.accept(id);
  }

  void compare(const oracle::PrefixOracle& truth, const std::vector<std::uint32_t>& mask) {
    const std::vector<oracle::Answer> right =
        oracle::filter_tokens(truth, prefix_, filter_tokens_of(vocabulary_), kOracle);
    for (std::size_t id = 0; id < mask.size() * 32 && !result_.finding; ++id) {
      const oracle::Answer answer = id < right.size() ? right[id] : oracle::Answer::no();
      if (answer.is_unknown()) continue;
      ++result_.compared;
      if (bit(mask, id) == answer.is_yes()) continue;
      result_.finding = Finding{
          answer.is_yes() ? Verdict::mask_too_narrow : Verdict::mask_too_wide,
          fmt::format(
              "the bit of {} ({}) is {}\nschema: {}\nprefix in hexadecimal: {}", id,
              id < vocabulary_.size() ? hex_of(vocabulary_.bytes(static_cast<std::uint32_t>(id))) : "padding",
              bit(mask, id) ? "set" : "clear", input_.schema, hex_of(prefix_))};
    }
  }

  Input input_;
  engine::Vocabulary vocabulary_;
  BytePath byte_path_;
  std::unique_ptr<WalkSubject> subject_;
  std::string prefix_;
  CheckResult result_;
};

}  // namespace

CheckResult check_mask(std::string_view bytes, std::string_view planted) {
  return MaskCheck(read(bytes), planted).run();
}

}  // namespace lockstep::fuzz

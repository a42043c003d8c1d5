#include "lockstep/conformance/cases/case_script.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "lockstep/engine/vocabulary/builder.h"
#include "lockstep/engine/vocabulary/piece.h"

namespace lockstep::conformance {
namespace {

using Op = ScriptStep::Op;
using Ids = std::vector<std::uint32_t>;

struct Failure {
  Verdict verdict = Verdict::agree;
  std::string why;
};

Ids ids_of(const std::vector<std::uint32_t>& mask) {
  Ids ids;
  for (std::uint32_t id = 0; id < mask.size() * 32; ++id) {
    if ((mask[id / 32] >> (id % 32) & 1U) != 0) ids.push_back(id);
  }
  return ids;
}

bool has(const Ids& ids, std::uint32_t id) { return std::find(ids.begin(), ids.end(), id) != ids.end(); }

Ids sorted(Ids ids) {
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  return ids;
}

class Script {
 public:
  Script(std::unique_ptr<CaseSession> start, const engine::Vocabulary& vocabulary) : vocabulary_(vocabulary) {
    sessions_["A"] = std::move(start);
  }

  Failure step(const ScriptStep& step) {
    CaseSession& session = *sessions_.at(current_);
    switch (step.op) {
      case Op::accept:
        return accept(session, step);
      case Op::accept_many:
        return accept_many(session, step);
      case Op::mask:
        return mask(session, step);
      case Op::rollback:
        if (!session.rollback(step.count))
          return {Verdict::inconsistent, fmt::format("does not roll back {} tokens", step.count)};
        return {};
      case Op::reset:
        session.reset();
        return {};
      case Op::fork:
        sessions_[step.text] = session.fork();
        return {};
      case Op::use:
        current_ = step.text;
        return {};
      case Op::mark:
        marks_[step.text] = session.mask();
        return {};
      case Op::same_mask:
        if (session.mask() != marks_.at(step.text))
          return {Verdict::inconsistent, fmt::format("the mask is not that of '{}'", step.text)};
        return {};
      case Op::terminated:
        if (session.terminated() != step.yes)
          return {Verdict::inconsistent, step.yes ? "is not terminated" : "is terminated"};
        return {};
      case Op::forced:
        return forced(session, step);
      case Op::note:
        break;
    }
    return {};
  }

  // Every token on a fork.
  Failure check() {
    CaseSession& session = *sessions_.at(current_);
    const std::vector<std::uint32_t> words = session.mask();
    if (words.size() != (vocabulary_.logit_width() + 31) / 32) return {Verdict::inconsistent, "no mask"};
    const Ids ids = ids_of(words);
    for (std::uint32_t id = 0; id < words.size() * 32; ++id) {
      const std::unique_ptr<CaseSession> fork = session.fork();
      const bool taken = fork->accept(id);
      if (taken != has(ids, id))
        return {Verdict::inconsistent, fmt::format("mask and accept disagree on token {}", id)};
      if (taken && id >= vocabulary_.size())
        return {Verdict::inconsistent, fmt::format("padding bit {} is set", id)};
      if (taken && !vocabulary_.is_text(id) && !vocabulary_.is_stop(id))
        return {Verdict::mask_too_wide, fmt::format("token {}, which is no text, is allowed", id)};
    }
    for (const std::uint32_t stop : vocabulary_.stop_ids()) {
      if (!session.terminated() && has(ids, stop) != session.can_stop())
        return {Verdict::inconsistent, fmt::format("stop bit {} and can_stop disagree", stop)};
    }
    return {};
  }

  std::size_t tokens_looked_at() const { return vocabulary_.logit_width(); }

 private:
  static Failure accept(CaseSession& session, const ScriptStep& step) {
    if (session.accept(step.tokens[0]) == step.yes) return {};
    return {step.yes ? Verdict::over_reject : Verdict::over_accept,
            fmt::format("token {} was {}", step.tokens[0], step.yes ? "refused" : "taken")};
  }

  static Failure accept_many(CaseSession& session, const ScriptStep& step) {
    std::size_t taken = 0;
    while (taken < step.tokens.size() && session.accept(step.tokens[taken])) ++taken;
    if (taken == step.count) return {};
    return {taken > step.count ? Verdict::over_accept : Verdict::over_reject,
            fmt::format("{} tokens were taken, not {}", taken, step.count)};
  }

  static Failure mask(CaseSession& session, const ScriptStep& step) {
    const Ids ids = ids_of(session.mask());
    Ids allow = step.allow, deny = step.deny;
    if (step.exactly) {
      allow.insert(allow.end(), step.exactly->begin(), step.exactly->end());
      for (const std::uint32_t id : ids) {
        if (!has(*step.exactly, id)) deny.push_back(id);
      }
    }
    for (const std::uint32_t id : sorted(deny)) {
      if (has(ids, id))
        return {Verdict::mask_too_wide, fmt::format("token {} is allowed: {}", id, fmt::join(ids, ", "))};
    }
    for (const std::uint32_t id : sorted(allow)) {
      if (!has(ids, id))
        return {Verdict::mask_too_narrow,
                fmt::format("token {} is not allowed: {}", id, fmt::join(ids, ", "))};
    }
    return {};
  }

  static Failure forced(CaseSession& session, const ScriptStep& step) {
    const std::string text = as_text(session.forced());
    if (text == step.text) return {};
    return {Verdict::inconsistent, fmt::format("'{}' is forced, not '{}'", text, step.text)};
  }

  const engine::Vocabulary& vocabulary_;
  std::map<std::string, std::unique_ptr<CaseSession>> sessions_;
  std::map<std::string, std::vector<std::uint32_t>> marks_;
  std::string current_ = "A";
};

}  // namespace

engine::Result<engine::Vocabulary> vocabulary_of(const SessionInput& input) {
  engine::VocabularyOptions options;
  options.allow_missing_bytes = true;
  options.stop_ids = input.stop;
  const std::size_t width = input.width.value_or(input.vocabulary.size());
  options.logit_width = static_cast<std::uint32_t>(width);
  engine::VocabularyBuilder builder("case", options);
  for (std::uint32_t id = 0; id < std::min(width, input.vocabulary.size()); ++id) {
    const bool marker = has(input.stop, id) || has(input.special, id);
    const auto kind = marker ? engine::TokenKind::control : engine::TokenKind::normal;
    if (auto error = builder.add(id, input.vocabulary[id], kind)) return *error;
  }
  return builder.finish();
}

void run_script(std::unique_ptr<CaseSession> start, const engine::Vocabulary& vocabulary,
                const std::vector<ScriptStep>& script, CaseResult& out) {
  Script run(std::move(start), vocabulary);
  const auto told = [&](const Failure& failure, std::size_t step) {
    if (failure.verdict != Verdict::agree)
      blame(out, failure.verdict, fmt::format("step {} of the script: {}", step, failure.why));
    return failure.verdict != Verdict::agree;
  };
  for (std::size_t i = 0; i < script.size(); ++i) {
    if (told(run.check(), i) || told(run.step(script[i]), i + 1)) return;
    out.result.fed += 1 + run.tokens_looked_at();
  }
  told(run.check(), script.size());
}

std::string as_text(const std::string& bytes) {
  std::string text;
  for (std::size_t at = 0; at < bytes.size();) {
    std::size_t size = 1;
    while (size <= 4 && at + size <= bytes.size() && !engine::is_valid_utf8(bytes.substr(at, size))) ++size;
    const bool whole = size <= 4 && at + size <= bytes.size();
    text += whole ? bytes.substr(at, size) : "\xEF\xBF\xBD";
    // What is not whole was cut at the end: one mark for what is left of it.
    at = whole ? at + size : bytes.size();
  }
  return text;
}

}  // namespace lockstep::conformance

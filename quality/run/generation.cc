#include "lockstep/quality/run/generation.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "lockstep/conformance/walk/place.h"
#include "lockstep/engine/decode/decoding.h"

namespace lockstep::quality {
namespace {

std::string_view region_of(std::string_view bytes, std::size_t step) {
  if (step == 0) return "first";
  switch (conformance::place_of(bytes)) {
    case conformance::PrefixPlace::string:
    case conformance::PrefixPlace::escape:
    case conformance::PrefixPlace::partial_utf8:
    case conformance::PrefixPlace::number:
    case conformance::PrefixPlace::literal:
      return "value";
    case conformance::PrefixPlace::structure:
    case conformance::PrefixPlace::name:
      break;
  }
  return "structure";
}

class Run {
 public:
  explicit Run(const GenerationRequest& request)
      : request_(request),
        vocabulary_(request.model.vocabulary()),
        state_(request.model.open(request.prompt)),
        decoding_(vocabulary_) {}

  Generation finish() {
    out_.ending = Ending::truncated;
    for (std::size_t i = 0; i < request_.max_new_tokens && !step(i); ++i) {
    }
    out_.tokens = decoding_.tokens();
    out_.output = decoding_.bytes();
    out_.utf8_complete = decoding_.utf8().complete();
    return std::move(out_);
  }

 private:
  using Words = std::vector<std::uint32_t>;

  bool end(Ending ending, std::string reason = {}) {
    out_.ending = ending;
    (ending == Ending::engine_error ? out_.contradiction : out_.reason) = std::move(reason);
    return true;
  }

  // Empty, or what is wrong with the mask.
  std::string mask_fault(const Words& mask) {
    if (mask.size() != (std::size_t{vocabulary_.logit_width()} + 31) / 32)
      return fmt::format("the mask has {} words", mask.size());
    bool stops = false;
    for (std::size_t id = 0; id < mask.size() * 32; ++id) {
      if (((mask[id / 32] >> (id % 32)) & 1U) == 0) continue;
      const bool known = id < vocabulary_.size();
      const bool is_stop = known && vocabulary_.is_stop(static_cast<engine::TokenId>(id));
      if (!is_stop && !(known && vocabulary_.is_text(static_cast<engine::TokenId>(id))))
        return fmt::format("the mask allows id {}, which is neither text nor stop", id);
      stops = stops || is_stop;
    }
    if (stops != request_.session->can_stop())
      return stops ? "the mask allows a stop where the text is not complete"
                   : "the mask forbids every stop where the text is complete";
    return {};
  }

  // True: the text has ended.
  bool step(std::size_t index) {
    if (request_.stop_requested && request_.stop_requested()) return end(Ending::cancelled);
    const std::vector<float> row = state_->logits();
    if (row.size() != vocabulary_.logit_width())
      return end(Ending::model_error, fmt::format("a row of {} logits", row.size()));
    std::optional<Words> mask;
    engine::Step question{row, std::nullopt, request_.forbidden, &decoding_.counts()};
    if (request_.session != nullptr) {
      mask = request_.session->mask();
      if (std::string fault = mask_fault(*mask); !fault.empty())
        return end(Ending::engine_error, std::move(fault));
      question.allowed = *mask;
    }
    engine::DrawKey key = request_.key;
    key.step = static_cast<std::uint32_t>(index);
    engine::Result<engine::Choice> choice =
        engine::choose(question, request_.sampler, [&] { return engine::uniform(key); });
    if (!choice) return end(Ending::sampling_failure, choice.error().code);
    if (choice->status == engine::ChoiceStatus::constraint_empty_set)
      return end(Ending::constraint_empty_set);
    if (choice->status == engine::ChoiceStatus::sampling_failure)
      return end(Ending::sampling_failure, std::string(choice->reason));
    if (request_.tamper) request_.tamper(*choice);
    record(row, question, *choice, index);
    return advance(choice->token);
  }

  void record(const std::vector<float>& row, const engine::Step& question, const engine::Choice& choice,
              std::size_t index) {
    const std::vector<bool> set = set_of(row.size(), question.allowed, question.forbidden);
    StepRecord one;
    one.evidence = evidence_of(row, set, choice);
    one.logits_sha256 = logits_digest(row);
    one.mask_sha256 = mask_digest(question.allowed);
    one.after_min_p = choice.after_min_p;
    one.after_top_k = choice.after_top_k;
    one.after_top_p = choice.after_top_p;
    one.region = region_of(decoding_.bytes(), index);
    out_.checks.add(self_checks(row, set, request_.sampler, choice, one.evidence));
    out_.steps.push_back(std::move(one));
  }

  bool advance(engine::TokenId token) {
    const engine::Result<bool> advanced = decoding_.advance(token, [&](engine::TokenId id) {
      return request_.session == nullptr || request_.session->accept(id);
    });
    if (!advanced) {
      if (advanced.error().code != "token_refused")
        return end(Ending::sampling_failure, advanced.error().code);
      return end(Ending::engine_error, fmt::format("the mask allows id {}, accept refuses it", token));
    }
    if (decoding_.stopped()) return end(Ending::stopped);
    if (!state_->feed(token))
      return end(Ending::model_error, fmt::format("the model does not take id {}", token));
    return false;
  }

  const GenerationRequest& request_;
  const engine::Vocabulary& vocabulary_;
  std::unique_ptr<ModelState> state_;
  engine::Decoding decoding_;
  Generation out_;
};

}  // namespace

Generation generate(const GenerationRequest& request) { return Run(request).finish(); }

}  // namespace lockstep::quality

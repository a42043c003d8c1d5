#include "lockstep/quality/model/ngram_model.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <utility>

#include "lockstep/engine/base/sha256.h"

namespace lockstep::quality {
namespace {

constexpr std::size_t kShortestRecall = 3;  // folded bytes: a shorter ending says nothing about which value

std::string_view ending(std::string_view text, std::size_t length) {
  return text.substr(text.size() - std::min(length, text.size()));
}

// Values are recalled, what stands between them is structure. A value goes on within a word and behind one
// space or hyphen; one begins behind a word of the structure, unless a sign that ends something stands
// between.
bool stands_at_value(std::string_view text, const WordClasses& classes) {
  std::size_t end = text.size();
  while (end > 0 && !is_word_byte(text[end - 1])) --end;
  const std::string_view run = text.substr(end);
  if (run.empty() || run == " " || run == "-") return true;
  if (run.find_first_of(".,;}]|\n") != std::string_view::npos) return false;
  std::size_t begin = end;
  while (begin > 0 && is_word_byte(text[begin - 1])) --begin;
  return classes.known(text.substr(begin, end - begin));
}

// A token that may be part of a value.
bool is_of_value(std::string_view token) { return is_word_byte(token.front()) || token == "-"; }

std::vector<std::string_view> documents_of(std::string_view text) {
  std::vector<std::string_view> out;
  constexpr std::string_view kEnd = "\n%%\n";
  while (!text.empty()) {
    const std::size_t at = text.find(kEnd);
    out.push_back(text.substr(0, at));
    text = at == std::string_view::npos ? std::string_view() : text.substr(at + kEnd.size());
  }
  return out;
}

}  // namespace

class NgramModel::State final : public ModelState {
 public:
  State(const NgramModel& model, std::span<const engine::TokenId> prompt)
      : model_(model),
        seen_(model.settings_.order),
        recall_(model.settings_.recall_order),
        context_(model.classes_) {
    const auto is_marker = [&](engine::TokenId id) { return !model.vocabulary_.is_text(id); };
    const auto last_turn = std::find_if(prompt.rbegin(), prompt.rend(), is_marker).base();
    for (auto at = prompt.begin(); at != prompt.end(); ++at) {
      if (at >= last_turn && is_of_value(text_of(*at)) && stands_at_value(text_, model.classes_))
        recall_.add(ending(folded_, model.settings_.recall_order), *at, model.settings_.recall_weight);
      seen_.add(context_.ending(model.settings_.order), *at, model.settings_.seen);
      write(*at);
    }
  }

  std::vector<float> logits() override {
    const std::uint32_t size = model_.vocabulary_.size();
    std::vector<double> structure(size, 1.0 / size);
    NgramCounts::interpolate_all({&model_.counts_, &seen_}, context_.ending(model_.settings_.order),
                                 structure);
    std::vector<double> recall = structure;
    if (stands_at_value(text_, model_.classes_))
      recall_.interpolate(ending(folded_, model_.settings_.recall_order), recall, kShortestRecall);
    double whole = 0;
    for (std::uint32_t id = 0; id < size; ++id) {
      recall[id] = std::log(structure[id]) + model_.settings_.recall * std::log(recall[id]);
      whole += std::exp(recall[id]);
    }
    std::vector<float> row(model_.vocabulary_.logit_width(), model_.settings_.padding);
    for (std::uint32_t id = 0; id < size; ++id) row[id] = static_cast<float>(recall[id] - std::log(whole));
    return row;
  }

  bool feed(engine::TokenId token) override {
    if (token >= model_.vocabulary_.size()) return false;
    write(token);
    return true;
  }

 private:
  // Between a reply and the next turn there is a line break, as far as contexts go.
  std::string_view text_of(engine::TokenId id) const {
    return model_.vocabulary_.is_text(id) ? model_.vocabulary_.bytes(id) : std::string_view("\n");
  }

  void write(engine::TokenId id) {
    const std::string_view bytes = text_of(id);
    context_.write(bytes);
    text_ += bytes;
    const std::string more = folded(bytes);
    const bool meets = !folded_.empty() && folded_.back() == '~' && more.front() == '~';
    folded_ += std::string_view(more).substr(meets ? 1 : 0);
  }

  const NgramModel& model_;
  NgramCounts seen_;    // of the prompt, in contexts of classes
  NgramCounts recall_;  // of the prompt, in folded contexts
  ClassContext context_;
  std::string text_;
  std::string folded_;
};

void NgramModel::learn(std::string_view document) {
  ClassContext context(classes_);
  for (const engine::TokenId id : spelling_.encode(document)) {
    counts_.add(context.ending(settings_.order), id);
    context.write(vocabulary_.bytes(id));
  }
  counts_.add(context.ending(settings_.order), vocabulary_.stop_ids().back());
}

engine::Result<std::unique_ptr<Model>> NgramModel::train(const engine::Vocabulary& vocabulary,
                                                         std::string_view text,
                                                         const NgramSettings& settings) {
  const std::vector<std::string_view> documents = documents_of(text);
  const bool any_empty =
      std::any_of(documents.begin(), documents.end(), [](std::string_view one) { return one.empty(); });
  if (documents.empty() || any_empty)
    return engine::Error{"bad_training_text", "the training text has no document, or an empty one",
                         std::nullopt, ""};
  std::unique_ptr<NgramModel> model(new NgramModel(vocabulary, text, settings));
  for (const std::string_view one : documents) model->learn(one);
  engine::Sha256 hash;
  hash.update("lockstep-ngram-model-1\n" + vocabulary.identity());
  for (const std::size_t count : {settings.order, settings.known_word, settings.recall_order})
    hash.update_u64(count);
  for (const double real : {settings.seen, settings.recall, settings.recall_weight})
    hash.update_u64(std::bit_cast<std::uint64_t>(real));
  hash.update_u32(std::bit_cast<std::uint32_t>(settings.padding));
  hash.update(text);
  model->identity_ = {"ngram", hash.hex(), "binary64, the C library's exp and log"};
  return std::unique_ptr<Model>(std::move(model));
}

std::unique_ptr<ModelState> NgramModel::open(std::span<const engine::TokenId> prompt) const {
  return std::make_unique<State>(*this, prompt);
}

}  // namespace lockstep::quality

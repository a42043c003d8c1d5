// lockstep vocab: what a vocabulary is: identity, kinds, stops, and what is odd about it.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <vector>

#include "lockstep/cli/commands.h"
#include "lockstep/conformance/vocabulary/vocabulary_pins.h"
#include "lockstep/engine/vocabulary/anomalies.h"
#include "lockstep/engine/vocabulary/piece.h"
#include "lockstep/reports/printable.h"

namespace lockstep::cli {
namespace {

using engine::TokenId;
using engine::Vocabulary;
using Json = nlohmann::ordered_json;

struct Options {
  std::string vocabulary;
  engine::VocabularyOptions reading;
  std::vector<std::string> specials;  // "ID=TEXT"
  bool allow_holes = false;
  std::size_t examples = 8;
};

std::string hex_of(std::string_view bytes) {
  std::string hex;
  for (const char c : bytes) hex += fmt::format("{:02x}", static_cast<unsigned char>(c));
  return hex;
}

// As text where the bytes are text, else every byte above 0x7F as \xHH.
std::string shown(std::string_view bytes) {
  std::string text;
  if (engine::is_valid_utf8(bytes)) {
    text = bytes;
  } else {
    for (const char c : bytes) {
      const auto byte = static_cast<unsigned char>(c);
      text += byte < 0x80 ? std::string(1, c) : fmt::format("\\x{:02X}", byte);
    }
  }
  return "\"" + reports::printable(text) + "\"";
}

Json token_json(const Vocabulary& vocabulary, TokenId id) {
  Json token = {
      {"id", id}, {"kind", engine::name(vocabulary.kind(id))}, {"hex", hex_of(vocabulary.bytes(id))}};
  if (engine::is_valid_utf8(vocabulary.bytes(id))) token["text"] = vocabulary.bytes(id);
  return token;
}

Json tokens_json(const Vocabulary& vocabulary, const std::vector<TokenId>& ids) {
  Json list = Json::array();
  for (const TokenId id : ids) list.push_back(token_json(vocabulary, id));
  return list;
}

Json to_json(const Vocabulary& vocabulary, const engine::Anomalies& found) {
  Json kinds = Json::object();
  for (std::size_t kind = 0; kind < engine::kTokenKinds; ++kind) {
    kinds[std::string(engine::name(static_cast<engine::TokenKind>(kind)))] = found.by_kind[kind];
  }
  Json duplicates = Json::array();
  for (const engine::Duplicate& duplicate : found.duplicate_examples) {
    duplicates.push_back({{"id", duplicate.id}, {"first", duplicate.first}});
  }
  return {{"identity", vocabulary.identity()},
          {"format", vocabulary.format()},
          {"size", vocabulary.size()},
          {"logit_width", vocabulary.logit_width()},
          {"memory_bytes", vocabulary.memory_bytes()},
          {"kinds", kinds},
          {"stops", tokens_json(vocabulary, vocabulary.stop_ids())},
          {"longest", tokens_json(vocabulary, found.longest)},
          {"duplicates", found.duplicates},
          {"duplicate_examples", duplicates},
          {"empty", found.empty},
          {"empty_examples", found.empty_examples},
          {"not_utf8", found.not_utf8},
          {"not_utf8_examples", tokens_json(vocabulary, found.not_utf8_examples)},
          {"missing_bytes", found.missing_bytes}};
}

void print_tokens(std::ostream& out, const Vocabulary& vocabulary, const std::vector<TokenId>& ids) {
  for (const TokenId id : ids) {
    out << fmt::format("  {:>7}  {:>4} bytes  {}\n", id, vocabulary.bytes(id).size(),
                       shown(vocabulary.bytes(id)));
  }
}

void print_text(std::ostream& out, const Vocabulary& vocabulary, const engine::Anomalies& found) {
  out << fmt::format(
      "identity     {}\nformat       {}\ntokens       {}\nlogit width  {} ({} padding)\nmemory       {} "
      "bytes\n",
      vocabulary.identity(), vocabulary.format(), vocabulary.size(), vocabulary.logit_width(),
      vocabulary.logit_width() - vocabulary.size(), vocabulary.memory_bytes());
  out << "kinds       ";
  for (std::size_t kind = 0; kind < engine::kTokenKinds; ++kind) {
    out << fmt::format(" {} {}", engine::name(static_cast<engine::TokenKind>(kind)), found.by_kind[kind]);
  }
  out << (vocabulary.stop_ids().empty() ? "\nstop ids     none: give one with --stop\n" : "\nstop ids\n");
  print_tokens(out, vocabulary, vocabulary.stop_ids());
  out << "longest\n";
  print_tokens(out, vocabulary, found.longest);
  out << fmt::format("same bytes as a smaller id  {}\n", found.duplicates);
  for (const engine::Duplicate& duplicate : found.duplicate_examples) {
    out << fmt::format("  {:>7} = {}  {}\n", duplicate.id, duplicate.first,
                       shown(vocabulary.bytes(duplicate.id)));
  }
  out << fmt::format("text tokens without bytes   {}\n", found.empty);
  print_tokens(out, vocabulary, found.empty_examples);
  out << fmt::format("text tokens that are no UTF-8 alone  {}\n", found.not_utf8);
  print_tokens(out, vocabulary, found.not_utf8_examples);
  out << fmt::format("bytes without a token of their own   {}\n", found.missing_bytes);
}

// "ID=TEXT"
bool parse_special(const std::string& text, engine::SpecialToken& special) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || equals > 10) return false;
  if (text.find_first_not_of("0123456789") != equals) return false;
  const unsigned long long id = std::stoull(text.substr(0, equals));
  if (id >= 0xFFFFFFFFULL) return false;
  special = {static_cast<TokenId>(id), text.substr(equals + 1)};
  return true;
}

std::string location_of(const std::string& file, const engine::Error& error) {
  std::string location = file;
  if (error.offset) location += fmt::format(":byte {}", *error.offset);
  if (!error.pointer.empty()) location += " " + error.pointer;
  return location;
}

std::string help_for(const std::string& code) {
  if (code == "unknown_vocabulary") return "lockstep vocab, without a name, lists the pinned ones";
  if (code == "vocabulary_not_installed" || code == "vocabulary_changed") return "./run setup --all";
  if (code == "id_hole") return "--allow-holes makes ids without a token unused; --special ID=TEXT adds one";
  if (code == "missing_byte_coverage") return "--allow-missing-bytes reads it all the same";
  return "";
}

ExitCode list_pins(Context& context) {
  for (const conformance::VocabularyPin& pin : conformance::vocabulary_pins()) {
    context.out << fmt::format("{:<9} {}  {}\n", pin.name, pin.identity, pin.file);
  }
  reports::Summary summary;
  summary.command = "vocab";
  return finish(context, summary);
}

ExitCode run(const Options& options, Context& context) {
  if (options.vocabulary.empty()) return list_pins(context);
  engine::VocabularyOptions reading = options.reading;
  if (options.allow_holes) reading.holes = engine::Holes::unused;
  for (const std::string& text : options.specials) {
    engine::SpecialToken special;
    if (!parse_special(text, special)) {
      return fail(context, ExitCode::usage, {"bad_option", "'" + text + "' is not ID=TEXT", "--special", ""});
    }
    reading.specials.push_back(special);
  }
  const engine::Result<Vocabulary> vocabulary =
      conformance::open_vocabulary(options.vocabulary, context.deps, reading);
  if (!vocabulary) {
    const engine::Error& error = vocabulary.error();
    return fail(context, ExitCode::usage,
                {error.code, error.message, location_of(options.vocabulary, error), help_for(error.code)});
  }
  const engine::Anomalies found = engine::find_anomalies(*vocabulary, options.examples);
  if (context.common.json) {
    context.out << to_json(*vocabulary, found).dump() << '\n';
  } else {
    print_text(context.out, *vocabulary, found);
  }
  reports::Summary summary;
  summary.command = "vocab";
  return finish(context, summary);
}

}  // namespace

Command vocab_command() {
  Command command;
  command.name = "vocab";
  command.summary =
      "Show what a vocabulary is: identity, kinds, stop ids, oddities; without a name, list the pinned ones";
  command.examples = {"lockstep vocab llama-3",
                      "lockstep vocab tokenizer.json --stop '<|im_end|>' --logit-width 151936",
                      "lockstep vocab my.tiktoken --special '100257=<|endoftext|>' --allow-holes --json"};
  command.define = [](Arguments& app) -> Command::Run {
    auto options = std::make_shared<Options>();
    app.option(
        "VOCABULARY", options->vocabulary,
        "A tiktoken file, tokenizer.json or GGUF file, or one of " + conformance::pinned_vocabulary_names());
    app.option("--stop", options->reading.stop_names, "Name of a stop token, instead of the file's own")
        .one_value_each();
    app.option("--stop-id", options->reading.stop_ids, "Id of a stop token, instead of the file's own")
        .one_value_each();
    app.option("--special", options->specials, "ID=TEXT, a special token that a tiktoken file lacks")
        .one_value_each();
    app.option("--logit-width", options->reading.logit_width,
               "Width of the model's output, padding included");
    app.flag("--allow-holes", options->allow_holes, "Ids without a token are unused instead of an error");
    app.flag("--allow-missing-bytes", options->reading.allow_missing_bytes,
             "Read a vocabulary that cannot spell every byte");
    app.option("--examples", options->examples, "How many tokens each list shows").shows_default();
    return [options](Context& context) { return run(*options, context); };
  };
  return command;
}

}  // namespace lockstep::cli

// Reported cases: public reports about constrained-decoding engines, each a small test. One JSON object a
// line; README.md has the fields. Read strictly: what is not known here is an error of the file, never passed
// over.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "lockstep/oracle/json_text/json_text.h"

namespace lockstep::conformance {

// What must become of the input; `must_compile` where the row has no `compile`.
enum class CompileRule { must_compile, error, ok_or_error, ok_or_limit, error_or_empty };
std::string_view name(CompileRule rule);

struct RejectedText {
  std::string bytes;
  bool dead_prefix = false;  // no valid text begins so; else it is a complete output
};

// The language of a session.
struct SessionLanguage {
  enum class Kind { grammar, schema, regex } kind = Kind::grammar;
  std::string text;
};

struct ScriptStep {
  enum class Op {
    accept,
    accept_many,
    mask,
    rollback,
    reset,
    fork,
    use,
    mark,
    same_mask,
    terminated,
    forced,
    note
  } op = Op::note;
  std::vector<std::uint32_t> tokens;  // accept: one; accept_many: any number
  std::size_t count = 0;              // accept_many: how many are taken; rollback: how many tokens
  bool yes = false;                   // accept: is it taken; terminated: is it so
  std::string text;                   // fork, use: session; mark, same_mask: name; forced, note: the text
  std::vector<std::uint32_t> allow, deny;             // mask
  std::optional<std::vector<std::uint32_t>> exactly;  // mask: all that it allows
};

struct SessionInput {
  SessionLanguage language;
  std::vector<std::string> vocabulary;  // bytes by id
  std::vector<std::uint32_t> stop, special;
  std::optional<std::size_t> width;  // `vocab_size`: ids from here on do not exist for the model
  std::vector<ScriptStep> script;
};

// Pieces of a vocabulary and the bytes that they spell.
struct PiecesInput {
  std::string style;  // byte_level, sentencepiece
  std::vector<std::string> pieces;
  std::vector<std::string> bytes;
};
// The decoder section of a tokenizer.json, and which style of pieces it means.
struct DecoderInput {
  std::string decoder;  // JSON, as it stands in the row
  std::string style;    // byte_level, sentencepiece, "error or raw, stated"
};
// Tokens that must load and be masked.
struct TokensInput {
  std::vector<std::string> tokens;
};
using TokenizerInput = std::variant<PiecesInput, std::vector<DecoderInput>, TokensInput>;

// Thread rules: a plain value.
struct CaseRow {
  std::size_t line = 0;  // from 1
  std::string id, kind, keyword;
  std::string input_type;  // json_schema, regex, session, tokenizer; any other is not judged
  // Of json_schema the schema, of regex the expression.
  std::string text;
  std::optional<SessionInput> session;
  std::optional<TokenizerInput> tokenizer;
  std::string not_applicable;  // why it is not judged: "gbnf: ..."; empty: it is

  std::vector<std::string> accept, accept_policy, unclear;
  std::vector<RejectedText> reject;
  CompileRule compile = CompileRule::must_compile;
  bool assert_formats = false;
  std::string draft;  // where `$schema` is absent; empty: the run's own
};

struct CaseFault {
  std::string
      code;  // bad_json (and the reader's own codes in the message), bad_row, duplicate_id, empty_file
  std::string message;  // a sentence for a person
  std::size_t line = 0;
  std::string pointer;  // in the row
};

// Empty lines are passed over. Every row is read, also those that are not judged; the first fault ends it.
std::variant<std::vector<CaseRow>, CaseFault> read_cases(std::string_view file);

}  // namespace lockstep::conformance

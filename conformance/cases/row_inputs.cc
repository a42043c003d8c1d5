#include "lockstep/conformance/cases/row_inputs.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <utility>

#include "lockstep/conformance/cases/row_fields.h"

namespace lockstep::conformance {
namespace {

using oracle::JsonKind;
using oracle::JsonValue;
using Op = ScriptStep::Op;

constexpr std::size_t kMost = std::size_t{1} << 30U;

std::string bytes_of(std::string_view line, const JsonValue& value) {
  return std::string(line.substr(value.begin, value.end - value.begin));
}

// A schema: JSON as it stands, or its text as a string or a recipe.
std::string schema_text(std::string_view line, const JsonValue& value, const std::string& pointer) {
  if (is_recipe(value) || value.kind == JsonKind::string) return read_text(value, pointer);
  no_recipes(value, pointer);
  return bytes_of(line, value);
}

constexpr std::array<std::pair<std::string_view, Op>, 12> kOps = {{{"accept", Op::accept},
                                                                   {"accept_many", Op::accept_many},
                                                                   {"mask", Op::mask},
                                                                   {"rollback", Op::rollback},
                                                                   {"reset", Op::reset},
                                                                   {"fork", Op::fork},
                                                                   {"use", Op::use},
                                                                   {"mark", Op::mark},
                                                                   {"same_mask", Op::same_mask},
                                                                   {"terminated", Op::terminated},
                                                                   {"forced", Op::forced},
                                                                   {"note", Op::note}}};

Op op_named(RowFields& step) {
  const std::string said = read_string(step.need("op"), step.at("op"));
  for (const auto& [name, op] : kOps) {
    if (name == said) return op;
  }
  throw BadRow{step.at("op"), fmt::format("no step is called '{}'", said)};
}

void read_mask(RowFields& fields, ScriptStep& step) {
  if (const JsonValue* allow = fields.find("allow")) step.allow = read_ids(*allow, fields.at("allow"));
  if (const JsonValue* deny = fields.find("deny")) step.deny = read_ids(*deny, fields.at("deny"));
  if (const JsonValue* exactly = fields.find("exactly"))
    step.exactly = read_ids(*exactly, fields.at("exactly"));
  if (!fields.has("allow") && !fields.has("deny") && !fields.has("exactly"))
    throw BadRow{fields.pointer(), "a mask without allow, deny and exactly says nothing"};
}

ScriptStep read_step(const JsonValue& value, const std::string& pointer) {
  RowFields fields(value, pointer);
  ScriptStep step;
  step.op = op_named(fields);
  const auto text = [&](const char* name) { step.text = read_string(fields.need(name), fields.at(name)); };
  const auto yes = [&](const char* name) { step.yes = read_boolean(fields.need(name), fields.at(name)); };
  const auto count = [&](const char* name) {
    step.count = read_count(fields.need(name), fields.at(name), kMost);
  };
  switch (step.op) {
    case Op::accept:
      step.tokens = {
          static_cast<std::uint32_t>(read_count(fields.need("token"), fields.at("token"), 0x7FFFFFFF))};
      yes("ok");
      break;
    case Op::accept_many:
      step.tokens = read_ids(fields.need("tokens"), fields.at("tokens"));
      count("taken");
      break;
    case Op::mask:
      read_mask(fields, step);
      break;
    case Op::rollback:
      count("n");
      break;
    case Op::reset:
      break;
    case Op::fork:
      text("as");
      break;
    case Op::use:
      text("session");
      break;
    case Op::mark:
    case Op::same_mask:
      text("name");
      break;
    case Op::terminated:
      yes("is");
      break;
    case Op::forced:
    case Op::note:
      text("text");
      break;
  }
  fields.end();
  return step;
}

// Sessions and marks are named before they are used.
void check_names(const std::vector<ScriptStep>& script, const std::string& pointer) {
  std::vector<std::string> sessions = {"A"};
  std::vector<std::string> marks;
  const auto has = [](const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  for (std::size_t i = 0; i < script.size(); ++i) {
    const ScriptStep& step = script[i];
    const std::string at = pointer_to(pointer, std::to_string(i));
    if (step.op == Op::fork) sessions.push_back(step.text);
    if (step.op == Op::mark) marks.push_back(step.text);
    if (step.op == Op::use && !has(sessions, step.text))
      throw BadRow{at, fmt::format("no session '{}' was forked before", step.text)};
    if (step.op == Op::same_mask && !has(marks, step.text))
      throw BadRow{at, fmt::format("no mask '{}' was marked before", step.text)};
  }
}

std::string token_bytes(const JsonValue& value, const std::string& pointer) {
  if (value.kind != JsonKind::object || is_recipe(value)) return read_text(value, pointer);
  RowFields fields(value, pointer);
  std::string bytes = read_hex(fields.need("hex"), fields.at("hex"));
  fields.end();
  return bytes;
}

std::vector<std::string> token_list(RowFields& fields, const char* name) {
  std::vector<std::string> tokens;
  for (const JsonValue& token : read_array(fields.need(name), fields.at(name)))
    tokens.push_back(token_bytes(token, pointer_to(fields.at(name), std::to_string(tokens.size()))));
  return tokens;
}

SessionLanguage session_language(std::string_view line, RowFields& fields) {
  SessionLanguage language;
  std::size_t found = 0;
  if (const JsonValue* grammar = fields.find("grammar")) {
    language = {SessionLanguage::Kind::grammar, read_text(*grammar, fields.at("grammar"))};
    ++found;
  }
  if (const JsonValue* regex = fields.find("regex")) {
    language = {SessionLanguage::Kind::regex, read_text(*regex, fields.at("regex"))};
    ++found;
  }
  if (const JsonValue* schema = fields.find("schema")) {
    language = {SessionLanguage::Kind::schema, schema_text(line, *schema, fields.at("schema"))};
    ++found;
  }
  if (found != 1) throw BadRow{fields.pointer(), "has not exactly one of grammar, regex and schema"};
  return language;
}

void read_session(std::string_view line, const JsonValue& input, const std::string& pointer, CaseRow& out) {
  RowFields fields(input, pointer);
  if (!fields.has("vocab") && !fields.has("script")) {
    no_recipes(input, pointer);
    std::string names;
    for (const oracle::JsonMember& member : input.members) names += (names.empty() ? "" : ", ") + member.name;
    out.not_applicable = fmt::format("session in words: {}", names);
    return;
  }
  SessionInput session;
  session.language = session_language(line, fields);
  session.vocabulary = token_list(fields, "vocab");
  const auto ids = [&](const char* name) {
    const JsonValue* found = fields.find(name);
    if (found == nullptr) return std::vector<std::uint32_t>{};
    std::vector<std::uint32_t> read = read_ids(*found, fields.at(name));
    for (const std::uint32_t id : read) {
      if (id >= session.vocabulary.size())
        throw BadRow{fields.at(name), fmt::format("the vocabulary has no id {}", id)};
    }
    return read;
  };
  session.stop = ids("stop");
  session.special = ids("special");
  if (const JsonValue* width = fields.find("vocab_size"))
    session.width = read_count(*width, fields.at("vocab_size"), kMost);
  for (const JsonValue& step : read_array(fields.need("script"), fields.at("script")))
    session.script.push_back(
        read_step(step, pointer_to(fields.at("script"), std::to_string(session.script.size()))));
  fields.end();
  check_names(session.script, fields.at("script"));
  out.session = std::move(session);
}

PiecesInput read_pieces(RowFields& fields) {
  PiecesInput input;
  input.style = read_string(fields.need("style"), fields.at("style"));
  if (input.style != "byte_level" && input.style != "sentencepiece")
    throw BadRow{fields.at("style"), fmt::format("no style is called '{}'", input.style)};
  for (const JsonValue& piece : read_array(fields.need("pieces"), fields.at("pieces")))
    input.pieces.push_back(read_text(piece, fields.at("pieces")));
  for (const JsonValue& bytes : read_array(fields.need("bytes_hex"), fields.at("bytes_hex")))
    input.bytes.push_back(read_hex(bytes, fields.at("bytes_hex")));
  if (input.pieces.size() != input.bytes.size() || input.pieces.empty())
    throw BadRow{fields.pointer(), "pieces and bytes_hex are not equally many, or none"};
  return input;
}

DecoderInput read_decoder(std::string_view line, RowFields& fields) {
  DecoderInput input;
  const JsonValue& decoder = fields.need("decoder");
  no_recipes(decoder, fields.at("decoder"));
  input.decoder = bytes_of(line, decoder);
  input.style = read_string(fields.need("expect_style"), fields.at("expect_style"));
  if (input.style != "byte_level" && input.style != "sentencepiece" && input.style != "error or raw, stated")
    throw BadRow{fields.at("expect_style"), fmt::format("no style is called '{}'", input.style)};
  return input;
}

void read_tokenizer(std::string_view line, const JsonValue& input, const std::string& pointer, CaseRow& out) {
  RowFields fields(input, pointer);
  if (fields.has("pieces")) {
    out.tokenizer = read_pieces(fields);
  } else if (fields.has("decoder")) {
    std::vector<DecoderInput> decoders = {read_decoder(line, fields)};
    if (const JsonValue* more = fields.find("more")) {
      for (const JsonValue& item : read_array(*more, fields.at("more"))) {
        RowFields one(item, pointer_to(fields.at("more"), std::to_string(decoders.size() - 1)));
        decoders.push_back(read_decoder(line, one));
        one.end();
      }
    }
    out.tokenizer = std::move(decoders);
  } else {
    out.tokenizer = TokensInput{token_list(fields, "vocab")};
  }
  fields.end();
}

}  // namespace

void read_input(std::string_view line, const JsonValue& input, const std::string& pointer, CaseRow& out) {
  if (out.input_type == "json_schema") {
    out.text = schema_text(line, input, pointer);
  } else if (out.input_type == "regex") {
    out.text = read_text(input, pointer);
  } else if (out.input_type == "session") {
    read_session(line, input, pointer, out);
  } else if (out.input_type == "tokenizer") {
    read_tokenizer(line, input, pointer, out);
  } else {
    if (is_recipe(input)) {
      (void)read_text(input, pointer);
    } else {
      no_recipes(input, pointer);
    }
    out.not_applicable = fmt::format("{}: nothing here judges such inputs", out.input_type);
  }
}

}  // namespace lockstep::conformance

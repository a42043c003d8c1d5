#include "lockstep/conformance/cases/case_judge.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "lockstep/conformance/cases/case_script.h"
#include "lockstep/conformance/cases/case_vocabulary.h"
#include "lockstep/conformance/cases/gbnf_regex.h"
#include "lockstep/conformance/suite/json_schema_suite.h"
#include "lockstep/engine/vocabulary/piece.h"

namespace lockstep::conformance {
namespace {

using engine::TokenId;

constexpr std::size_t kRandom = 3;  // random spellings of a text
constexpr std::size_t kShown = 80;
constexpr std::chrono::seconds kQuickly{10};  // of a row that may hit a limit

std::string shown(const std::string& bytes) {
  if (!engine::is_valid_utf8(bytes)) {
    std::string hex;
    for (const char byte : bytes.substr(0, kShown))
      hex += fmt::format("{:02x}", static_cast<unsigned char>(byte));
    return "hex " + hex;
  }
  if (bytes.size() <= kShown) return bytes;
  std::size_t end = kShown;
  while ((static_cast<unsigned char>(bytes[end]) & 0xC0U) == 0x80U) --end;
  return bytes.substr(0, end) + fmt::format("... ({} bytes)", bytes.size());
}

struct Fed {
  enum class End { complete, viable, dead, limit, broken } end = End::viable;
  std::string why;
};

// All tokens through masks. `broken`: the session contradicts itself.
Fed drive(CaseSession& start, const engine::Vocabulary& vocabulary, const std::vector<TokenId>& tokens) {
  const std::unique_ptr<CaseSession> session = start.fork();
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const std::vector<std::uint32_t> mask = session->mask();
    const auto limited = [&] { return session->error().starts_with("limit_"); };
    if (mask.empty() && limited())
      return {Fed::End::limit, fmt::format("{} after {} of {} tokens", session->error(), i, tokens.size())};
    if (mask.empty()) return {Fed::End::broken, fmt::format("no mask after {} tokens", i)};
    const bool allowed = bit_of(mask, tokens[i]);
    const bool taken = session->accept(tokens[i]);
    if (allowed && !taken && limited())
      return {Fed::End::limit, fmt::format("{} at token {} of {}", session->error(), i + 1, tokens.size())};
    if (taken != allowed)
      return {Fed::End::broken,
              fmt::format("mask and accept disagree on token {} after {} tokens", tokens[i], i)};
    if (!allowed) return {Fed::End::dead, fmt::format("died at token {} of {}", i + 1, tokens.size())};
  }
  const std::vector<std::uint32_t> mask = session->mask();
  const bool complete = session->can_stop();
  for (const TokenId stop : vocabulary.stop_ids()) {
    if (bit_of(mask, stop) != complete)
      return {Fed::End::broken, fmt::format("stop bit {} and can_stop disagree at the end", stop)};
  }
  return {complete ? Fed::End::complete : Fed::End::viable, "the end is not allowed there"};
}

enum class Want { complete, not_complete, dead, consistent };

void judge_end(const Fed& fed, Want want, const std::string& what, CaseResult& out) {
  using End = Fed::End;
  ++out.result.fed;
  if (fed.end == End::broken) {
    blame(out, Verdict::inconsistent, fmt::format("{}: {}", fed.why, what));
  } else if (fed.end == End::limit) {
    blame(out, Verdict::limit, fmt::format("{}: {}", fed.why, what));
  } else if (want == Want::complete && fed.end != End::complete) {
    blame(out, Verdict::over_reject, fmt::format("{}: {}", fed.why, what));
  } else if (want == Want::not_complete && fed.end == End::complete) {
    blame(out, Verdict::over_accept, fmt::format("taken: {}", what));
  } else if (want == Want::dead && fed.end == End::complete) {
    blame(out, Verdict::over_accept, fmt::format("a dead beginning was taken as complete: {}", what));
  } else if (want == Want::dead && fed.end == End::viable) {
    blame(out, Verdict::mask_too_wide, fmt::format("a dead beginning is alive at its end: {}", what));
  }
}

// One way to cut a text into tokens.
struct Cut {
  std::string how;
  std::vector<TokenId> tokens;
};

void without(CaseResult& out, const std::string& what) {
  std::vector<std::string>& all = out.result.without;
  if (std::find(all.begin(), all.end(), what) == all.end()) all.push_back(what);
}

std::vector<Cut> cuts_of(const std::string& text, const CaseTools& tools, const RandomSpelling& random,
                         CaseResult& out) {
  std::vector<Cut> cuts;
  Cut bytes{"bytes", {}};
  bool all = true;
  for (const char byte : text) {
    const auto token = tools.vocabulary.byte_token(static_cast<std::uint8_t>(byte));
    if (token) bytes.tokens.push_back(*token);
    all = all && token.has_value();
  }
  if (all) cuts.push_back(std::move(bytes));
  if (!all) without(out, "byte tokens");
  if (const auto canonical = tools.encoder.encode(text); canonical.ok()) {
    cuts.push_back({"canonical tokens", *canonical});
  } else {
    without(out, "canonical tokens " + canonical.error().code);
  }
  for (std::size_t i = 0; i < kRandom; ++i) {
    auto tokens = random.spell(text, tools.seed ^ hash_of_text(text) ^ (i * 0x9E3779B97F4A7C15U));
    if (tokens) cuts.push_back({"random tokens", std::move(*tokens)});
    if (!tokens) without(out, "random tokens no_token");
  }
  return cuts;
}

Expected expected_of(Want want) { return want == Want::complete ? Expected::valid : Expected::invalid; }

}  // namespace

void blame(CaseResult& out, Verdict verdict, const std::string& detail) {
  if (verdict >= out.result.verdict) return;
  out.result.verdict = verdict;
  out.result.detail = detail;
}

CaseJudge::CaseJudge(CaseSubject& subject, CaseTools tools)
    : subject_(subject), tools_(std::move(tools)), random_(tools_.vocabulary) {}

CaseResult CaseJudge::judge(const CaseRow& row) {
  CaseResult out;
  CaseLanguage language;
  if (!row.not_applicable.empty()) {
    out.applicable = false;
    out.result.detail = row.not_applicable;
  } else if (!subject_.has_masks() && row.input_type != "json_schema") {
    out.applicable = false;
    out.result.detail = row.input_type + ": this subject judges whole documents by schemas only";
  } else if (row.input_type == "session") {
    judge_session(row, out);
  } else if (row.input_type == "tokenizer") {
    judge_vocabulary(subject_, *row.tokenizer, out);
  } else if (row.input_type == "regex") {
    language.kind = CaseLanguage::Kind::regex;
    language.regex = row.text;
    judge_masks(row, language, out);
  } else {
    language.schema.schema = row.text;
    language.schema.dialect = row.draft.empty() ? tools_.dialect : dialect_of(row.draft);
    language.schema.assert_formats = row.assert_formats;
    language.schema.registry = tools_.registry;
    subject_.has_masks() ? judge_masks(row, language, out) : judge_documents(row, language, out);
  }
  return out;
}

bool CaseJudge::judge_compile(CompileRule rule, const CompileReply& compile, bool has_texts,
                              CaseResult& out) const {
  const Judgement plain = compare(Expected::unknown, compile, nullptr);
  const Compile outcome = compile.outcome;
  const bool compiled = outcome == Compile::ok || outcome == Compile::empty;
  const bool turned_down = outcome == Compile::refused || outcome == Compile::malformed;
  // A refusal without a name, a fault without a code: nobody could tell what to change.
  const bool named = outcome == Compile::refused ? !compile.keyword.empty() : !compile.code.empty();
  out.got = name(outcome);
  ++out.result.fed;
  if (turned_down && !named) {
    blame(out, Verdict::inconsistent, "turned down without saying what: " + plain.detail);
  } else if (rule == CompileRule::error && outcome == Compile::empty) {
    blame(out, Verdict::over_accept, "found a meaning in what it had to turn down");
  } else if (rule == CompileRule::error && compiled) {
    blame(out, Verdict::over_accept, "took what it had to turn down");
  } else if (outcome == Compile::empty && has_texts) {
    blame(out, Verdict::over_reject, "called empty what has texts");
  } else if (outcome == Compile::refused && rule == CompileRule::must_compile) {
    out.refused_by = compile.keyword;
    blame(out, Verdict::refused, plain.detail);
  } else if (!compiled) {
    const bool right =
        (turned_down && rule != CompileRule::must_compile && rule != CompileRule::ok_or_limit) ||
        (outcome == Compile::limit && rule == CompileRule::ok_or_limit);
    if (outcome == Compile::refused && rule == CompileRule::ok_or_limit) out.refused_by = compile.keyword;
    if (!right) blame(out, plain.verdict, plain.detail);
  }
  return compiled;
}

void CaseJudge::judge_masks(const CaseRow& row, const CaseLanguage& language, CaseResult& out) {
  const auto begin = std::chrono::steady_clock::now();
  const CaseStart started = subject_.start(language, tools_.vocabulary);
  if (row.compile == CompileRule::ok_or_limit && std::chrono::steady_clock::now() - begin > kQuickly)
    blame(out, Verdict::hang, "a limit is hit quickly or not at all: it took more than 10 s");
  const bool has_texts = !row.accept.empty() || !row.accept_policy.empty();
  if (!judge_compile(row.compile, started.compile, has_texts, out)) return;
  if (started.compile.outcome == Compile::empty) return;  // every text of `reject` is refused with it
  if (!started.session) {
    blame(out, Verdict::inconsistent, "took the input, and does not start");
    return;
  }
  if (row.compile == CompileRule::error_or_empty) {
    const std::vector<std::uint32_t> mask = started.session->mask();
    const bool any = std::any_of(mask.begin(), mask.end(), [](std::uint32_t word) { return word != 0; });
    if (any || mask.empty()) blame(out, Verdict::mask_too_wide, "an empty language, and a token is allowed");
  }
  feed_row(row, *started.session, out);
}

void CaseJudge::feed_row(const CaseRow& row, CaseSession& start, CaseResult& out) const {
  const auto feed = [&](const std::string& text, Want want, const char* list) {
    for (const Cut& cut : cuts_of(text, tools_, random_, out)) {
      judge_end(drive(start, tools_.vocabulary, cut.tokens), want,
                fmt::format("{} in {}: {}", list, cut.how, shown(text)), out);
    }
  };
  for (const std::string& text : row.accept) feed(text, Want::complete, "accept");
  for (const std::string& text : row.accept_policy) feed(text, Want::complete, "accept_policy");
  for (const RejectedText& text : row.reject)
    feed(text.bytes, text.dead_prefix ? Want::dead : Want::not_complete,
         text.dead_prefix ? "dead_prefix" : "reject");
  for (const std::string& text : row.unclear) feed(text, Want::consistent, "unclear");
}

void CaseJudge::judge_documents(const CaseRow& row, const CaseLanguage& language, CaseResult& out) {
  ValidateRequest request = language.schema;
  std::vector<Want> wants;
  const auto add = [&](const std::string& text, Want want) {
    request.instances.push_back(text);
    wants.push_back(want);
  };
  for (const std::string& text : row.accept) add(text, Want::complete);
  for (const std::string& text : row.accept_policy) add(text, Want::complete);
  for (const RejectedText& text : row.reject)
    add(text.bytes, text.dead_prefix ? Want::dead : Want::not_complete);
  const ValidateReply reply = subject_.validate(request);
  const bool has_texts = !row.accept.empty() || !row.accept_policy.empty();
  if (!judge_compile(row.compile, reply.compile, has_texts, out)) return;
  for (std::size_t i = 0; i < wants.size(); ++i) {
    ++out.result.fed;
    const std::string what = shown(request.instances[i]);
    const Judgement judged = compare(expected_of(wants[i]), reply.compile, reply_at(reply, i));
    if (judged.verdict != Verdict::agree) blame(out, judged.verdict, judged.detail + ": " + what);
    if (wants[i] != Want::dead || judged.verdict != Verdict::agree) continue;
    ValidateRequest one = language.schema;
    one.instances = {request.instances[i]};
    const InstanceReply viable = subject_.viable(one);
    if (viable.validity == Validity::valid)
      blame(out, Verdict::mask_too_wide, "a dead beginning is alive at its end: " + what);
    else if (viable.validity != Validity::invalid)
      blame(out, Verdict::unknown, fmt::format("beginning: {}: {}", viable.reason, what));
  }
}

void CaseJudge::judge_session(const CaseRow& row, CaseResult& out) {
  CaseLanguage language;
  const SessionLanguage& said = row.session->language;
  if (said.kind == SessionLanguage::Kind::schema) {
    language.schema.schema = said.text;
    language.schema.dialect = row.draft.empty() ? tools_.dialect : dialect_of(row.draft);
    language.schema.assert_formats = row.assert_formats;
    language.schema.registry = tools_.registry;
  } else {
    language.kind = CaseLanguage::Kind::regex;
    language.regex = said.text;
  }
  if (said.kind == SessionLanguage::Kind::grammar) {
    const auto regex = regex_of_gbnf(said.text);
    if (const auto* none = std::get_if<NotRegular>(&regex)) {
      out.applicable = false;
      out.result.detail = "session over a grammar: " + none->why;
      return;
    }
    language.regex = std::get<std::string>(regex);
  }
  judge_masks(row, language, out);
  if (out.got != name(Compile::ok)) return;
  const auto vocabulary = vocabulary_of(*row.session);
  if (!vocabulary.ok()) {
    blame(out, Verdict::inconsistent,
          fmt::format("the vocabulary was turned down: {}: {}", vocabulary.error().code,
                      vocabulary.error().message));
    return;
  }
  CaseStart started = subject_.start(language, *vocabulary);
  if (!started.session) {
    blame(out, Verdict::inconsistent, "does not start over the vocabulary of the case");
    return;
  }
  run_script(std::move(started.session), *vocabulary, row.session->script, out);
}

}  // namespace lockstep::conformance

#include "lockstep/conformance/subject/oracle_masks.h"

#include <algorithm>
#include <string>
#include <utility>

namespace lockstep::conformance {
namespace {

constexpr std::size_t kLongestForced = 4096;  // bytes

// Shared by all sessions of one start.
struct Language {
  oracle::PrefixOracle truth;
  engine::Vocabulary vocabulary;
  std::vector<oracle::FilterToken> tokens;
  oracle::PrefixLimits limits;
};

class OracleMaskSession final : public MaskSession {
 public:
  explicit OracleMaskSession(std::shared_ptr<const Language> language) : language_(std::move(language)) {}

  std::vector<std::uint32_t> mask() override {
    unknown_.clear();
    std::vector<std::uint32_t> words((language_->vocabulary.logit_width() + 31) / 32, 0);
    if (stopped_) return words;
    const std::vector<oracle::Answer> answers =
        oracle::filter_tokens(language_->truth, prefix_, language_->tokens, language_->limits);
    for (std::uint32_t id = 0; id < answers.size(); ++id) {
      if (answers[id].is_yes()) words[id / 32] |= std::uint32_t{1} << (id % 32);
      if (answers[id].is_unknown()) cannot_tell(answers[id].reason).push_back(id);
    }
    return words;
  }

  bool accept(std::uint32_t token) override {
    unknown_.clear();
    if (stopped_ || token >= language_->tokens.size()) return false;
    const oracle::FilterToken& one = language_->tokens[token];
    if (one.role == oracle::TokenRole::stop) {
      if (!yes(language_->truth.complete(prefix_, language_->limits))) return false;
      history_.push_back(prefix_.size());
      return stopped_ = true;
    }
    if (one.role != oracle::TokenRole::text || one.bytes.empty()) return false;
    if (!yes(language_->truth.viable(prefix_ + one.bytes, language_->limits))) return false;
    history_.push_back(prefix_.size());
    prefix_ += one.bytes;
    return true;
  }

  bool can_stop() override {
    unknown_.clear();
    return !stopped_ && yes(language_->truth.complete(prefix_, language_->limits));
  }

  bool rollback(std::size_t tokens) override {
    unknown_.clear();
    if (tokens > history_.size()) return false;
    for (; tokens > 0; --tokens) {
      prefix_.resize(history_.back());
      history_.pop_back();
      stopped_ = false;  // nothing is after a stop token, so it was the last one
    }
    return true;
  }

  std::unique_ptr<MaskSession> fork() override { return std::make_unique<OracleMaskSession>(*this); }

  std::string forced() override {
    unknown_.clear();
    std::string text = prefix_;
    while (!stopped_ && text.size() - prefix_.size() < kLongestForced) {
      const oracle::NextBytes next = language_->truth.next_bytes(text, language_->limits);
      const std::optional<char> only = only_way(next);
      if (!only) break;
      text += *only;
    }
    return text.substr(prefix_.size());
  }

  std::vector<Unknown> unknown() const override { return unknown_; }

 private:
  // False where the answer is unknown, which is kept.
  bool told(const oracle::Answer& answer) {
    if (answer.is_unknown()) (void)cannot_tell(answer.reason);
    return !answer.is_unknown();
  }
  bool yes(const oracle::Answer& answer) { return told(answer) && answer.is_yes(); }

  // The byte that must come next; nullopt also where that is not known.
  std::optional<char> only_way(const oracle::NextBytes& next) {
    std::optional<char> only;
    const oracle::Answer* open = next.stop.is_unknown() ? &next.stop : nullptr;
    std::size_t ways = next.stop.is_yes() ? 1 : 0;
    for (unsigned byte = 0; byte < 256; ++byte) {
      if (next.bytes[byte].is_unknown()) open = &next.bytes[byte];
      if (!next.bytes[byte].is_yes()) continue;
      ++ways;
      only = static_cast<char>(byte);
    }
    if (ways > 1) return std::nullopt;
    return open == nullptr || told(*open) ? only : std::nullopt;
  }

  std::vector<std::uint32_t>& cannot_tell(const std::string& reason) {
    for (Unknown& one : unknown_) {
      if (one.reason == reason) return one.tokens;
    }
    unknown_.push_back({reason, {}});
    return unknown_.back().tokens;
  }

  std::shared_ptr<const Language> language_;
  std::string prefix_;
  std::vector<std::size_t> history_;  // the prefix's size before each token
  bool stopped_ = false;
  std::vector<Unknown> unknown_;
};

class OracleMaskSubject final : public Subject {
 public:
  explicit OracleMaskSubject(const OracleMaskSettings& settings)
      : settings_(settings), whole_(make_oracle_subject(settings.whole)) {}

  std::string name() const override { return whole_->name(); }
  std::string version() const override { return whole_->version(); }
  Capabilities capabilities() const override {
    Capabilities can = whole_->capabilities();
    can.mask = true;
    return can;
  }

  ValidateReply validate(const ValidateRequest& request) override {
    engine::Policy spec = engine::Policy::spec();
    spec.format = settings_.policy.format;
    if (settings_.policy == spec) return whole_->validate(request);
    ValidateReply reply;
    const std::optional<oracle::PrefixOracle> truth = load(request, reply.compile);
    if (!truth) return reply;
    for (const std::string& text : request.instances) {
      const oracle::Answer answer = truth->complete(text, settings_.limits);
      InstanceReply one{Validity::unknown, answer.reason, std::nullopt};
      if (!answer.is_unknown()) one.validity = answer.is_yes() ? Validity::valid : Validity::invalid;
      if (answer.is_yes()) one.at = text.size();
      reply.instances.push_back(std::move(one));
    }
    return reply;
  }

  MaskStart start(const ValidateRequest& request) override {
    MaskStart started;
    std::optional<oracle::PrefixOracle> truth = load(request, started.compile);
    if (!truth) return started;
    if (truth->viable("", settings_.limits).is_no()) {
      started.compile.outcome = Compile::empty;
      started.compile.code = "empty";
      started.compile.message = "no text satisfies the schema";
      return started;
    }
    started.session = std::make_unique<OracleMaskSession>(std::make_shared<const Language>(
        std::move(*truth), settings_.vocabulary, filter_tokens_of(settings_.vocabulary), settings_.limits));
    return started;
  }

 private:
  std::optional<oracle::PrefixOracle> load(const ValidateRequest& request, CompileReply& reply) const {
    const std::optional<oracle::OraclePolicy> policy = oracle_policy_of(settings_.policy);
    if (!policy) {
      reply = {Compile::refused, "unknown_policy", "", "policy", "the oracle does not read this policy", {}};
      return std::nullopt;
    }
    oracle::SchemaOptions options;
    if (!request.dialect.empty()) options.default_dialect = request.dialect;
    static const Registry kNone;
    auto truth = oracle::PrefixOracle::make(request.schema, request.registry ? *request.registry : kNone,
                                            options, *policy);
    if (truth.ok()) return std::move(truth.value());
    reply = compile_reply(truth.error());
    return std::nullopt;
  }

  OracleMaskSettings settings_;
  std::unique_ptr<Subject> whole_;
};

}  // namespace

std::optional<oracle::OraclePolicy> oracle_policy_of(const engine::Policy& policy) {
  oracle::OraclePolicy read;
  const std::string text = engine::canonical_text(policy);  // the norm's words: `field=value field=value`
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::string_view word = std::string_view(text).substr(at, end - at);
    const std::size_t equals = word.find('=');
    if (equals == std::string_view::npos) return std::nullopt;
    if (!read.set(word.substr(0, equals), word.substr(equals + 1))) return std::nullopt;
    at = end + 1;
  }
  return read;
}

std::vector<oracle::FilterToken> filter_tokens_of(const engine::Vocabulary& vocabulary) {
  std::vector<oracle::FilterToken> tokens;
  tokens.reserve(vocabulary.size());
  for (std::uint32_t id = 0; id < vocabulary.size(); ++id) {
    oracle::FilterToken token;
    token.bytes = std::string(vocabulary.bytes(id));
    const engine::TokenKind kind = vocabulary.kind(id);
    const bool text = kind == engine::TokenKind::normal || kind == engine::TokenKind::byte;
    token.role = vocabulary.is_stop(id) ? oracle::TokenRole::stop
                 : text                 ? oracle::TokenRole::text
                                        : oracle::TokenRole::other;
    tokens.push_back(std::move(token));
  }
  return tokens;
}

std::unique_ptr<Subject> make_oracle_mask_subject(const OracleMaskSettings& settings) {
  return std::make_unique<OracleMaskSubject>(settings);
}

}  // namespace lockstep::conformance

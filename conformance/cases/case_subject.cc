#include "lockstep/conformance/cases/case_subject.h"

#include <utility>

#include "lockstep/conformance/subject/engine_drive.h"
#include "lockstep/conformance/subject/engine_subject.h"
#include "lockstep/engine/session/session.h"
#include "lockstep/engine/vocabulary/load.h"
#include "lockstep/engine/vocabulary/tiktoken.h"
#include "lockstep/engine/vocabulary/tokenizer_json.h"

namespace lockstep::conformance {
namespace {

class EngineSession final : public CaseSession {
 public:
  explicit EngineSession(engine::Session session) : session_(std::move(session)) {}
  std::vector<std::uint32_t> mask() override {
    std::vector<std::uint32_t> words(session_.mask_words());
    const auto masked = session_.mask(words);
    error_ = masked.ok() ? "" : masked.error().code;
    if (!masked.ok()) words.clear();
    return words;
  }
  bool accept(std::uint32_t token) override {
    const auto taken = session_.accept(token);
    error_ = taken.ok() ? "" : taken.error().code;
    return taken.ok();
  }
  bool can_stop() override { return session_.can_stop(); }
  bool rollback(std::size_t tokens) override { return session_.rollback(tokens).ok(); }
  void reset() override { session_.reset(); }
  bool terminated() override { return session_.stopped(); }
  std::unique_ptr<CaseSession> fork() override { return std::make_unique<EngineSession>(session_.fork()); }
  std::string forced() override { return session_.forced(); }
  std::string error() const override { return error_; }

 private:
  engine::Session session_;
  std::string error_;
};

class EngineCases final : public CaseSubject {
 public:
  std::string name() const override { return "engine"; }
  std::string version() const override { return std::string(engine::kCompilerVersion); }
  bool has_masks() const override { return true; }

  CaseStart start(const CaseLanguage& language, const engine::Vocabulary& vocabulary) override {
    const EngineSettings settings{engine::Policy::spec(), {}, vocabulary, engine::MaskPath::memo};
    const bool bare = language.kind != CaseLanguage::Kind::schema;
    const bool regex = language.kind == CaseLanguage::Kind::regex;
    const auto compiled =
        bare
            ? engine::compile_texts({regex ? engine::BareTexts::Kind::regex : engine::BareTexts::Kind::choice,
                                     language.regex, language.choices})
            : compile_with_engine(settings, language.schema);
    CaseStart started;
    if (const auto* fault = std::get_if<engine::CompileFault>(&compiled)) {
      started.compile = compile_reply(*fault);
      return started;
    }
    started.session = std::make_unique<EngineSession>(
        engine::Session(std::get<engine::Constraint>(compiled), vocabulary, settings.path));
    return started;
  }

  engine::Result<engine::Vocabulary> read_vocabulary(const std::string& file,
                                                     const engine::VocabularyOptions& options) override {
    if (engine::sniff_vocabulary(file) == engine::VocabularyFormat::tokenizer_json)
      return engine::read_tokenizer_json(file, options);
    return engine::read_tiktoken(file, options);
  }

  ValidateReply validate(const ValidateRequest&) override { return {}; }
  InstanceReply viable(const ValidateRequest&) override { return {}; }
};

class DocumentCases final : public CaseSubject {
 public:
  DocumentCases(Subject& subject, Subject* locator) : subject_(subject), locator_(locator) {}
  std::string name() const override { return subject_.name(); }
  std::string version() const override { return subject_.version(); }
  bool has_masks() const override { return false; }
  CaseStart start(const CaseLanguage&, const engine::Vocabulary&) override { return {}; }
  engine::Result<engine::Vocabulary> read_vocabulary(const std::string&,
                                                     const engine::VocabularyOptions&) override {
    return engine::Error{"no_reader", "a subject of whole documents reads no vocabularies", {}, {}};
  }
  ValidateReply validate(const ValidateRequest& request) override { return subject_.validate(request); }

  InstanceReply viable(const ValidateRequest& request) override {
    if (locator_ == nullptr) return {Validity::unknown, "the subject knows no beginnings", {}, {}};
    const ValidateReply reply = locator_->validate(request);
    if (reply.instances.empty()) return {Validity::unknown, "no answer for the beginning", {}, {}};
    InstanceReply one = reply.instances.front();
    if (one.validity != Validity::invalid) return one;
    if (!one.at) return {Validity::unknown, one.at_unknown, {}, {}};
    one.validity = *one.at < request.instances.front().size() ? Validity::invalid : Validity::valid;
    return one;
  }

 private:
  Subject& subject_;
  Subject* locator_;
};

}  // namespace

std::unique_ptr<CaseSubject> make_engine_case_subject() { return std::make_unique<EngineCases>(); }

std::unique_ptr<CaseSubject> make_document_case_subject(Subject& subject, Subject* locator) {
  return std::make_unique<DocumentCases>(subject, locator);
}

}  // namespace lockstep::conformance

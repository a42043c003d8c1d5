// What reported cases ask of a subject: languages over a vocabulary of the case's own, sessions with their
// whole interface, the reading of vocabularies. Or, of one without masks, whole documents.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lockstep/conformance/subject/subject.h"
#include "lockstep/engine/base/result.h"
#include "lockstep/engine/vocabulary/options.h"
#include "lockstep/engine/vocabulary/vocabulary.h"

namespace lockstep::conformance {

class CaseSession {
 public:
  virtual ~CaseSession() = default;
  virtual std::vector<std::uint32_t> mask() = 0;  // padded to the logit width; empty: an error
  virtual bool accept(std::uint32_t token) = 0;   // false: refused, state unchanged
  virtual bool can_stop() = 0;
  virtual bool rollback(std::size_t tokens) = 0;  // false: refused
  virtual void reset() = 0;
  virtual bool terminated() = 0;  // a stop token was taken
  virtual std::unique_ptr<CaseSession> fork() = 0;
  virtual std::string forced() = 0;  // bytes
  // Why the last mask() or accept() failed, as a stable code: "limit_..." is a limit that the subject names.
  // Empty where it did not, and where the subject has no codes.
  virtual std::string error() const { return {}; }
};

struct CaseLanguage {
  enum class Kind { schema, regex, choice } kind = Kind::schema;
  ValidateRequest schema;            // without instances
  std::string regex;                 // of the whole text
  std::vector<std::string> choices;  // literal texts
};

struct CaseStart {
  CompileReply compile;
  std::unique_ptr<CaseSession> session;  // null unless compile.outcome is ok
};

// Thread rules: one thread at a time.
class CaseSubject {
 public:
  virtual ~CaseSubject() = default;
  virtual std::string name() const = 0;
  virtual std::string version() const = 0;
  // Without: validate() and dead() are asked, and only schemas are judged.
  virtual bool has_masks() const = 0;

  virtual CaseStart start(const CaseLanguage& language, const engine::Vocabulary& vocabulary) = 0;
  // By the subject's reader for such a file: a tokenizer.json, or tiktoken's lines.
  virtual engine::Result<engine::Vocabulary> read_vocabulary(const std::string& file,
                                                             const engine::VocabularyOptions& options) = 0;

  virtual ValidateReply validate(const ValidateRequest& request) = 0;
  // One instance, a beginning: valid iff some text begins so, unknown where that is not known.
  virtual InstanceReply viable(const ValidateRequest& request) = 0;
};

// The built-in engine under the policy `spec`.
std::unique_ptr<CaseSubject> make_engine_case_subject();
// A subject of whole documents, which must outlive it. `locator` says of a text that is not valid where it
// dies (OracleSettings::locates); null: beginnings are unknown.
std::unique_ptr<CaseSubject> make_document_case_subject(Subject& subject, Subject* locator);

}  // namespace lockstep::conformance

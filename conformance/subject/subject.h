// What a thing under test must offer, in neutral types. Only bytes cross: schema and instance texts reach a
// subject as they stand in their source, never parsed and written again, and never with the expected answer.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::conformance {

// The URIs of the drafts that engine and oracle read, newest first.
const std::vector<std::string>& every_dialect();

// Documents that `$ref` may reach, by absolute URI without fragment.
using Registry = std::map<std::string, std::string, std::less<>>;

enum class Compile { ok, empty, refused, malformed, limit, crash, hang };
std::string_view name(Compile compile);

struct CompileReply {
  Compile outcome = Compile::ok;
  std::string code;                     // stable code of the subject, where it has one
  std::string pointer;                  // JSON pointer in the schema
  std::string keyword;                  // for refused: the keyword, for `refused_by`
  std::string message;                  // for a person
  std::optional<std::size_t> offset;    // byte offset in the schema text, where known
  std::vector<std::string> conflict{};  // for empty: pointers of keywords that conflict, where told
};

enum class Validity { valid, invalid, unknown, crash, hang, error };
std::string_view name(Validity validity);

struct InstanceReply {
  Validity validity = Validity::unknown;
  std::string reason;             // unknown, error, crash: why
  std::optional<std::size_t> at;  // bytes taken before the text died; its length where it did not
  std::string at_unknown{};       // why there is no `at`, of a subject that looked for it and could not tell
};

struct ValidateRequest {
  std::string schema;                  // bytes
  std::vector<std::string> instances;  // bytes
  std::string dialect;                 // URI, applies where `$schema` is absent; "" means draft 2020-12
  bool assert_formats = false;
  std::shared_ptr<const Registry> registry;  // may be null
};

// instances.size() replies iff compile.outcome is ok or empty; none otherwise.
struct ValidateReply {
  CompileReply compile;
  std::vector<InstanceReply> instances;
};

// What a session could not tell, and why. Never told as yes or no by itself.
struct Unknown {
  std::string reason;
  std::vector<std::uint32_t> tokens{};  // of a mask: these bits are clear and mean nothing
};

// One decoding session. Bits are ids: bit id % 32 of word id / 32, padded to the logit width.
class MaskSession {
 public:
  virtual ~MaskSession() = default;
  virtual std::vector<std::uint32_t> mask() = 0;
  virtual bool accept(std::uint32_t token) = 0;  // false: refused, state unchanged
  virtual bool can_stop() = 0;
  virtual bool rollback(std::size_t tokens) = 0;
  virtual std::unique_ptr<MaskSession> fork() = 0;
  virtual std::string forced() = 0;  // bytes that every continuation begins with
  // Of the last answer: each reason once. Empty where everything was told, which is always so for an engine.
  virtual std::vector<Unknown> unknown() const { return {}; }
};

struct MaskStart {
  CompileReply compile;
  std::unique_ptr<MaskSession> session;  // null unless compile.outcome is ok
};

struct Capabilities {
  bool validate = false;
  bool mask = false;
  std::vector<std::string> dialects;  // URIs
  bool asserts_formats = false;
};

// Thread rules: one thread at a time per subject.
class Subject {
 public:
  virtual ~Subject() = default;
  virtual std::string name() const = 0;
  virtual std::string version() const = 0;
  virtual Capabilities capabilities() const = 0;

  // Judges whole documents. Never throws; a dead or silent child process is a reply, not an exception.
  virtual ValidateReply validate(const ValidateRequest& request) = 0;

  // Starts a session over the vocabulary that the subject was made with. Subjects without masks keep this
  // default.
  virtual MaskStart start(const ValidateRequest& schema);
};

}  // namespace lockstep::conformance

// What a walk needs of a thing under test: masks and the bytes under them, undoing, and a way to the end of
// the text.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lockstep/conformance/judge/verdict.h"
#include "lockstep/conformance/subject/engine_subject.h"
#include "lockstep/conformance/subject/subject.h"
#include "lockstep/engine/session/constraint.h"

namespace lockstep::conformance {

// Why a subject answers no more: its process died (crash), was too slow (hang), or said what the protocol
// does not know (inconsistent).
struct Trouble {
  Verdict verdict = Verdict::crash;
  std::string message;
};

// One text being written. Thread rules: one thread at a time.
class WalkSession {
 public:
  virtual ~WalkSession() = default;
  virtual std::vector<bool> allowed_bytes() = 0;          // 256: may this byte come next?
  virtual bool accept_bytes(std::string_view bytes) = 0;  // one step; false: refused, nothing changed
  virtual bool can_stop() = 0;
  virtual std::string finish() = 0;  // some bytes that complete the text
  // False: finish() is a search that may give up. Bytes of it that do not complete the text prove nothing
  // then.
  virtual bool knows_the_end() const { return true; }
  virtual std::string
  forced() = 0;  // bytes that every continuation begins with, up to where the text may stop
  virtual std::vector<std::uint32_t> mask() = 0;
  virtual bool accept(std::uint32_t token) = 0;
  virtual bool rollback(std::size_t steps) = 0;
  virtual std::unique_ptr<WalkSession> fork() = 0;
  virtual std::uint64_t overruns() = 0;  // questions of this constraint so far that a limit answered "no"
  // Which limit kept a session of this start from a mask or a step since this was last asked: what it
  // answered then says nothing. Empty: none.
  virtual std::string limit_met() { return {}; }
};

struct WalkStart {
  CompileReply compile;
  std::unique_ptr<WalkSession> session;  // null unless compile.outcome is ok
};

class WalkSubject {
 public:
  virtual ~WalkSubject() = default;
  virtual std::string name() const = 0;
  virtual std::string version() const { return {}; }
  virtual WalkStart start(std::string_view schema) = 0;
  // Since the last start(). Where there is trouble, what its sessions answer says nothing: empty masks, "no".
  // The next start() begins afresh.
  virtual std::optional<Trouble> trouble() const { return std::nullopt; }
};

std::unique_ptr<WalkSubject> make_engine_walk_subject(const EngineSettings& settings);
// One more session of a constraint that there is already: it meets what the others left in its caches.
std::unique_ptr<WalkSession> make_engine_walk_session(const engine::Constraint& constraint,
                                                      const EngineSettings& settings);

}  // namespace lockstep::conformance

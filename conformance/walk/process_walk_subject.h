// Somebody else's engine as a walk sees it: a child process that speaks the JSON-lines protocol of
// conformance/subject/README.md.
#pragma once

#include <memory>
#include <string>

#include "lockstep/conformance/external/json_lines_child.h"
#include "lockstep/conformance/walk/walk_subject.h"
#include "lockstep/engine/policy/policy.h"
#include "lockstep/engine/vocabulary/vocabulary.h"

namespace lockstep::conformance {

struct ProcessWalkSettings {
  Command command;          // memory_bytes is its limit
  JsonLinesOptions limits;  // time of one request
  engine::Policy policy = engine::Policy::spec();
  engine::Vocabulary vocabulary;  // must have a token for every byte
};

// A subject over a process. It is told the vocabulary when it is started and the policy with each schema. Its
// bytes are its byte tokens: a byte may come next iff the mask has that bit. Its end is searched for, byte by
// byte through its masks. A crash, a hang or a reply that the protocol does not know is trouble(); the next
// start() runs a new process.
class ProcessWalkSubject : public WalkSubject {
 public:
  // Runs the process for its name and version and tells it the vocabulary. "", or a sentence on why it cannot
  // be judged.
  virtual std::string open() = 0;
  virtual std::string policy() const = 0;                            // as it declares it
  virtual std::size_t restarts() const = 0;                          // processes beyond the first
  virtual WalkStart start_with(const ValidateRequest& request) = 0;  // registry and dialect too
};

// `/bin/sh -c "exec COMMAND"`.
Command shell_command(const std::string& command_line, std::size_t memory_bytes);

std::unique_ptr<ProcessWalkSubject> make_process_walk_subject(const ProcessWalkSettings& settings);

}  // namespace lockstep::conformance

// The built-in engine behind the subject interface: driven through masks, also where whole documents are
// asked for.
#pragma once

#include <memory>

#include "lockstep/conformance/subject/subject.h"
#include "lockstep/engine/base/limits.h"
#include "lockstep/engine/policy/policy.h"
#include "lockstep/engine/schema/schema.h"
#include "lockstep/engine/session/session.h"
#include "lockstep/engine/vocabulary/vocabulary.h"

namespace lockstep::conformance {

struct EngineSettings {
  engine::Policy policy = engine::Policy::spec();
  engine::Limits limits;
  engine::Vocabulary vocabulary;
  engine::MaskPath path = engine::MaskPath::memo;
  bool openapi = false;  // SchemaOptions::openapi
};

// validate() feeds each instance byte by byte as the vocabulary's byte tokens and takes a byte only where the
// mask has its bit; the stop bit at the end decides. Instances of a schema that compiles to `empty` are all
// invalid. Thread rules: one thread at a time.
std::unique_ptr<Subject> make_engine_subject(const EngineSettings& settings);

// With the built-in vocabulary and the policy `spec`.
std::unique_ptr<Subject> make_engine_subject();

// A session of the engine behind the interface.
std::unique_ptr<MaskSession> make_mask_session(engine::Session session);

// What the engine said instead of a constraint, in the harness's words.
CompileReply compile_reply(const engine::CompileFault& fault);

}  // namespace lockstep::conformance

// What a Constraint shares between its sessions: private to this folder.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "lockstep/engine/machine/machine.h"
#include "lockstep/engine/mask/mask.h"
#include "lockstep/engine/session/constraint.h"

namespace lockstep::engine {

struct Constraint::Impl {
  std::string identity;
  std::shared_ptr<const Schema> schema;
  Limits limits;

  std::mutex lock;  // guards everything below
  std::unique_ptr<Machine> machine;
  std::map<std::string, MaskMemo> memos;  // by the vocabulary's identity
};

}  // namespace lockstep::engine

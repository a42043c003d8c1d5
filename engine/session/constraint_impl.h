// What a Constraint shares between its sessions: private to this folder.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <variant>

#include "lockstep/engine/base/meter.h"
#include "lockstep/engine/machine/machine.h"
#include "lockstep/engine/machine/text_machine.h"
#include "lockstep/engine/mask/mask.h"
#include "lockstep/engine/session/constraint.h"

namespace lockstep::engine {

// What grows lazily, until it is full and another begins: sessions in it keep it alive.
struct ConstraintGrowth {
  std::mutex lock;  // guards everything below
  std::unique_ptr<Machine> machine;
  std::map<std::string, MaskMemo> memos;  // by the vocabulary's identity
};

struct Constraint::Impl {
  std::string identity;
  // One of the two: what it was compiled from.
  std::shared_ptr<const Schema> schema;
  std::optional<BareTexts> texts;
  Policy policy;
  Limits limits;

  std::variant<std::unique_ptr<Machine>, CompileFault> machine(const Cancellation* cancellation) const;
  // Once, before anybody sees it: the first growth and the identity.
  std::optional<CompileFault> begin(const std::function<std::string(Meter&)>& identify,
                                    const Cancellation* cancellation);
  // The growth that sessions begin in; `full` is one that the caller found full, which is replaced. The fault
  // is a limit or a cancellation.
  std::shared_ptr<ConstraintGrowth> current();
  struct Next {
    std::shared_ptr<ConstraintGrowth> growth;
    bool is_new = false;  // made by this call: nobody has read anything in it yet
  };
  std::variant<Next, CompileFault> instead_of(const std::shared_ptr<ConstraintGrowth>& full,
                                              const Cancellation* cancellation);

  std::mutex lock;  // guards what is below; taken before that of a growth
  std::shared_ptr<ConstraintGrowth> growth;
  Constraint::Counters before;  // what earlier growths counted
};

}  // namespace lockstep::engine

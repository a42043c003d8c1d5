#include "lockstep/engine/machine/byte_machine.h"
#include "lockstep/engine/machine/conflict.h"

namespace lockstep::engine {
namespace {

void explain(CompileFault& fault, const Conflict& conflict) {
  fault.conflict = conflict.pointers;
  if (!conflict.pointers.empty()) fault.error.pointer = conflict.pointers.front();
  fault.error.message = "nothing satisfies this schema: in conflict are";
  for (const std::string& pointer : conflict.pointers) fault.error.message += " \"" + pointer + "\"";
  if (!conflict.irreducible) fault.error.message += " (a limit came before fewer were found)";
}

}  // namespace

std::variant<std::unique_ptr<Machine>, CompileFault> Machine::create(std::shared_ptr<const Schema> schema,
                                                                     const Policy& policy,
                                                                     const Limits& limits,
                                                                     const Cancellation* cancellation) {
  auto machine = std::make_unique<ByteMachine>(schema, policy, limits);
  if (std::optional<CompileFault> fault = machine->prepare(cancellation, true)) {
    if (fault->status != CompileStatus::empty) return *fault;
    Meter meter;
    meter.set_cancellation(cancellation);
    meter.set_between_looks(limits.between_looks);
    try {
      explain(*fault, find_conflict(*schema, policy, limits, cancellation, meter));
    } catch (const Meter::Stop&) {
      return CompileFault{CompileStatus::cancelled, {"cancelled", "the caller asked to stop", {}, ""}, ""};
    }
    return *fault;
  }
  return std::unique_ptr<Machine>(std::move(machine));
}

Reading read(Machine& machine, StateId from, std::string_view bytes) {
  Reading reading{0, from};
  for (; reading.taken < bytes.size(); ++reading.taken) {
    const StateId next = machine.step(reading.state, static_cast<std::uint8_t>(bytes[reading.taken]));
    if (next == kDeadState) break;
    reading.state = next;
  }
  return reading;
}

}  // namespace lockstep::engine

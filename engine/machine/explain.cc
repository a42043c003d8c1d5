#include "lockstep/engine/machine/explain.h"

#include <memory>
#include <utility>

#include "lockstep/engine/machine/byte_machine.h"
#include "lockstep/engine/machine/conflict.h"
#include "lockstep/engine/machine/explain_teller.h"
#include "lockstep/engine/machine/place.h"

namespace lockstep::engine {
namespace {

// Is the last character of the text unfinished UTF-8?
bool inside_character(std::string_view text) {
  std::size_t after = 0;  // continuation bytes at the end
  while (after < text.size() && after < 3 && (text[text.size() - 1 - after] & 0xC0) == 0x80) ++after;
  if (after == text.size()) return false;
  const auto lead = static_cast<unsigned char>(text[text.size() - 1 - after]);
  return lead >= 0xC2 && after < (lead < 0xE0 ? 1U : lead < 0xF0 ? 2U : 3U);
}

// Why no JSON text goes on so.
ReasonPart json_reason(std::string_view taken, std::optional<std::uint8_t> refused) {
  ReasonPart part{ReasonPart::Kind::json, "", "", ""};
  const TextPlace place = place_of(taken);
  if (!refused) {
    part.keyword = "incomplete";
    part.message = "the text is not complete JSON here";
  } else if (place.in_name && *refused == '"' && place.names.contains(place.name)) {
    part.keyword = "duplicate_name";
    part.message =
        "the object has the name \"" + place.name + "\" already; names are compared after decoding";
  } else if ((place.in_name || place.in_string) && *refused < 0x20) {
    part.keyword = "control_character";
    part.message = "a control character inside a string is written as an escape (RFC 8259 section 7)";
  } else if ((place.in_name || place.in_string) && (*refused >= 0x80 || inside_character(taken))) {
    part.keyword = "utf8";
    part.message = "this byte does not go on as UTF-8 (RFC 3629)";
  } else if (place.in_name || place.in_string) {
    part.keyword = "escape";
    part.message = "the escape or character that was begun does not go on so (RFC 8259 section 7)";
  } else {
    part.keyword = "syntax";
    part.message = "no JSON text goes on so (RFC 8259)";
  }
  return part;
}

ReasonPart policy_part(const Policy& policy, const std::string& field) {
  const std::string all = " " + canonical_text(policy) + " ";
  const std::size_t from = all.find(" " + field + "=") + 1;
  const std::string setting = all.substr(from, all.find(' ', from) - from);
  return {ReasonPart::Kind::policy, field, "", "the policy has " + setting + ", which leaves this out"};
}

Error cancelled() { return {"cancelled", "the caller asked to stop", std::nullopt, ""}; }

std::optional<Error> error_of(const Machine& machine) {
  if (machine.interrupted().empty()) return std::nullopt;
  return Error{std::string(machine.interrupted()), "the text could not be read", std::nullopt, ""};
}

}  // namespace

std::variant<Explanation, Error> first_look(Machine& machine, std::string_view text, std::string_view bytes) {
  const Reading before = read(machine, machine.start(), text);
  if (auto error = error_of(machine)) return *error;
  if (before.taken < text.size()) return Error{"text_not_viable", "no text begins so", before.taken, ""};
  const Reading after = read(machine, before.state, bytes);
  Explanation out;
  out.taken = after.taken;
  out.could_stop = machine.can_stop(after.state);
  for (unsigned byte = 0; byte < 256; ++byte)
    out.could_come.push_back(machine.step(after.state, static_cast<std::uint8_t>(byte)) != kDeadState);
  out.allowed = bytes.empty() ? out.could_stop : after.taken == bytes.size();
  if (!out.allowed && after.taken < bytes.size()) out.refused = static_cast<std::uint8_t>(bytes[after.taken]);
  if (auto error = error_of(machine)) return *error;
  return out;
}

std::variant<Explanation, Error> explain(const Schema& schema, const Policy& policy, const Limits& limits,
                                         std::string_view text, std::string_view bytes,
                                         const Cancellation* cancellation) {
  // The values of its nodes live in the documents of `schema`.
  const auto shared = std::shared_ptr<const Schema>(std::shared_ptr<void>(), &schema);
  ByteMachine machine(shared, policy, limits);
  if (const std::optional<CompileFault> fault = machine.prepare(cancellation, false)) return fault->error;
  machine.set_cancellation(cancellation);
  auto looked = first_look(machine, text, bytes);
  if (Error* error = std::get_if<Error>(&looked)) {
    if (error->code == "text_not_viable") error->pointer = place_of(text.substr(0, *error->offset)).pointer;
    return std::move(*error);
  }
  Explanation out = std::get<Explanation>(std::move(looked));
  const std::string refused =
      std::string(text) + std::string(bytes.substr(0, out.taken + (out.refused ? 1 : 0)));
  const std::string taken = refused.substr(0, text.size() + out.taken);
  out.place = place_of(taken).pointer;
  if (out.allowed) return out;

  const StillSo still_refused = [&](std::shared_ptr<const Schema> relaxed,
                                    const Policy& with) -> std::optional<bool> {
    ByteMachine other(std::move(relaxed), with, limits);
    if (const auto fault = other.prepare(cancellation, false)) {
      if (fault->status == CompileStatus::empty) return true;
      return std::nullopt;
    }
    other.set_cancellation(cancellation);
    const Reading again = read(other, other.start(), refused);
    const bool so = again.taken < refused.size() || (bytes.empty() && !other.can_stop(again.state));
    return other.interrupted().empty() ? std::optional(so) : std::nullopt;
  };
  // Keywords under this policy first; where they are not it, the policy's fields.
  std::vector<Core> cores;
  Meter meter;
  meter.set_cancellation(cancellation);
  try {
    for (const bool fields : {false, true}) {
      if (cores.empty())
        cores = find_cores(schema, policy, fields, kMostReasons, limits, still_refused, meter);
    }
  } catch (const Meter::Stop&) {
    return cancelled();
  }
  const Teller teller(schema, limits, taken, out.refused, cancellation);
  for (const Core& core : cores) {
    Reason& reason = out.reasons.emplace_back();
    reason.irreducible = core.irreducible;
    for (const CorePart& part : core.parts) {
      reason.parts.push_back(part.node ? ReasonPart{ReasonPart::Kind::keyword, part.keyword, part.pointer,
                                                    teller.sentence(*part.node, part.keyword)}
                                       : policy_part(policy, part.keyword));
    }
  }
  if (cancellation != nullptr && cancellation->cancelled()) return cancelled();
  if (out.reasons.empty()) out.reasons.push_back({{json_reason(taken, out.refused)}, true});
  return out;
}

}  // namespace lockstep::engine

#include "lockstep/engine/session/constraint.h"

#include <algorithm>
#include <set>

#include "lockstep/engine/base/meter.h"
#include "lockstep/engine/base/sha256.h"
#include "lockstep/engine/session/constraint_impl.h"

namespace lockstep::engine {
namespace {

constexpr std::size_t kHashedAtOnce = std::size_t{1} << 20U;  // about a millisecond

void add_text(Sha256& hash, std::string_view text, Meter& meter) {
  hash.update_u64(text.size());
  for (; text.size() > kHashedAtOnce; text.remove_prefix(kHashedAtOnce)) {
    hash.update(text.substr(0, kHashedAtOnce));
    meter.poll();
  }
  hash.update(text);
}

std::string identity_of(std::string_view schema, const Registry& registry, const SchemaOptions& options,
                        const Policy& policy, Meter& meter) {
  Sha256 hash;
  add_text(hash, kCompilerVersion, meter);
  add_text(hash, schema, meter);
  hash.update_u64(registry.size());
  for (const auto& [uri, text] : registry) {
    add_text(hash, uri, meter);
    add_text(hash, text, meter);
  }
  add_text(hash, options.default_dialect, meter);
  add_text(hash, options.assert_formats ? "formats asserted" : "formats annotated", meter);
  if (options.openapi) add_text(hash, "openapi", meter);
  add_text(hash, canonical_text(policy), meter);
  return hash.hex();
}

std::string identity_of(const BareTexts& texts, Meter& meter) {
  Sha256 hash;
  add_text(hash, kCompilerVersion, meter);
  if (texts.kind == BareTexts::Kind::regex) {
    add_text(hash, "regex", meter);
    add_text(hash, texts.regex, meter);
    return hash.hex();
  }
  add_text(hash, "choice", meter);
  const std::set<std::string_view> choices(texts.choices.begin(), texts.choices.end());
  hash.update_u64(choices.size());
  for (const std::string_view text : choices) add_text(hash, text, meter);
  return hash.hex();
}

}  // namespace

const std::string& Constraint::identity() const { return impl_->identity; }

const std::vector<Remark>& Constraint::remarks() const {
  static const std::vector<Remark> none;
  return impl_->schema == nullptr ? none : impl_->schema->remarks;
}

namespace {

Constraint::Counters added(Constraint::Counters counters, ConstraintGrowth& growth) {
  const std::lock_guard guard(growth.lock);
  const Machine::Counters machine = growth.machine->counters();
  counters.states += machine.states;
  counters.questions += machine.questions;
  counters.overruns += machine.overruns;
  counters.largest_question = std::max(counters.largest_question, machine.largest_question);
  counters.bytes = growth.machine->memory_bytes();
  counters.mask_bytes = 0;
  for (const auto& [vocabulary, memo] : growth.memos) {
    counters.masks_built += memo.built();
    counters.mask_hits += memo.hits();
    counters.mask_bytes += memo.bytes();
  }
  return counters;
}

}  // namespace

Constraint::Counters Constraint::counters() const {
  const std::lock_guard guard(impl_->lock);
  return added(impl_->before, *impl_->growth);
}

std::shared_ptr<ConstraintGrowth> Constraint::Impl::current() {
  const std::lock_guard guard(lock);
  return growth;
}

std::variant<Constraint::Impl::Next, CompileFault> Constraint::Impl::instead_of(
    const std::shared_ptr<ConstraintGrowth>& full, const Cancellation* cancellation) {
  const std::lock_guard guard(lock);
  if (growth != full) return Next{growth, false};
  auto next = machine(cancellation);
  if (CompileFault* fault = std::get_if<CompileFault>(&next)) return std::move(*fault);
  before = added(before, *growth);
  ++before.restarts;
  growth = std::make_shared<ConstraintGrowth>();
  growth->machine = std::move(std::get<std::unique_ptr<Machine>>(next));
  return Next{growth, true};
}

std::variant<std::unique_ptr<Machine>, CompileFault> Constraint::Impl::machine(
    const Cancellation* cancellation) const {
  return texts ? TextMachine::create(*texts, limits, cancellation)
               : Machine::create(schema, policy, limits, cancellation);
}

std::optional<CompileFault> Constraint::Impl::begin(const std::function<std::string(Meter&)>& identify,
                                                    const Cancellation* cancellation) {
  auto first = machine(cancellation);
  if (CompileFault* fault = std::get_if<CompileFault>(&first)) return std::move(*fault);
  Meter meter;
  meter.set_cancellation(cancellation);
  meter.set_between_looks(limits.between_looks);
  try {
    identity = identify(meter);
  } catch (const Meter::Stop&) {
    return CompileFault{CompileStatus::cancelled, {"cancelled", "the caller asked to stop", {}, ""}, ""};
  }
  growth = std::make_shared<ConstraintGrowth>();
  growth->machine = std::move(std::get<std::unique_ptr<Machine>>(first));
  return std::nullopt;
}

std::variant<Constraint, CompileFault> compile_schema(std::string_view schema, const Registry& registry,
                                                      const SchemaOptions& options, const Policy& policy,
                                                      const Limits& limits,
                                                      const Cancellation* cancellation) {
  SchemaOptions effective = options;
  effective.assert_formats = options.assert_formats || policy.format == Format::assert_listed;
  std::variant<Schema, CompileFault> read = read_schema(schema, registry, effective, limits, cancellation);
  if (const CompileFault* fault = std::get_if<CompileFault>(&read)) return *fault;
  auto impl = std::make_shared<Constraint::Impl>();
  impl->schema = std::make_shared<const Schema>(std::move(std::get<Schema>(read)));
  impl->policy = policy;
  impl->limits = limits;
  const auto identify = [&](Meter& meter) { return identity_of(schema, registry, effective, policy, meter); };
  if (auto fault = impl->begin(identify, cancellation)) return *std::move(fault);
  return Constraint(std::move(impl));
}

std::variant<Constraint, CompileFault> compile_texts(const BareTexts& texts, const Limits& limits,
                                                     const Cancellation* cancellation) {
  auto impl = std::make_shared<Constraint::Impl>();
  impl->texts = texts;
  impl->limits = limits;
  const auto identify = [&](Meter& meter) { return identity_of(texts, meter); };
  if (auto fault = impl->begin(identify, cancellation)) return *std::move(fault);
  return Constraint(std::move(impl));
}

}  // namespace lockstep::engine

#include "lockstep/engine/session/constraint.h"

#include "lockstep/engine/base/sha256.h"
#include "lockstep/engine/session/constraint_impl.h"

namespace lockstep::engine {
namespace {

void add_text(Sha256& hash, std::string_view text) {
  hash.update_u64(text.size());
  hash.update(text);
}

std::string identity_of(std::string_view schema, const Registry& registry, const SchemaOptions& options,
                        const Policy& policy) {
  Sha256 hash;
  add_text(hash, kCompilerVersion);
  add_text(hash, schema);
  hash.update_u64(registry.size());
  for (const auto& [uri, text] : registry) {
    add_text(hash, uri);
    add_text(hash, text);
  }
  add_text(hash, options.default_dialect);
  add_text(hash, options.assert_formats ? "formats asserted" : "formats annotated");
  add_text(hash, canonical_text(policy));
  return hash.hex();
}

}  // namespace

const std::string& Constraint::identity() const { return impl_->identity; }

const std::vector<Remark>& Constraint::remarks() const { return impl_->schema->remarks; }

Constraint::Counters Constraint::counters() const {
  const std::lock_guard guard(impl_->lock);
  const Machine::Counters machine = impl_->machine->counters();
  Counters counters{machine.states, machine.questions, machine.overruns, machine.largest_question, 0, 0, 0};
  for (const auto& [vocabulary, memo] : impl_->memos) {
    counters.masks_built += memo.built();
    counters.mask_hits += memo.hits();
    counters.mask_bytes += memo.bytes();
  }
  return counters;
}

std::variant<Constraint, CompileFault> compile_schema(std::string_view schema, const Registry& registry,
                                                      const SchemaOptions& options, const Policy& policy,
                                                      const Limits& limits,
                                                      const Cancellation* cancellation) {
  SchemaOptions effective = options;
  effective.assert_formats = options.assert_formats || policy.format == Format::assert_listed;
  std::variant<Schema, CompileFault> read = read_schema(schema, registry, effective, limits, cancellation);
  if (const CompileFault* fault = std::get_if<CompileFault>(&read)) return *fault;
  auto shared = std::make_shared<const Schema>(std::move(std::get<Schema>(read)));
  auto machine = Machine::create(shared, policy, limits, cancellation);
  if (const CompileFault* fault = std::get_if<CompileFault>(&machine)) return *fault;
  auto impl = std::make_shared<Constraint::Impl>();
  impl->identity = identity_of(schema, registry, effective, policy);
  impl->schema = std::move(shared);
  impl->limits = limits;
  impl->machine = std::move(std::get<std::unique_ptr<Machine>>(machine));
  return Constraint(std::move(impl));
}

}  // namespace lockstep::engine

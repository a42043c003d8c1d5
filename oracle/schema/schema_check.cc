// The public face of the schema checker.
#include "lockstep/oracle/schema/schema_check.h"

#include "lockstep/oracle/schema/evaluation.h"
#include "lockstep/oracle/schema/loader.h"

namespace lockstep::oracle {

Outcome<Schema> Schema::load(std::string_view text, const Registry& registry, const SchemaOptions& options) {
  // A hierarchical default, so that relative identifiers and references have something to resolve against.
  const std::string given = options.base_uri.empty() ? "lockstep://schema/" : options.base_uri;
  const std::optional<Uri> base = parse_uri(given);
  if (!base || !base->scheme) return Error{"bad_identifier", "The base URI is not absolute: " + given, 0, ""};
  Loader loader(registry, options, {});
  Outcome<std::shared_ptr<Impl>> loaded = loader.run(text, given, false);
  if (!loaded) return loaded.error();
  loaded.value()->plain_numbers = options.plain_numbers;
  return Schema(loaded.value());
}

Answer Schema::check(const JsonValue& instance, const CheckLimits& limits) const {
  return Evaluation(*impl_, limits).run(*impl_->root, instance);
}

const std::vector<Schema::Remark>& Schema::remarks() const { return impl_->remarks; }

}  // namespace lockstep::oracle

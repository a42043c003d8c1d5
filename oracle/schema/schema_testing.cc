// Shared by the tests of this folder.
#include "lockstep/oracle/schema/schema_testing.h"

namespace lockstep::oracle {

std::string judge(std::string_view schema, std::string_view instance, const Registry& registry,
                  const SchemaOptions& options, const CheckLimits& limits) {
  const Outcome<Schema> loaded = Schema::load(schema, registry, options);
  if (!loaded) return "error: " + loaded.error().code + " at " + loaded.error().pointer;
  const Outcome<JsonValue> value = parse_json(instance, options.limits);
  if (!value) return "no instance: " + value.error().code;
  const Answer answer = loaded.value().check(value.value(), limits);
  if (answer.is_unknown()) return "unknown: " + answer.reason.substr(0, answer.reason.find(':'));
  return answer.is_yes() ? "yes" : "no";
}

std::string load(std::string_view schema, const Registry& registry, const SchemaOptions& options) {
  const Outcome<Schema> loaded = Schema::load(schema, registry, options);
  return loaded ? "ok" : loaded.error().code + " at " + loaded.error().pointer;
}

std::string remarks(std::string_view schema, const Registry& registry, const SchemaOptions& options) {
  const Outcome<Schema> loaded = Schema::load(schema, registry, options);
  if (!loaded) return loaded.error().code;
  std::string out;
  for (const Schema::Remark& remark : loaded.value().remarks()) {
    out += remark.kind + " " + remark.pointer + " " + remark.detail + "\n";
  }
  return out;
}

}  // namespace lockstep::oracle

// What the tests of this folder share: one schema, one instance, one answer; one broken schema, one error.
#pragma once

#include <string>
#include <string_view>

#include "lockstep/oracle/schema/schema_check.h"

namespace lockstep::oracle {

// "yes", "no", "unknown: <what is before the first colon of the reason>", or "error: <code> at <pointer>".
std::string judge(std::string_view schema, std::string_view instance, const Registry& registry = {},
                  const SchemaOptions& options = {}, const CheckLimits& limits = {});

// "ok", or "<code> at <pointer>".
std::string load(std::string_view schema, const Registry& registry = {}, const SchemaOptions& options = {});

// The remarks as "<kind> <pointer> <detail>", one a line.
std::string remarks(std::string_view schema, const Registry& registry = {},
                    const SchemaOptions& options = {});

}  // namespace lockstep::oracle

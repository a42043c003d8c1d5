// An explanation of the engine, for people and as JSON.
#pragma once

#include <cstddef>
#include <string>

#include "lockstep/cli/command.h"
#include "lockstep/engine/machine/explain.h"

namespace lockstep::cli {

// `before`: bytes of the text before the bytes that are explained.
void print_reasons(const engine::Explanation& explanation, std::size_t before, Context& context);
// The same, and what could come instead.
void print_explanation(const engine::Explanation& explanation, std::size_t before, Context& context);
std::string explanation_json(const engine::Explanation& explanation, std::size_t before);

}  // namespace lockstep::cli

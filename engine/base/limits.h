// Every budget of the engine in one struct: default, unit, what it does not bound. A breach is a typed error
// that names the limit ("limit_states", ...), or, while running, a "no" for that one event that is counted.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lockstep::engine {

// Thread rules: a plain value; passed in, never global.
struct Limits {
  // Schema text in bytes; the registry's documents count each on their own. Does not bound what the text
  // expands to.
  std::size_t schema_bytes = 16U << 20U;
  // Nesting of the schema text. Does not bound the nesting of instances.
  std::size_t schema_depth = 512;
  // Charged operations of one compile (seed: 50 million): nodes, cells, search steps. Does not bound running.
  std::uint64_t compile_operations = 50'000'000;
  // Distinct frames that one constraint may intern before a session must be refused. About 100 bytes each.
  std::size_t states = 1U << 20U;
  // Obligations tracked on one value.
  std::size_t obligations = 256;
  // Nodes of one boolean function.
  std::size_t formula_nodes = 1024;
  // Steps and width of one satisfiability question. An overrun at compile refuses; later it is a counted
  // "no".
  std::size_t search_steps = 100'000;
  std::size_t search_width = 4096;
  // Questions open within one another. A question deeper than that is answered "no" for that once, and
  // counted.
  std::size_t search_depth = 1000;
  // Questions asked to make the conflict of an empty schema small. Beyond it the conflict is told as it is.
  std::size_t conflict_questions = 400;
  // One regular expression: nesting of its groups; steps of its program, with bounded repetitions written
  // out.
  std::size_t pattern_depth = 500;
  std::size_t pattern_steps = 65'536;
  // Its automaton, made as it is visited: states, and nodes of all their conditions.
  std::size_t pattern_states = 65'536;
  std::size_t pattern_conditions = 1U << 20U;
  // States that one question about the strings of a set of patterns may visit.
  std::size_t pattern_search = 1'000'000;
  // Nesting of an instance, in open arrays and objects. Deeper events are not allowed by the masks.
  std::size_t instance_depth = 100'000;
  // Interned masks of one constraint, in bytes. When full, masks are computed and not kept.
  std::size_t mask_bytes = 64U << 20U;
};

}  // namespace lockstep::engine

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
  // Charged operations (base/meter.h) of one compile, without the reading of the text. Does not bound
  // running. limit_compile_operations. The same number bounds the work on the automaton of one pattern, while
  // it lives.
  std::uint64_t compile_operations = 50'000'000;
  // Memory of one constraint in bytes, as it is estimated while it grows: nodes, functions, answers, states;
  // not the masks and not the tokens of the vocabulary. A constraint that is full starts again beside the old
  // one: a session moves over by reading its text again, and has limit_constraint_bytes when even that does
  // not fit.
  std::size_t constraint_bytes = 32U << 20U;
  // Distinct states and frames among them, in the same way: limit_states. About 100 bytes each.
  std::size_t states = 1U << 20U;
  // States that the bytes of tokens may make while one mask is walked, before those not needed any more are
  // dropped. All are dropped when the mask is done.
  std::size_t scratch_states = 1U << 14U;
  // Obligations tracked on one value: limit_obligations, always at compile.
  std::size_t obligations = 256;
  // Nodes of one boolean function: limit_formula_nodes at compile, later a counted "no".
  std::size_t formula_nodes = 1024;
  // Of one satisfiability question: steps of the search, alternatives at one place, questions open within one
  // another, charged operations. An overrun at compile refuses (limit_search_steps, limit_search_width,
  // limit_search_depth, limit_question_operations); later it is a "no" for that one event, and counted.
  std::size_t search_steps = 100'000;
  std::size_t search_width = 4096;
  std::size_t search_depth = 1000;
  std::uint64_t question_operations = 5'000'000;
  // The same for a question while running: a session waits for it.
  std::size_t running_steps = 20'000;
  std::uint64_t running_operations = 500'000;
  // Questions asked to make the conflict of an empty schema small. Beyond it the conflict is told as it is.
  std::size_t conflict_questions = 400;
  // Of all multipleOf of a schema: the digits of their least common multiple, and the decimal places from the
  // last of any of them, or of 1, to the first of any of them or of any number in the schema. Beyond it
  // multipleOf is refused by name. A question about a number costs some microseconds a place at worst.
  std::size_t multiple_places = 1024;
  // Classes of numbers that the multipleOf of one value tell apart: limit_number_classes, always at compile.
  std::size_t number_classes = 1024;
  // One regular expression: nesting of its groups; steps of its program, with bounded repetitions written
  // out.
  std::size_t pattern_depth = 500;
  std::size_t pattern_steps = 65'536;
  // Of them, those within look-around. Bounds the depth of conditions, and so the stack.
  std::size_t pattern_look_steps = 4'096;
  // Sets of its symbols, times the ends of their spans: bits of the tables that say which class of symbols is
  // in which set. limit_pattern_classes.
  std::size_t pattern_classes = std::size_t{1} << 28U;
  // Its automaton, made as it is visited: states, and nodes of all their conditions.
  std::size_t pattern_states = 65'536;
  std::size_t pattern_conditions = 1U << 20U;
  // States that one question about the strings of a set of patterns may visit.
  std::size_t pattern_search = 1'000'000;
  // Items of one array that are compared with each other (`uniqueItems`). One more is not allowed where the
  // array can end, and counted; an array that needs more refuses the schema: limit_distinct_items. Does not
  // bound arrays whose items may repeat.
  std::size_t distinct_items = 4096;
  // Operations between two looks at the cancellation: of some 10 to 100 ns each, so less than a millisecond.
  // Fewer make it slower.
  std::uint64_t between_looks = 4096;
  // Nesting of an instance, in open arrays and objects. Deeper events are not allowed by the masks.
  std::size_t instance_depth = 100'000;
  // Interned masks of one constraint, in bytes. When full, masks are computed and not kept.
  std::size_t mask_bytes = 64U << 20U;
};

}  // namespace lockstep::engine

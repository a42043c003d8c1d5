// Texts against machines, for tests: which are in, and the byte at which the others die.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "lockstep/engine/machine/machine.h"

namespace lockstep::engine {

inline std::variant<std::unique_ptr<Machine>, CompileFault> make(std::string_view text,
                                                                 const Policy& policy = Policy::spec()) {
  auto read = read_schema(text, {}, {}, {}, nullptr);
  if (const auto* fault = std::get_if<CompileFault>(&read)) return *fault;
  return Machine::create(std::make_shared<const Schema>(std::move(std::get<Schema>(read))), policy, {},
                         nullptr);
}

inline std::unique_ptr<Machine> good(std::string_view text, const Policy& policy = Policy::spec()) {
  auto made = make(text, policy);
  if (const auto* fault = std::get_if<CompileFault>(&made)) {
    ADD_FAILURE() << text << ": " << fault->error.code << " " << fault->error.message << " "
                  << fault->error.pointer;
    return nullptr;
  }
  return std::get<std::unique_ptr<Machine>>(std::move(made));
}

// The number of bytes taken before the text dies.
inline std::size_t taken(Machine& machine, std::string_view text) {
  return read(machine, machine.start(), text).taken;
}

inline bool accepts(Machine& machine, std::string_view text) {
  StateId state = machine.start();
  for (const char byte : text) state = machine.step(state, static_cast<std::uint8_t>(byte));
  return machine.can_stop(state);
}

struct Case {
  const char* schema;
  std::vector<const char*> in;
  std::vector<std::pair<const char*, std::size_t>> out;  // text, bytes taken
};

inline void check(const std::vector<Case>& cases, const Policy& policy = Policy::spec()) {
  for (const Case& one : cases) {
    const auto machine = good(one.schema, policy);
    ASSERT_NE(machine, nullptr);
    for (const char* text : one.in) EXPECT_TRUE(accepts(*machine, text)) << one.schema << " " << text;
    for (const auto& [text, at] : one.out) {
      EXPECT_EQ(taken(*machine, text), at) << one.schema << " " << text;
      EXPECT_FALSE(accepts(*machine, text)) << one.schema << " " << text;
    }
  }
}

inline void expect_empty(const std::vector<const char*>& schemas) {
  for (const char* schema : schemas) {
    const auto made = make(schema);
    ASSERT_TRUE(std::holds_alternative<CompileFault>(made)) << schema;
    EXPECT_EQ(std::get<CompileFault>(made).status, CompileStatus::empty) << schema;
  }
}

}  // namespace lockstep::engine

// How what is begun can be ended: a way kept for every value that can be written and every container that can
// be closed, so that no budget ever leaves a text without a way on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lockstep/engine/machine/container.h"

namespace lockstep::engine {

// The members or items with which a container ends. A key that is other() stands for any name that nothing
// knows and that is not used yet. Immutable and shared.
struct Path {
  struct Step {
    Key key;
    std::uint32_t child = 0;  // a slot: each value that satisfies it will do
  };
  std::vector<Step> steps;
  std::size_t depth = 0;  // levels of containers within the children
};

// What is left of a path.
struct Rest {
  std::shared_ptr<const Path> path;
  std::size_t from = 0;

  bool done() const { return from == path->steps.size(); }
  const Path::Step& next() const { return path->steps[from]; }
  Rest after_next() const { return {path, from + 1}; }
  std::size_t depth() const { return path->depth; }
};

// Some value.
struct Witness {
  std::string scalar;                  // its text, where it is no container
  std::optional<ContainerType> opens;  // else what it is, and its members
  Rest rest;
  std::size_t depth() const { return opens ? rest.depth() + 1 : 0; }
};

}  // namespace lockstep::engine

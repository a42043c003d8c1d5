// How what is begun can be ended: a way kept for every value that can be written and every container that can
// be closed, so that no budget ever leaves a text without a way on.
//
// A witness is a finished thing: a value with every name and every value below it, immutable and shared. It
// is made of witnesses that were there before it, so none is a part of itself, and what becomes of the
// question that found it changes nothing of it. Writing it therefore ends (byte_machine_finish.cc).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lockstep/engine/machine/container.h"

namespace lockstep::engine {

struct Witness;
using WitnessPtr = std::shared_ptr<const Witness>;

// The members or items with which a container ends.
struct Path {
  struct Step {
    // Of an object: the name. Where the key is other(), each name that is like it to what must come true will
    // do, should this one be used already.
    Key key;
    WitnessPtr value;
    // An item of an array of distinct items stands for all of its class (distinct.cc).
    enum class Kind : std::uint8_t {
      any,
      fresh,  // one of them that has not come before
      repeat  // one that has
    };
    Kind kind = Kind::any;
  };
  std::vector<Step> steps;
  std::size_t depth = 0;  // levels of containers within the children
};

// What is left of a path.
struct Rest {
  std::shared_ptr<const Path> path;
  std::size_t from = 0;

  bool done() const { return from == path->steps.size(); }
  std::size_t left() const { return path->steps.size() - from; }
  const Path::Step& next() const { return path->steps[from]; }
  Rest after_next() const { return {path, from + 1}; }
  std::size_t depth() const { return path->depth; }
};

// Some value.
struct Witness {
  std::string scalar;                  // its text, where it is no container
  std::optional<ContainerType> opens;  // else what it is, and its members
  Rest rest;
  bool of_text = false;  // found among the values of one text (Satisfiability::release)
  std::size_t depth() const { return opens ? rest.depth() + 1 : 0; }
};

}  // namespace lockstep::engine

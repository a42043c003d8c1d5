// The built-in engine as a subject that says what a compile cost.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>

#include "lockstep/conformance/subject/engine_subject.h"
#include "lockstep/conformance/subject/subject.h"

namespace lockstep::conformance {

struct CompileCost {
  double milliseconds = 0;  // processor time of the compiling thread
  std::size_t bytes = 0;    // estimated memory of the constraint when it was compiled; 0 where there is none
};

// Processor time for all instances of one validate(). What is not read by then is a hang, also each instance
// after it.
inline constexpr double kTextMilliseconds = 20'000;

// As make_engine_subject(), but one schema asked again is compiled once: validate() and start() of the same
// request share a constraint. Thread rules: one thread at a time.
class MeasuredEngine : public Subject {
 public:
  // Of the last compile that took place.
  virtual CompileCost cost() const = 0;
  // Processor time of the instances of the last validate().
  virtual double text_milliseconds() const = 0;
  // Estimated memory of that constraint now.
  virtual std::size_t bytes_now() const = 0;
};

std::unique_ptr<MeasuredEngine> make_measured_engine(const EngineSettings& settings,
                                                     double text_milliseconds = kTextMilliseconds);

}  // namespace lockstep::conformance

// Result<T>: a value or an Error (g++ 12 has no std::expected under C++20). No exception crosses a public
// boundary.
#pragma once

#include <utility>
#include <variant>

#include "lockstep/engine/base/check.h"
#include "lockstep/engine/base/error.h"

namespace lockstep::engine {

// Thread rules: a plain value. Asking for the side that is not there is a programming error and ends the
// process.
template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value)
      : state_(std::in_place_index<0>, std::move(value)) {}  // NOLINT(google-explicit-constructor)
  Result(Error error)
      : state_(std::in_place_index<1>, std::move(error)) {}  // NOLINT(google-explicit-constructor)

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  const T& value() const& {
    LOCKSTEP_CHECK(ok());
    return *std::get_if<0>(&state_);
  }
  T& value() & {
    LOCKSTEP_CHECK(ok());
    return *std::get_if<0>(&state_);
  }
  T&& value() && {
    LOCKSTEP_CHECK(ok());
    return std::move(*std::get_if<0>(&state_));
  }
  const T& operator*() const& { return value(); }
  T& operator*() & { return value(); }
  const T* operator->() const { return &value(); }
  T* operator->() { return &value(); }

  const Error& error() const {
    LOCKSTEP_CHECK(!ok());
    return *std::get_if<1>(&state_);
  }

 private:
  std::variant<T, Error> state_;
};

}  // namespace lockstep::engine

// A way to complete a half-written number. Internal to this folder.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "lockstep/engine/lexical/number_block.h"

namespace lockstep::engine {

inline constexpr std::int64_t kNoPlan = std::numeric_limits<std::int64_t>::max();

// Thread rules: a plain value.
struct Plan {
  std::int64_t size = kNoPlan;  // bytes; kNoPlan: there is no way
  std::string start;            // literally
  std::int64_t zeros = 0;
  Extension digits;
  std::int64_t digits_size = 0;          // at least that of `digits`: zeros behind them
  std::optional<std::int64_t> point;     // how many of the digits stand before a point to be written
  std::optional<std::int64_t> exponent;  // to be written
  std::string text() const;
};

// Bytes of `e` and an exponent.
std::int64_t exponent_bytes(std::int64_t exponent);

// The best of the plans offered.
class BestPlan {
 public:
  // With a plan of at most `enough` bytes the search may end; more than `most` are of no use.
  BestPlan(std::int64_t enough, std::int64_t most) : enough_(enough), most_(most) {}

  bool done() const { return best_.size <= enough_; }
  const Plan& plan() const { return best_; }
  // The bytes that a better plan may have.
  std::int64_t room() const { return best_.size > most_ ? most_ : best_.size - 1; }

  void offer_text(std::string text);
  // `start`, `zeros` zeros, the extension (`digits_size` digits) with a point after `point` of them, an
  // exponent.
  void offer(std::string_view start, std::int64_t zeros, const Extension& digits, std::int64_t digits_size,
             std::optional<std::int64_t> point, std::optional<std::int64_t> exponent);

 private:
  std::int64_t enough_;
  std::int64_t most_;
  Plan best_;
};

}  // namespace lockstep::engine

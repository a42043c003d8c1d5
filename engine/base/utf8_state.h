// Is what was written so far UTF-8? Incremental: tokens may end in the middle of a character.
#pragma once

#include <cstdint>
#include <string_view>

namespace lockstep::engine {

// RFC 3629: no overlong form, no surrogate, nothing above U+10FFFF. Thread rules: a plain value.
class Utf8State {
 public:
  void take(std::string_view bytes);

  bool ill_formed() const { return ill_formed_; }                 // and stays so
  bool complete() const { return !ill_formed_ && needed_ == 0; }  // no character is open

  bool operator==(const Utf8State&) const = default;

 private:
  void begin(std::uint8_t byte);

  std::uint8_t needed_ = 0;    // continuation bytes of the open character
  std::uint8_t least_ = 0x80;  // range of the next one
  std::uint8_t most_ = 0xBF;
  bool ill_formed_ = false;
};

}  // namespace lockstep::engine

#include "lockstep/engine/base/utf8_state.h"

namespace lockstep::engine {

// The table of well-formed sequences of RFC 3629, section 4: only four leading bytes narrow the byte after
// them.
void Utf8State::begin(std::uint8_t byte) {
  least_ = 0x80;
  most_ = 0xBF;
  if (byte <= 0x7F) return;
  if (byte >= 0xC2 && byte <= 0xDF) {
    needed_ = 1;
  } else if (byte >= 0xE0 && byte <= 0xEF) {
    needed_ = 2;
    if (byte == 0xE0) least_ = 0xA0;  // overlong
    if (byte == 0xED) most_ = 0x9F;   // surrogates
  } else if (byte >= 0xF0 && byte <= 0xF4) {
    needed_ = 3;
    if (byte == 0xF0) least_ = 0x90;  // overlong
    if (byte == 0xF4) most_ = 0x8F;   // above U+10FFFF
  } else {
    ill_formed_ = true;
  }
}

void Utf8State::take(std::string_view bytes) {
  for (const char c : bytes) {
    if (ill_formed_) return;
    const auto byte = static_cast<std::uint8_t>(c);
    if (needed_ == 0) {
      begin(byte);
    } else if (byte < least_ || byte > most_) {
      ill_formed_ = true;
    } else {
      --needed_;
      least_ = 0x80;
      most_ = 0xBF;
    }
  }
}

}  // namespace lockstep::engine

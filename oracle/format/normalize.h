// Normalization Form C, Unicode Standard section 3.11 and UAX #15, over Unicode 15.0.
#pragma once

#include <string>
#include <string_view>

namespace lockstep::oracle {

std::u32string to_nfc(std::u32string_view text);

}  // namespace lockstep::oracle

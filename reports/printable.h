// Text of schemas and subjects made safe to print: a terminal must not obey what a hostile name says.
#pragma once

#include <string>
#include <string_view>

namespace lockstep::reports {

// Control characters (C0, DEL, and C1 as UTF-8) as \xHH; all else as it stands.
std::string printable(std::string_view text);

}  // namespace lockstep::reports

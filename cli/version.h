// The version of the program, from the project's version in CMake.
#pragma once

namespace lockstep::cli {
inline constexpr const char* kVersion = LOCKSTEP_VERSION;
}

// libFuzzer target: check.h says what is asked of an input.
#include <cstddef>
#include <cstdint>

#include "lockstep/fuzz/check.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return lockstep::fuzz::run_target("schema_compile", data, size);
}

# Warnings, sanitizers and assertions, the same for every target. Checks of the harness are ordinary code and never
# depend on NDEBUG; the engine's DCHECK is on in Debug builds only (engine/base/check.h).
add_library(lockstep_flags INTERFACE)
target_compile_options(lockstep_flags INTERFACE
  -Wall -Wextra -Wpedantic -Werror -Wshadow -Wnon-virtual-dtor -Wold-style-cast -Wconversion -Wno-sign-conversion
  -fno-omit-frame-pointer)
target_compile_definitions(lockstep_flags INTERFACE $<$<CONFIG:Debug>:LOCKSTEP_DEBUG>)
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  # libstdc++ 12 calls its own deprecated get_temporary_buffer in std::stable_sort, and clang reports that at the caller.
  target_compile_options(lockstep_flags INTERFACE -Wno-deprecated-declarations)
endif()
set(LOCKSTEP_SANITIZED 0)  # for definitions: sanitizers reserve more address space than any limit, and are slow
if(LOCKSTEP_SANITIZE)
  set(LOCKSTEP_SANITIZED 1)
  target_compile_options(lockstep_flags INTERFACE -fsanitize=${LOCKSTEP_SANITIZE} -fno-sanitize-recover=all)
  target_link_options(lockstep_flags INTERFACE -fsanitize=${LOCKSTEP_SANITIZE})
endif()
if(LOCKSTEP_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    message(FATAL_ERROR "LOCKSTEP_FUZZ needs clang (preset fuzz)")
  endif()
  target_compile_options(lockstep_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()

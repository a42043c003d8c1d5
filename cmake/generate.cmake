# Sources generated at build time from fetched packages, so that third-party data is never committed.

# lockstep_dep(<out-var> <path below LOCKSTEP_DEPS>): the path, or a configure error that names the way out.
function(lockstep_dep out relative)
  set(path "${LOCKSTEP_DEPS}/${relative}")
  if(NOT EXISTS "${path}")
    message(FATAL_ERROR "${path} is missing: run './run setup' (or point LOCKSTEP_DEPS at a filled folder)")
  endif()
  set(${out} "${path}" PARENT_SCOPE)
endfunction()

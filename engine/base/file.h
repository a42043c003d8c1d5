// Files into memory, never more than the caller allows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "lockstep/engine/base/result.h"

namespace lockstep::engine {

struct FilePrefix {
  std::string bytes;
  bool complete = false;  // the bytes are the whole file
};

// The first max_bytes of a file, or all of it where it is shorter. Errors: file_unreadable.
Result<FilePrefix> read_file_prefix(const std::string& path, std::size_t max_bytes);

// The whole file. Errors: file_unreadable; oversized_file, after reading at most max_bytes + 1 bytes.
Result<std::string> read_file(const std::string& path, std::size_t max_bytes);

}  // namespace lockstep::engine

// Reads in pieces, so that a file that lies about its size, or a pipe, costs no more than what it delivers.
#include "lockstep/engine/base/file.h"

#include <algorithm>
#include <fstream>

namespace lockstep::engine {

Result<FilePrefix> read_file_prefix(const std::string& path, std::size_t max_bytes) {
  constexpr std::size_t kPiece = std::size_t{4} << 20U;
  std::ifstream file(path, std::ios::binary);
  FilePrefix prefix;
  while (file && prefix.bytes.size() < max_bytes) {
    const std::size_t before = prefix.bytes.size();
    const std::size_t wanted = std::min(kPiece, max_bytes - before);
    prefix.bytes.resize(before + wanted);
    file.read(prefix.bytes.data() + before, static_cast<std::streamsize>(wanted));
    prefix.bytes.resize(before + static_cast<std::size_t>(file.gcount()));
  }
  // Reading a folder, or a file that does not exist, sets bad or fail without the end of the file.
  if (!file && !file.eof()) return Error{"file_unreadable", "cannot read " + path, {}, ""};
  prefix.complete = file.eof() || file.peek() == std::ifstream::traits_type::eof();
  return prefix;
}

Result<std::string> read_file(const std::string& path, std::size_t max_bytes) {
  Result<FilePrefix> prefix = read_file_prefix(path, max_bytes);
  if (!prefix) return prefix.error();
  if (!prefix->complete) {
    return Error{"oversized_file", path + " has more than " + std::to_string(max_bytes) + " bytes", max_bytes,
                 ""};
  }
  return std::move(prefix->bytes);
}

}  // namespace lockstep::engine

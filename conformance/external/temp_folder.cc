// A private folder by mkdtemp.
#include "lockstep/conformance/external/temp_folder.h"

#include <cstdlib>
#include <fstream>
#include <system_error>

namespace lockstep::conformance {

TempFolder::TempFolder() {
  std::error_code error;
  const std::filesystem::path parent = std::filesystem::temp_directory_path(error);
  std::string name = (parent / "lockstep-XXXXXX").string();
  if (!error && ::mkdtemp(name.data()) != nullptr) path_ = name;
}

TempFolder::~TempFolder() {
  std::error_code ignored;
  if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
}

bool TempFolder::write(const std::string& name, std::string_view bytes) const {
  std::ofstream file(path_ / name, std::ios::binary | std::ios::trunc);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.close();
  return !file.fail();
}

}  // namespace lockstep::conformance

// One pass over a record stream, shared by the reader and by resume(). Private to reports/.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "lockstep/reports/record_json.h"

namespace lockstep::reports {

struct Scan {
  std::optional<Header> header;
  std::vector<Case> cases;
  std::optional<Footer> footer;
  std::string footer_text;
  std::size_t whole_bytes = 0;  // up to and with the newline of the last line that counts
};

// False with `error` set on the first fault. A last line without newline is a fault, or, where
// `torn_end_allowed`, not part of the scan: whoever wrote it died before its newline.
bool scan_record(const std::string& path, bool torn_end_allowed, Scan& scan, ReadError& error);

}  // namespace lockstep::reports

// Extraction: a document made from a record, asked for the record. The answer is known because it came first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "lockstep/quality/task/item.h"

namespace lockstep::quality {

// `count` items of one difficulty (0 to 3), ids "<prefix>-0000" on. The same arguments give the same bytes on
// every machine; `prefix` is part of the seed, so that the items shown as examples are not those that are
// asked.
std::vector<Item> extraction_items(const std::string& prefix, std::uint64_t seed, std::size_t count,
                                   std::size_t difficulty);

}  // namespace lockstep::quality

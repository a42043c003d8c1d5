// Where does a text die? Thread rules: as PrefixOracle.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "lockstep/oracle/schema_prefix/schema_prefix.h"

namespace lockstep::oracle {

// How many bytes of a text some text of the language begins with: the first `length` bytes are viable, and no
// more than the first `most` are. They differ only where the oracle does not know, for this reason. Of an
// empty language both are 0.
struct ViableLength {
  std::size_t length = 0;
  std::size_t most = 0;
  std::string reason;
};

// Cost: about 2 log2(size) questions.
ViableLength viable_length(const PrefixOracle& oracle, std::string_view text,
                           const PrefixLimits& limits = {});

}  // namespace lockstep::oracle

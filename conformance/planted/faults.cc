#include "lockstep/conformance/planted/faults.h"

#include <algorithm>

namespace lockstep::conformance {

const std::vector<PlantedFault>& planted_faults() {
  static const std::vector<PlantedFault> kFaults = [] {
    std::vector<PlantedFault> all;
    for (std::vector<PlantedFault> some :
         {number_faults(), string_faults(), object_faults(), applicator_faults(), reference_faults(),
          text_faults(), habit_faults()}) {
      std::move(some.begin(), some.end(), std::back_inserter(all));
    }
    std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
    return all;
  }();
  return kFaults;
}

}  // namespace lockstep::conformance

#include "lockstep/conformance/planted/faults.h"

#include <algorithm>

namespace lockstep::conformance {

const std::vector<PlantedFault>& planted_faults() {
  static const std::vector<PlantedFault> kFaults = [] {
    std::vector<PlantedFault> all;
    for (std::vector<PlantedFault> some :
         {number_faults(), string_faults(), format_faults(), object_faults(), applicator_faults(),
          reference_faults(), text_faults(), habit_faults(), keyword_faults()}) {
      std::move(some.begin(), some.end(), std::back_inserter(all));
    }
    std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
    return all;
  }();
  return kFaults;
}

const PlantedFault* planted_fault(std::string_view name) {
  const auto& all = planted_faults();
  const auto found = std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.name == name; });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace lockstep::conformance

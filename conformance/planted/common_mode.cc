#include "lockstep/conformance/planted/common_mode.h"

#include <algorithm>

#include "lockstep/conformance/planted/misreading.h"

namespace lockstep::conformance {

const std::vector<CommonMode>& common_modes() {
  using V = Verdict;
  static const std::vector<CommonMode> kModes = [] {
    std::vector<CommonMode> all = {
        {"additional_sees_branches", "suite", V::over_accept},
        {"all_properties_required", "audit", V::split_vote},
        {"closed_by_default", "audit", V::split_vote},
        {"control_in_string_taken", "policy_cases", V::over_accept},
        {"enum_by_member_order", "hand", V::over_reject},
        {"exclusive_bounds_inclusive", "suite", V::over_accept},
        {"form_feed_is_space", "policy_cases", V::over_accept},
        {"integral_fraction_is_no_integer", "policy_cases", V::over_reject},
        {"ipv4_leading_zeros", "suite", V::over_accept, "format"},
        {"items_covers_prefix", "suite", V::over_reject},
        {"last_name_wins", "policy_cases", V::over_accept},
        {"length_in_bytes", "hand", V::over_reject},
        {"length_in_utf16_units", "audit", V::split_vote},
        {"lone_surrogate_replaced", "policy_cases", V::over_accept},
        {"leap_second_never", "suite", V::over_reject, "format"},
        {"minus_zero_differs", "policy_cases", V::over_reject},
        {"names_by_spelling", "policy_cases", V::over_reject},
        {"null_is_any_type", "suite", V::over_accept},
        {"null_is_missing", "hand", V::over_reject},
        {"numbers_binary64", "hand", V::over_accept},
        {"prefix_items_all_needed", "audit", V::split_vote},
        {"properties_imply_object", "suite", V::over_reject},
        {"ref_siblings_ignored", "suite", V::over_accept},
        {"required_only_if_declared", "audit", V::split_vote},
        {"uri_relative", "suite", V::over_accept, "format"},
        {"uuid_of_known_versions", "suite", V::over_reject, "format"},
    };
    for (const Misreading& one : misreadings())
      all.push_back({one.fault, one.pair_check, one.pair_verdict, one.keyword});
    std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.fault < b.fault; });
    return all;
  }();
  return kModes;
}

}  // namespace lockstep::conformance

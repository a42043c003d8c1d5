// The steps of an arm in numbers: how hard the mask pressed, and where.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace lockstep::quality {

// Of evidence lines (evidence_file.h) of one condition. Nats. Names:
//   steps, forced, infinite: how many
//   top_blocked: share of the steps at which the model's favourite was masked
//   i_mean, i_p50, i_p95, i_max, i_sum: I over all steps, forced ones too; percentiles by nearest rank
//   i_mask_mean, i_sample_mean: its two parts; they add up to i_mean
//   i_unforced_mean: over steps with a choice
//   i_first_mean, i_structure_mean, i_value_mean: by where the token begins
//   tax_mean: sum of -log m over a text, mean over the texts
//   log_p_min, log_p_value_min: least log p of a chosen token; of those that begin inside a value
// A number without any step to take it from is absent.
std::map<std::string, double> intervention_of(const std::vector<nlohmann::json>& lines);

// Nearest rank: the smallest value that at least `percent` of a hundred do not exceed. `values` is not empty.
double percentile(std::vector<double> values, double percent);

}  // namespace lockstep::quality

#include "lockstep/quality/score/status.h"

#include <array>
#include <utility>

namespace lockstep::quality {
namespace {

constexpr std::array<std::pair<Status, std::string_view>, 14> kNames = {{
    {Status::completed_valid_correct, "completed_valid_correct"},
    {Status::completed_valid_wrong, "completed_valid_wrong"},
    {Status::completed_offschema, "completed_offschema"},
    {Status::completed_not_json, "completed_not_json"},
    {Status::answer_not_found, "answer_not_found"},
    {Status::truncated_length, "truncated_length"},
    {Status::constraint_empty_set, "constraint_empty_set"},
    {Status::sampling_failure, "sampling_failure"},
    {Status::refused, "refused"},
    {Status::cancelled, "cancelled"},
    {Status::model_error, "model_error"},
    {Status::engine_error, "engine_error"},
    {Status::evaluator_error, "evaluator_error"},
    {Status::gold_not_expressible, "gold_not_expressible"},
}};

}  // namespace

std::string_view name(Status status) { return kNames[static_cast<std::size_t>(status)].second; }

std::optional<Status> status_named(std::string_view name) {
  for (const auto& [status, word] : kNames) {
    if (word == name) return status;
  }
  return std::nullopt;
}

const std::vector<Status>& all_statuses() {
  static const std::vector<Status> kAll = [] {
    std::vector<Status> all;
    for (const auto& [status, word] : kNames) all.push_back(status);
    return all;
  }();
  return kAll;
}

bool counts(Status status) {
  return status != Status::evaluator_error && status != Status::gold_not_expressible;
}

bool usable(Status status) { return status == Status::completed_valid_correct; }

bool valid(Status status) { return usable(status) || status == Status::completed_valid_wrong; }

}  // namespace lockstep::quality

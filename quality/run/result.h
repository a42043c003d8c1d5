// What a finished run says, in one file and in the summary. Made from the evidence alone, so that it does not
// depend on how often the run was stopped.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "lockstep/engine/base/result.h"
#include "lockstep/quality/plan/prepare.h"
#include "lockstep/reports/summary.h"

namespace lockstep::quality {

// Two arms over the same items, by pairs. usable: valid and correct.
struct Transition {
  std::string of{};       // "B"
  std::string against{};  // "D"
  std::size_t both = 0;
  std::size_t harm = 0;    // `of` usable, `against` not
  std::size_t rescue = 0;  // `of` not valid, `against` usable
  std::size_t gain = 0;    // `of` valid and wrong, `against` usable
  std::size_t neither = 0;
  std::size_t laundered = 0;                    // `of` not valid, `against` valid and wrong: among neither
  std::map<std::string, std::size_t> causes{};  // `of` not usable: its status
  std::size_t left_out = 0;                     // a fault of the judge in either
};

Transition transition_of(const std::vector<nlohmann::json>& lines, const std::string& of,
                         const std::string& against);

struct ResultFacts {
  std::string subject{};
  std::string subject_version{};
  std::string wrong{};   // planted, or empty
  bool partial = false;  // a limit or a shard: not the whole plan
};

// Deterministic; no times. Format: README.md of this folder.
nlohmann::ordered_json result_of(const Prepared& prepared, const ResultFacts& facts,
                                 const std::vector<nlohmann::json>& lines);

// Exit code, not_tested, self-checks and intervention; `verdicts` and `report` are the writer's.
reports::Summary summary_of(const Prepared& prepared, const ResultFacts& facts,
                            const std::vector<nlohmann::json>& lines);

// Written beside and moved into place. False: it could not be.
bool write_result(const std::string& path, const nlohmann::ordered_json& result);

}  // namespace lockstep::quality

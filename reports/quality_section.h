// A quality run for people: the statuses of every arm, the masked arm against the unmasked one pair by pair,
// the controls, how hard the masks pressed.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "lockstep/reports/record.h"

namespace lockstep::reports {

// Whether the stream is one of `lockstep quality`: cases are "item/condition/repeat", `got` is the status.
bool is_quality(const Record& record);

// After "not tested", in place of the per-keyword table. Deterministic.
std::string quality_section(const Record& record, bool markdown);
nlohmann::ordered_json quality_json(const Record& record);

}  // namespace lockstep::reports

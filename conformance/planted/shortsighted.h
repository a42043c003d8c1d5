// Engines that look ahead too little: right about what is complete, wrong about what can still become so.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "lockstep/conformance/planted/wrong_masks.h"
#include "lockstep/oracle/json_text/json_text.h"

namespace lockstep::conformance {

// What such an engine looks at before it takes a byte is less than the schema: `less` leaves that of it.
struct ShortSight {
  std::function<void(oracle::JsonValue& object)> less;  // edits every object at a schema position
  // Of the beginnings that only the lesser schema has, those that it takes; empty: all.
  std::function<bool(std::string_view prefix)> takes{};
};

// A text may begin as one of the schema or of the lesser one does; it may stop where the schema says so.
MaskFault shortsighted(std::string name, std::string sentence, Verdict verdict, std::string check,
                       std::string keyword, ShortSight sight);

// Where items must be distinct, or must not be.
std::vector<MaskFault> shortsighted_distinct_faults();

}  // namespace lockstep::conformance

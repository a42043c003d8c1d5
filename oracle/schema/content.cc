// The Content vocabulary (Validation section 8): annotations, never assertions in 2020-12 (8.2).
#include <array>

#include "lockstep/oracle/schema/rules.h"

namespace lockstep::oracle {
namespace {

constexpr std::array<Rule, 3> kRules = {{
    {"contentEncoding", kContent, ValueShape::string, Stage::assertion, nullptr, Draft::draft7},   // 8.3
    {"contentMediaType", kContent, ValueShape::string, Stage::assertion, nullptr, Draft::draft7},  // 8.4
    {"contentSchema", kContent, ValueShape::schema, Stage::assertion, nullptr, Draft::draft2019},  // 8.5
}};

}  // namespace

std::span<const Rule> content_rules() { return kRules; }

}  // namespace lockstep::oracle

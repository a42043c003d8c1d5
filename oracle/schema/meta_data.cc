// The Meta-Data vocabulary (Validation section 9): annotations only.
#include <array>

#include "lockstep/oracle/schema/rules.h"

namespace lockstep::oracle {
namespace {

constexpr std::array<Rule, 7> kRules = {{
    {"title", kMetaData, ValueShape::string, Stage::assertion, nullptr},                          // 9.1
    {"description", kMetaData, ValueShape::string, Stage::assertion, nullptr},                    // 9.1
    {"default", kMetaData, ValueShape::any, Stage::assertion, nullptr},                           // 9.2
    {"deprecated", kMetaData, ValueShape::boolean, Stage::assertion, nullptr, Draft::draft2019},  // 9.3
    {"readOnly", kMetaData, ValueShape::boolean, Stage::assertion, nullptr, Draft::draft7},       // 9.4
    {"writeOnly", kMetaData, ValueShape::boolean, Stage::assertion, nullptr, Draft::draft7},      // 9.4
    {"examples", kMetaData, ValueShape::array, Stage::assertion, nullptr, Draft::draft6},         // 9.5
}};

}  // namespace

std::span<const Rule> meta_data_rules() { return kRules; }

}  // namespace lockstep::oracle

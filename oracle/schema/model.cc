// Look-ups in a loaded schema.
#include "lockstep/oracle/schema/model.h"

namespace lockstep::oracle {

const Keyword* Subschema::find(std::string_view name) const {
  for (const Keyword& keyword : keywords) {
    if (keyword.rule->name == name) return &keyword;
  }
  return nullptr;
}

std::string Subschema::pointer() const {
  std::vector<const Subschema*> chain;
  for (const Subschema* at = this; at != nullptr; at = at->parent) chain.push_back(at);
  std::string out;
  for (auto at = chain.rbegin(); at != chain.rend(); ++at) out += (*at)->path;
  return out;
}

}  // namespace lockstep::oracle

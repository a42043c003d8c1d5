#include "lockstep/cli/explain_print.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <ostream>

#include "lockstep/cli/engine_options.h"
#include "lockstep/reports/printable.h"

namespace lockstep::cli {
namespace {

const char* kind_of(const engine::ReasonPart& part) {
  switch (part.kind) {
    case engine::ReasonPart::Kind::keyword:
      return "keyword";
    case engine::ReasonPart::Kind::policy:
      return "policy";
    case engine::ReasonPart::Kind::json:
      return "json";
  }
  return "";
}

std::string line_of(const engine::ReasonPart& part) {
  const bool keyword = part.kind == engine::ReasonPart::Kind::keyword;
  return reports::printable(
      fmt::format("{} {}: {}", kind_of(part), keyword ? "#" + part.pointer : part.keyword, part.message));
}

}  // namespace

void print_reasons(const engine::Explanation& explanation, std::size_t before, Context& context) {
  if (explanation.allowed) {
    context.out << "allowed\n";
    return;
  }
  const std::size_t at = before + explanation.taken;
  if (explanation.refused) {
    std::vector<bool> one(256, false);
    one[*explanation.refused] = true;
    context.out << fmt::format("blocked at byte {}: {}", at, shown_bytes(one));
  } else {
    context.out << fmt::format("the text may not end at byte {}", at);
  }
  context.out << reports::printable(fmt::format(", in the value at \"{}\"", explanation.place)) << '\n';
  for (const engine::Reason& reason : explanation.reasons) {
    const char* lead = "because of ";
    for (const engine::ReasonPart& part : reason.parts) {
      context.out << lead << line_of(part) << '\n';
      lead = "  together with ";
    }
    if (!reason.irreducible) context.out << "  (a limit came before fewer were found)\n";
  }
}

void print_explanation(const engine::Explanation& explanation, std::size_t before, Context& context) {
  print_reasons(explanation, before, context);
  if (explanation.allowed) return;
  context.out << "bytes that could come: " << shown_bytes(explanation.could_come)
              << (explanation.could_stop ? ", or the end\n" : "\n");
}

std::string explanation_json(const engine::Explanation& explanation, std::size_t before) {
  nlohmann::ordered_json line = {{"allowed", explanation.allowed}, {"at", before + explanation.taken}};
  if (explanation.refused) line["byte"] = *explanation.refused;
  line["place"] = explanation.place;
  line["could_stop"] = explanation.could_stop;
  line["could_come"] = nlohmann::ordered_json::array();
  for (unsigned byte = 0; byte < explanation.could_come.size(); ++byte) {
    if (explanation.could_come[byte]) line["could_come"].push_back(byte);
  }
  line["reasons"] = nlohmann::ordered_json::array();
  for (const engine::Reason& reason : explanation.reasons) {
    nlohmann::ordered_json parts = nlohmann::ordered_json::array();
    for (const engine::ReasonPart& part : reason.parts) {
      parts.push_back({{"kind", kind_of(part)},
                       {"keyword", part.keyword},
                       {"pointer", part.pointer},
                       {"message", part.message}});
    }
    line["reasons"].push_back({{"irreducible", reason.irreducible}, {"parts", parts}});
  }
  return line.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace lockstep::cli

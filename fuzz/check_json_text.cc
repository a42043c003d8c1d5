#include <fmt/core.h>

#include <cstdlib>
#include <optional>

#include "lockstep/engine/json/parser.h"
#include "lockstep/fuzz/check.h"
#include "lockstep/oracle/json_text/json_text.h"

namespace lockstep::fuzz {
namespace {

using conformance::Verdict;
using engine::json::Value;
using oracle::JsonKind;
using oracle::JsonValue;

constexpr std::size_t kDepth = 200;  // of both readers

// Where the trees differ, empty where they do not. Kinds, decoded strings and names, the spelling of numbers.
std::string difference(const Value& ours, const JsonValue& theirs, std::size_t& compared) {
  ++compared;
  const auto differs = [&](const char* what) { return fmt::format("{} at byte {}", what, theirs.begin); };
  if (ours.span().begin != theirs.begin || ours.span().end != theirs.end) return differs("another span");
  switch (theirs.kind) {
    case JsonKind::null:
      return ours.is(engine::json::Kind::null) ? "" : differs("no null");
    case JsonKind::boolean:
      return ours.is(engine::json::Kind::boolean) && ours.boolean() == theirs.boolean ? ""
                                                                                      : differs("boolean");
    case JsonKind::number:
      return ours.is(engine::json::Kind::number) && ours.number() == theirs.text ? "" : differs("number");
    case JsonKind::string:
      return ours.is(engine::json::Kind::string) && ours.string() == theirs.text ? "" : differs("string");
    case JsonKind::array: {
      if (!ours.is(engine::json::Kind::array) || ours.size() != theirs.items.size()) return differs("array");
      auto next = theirs.items.begin();
      for (const Value& item : ours.elements()) {
        if (std::string found = difference(item, *next++, compared); !found.empty()) return found;
      }
      return "";
    }
    case JsonKind::object:
      break;
  }
  if (!ours.is(engine::json::Kind::object) || ours.size() != theirs.members.size()) return differs("object");
  auto next = theirs.members.begin();
  for (const auto& member : ours.members()) {
    if (member.name() != next->name) return differs("a member's name");
    if (std::string found = difference(member.value, next->value, compared); !found.empty()) return found;
    ++next;
  }
  return "";
}

// Does the engine, with the fault, take the text?
bool taken(const engine::Result<engine::json::Document>& ours, std::string_view planted,
           std::string_view bytes) {
  if (planted == "crashes_on_nul" && bytes.find('\0') != std::string_view::npos) std::abort();
  if (planted == "takes_lone_surrogates" && !ours && ours.error().code == "json_lone_surrogate") return true;
  if (planted == "refuses_depth" && bytes.find("[[[[[[[[") != std::string_view::npos) return false;
  return ours.ok();
}

}  // namespace

CheckResult check_json_text(std::string_view bytes, std::string_view planted) {
  const auto ours = engine::json::parse(std::string(bytes), {.max_depth = kDepth});
  const auto theirs = oracle::parse_json(bytes, {.depth = kDepth});
  CheckResult result;
  result.kind = theirs ? "valid" : "invalid";
  result.compared = 1;
  const bool takes = taken(ours, planted, bytes);
  if (takes != theirs.ok()) {
    result.finding = Finding{takes ? Verdict::over_accept : Verdict::over_reject,
                             fmt::format("engine: {}, oracle: {}", ours ? "ok" : ours.error().code,
                                         theirs ? "ok" : theirs.error().code)};
    return result;
  }
  if (!ours || !theirs) return result;
  const std::string found = difference(ours->root(), theirs.value(), result.compared);
  if (!found.empty()) result.finding = Finding{Verdict::inconsistent, "the trees differ: " + found};
  return result;
}

}  // namespace lockstep::fuzz

#include "lockstep/conformance/walk/policy_cases.h"

#include <fmt/core.h>

#include <nlohmann/json.hpp>
#include <optional>

#include "lockstep/conformance/walk/walk_subject.h"
#include "lockstep/engine/policy/policy.h"
#include "lockstep/engine/vocabulary/builtin.h"

namespace lockstep::conformance {
namespace {

using Json = nlohmann::json;

std::string from_hex(const std::string& hex) {
  std::string bytes;
  for (std::size_t at = 0; at + 1 < hex.size(); at += 2) {
    bytes.push_back(static_cast<char>(std::stoi(hex.substr(at, 2), nullptr, 16)));
  }
  return bytes;
}

std::optional<engine::Policy> policy_of(const Json& one, std::string& fault) {
  auto policy = engine::policy_named(one.at("preset").get<std::string>());
  if (policy.ok() && one.contains("override")) {
    for (const auto& [field, value] : one.at("override").items()) {
      policy = engine::with_field(policy.value(), field,
                                  value.is_string() ? value.get<std::string>() : value.dump());
      if (!policy.ok()) break;
    }
  }
  if (policy.ok()) return policy.value();
  fault = one.at("id").get<std::string>() + ": " + policy.error().message;
  return std::nullopt;
}

struct Taken {
  std::size_t at = 0;
  bool accepted = false;
};

Taken drive(WalkSession& start, const std::string& text) {
  const auto session = start.fork();
  Taken taken;
  while (taken.at < text.size() && session->accept_bytes(std::string_view(text).substr(taken.at, 1)))
    ++taken.at;
  taken.accepted = taken.at == text.size() && session->can_stop();
  return taken;
}

class Runner {
 public:
  explicit Runner(PolicyCases& outcome) : outcome_(outcome) {}

  bool add(const Json& one, std::string& fault) {
    const std::optional<engine::Policy> policy = policy_of(one, fault);
    if (!policy) return false;
    const auto subject =
        make_engine_walk_subject({*policy, {}, engine::builtin_vocabulary(), engine::MaskPath::memo});
    const WalkStart started =
        subject->start(one.contains("schema") ? one.at("schema").get<std::string>() : "true");
    reports::Case result;
    result.id = "policy/" + one.at("id").get<std::string>();
    result.keywords = {one.at("field").get<std::string>()};
    const bool in = one.at("expect") == "in";
    result.expected = in ? "valid" : "invalid";
    result.got = name(started.compile.outcome);
    Verdict verdict = Verdict::agree;
    if (started.compile.outcome == Compile::refused) {
      verdict = Verdict::refused;
      result.refused_by = started.compile.keyword;
      outcome_.refused_by[started.compile.keyword].push_back(result.id);
    } else if (!started.session) {
      verdict = compare(in ? Expected::valid : Expected::invalid, started.compile, nullptr).verdict;
    } else {
      verdict = judge(one, *started.session, result);
    }
    result.verdict = name(verdict);
    outcome_.tally.add(verdict);
    outcome_.cases.push_back(std::move(result));
    return true;
  }

 private:
  Verdict judge(const Json& one, WalkSession& start, reports::Case& result) {
    const std::string text =
        one.contains("hex") ? from_hex(one.at("hex")) : one.at("text").get<std::string>();
    const Taken taken = drive(start, text);
    result.got = fmt::format("{} at {}", taken.accepted ? "valid" : "invalid", taken.at);
    const bool in = one.at("expect") == "in";
    if (taken.accepted != in) return in ? Verdict::over_reject : Verdict::over_accept;
    if (!one.contains("at")) return Verdict::agree;
    ++outcome_.deaths;
    const auto at = one.at("at").get<std::size_t>();
    result.detail = fmt::format("dies at {}", at);
    if (taken.at != at) return taken.at > at ? Verdict::mask_too_wide : Verdict::mask_too_narrow;
    ++outcome_.witnesses;
    const bool proved = drive(start, one.at("witness").get<std::string>()).accepted;
    if (!proved) result.detail += "; the witness is not accepted";
    return proved ? Verdict::agree : Verdict::over_reject;
  }

  PolicyCases& outcome_;
};

}  // namespace

bool run_policy_cases(const std::string& text, PolicyCases& outcome, std::string& fault) {
  const Json data = Json::parse(text, nullptr, false);
  if (!data.is_object() || !data.contains("cases") || !data.at("cases").is_array()) {
    fault = "not of the shape of policy_cases.schema.json";
    return false;
  }
  Runner runner(outcome);
  for (const Json& one : data.at("cases")) {
    if (!runner.add(one, fault)) return false;
  }
  return true;
}

}  // namespace lockstep::conformance

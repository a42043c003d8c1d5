#include <fmt/core.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "lockstep/conformance/planted/selftest.h"

namespace lockstep::conformance {
namespace {

using Json = nlohmann::json;

std::string from_hex(const std::string& hex) {
  std::string bytes;
  for (std::size_t at = 0; at + 1 < hex.size(); at += 2)
    bytes.push_back(static_cast<char>(std::stoi(hex.substr(at, 2), nullptr, 16)));
  return bytes;
}

// "" when the group was read into `probe`.
std::string read_group(const Json& group, std::set<std::string>& used, Probe& probe) {
  if (!group.is_object() || !group.contains("id") || !group.contains("schema") || !group.contains("tests")) {
    return "a group lacks id, schema or tests";
  }
  probe.request.schema = group.at("schema").get<std::string>();
  probe.request.assert_formats = group.value("assert_formats", false);
  for (const Json& test : group.at("tests")) {
    const std::string id =
        fmt::format("hand/{}/{}", group.at("id").get<std::string>(), test.at("id").get<std::string>());
    if (!used.insert(id).second) return fmt::format("'{}' stands there twice", id);
    if (test.at("why").get<std::string>().empty()) return fmt::format("'{}' does not say why", id);
    probe.ids.push_back(id);
    probe.request.instances.push_back(test.at("instance").get<std::string>());
    const Json& valid = test.at("valid");  // null: nobody can say
    probe.expected.push_back(valid.is_null()     ? Expected::unknown
                             : valid.get<bool>() ? Expected::valid
                                                 : Expected::invalid);
  }
  return probe.ids.empty() ? "a group has no test" : "";
}

}  // namespace

std::vector<Probe> suite_probes(const Suite& suite, std::shared_ptr<const Registry> registry) {
  std::vector<Probe> probes;
  for (const SuiteGroup& group : suite.groups) {
    Probe probe;
    probe.request.schema = group.schema;
    probe.request.dialect = suite.dialect;
    probe.request.assert_formats = group.assert_formats;
    probe.request.registry = registry;
    for (const SuiteTest& test : group.tests) {
      probe.ids.push_back(test.id);
      probe.request.instances.push_back(test.instance);
      probe.expected.push_back(test.expected);
    }
    probes.push_back(std::move(probe));
  }
  return probes;
}

std::string_view check_of(std::string_view id) {
  if (id.starts_with("hand/")) return "hand";
  return id.starts_with("policy/") ? "policy_cases" : "suite";
}

std::optional<std::vector<Probe>> policy_probes(const std::filesystem::path& file, Fault& fault) {
  const std::string named = file.filename().string();
  std::ifstream in(file, std::ios::binary);
  if (!in) {
    fault = {"policy_cases_unreadable", fmt::format("cannot read {}", file.string()), named};
    return std::nullopt;
  }
  std::vector<Probe> probes;
  try {
    const Json tree = Json::parse(in);
    for (const Json& one : tree.at("cases")) {
      if (one.at("preset") != "spec" || one.contains("override")) continue;
      Probe probe;
      probe.request.schema = one.value("schema", "true");
      probe.request.instances = {one.contains("hex") ? from_hex(one.at("hex").get<std::string>())
                                                     : one.at("text").get<std::string>()};
      probe.ids = {"policy/" + one.at("id").get<std::string>()};
      probe.expected = {one.at("expect") == "in" ? Expected::valid : Expected::invalid};
      probes.push_back(std::move(probe));
    }
  } catch (const Json::exception& error) {
    fault = {"policy_cases_malformed", error.what(), named};
    return std::nullopt;
  }
  if (!probes.empty()) return probes;
  fault = {"policy_cases_malformed", "no case under the policy spec", named};
  return std::nullopt;
}

std::optional<std::vector<Probe>> hand_probes(const std::filesystem::path& file, std::string_view dialect,
                                              Fault& fault) {
  const std::string named = file.filename().string();
  std::ifstream in(file, std::ios::binary);
  if (!in) {
    fault = {"hand_cases_unreadable", fmt::format("cannot read {}", file.string()), named};
    return std::nullopt;
  }
  std::vector<Probe> probes;
  std::string problem;
  try {
    const Json tree = Json::parse(in);
    std::set<std::string> used;
    for (const Json& group : tree.at("groups")) {
      Probe probe;
      probe.request.dialect = dialect;
      problem = read_group(group, used, probe);
      if (!problem.empty()) break;
      probes.push_back(std::move(probe));
    }
    if (probes.empty() && problem.empty()) problem = "no group";
  } catch (const Json::exception& error) {
    problem = error.what();
  }
  if (!problem.empty()) {
    fault = {"hand_cases_malformed", fmt::format("{}: {}", named, problem), named};
    return std::nullopt;
  }
  return probes;
}

}  // namespace lockstep::conformance

// The built-in engine behind the JSON-lines protocol of conformance/external/README.md, in a process that may
// die. Started by the self-test with the fault's name: none, crash, hang.
#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <regex>
#include <string>

#include "lockstep/conformance/subject/engine_subject.h"

namespace {

using lockstep::conformance::Compile;
using lockstep::conformance::Subject;
using lockstep::conformance::ValidateReply;
using lockstep::conformance::ValidateRequest;
using nlohmann::json;

std::string text_of(const json& wire) {
  if (wire.is_string()) return wire.get<std::string>();
  const std::string hex = wire.at("hex").get<std::string>();
  std::string bytes;
  for (std::size_t at = 0; at + 1 < hex.size(); at += 2)
    bytes += static_cast<char>(std::stoi(hex.substr(at, 2), nullptr, 16));
  return bytes;
}

void misbehave(const std::string& fault, const std::string& instance) {
  static const std::regex kLongExponent("[0-9][eE][0-9]{3}");
  if (fault == "none" || !std::regex_search(instance, kLongExponent)) return;
  if (fault == "crash") std::abort();
  for (;;) ::pause();
}

json validate(Subject& engine, const json& request, const std::string& fault) {
  ValidateRequest asked;
  asked.schema = text_of(request.at("schema"));
  asked.dialect = request.at("dialect").get<std::string>();
  asked.assert_formats = request.at("assert_formats").get<bool>();
  for (const json& instance : request.at("instances")) asked.instances.push_back(text_of(instance));
  const ValidateReply reply = engine.validate(asked);
  // The protocol has no `empty`: every instance is invalid then.
  const bool ok = reply.compile.outcome == Compile::ok || reply.compile.outcome == Compile::empty;
  json out = {{"compile", ok ? "ok" : name(reply.compile.outcome)},
              {"code", reply.compile.code},
              {"keyword", reply.compile.keyword}};
  if (!ok) return out;
  for (const std::string& instance : asked.instances) misbehave(fault, instance);
  out["replies"] = json::array();
  for (const auto& one : reply.instances)
    out["replies"].push_back({{"validity", name(one.validity)}, {"reason", one.reason}});
  return out;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const std::unique_ptr<Subject> engine = lockstep::conformance::make_engine_subject();
  std::string line;
  while (std::getline(std::cin, line)) {
    const json request = json::parse(line);
    json reply = {{"registered", 0}};
    if (request.at("op") == "validate") reply = validate(*engine, request, argv[1]);
    reply["id"] = request.at("id");
    std::cout << reply.dump(-1, ' ', true, json::error_handler_t::replace) << std::endl;
  }
  return 0;
}

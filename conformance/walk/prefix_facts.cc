#include "lockstep/conformance/walk/prefix_facts.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace lockstep::conformance {
namespace {

using nlohmann::json;
using Counts = std::map<std::string, std::size_t>;

std::optional<PrefixPlace> place_named(const std::string& text) {
  for (const PrefixPlace place : all_places()) {
    if (name(place) == text) return place;
  }
  return std::nullopt;
}

// May throw json::exception.
PrefixFacts read(const json& object) {
  PrefixFacts facts;
  facts.place = place_named(object.at("place")).value();
  object.at("bits").get_to(facts.bits);
  object.at("unknown").get_to(facts.unknown);
  if (const auto mask = object.find("mask"); mask != object.end())
    facts.mask = {mask->at("hash"), mask->at("set"), mask->at("dense")};
  if (const auto full = object.find("full"); full != object.end())
    facts.full = {full->at("tokens"), full->at("unknown")};
  if (const auto why = object.find("why"); why != object.end()) facts.why = why->get<Counts>();
  if (const auto laws = object.find("laws"); laws != object.end()) facts.laws = laws->get<Counts>();
  if (const auto found = object.find("found"); found != object.end()) facts.found = found->get<Counts>();
  if (const auto texts = object.find("texts"); texts != object.end()) {
    texts->at("valid").get_to(facts.valid_texts);
    texts->at("invalid").get_to(facts.invalid_texts);
  }
  if (const auto audit = object.find("audit"); audit != object.end()) {
    for (const json& one : *audit) facts.audit.push_back({one.at("text"), one.at("valid")});
  }
  return facts;
}

}  // namespace

std::string to_text(const PrefixFacts& facts) {
  nlohmann::ordered_json out = {
      {"place", name(facts.place)}, {"bits", facts.bits}, {"unknown", facts.unknown}};
  if (facts.mask)
    out["mask"] = {{"hash", facts.mask->hash}, {"set", facts.mask->set}, {"dense", facts.mask->dense}};
  if (facts.full) out["full"] = {{"tokens", facts.full->tokens}, {"unknown", facts.full->unknown}};
  if (!facts.why.empty()) out["why"] = facts.why;
  if (!facts.laws.empty()) out["laws"] = facts.laws;
  if (!facts.found.empty()) out["found"] = facts.found;
  if (facts.valid_texts + facts.invalid_texts > 0)
    out["texts"] = {{"valid", facts.valid_texts}, {"invalid", facts.invalid_texts}};
  for (const PrefixFacts::Text& text : facts.audit)
    out["audit"].push_back({{"text", text.bytes}, {"valid", text.valid}});
  return out.dump(-1, ' ', true, json::error_handler_t::replace);
}

std::optional<PrefixFacts> facts_of(const std::string& text) {
  if (!text.starts_with("{")) return std::nullopt;
  const json object = json::parse(text, nullptr, false);
  if (!object.is_object()) return std::nullopt;
  try {
    return read(object);
  } catch (const std::exception&) {  // a text of another kind
    return std::nullopt;
  }
}

}  // namespace lockstep::conformance

#include "lockstep/quality/run/intervention.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace lockstep::quality {
namespace {

using nlohmann::json;
using Values = std::vector<double>;

double sum_of(const Values& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum;
}

void put_mean(std::map<std::string, double>& out, const std::string& name, const Values& values) {
  if (!values.empty()) out[name] = sum_of(values) / static_cast<double>(values.size());
}

struct Gathered {
  std::map<std::string, Values> by_name;
  double forced = 0;
  double infinite = 0;
  double blocked = 0;
};

void gather(const json& line, Gathered& out) {
  double tax = 0;
  for (const json& step : line.at("steps")) {
    const double i = step.at("i");
    out.by_name["i"].push_back(i);
    out.by_name["i_mask_mean"].push_back(step.at("i_mask"));
    out.by_name["i_sample_mean"].push_back(step.at("i_sample"));
    if (!step.at("forced").get<bool>()) out.by_name["i_unforced_mean"].push_back(i);
    out.by_name["i_" + step.at("region").get<std::string>() + "_mean"].push_back(i);
    out.by_name["log_p"].push_back(step.at("log_p"));
    if (step.at("region") == "value") out.by_name["log_p_value"].push_back(step.at("log_p"));
    tax -= step.at("log_kept").get<double>();
    out.forced += step.at("forced").get<bool>() ? 1 : 0;
    out.infinite += step.at("infinite").get<bool>() ? 1 : 0;
    out.blocked += step.at("top_blocked").get<bool>() ? 1 : 0;
  }
  if (!line.at("steps").empty()) out.by_name["tax_mean"].push_back(tax);
}

}  // namespace

double percentile(std::vector<double> values, double percent) {
  std::sort(values.begin(), values.end());
  const double rank = std::ceil(percent / 100 * static_cast<double>(values.size()));
  const auto index = static_cast<std::size_t>(std::max(rank, 1.0)) - 1;
  return values[std::min(index, values.size() - 1)];
}

std::map<std::string, double> intervention_of(const std::vector<json>& lines) {
  Gathered all;
  for (const json& line : lines) gather(line, all);
  std::map<std::string, double> out;
  const Values pressure = all.by_name["i"];
  const auto steps = static_cast<double>(pressure.size());
  out["steps"] = steps;
  out["forced"] = all.forced;
  out["infinite"] = all.infinite;
  if (pressure.empty()) return out;
  out["top_blocked"] = all.blocked / steps;
  put_mean(out, "i_mean", pressure);
  out["i_p50"] = percentile(pressure, 50);
  out["i_p95"] = percentile(pressure, 95);
  out["i_max"] = percentile(pressure, 100);
  out["i_sum"] = sum_of(pressure);
  for (const auto& [name, values] : all.by_name) {
    if (name.ends_with("_mean")) put_mean(out, name, values);
  }
  out["log_p_min"] = percentile(all.by_name["log_p"], 0);
  const Values in_values = all.by_name["log_p_value"];
  if (!in_values.empty()) out["log_p_value_min"] = percentile(in_values, 0);
  return out;
}

}  // namespace lockstep::quality

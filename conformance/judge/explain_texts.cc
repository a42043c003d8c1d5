// Reasons in the text of the instance, and what every predicate is made of.
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "lockstep/conformance/judge/explain.h"
#include "lockstep/conformance/subject/oracle_subject.h"
#include "lockstep/oracle/json_text/json_text.h"

namespace lockstep::conformance {

Validity ask_oracle(ValidateRequest request, std::string instance) {
  request.instances = {std::move(instance)};
  const ValidateReply reply = make_oracle_subject()->validate(request);
  return reply.instances.size() == 1 ? reply.instances.front().validity : Validity::unknown;
}

bool is_vote(const Disagreement& one) {
  return !one.rejects_schema && (one.vote == Validity::valid || one.vote == Validity::invalid);
}

void replace_all(std::string& text, std::string_view what, std::string_view by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size()) {
    text.replace(at, what.size(), by);
  }
}

namespace {

// Two members of one object with the same decoded name, found by another parser than the oracle's.
struct DuplicateFinder : nlohmann::json_sax<nlohmann::json> {
  std::vector<std::set<std::string>> open;
  bool found = false;

  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool start_object(std::size_t) override { return open.emplace_back(), true; }
  bool key(string_t& name) override { return found = !open.back().insert(name).second || found, true; }
  bool end_object() override { return open.pop_back(), true; }
  bool start_array(std::size_t) override { return true; }
  bool end_array() override { return true; }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override {
    return false;
  }
};

}  // namespace

// The truth refuses a text with a repeated name; every validator here keeps the last one and judges that.
bool repeats_a_name(const Disagreement& one) {
  if (one.truth != Expected::invalid || one.vote != Validity::valid) return false;
  DuplicateFinder finder;
  nlohmann::json::sax_parse(one.instance, &finder);
  return finder.found;
}

namespace {

bool refused_by_reader(const Disagreement& one, std::string_view code) {
  if (one.truth != Expected::invalid || one.vote != Validity::valid) return false;
  const auto tree = oracle::parse_json(one.instance);
  return !tree && tree.error().code == code;
}

}  // namespace

// JavaScript strings may hold a lone surrogate; the truth refuses the escape.
bool has_lone_surrogate(const Disagreement& one) { return refused_by_reader(one, "lone_surrogate"); }

// sourcemeta does not check the bytes inside strings. An independent parser must refuse them too.
bool has_ill_formed_utf8(const Disagreement& one) {
  return refused_by_reader(one, "invalid_utf8") && !nlohmann::json::accept(one.instance);
}

// hyperjump's time has no second 60. With second 59 it is the same instant less one, and its own verdict must
// be the truth.
bool knows_no_leap_second(const Disagreement& one) {
  if (!is_vote(one) || !one.request.assert_formats || one.truth != Expected::valid) return false;
  std::string text(one.instance);
  replace_all(text, ":60", ":59");
  const bool about_time = one.request.schema.find("\"time\"") != std::string::npos ||
                          one.request.schema.find("\"date-time\"") != std::string::npos;
  return about_time && text != one.instance && ask_oracle(one.request, text) == Validity::valid;
}

}  // namespace lockstep::conformance

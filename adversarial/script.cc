#include "lockstep/adversarial/script.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "lockstep/adversarial/recipe.h"
#include "lockstep/conformance/external/wire.h"

namespace lockstep::adversarial {
namespace {

using conformance::Compile;
using conformance::CompileReply;
using conformance::Verdict;
using nlohmann::json;

constexpr std::size_t kBytes = 256;

std::string bytes_of(const json& text, std::uint64_t seed) {
  std::string bytes;
  std::string error;
  (void)expand(text, seed, bytes, error);  // lint() expanded it before
  return bytes;
}

json tokens_of(const json& vocabulary, std::uint64_t seed) {
  json tokens = json::array();
  if (vocabulary.value("each_byte", false)) {
    for (std::size_t byte = 0; byte < kBytes; ++byte)
      tokens.push_back(
          {{"hex", conformance::hex_of(std::string(1, static_cast<char>(byte)))}, {"kind", "byte"}});
  }
  for (const json& one : vocabulary.at("tokens")) {
    const json token = {{"hex", conformance::hex_of(bytes_of(one.at("bytes"), seed))},
                        {"kind", one.value("kind", "normal")}};
    for (std::size_t i = one.value("times", std::size_t{1}); i > 0; --i) tokens.push_back(token);
  }
  return tokens;
}

// Where a session was: its allowed ids and its stop bit.
struct Place {
  std::vector<std::uint64_t> ids;
  bool stop = false;
  bool operator==(const Place&) const = default;
};

class Script {
 public:
  Script(std::uint64_t constraint, std::uint64_t seed, Conversation& talk, CaseOutcome& outcome)
      : constraint_(constraint), seed_(seed), talk_(talk), outcome_(outcome) {}

  void run(const json& steps) {
    open("main", {{"op", "start"}, {"constraint", constraint_}});
    current_ = "main";
    run_all(steps, "step ");
  }

 private:
  // False after the first step that went wrong.
  bool run_all(const json& steps, const std::string& path) {
    for (std::size_t i = 0; i < steps.size(); ++i) {
      where_ = path + std::to_string(i);
      if (!run_one(steps[i])) return false;
    }
    return true;
  }

  bool run_one(const json& step) {
    if (step.contains("repeat")) return repeat(step);
    if (step.contains("accept")) return accept(step["accept"].get<std::uint64_t>(), step["ok"].get<bool>());
    if (step.contains("write"))
      return write(bytes_of(step["write"], seed_), step["taken"].get<std::size_t>());
    if (step.contains("rollback"))
      return rollback(step["rollback"].get<std::uint64_t>(), step["ok"].get<bool>());
    if (step.contains("mask")) return mask(step["mask"]);
    if (step.contains("stop")) return stop(step["stop"].get<bool>());
    if (step.contains("forced")) return forced(bytes_of(step["forced"], seed_));
    if (step.contains("fork")) return open(step["fork"], of_session("fork"));
    if (step.contains("start")) return open(step["start"], {{"op", "start"}, {"constraint", constraint_}});
    if (step.contains("close")) return close(step["close"].get<std::string>());
    if (step.contains("mark")) return mark(step["mark"].get<std::string>());
    if (step.contains("same_as")) return same_as(step["same_as"].get<std::string>());
    current_ = step.at("use").get<std::string>();
    return true;
  }

  bool wrong(Verdict verdict, const std::string& detail) {
    outcome_.meet({verdict, detail}, where_);
    return false;
  }

  json of_session(const char* op) const {
    const auto found = sessions_.find(current_);
    return {{"op", op}, {"session", found == sessions_.end() ? json(0) : found->second}};
  }

  // The member that the protocol promises; null after trouble and after an error.
  json answer(const json& request, const char* member) {
    const json reply = talk_.ask(request);
    if (reply.is_null() || reply.contains("error")) return nullptr;
    if (!reply.contains(member)) return talk_.not_understood(reply);
    return reply[member];
  }

  // An error is a "no" with a reason.
  bool yes(const json& request, const char* member) { return answer(request, member) == true; }

  bool repeat(const json& step) {
    const std::string path = where_;
    for (std::size_t i = step["repeat"].get<std::size_t>(); i > 0; --i) {
      if (!run_all(step["steps"], path + ".")) return false;
    }
    return true;
  }

  bool accept(std::uint64_t token, bool ok) {
    json request = of_session("accept");
    request["token"] = token;
    const bool taken = yes(request, "accepted");
    if (talk_.trouble() || taken == ok) return !talk_.trouble();
    return wrong(taken ? Verdict::over_accept : Verdict::over_reject,
                 fmt::format("token {} was {}", token, taken ? "taken" : "not taken"));
  }

  bool write(const std::string& text, std::size_t taken) {
    for (std::size_t i = 0; i < text.size(); ++i) {
      json request = of_session("accept");
      request["token"] = static_cast<unsigned char>(text[i]);
      const bool now = yes(request, "accepted");
      if (talk_.trouble()) return false;
      if (now != (i < taken)) {
        return wrong(now ? Verdict::over_accept : Verdict::over_reject,
                     fmt::format("byte {} was {}", i, now ? "taken" : "not taken"));
      }
      if (!now) break;
    }
    return true;
  }

  bool rollback(std::uint64_t tokens, bool ok) {
    json request = of_session("rollback");
    request["tokens"] = tokens;
    const bool done = yes(request, "rolled_back");
    if (talk_.trouble() || done == ok) return !talk_.trouble();
    return wrong(Verdict::inconsistent,
                 fmt::format("{} tokens were {}", tokens, done ? "undone" : "not undone"));
  }

  std::optional<std::vector<std::uint64_t>> allowed() {
    const json ids = answer(of_session("mask"), "mask");
    if (!ids.is_array()) {
      if (!talk_.trouble()) (void)wrong(Verdict::inconsistent, "no mask");
      return std::nullopt;
    }
    auto list = ids.get<std::vector<std::uint64_t>>();
    std::sort(list.begin(), list.end());
    return list;
  }

  bool mask(const json& wanted) {
    const auto ids = allowed();
    if (!ids) return false;
    const std::set<std::uint64_t> set(ids->begin(), ids->end());
    const auto each = [&](const char* name, bool in, Verdict verdict) {
      for (const json& id : wanted.value(name, json::array())) {
        if (set.contains(id.get<std::uint64_t>()) != in)
          return wrong(verdict, fmt::format("the bit of {} is {}", id.dump(), in ? "clear" : "set"));
      }
      return true;
    };
    if (!each("allow", true, Verdict::mask_too_narrow) || !each("exactly", true, Verdict::mask_too_narrow))
      return false;
    if (!each("deny", false, Verdict::mask_too_wide)) return false;
    if (!wanted.contains("exactly")) return true;
    const auto right = wanted["exactly"].get<std::set<std::uint64_t>>();
    for (const std::uint64_t id : set) {
      if (!right.contains(id)) return wrong(Verdict::mask_too_wide, fmt::format("the bit of {} is set", id));
    }
    return true;
  }

  bool stop(bool wanted) {
    const bool can = yes(of_session("stop"), "stop");
    if (talk_.trouble() || can == wanted) return !talk_.trouble();
    return wrong(can ? Verdict::over_accept : Verdict::over_reject,
                 can ? "called complete what is not" : "did not call complete what is");
  }

  bool forced(const std::string& wanted) {
    const auto bytes = conformance::text_of_wire(answer(of_session("forced"), "forced"));
    if (talk_.trouble()) return false;
    if (bytes == wanted) return true;
    return wrong(Verdict::inconsistent,
                 fmt::format("forced bytes {}", bytes ? conformance::hex_of(*bytes) : "missing"));
  }

  bool open(const std::string& name, const json& request) {
    const json id = answer(request, "session");
    if (talk_.trouble()) return false;
    if (!id.is_number_unsigned()) return wrong(Verdict::inconsistent, "no session was opened");
    sessions_[name] = id;
    return true;
  }

  bool close(const std::string& name) {
    json request = {{"op", "close"}, {"session", sessions_[name]}};
    if (!yes(request, "closed")) return !talk_.trouble() && wrong(Verdict::inconsistent, "was not closed");
    request["op"] = "mask";
    const json after = talk_.ask(request);
    if (talk_.trouble()) return false;
    if (!after.contains("error")) return wrong(Verdict::inconsistent, "a closed session has a mask");
    return true;
  }

  std::optional<Place> place() {
    auto ids = allowed();
    if (!ids) return std::nullopt;
    Place here{std::move(*ids), yes(of_session("stop"), "stop")};
    return talk_.trouble() ? std::nullopt : std::optional(std::move(here));
  }

  bool mark(const std::string& name) {
    auto here = place();
    if (!here) return false;
    marks_[name] = std::move(*here);
    return true;
  }

  bool same_as(const std::string& name) {
    const auto here = place();
    if (!here) return false;
    if (*here == marks_[name]) return true;
    return wrong(Verdict::inconsistent, "mask or stop bit are not those of '" + name + "'");
  }

  std::uint64_t constraint_;
  std::uint64_t seed_;
  Conversation& talk_;
  CaseOutcome& outcome_;
  std::map<std::string, json> sessions_;
  std::map<std::string, Place> marks_;
  std::string current_;
  std::string where_ = "start";
};

}  // namespace

CompileReply tell_vocabulary(const json& vocabulary, std::uint64_t seed, Conversation& talk) {
  static const json kBytesAndStop = {
      {"each_byte", true}, {"tokens", {{{"bytes", "<stop>"}, {"kind", "control"}}}}, {"stop", {kBytes}}};
  const json& chosen = vocabulary.is_null() ? kBytesAndStop : vocabulary;
  json request = {{"op", "vocabulary"},
                  {"tokens", tokens_of(chosen, seed)},
                  {"stop", chosen.value("stop", json::array())}};
  if (chosen.contains("logit_width")) request["logit_width"] = chosen["logit_width"];
  const json reply = talk.ask(request);
  CompileReply told;
  if (reply.is_null()) return told;
  if (reply.contains("error")) {
    told.outcome = Compile::refused;
    told.code = conformance::string_at(reply, "error");
    told.message = conformance::string_at(reply, "message");
  } else if (!reply.contains("size")) {
    (void)talk.not_understood(reply);
  } else if (reply["size"] != request["tokens"].size()) {
    talk.not_understood(reply);
  }
  return told;
}

void run_steps(const json& steps, std::uint64_t constraint, std::uint64_t seed, Conversation& talk,
               CaseOutcome& outcome) {
  Script(constraint, seed, talk, outcome).run(steps);
}

}  // namespace lockstep::adversarial

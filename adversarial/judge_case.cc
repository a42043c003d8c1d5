#include "lockstep/adversarial/judge_case.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "lockstep/adversarial/recipe.h"
#include "lockstep/adversarial/script.h"
#include "lockstep/conformance/external/wire.h"

namespace lockstep::adversarial {
namespace {

using conformance::Compile;
using conformance::CompileReply;
using conformance::Expected;
using conformance::InstanceReply;
using conformance::Validity;
using conformance::Verdict;
using nlohmann::json;

std::string said(const CompileReply& compile) {
  return fmt::format("{}{}{}", conformance::name(compile.outcome), compile.code.empty() ? "" : " ",
                     compile.code);
}

class CaseJudge {
 public:
  CaseJudge(const HostileCase& one, const CaseSettings& settings)
      : case_(one), seed_(settings.seed), talk_(settings.command_line, one.limits, settings.limit_memory) {}

  CaseOutcome run() {
    hello_ = talk_.ask({{"op", "hello"}});
    if (talk_.trouble()) return ended();
    if (case_.kind == CaseKind::vocabulary || case_.kind == CaseKind::session) {
      vocabulary_and_steps();
    } else if (hello_.value("validate", json()) == true) {
      documents();
    } else {
      documents_by_bytes();
    }
    return ended();
  }

 private:
  std::string expanded(const json& text) const {
    std::string bytes;
    std::string error;
    (void)expand(text, seed_, bytes, error);  // lint() expanded it before
    return bytes;
  }

  json request(const char* op) const {
    return {{"op", op}, {"schema", conformance::wire_text(expanded(case_.schema))}, {"policy", case_.policy}};
  }

  CaseOutcome ended() {
    if (const auto& trouble = talk_.trouble()) {
      // What was found before it is kept where it is worse.
      outcome_.meet({trouble->verdict, trouble->message}, "");
      if (outcome_.got.empty()) outcome_.got = conformance::name(trouble->verdict);
    }
    return std::move(outcome_);
  }

  // True where there is something to go on with.
  bool judge_compile(const std::vector<Compile>& right, const CompileReply& reply) {
    outcome_.got = said(reply);
    outcome_.meet(conformance::compare_compile(right, reply), "");
    if (reply.outcome == Compile::refused)
      outcome_.refused_by = reply.keyword.empty() ? reply.code : reply.keyword;
    const bool built_in = conformance::string_at(hello_, "subject") == "engine";
    if (built_in && case_.engine && outcome_.verdict == Verdict::agree &&
        (case_.engine->outcome != reply.outcome || case_.engine->code != reply.code)) {
      outcome_.meet(
          {Verdict::inconsistent,
           fmt::format("the case says {} {}", conformance::name(case_.engine->outcome), case_.engine->code)},
          "the built-in engine");
    }
    return reply.outcome == Compile::ok || reply.outcome == Compile::empty;
  }

  void judge_instance(std::size_t index, const CompileReply& compile, const InstanceReply* reply) {
    const Expected expected = case_.instances[index].valid ? Expected::valid : Expected::invalid;
    outcome_.meet(conformance::compare(expected, compile, reply), fmt::format("instance {}", index));
  }

  // By whole documents.
  void documents() {
    json asked = request("validate");
    asked["instances"] = json::array();
    for (const HostileInstance& instance : case_.instances)
      asked["instances"].push_back(conformance::wire_text(expanded(instance.text)));
    const json reply = talk_.ask(asked);
    if (reply.is_null()) return;
    const auto compile = conformance::compile_of_wire(reply);
    if (!compile) {
      (void)talk_.not_understood(reply);
      return;
    }
    if (!judge_compile(case_.expect, *compile)) return;
    const json replies = reply.value("instances", json());
    for (std::size_t i = 0; i < case_.instances.size(); ++i) {
      const auto instance = i < replies.size() ? instance_of(replies[i]) : std::nullopt;
      judge_instance(i, *compile, instance ? &*instance : nullptr);
    }
  }

  static std::optional<InstanceReply> instance_of(const json& reply) {
    for (const Validity validity : {Validity::valid, Validity::invalid, Validity::unknown, Validity::error}) {
      if (conformance::string_at(reply, "validity") != conformance::name(validity)) continue;
      return InstanceReply{validity, conformance::string_at(reply, "reason"), std::nullopt};
    }
    return std::nullopt;
  }

  // Of a subject that has only masks: each byte a token, each text a session.
  void documents_by_bytes() {
    if (tell_vocabulary(nullptr, seed_, talk_).outcome != Compile::ok || talk_.trouble()) {
      outcome_.meet({Verdict::inconsistent, "does not take a vocabulary of the bytes"}, "");
      return;
    }
    CompileReply compile;
    const std::uint64_t constraint = compiled(compile);
    if (talk_.trouble() || !judge_compile(case_.expect, compile)) return;
    for (std::size_t i = 0; i < case_.instances.size(); ++i) {
      InstanceReply reply{
          compile.outcome == Compile::ok && driven(constraint, expanded(case_.instances[i].text))
              ? Validity::valid
              : Validity::invalid,
          "", std::nullopt};
      if (talk_.trouble()) return;
      judge_instance(i, compile, &reply);
    }
  }

  bool driven(std::uint64_t constraint, const std::string& text) {
    const json started = talk_.ask({{"op", "start"}, {"constraint", constraint}});
    if (started.is_null()) return false;
    const json session = started.value("session", json());
    for (const char c : text) {
      const json reply =
          talk_.ask({{"op", "accept"}, {"session", session}, {"token", static_cast<unsigned char>(c)}});
      if (reply.is_null() || reply.value("accepted", json()) != true) return false;
    }
    const json reply = talk_.ask({{"op", "stop"}, {"session", session}});
    return !reply.is_null() && reply.value("stop", json()) == true;
  }

  // 0 where there is none.
  std::uint64_t compiled(CompileReply& compile) {
    const json reply = talk_.ask(request("compile"));
    if (reply.is_null()) return 0;
    const auto read = conformance::compile_of_wire(reply);
    const json constraint = reply.value("constraint", json());
    if (!read || (read->outcome == Compile::ok && !constraint.is_number_unsigned())) {
      (void)talk_.not_understood(reply);
      return 0;
    }
    compile = *read;
    return read->outcome == Compile::ok ? constraint.get<std::uint64_t>() : 0;
  }

  void vocabulary_and_steps() {
    const bool is_vocabulary = case_.kind == CaseKind::vocabulary;
    const CompileReply told = tell_vocabulary(case_.vocabulary, seed_, talk_);
    if (talk_.trouble()) return;
    const std::vector<Compile> plain = {Compile::ok};
    if (!judge_compile(is_vocabulary ? case_.expect : plain, told) || case_.steps.is_null()) return;
    CompileReply compile;
    const std::uint64_t constraint = compiled(compile);
    if (talk_.trouble()) return;
    outcome_.got = said(compile);
    outcome_.meet(conformance::compare_compile(plain, compile), "the schema");
    if (compile.outcome == Compile::refused) outcome_.refused_by = compile.keyword;
    if (compile.outcome == Compile::ok) run_steps(case_.steps, constraint, seed_, talk_, outcome_);
  }

  const HostileCase& case_;
  std::uint64_t seed_;
  Conversation talk_;
  json hello_;
  CaseOutcome outcome_;
};

}  // namespace

void CaseOutcome::meet(const conformance::Judgement& judgement, const std::string& where) {
  if (judgement.verdict >= verdict) return;
  verdict = judgement.verdict;
  detail = where.empty() ? judgement.detail : where + ": " + judgement.detail;
}

CaseOutcome judge_case(const HostileCase& one, const CaseSettings& settings) {
  return CaseJudge(one, settings).run();
}

}  // namespace lockstep::adversarial

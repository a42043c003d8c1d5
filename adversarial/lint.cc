#include "lockstep/adversarial/lint.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "lockstep/conformance/subject/oracle_subject.h"
#include "lockstep/oracle/json_text/json_text.h"

namespace lockstep::adversarial {
namespace {

using conformance::Compile;
using nlohmann::json;
using Names = std::set<std::string>;

// What a file uses, by the name of what it is.
struct Used {
  Names kinds, outcomes, recipes, steps, token_kinds, flags;
};

void use_step(const json& step, Used& used);

// Recipes, steps and kinds of tokens, wherever they stand below.
void use_parts(const json& value, Used& used) {
  if (value.is_array()) {
    for (const json& one : value) use_parts(one, used);
  }
  if (!value.is_object()) return;
  for (const auto& [name, member] : value.items()) {
    if (name == "recipe" && member.is_string()) used.recipes.insert(member.get<std::string>());
    if (name == "tokens" && member.is_array()) {
      for (const json& token : member) {
        if (token.is_object() && token.contains("kind")) used.token_kinds.insert(token["kind"]);
      }
    }
    if (name == "steps" && member.is_array()) {
      for (const json& step : member) use_step(step, used);
    }
    use_parts(member, used);
  }
}

void use_step(const json& step, Used& used) {
  if (!step.is_object()) return;
  for (const auto& [name, value] : step.items()) {
    if (name != "ok" && name != "taken" && name != "steps") used.steps.insert(name);
  }
}

// The names that the schema of the cases gives to what may stand there.
Names enumerated(const json& definitions, const char* name) {
  return definitions.at(name).at("enum").get<Names>();
}

Names alternatives(const json& definitions, const char* name, const char* constant) {
  Names names;
  for (const json& one : definitions.at(name).at("oneOf")) {
    if (constant[0] == '\0') {
      names.insert(one.at("required").at(0).get<std::string>());
    } else {
      names.insert(one.at("properties").at(constant).at("const").get<std::string>());
    }
  }
  return names;
}

class Linter {
 public:
  explicit Linter(const CaseFolder& folder) : folder_(folder) {}

  std::vector<std::string> run() {
    shapes();
    if (!complaints_.empty()) return complaints_;  // the rest reads members that may be missing
    for (const CaseFile& file : folder_.files) read(file);
    if (complaints_.empty()) cases();
    definitions();
    return complaints_;
  }

 private:
  template <typename... Parts>
  void complain(fmt::format_string<Parts...> format, Parts&&... parts) {
    complaints_.push_back(fmt::format(format, std::forward<Parts>(parts)...));
  }

  // By the oracle: its reader knows names that stand twice, its checker the schema.
  void shapes() {
    conformance::ValidateRequest request;
    request.schema = folder_.schema_text;
    request.instances = folder_.texts;
    const conformance::ValidateReply reply = conformance::make_oracle_subject()->validate(request);
    if (reply.compile.outcome != Compile::ok || reply.instances.size() != folder_.files.size()) {
      complain("case_schema.json: {} {}", conformance::name(reply.compile.outcome), reply.compile.message);
      return;
    }
    for (std::size_t i = 0; i < reply.instances.size(); ++i) {
      if (reply.instances[i].validity == conformance::Validity::valid) continue;
      complain("{}: {} by case_schema.json: {}", folder_.files[i].name,
               conformance::name(reply.instances[i].validity), reply.instances[i].reason);
    }
  }

  void read(const CaseFile& file) {
    const json& cases = file.document.at("cases");
    used_.kinds.insert(file.document.at("kind").get<std::string>());
    if (file.name != file.document.at("kind").get<std::string>() + ".json")
      complain("{}: its kind is {}", file.name, file.document.at("kind").get<std::string>());
    if (file.document.at("count") != cases.size())
      complain("{}: count {} of {} cases", file.name, file.document.at("count").dump(), cases.size());
    for (const json& one : cases) {
      use_parts(one, used_);
      for (const json& flag : one.at("flags")) used_.flags.insert(flag.get<std::string>());
      for (const json& outcome : one.value("expect", json::array()))
        used_.outcomes.insert(outcome.get<std::string>());
    }
  }

  void cases() {
    Names ids;
    for (const HostileCase& one : cases_of(folder_)) {
      if (!ids.insert(one.id).second) complain("{}: the id stands there twice", one.id);
      outcomes(one);
      std::string error;
      const auto bytes = expanded_bytes(one, 1, error);
      if (!bytes) complain("{}: {}", one.id, error);
      if (bytes && one.bytes && *bytes != *one.bytes)
        complain("{}: declares {} bytes and has {}", one.id, *one.bytes, *bytes);
    }
  }

  bool allowed_choice(const HostileCase& one) const {
    return std::any_of(one.flags.begin(), one.flags.end(), [&](const std::string& flag) {
      return folder_.notes.at("flags").contains(flag) &&
             folder_.notes.at("flags").at(flag).value("several_outcomes", false);
    });
  }

  void outcomes(const HostileCase& one) {
    const bool several = one.expect.size() > 1;
    if (several != allowed_choice(one))
      complain("{}: several right outcomes and a flag that allows them go together", one.id);
    const auto right = [&](Compile outcome) {
      return std::find(one.expect.begin(), one.expect.end(), outcome) != one.expect.end();
    };
    if ((several || !right(Compile::ok)) != one.engine.has_value())
      complain("{}: the engine's exact answer stands where it is not plain ok", one.id);
    if (one.engine && !right(one.engine->outcome))
      complain("{}: the engine's answer is none of the right ones", one.id);
    if (one.engine && one.engine->code.empty() != (one.engine->outcome == Compile::ok))
      complain("{}: the engine's answer has a code exactly where it is not ok", one.id);
    if (!one.instances.empty() && !right(Compile::ok) && !right(Compile::empty))
      complain("{}: instances of what does not compile", one.id);
    if (one.kind == CaseKind::vocabulary &&
        (right(Compile::empty) || right(Compile::malformed) || right(Compile::limit)))
      complain("{}: a vocabulary is ok or refused", one.id);
  }

  void definitions() {
    const json& definitions = folder_.schema.at("$defs");
    compare("kind", enumerated(definitions, "kind"), used_.kinds);
    compare("outcome", enumerated(definitions, "outcome"), used_.outcomes);
    compare("kind of token", enumerated(definitions, "token_kind"), used_.token_kinds);
    compare("recipe", alternatives(definitions, "recipe", "recipe"), used_.recipes);
    compare("step", alternatives(definitions, "step", ""), used_.steps);
    Names flags;
    Names types;
    for (const auto& [flag, note] : folder_.notes.at("flags").items()) {
      flags.insert(flag);
      types.insert(note.at("bug_type").get<std::string>());
      if (note.at("effect").get<std::string>().empty()) complain("notes.json: {} has no effect", flag);
    }
    compare("flag", flags, used_.flags);
    compare("bug type", enumerated(definitions, "bug_type"), types);
  }

  void compare(const char* what, const Names& defined, const Names& used) {
    for (const std::string& name : defined) {
      if (!used.contains(name)) complain("no case uses the {} '{}'", what, name);
    }
    for (const std::string& name : used) {
      if (!defined.contains(name)) complain("the {} '{}' is not defined", what, name);
    }
  }

  const CaseFolder& folder_;
  Used used_;
  std::vector<std::string> complaints_;
};

}  // namespace

std::vector<std::string> lint(const CaseFolder& folder) {
  try {
    return Linter(folder).run();
  } catch (const json::exception& error) {  // case_schema.json or notes.json lacks a part that it must have
    return {fmt::format("case_schema.json or notes.json: {}", error.what())};
  }
}

}  // namespace lockstep::adversarial

#include "lockstep/conformance/insertion/insertion_subject.h"

#include <memory>
#include <variant>

#include "lockstep/conformance/planted/json_write.h"
#include "lockstep/conformance/planted/rewrite.h"
#include "lockstep/conformance/subject/engine_drive.h"
#include "lockstep/conformance/subject/engine_subject.h"
#include "lockstep/engine/session/constraint.h"
#include "lockstep/engine/vocabulary/builtin.h"

namespace lockstep::conformance {
namespace {

std::string without(const std::string& text, const std::string& keyword) {
  auto parsed = oracle::parse_json(text);
  if (!parsed.ok()) return text;
  for_each_schema(parsed.value(), [&](oracle::JsonValue& object) { erase_member(object, keyword); });
  return write_json(parsed.value());
}

}  // namespace

AskInsertion insertion_engine() {
  const EngineSettings settings{
      engine::Policy::spec(), {}, engine::builtin_vocabulary(), engine::MaskPath::memo};
  const std::shared_ptr<Subject> subject = make_engine_subject(settings);
  return [settings, subject](const ValidateRequest& request) {
    InsertionReply out;
    out.reply = subject->validate(request);
    const auto compiled = compile_with_engine(settings, request);
    if (const auto* constraint = std::get_if<engine::Constraint>(&compiled)) {
      for (const engine::Remark& remark : constraint->remarks())
        out.listed.emplace_back(remark.pointer, remark.keyword);
    }
    return out;
  };
}

AskInsertion ignoring(AskInsertion healthy, std::string keyword) {
  return [healthy = std::move(healthy), keyword = std::move(keyword)](const ValidateRequest& request) {
    ValidateRequest shown = request;
    shown.schema = without(request.schema, keyword);
    if (request.registry && keyword == "$vocabulary") {
      auto registry = std::make_shared<Registry>(*request.registry);
      for (auto& [uri, document] : *registry) document = without(document, keyword);
      shown.registry = registry;
    }
    return healthy(shown);
  };
}

}  // namespace lockstep::conformance

// Loading: documents, and the keywords of every subschema.
#include "lockstep/oracle/schema/loader.h"

#include <algorithm>

#include "lockstep/oracle/format/format.h"
#include "lockstep/oracle/json_text/equality.h"
#include "lockstep/oracle/schema/metaschemas.h"
#include "lockstep/oracle/schema/pointer.h"

namespace lockstep::oracle {
namespace {

bool lists_integer(const JsonValue& type) {
  return type.text == "integer" || std::any_of(type.items.begin(), type.items.end(),
                                               [](const JsonValue& name) { return name.text == "integer"; });
}

}  // namespace

Loader::Loader(const Registry& registry, const SchemaOptions& options, std::vector<std::string> chain)
    : registry_(registry),
      options_(options),
      chain_(std::move(chain)),
      impl_(std::make_shared<Schema::Impl>()) {}

Error Loader::fault(const Document& document, const std::string& pointer, std::size_t offset,
                    std::string code, std::string message) const {
  if (document.index == 0) return {std::move(code), std::move(message), offset, pointer};
  message += " (at \"" + pointer + "\" of " + document.uri + ")";
  return {std::move(code), std::move(message), 0, document.reached_from};
}

Error Loader::fault(const Subschema& schema, const JsonMember& member, std::string code,
                    std::string message) const {
  return fault(*schema.document, schema.pointer() + pointer_step(member.name), member.value.begin,
               std::move(code), std::move(message));
}

Outcome<std::shared_ptr<Schema::Impl>> Loader::run(std::string_view text, const std::string& uri,
                                                   bool official) {
  if (Fail fail = add_document(text, uri, official, "")) return *fail;
  if (Fail fail = compile_all()) return *fail;
  impl_->root = impl_->at.at(&impl_->documents.front().root);
  Outcome<std::vector<Schema::Remark>> remarks = collect_remarks(*impl_, options_.assert_formats);
  if (!remarks) return remarks.error();
  impl_->remarks = std::move(remarks.value());
  return impl_;
}

Fail Loader::add_document(std::string_view text, const std::string& uri, bool official,
                          const std::string& reached_from) {
  Document& document = impl_->documents.emplace_back();
  document.uri = uri;
  document.index = impl_->documents.size() - 1;
  document.official = official;
  document.reached_from = reached_from;
  Outcome<JsonValue> parsed = parse_json(text, options_.limits);
  if (!parsed) {
    const Error& error = parsed.error();
    if (document.index == 0) return error;
    return fault(document, "", 0, error.code, error.message + " at byte " + std::to_string(error.offset));
  }
  document.root = std::move(parsed.value());
  if (Resource* known = known_copy(document)) {
    impl_->by_uri.emplace(identity_of(*parse_uri(uri)), known);
    impl_->documents.pop_back();
    return {};
  }
  return index({&document.root, nullptr, "", nullptr, &document});
}

// A registry may hold one document under several URIs: the second time its $id is known, and it is the same
// text.
Resource* Loader::known_copy(const Document& document) {
  const JsonValue* declared = document.root.find("$schema");
  const bool is_declared = declared != nullptr && declared->kind == JsonKind::string;
  const auto dialect = dialect_of(is_declared ? declared->text : options_.default_dialect);
  if (!dialect) return nullptr;
  const JsonMember* id = identifier_of(document.root, *dialect.value());
  if (id == nullptr) return nullptr;
  const std::optional<Uri> own = parse_uri(id->value.text);
  if (!own) return nullptr;
  const auto known = impl_->by_uri.find(identity_of(resolve_uri(*parse_uri(document.uri), *own)));
  if (known == impl_->by_uri.end()) return nullptr;
  const Subschema& root = *known->second->root;
  return root.parent == nullptr && equal(*root.value, document.root) ? known->second : nullptr;
}

// The list grows while references lead to further documents and places.
Fail Loader::compile_all() {
  while (true) {
    while (compiled_ < impl_->subschemas.size()) {
      if (Fail fail = compile(impl_->subschemas[compiled_++])) return fail;
    }
    if (deferred_.empty()) return {};
    if (Fail fail = resolve_deferred()) return fail;
    if (deferred_.empty() && compiled_ == impl_->subschemas.size()) return {};
  }
}

Fail Loader::compile(Subschema& schema) {
  if (schema.value->kind == JsonKind::boolean) return {};
  if (schema.value->kind != JsonKind::object) {
    return fault(*schema.document, schema.pointer(), schema.value->begin, "invalid_schema",
                 "A schema is an object or a boolean.");
  }
  const bool reference_alone = voids_siblings(*schema.value, *schema.dialect);
  for (const JsonMember& member : schema.value->members) {
    if (reference_alone && member.name != "$ref") continue;
    const Rule* rule = find_rule(member.name, *schema.dialect);
    if (rule == nullptr && member.name == "nullable") {
      if (Fail fail = check_nullable(schema, member)) return fail;
    }
    if (rule == nullptr) continue;
    if (Fail fail = compile_keyword(schema, *rule, member)) return fail;
  }
  std::sort(schema.keywords.begin(), schema.keywords.end(), [](const Keyword& a, const Keyword& b) {
    return a.rule->stage != b.rule->stage ? a.rule->stage < b.rule->stage : a.value->begin < b.value->begin;
  });
  for (std::size_t i = 0; i < schema.keywords.size(); ++i) {
    const std::string_view name = schema.keywords[i].rule->name;
    if (name != "$ref" && name != "$dynamicRef") continue;
    std::string missing;
    if (Fail fail = resolve({&schema, i}, missing)) return fail;
    if (!missing.empty()) deferred_.push_back({&schema, i});
  }
  return {};
}

// The metaschema has been asked already; but a metaschema of somebody else may be laxer than the vocabularies
// that it declares, and a keyword function must never see a value of the wrong shape.
Fail Loader::compile_keyword(Subschema& schema, const Rule& rule, const JsonMember& member) {
  if (const JsonValue* part = shape_fault(rule.shape, member.value)) {
    const std::string inside = pointer_of(member.value, *part);
    return fault(*schema.document, schema.pointer() + pointer_step(member.name) + inside, part->begin,
                 "invalid_schema", "The value of \"" + member.name + "\" is not what the keyword takes.");
  }
  if (const JsonValue* part = neighbour_fault(rule, member, *schema.value)) {
    return fault(*schema.document, schema.pointer() + pointer_step(member.name), part->begin,
                 "invalid_schema", "\"" + member.name + "\" is about a neighbour that is not there.");
  }
  if (rule.name == "format") {
    const Dialect& dialect = *schema.dialect;
    if (!asserts_format(dialect, options_.assert_formats, member.value.text)) return {};
    if (!is_known_format(member.value.text)) {  // Validation 7.2.3
      return fault(schema, member, "unknown_format",
                   "The dialect asserts formats, and \"" + member.value.text + "\" is none that is known.");
    }
  }
  if (rule.stage == Stage::unevaluated) impl_->annotates = true;
  for (Keyword& keyword : read_keyword(rule, member, schema)) {
    if (rule.name == "pattern" || rule.name == "patternProperties") {
      if (Fail fail = compile_patterns(schema, member, keyword)) return fail;
    }
    if (keyword.integer_words && lists_integer(*keyword.value)) impl_->integer_words = true;
    schema.keywords.push_back(std::move(keyword));
  }
  return {};
}

// drafts.md 3.11: no keyword of any draft, and too often meant to be ignored in silence.
Fail Loader::check_nullable(const Subschema& schema, const JsonMember& member) const {
  if (!options_.openapi) {
    return fault(schema, member, "unsupported_keyword",
                 "\"nullable\" is OpenAPI's: no draft of JSON Schema has it.");
  }
  if (member.value.kind == JsonKind::boolean) return {};
  return fault(schema, member, "invalid_schema", "The value of \"nullable\" is no boolean.");
}

Fail Loader::compile_patterns(const Subschema& schema, const JsonMember& member, Keyword& keyword) {
  const auto add = [&](const std::string& source, const std::string& inside, std::size_t offset) -> Fail {
    Outcome<Pattern> pattern = Pattern::compile(source);
    if (!pattern) {
      const Error& error = pattern.error();
      return fault(*schema.document, schema.pointer() + pointer_step(member.name) + inside, offset,
                   error.code, error.message + " (byte " + std::to_string(error.offset) + " of the pattern)");
    }
    keyword.patterns.push_back(std::move(pattern.value()));
    return {};
  };
  if (member.value.kind == JsonKind::string) return add(member.value.text, "", member.value.begin);
  for (const JsonMember& entry : member.value.members) {
    if (Fail fail = add(entry.name, pointer_step(entry.name), entry.name_begin)) return fail;
  }
  return {};
}

}  // namespace lockstep::oracle

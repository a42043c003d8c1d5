// What a schema carries that asserts nothing here, listed so that nothing is ignored in silence.
#include <algorithm>

#include "lockstep/oracle/format/format.h"
#include "lockstep/oracle/schema/loader.h"
#include "lockstep/oracle/schema/pointer.h"

namespace lockstep::oracle {
namespace {

class Collector {
 public:
  explicit Collector(bool assert_formats) : assert_formats_(assert_formats) {}

  void visit(const Subschema& schema) {
    const bool reference_alone = voids_siblings(*schema.value, *schema.dialect);
    for (const JsonMember& member : schema.value->members) {
      if (is_full()) return;
      if (reference_alone && member.name != "$ref") {
        add(schema, "void_beside_ref", pointer_step(member.name), member.name);
        continue;
      }
      const Rule* rule = find_rule(member.name, *schema.dialect);
      if (rule == nullptr && is_read(schema, member)) continue;
      if (rule == nullptr) {
        add(schema, "unknown_keyword", pointer_step(member.name), member.name);
      } else if (rule->vocabularies == kContent) {
        add(schema, "content_annotation", pointer_step(member.name), member.value.text);
      } else if (decides_nothing_now(schema, *rule)) {
        add(schema, "deprecated_keyword", pointer_step(member.name), member.name);
      } else if (rule->name == "$schema") {
        visit_dialect(schema, member);
      } else if (rule->name == "format") {
        visit_format(schema, member);
      } else if (const Keyword* keyword = schema.find(rule->name)) {
        visit_keyword(schema, member, *keyword);
      }
    }
  }

  std::vector<Schema::Remark> take() { return std::move(remarks_); }
  bool is_full() const { return bytes_ > kMostBytes; }

 private:
  void add(const Subschema& schema, std::string kind, const std::string& inside, std::string detail) {
    std::string pointer = schema.pointer() + inside;
    if (schema.document->index != 0) pointer = schema.document->uri + "#" + pointer;
    bytes_ += sizeof(Schema::Remark) + pointer.size() + detail.size();
    remarks_.push_back({std::move(kind), std::move(pointer), std::move(detail)});
  }

  // `nullable` that the loader has let pass.
  static bool is_read(const Subschema& schema, const JsonMember& member) {
    return member.name == "nullable" && schema.find("type") != nullptr;
  }

  // drafts.md 2: "listed".
  static bool decides_nothing_now(const Subschema& schema, const Rule& rule) {
    return schema.dialect->draft >= Draft::draft2019 &&
           (rule.name == "definitions" || rule.name == "dependencies");
  }

  // drafts.md 1.3.
  void visit_dialect(const Subschema& schema, const JsonMember& member) {
    if (schema.resource->root == &schema) return;
    add(schema, "schema_below_root", pointer_step(member.name), member.value.text);
  }

  void visit_format(const Subschema& schema, const JsonMember& member) {
    if (asserts_format(*schema.dialect, assert_formats_, member.value.text)) return;
    add(schema, "format_annotation", pointer_step(member.name), member.value.text);
  }

  void visit_keyword(const Subschema& schema, const JsonMember& member, const Keyword& keyword) {
    for (std::size_t i = 0; i < keyword.patterns.size(); ++i) {
      if (!keyword.patterns[i].without_u()) continue;
      const bool single = member.value.kind == JsonKind::string;
      const std::string& source = single ? member.value.text : member.value.members[i].name;
      add(schema, "pattern_without_u", pointer_step(member.name) + (single ? "" : pointer_step(source)),
          source);
    }
    if (keyword.target == nullptr) return;
    const std::optional<Uri> uri = parse_uri(member.value.text);
    if (uri && has_fragment_faults(*uri)) {
      add(schema, "reference_characters", pointer_step(member.name), member.value.text);
    }
  }

  // Long pointers times many keywords is more than any reader wants: a schema of a few megabytes can ask for
  // terabytes.
  static constexpr std::size_t kMostBytes = std::size_t{64} << 20U;

  const bool assert_formats_;
  std::size_t bytes_ = 0;
  std::vector<Schema::Remark> remarks_;
};

}  // namespace

bool asserts_format(const Dialect& dialect, bool assert_formats, std::string_view format) {
  if ((dialect.vocabularies & kFormatAssertion) != 0) {
    // 2019-09 says nothing of formats that are not its own; 2020-12 lets nobody pass over one.
    return dialect.draft == Draft::draft2020 || is_known_format(format);
  }
  return assert_formats && (dialect.vocabularies & kFormatAnnotation) != 0 && is_known_format(format);
}

Outcome<std::vector<Schema::Remark>> collect_remarks(const Schema::Impl& impl, bool assert_formats) {
  std::vector<const Subschema*> schemas;
  for (const Subschema& schema : impl.subschemas) {
    if (!schema.document->official) schemas.push_back(&schema);
  }
  std::sort(schemas.begin(), schemas.end(), [](const Subschema* a, const Subschema* b) {
    if (a->document != b->document) return a->document->index < b->document->index;
    return a->value->begin < b->value->begin;
  });
  Collector collector(assert_formats);
  for (const Subschema* schema : schemas) collector.visit(*schema);
  if (collector.is_full()) {
    return Error{"too_large", "The list of what the schema carries without asserting it is beyond 64 MiB.", 0,
                 ""};
  }
  return collector.take();
}

}  // namespace lockstep::oracle

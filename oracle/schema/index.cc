// Finds every subschema of a document, its resources and its anchors (Core 8.2.1, 8.2.2). Only places where a
// keyword of an active vocabulary has a subschema are looked at: an $id in an enum or under an unknown
// keyword is no identifier.
#include <utility>

#include "lockstep/oracle/schema/evaluation.h"
#include "lockstep/oracle/schema/loader.h"
#include "lockstep/oracle/schema/metaschemas.h"
#include "lockstep/oracle/schema/pointer.h"

namespace lockstep::oracle {
namespace {

const JsonMember* string_member(const JsonValue& value, std::string_view name) {
  for (const JsonMember& member : value.members) {
    if (member.name == name) return member.value.kind == JsonKind::string ? &member : nullptr;
  }
  return nullptr;
}

}  // namespace

// Breadth first, so that nesting costs no stack. Then the metaschemas judge, and only then faults of
// identifiers count, as an $id of the wrong kind is the metaschema's business.
Fail Loader::index(Place root) {
  const std::size_t first = impl_->subschemas.size();
  std::deque<Place> todo;
  todo.push_back(std::move(root));
  while (!todo.empty()) {
    const Place place = std::move(todo.front());
    todo.pop_front();
    if (Fail fail = visit(place, todo)) return fail;
  }
  std::vector<const Subschema*> resource_roots;
  for (std::size_t i = first + 1; i < impl_->subschemas.size(); ++i) {
    const Subschema& schema = impl_->subschemas[i];
    if (schema.resource->root == &schema) resource_roots.push_back(&schema);
  }
  if (Fail fail = check_against_metaschemas(impl_->subschemas[first], resource_roots)) return fail;
  if (!identifier_faults_.empty()) return identifier_faults_.front();
  return {};
}

Fail Loader::visit(const Place& place, std::deque<Place>& todo) {
  const bool is_root = place.resource == nullptr;
  const bool is_schema = place.value->kind == JsonKind::object || place.value->kind == JsonKind::boolean;
  if (!is_root && !is_schema) return {};           // the metaschema will say so
  if (impl_->at.contains(place.value)) return {};  // reached by a reference before
  if (impl_->subschemas.size() >= options_.subschemas) {
    return fault(*place.document, "", 0, "too_large",
                 "More than " + std::to_string(options_.subschemas) + " subschemas.");
  }
  Subschema& schema = impl_->subschemas.emplace_back();
  schema.value = place.value;
  schema.document = place.document;
  schema.parent = place.parent;
  schema.path = place.path;
  schema.resource = place.resource;
  impl_->at.emplace(place.value, &schema);
  if (is_root || string_member(*place.value, "$id") != nullptr) {
    if (Fail fail = enter_resource(place, schema)) return fail;
  } else if (Fail fail = check_schema_keyword(schema)) {
    return fail;
  }
  read_identifiers(schema);
  push_children(schema, todo);
  return {};
}

// 8.2.1 and 8.1.1: a new base URI, and perhaps another dialect.
Fail Loader::enter_resource(const Place& place, Subschema& schema) {
  const bool is_root = place.resource == nullptr;
  const JsonMember* id = string_member(*place.value, "$id");
  Resource& resource = impl_->resources.emplace_back();
  resource.root = &schema;
  resource.base = is_root ? *parse_uri(place.document->uri) : place.resource->base;
  schema.resource = &resource;
  if (is_root) impl_->by_uri.emplace(identity_of(resource.base), &resource);
  if (id != nullptr) {
    const std::optional<Uri> own = parse_uri(id->value.text);
    if (!own || (own->fragment && !own->fragment->empty())) {
      identifier_faults_.push_back(
          fault(schema, *id, "bad_identifier", "$id is no URI reference without fragment."));
    } else {
      resource.base = resolve_uri(resource.base, *own);
      resource.base.fragment.reset();
      const auto [found, is_new] = impl_->by_uri.emplace(identity_of(resource.base), &resource);
      if (!is_new && found->second != &resource) {
        identifier_faults_.push_back(fault(schema, *id, "bad_identifier",
                                           "$id names a resource that exists already: " + found->first));
      }
    }
  }
  const JsonMember* declared = string_member(*place.value, "$schema");
  if (declared == nullptr && !is_root) {
    resource.dialect = place.resource->dialect;
    return {};
  }
  Outcome<std::shared_ptr<const Dialect>> dialect =
      dialect_of(declared != nullptr ? declared->value.text : options_.default_dialect);
  if (!dialect) {
    const std::string step = declared != nullptr ? "/$schema" : "";
    return fault(*schema.document, schema.pointer() + step, declared != nullptr ? declared->value.begin : 0,
                 dialect.error().code, dialect.error().message);
  }
  resource.dialect = dialect.value();
  return {};
}

// 8.1.1: $schema MUST NOT appear where no resource begins. Harmless if it repeats the dialect in force.
Fail Loader::check_schema_keyword(const Subschema& schema) {
  const JsonMember* declared = string_member(*schema.value, "$schema");
  if (declared == nullptr) return {};
  const std::optional<Uri> uri = parse_uri(declared->value.text);
  if (uri && identity_of(*uri) == schema.resource->dialect->uri) return {};
  return fault(schema, *declared, "unsupported_dialect",
               "$schema changes the dialect in a subschema that is no resource: " + declared->value.text);
}

void Loader::read_identifiers(Subschema& schema) {
  if (const JsonMember* anchor = string_member(*schema.value, "$anchor")) add_anchor(schema, *anchor, false);
  if (const JsonMember* anchor = string_member(*schema.value, "$dynamicAnchor"))
    add_anchor(schema, *anchor, true);
}

// 8.2.2: the same name twice in one resource is undefined by the specification, and refused here; on the same
// subschema both keywords may share a name.
void Loader::add_anchor(Subschema& schema, const JsonMember& member, bool dynamic) {
  const auto [found, is_new] = schema.resource->anchors.emplace(member.value.text, &schema);
  if (!is_new && found->second != &schema) {
    identifier_faults_.push_back(fault(schema, member, "bad_identifier",
                                       "The anchor exists already in this resource: " + member.value.text));
  }
  if (dynamic) schema.resource->dynamic_anchors.emplace(member.value.text, &schema);
}

void Loader::push_children(const Subschema& schema, std::deque<Place>& todo) {
  const unsigned vocabularies = schema.resource->dialect->vocabularies;
  for (const JsonMember& member : schema.value->members) {
    const Rule* rule = find_rule(member.name, vocabularies);
    if (rule == nullptr) continue;
    const std::string path = pointer_step(member.name);
    if (rule->shape == ValueShape::schema) {
      todo.push_back({&member.value, &schema, path, schema.resource, schema.document});
    } else if (rule->shape == ValueShape::schema_array) {
      for (std::size_t i = 0; i < member.value.items.size(); ++i) {
        todo.push_back({&member.value.items[i], &schema, path + pointer_step(std::to_string(i)),
                        schema.resource, schema.document});
      }
    } else if (rule->shape == ValueShape::schema_map) {
      for (const JsonMember& entry : member.value.members) {
        todo.push_back(
            {&entry.value, &schema, path + pointer_step(entry.name), schema.resource, schema.document});
      }
    }
  }
}

// Core 9.3.3: an embedded resource of another dialect is judged by its own metaschema alone.
Fail Loader::check_against_metaschemas(const Subschema& root,
                                       const std::vector<const Subschema*>& resource_roots) {
  std::vector<const Subschema*> judged = {&root};
  std::set<const JsonValue*> opaque;
  for (const Subschema* candidate : resource_roots) {
    const Subschema* outer = candidate->parent;
    if (outer->resource->dialect == candidate->resource->dialect) continue;
    judged.push_back(candidate);
    opaque.insert(candidate->value);
  }
  for (const Subschema* schema : judged) {
    const Dialect& dialect = *schema->resource->dialect;
    if (dialect.metaschema == nullptr) continue;  // loading that metaschema itself: load_dialect judges it
    if (Fail fail = check_against(dialect, *schema, opaque)) return fail;
  }
  return {};
}

Fail Loader::check_against(const Dialect& dialect, const Subschema& schema,
                           const std::set<const JsonValue*>& opaque) {
  CheckLimits limits;
  limits.depth = options_.depth;
  limits.steps = options_.steps;
  Evaluation evaluation(*dialect.metaschema, limits);
  evaluation.set_opaque(&opaque);
  const Answer answer = evaluation.run(*dialect.metaschema->root, *schema.value);
  if (answer.is_yes()) return {};
  if (answer.is_unknown()) {
    const std::string code = answer.reason.substr(0, answer.reason.find(':'));
    return fault(*schema.document, schema.pointer(), schema.value->begin, code,
                 "The schema is beyond what can be judged against " + dialect.uri + ": " + answer.reason);
  }
  const JsonValue& where = *evaluation.fault().where;
  return fault(*schema.document, schema.pointer() + pointer_of(*schema.value, where), where.begin,
               "invalid_schema", "Invalid against the metaschema " + dialect.uri);
}

}  // namespace lockstep::oracle

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

const JsonMember* identifier_of(const JsonValue& schema, const Dialect& dialect) {
  if (voids_siblings(schema, dialect)) return nullptr;
  return string_member(schema, dialect.draft == Draft::draft4 ? "id" : "$id");
}

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
  std::vector<const Subschema*> of_other_dialects;
  for (std::size_t i = first + 1; i < impl_->subschemas.size(); ++i) {
    const Subschema& schema = impl_->subschemas[i];
    if (schema.dialect != schema.parent->dialect) of_other_dialects.push_back(&schema);
  }
  if (Fail fail = check_against_metaschemas(impl_->subschemas[first], of_other_dialects)) return fail;
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
  if (Fail fail = choose_dialect(place, schema)) return fail;
  enter_resource(place, schema);
  read_anchors(schema);
  push_children(schema, todo);
  return {};
}

// 8.1.1 and drafts.md 1: `$schema` is read before all else, and holds from here on down wherever it stands.
Fail Loader::choose_dialect(const Place& place, Subschema& schema) {
  const JsonMember* declared = string_member(*place.value, "$schema");
  if (declared == nullptr && place.resource != nullptr) {
    schema.dialect = place.parent->dialect;
    return {};
  }
  Outcome<std::shared_ptr<const Dialect>> dialect =
      dialect_of(declared != nullptr ? declared->value.text : options_.default_dialect);
  if (!dialect) {
    const std::string step = declared != nullptr ? "/$schema" : "";
    return fault(*schema.document, schema.pointer() + step, declared != nullptr ? declared->value.begin : 0,
                 dialect.error().code, dialect.error().message);
  }
  schema.dialect = dialect.value();
  return {};
}

// 8.2.1: a new base URI. Up to draft 7 the fragment of an identifier names the place in its resource, and one
// that is nothing but a fragment begins no resource (drafts.md 3.4).
void Loader::enter_resource(const Place& place, Subschema& schema) {
  const bool is_root = place.resource == nullptr;
  const JsonMember* id = identifier_of(*place.value, *schema.dialect);
  const bool fragments = schema.dialect->draft <= Draft::draft7;
  std::optional<Uri> own;
  std::string name;
  if (id != nullptr) {
    own = parse_uri(id->value.text);
    if (own && own->fragment) name = percent_decode(*own->fragment).value_or("/");
    if (!own || (!name.empty() && (!fragments || name.front() == '/'))) {
      identifier_faults_.push_back(
          fault(schema, *id, "bad_identifier", "No URI reference, or with a fragment that names no place."));
      own.reset();
    }
  }
  const bool moves = own && (name.empty() || id->value.text.front() != '#');
  if (is_root || moves) {
    Resource& resource = impl_->resources.emplace_back();
    resource.root = &schema;
    resource.base = is_root ? *parse_uri(place.document->uri) : place.resource->base;
    schema.resource = &resource;
    if (is_root) impl_->by_uri.emplace(identity_of(resource.base), &resource);
    if (moves) name_resource(schema, *id, *own);
  }
  if (own && !name.empty()) add_anchor(schema, *id, name);
}

void Loader::name_resource(Subschema& schema, const JsonMember& id, const Uri& own) {
  Resource& resource = *schema.resource;
  resource.base = resolve_uri(resource.base, own);
  resource.base.fragment.reset();
  const auto [found, is_new] = impl_->by_uri.emplace(identity_of(resource.base), &resource);
  if (!is_new && found->second != &resource) {
    identifier_faults_.push_back(
        fault(schema, id, "bad_identifier", "The name of a resource that exists already: " + found->first));
  }
}

void Loader::read_anchors(Subschema& schema) {
  const Draft draft = schema.dialect->draft;
  if (draft < Draft::draft2019) return;
  if (const JsonMember* anchor = string_member(*schema.value, "$anchor"))
    add_anchor(schema, *anchor, anchor->value.text);
  const JsonMember* dynamic = string_member(*schema.value, "$dynamicAnchor");
  if (draft == Draft::draft2020 && dynamic != nullptr) {
    add_anchor(schema, *dynamic, dynamic->value.text);
    schema.resource->dynamic_anchors.emplace(dynamic->value.text, &schema);
  }
  if (draft != Draft::draft2019 || schema.resource->root != &schema) return;
  const JsonValue* recursive = schema.value->find("$recursiveAnchor");
  if (recursive == nullptr || recursive->kind != JsonKind::boolean || !recursive->boolean) return;
  schema.resource->dynamic_anchors.emplace(kRecursiveAnchor, &schema);
}

// 8.2.2: the same name twice in one resource is undefined by the specification, and refused here; on the same
// subschema two keywords may share a name.
void Loader::add_anchor(Subschema& schema, const JsonMember& member, const std::string& name) {
  const auto [found, is_new] = schema.resource->anchors.emplace(name, &schema);
  if (!is_new && found->second != &schema) {
    identifier_faults_.push_back(fault(schema, member, "bad_identifier",
                                       "The anchor exists already in this resource: " + member.value.text));
  }
}

void Loader::push_children(const Subschema& schema, std::deque<Place>& todo) {
  const bool reference_alone = voids_siblings(*schema.value, *schema.dialect);
  for (const JsonMember& member : schema.value->members) {
    // Nothing beside the `$ref` counts; but definitions stand there for it to lead to.
    if (reference_alone && member.name != "definitions") continue;
    const Rule* rule = find_rule(member.name, *schema.dialect);
    if (rule == nullptr) continue;
    const std::string path = pointer_step(member.name);
    const bool is_list = member.value.kind == JsonKind::array;
    if (rule->shape == ValueShape::schema || (rule->shape == ValueShape::schema_or_array && !is_list)) {
      todo.push_back({&member.value, &schema, path, schema.resource, schema.document});
    } else if (rule->shape == ValueShape::schema_array || rule->shape == ValueShape::schema_or_array) {
      for (std::size_t i = 0; i < member.value.items.size(); ++i) {
        todo.push_back({&member.value.items[i], &schema, path + pointer_step(std::to_string(i)),
                        schema.resource, schema.document});
      }
    } else if (rule->shape == ValueShape::schema_map || rule->shape == ValueShape::dependencies) {
      for (const JsonMember& entry : member.value.members) {
        todo.push_back(
            {&entry.value, &schema, path + pointer_step(entry.name), schema.resource, schema.document});
      }
    }
  }
}

// Core 9.3.3: an embedded schema of another dialect is judged by its own metaschema alone.
Fail Loader::check_against_metaschemas(const Subschema& root,
                                       const std::vector<const Subschema*>& of_other_dialects) {
  std::vector<const Subschema*> judged = {&root};
  std::set<const JsonValue*> opaque;
  for (const Subschema* candidate : of_other_dialects) {
    judged.push_back(candidate);
    opaque.insert(candidate->value);
  }
  for (const Subschema* schema : judged) {
    const Dialect& dialect = *schema->dialect;
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

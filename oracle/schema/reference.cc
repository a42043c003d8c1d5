// References (Core 8.2.3): the URI, the resource, then the fragment: nothing, a JSON pointer, or an anchor.
#include "lockstep/oracle/schema/loader.h"
#include "lockstep/oracle/schema/metaschemas.h"
#include "lockstep/oracle/schema/pointer.h"

namespace lockstep::oracle {
namespace {

const JsonMember& member_of(const Subschema& schema, const Keyword& keyword) {
  for (const JsonMember& member : schema.value->members) {
    if (&member.value == keyword.value) return member;
  }
  return schema.value->members.front();  // not reached: a keyword's value is a member of its schema
}

}  // namespace

Fail Loader::resolve(Reference reference, std::string& missing) {
  const Subschema& schema = *reference.schema;
  Keyword& keyword = reference.schema->keywords[reference.keyword];
  const JsonMember& member = member_of(schema, keyword);
  if (member.name == "$recursiveRef") return resolve_recursive(schema, member, keyword);
  const std::optional<Uri> written = parse_uri(member.value.text);
  if (!written) return fault(schema, member, "bad_reference", "No URI reference: " + member.value.text);
  const Uri target = resolve_uri(schema.resource->base, *written);
  const std::optional<std::string> fragment = percent_decode(target.fragment.value_or(""));
  if (!fragment)
    return fault(schema, member, "bad_reference", "A wrong percent encoding: " + member.value.text);

  Resource* resource = nullptr;
  if (Fail fail = find_resource(schema, member, target, resource)) return fail;
  if (resource == nullptr) {
    missing = "No schema is known as " + identity_of(target);
    return {};
  }
  if (fragment->empty()) {
    keyword.target = resource->root;
    return {};
  }
  if (fragment->front() == '/')
    return find_pointer(schema, member, *resource, *fragment, keyword.target, missing);
  const auto anchor = resource->anchors.find(*fragment);
  if (anchor == resource->anchors.end()) {
    missing = "No anchor \"" + *fragment + "\" in " + identity_of(target);
    return {};
  }
  keyword.target = anchor->second;
  // 8.2.3.2: dynamic only if the fragment was created by $dynamicAnchor.
  if (keyword.rule->name == "$dynamicRef" && resource->dynamic_anchors.contains(*fragment)) {
    keyword.dynamic_anchor = *fragment;
  }
  return {};
}

// drafts.md 3.9: dynamic only if the root that it leads to first says so.
Fail Loader::resolve_recursive(const Subschema& schema, const JsonMember& member, Keyword& keyword) const {
  if (member.value.text != "#") {
    return fault(schema, member, "bad_reference", "$recursiveRef is \"#\", not " + member.value.text);
  }
  const Resource& resource = *schema.resource;
  keyword.target = resource.root;
  if (resource.dynamic_anchors.contains(kRecursiveAnchor)) keyword.dynamic_anchor = kRecursiveAnchor;
  return {};
}

// Among what is loaded; else the official metaschemas; else the registry.
Fail Loader::find_resource(const Subschema& from, const JsonMember& member, const Uri& target,
                           Resource*& found) {
  const std::string identity = identity_of(target);
  if (const auto known = impl_->by_uri.find(identity); known != impl_->by_uri.end()) {
    found = known->second;
    return {};
  }
  const std::string_view official = official_metaschema(identity);
  const std::string* given = official.empty() ? registry_text(identity) : nullptr;
  if (official.empty() && given == nullptr) return {};
  const Document& here = *from.document;
  const std::string led_here =
      here.index == 0 ? from.pointer() + pointer_step(member.name) : here.reached_from;
  Fail fail = add_document(official.empty() ? std::string_view(*given) : official, identity,
                           !official.empty(), led_here);
  if (fail) return fail;
  found = impl_->by_uri.at(identity);
  return {};
}

// RFC 6901, from the root of the resource. The place need not be known as a subschema: under an unknown
// keyword or inside an annotation (Core 9.4.2 leaves that undefined) it is judged as a schema of the resource
// around it, its own identifiers included, as long as it is an object or a boolean.
Fail Loader::find_pointer(const Subschema& from, const JsonMember& member, Resource& resource,
                          const std::string& pointer, const Subschema*& found, std::string& missing) {
  const std::optional<std::vector<std::string>> tokens = pointer_tokens(pointer);
  if (!tokens) return fault(from, member, "bad_reference", "A wrong escape in the JSON pointer: " + pointer);
  const JsonValue* at = resource.root->value;
  const Subschema* nearest = resource.root;
  std::string path;  // from the nearest subschema
  for (const std::string& token : *tokens) {
    at = step(*at, token);
    if (at == nullptr) {
      missing = "Nothing at \"" + pointer + "\" of " + identity_of(resource.base);
      return {};
    }
    path += pointer_step(token);
    if (const auto known = impl_->at.find(at); known != impl_->at.end()) {
      nearest = known->second;
      path.clear();
    }
  }
  if (at == nearest->value) {
    found = nearest;
    return {};
  }
  if (at->kind != JsonKind::object && at->kind != JsonKind::boolean) {
    return fault(from, member, "bad_reference", "No schema stands at \"" + pointer + "\"");
  }
  if (Fail fail = index({at, nearest, path, nearest->resource, nearest->document})) return fail;
  found = impl_->at.at(at);
  return {};
}

// pointer_child, but without a walk through a long list of definitions for each reference to one.
const JsonValue* Loader::step(const JsonValue& value, const std::string& token) {
  constexpr std::size_t kLarge = 64;
  if (value.members.size() < kLarge) return pointer_child(value, token);
  auto& names = names_[&value];
  if (names.empty()) {
    for (const JsonMember& member : value.members) names.emplace(member.name, &member.value);
  }
  const auto found = names.find(token);
  return found == names.end() ? nullptr : found->second;
}

// A reference that found nothing may mean an identifier inside a place that another reference has made a
// schema since.
Fail Loader::resolve_deferred() {
  std::vector<Reference> waiting;
  waiting.swap(deferred_);
  std::string first_missing;
  for (const Reference& reference : waiting) {
    std::string missing;
    if (Fail fail = resolve(reference, missing)) return fail;
    if (missing.empty()) continue;
    if (deferred_.empty()) first_missing = missing;
    deferred_.push_back(reference);
  }
  if (deferred_.size() < waiting.size() || deferred_.empty()) return {};
  const Subschema& schema = *deferred_.front().schema;
  return fault(schema, member_of(schema, schema.keywords[deferred_.front().keyword]), "bad_reference",
               first_missing);
}

const std::string* Loader::registry_text(const std::string& identity) {
  if (registry_by_identity_.empty()) {
    for (const auto& [key, text] : registry_) {
      if (const std::optional<Uri> uri = parse_uri(key))
        registry_by_identity_.emplace(identity_of(*uri), &text);
    }
  }
  const auto found = registry_by_identity_.find(identity);
  return found == registry_by_identity_.end() ? nullptr : found->second;
}

}  // namespace lockstep::oracle

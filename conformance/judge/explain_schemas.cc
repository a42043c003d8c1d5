// Reasons in the schema: what a validator makes of its keywords.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "lockstep/conformance/judge/explain.h"
#include "lockstep/conformance/judge/schema_data.h"
#include "lockstep/oracle/json_text/json_text.h"
#include "lockstep/oracle/pattern/pattern.h"

namespace lockstep::conformance {
namespace {

using oracle::JsonKind;
using oracle::JsonValue;

}  // namespace

namespace {

// What a member is to the voter: text for its name, quotes and all, and text after its value. No name: as it
// is written.
struct Rewriting {
  std::string name;
  std::string after;
};

Rewriting renamed(std::string_view name) { return {nlohmann::json(name).dump(), ""}; }

// `holder` is the name of the member whose value the object is.
using Rewrite = Rewriting (*)(std::string_view holder, const JsonValue& object,
                              const oracle::JsonMember& member);

void rewrite_members(std::string_view holder, const JsonValue& value, Rewrite rewrite, std::string_view text,
                     std::string& out, std::size_t& done) {
  const auto copy_up_to = [&](std::size_t end) {
    out += text.substr(done, end - done);
    done = end;
  };
  for (const JsonValue& item : value.items) rewrite_members({}, item, rewrite, text, out, done);
  for (const oracle::JsonMember& member : value.members) {
    const Rewriting as = rewrite(holder, value, member);
    if (!as.name.empty()) {
      copy_up_to(member.name_begin);
      out += as.name;
      done = member.name_end;
    }
    rewrite_members(member.name, member.value, rewrite, text, out, done);
    if (as.after.empty()) continue;
    copy_up_to(member.value.end);
    out += as.after;
  }
}

// Does the oracle give the voter's verdict on the schema rewritten like this? False where nothing is.
bool agrees_after_rewriting(const Disagreement& one, Rewrite rewrite) {
  const auto schema = oracle::parse_json(one.request.schema);
  if (!is_vote(one) || !schema) return false;
  ValidateRequest request = one.request;
  std::string text;
  std::size_t done = 0;
  rewrite_members({}, schema.value(), rewrite, one.request.schema, text, done);
  if (done == 0) return false;
  request.schema = text + one.request.schema.substr(done);
  return ask_oracle(std::move(request), std::string(one.instance)) == one.vote;
}

}  // namespace

// sourcemeta 16.11.0 ignores minContains and maxContains that are written with an exponent.
bool ignores_counts_with_exponent(const Disagreement& one) {
  return agrees_after_rewriting(
      one, [](std::string_view, const JsonValue&, const oracle::JsonMember& member) -> Rewriting {
        const bool counts = member.name == "minContains" || member.name == "maxContains";
        const bool exponent = member.value.text.find_first_of("eE") != std::string::npos;
        return counts && exponent && member.value.kind == JsonKind::number ? renamed("x-" + member.name)
                                                                           : Rewriting{};
      });
}

// hyperjump 1.18.0, lib/keywords/additionalProperties.js: joined patterns that come out empty count as
// "matches nothing". So the one empty pattern beside additionalProperties, without properties, hides no
// member from it.
bool loses_empty_pattern(const Disagreement& one) {
  // A pattern that matches nothing takes the empty pattern's place; in nothing else the two texts differ.
  return agrees_after_rewriting(
      one,
      [](std::string_view holder, const JsonValue& object, const oracle::JsonMember& member) -> Rewriting {
        const bool alone = holder == "patternProperties" && object.members.size() == 1 && member.name.empty();
        return alone ? renamed("(?!)") : Rewriting{};
      });
}

// sourcemeta 16.11.0 leaves out an unevaluatedItems that has items beside it, which has nothing to do there;
// then nobody tells an unevaluatedItems around a branch of anyOf or if that items has evaluated every item.
// So the items assert, as under two negations, and evaluate nothing.
bool loses_items_beside_unevaluated(const Disagreement& one) {
  return agrees_after_rewriting(
      one, [](std::string_view, const JsonValue& object, const oracle::JsonMember& member) -> Rewriting {
        const auto has = [&object](std::string_view name) {
          return std::any_of(object.members.begin(), object.members.end(),
                             [name](const oracle::JsonMember& other) { return other.name == name; });
        };
        if (!has("items") || !has("unevaluatedItems") || has("not")) return {};
        if (member.name == "unevaluatedItems") return renamed("x-unevaluatedItems");
        return member.name == "items" ? Rewriting{R"("not":{"not":{"items")", "}}"} : Rewriting{};
      });
}

namespace {

void collect_patterns(const JsonValue& value, std::vector<std::string>& patterns) {
  for (const oracle::JsonMember& member : value.members) {
    if (member.name == "pattern" && member.value.kind == JsonKind::string)
      patterns.push_back(member.value.text);
    if (member.name == "patternProperties") {
      for (const oracle::JsonMember& inner : member.value.members) patterns.push_back(inner.name);
    }
    collect_patterns(member.value, patterns);
  }
  for (const JsonValue& item : value.items) collect_patterns(item, patterns);
}

}  // namespace

// For sourcemeta's patterns only LF ends a line. With an ordinary character in their place the oracle must
// agree with it.
bool dot_takes_line_terminators(const Disagreement& one) {
  const auto schema = oracle::parse_json(one.request.schema);
  if (!is_vote(one) || !schema) return false;
  std::vector<std::string> patterns;
  collect_patterns(schema.value(), patterns);
  const bool has_dot = std::any_of(patterns.begin(), patterns.end(), [](const std::string& source) {
    return source.find('.') != std::string::npos;
  });
  std::string text(one.instance);
  for (const char* terminator :
       {"\xe2\x80\xa8", "\xe2\x80\xa9", "\\u2028", "\\u2029", "\\r", "\\u000d", "\\u000D"}) {
    replace_all(text, terminator, "x");
  }
  return has_dot && text != one.instance && ask_oracle(one.request, text) == one.vote;
}

// A pattern that only ECMA-262's Annex B admits: the voter compiles with `u` and calls the schema bad.
bool needs_annex_b(const Disagreement& one) {
  const auto schema = oracle::parse_json(one.request.schema);
  if (!one.rejects_schema || !schema) return false;
  std::vector<std::string> patterns;
  collect_patterns(schema.value(), patterns);
  return std::any_of(patterns.begin(), patterns.end(), [](const std::string& source) {
    const auto pattern = oracle::Pattern::compile(source);
    return pattern && pattern.value().without_u();
  });
}

namespace {

// Every member of the document, at any depth.
template <typename Visit>
void for_each_member(const JsonValue& value, const Visit& visit) {
  for (const JsonValue& item : value.items) for_each_member(item, visit);
  for (const oracle::JsonMember& member : value.members) {
    visit(member);
    for_each_member(member.value, visit);
  }
}

}  // namespace

// hyperjump 1.18.0, lib/schema.js, processSchema: takes `$id` and `$anchor` for identifiers wherever they
// stand.
bool identifies_data(const Disagreement& one) {
  const auto schema = oracle::parse_json(one.request.schema);
  if (!is_vote(one) || !schema) return false;
  const auto data = data_values(schema.value());
  bool found = false;
  for_each_member(schema.value(), [&](const oracle::JsonMember& member) {
    const bool identifier = member.name == "$id" || member.name == "$anchor" || member.name == "id";
    found =
        found || (identifier && member.value.kind == JsonKind::string && is_inside(data, member.name_begin));
  });
  return found;
}

// sourcemeta refuses a schema with a reference to what is no subschema; the optional tests want it followed.
bool refers_to_data(const Disagreement& one) {
  const auto schema = oracle::parse_json(one.request.schema);
  if (!one.rejects_schema || !schema) return false;
  const auto data = data_values(schema.value());
  bool found = false;
  for_each_member(schema.value(), [&](const oracle::JsonMember& member) {
    if (member.name != "$ref" || is_inside(data, member.name_begin)) return;
    const JsonValue* target = at_pointer(schema.value(), member.value.text);
    found = found || (target != nullptr && is_inside(data, target->begin));
  });
  return found;
}

}  // namespace lockstep::conformance

// The laws, as text: operands are resources of their own under `$defs`, so that their references stay theirs.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "lockstep/conformance/generate/json_tree.h"
#include "lockstep/conformance/generate/pools.h"
#include "lockstep/conformance/generate/schema_generator.h"
#include "lockstep/conformance/walk/algebra.h"
#include "lockstep/conformance/walk/enforced_schemas.h"
#include "lockstep/conformance/walk/truth.h"

namespace lockstep::conformance {
namespace {

constexpr std::string_view kA = R"({"$ref":"urn:lockstep:a"})";
constexpr std::string_view kB = R"({"$ref":"urn:lockstep:b"})";
constexpr std::string_view kC = R"({"$ref":"urn:lockstep:c"})";

// One that has an identifier of its own, which its references use, would lose it: then another is made.
Tree operand(Choices& choices) {
  if (choices.chance(30)) {
    GeneratedSchema made = generate_schema(choices, {.depth = 2, .definitions = 1});
    keep_enforced(made);
    if (made.root.find("$id") == nullptr) return made.root;
  }
  return generate_enforced_schema(choices).root;
}

// Resources within an operand get addresses of its own: operands stand side by side in one schema.
void move_resources(Tree& tree, const std::string& folder) {
  static constexpr std::string_view kBase = "http://lockstep.test/";
  if (tree.kind == TreeKind::string && tree.text.starts_with(kBase))
    tree.text.insert(kBase.size(), folder + "/");
  for (Tree& item : tree.items) move_resources(item, folder);
  for (auto& [name, value] : tree.members) move_resources(value, folder);
}

// Schemas over the operands a, b, c; `bodies` are keywords of the root, without braces.
class Operands {
 public:
  Operands(Choices& choices, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      trees_.push_back(operand(choices));
      move_resources(trees_.back(), std::string(1, static_cast<char>('a' + i)));
    }
  }

  Tree& operator[](std::size_t index) { return trees_[index]; }

  std::string schema(std::string_view body) const {
    Tree defs = Tree::object();
    for (std::size_t i = 0; i < trees_.size(); ++i) {
      const std::string name(1, static_cast<char>('a' + i));
      if (trees_[i].kind == TreeKind::boolean) {
        defs.set(name, Tree::object({{"$id", Tree::string("urn:lockstep:" + name)},
                                     {"allOf", Tree::array({trees_[i]})}}));
        continue;
      }
      Tree resource = Tree::object({{"$id", Tree::string("urn:lockstep:" + name)}});
      for (const auto& [keyword, value] : trees_[i].members) resource.set(keyword, value);
      defs.set(name, std::move(resource));
    }
    return fmt::format(R"({{"$defs":{},{}}})", write_tree(defs), body);
  }

  Equation equation(Relation relation, const std::vector<std::string>& bodies) const {
    Equation made{relation, {}};
    for (const std::string& body : bodies) made.schemas.push_back(schema(body));
    return made;
  }

 private:
  std::vector<Tree> trees_;
};

std::string list(std::string_view keyword, const std::vector<std::string>& parts) {
  return fmt::format(R"("{}":[{}])", keyword, fmt::join(parts, ","));
}
std::string braced(const std::string& body) { return "{" + body + "}"; }
std::string negated(std::string_view schema) { return fmt::format(R"("not":{})", schema); }
const std::string a(kA), b(kB), c(kC);
const std::string only_a = R"("$ref":"urn:lockstep:a")";

Equation equal(Choices& choices, std::size_t operands, const std::vector<std::string>& bodies) {
  return Operands(choices, operands).equation(Relation::equal, bodies);
}

Equation any_of_is_the_union(Choices& choices) {
  return Operands(choices, 2)
      .equation(Relation::united, {list("anyOf", {a, b}), only_a, R"("$ref":"urn:lockstep:b")"});
}
Equation all_of_is_inside_each(Choices& choices) {
  return Operands(choices, 2)
      .equation(Relation::inside, {list("allOf", {a, b}), only_a, R"("$ref":"urn:lockstep:b")"});
}
Equation not_not(Choices& choices) { return equal(choices, 1, {negated(braced(negated(a))), only_a}); }
Equation if_rewritten(Choices& choices) {
  return equal(
      choices, 3,
      {fmt::format(R"("if":{},"then":{},"else":{})", a, b, c),
       list("anyOf", {braced(list("allOf", {a, b})), braced(list("allOf", {braced(negated(a)), c}))})});
}
Equation if_without_else(Choices& choices) {
  return equal(choices, 2,
               {fmt::format(R"("if":{},"then":{})", a, b), list("anyOf", {braced(negated(a)), b})});
}
Equation branches_in_any_order(Choices& choices) {
  static const std::vector<std::string> kNames = {"anyOf", "allOf", "oneOf"};
  const std::string& name = choices.pick(kNames);
  return equal(choices, 3, {list(name, {a, b, c}), list(name, {c, a, b}), list(name, {b, a, c})});
}
Equation keywords_in_any_order(Choices& choices) {
  Operands operands(choices, 1);
  const std::string first = operands.schema(only_a);
  shuffle_members(operands[0], choices);
  return {Relation::equal, {first, operands.schema(only_a)}};
}
Equation reference_inlined(Choices& choices) {
  Operands operands(choices, 1);
  return {Relation::equal, {operands.schema(only_a), write_tree(operands[0])}};
}
Equation annotations_say_nothing(Choices& choices) {
  Operands operands(choices, 1);
  const std::string first = operands.schema(only_a);
  if (operands[0].kind == TreeKind::object) {
    operands[0].set("title", Tree::string("t"));
    operands[0].set("default", Tree::number("7"));
    operands[0].set("deprecated", Tree::of(true));
    operands[0].set("x-lockstep", Tree::array());
  }
  return {Relation::equal, {first, operands.schema(only_a)}};
}
Equation true_and_false_beside(Choices& choices) {
  return equal(choices, 1,
               {only_a, list("allOf", {a, "true"}), list("anyOf", {"false", a}), list("allOf", {a, "{}", a}),
                list("anyOf", {a, a})});
}
Equation one_of_with_false(Choices& choices) {
  return equal(choices, 1, {only_a, list("oneOf", {a, "false"}), list("oneOf", {"false", "false", a})});
}
Equation const_is_enum_of_one(Choices& choices) {
  const std::string value = write_tree(generate_value(choices, 2, true));
  return equal(choices, 1,
               {list("allOf", {a, fmt::format(R"({{"const":{}}})", value)}),
                list("allOf", {a, fmt::format(R"({{"enum":[{}]}})", value)})});
}
Equation types_are_any_of_each(Choices& choices) {
  static const std::vector<std::string> kTypes = {"null",   "boolean", "integer", "number",
                                                  "string", "array",   "object"};
  const std::string& one = choices.pick(kTypes);
  const std::string& two = choices.pick(kTypes);
  if (one == two) return equal(choices, 1, {only_a, list("allOf", {a})});
  return equal(
      choices, 1,
      {list("allOf", {a, fmt::format(R"({{"type":["{}","{}"]}})", one, two)}),
       list("allOf", {a, fmt::format(R"({{"anyOf":[{{"type":"{}"}},{{"type":"{}"}}]}})", two, one)})});
}
Equation one_of_disjoint_is_any_of(Choices& choices) {
  const std::string strings = braced(list("allOf", {R"({"type":["string","object"]})", a}));
  const std::string others = braced(list("allOf", {R"({"type":["number","array"]})", b}));
  return equal(choices, 2, {list("oneOf", {strings, others}), list("anyOf", {strings, others})});
}
Equation one_of_rewritten(Choices& choices) {
  return equal(choices, 2,
               {list("oneOf", {a, b}), list("anyOf", {braced(list("allOf", {a, braced(negated(b))})),
                                                      braced(list("allOf", {braced(negated(a)), b}))})});
}
Equation de_morgan(Choices& choices) {
  return equal(
      choices, 2,
      {negated(braced(list("anyOf", {a, b}))), list("allOf", {braced(negated(a)), braced(negated(b))})});
}
Equation excluded_middle(Choices& choices) {
  return equal(choices, 1, {list("anyOf", {a, braced(negated(a))}), R"("title":"anything")"});
}
Equation contradiction(Choices& choices) {
  return equal(choices, 1, {list("allOf", {a, braced(negated(a))}), list("allOf", {"false"})});
}
Equation all_of_over_any_of(Choices& choices) {
  return equal(choices, 3,
               {list("allOf", {a, braced(list("anyOf", {b, c}))}),
                list("anyOf", {braced(list("allOf", {a, b})), braced(list("allOf", {a, c}))})});
}
Equation dependent_required_rewritten(Choices& choices) {
  const std::string one = write_tree(Tree::string(choices.pick(pool_names())));
  const std::string two = write_tree(Tree::string(choices.pick(pool_names())));
  return equal(
      choices, 1,
      {list("allOf", {a, fmt::format(R"({{"dependentRequired":{{{}:[{}]}}}})", one, two)}),
       list("allOf",
            {a, fmt::format(R"({{"if":{{"type":"object","required":[{}]}},"then":{{"required":[{}]}}}})", one,
                            two)})});
}
Equation dependent_schemas_rewritten(Choices& choices) {
  const std::string name = write_tree(Tree::string(choices.pick(pool_names())));
  return equal(choices, 2,
               {list("allOf", {a, fmt::format(R"({{"dependentSchemas":{{{}:{}}}}})", name, b)}),
                list("allOf", {a, fmt::format(R"({{"if":{{"type":"object","required":[{}]}},"then":{}}})",
                                              name, b)})});
}
Equation contains_is_not_all_not(Choices& choices) {
  return equal(
      choices, 2,
      {list("allOf", {b, fmt::format(R"({{"contains":{}}})", a)}),
       list(
           "allOf",
           {b, fmt::format(R"({{"anyOf":[{{"not":{{"type":"array"}}}},{{"not":{{"items":{{"not":{}}}}}}}]}})",
                           a)})});
}
Equation unevaluated_properties_alone(Choices& choices) {
  const std::string name = write_tree(Tree::string(choices.pick(pool_names())));
  return equal(choices, 2,
               {fmt::format(R"("properties":{{{}:{}}},"unevaluatedProperties":{})", name, a, b),
                fmt::format(R"("properties":{{{}:{}}},"additionalProperties":{})", name, a, b)});
}
Equation unevaluated_items_alone(Choices& choices) {
  return equal(choices, 2,
               {fmt::format(R"("prefixItems":[{}],"unevaluatedItems":{})", a, b),
                fmt::format(R"("prefixItems":[{}],"items":{})", a, b)});
}
Equation unique_items_of_one(Choices& choices) {
  return equal(
      choices, 1,
      {list("allOf", {a, R"({"uniqueItems":true,"maxItems":1})"}), list("allOf", {a, R"({"maxItems":1})"})});
}
Equation property_names_as_closed(Choices& choices) {
  const std::string name = write_tree(Tree::string(choices.pick(pool_names())));
  return equal(choices, 1,
               {list("allOf", {a, fmt::format(R"({{"propertyNames":{{"const":{}}}}})", name)}),
                list("allOf", {a, fmt::format(R"({{"properties":{{{}:true}},"additionalProperties":false}})",
                                              name)})});
}
Equation pattern_of_all_is_nothing(Choices& choices) {
  return equal(
      choices, 1,
      {only_a, list("allOf", {a, R"({"pattern":""})"}), list("allOf", {a, R"({"pattern":"^[^]*$"})"})});
}
Equation looser_bounds_hold_more(Choices& choices) {
  struct Bound {
    const char* tight;
    const char* loose;
  };
  static const std::vector<Bound> kBounds = {
      {R"({"maxLength":2})", R"({"maxLength":3})"},
      {R"({"minLength":2})", R"({"minLength":1})"},
      {R"({"maxItems":1})", R"({"maxItems":2})"},
      {R"({"minItems":2})", R"({"minItems":1})"},
      {R"({"maximum":10})", R"({"maximum":12.5})"},
      {R"({"exclusiveMinimum":0})", R"({"minimum":0})"},
      {R"({"required":["a","b"]})", R"({"required":["b"]})"},
      {R"({"enum":[1,"a"]})", R"({"enum":["a",1,null]})"},
      {R"({"type":"integer"})", R"({"type":"number"})"},
      {R"({"minProperties":2})", R"({"minProperties":1})"},
      {R"({"maxProperties":2})", R"({"maxProperties":3})"},
      {R"({"multipleOf":6})", R"({"multipleOf":3})"},
      {R"({"contains":{"type":"integer"},"minContains":2})", R"({"contains":{"type":"number"}})"},
      {R"({"uniqueItems":true})", R"({"uniqueItems":false})"},
      {R"({"pattern":"^ab"})", R"({"pattern":"a"})"}};
  const Bound& bound = choices.pick(kBounds);
  return Operands(choices, 1)
      .equation(Relation::inside, {list("allOf", {a, bound.tight}), list("allOf", {a, bound.loose})});
}

}  // namespace

const std::vector<AlgebraLaw>& algebra_laws() {
  static const std::vector<AlgebraLaw> laws = {{"any_of_is_the_union", any_of_is_the_union},
                                               {"all_of_is_inside_each", all_of_is_inside_each},
                                               {"not_not", not_not},
                                               {"if_rewritten", if_rewritten},
                                               {"if_without_else", if_without_else},
                                               {"branches_in_any_order", branches_in_any_order},
                                               {"keywords_in_any_order", keywords_in_any_order},
                                               {"reference_inlined", reference_inlined},
                                               {"annotations_say_nothing", annotations_say_nothing},
                                               {"true_and_false_beside", true_and_false_beside},
                                               {"one_of_with_false", one_of_with_false},
                                               {"const_is_enum_of_one", const_is_enum_of_one},
                                               {"types_are_any_of_each", types_are_any_of_each},
                                               {"one_of_disjoint_is_any_of", one_of_disjoint_is_any_of},
                                               {"one_of_rewritten", one_of_rewritten},
                                               {"de_morgan", de_morgan},
                                               {"excluded_middle", excluded_middle},
                                               {"contradiction", contradiction, "", true},
                                               {"all_of_over_any_of", all_of_over_any_of},
                                               {"dependent_required_rewritten", dependent_required_rewritten},
                                               {"dependent_schemas_rewritten", dependent_schemas_rewritten},
                                               {"contains_is_not_all_not", contains_is_not_all_not},
                                               {"unevaluated_properties_alone", unevaluated_properties_alone},
                                               {"unevaluated_items_alone", unevaluated_items_alone},
                                               {"unique_items_of_one", unique_items_of_one, "uniqueItems"},
                                               {"property_names_as_closed", property_names_as_closed},
                                               {"pattern_of_all_is_nothing", pattern_of_all_is_nothing},
                                               {"looser_bounds_hold_more", looser_bounds_hold_more}};
  return laws;
}

}  // namespace lockstep::conformance

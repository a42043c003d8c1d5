// Building goes by the list of subschemas that apply to one place; references and in-place applicators are
// followed into the list, alternatives by choice.
#include "lockstep/conformance/generate/instance_generator.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <set>

#include "lockstep/conformance/generate/pools.h"

namespace lockstep::conformance {
namespace {

constexpr std::size_t kMostSubschemas = 60;  // that are followed at one place
constexpr std::size_t kDepth = 6;

using Subschemas = std::vector<const Tree*>;

double value_of(const std::string& number) { return std::strtod(number.c_str(), nullptr); }

std::string text_of(double value) {
  char text[64];
  std::snprintf(text, sizeof text, "%.10g", value);
  return text;
}

// What the numeric keywords of one place ask for, roughly: bounds are only hints here.
struct Range {
  std::vector<std::string> bounds;    // texts of minimum, maximum and their exclusive forms
  std::vector<std::string> divisors;  // texts of multipleOf
  double low = -1e9;
  double high = 1e9;
};

struct Counts {
  std::size_t least = 0;
  std::size_t most = 8;
};

// Awkward, or close to a declared one; not always undeclared.
std::string undeclared_name(const std::vector<std::string>& declared, Choices& choices) {
  switch (choices.weighted({40, 20, 15, 13, 12})) {
    case 0:
      return "";
    case 1:
      return choices.pick(awkward_names());
    case 2:
      return choices.pick(pool_names());
    case 3:
      return declared.empty() ? "x" : choices.pick(declared) + "x";
    default: {
      const std::string& name = declared.empty() ? choices.pick(pool_names()) : choices.pick(declared);
      const bool ascii = !name.empty() && static_cast<unsigned char>(name.back()) < 0x80;
      return ascii ? name.substr(0, name.size() - 1) : "";
    }
  }
}

class Builder {
 public:
  Builder(const GeneratedSchema& schema, Choices& choices) : schema_(schema), choices_(choices) {}

  Tree build(const Subschemas& start, std::size_t depth) {
    Subschemas all;
    for (const Tree* one : start) follow(*one, all);
    const Tree* values = nullptr;
    for (const Tree* one : all) {
      const Tree* listed = one->find("enum");
      if (const Tree* value = one->find("const")) return *value;
      if (listed != nullptr && !listed->items.empty()) values = listed;
    }
    if (values != nullptr) return choices_.pick(values->items);
    const std::string type = type_for(all);
    if (type == "object") return object(all, depth);
    if (type == "array") return array(all, depth);
    if (type == "string") return Tree::string(string(all));
    if (type == "number" || type == "integer") return Tree::number(number(all, type == "integer"));
    if (type == "boolean") return Tree::of(choices_.chance(50));
    return Tree::null();
  }

 private:
  void follow(const Tree& schema, Subschemas& all) {
    if (schema.kind != TreeKind::object || all.size() >= kMostSubschemas) return;
    all.push_back(&schema);
    for (const char* keyword : {"$ref", "$dynamicRef"}) {
      const Tree* reference = schema.find(keyword);
      if (reference == nullptr) continue;
      const auto target = schema_.targets.find(reference->text);
      if (target != schema_.targets.end()) follow(at(target->second), all);
    }
    if (const Tree* parts = schema.find("allOf")) {
      for (const Tree& part : parts->items) follow(part, all);
    }
    for (const char* keyword : {"anyOf", "oneOf"}) {
      if (const Tree* parts = schema.find(keyword)) follow(choices_.pick(parts->items), all);
    }
    const Tree* condition = schema.find("if");
    const bool met = condition != nullptr && choices_.chance(50);
    if (met) follow(*condition, all);
    if (const Tree* branch = condition != nullptr ? schema.find(met ? "then" : "else") : nullptr)
      follow(*branch, all);
    if (const Tree* dependent = schema.find("dependentSchemas")) {
      for (const auto& [name, part] : dependent->members) {
        if (choices_.chance(50)) follow(part, all);
      }
    }
  }

  const Tree& at(const std::vector<std::string>& path) const {
    const Tree* tree = &schema_.root;
    for (const std::string& name : path) {
      const Tree* next = tree->find(name);
      if (next == nullptr) return schema_.root;
      tree = next;
    }
    return *tree;
  }

  std::string type_for(const Subschemas& all) {
    std::vector<std::string> allowed;
    bool first = true;
    for (const Tree* one : all) {
      const Tree* type = one->find("type");
      if (type == nullptr) continue;
      std::vector<std::string> names;
      if (type->kind == TreeKind::string) names = {type->text};
      for (const Tree& item : type->items) names.push_back(item.text);
      if (!first) {
        std::erase_if(names, [&](const std::string& name) {
          const auto has = [&](const char* other) {
            return std::find(allowed.begin(), allowed.end(), other) != allowed.end();
          };
          return !has(name.c_str()) && !(name == "integer" && has("number"));
        });
      }
      first = false;
      if (!names.empty()) allowed = names;
    }
    if (!allowed.empty()) return choices_.pick(allowed);
    return type_by_keywords(all);
  }

  // No `type`: mostly one that the keywords are about.
  std::string type_by_keywords(const Subschemas& all) {
    static const std::vector<std::pair<const char*, const char*>> kAbout = {
        {"properties", "object"},
        {"required", "object"},
        {"patternProperties", "object"},
        {"minProperties", "object"},
        {"propertyNames", "object"},
        {"additionalProperties", "object"},
        {"unevaluatedProperties", "object"},
        {"dependentRequired", "object"},
        {"dependentSchemas", "object"},
        {"prefixItems", "array"},
        {"items", "array"},
        {"contains", "array"},
        {"minItems", "array"},
        {"uniqueItems", "array"},
        {"unevaluatedItems", "array"},
        {"maxItems", "array"},
        {"minLength", "string"},
        {"maxLength", "string"},
        {"pattern", "string"},
        {"minimum", "number"},
        {"maximum", "number"},
        {"multipleOf", "number"},
        {"exclusiveMinimum", "number"},
        {"exclusiveMaximum", "number"}};
    std::vector<std::string> found;
    for (const Tree* one : all) {
      for (const auto& [keyword, type] : kAbout) {
        if (one->find(keyword) != nullptr) found.emplace_back(type);
      }
    }
    if (!found.empty() && !choices_.chance(12)) return choices_.pick(found);
    static const std::vector<std::string> kTypes = {"null",   "boolean", "string", "integer",
                                                    "number", "array",   "object"};
    return choices_.pick(kTypes);
  }

  Counts counts(const Subschemas& all, const char* least, const char* most) const {
    Counts result;
    for (const Tree* one : all) {
      if (const Tree* value = one->find(least)) {
        result.least = std::max(result.least, static_cast<std::size_t>(value_of(value->text)));
      }
      if (const Tree* value = one->find(most)) {
        result.most = std::min(result.most, static_cast<std::size_t>(value_of(value->text)));
      }
    }
    result.most = std::max(result.most, result.least);
    return result;
  }

  std::string number(const Subschemas& all, bool integer) {
    Range range;
    for (const Tree* one : all) {
      for (const char* keyword : {"minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum"}) {
        const Tree* bound = one->find(keyword);
        if (bound == nullptr) continue;
        range.bounds.push_back(bound->text);
        const double value = value_of(bound->text);
        const bool lower = std::string(keyword).find("inimum") != std::string::npos;
        (lower ? range.low : range.high) = lower ? std::max(range.low, value) : std::min(range.high, value);
      }
      if (const Tree* divisor = one->find("multipleOf")) range.divisors.push_back(divisor->text);
    }
    if (!range.bounds.empty() && choices_.chance(20)) return choices_.pick(range.bounds);
    const bool below = range.low <= -1e9;
    const double base = !below ? range.low : range.high < 1e9 ? range.high - 10 : 0;
    if (!range.divisors.empty() && std::fabs(base) < 1e6) {
      const double divisor = value_of(choices_.pick(range.divisors));
      const double step = integer && divisor < 1 ? 1 : divisor;
      if (step > 1e6) return choices_.chance(50) ? "0" : range.divisors.front();
      return text_of((std::ceil(base / step) + static_cast<double>(choices_.below(4))) * step);
    }
    if (range.bounds.empty() && !integer) return choices_.pick(pool_numbers());
    if (!(std::fabs(base) < 1e15)) return range.bounds.empty() ? "1" : choices_.pick(range.bounds);
    const double steps = static_cast<double>(choices_.below(4));
    const double offset = steps + (!integer && choices_.chance(30) ? 0.5 : 0.0);
    const double value = integer ? std::ceil(base) + offset : base + offset;
    return text_of(value > range.high && range.high >= range.low ? range.high : value);
  }

  std::string string(const Subschemas& all) {
    const Counts length = counts(all, "minLength", "maxLength");
    const Tree* pattern = nullptr;
    const Tree* format = nullptr;
    for (const Tree* one : all) {
      if (const Tree* found = one->find("pattern")) pattern = found;
      if (const Tree* found = one->find("format")) format = found;
    }
    if (pattern != nullptr) {
      for (const PatternSample& sample : pool_patterns()) {
        if (sample.source == pattern->text) return choices_.pick(sample.matching);
      }
    }
    if (format != nullptr && choices_.chance(50)) {
      for (const FormatSample& sample : pool_formats()) {
        if (sample.name == format->text) return choices_.pick(sample.values);
      }
    }
    if (length.least == 0 && length.most == 8) return choices_.pick(pool_strings());
    static const std::vector<std::string> kCharacters = {"a",          "b", "1",      "\u00e9",
                                                         "\U0001f600", " ", "e\u0301"};
    std::string text;
    for (std::size_t n = choices_.between(length.least, std::min(length.most, length.least + 3)); n > 0;
         --n) {
      text += choices_.pick(kCharacters);
    }
    return text;
  }

  Tree array(const Subschemas& all, std::size_t depth) {
    const Counts count = counts(all, "minItems", "maxItems");
    Subschemas contained;
    bool unique = false;
    std::size_t least = count.least;
    for (const Tree* one : all) {
      if (const Tree* found = one->find("contains")) contained.push_back(found);
      const Tree* flag = one->find("uniqueItems");
      unique = unique || (flag != nullptr && flag->is_true());
      const Tree* prefix = one->find("prefixItems");
      if (prefix != nullptr && choices_.chance(60)) least = std::max(least, prefix->items.size());
    }
    if (!contained.empty()) least = std::max<std::size_t>(least, 1);
    least = std::min(least, count.most);
    Tree value = Tree::array();
    const std::size_t size =
        depth == 0 ? count.least : choices_.between(least, std::min(count.most, least + 2));
    for (std::size_t i = 0; i < std::min<std::size_t>(size, 8); ++i) {
      Subschemas here = subschemas_of_item(all, i);
      if (!contained.empty() && (i == 0 || choices_.chance(40))) here.push_back(choices_.pick(contained));
      Tree item = item_for(here, depth);
      for (int attempt = 0; unique && attempt < 5; ++attempt) {
        if (std::find(value.items.begin(), value.items.end(), item) == value.items.end()) break;
        item = item_for(here, depth);
      }
      value.items.push_back(std::move(item));
    }
    return value;
  }

  static Subschemas subschemas_of_item(const Subschemas& all, std::size_t index) {
    Subschemas here;
    for (const Tree* one : all) {
      const Tree* prefix = one->find("prefixItems");
      const bool in_prefix = prefix != nullptr && index < prefix->items.size();
      const Tree* rest = one->find("items");
      if (in_prefix) here.push_back(&prefix->items[index]);
      if (!in_prefix && rest != nullptr) here.push_back(rest);
    }
    return here;
  }

  Tree item_for(const Subschemas& here, std::size_t depth) {
    if (here.empty() || depth == 0) return generate_value(choices_, 0, false);
    return build(here, depth - 1);
  }

  Tree object(const Subschemas& all, std::size_t depth) {
    const Counts count = counts(all, "minProperties", "maxProperties");
    std::vector<std::string> names;
    const auto want = [&](const std::string& name) {
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    };
    for (const Tree* one : all) {
      if (const Tree* required = one->find("required")) {
        for (const Tree& name : required->items) want(name.text);
      }
    }
    for (const Tree* one : all) want_optional(*one, want, names.size() < count.most);
    while (names.size() < count.least && names.size() < 8)
      want(choices_.pick(pool_names()) + std::string(names.size(), 'x'));
    if (names.size() < count.most) want_undeclared(all, want);
    for (const Tree* one : all) {  // after the others, since it depends on them
      const Tree* dependent = one->find("dependentRequired");
      if (dependent == nullptr) continue;
      for (const auto& [name, needed] : dependent->members) {
        if (std::find(names.begin(), names.end(), name) == names.end()) continue;
        for (const Tree& other : needed.items) want(other.text);
      }
    }
    Tree value = Tree::object();
    for (const std::string& name : names) {
      if (depth == 0 && value.members.size() >= count.least + 4) break;
      value.set(name, item_for(subschemas_of_member(all, name), depth));
    }
    return value;
  }

  // A name that no `properties` lists: often where it is welcome, seldom where it is forbidden.
  template <typename Want>
  void want_undeclared(const Subschemas& all, const Want& want) {
    std::vector<std::string> declared;
    bool closed = false;
    for (const Tree* one : all) {
      if (const Tree* properties = one->find("properties")) {
        for (const auto& [name, part] : properties->members) declared.push_back(name);
      }
      for (const char* keyword : {"additionalProperties", "unevaluatedProperties"}) {
        const Tree* rest = one->find(keyword);
        closed = closed || (rest != nullptr && rest->kind == TreeKind::boolean && !rest->boolean);
      }
    }
    if (!choices_.chance(closed ? 4 : 40)) return;
    const std::string name = undeclared_name(declared, choices_);
    if (std::find(declared.begin(), declared.end(), name) == declared.end()) want(name);
  }

  template <typename Want>
  void want_optional(const Tree& schema, const Want& want, bool room) {
    if (!room) return;
    if (const Tree* properties = schema.find("properties")) {
      for (const auto& [name, part] : properties->members) {
        if (choices_.chance(60)) want(name);
      }
    }
    if (const Tree* patterns = schema.find("patternProperties")) {
      for (const PatternSample& sample : name_patterns()) {
        if (patterns->find(sample.source) != nullptr && choices_.chance(60))
          want(choices_.pick(sample.matching));
      }
    }
    if (schema.find("additionalProperties") == nullptr && schema.find("unevaluatedProperties") == nullptr &&
        choices_.chance(15)) {
      want(choices_.pick(pool_names()));
    }
  }

  static Subschemas subschemas_of_member(const Subschemas& all, const std::string& name) {
    Subschemas here;
    for (const Tree* one : all) {
      const Tree* properties = one->find("properties");
      const Tree* named = properties != nullptr ? properties->find(name) : nullptr;
      if (named != nullptr) here.push_back(named);
      const Tree* patterns = one->find("patternProperties");
      bool matched = false;
      for (const PatternSample& sample : name_patterns()) {
        const Tree* part = patterns != nullptr ? patterns->find(sample.source) : nullptr;
        const bool hit =
            std::find(sample.matching.begin(), sample.matching.end(), name) != sample.matching.end();
        if (part != nullptr && hit) here.push_back(part);
        matched = matched || (part != nullptr && hit);
      }
      const Tree* rest = one->find("additionalProperties");
      if (named == nullptr && !matched && rest != nullptr) here.push_back(rest);
    }
    return here;
  }

  const GeneratedSchema& schema_;
  Choices& choices_;
};

void collect(Tree& tree, std::vector<Tree*>& all) {
  all.push_back(&tree);
  for (Tree& item : tree.items) collect(item, all);
  for (auto& [name, value] : tree.members) collect(value, all);
}

void collect_values(const Tree& schema, std::vector<const Tree*>& values) {
  for (const auto& [name, value] : schema.members) {
    const bool scalar = value.kind == TreeKind::number || value.kind == TreeKind::string;
    if (name == "const" || name == "default" || scalar) values.push_back(&value);
    if (name == "enum") {
      for (const Tree& item : value.items) values.push_back(&item);
    }
    collect_values(value, values);
  }
  for (const Tree& item : schema.items) collect_values(item, values);
}

void change_number(Tree& tree, Choices& choices) {
  static const std::vector<double> kSteps = {1, -1, 0.5, -0.25, 2, 10};
  const double value = value_of(tree.text);
  if (choices.chance(20)) {
    tree.text = respell_number(tree.text, choices);
  } else if (std::fabs(value) < 1e9) {
    tree.text = text_of(value + choices.pick(kSteps));
  } else {
    tree.text = choices.pick(pool_numbers());
  }
}

void change_array(Tree& tree, Choices& choices) {
  if (tree.items.empty() || choices.chance(30)) {
    tree.items.push_back(generate_value(choices, 1, false));
  } else if (choices.chance(50)) {
    const Tree copy = choices.pick(tree.items);
    tree.items.push_back(copy);
  } else {
    tree.items.erase(tree.items.begin() + static_cast<std::ptrdiff_t>(choices.below(tree.items.size())));
  }
}

void change_object(Tree& tree, Choices& choices) {
  if (tree.members.empty() || choices.chance(45)) {
    const std::string& name = choices.pick(choices.chance(50) ? awkward_names() : pool_names());
    tree.set(name, generate_value(choices, 1, false));
  } else {
    tree.members.erase(tree.members.begin() +
                       static_cast<std::ptrdiff_t>(choices.below(tree.members.size())));
  }
}

}  // namespace

Tree build_instance(const GeneratedSchema& schema, Choices& choices) {
  return Builder(schema, choices).build({&schema.root}, kDepth);
}

void mutate_instance(Tree& instance, const GeneratedSchema& schema, Choices& choices) {
  std::vector<Tree*> all;
  collect(instance, all);
  Tree& place = *choices.pick(all);
  if (choices.chance(20)) {
    std::vector<const Tree*> values;
    collect_values(schema.root, values);
    place = values.empty() ? generate_value(choices, 1, true) : *choices.pick(values);
    return;
  }
  if (choices.chance(12)) {
    place = generate_value(choices, 1, true);
    return;
  }
  switch (place.kind) {
    case TreeKind::number:
      return change_number(place, choices);
    case TreeKind::array:
      return change_array(place, choices);
    case TreeKind::object:
      return change_object(place, choices);
    case TreeKind::string:
      place.text =
          choices.chance(50) ? choices.pick(pool_strings()) : place.text + choices.pick(pool_strings());
      return;
    case TreeKind::null:
    case TreeKind::boolean:
      place = generate_value(choices, 0, false);
  }
}

}  // namespace lockstep::conformance
